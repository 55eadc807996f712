"use strict";
/* What is typed is kept. Every page works without this file. */
(() => {
  // Typed text survives a reload and a lost connection, until the game has moved on.
  const slot = (field) => {
    const seen = field.form.elements.seen;
    return ["kept", location.pathname, seen ? seen.value : "", field.name].join("|");
  };
  // A deal that is told again has its own address for each step, and the forms of several phases at one path.
  const keeps = (field) => field.form && field.form.hasAttribute("data-keep") && /^(text|search|textarea)$/.test(field.type)
    && !field.form.closest("[data-told]");
  document.addEventListener("input", (event) => {
    try { if (keeps(event.target)) sessionStorage.setItem(slot(event.target), event.target.value); } catch { /* storage is off */ }
  });
  const restore = () => document.querySelectorAll("input").forEach((field) => {
    try {
      const kept = keeps(field) && field.getAttribute("aria-invalid") !== "true" && sessionStorage.getItem(slot(field));
      if (kept) field.value = kept;
    } catch { /* storage is off */ }
  });

  // What is typed into one form stays while another on the page is sent.
  let typed = [];
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt } } }) => {
    typed = elt.matches("form") ? [...document.querySelectorAll("input")].filter((field) => keeps(field) && field.form !== elt
      && field.value !== field.defaultValue) : [];
  });
  const carry = () => typed.splice(0).forEach((old) => {
    const field = document.getElementById(old.id);
    if (field && keeps(field) && field.value === old.defaultValue) field.value = old.value;
  });

  const arrive = () => {
    restore();
    carry();
  };
  document.addEventListener("htmx:afterSettle", arrive);
  arrive();
})();
