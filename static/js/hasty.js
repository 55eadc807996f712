"use strict";
/* A hasty thumb: what has only just appeared takes no tap for a moment (companion.css), which needs no script. This file
   lets through what stood there before and what appears elsewhere, and says so where a tap came to nothing. */
(() => {
  const CONTROLS = "button, a[href], summary";
  const NEAR = 4; // pixels
  const controls = () => [...document.querySelectorAll(":is(main, .bar) :is(" + CONTROLS + ")")];
  const name = (control) => [control.tagName, control.getAttribute("formaction") || control.getAttribute("href") || "", control.form ? control.form.id : "", control.name, control.value].join("|");
  const place = (control) => control.getBoundingClientRect();
  const isNear = (one, other) => Math.abs(one.x - other.x) < NEAR && Math.abs(one.y - other.y) < NEAR;

  // A second tap hits only what appears where the thumb was, also on the page before; what another phone brings may come
  // under a thumb on its way.
  const REACH = 40; // pixels
  let thumb;
  try { thumb = (sessionStorage.thumb || "-99,-99").split(","); } catch { /* storage is off: anywhere */ }
  const isInReach = (control) => {
    const { left, right, top, bottom } = place(control), [x, y] = thumb || [left, top];
    return left - REACH < x && x < right + REACH && top - REACH < y && y < bottom + REACH;
  };
  const letThrough = (part) => part.querySelectorAll(CONTROLS).forEach((control) => {
    if (!isInReach(control)) control.setAttribute("data-stood", "");
  });
  requestAnimationFrame(() => letThrough(document));

  // Where each tap adds something, and where another phone wrote, a button that looks and stands as before is no surprise;
  // but the one that was just tapped is a second time only after a moment.
  let stood = new Map();
  let tapped = "";
  let held = null;
  document.addEventListener("submit", ({ submitter }) => { tapped = submitter ? name(submitter) : ""; }, true);
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt }, shouldSwap } }) => {
    if (!shouldSwap || !elt.matches("[data-taps], [data-live]")) return;
    stood = new Map(controls().map((control) => [name(control), { at: place(control), says: control.textContent }]));
    if (!elt.matches("[data-taps]")) return;
    held = stood.get(tapped);
    stood.delete(tapped);
  });
  const mark = () => stood.size && controls().forEach((control) => {
    const before = stood.get(name(control));
    control.toggleAttribute("data-stood", Boolean(before && before.says === control.textContent && isNear(before.at, place(control))));
  });
  document.addEventListener("htmx:afterSwap", () => {
    // What a tap brought above them does not push the buttons out from under the thumb.
    const same = held && controls().find((control) => name(control) === tapped);
    if (same) scrollBy({ top: place(same).y - held.at.y, behavior: "instant" });
    held = null;
    mark();
  });
  // What is chosen in a list stays under the thumb, whatever comes or goes above it.
  let list = null;
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { triggeringEvent: how } } }) => {
    list = how && how.type === "change" && how.target.id ? { id: how.target.id, at: place(how.target) } : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const field = list && document.getElementById(list.id);
    if (field) scrollBy({ top: place(field).y - list.at.y, behavior: "instant" });
    list = null;
  });
  // Only then does a page go to its top, if it does.
  document.addEventListener("htmx:afterSettle", ({ target, detail: { requestConfig } }) => requestAnimationFrame(() => {
    mark();
    if (requestConfig && !requestConfig.elt.matches("[data-live]")) letThrough(target);
    stood.clear();
  }));

  // A page that goes to its top brings the bar under the finger.
  let down = 0;
  document.addEventListener("htmx:beforeSwap", () => { down = scrollY; });
  document.addEventListener("htmx:afterSettle", () => queueMicrotask(() => {
    if (scrollY < down) document.querySelectorAll(".bar :is(a, summary)").forEach((control) => {
      if (!isInReach(control)) return;
      control.setAttribute("data-stood", "");
      control.getBoundingClientRect();
      control.removeAttribute("data-stood");
    });
    down = 0;
  }));

  // What a tap takes for seen has stood there for half a second.
  document.addEventListener("htmx:afterSettle", () => document.querySelectorAll("[data-soon]").forEach((field) => {
    setTimeout(() => { field.disabled = false; }, 500);
  }));

  // A tap that comes to nothing says so: on a button that is not live yet, that was taken away under the
  // finger, or whose form is at work with another one.
  const note = document.querySelector(".too-soon");
  let hides;
  const say = () => {
    note.removeAttribute("hidden");
    clearTimeout(hides);
    hides = setTimeout(() => note.setAttribute("hidden", ""), 4000);
  };
  // A second tap on a line that folds wanted what the first one did.
  let folded = null;
  document.addEventListener("toggle", ({ target }) => { folded = target.firstElementChild; }, true);
  const isUnder = ({ clientX, clientY }) => (control) => {
    const { left, right, top, bottom } = place(control);
    return control !== folded && !control.closest(".drawing") && left <= clientX && clientX <= right && top <= clientY && clientY <= bottom && getComputedStyle(control).pointerEvents === "none";
  };
  document.addEventListener("unheard", say);
  // Where the page is renewed under a finger the browser gives up the tap: it holds for the same button of the new one.
  const SETTLED = 50, TRIES = 8; // milliseconds; htmx makes a page ready within 20, but the next may follow at once
  const sameAs = (press) => controls().find((control) => control.type === "submit" && control.hasAttribute("data-stood") && name(control) === press.name);
  const makeUpFor = (press, tries) => requestAnimationFrame(() => {
    if (press.isHeard) return;
    const same = sameAs(press);
    if (stood.size && tries) setTimeout(makeUpFor, SETTLED, press, tries - 1);
    else if (same) same.click();
    else say();
  });
  let pressed = null;
  document.addEventListener("pointerdown", (event) => {
    thumb = [event.clientX, event.clientY];
    try { sessionStorage.thumb = thumb; } catch { /* storage is off */ }
    const control = event.target.closest(CONTROLS);
    pressed = control && { control, name: name(control), isHeard: false };
    const isField = event.target.closest("label, input, textarea, select"); // beside a button that is not live yet
    if (!control && !isField && controls().some(isUnder(event))) say();
  });
  document.addEventListener("pointerup", () => {
    if (pressed && !pressed.control.isConnected) setTimeout(makeUpFor, SETTLED, pressed, TRIES);
  });
  document.addEventListener("click", ({ target, isTrusted }) => {
    if (pressed && isTrusted && target.closest(CONTROLS)) pressed.isHeard = true;
  }, true);
  document.addEventListener("pointercancel", () => { pressed = null; });
})();
