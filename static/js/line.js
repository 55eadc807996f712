"use strict";
/* The mark in the bar: whether the companion is there. It turns within five seconds. Every page works without this file. */
(() => {
  // A stream beats every two seconds. Where it is quiet for longer, or there is none, the page asks by itself.
  const QUIET = 2500, PATIENCE = 1500, LOOK = 500;
  const root = document.documentElement, says = document.querySelector(".line");
  if (!document.querySelector("[data-live]")) return;
  let heardAt = 0, asking = false;
  const show = (there) => {
    if (root.dataset.line === (there ? "there" : "lost")) return;
    if (there && root.dataset.line) document.dispatchEvent(new Event("line:there"));
    root.dataset.line = there ? "there" : "lost";
    says.textContent = there ? "" : "No connection to the companion. This page goes on by itself as soon as there is one.";
  };
  const hear = () => {
    heardAt = Date.now();
    show(true);
  };
  // The line is there before the stream is, which takes its time to come back: what was missed meanwhile is fetched, and
  // so is the page that says why this phone sees the game no more, to which no stream comes back.
  const heard = ({ status }) => {
    hear();
    const part = document.querySelector("[data-live]");
    if (part && [200, 403, 404, 410].includes(status) && window.htmx) htmx.trigger(part, "sse:changed", {});
  };
  const ask = () => {
    const part = document.querySelector("[data-live]");
    if (asking || !part || document.hidden || Date.now() - heardAt < QUIET) return;
    const asked = fetch(part.getAttribute("hx-get"), { headers: { "HX-Request": "true" }, signal: timeoutAfter(PATIENCE) });
    asking = true;
    asked.then(heard, () => show(false)).finally(() => { asking = false; });
  };
  const doubt = () => {
    heardAt = 0;
    ask();
  };
  // Offline an open stream proves nothing; but the companion may be on this machine.
  const beat = () => navigator.onLine ? hear() : ask();
  document.addEventListener("htmx:sseOpen", ({ detail }) => {
    hear();
    ["beat", "changed", "page"].forEach((name) => detail.source.addEventListener(name, beat));
  });
  document.addEventListener("htmx:sseError", doubt);
  addEventListener("offline", doubt);
  setInterval(ask, LOOK);
})();
