"use strict";
/* What the photo pages send and the outbox can't keep: a photo, which is larger than a phone's storage may be, and what was
   chosen in a list. If it does not get through it stays on its page, and is sent again by itself. Every page works without
   this file. */
(() => {
  const HERE = " still here, and is sent again by itself. Stay on this page.";
  const LATE = "In a minute the photo did not get through. It is" + HERE;
  const LOST = "The companion can’t be reached. What you sent is" + HERE;
  const FULL = "The companion is busy just now. What you sent is" + HERE;
  const GONE = "What you chose was not sent, and this page has changed. Choose it again.";
  const says = document.querySelector(".line");
  const isPhoto = (form) => form.enctype === "multipart/form-data";
  let timer;

  // What the outbox has sent meanwhile may have replaced the form: what was chosen is put into the one that is there now.
  const find = ({ form: before }) => {
    if (before.isConnected) return before;
    const form = document.querySelector("[data-again][hx-post=\"" + before.getAttribute("hx-post") + "\"]");
    if (form) [...before.elements].filter(({ type }) => type !== "hidden").forEach(({ name, value, checked }) => {
      const field = form.elements[name];
      if (field) [field.value, field.checked] = [value, checked];
    });
    return form;
  };
  const latest = openLatest({
    find,
    send: (form, { how }) => how.type === "submit" ? submitForm(form, how.submitter) : htmx.trigger(form, how.type),
    lost: () => { says.textContent = GONE; },
    later: (pause) => { timer = setTimeout(again, pause); },
  });
  const again = () => {
    clearTimeout(timer);
    return !document.hidden && latest.again();
  };
  // Of an answer, or that there is none; why is said.
  const hear = ({ elt: form, triggeringEvent: how }, status, why) => {
    const isAway = latest.answered({ form, how }, status);
    form.toggleAttribute("data-late", isAway); // its button is in sight
    says.textContent = isAway ? why : "";
    return isAway;
  };

  const on = (name, does) => document.addEventListener(name, ({ detail }) => {
    const { elt } = detail.requestConfig || detail;
    if (elt.matches("[data-again]")) does(detail);
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
  addEventListener("beforeunload", (event) => { if (latest.waiting() && isPhoto(latest.waiting().form)) event.preventDefault(); });
  on("htmx:configRequest", (detail) => { if (isPhoto(detail.elt)) detail.timeout = htmx.config.photoTimeout; });
  on("htmx:beforeRequest", () => {
    clearTimeout(timer);
    latest.sending();
  });
  on("htmx:sendError", ({ requestConfig }) => hear(requestConfig, 0, LOST));
  on("htmx:timeout", ({ requestConfig }) => hear(requestConfig, 0, isPhoto(requestConfig.elt) ? LATE : LOST));
  on("htmx:beforeSwap", (detail) => {
    const { requestConfig, xhr: { status, responseText } } = detail, said = saidIn(responseText);
    const why = said ? said + " What you sent is" + HERE : [429, 503].includes(status) ? FULL : LOST;
    if (hear(requestConfig, status, why)) detail.shouldSwap = false;
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
  // What was chosen meanwhile goes first: its answer brings the page.
  document.addEventListener("outbox", ({ detail: { means, isShown, entries } }) => {
    if (means === "taken" && !isShown && !entries.length && !again()) renew();
  });
  // Going back shows the page as it was left, and then as it is.
  addEventListener("pageshow", ({ persisted }) => {
    if (window.htmx && (persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward")) renew();
  });

  // Cards that a table does not take are shown there with its reason, as without a script: this page knows no table.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { requestConfig: { elt }, xhr: { status } } = detail;
    if (!elt.matches("[data-hands-over]") || meaningOf(status) !== "back") return;
    detail.shouldSwap = false;
    HTMLFormElement.prototype.submit.call(elt);
  });
})();
