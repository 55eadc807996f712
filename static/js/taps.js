"use strict";
/* Taps: what is at work takes no second one; where each tap builds on what the one before brought, the next waits for that
   page; of what stands by itself, outbox.js keeps the next. Every page works without this file. */
(() => {
  // A second tap on a button that is already at work does nothing; where each tap adds something, one on another button
  // waits its turn, and so does one on the same after a moment.
  const taps = [];
  let last = "";
  let at = -MOMENT;
  // Where each tap adds something, what one form is at keeps the others waiting too: they are of the same page.
  const isAtWork = (form) => form.getAttribute("aria-busy") === "true"
    || (form.matches("[data-taps]:not([data-after])") && Boolean(document.querySelector("form[data-taps][aria-busy=true]")));
  // For a moment a page that has just come stands there and can't send by itself yet.
  const isComing = (form) => Boolean(form.closest(".htmx-settling"));
  document.addEventListener("input", () => { last = ""; });
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    const tap = submitter ? [form.id, submitter.name, submitter.value] : [];
    const again = String(tap) === last && event.timeStamp - at < MOMENT;
    if (!again) [last, at] = [String(tap), event.timeStamp];
    const [isBusy, isNew] = [isAtWork(form), isComing(form)];
    if (again && (isBusy || document.documentElement.hasAttribute("data-waits"))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (isNew || (isBusy && (!form.hasAttribute("data-command") || form.matches("[data-taps]:not([data-after])")))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (submitter && form.id && (isNew || form.hasAttribute("data-taps"))) taps.push(tap);
      else document.dispatchEvent(new Event("unheard"));
    } else form.setAttribute("aria-busy", "true");
  }, true);
  addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach((form) => form.removeAttribute("aria-busy")));
  // What leads to another page is at work until that is there.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (!xhr.getResponseHeader("HX-Redirect")) elt.removeAttribute("aria-busy");
  });
  document.addEventListener("htmx:afterSettle", () => {
    const [id, name, value] = taps.shift() || [];
    const form = id && document.getElementById(id);
    const button = form && [...form.elements].find((field) => field.name === name && field.value === value && field.type === "submit");
    last = ""; // it has waited its turn, and is no second tap
    if (button) button.click();
  });
  // What was to be tapped on the page that did not come is not tapped on the one that stayed.
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach((name) => document.addEventListener(name, () => {
    if (taps.length) document.dispatchEvent(new Event("unheard"));
    taps.length = 0;
  }));
})();
