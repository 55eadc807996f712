"use strict";
/* The outbox: what a form says goes through the queue (queue.js), which is given this browser's storage and its line. Every page
   works without this file; waiting.js says what it does. */
(() => {
  const limit = () => window.htmx ? htmx.config.timeout : 8000; // milliseconds; htmx may not have come
  const base = new URL(".", document.querySelector("link[rel=manifest]").href).pathname;
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const page = newKey();

  // A database is on the disk at once: that copy outlives a kill. isThere: one that is not is not made.
  const open = (name, isThere) => new Promise((done) => {
    const opened = indexedDB.open(name, 1);
    opened.onupgradeneeded = () => isThere ? opened.transaction.abort() : opened.result.createObjectStore("entries", { keyPath: "key" });
    opened.onsuccess = () => done(opened.result);
  });
  const does = (database, what) => database.then((opened) => new Promise((done) => {
    const transaction = opened.transaction("entries", "readwrite", { durability: "strict" });
    const request = what(transaction.objectStore("entries"));
    transaction.oncomplete = () => done(request.result);
  }));
  const mine = open("outbox " + base);
  const onDisk = (what) => does(mine, what).catch(() => []); // it is denied in this page
  const disk = { put: (entry) => onDisk((entries) => entries.put(entry)), delete: (key) => onDisk((entries) => entries.delete(key)) };
  const pages = new BroadcastChannel("outbox " + base);
  const store = openStore(base, () => localStorage, disk, (key) => pages.postMessage(key));

  const answerOf = (status, header, html) => ({
    status, says: status < 400 ? "" : saidIn(html), wait: Number(header("Retry-After")) || 0, on: header("HX-Redirect"), before: header("Companion-Replayed"),
    isBehind: html.includes("data-brief"),
  });
  const post = async (entry) => {
    const asked = { method: "POST", body: bodyOf(entry), headers: { "HX-Request": "true" }, signal: timeoutAfter(limit()) };
    const answer = await fetch(entry.url, asked).catch(() => null); // only this is a lost line: what breaks elsewhere is a fault
    const html = answer && await answer.text().catch(() => null);
    return html === null ? { status: 0, says: "" } : answerOf(answer.status, (name) => answer.headers.get(name), html);
  };
  const renew = ({ entry, means, answer: { on } }) => {
    if (on && means === "taken" && entry.page === page && !queue.isWaiting()) location.assign(on);
    if (window.htmx) document.querySelectorAll("[data-live]").forEach((part) => htmx.trigger(part, "sse:changed"));
  };
  const hear = (what) => {
    document.dispatchEvent(new CustomEvent("outbox", { detail: { entries: store.all(), onAir: queue.onAir, ...what } }));
    if (what && what.answer && what.means !== "away" && !what.isShown) renew(what);
  };
  const overGame = () => document.querySelector("[data-over]")?.dataset.over;
  const queue = openQueue({ store, post, clock: { now: () => Date.now(), since: () => performance.now() }, page, newKey, overGame, hear });

  let timer;
  const later = () => {
    clearTimeout(timer);
    if (queue.pause()) timer = setTimeout(flush, queue.pause());
  };
  const flush = async () => {
    if (!document.hidden) await queue.flush();
    later();
  };

  // What is in a row that has a name to be called by, or none: "Ann", "meld 40 and 20".
  const sayingOf = (row) => {
    const fields = [...row.querySelectorAll("input")].filter((field) => field.type === "text" || field.checked);
    if (!fields.some(({ value }) => value)) return "";
    const says = fields.reduce((before, field) => before + (field.type === "text" ? (before && " and ") + (field.value || "–") : " " + field.closest("label").textContent), "");
    return (row.dataset.say && ", " + row.dataset.say) + " " + says;
  };
  const labelOf = (form, button) => {
    const says = [...form.querySelectorAll("[data-say]")].map(sayingOf).join("").replace(/\s+/g, " ").replace(/^[ ,]+/, "").trim();
    const isOther = button && (button.name || button.hasAttribute("formaction"));
    if (says) return (isOther ? button.textContent.trim() + " – " : "") + says;
    const around = button && button.closest(".field");
    const typed = [...form.elements].filter((field) => field.value && (field.matches("input[inputmode]") || (field.type === "text" && field.value !== field.defaultValue)) && (!around || around.contains(field)));
    const words = [around && around.querySelector("label"), button].map((each) => each && (each.getAttribute("aria-label") || each.textContent));
    return [...words, ...typed.map((field) => field.value)].filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
  };
  const tapOf = (form, button) => ({
    key: form.elements.key.value, game: form.dataset.command, url: button && button.hasAttribute("formaction") ? button.formAction : form.action,
    body: String(fieldsOf(form, button)), label: labelOf(form, button), asks: form.hasAttribute("data-asks"), over: Boolean(overGame()),
  });
  // What a form has sent is no longer only typed, until somebody types on.
  const markSent = (form) => {
    [...form.elements].forEach((field) => field.setAttribute("data-sent", ""));
    form.dispatchEvent(new Event("outbox:sent", { bubbles: true }));
  };
  document.addEventListener("input", ({ target }) => document.getElementsByName(target.name).forEach((field) => field.removeAttribute("data-sent")));
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("[data-command]") || event.defaultPrevented) return;
    const tap = tapOf(form, submitter), [what, first] = queue.take(tap, form.matches("[data-after]"));
    if (["sent", "kept"].includes(what)) markSent(form);
    if (what === "sent") {
      setTimeout(() => { if (queue.onAir.delete(tap.key)) flush(); }, 2 * limit()); // htmx never sent it
      hear();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!queue.onAir.size) form.removeAttribute("aria-busy");
    if (what === "first" && first.since) document.dispatchEvent(new CustomEvent("outbox:blocked", { detail: { tap, first } }));
    else if (what === "first") document.dispatchEvent(new Event("unheard"));
    hear();
    flush();
  }, true);

  document.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
    const key = requestConfig.formData && requestConfig.formData.get("key");
    const entry = key && queue.onAir.has(key) && store.find(key);
    if (!entry) return;
    queue.answered(entry, answerOf(xhr.status, (name) => xhr.getResponseHeader(name), xhr.responseText), true);
    if (store.all().some(({ after }) => after.includes(key))) flush();
    else later();
  });
  // Where an answer says nothing of what was entered, that stays where it is.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.requestConfig.elt.matches("[data-command]") && meaningOf(detail.xhr.status) === "away") detail.shouldSwap = false;
  });

  document.addEventListener("outbox:forget", ({ detail: key }) => {
    queue.forget(key);
    later();
  });
  // Its answer shows what others entered beside it, and what can be done; from there on it is no longer kept.
  document.addEventListener("outbox:both", ({ detail: key }) => {
    const entry = store.find(key);
    if (!entry) return hear();
    const { pathname } = new URL(base + "game/" + entry.game + "/", location);
    if (location.pathname !== pathname || !window.htmx) return location.assign(pathname);
    queue.onAir.add(key);
    htmx.ajax("POST", entry.url, { source: document.body, target: "#table", swap: "outerHTML show:window:top", values: Object.fromEntries(new URLSearchParams(bodyOf(entry))) });
  });
  document.addEventListener("outbox:send", ({ detail: key }) => queue.sendAgain(key).then(later));
  pages.onmessage = ({ data: key }) => {
    store.lose(key);
    hear();
  };

  store.carryOver();
  onDisk((entries) => entries.getAll()).then((entries) => {
    store.recover(entries);
    if (entries.length) flush();
  });
  // What was kept under the old name, which other companions of this address may still need.
  const carryDisk = async () => {
    const old = open("outbox", true), ours = (await does(old, (entries) => entries.getAll())).filter(store.isOurs);
    ours.forEach(store.adopt);
    await onDisk((entries) => entries.count()); // after what was put before it
    for (const { key } of ours) await does(old, (entries) => entries.delete(key));
    const left = await does(old, (entries) => entries.count());
    (await old).close();
    if (!left) indexedDB.deleteDatabase("outbox");
    if (ours.length) flush();
  };
  carryDisk().catch(() => { /* it is denied in this page */ });

  ["online", "focus", "pageshow", "storage"].forEach((name) => addEventListener(name, () => {
    hear();
    if (name !== "storage") flush();
  }));
  ["visibilitychange", "htmx:sseOpen", "line:there"].forEach((name) => document.addEventListener(name, flush));
})();
