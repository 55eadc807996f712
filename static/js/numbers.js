"use strict";
/* A number takes few taps: focus selects it, so that typing replaces it, and the buttons beside it go up and
   down. So it is with a name that was filled in at a seat. Without this file both are typed. */
(() => {
  const isReplaced = (field) => field.matches("input[inputmode=numeric], .seat input[type=text]");
  // The finger that comes to a field would put the cursor into it once it is lifted: what is there is marked again then.
  let came = null;
  document.addEventListener("focusin", ({ target }) => {
    came = isReplaced(target) ? target : null;
    if (came) came.select();
  });
  document.addEventListener("click", ({ target }) => {
    if (target === came) came.select();
    came = null;
    const button = target.closest(".by");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    const by = Number(button.dataset.by);
    const unit = Math.abs(Number(button.parentElement.querySelector(".by:not([data-by^='-'])").dataset.by));
    const is = Number(field.value.replace(/\D/g, ""));
    const steps = (is + by) / unit;
    const next = Math.max(0, (by > 0 ? Math.floor(steps) : Math.ceil(steps)) * unit);
    field.value = field.value === "" && field.dataset.first ? field.dataset.first : next;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
