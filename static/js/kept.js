"use strict";
/* What is typed and ticked is kept. Every page works without this file. */
(() => {
  // Typed text and ticks survive a reload and a lost connection, until the game has moved on.
  const slot = (field) => {
    const seen = field.form.elements.seen;
    return ["kept", location.pathname, seen ? seen.value : "", field.name, ...(field.type === "checkbox" ? [field.value] : [])].join("|");
  };
  const isTick = ({ type }) => type === "checkbox" || type === "radio";
  const isChanged = (field) => isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  // A deal being corrected has its own address for each step, and the forms of several phases at one path.
  const keeps = (field) => field.form && field.form.hasAttribute("data-keep") && /^(text|search|textarea|checkbox|radio)$/.test(field.type)
    && !field.form.closest("[data-correction]");
  document.addEventListener("input", (event) => {
    const { target: field } = event;
    try { if (keeps(field)) sessionStorage.setItem(slot(field), field.type === "checkbox" ? field.checked : field.value); } catch { /* storage is off */ }
  });
  const put = (field, kept) => {
    if (isTick(field)) field.checked = kept === (field.type === "checkbox" ? "true" : field.value);
    else field.value = kept;
  };
  const restore = () => document.querySelectorAll("input").forEach((field) => {
    try {
      const kept = keeps(field) && field.getAttribute("aria-invalid") !== "true" && sessionStorage.getItem(slot(field));
      if (kept) put(field, kept);
    } catch { /* storage is off */ }
  });
  // What a photo has just counted comes with the address, and takes the place of what was typed before.
  const giveWay = () => document.querySelectorAll("input").forEach((field) => {
    try { if (keeps(field) && new URLSearchParams(location.search).has(field.name)) sessionStorage.removeItem(slot(field)); } catch { /* storage is off */ }
  });

  // What is typed into one form stays while another on the page is sent.
  let typed = [];
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt } } }) => {
    typed = elt.matches("form") ? [...document.querySelectorAll("input")].filter((field) => keeps(field) && field.form !== elt
      && isChanged(field)) : [];
  });
  // What was typed for another deal goes to the server, which shows it apart from the fields of the one on the table.
  const apart = (form) => htmx.ajax("POST", form.dataset.use, {
    source: document.querySelector("[data-use]"), target: "#table", swap: "outerHTML show:window:top", values: Object.fromEntries(new FormData(form)),
  });
  document.addEventListener("click", (event) => {
    const form = event.target.closest(".moved-on a") && document.querySelector("[data-use]");
    if (!form || !window.htmx || ![...form.elements].some((field) => keeps(field) && isChanged(field))) return;
    event.preventDefault();
    apart(form);
  });
  const same = (old) => isTick(old) ? [...document.getElementsByName(old.name)].find(({ type, value }) => type === old.type && value === old.value)
    : document.getElementById(old.id);
  const refill = (old) => {
    const field = same(old);
    if (!field || !keeps(field) || field.form.dataset.keep !== old.form.dataset.keep) return;
    if (isTick(field) && field.checked === old.defaultChecked) field.checked = old.checked;
    else if (!isTick(field) && field.value === old.defaultValue) field.value = old.value;
  };
  const carry = () => {
    const fields = typed.splice(0), now = document.querySelector("[data-use]");
    const past = now && fields.find(({ form }) => form.dataset.use && form.dataset.keep !== now.dataset.keep);
    fields.forEach(refill);
    if (past) apart(past.form);
  };

  const arrive = () => {
    restore();
    carry();
  };
  document.addEventListener("htmx:afterSettle", arrive);
  if (performance.getEntriesByType("navigation")[0]?.type === "navigate") giveWay();
  arrive();
})();
