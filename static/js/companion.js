"use strict";
/* Comforts only: every page works without this file. */
(() => {
  const LONGEST = 2000;
  const TAIL = 65536; // bytes; a phone may write something of its own after a photo's end

  // A second tap on a button that is already at work does nothing; where each tap adds something, it waits its turn.
  const taps = [];
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (form.getAttribute("aria-busy") === "true") {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (form.hasAttribute("data-taps") && submitter) taps.push([form.id, submitter.name, submitter.value]);
      return;
    }
    form.setAttribute("aria-busy", "true");
  }, true);
  addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach((form) => form.removeAttribute("aria-busy")));
  document.addEventListener("htmx:afterRequest", ({ detail }) => detail.elt.removeAttribute("aria-busy"));
  document.addEventListener("htmx:afterSettle", () => {
    const [id, name, value] = taps.shift() || [];
    const form = id && document.getElementById(id);
    const button = form && [...form.elements].find((field) => field.name === name && field.value === value && field.type === "submit");
    if (button) button.click();
  });

  // Typed text survives a reload and a lost connection, until the game has moved on.
  const slot = (field) => {
    const seen = field.form.elements.seen;
    return ["kept", location.pathname, seen ? seen.value : "", field.name].join("|");
  };
  // A deal that is told again has its own address for each step, and the forms of several phases at one path.
  const keeps = (field) => field.form && field.form.hasAttribute("data-keep") && /^(text|search|textarea)$/.test(field.type)
    && !field.form.closest("[data-told]");
  document.addEventListener("input", (event) => {
    try { if (keeps(event.target)) sessionStorage.setItem(slot(event.target), event.target.value); } catch { /* storage is off */ }
  });
  const restore = () => document.querySelectorAll("input").forEach((field) => {
    try {
      const kept = keeps(field) && field.getAttribute("aria-invalid") !== "true" && sessionStorage.getItem(slot(field));
      if (kept) field.value = kept;
    } catch { /* storage is off */ }
  });

  // What is typed into one form stays while another on the page is sent.
  let typed = [];
  document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt } } }) => {
    typed = elt.matches("form") ? [...document.querySelectorAll("input")].filter((field) => keeps(field) && field.form !== elt
      && field.value !== field.defaultValue) : [];
  });
  const carry = () => typed.splice(0).forEach((old) => {
    const field = document.getElementById(old.id);
    if (field && keeps(field) && field.value === old.defaultValue) field.value = old.value;
  });

  // Of the sides' trick points all but one are enough: the last is what is left, and follows until somebody types it.
  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (!form || !form.dataset.total || !target.name.startsWith("points-")) return;
    const others = [...form.elements].filter((field) => field.name.startsWith("points-") && field !== target);
    const open = others.length === 1 ? others : others.filter((field) => field.value === "" || "rest" in field.dataset);
    delete target.dataset.rest;
    if (open.length !== 1) return;
    const told = [target, ...others].filter((field) => field !== open[0]);
    const left = told.reduce((rest, field) => rest - field.value, form.dataset.total);
    if (!told.every((field) => /^\d+$/.test(field.value)) || left < 0) return;
    open[0].value = left;
    open[0].dataset.rest = "";
  });

  // Of a deal that is told again a figure is there already: whoever taps it types another in its place.
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches("[data-told] input.amount")) target.select();
  });

  // Where nothing gets through, the page says so; the same form may be sent again, for it never counts twice.
  document.addEventListener("htmx:sendError", ({ detail }) => {
    taps.length = 0;
    const note = detail.elt.matches("form") && document.querySelector(".no-line");
    if (note) note.removeAttribute("hidden");
  });

  // A signal of what is on the page already asks for nothing; one that came while the page was being renewed is kept.
  let newest = 0;
  const heard = (event) => { newest = Math.max(newest, Number(event.data)); };
  document.addEventListener("htmx:sseOpen", ({ detail }) => detail.source.addEventListener("changed", heard));
  document.addEventListener("sse:changed", (event) => {
    if (event.detail.data === event.target.dataset.live) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("htmx:afterSettle", () => document.querySelectorAll("[data-live]").forEach((part) => {
    if (newest > Number(part.dataset.live)) htmx.trigger(part, "sse:changed", { data: String(newest) });
  }));

  // A deal that was opened on the sheet stays open while others write.
  let opened = [];
  document.addEventListener("htmx:beforeSwap", () => {
    opened = [...document.querySelectorAll("details.of-deal[open]")].map((deal) => deal.id);
  });
  document.addEventListener("htmx:afterSettle", () => opened.splice(0).forEach((id) => {
    const deal = document.getElementById(id);
    if (deal) deal.open = true;
  }));

  // Another phone's news never takes away what is being typed here: it is announced instead.
  const typing = (part) => [...part.querySelectorAll("input")].some((field) => (field.checked !== field.defaultChecked)
    || (field.type !== "hidden" && field.value !== field.defaultValue));
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, shouldSwap } = event.detail;
    const part = requestConfig.elt;
    if (!shouldSwap || !part.matches("[data-live]") || !typing(part)) return;
    event.detail.shouldSwap = false;
    part.querySelector(".moved-on").removeAttribute("hidden");
  });

  // A photo is made smaller on the phone, so that it is sent in a second; if that fails it goes as it is.
  const shrink = (file) => new Promise((done, fail) => {
    const picture = new Image();
    picture.onerror = fail;
    picture.onload = () => {
      const scale = Math.min(1, LONGEST / Math.max(picture.naturalWidth, picture.naturalHeight));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.naturalWidth * scale);
      canvas.height = Math.round(picture.naturalHeight * scale);
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(picture.src);
      canvas.toBlob((blob) => blob ? done(new File([blob], "photo.jpg", { type: "image/jpeg" })) : fail(), "image/jpeg", 0.9);
    };
    picture.src = URL.createObjectURL(file);
  });
  // A browser draws the half that it has of a JPEG without an end; the server says instead what is wrong with it.
  const isCutOff = async (file) => {
    const parts = [file.slice(0, 2), file.slice(-TAIL)].map(async (part) => new Uint8Array(await part.arrayBuffer()));
    const [head, tail] = await Promise.all(parts);
    return head[0] === 0xff && head[1] === 0xd8 && !tail.some((byte, at) => byte === 0xff && tail[at + 1] === 0xd9);
  };
  document.addEventListener("change", async (event) => {
    const input = event.target;
    if (!input.matches("input[type=file][data-shrink]") || !input.files.length) return;
    try {
      const [file] = input.files;
      if (!await isCutOff(file)) {
        const bag = new DataTransfer();
        bag.items.add(await shrink(file));
        input.files = bag.files;
      }
    } catch { /* sent as it is */ }
    input.form.requestSubmit();
  });

  // The score stays lit on the table, where the browser allows it (https or this machine).
  const light = () => {
    if (document.querySelector("[data-awake]") && navigator.wakeLock && document.visibilityState === "visible")
      navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", light);
  document.addEventListener("pointerdown", light, { once: true });

  // The log's hours as this phone's clock shows them; the server only knows UTC.
  const localise = () => document.querySelectorAll("time[data-clock]").forEach((time) => {
    time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  });

  const arrive = () => {
    restore();
    carry();
    localise();
    const alert = document.querySelector(".alert.bad[tabindex]");
    if (alert) alert.focus();
  };
  document.addEventListener("htmx:afterSettle", arrive);
  arrive();
})();
