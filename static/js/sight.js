"use strict";
/* What gets the focus is in sight: how high that is which stays at the top and at the bottom of the screen, with these names
   and this size of text. Without this file the style sheets leave room for what is usual. */
(() => {
  const all = (parts) => [...document.querySelectorAll(parts)];
  const highest = (parts) => Math.max(0, ...all(parts).map((part) => part.offsetHeight)) + "px";
  const measure = () => {
    document.documentElement.style.setProperty("--over", highest(".line, .as-of, .outbox"));
    document.documentElement.style.setProperty("--under", highest(".actions"));
    all(".meld > .total").forEach((sum) => sum.parentElement.style.setProperty("--sum", sum.offsetHeight + "px"));
  };
  const sizes = new ResizeObserver(measure);
  const arrive = () => {
    sizes.disconnect();
    all(".line, .as-of, .outbox, .actions, .meld > .total").forEach((part) => sizes.observe(part));
    measure();
  };
  document.addEventListener("htmx:afterSettle", arrive);
  arrive();
})();
