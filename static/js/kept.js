"use strict";
/* What is typed and ticked is kept. Every page works without this file. */
(() => {
  // Typed text and ticks survive a reload and a lost connection while the page asks for the same and shows the same there.
  const slot = (field) => {
    const { seen } = field.form.elements, asked = field.form.dataset.keep || (seen ? seen.value : "");
    return ["kept", location.pathname, asked, field.name, ...(field.type === "checkbox" ? [field.value] : [])].join("|");
  };
  const isTick = ({ type }) => type === "checkbox" || type === "radio";
  // What came back with the page and is not written is only on this page.
  const isUnwritten = (field, form = field.form) => form.hasAttribute("data-unwritten") && (isTick(field) ? field.checked : field.value !== "");
  const isChanged = (field) => isUnwritten(field) || (isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  // The pad of a deal that is corrected is filled in with what the sheet says, or with what was just sent.
  const keeps = (field) => field.form && field.form.hasAttribute("data-keep") && /^(text|search|textarea|checkbox|radio)$/.test(field.type)
    && !field.form.closest("[data-correction]");
  const shown = (field) => {
    if (field.type === "checkbox") return field.defaultChecked;
    if (field.type !== "radio") return field.defaultValue;
    const ticked = [...document.getElementsByName(field.name)].find(({ form, defaultChecked }) => form === field.form && defaultChecked);
    return ticked ? ticked.value : "";
  };
  // What each field showed before its form came back refused.
  const before = new Map();
  let isRefused = false;
  const shownAtFirst = (field) => before.get(slot(field)) ?? shown(field);
  const keep = (field) => {
    const now = field.type === "checkbox" ? field.checked : field.value;
    try { if (keeps(field)) sessionStorage.setItem(slot(field), JSON.stringify([shownAtFirst(field), now])); } catch { /* storage is off */ }
  };
  document.addEventListener("input", ({ target: field }) => keep(field));
  const put = (field, kept) => {
    if (field.type === "radio") field.checked = kept === field.value;
    else if (field.type === "checkbox") field.checked = kept;
    else field.value = kept;
  };
  const restore = () => document.querySelectorAll("input").forEach((field) => {
    try {
      const kept = keeps(field) && field.getAttribute("aria-invalid") !== "true" && sessionStorage.getItem(slot(field));
      if (!kept) return;
      const [asShown, now] = JSON.parse(kept);
      if (asShown === shown(field)) put(field, now);
    } catch { /* storage is off */ }
  });
  const forget = (fields) => [...fields].forEach((field) => {
    try { if (keeps(field)) sessionStorage.removeItem(slot(field)); } catch { /* storage is off */ }
  });
  // What a photo has just counted comes with the address, and takes the place of what was typed before.
  const giveWay = () => forget([...document.querySelectorAll("input")].filter(({ name }) => new URLSearchParams(location.search).has(name)));
  document.addEventListener("outbox:sent", ({ target }) => {
    [...target.elements].filter(keeps).forEach((field) => before.set(slot(field), shownAtFirst(field)));
    forget(target.elements); // the outbox keeps it from here on
  });
  // What is written, or stands apart, is no longer only typed.
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt }, xhr } }) => {
    if (!elt.matches("form[data-keep]")) return;
    isRefused = xhr.status === 422;
    if (xhr.status === 409 || xhr.getResponseHeader("HX-Replace-Url")) forget(elt.elements);
  });

  // What is typed into one form stays while another on the page is sent.
  let typed = []; // each field with its form: one that only names its form has none once both are gone from the page
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt } } }) => {
    const gives = (field) => elt.matches("[data-offer]") && isUnwritten(field);
    typed = elt.matches("form") ? [...document.querySelectorAll("input")].filter((field) => keeps(field) && field.form !== elt
      && isChanged(field) && !gives(field)).map((field) => [field, field.form]) : [];
  });
  // What was typed for another deal goes to the server, which shows it apart from the fields of the one on the table.
  const apart = (form) => htmx.ajax("POST", form.dataset.use, {
    source: document.querySelector("[data-use]"), target: "#table", swap: "outerHTML show:window:top", values: Object.fromEntries(new FormData(form)),
  });
  document.addEventListener("click", (event) => {
    const form = event.target.closest(".moved-on a") && document.querySelector("[data-use]");
    if (!form || !window.htmx) return;
    if (!form.hasAttribute("data-unwritten") && ![...form.elements].some((field) => keeps(field) && isChanged(field))) return;
    event.preventDefault();
    apart(form);
  });
  const same = (old) => isTick(old) ? [...document.getElementsByName(old.name)].find(({ type, value }) => type === old.type && value === old.value)
    : document.getElementById(old.id);
  const refill = ([old, form]) => {
    const field = same(old);
    if (!field || !keeps(field) || field.form.dataset.keep !== form.dataset.keep) return;
    const unwritten = isUnwritten(old, form);
    if (isTick(field) && (unwritten || field.checked === old.defaultChecked)) field.checked = old.checked;
    else if (!isTick(field) && (unwritten || field.value === old.defaultValue)) field.value = old.value;
  };
  const carry = () => {
    const fields = typed.splice(0), now = document.querySelector("[data-use]");
    const [, past] = (now && fields.find(([, { dataset }]) => dataset.use && dataset.keep !== now.dataset.keep)) || [];
    fields.forEach(refill);
    if (past) {
      forget(past.elements);
      apart(past);
    }
    return past;
  };

  // What stands apart stays until it is used or dismissed; where there is nothing to use, until something is sent here.
  // Equal entries stand apart once.
  let standing = [];
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt }, target } }) => {
    if (target.id !== "table") return;
    standing = [...target.querySelectorAll(".alert")].filter((panel) => panel.querySelector(".versions") && !panel.contains(elt)
      && (elt.matches("[data-live]") || panel.querySelector("[data-offer]")));
  });
  const yours = (panel) => [...panel.querySelectorAll(".versions > :first-child > p")].map((line) => line.textContent).join();
  const stand = () => {
    const shown = [...document.querySelectorAll(".alert")].map(yours);
    const gone = standing.filter((panel) => !panel.isConnected && !shown.includes(yours(panel)));
    const above = document.querySelector("#table > .strip") || document.querySelector("#table > .moved-on");
    if (!gone.length || !above) return;
    standing = [];
    const panels = gone.map((panel) => panel.cloneNode(true));
    panels.forEach((panel) => ["role", "tabindex"].forEach((name) => panel.removeAttribute(name))); // it was read before
    above.after(...panels);
    panels.forEach((panel) => htmx.process(panel));
  };
  // It names the deal on the table: the server shows it again if that is another one.
  const rename = () => {
    const now = document.querySelector("[data-use]");
    const old = now && [...document.querySelectorAll("[data-offer]")].find(({ dataset }) => dataset.offer !== now.dataset.keep);
    if (old) submitForm(old);
  };

  const arrive = () => {
    restore();
    if (isRefused) document.querySelectorAll("input:not([type=radio]:not(:checked))").forEach((field) => keep(field));
    isRefused = false;
    stand();
    if (!carry()) rename();
  };
  document.addEventListener("htmx:afterSettle", arrive);
  if (performance.getEntriesByType("navigation")[0]?.type === "navigate") giveWay();
  arrive();
})();
