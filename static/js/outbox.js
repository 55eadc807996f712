"use strict";
/* The outbox: what is entered is stored on this phone before it is sent, and deleted only when the companion has answered.
   Its key makes sending it twice harmless. Every page works without this file; waiting.js says what it does. */
(() => {
  const PREFIX = "outbox|";
  const MINUTE = 60000, TOO_OLD = 12 * 60 * MINUTE; // milliseconds
  const limit = () => window.htmx ? htmx.config.timeout : 8000; // htmx may not have come
  const PAUSES = [1, 2, 4, 8, 15]; // seconds
  const AWAY = [0, 429, 502, 503, 504];

  // On this phone: in its storage, or where that is full or denied in this page.
  const memory = new Map();
  const parse = (text) => { try { return [JSON.parse(text)]; } catch { return []; } };
  const stored = () => { try { return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).flatMap((name) => parse(localStorage.getItem(name))); } catch { return []; } };
  const all = () => [...new Map([...stored(), ...memory.values()].map((entry) => [entry.key, entry])).values()].sort((one, other) => one.at - other.at);
  const find = (key) => all().find((entry) => entry.key === key);
  // A browser has localStorage on its disk only seconds later. A database it has there at once: that copy outlives a kill.
  const disk = new Promise((done) => {
    const opened = indexedDB.open("outbox", 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore("entries", { keyPath: "key" });
    opened.onsuccess = () => done(opened.result);
  });
  const onDisk = (does) => disk.then((base) => does(base.transaction("entries", "readwrite", { durability: "strict" }).objectStore("entries"))).catch(() => { /* it is denied in this page */ });
  const put = (entry) => {
    memory.set(entry.key, entry);
    onDisk((entries) => entries.put(entry));
    try {
      localStorage.setItem(PREFIX + entry.key, JSON.stringify(entry));
      memory.delete(entry.key);
    } catch { /* it stays in memory */ }
  };
  const change = (key, what) => { if (find(key)) put({ ...find(key), ...what }); };
  const drop = (key) => {
    memory.delete(key);
    onDisk((entries) => entries.delete(key));
    try { localStorage.removeItem(PREFIX + key); } catch { /* it never was there */ }
  };

  // What a form says, for which game or photo, and behind what it waits.
  const STAMPS = ["key", "seen", "after"];
  const onAir = new Set();
  const isOpen = (entry) => !entry.refused;
  const gameOf = (url) => new URL(url, location).pathname.split("/")[2];
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const page = newKey();
  const content = (body) => String(new URLSearchParams([...new URLSearchParams(body)].filter(([name]) => !STAMPS.includes(name))));
  const label = (form, button) => {
    const around = button && button.closest(".field");
    const typed = [...form.elements].filter((field) => field.value && (field.matches("input[inputmode=numeric]") || (field.type === "text" && field.value !== field.defaultValue)) && (!around || around.contains(field)));
    const words = [around && around.querySelector("label"), button].map((each) => each && (each.getAttribute("aria-label") || each.textContent));
    return [...words, ...typed.map((field) => field.value)].filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
  };
  const entryOf = (form, button) => {
    const url = button && button.hasAttribute("formaction") ? button.formAction : form.action;
    const body = String(new URLSearchParams(new FormData(form, button)));
    const at = Math.max(Date.now(), ...all().map((entry) => entry.at + 1));
    return {
      key: form.elements.key.value, url, body, at, game: form.dataset.queuedAs || gameOf(url), page, label: label(form, button), after: [],
      asks: form.hasAttribute("data-asks"), over: Boolean(document.querySelector("[data-over]")), tries: 0,
    };
  };
  const behind = (entry, waits) => {
    const body = new URLSearchParams(entry.body), key = newKey(), after = waits.map((each) => each.key);
    body.set("key", key);
    after.forEach((each) => body.append("after", each));
    return { ...entry, key, after, body: String(body) };
  };

  // What a form has sent is no longer only typed, until somebody types on.
  const markSent = (form) => {
    [...form.elements].forEach((field) => field.setAttribute("data-sent", ""));
    form.dispatchEvent(new Event("outbox:sent", { bubbles: true }));
  };
  document.addEventListener("input", ({ target }) => document.getElementsByName(target.name).forEach((field) => field.removeAttribute("data-sent")));

  const show = (sent) => document.dispatchEvent(new CustomEvent("outbox", { detail: { entries: all(), onAir, sent } }));
  const blocked = (entry, first) => document.dispatchEvent(new CustomEvent("outbox:blocked", { detail: { entry, first } }));

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("[data-command]") || event.defaultPrevented) return;
    const entry = entryOf(form, submitter), waits = all().filter((each) => each.game === entry.game && isOpen(each));
    if (!waits.length) {
      put(entry);
      markSent(form);
      onAir.add(entry.key);
      setTimeout(() => { if (onAir.delete(entry.key)) flush(); }, 2 * limit()); // htmx never sent it
      show();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!waits.some((each) => onAir.has(each.key))) form.removeAttribute("aria-busy");
    const same = waits.some((each) => each.url === entry.url && content(each.body) === content(entry.body));
    if (form.matches("[data-after]") && !same) {
      put(behind(entry, waits));
      markSent(form);
    } else if (!same && waits[0].since) blocked(entry, waits[0]);
    else if (!same) document.dispatchEvent(new Event("unheard"));
    show();
    flush();
  }, true);

  // Sending again: one at a time, the oldest first; at once when the companion seems to be back, else after a pause.
  let timer, flushing = false;
  const later = () => {
    clearTimeout(timer);
    const first = all().find(isOpen);
    if (first) timer = setTimeout(flush, 1000 * PAUSES[Math.min(first.tries, PAUSES.length - 1)]);
  };
  const isOver = (entry) => !entry.over && document.querySelector("[data-over]") && entry.game === gameOf(location);
  const why = (entry) => {
    const age = Date.now() - entry.at;
    if (entry.agreed) return "";
    return age > TOO_OLD ? "old" : entry.asks && age > MINUTE ? "late" : isOver(entry) ? "over" : "";
  };
  const due = () => {
    all().forEach((entry) => { if (isOpen(entry) && !entry.asking && why(entry)) change(entry.key, { asking: why(entry) }); });
    const open = all().filter(isOpen);
    return open.find((entry) => !entry.asking && !onAir.has(entry.key) && !open.some((other) => entry.after.includes(other.key)));
  };
  const flush = async () => {
    if (flushing || onAir.size || document.hidden) return;
    flushing = true;
    try {
      for (let entry = due(); entry && await send(entry); entry = due());
    } finally {
      flushing = false;
      show();
      later();
    }
  };
  const send = async (entry) => {
    onAir.add(entry.key);
    show();
    try {
      const answer = await fetch(entry.url, { method: "POST", body: new URLSearchParams(entry.body), headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(limit()) });
      return answered(entry, answer.status, (name) => answer.headers.get(name), await answer.text());
    } catch {
      return answered(entry, 0);
    }
  };

  const says = (html) => {
    const alert = new DOMParser().parseFromString(html, "text/html").querySelector(".alert.bad, [role=alert], h1 ~ p");
    return alert ? [...(alert.children.length ? alert.querySelectorAll("p, strong") : [alert])].map((each) => each.textContent.trim().replace(/\s+/g, " ")).join(" ") : "";
  };
  // What waited behind one that was not taken was meant for another game than there is now.
  const stop = (key) => all().filter((entry) => entry.after.includes(key)).forEach((entry) => change(entry.key, { refused: "What came before it was not taken, so this was not sent." }));
  // shown: htmx has put the answer on the page.
  const answered = (entry, status, header, html, shown) => {
    onAir.delete(entry.key);
    if (AWAY.includes(status)) {
      change(entry.key, { since: entry.since || Date.now(), tries: entry.tries + 1, because: html ? says(html) : "" });
      return false;
    }
    const taken = status < 400;
    if (taken || shown) drop(entry.key);
    else change(entry.key, { refused: says(html) || "The companion did not take it." });
    if (!taken) stop(entry.key);
    show(taken && entry.since ? { label: entry.label, before: header("Companion-Replayed") } : null);
    if (!shown) renew(entry, taken && header("HX-Redirect"));
    return true;
  };
  const renew = (entry, on) => {
    if (on && entry.page === page && !all().some(isOpen)) location.assign(on);
    if (window.htmx) document.querySelectorAll("[data-live]").forEach((part) => htmx.trigger(part, "sse:changed"));
  };

  document.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
    const key = requestConfig.formData && requestConfig.formData.get("key");
    const entry = key && onAir.has(key) && find(key);
    if (!entry) return;
    answered(entry, xhr.status, (name) => xhr.getResponseHeader(name), xhr.responseText, true);
    show();
    if (all().some((other) => other.after.includes(key))) flush();
    else later();
  });
  // Whether it is busy or away, the answer says nothing of what was entered: that stays where it is.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.requestConfig.elt.matches("[data-command]") && AWAY.includes(detail.xhr.status)) detail.shouldSwap = false;
  });

  document.addEventListener("outbox:forget", ({ detail: key }) => {
    drop(key);
    stop(key);
    show();
    later();
  });
  document.addEventListener("outbox:send", ({ detail: key }) => {
    change(key, { agreed: true, asking: "" });
    flush();
  });
  onDisk((entries) => {
    entries.getAll().onsuccess = ({ target }) => {
      const lost = target.result.filter(({ key }) => !find(key));
      lost.forEach((entry) => memory.set(entry.key, entry));
      if (lost.length) flush();
    };
  });
  ["online", "focus", "pageshow", "storage"].forEach((name) => addEventListener(name, () => {
    show();
    if (name !== "storage") flush();
  }));
  ["visibilitychange", "htmx:sseOpen", "line:there"].forEach((name) => document.addEventListener(name, flush));
})();
