"use strict";
/* What the photo pages send and the outbox can't keep: a photo, which is larger than a phone's storage may be, and what was
   chosen in a list. If it does not get through it stays on its page, and is sent again by itself. Every page works without
   this file. */
(() => {
  const PAUSES = [1, 2, 4, 8, 15]; // seconds
  const BUSY = [429, 503], AWAY = [...BUSY, 502, 504];
  const HERE = " still here, and is sent again by itself. Stay on this page.";
  const LATE = "In a minute the photo did not get through. It is" + HERE;
  const LOST = "The companion can’t be reached. What you sent is" + HERE;
  const FULL = "The companion is busy just now. What you sent is" + HERE;
  const says = document.querySelector(".line");
  const isPhoto = (form) => form.enctype === "multipart/form-data";
  let lost = null, tries = 0, timer;

  const again = () => {
    clearTimeout(timer);
    if (!lost || document.hidden) return;
    const { form, how } = lost;
    lost = null;
    if (how.type === "submit") form.requestSubmit(how.submitter);
    else htmx.trigger(form, how.type);
  };
  const keep = ({ elt: form, triggeringEvent: how }, words) => {
    lost = { form, how };
    form.setAttribute("data-late", ""); // its button is in sight
    says.textContent = words;
    timer = setTimeout(again, 1000 * PAUSES[Math.min(tries, PAUSES.length - 1)]);
    tries += 1;
  };
  const done = () => {
    tries = 0;
    says.textContent = "";
  };

  const on = (name, hear) => document.addEventListener(name, ({ detail }) => {
    const { elt } = detail.requestConfig || detail;
    if (elt.matches("[data-again]")) hear(detail);
  });
  // What is larger than any photo is not even sent.
  const isTooLarge = (form) => [...form.elements].some(({ files }) => files && [...files].some(({ size }) => size > form.dataset.most));
  document.addEventListener("submit", (event) => {
    const { target: form } = event;
    if (!form.matches("[data-most]")) return;
    const tooLarge = isTooLarge(form), note = form.querySelector("[data-too-large]");
    note.toggleAttribute("hidden", !tooLarge);
    if (!tooLarge) return;
    document.querySelectorAll("[data-refused]").forEach((before) => before.setAttribute("hidden", ""));
    event.preventDefault();
    event.stopImmediatePropagation();
    form.removeAttribute("aria-busy");
    note.scrollIntoView({ block: "nearest" });
  }, true);
  addEventListener("beforeunload", (event) => { if (lost && isPhoto(lost.form)) event.preventDefault(); });
  on("htmx:configRequest", (detail) => { if (isPhoto(detail.elt)) detail.timeout = htmx.config.photoTimeout; });
  // Whatever is sent now takes the place of what waits.
  on("htmx:beforeRequest", () => {
    clearTimeout(timer);
    lost = null;
  });
  on("htmx:sendError", ({ requestConfig }) => keep(requestConfig, LOST));
  on("htmx:timeout", ({ requestConfig }) => keep(requestConfig, isPhoto(requestConfig.elt) ? LATE : LOST));
  on("htmx:beforeSwap", (detail) => {
    const { requestConfig, xhr: { status } } = detail;
    if (!AWAY.includes(status)) return done();
    detail.shouldSwap = false;
    return keep(requestConfig, BUSY.includes(status) ? FULL : LOST);
  });
  addEventListener("online", again);
  document.addEventListener("visibilitychange", again);

  // What the outbox kept and has sent since is not on this page yet; somebody adding cards finds the pad where it was.
  const place = (part) => part ? part.getBoundingClientRect().top : 0;
  const renew = async () => {
    const part = document.querySelector("[data-renews]"), pad = document.getElementById("missed"), url = new URL(location);
    if (!part) return;
    if (!window.htmx) return location.reload();
    const top = place(pad);
    if (pad && pad.open) url.searchParams.set("adding", "1");
    await htmx.ajax("GET", url.href, { target: "#" + part.id, swap: "outerHTML" });
    scrollBy({ top: place(document.getElementById("missed")) - top, behavior: "instant" });
  };
  document.addEventListener("outbox", ({ detail: { sent, entries } }) => { if (sent && !entries.length) renew(); });
  // Going back shows the page as it was left, and then as it is.
  addEventListener("pageshow", ({ persisted }) => {
    if (window.htmx && (persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward")) renew();
  });

  // Cards that a table does not take are shown there with its reason, as without a script: this page knows no table.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { requestConfig: { elt }, xhr: { status } } = detail;
    if (!elt.matches("[data-hands-over]") || status < 400 || AWAY.includes(status)) return;
    detail.shouldSwap = false;
    HTMLFormElement.prototype.submit.call(elt);
  });
})();
