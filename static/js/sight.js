"use strict";
/* What gets the focus is in sight: how high that is which stays at the top and at the bottom of the screen, with these names
   and this size of text. Without this file the style sheets leave room for what is usual. */
(() => {
  const all = (parts) => [...document.querySelectorAll(parts)];
  const highest = (parts) => Math.max(0, ...all(parts).map((part) => part.offsetHeight)) + "px";
  // On the root alone: a style of what htmx swaps would be written into the page, which its policy forbids.
  const { style } = document.documentElement;
  const measure = () => {
    style.setProperty("--over", highest(".line, .as-of, .outbox"));
    style.setProperty("--under", highest(".actions:not(.pad-actions)"));
    style.setProperty("--sum", highest(".meld > .total"));
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
