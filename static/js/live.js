"use strict";
/* Following what other phones write. Every page works without this file. */
(() => {
  // A signal of what is on the page already asks for nothing; one that came while the page was being renewed is kept.
  let newest = 0;
  const heard = (event) => { newest = Math.max(newest, Number(event.data)); };
  // What was asked for at a signal and did not come is asked for again at the next beat.
  let missed = false;
  const renew = () => document.querySelectorAll("[data-live]").forEach((part) => htmx.trigger(part, "sse:changed", {}));
  const beat = () => {
    if (missed) renew();
    missed = false;
  };
  ["htmx:sendError", "htmx:timeout"].forEach((name) => document.addEventListener(name, ({ target }) => {
    missed = missed || target.matches("[data-live]");
  }));
  document.addEventListener("htmx:sseOpen", ({ detail: { source } }) => {
    source.addEventListener("changed", heard);
    source.addEventListener("beat", beat);
  });
  document.addEventListener("sse:changed", (event) => {
    if (event.detail.data === event.target.dataset.live) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("htmx:afterSettle", () => document.querySelectorAll("[data-live]").forEach((part) => {
    if (newest > Number(part.dataset.live)) htmx.trigger(part, "sse:changed", { data: String(newest) });
  }));

  // A deal that was opened on the sheet stays open while others write.
  let opened = [];
  ["htmx:beforeSwap", "htmx:sseBeforeMessage"].forEach((name) => document.addEventListener(name, () => {
    opened = [...document.querySelectorAll("details.of-deal[open]")].map((deal) => deal.id);
  }));
  document.addEventListener("htmx:afterSettle", () => opened.splice(0).forEach((id) => {
    const deal = document.getElementById(id);
    if (deal) deal.open = true;
  }));

  // No news takes away what is being typed here, or came back and is not written: it is announced instead. What was sent
  // already (outbox.js) may go.
  const typing = (part) => [...part.querySelectorAll("input:not([data-sent])")].some((field) => field.matches("[data-unwritten] *")
    || (field.checked !== field.defaultChecked) || (field.type !== "hidden" && field.value !== field.defaultValue));
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, shouldSwap, xhr } = event.detail;
    const part = requestConfig.elt;
    if (!shouldSwap || !part.matches("[data-live]") || !typing(part)) return;
    event.detail.shouldSwap = false;
    const alert = part.querySelector(".moved-on"), page = new DOMParser().parseFromString(xhr.response, "text/html");
    const gone = page.querySelector("#error[data-gone]");
    if (gone) alert.replaceChildren(...gone.children);
    alert.removeAttribute("hidden");
  });
})();
