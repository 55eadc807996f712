"use strict";
/* Comforts at the table: what the counters come to, the hours of the log,
   the score read aloud, what a deal made, the focus and the refusal in sight, what is folded in print.
   Every page works without this file. */
(() => {
  // Enter goes on to the next field of the pad, and from the last one writes it down.
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (key !== "Enter" || !target.matches(".score-pad input:not([type])")) return;
    const fields = [...target.form.querySelectorAll("input:not([type])")];
    const next = fields[fields.indexOf(target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });

  // A figure that was typed before the line which foresees the result could hear it, or that came back with the page.
  const foresee = () => {
    const line = document.querySelector(".foreseen");
    const isTyped = (field) => field.name.startsWith("points-") && field.value !== field.defaultValue;
    if (line && [...document.querySelector("#count, #pad").elements].some(isTyped)) line.dispatchEvent(new Event("typed"));
  };
  // Only a whole pad has a result. A question stays.
  const repair = () => {
    const alert = document.querySelector(".says > .alert");
    if (!alert || alert.querySelector("button") || !document.querySelector(".foreseen > span")) return;
    alert.remove();
    document.querySelectorAll("#pad [aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
  };
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.matches(".foreseen")) repair();
    else foresee();
  });
  addEventListener("pageshow", foresee);

  // A print has what is folded; Safari before 18.4 and Firefox before 143 don't know the style that shows it.
  let unfolded = [];
  const unfold = () => {
    const folded = [...document.querySelectorAll("details.print-open:not([open])")];
    folded.forEach((each) => { each.open = true; });
    unfolded.push(...folded);
  };
  const fold = () => {
    unfolded.forEach((each) => { each.open = false; });
    unfolded = [];
  };
  addEventListener("beforeprint", unfold);
  addEventListener("afterprint", fold);
  matchMedia("print").addEventListener("change", ({ matches }) => { if (matches) unfold(); else fold(); });

  // What keeps the screen on is fetched at the first tap, without which no browser lets it.
  const stayOn = () => {
    const open = document.querySelector("[data-awake]");
    if (open) import(open.dataset.awake.split(" ")[0]).catch(() => { /* no line: the screen may go dark */ });
  };
  for (const each of ["pointerdown", "keydown"]) document.addEventListener(each, stayOn, { once: true });

  // The log's hours as this phone's clock shows them; the server only knows UTC.
  const localise = () => document.querySelectorAll("time[data-clock]").forEach((time) => {
    time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  });

  // The score or a meld for those who cannot see the screen.
  document.documentElement.classList.toggle("has-voice", Boolean(window.speechSynthesis));
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-read]");
    if (!button) return;
    speechSynthesis.cancel();
    const said = new SpeechSynthesisUtterance(button.dataset.read);
    said.lang = document.documentElement.lang;
    speechSynthesis.speak(said);
  });

  // The button that wrote is gone once the page shows what it wrote, and the focus with it: it goes on to what the deal made,
  // or to what is asked next. What another phone wrote moves no focus, but is said.
  const made = () => document.querySelector(".made")?.textContent || "";
  let said = made();
  document.addEventListener("htmx:afterSettle", ({ target, detail: { requestConfig } }) => {
    if (document.querySelector(".alert.bad")) return;
    const now = made(), isNew = now !== said, region = document.querySelector("[data-said]");
    said = now;
    const isOwn = requestConfig && requestConfig.verb === "post", line = isOwn && isNew && document.querySelector(".made");
    if (region && isNew) region.textContent = line ? "" : now;
    const isLost = isOwn && document.activeElement === document.body;
    const next = line || isLost && (target.matches("h2") ? target : target.querySelector("h2"));
    if (!next) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  });
  // That it is written can be felt.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (elt.matches("[data-keep], .actions") && xhr.getResponseHeader("HX-Replace-Url")) navigator.vibrate?.(30);
  });

  // What gets the focus is in sight: how high that is which stays at the top and at the bottom of the screen, with these
  // names and this size of text. Without this the style sheets leave room for what is usual.
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
  const watch = () => {
    sizes.disconnect();
    all(".line, .as-of, .outbox, .actions, .meld > .total").forEach((part) => sizes.observe(part));
    measure();
  };

  const arrive = () => {
    watch();
    localise();
    const alert = document.querySelector(".alert.bad[tabindex]");
    if (!alert) return;
    alert.focus();
    // htmx goes to the top of the page only after this.
    queueMicrotask(() => (alert.closest(".pad-actions") || alert).scrollIntoView({ block: "nearest" }));
  };
  document.addEventListener("htmx:afterSettle", arrive);
  arrive();
})();
