"use strict";
/* A number takes few taps: focus selects it, so that typing replaces it, and the buttons beside it go up and
   down. So it is with a name that was filled in at a seat. A sum is added up once its field is left, and of the counters
   the last ones follow. Without this file all are typed, and the server adds. */
(() => {
  const sumIn = (text) => /^\d{1,9}( *\+ *\d{1,9})*$/.test(text) ? text.split("+").reduce((sum, each) => sum + +each, 0) : NaN;
  const isReplaced = (field) => field.matches("input[inputmode], .seat input[type=text]");
  // The finger that comes to a field would put the cursor into it once it is lifted: what is there is marked again then.
  let came = null;
  document.addEventListener("focusin", ({ target }) => {
    came = isReplaced(target) ? target : null;
    if (came) came.select();
  });
  document.addEventListener("change", ({ target }) => {
    const sum = sumIn(target.value);
    if (!target.inputMode || !(sum >= 0) || target.value === `${sum}`) return;
    target.value = sum;
    target.dispatchEvent(new Event("input", { bubbles: true })); // the sum is kept, not its parts
  });
  document.addEventListener("click", ({ target }) => {
    if (target === came) came.select();
    came = null;
    const button = target.closest(".by");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    const by = Number(button.dataset.by);
    const unit = Math.abs(Number(button.parentElement.querySelector(".by:not([data-by^='-'])").dataset.by));
    const is = sumIn(field.value.replace(/[^\d+]/g, "")) || 0;
    const steps = (is + by) / unit;
    const next = Math.max(0, (by > 0 ? Math.floor(steps) : Math.ceil(steps)) * unit);
    field.value = field.value === "" && field.dataset.first ? field.dataset.first : next;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // Of the sides' trick points all but one are enough: the last is what is left, and follows until somebody types it.
  // What was typed is never changed; if it does not add up, the server asks which figure is wrong.
  const leaveRest = (target) => {
    const form = target.form;
    if (!form || !form.dataset.total || !target.name.startsWith("points-")) return;
    const others = [...form.elements].filter((field) => field.name.startsWith("points-") && field !== target);
    const filled = form.elements.filled;
    // Counters come back, refused with the one that was filled in, or taken back: of two the one left alone follows.
    const follows = filled && (filled.value === "old" ? others.length === 1 && others[0] : form.elements[filled.value]);
    if (follows && follows !== target) follows.toggleAttribute("data-rest", true);
    const open = others.filter((field) => field.value === "" || "rest" in field.dataset);
    delete target.dataset.rest;
    if (filled && ["old", target.name].includes(filled.value)) filled.value = "";
    if (open.length !== 1) return;
    const entered = [target, ...others].filter((field) => field !== open[0]);
    const left = entered.reduce((rest, field) => rest - sumIn(field.value), form.dataset.total);
    const isPossible = left >= 0;
    // What was left of another figure is not left of one that can't be.
    if (isPossible || "rest" in open[0].dataset) open[0].value = isPossible ? left : "";
    open[0].toggleAttribute("data-rest", isPossible);
    if (filled) filled.value = isPossible ? open[0].name : "";
  };
  document.addEventListener("input", ({ target }) => leaveRest(target));
  // So it is with what a photo counted, which came with the address.
  new URLSearchParams(location.search).forEach((_, name) => {
    const [field] = document.getElementsByName(name);
    if (field && field.value) leaveRest(field);
  });
})();
