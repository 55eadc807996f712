"use strict";
/* What a safe line adds (https, or this very machine): a copy of the page for when the companion is away (worker.js), and the
   phone's own way to send a link or a picture; elsewhere a link is copied. Every page works without this file. */
(() => {
  const copy = (button) => { // without a safe line there is no navigator.clipboard
    const field = Object.assign(document.createElement("textarea"), { value: button.dataset.share });
    button.after(field);
    field.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Not copied: select the address and copy it";
    field.remove();
    button.focus();
  };
  document.querySelectorAll("[data-share]").forEach((button) => {
    const send = () => navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
    if (!navigator.share) button.textContent = "Copy the link";
    button.hidden = false;
    button.addEventListener("click", () => navigator.share ? send() : copy(button));
  });

  if (!window.isSecureContext) return;
  const root = document.documentElement, SOON = 2000; // milliseconds

  // A link to a picture hands it to another app where the phone can do that; elsewhere it saves the picture.
  const send = async (link) => {
    const file = new File([await (await fetch(link.href)).blob()], link.download, { type: "image/png" });
    await navigator.share({ files: [file] });
  };
  const takesFiles = () => navigator.canShare && navigator.canShare({ files: [new File(["."], "a.png", { type: "image/png" })] });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-picture]");
    if (!link || !takesFiles()) return;
    event.preventDefault();
    send(link).catch(({ name }) => { if (name !== "AbortError") location.assign(link.href); });
  });

  // A page out of this phone's store says how old it is; its forms get keys of their own, for theirs may be used up.
  const asOf = document.querySelector(".as-of");
  if (root.dataset.keptAt) {
    const at = new Date(Number(root.dataset.keptAt)), today = at.toDateString() === new Date().toDateString();
    const hour = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const day = at.toLocaleDateString([], { day: "numeric", month: "long" });
    asOf.querySelector("span").textContent = today ? hour : hour + ", " + day;
    asOf.hidden = false;
    document.querySelectorAll("input[name=key]").forEach((field) => {
      field.value = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    });
    ["line:there", "htmx:sseOpen"].forEach((name) => document.addEventListener(name, () => { asOf.hidden = true; }));
  }

  if (!navigator.serviceWorker) return;
  const worker = document.querySelector("link[rel=manifest]").href.replace(/[^/]*$/, "sw.js");
  navigator.serviceWorker.register(worker).catch(() => {});
  // The page that was open before there was a worker is kept by it, too.
  if (!navigator.serviceWorker.controller) navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ url: location.href }));
  let who, timer;
  const renew = () => {
    clearTimeout(timer);
    const { controller } = navigator.serviceWorker;
    if (controller && who !== undefined) controller.postMessage({ url: location.href, who });
    who = undefined;
  };
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    const said = xhr.getResponseHeader("Companion-For");
    if (!said || xhr.status === 204) return;
    who = said;
    clearTimeout(timer);
    timer = setTimeout(renew, SOON);
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) renew(); });
})();
