"use strict";
/* What the outbox does, in one line for each entry: sending, kept on this phone, sent, not taken. */
(() => {
  const BRIEF = 2500; // milliseconds
  const root = document.documentElement, bar = document.querySelector(".outbox");
  const hour = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

  let sent = "", note = "", last = "", clears, slow;
  const button = (key, [words, does]) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", () => document.dispatchEvent(new CustomEvent("outbox:" + does, { detail: key })));
    return made;
  };
  const row = ([key, isBad, words, ...offers]) => {
    const made = document.createElement("p");
    made.classList.toggle("bad", isBad);
    made.append(words, ...offers.map((offer) => button(key, offer)));
    return made;
  };
  const draw = ({ entries, onAir }) => {
    const rows = entries.map((entry) => [entry.key, Boolean(entry.refused), lineOf(entry, onAir.has(entry.key), Date.now(), hour)]).filter(([, , line]) => line);
    const lines = [...rows.map(([key, isBad, line]) => [key, isBad, ...line]), ...[sent, note].filter(Boolean).map((words) => ["", false, words])];
    root.toggleAttribute("data-waits", entries.some((entry) => !entry.refused && entry.since));
    mark(entries.filter((entry) => !entry.refused && entry.since));
    if (JSON.stringify(lines) === last) return;
    last = JSON.stringify(lines);
    bar.replaceChildren(...lines.map(row));
  };
  // What has to wait for it says so to those who can't see that it is pale.
  const mark = (waits) => document.querySelectorAll("form[data-command]:not([data-taps], [data-after])").forEach((form) => {
    const held = waits.some(({ game }) => form.dataset.command === game);
    [...form.elements].filter((field) => field.type === "submit" && (held ? !field.hasAttribute("aria-disabled") : field.hasAttribute("data-held"))).forEach((field) => {
      field.toggleAttribute("data-held", held);
      if (held) field.setAttribute("aria-disabled", "true");
      else field.removeAttribute("aria-disabled");
    });
  });

  let seen = { entries: [], onAir: new Set() };
  const say = (words) => {
    note = words;
    clearTimeout(clears);
    clears = setTimeout(() => {
      note = sent = "";
      draw(seen);
    }, words ? 2 * BRIEF : BRIEF);
    draw(seen);
  };
  document.addEventListener("outbox", ({ detail }) => {
    seen = detail;
    clearTimeout(slow);
    slow = setTimeout(() => draw(seen), SLOW);
    const { entry, means, answer } = detail, isForgotten = means === "forgotten" || (entry && entry.forgotten);
    if (means === "taken" && (entry.since || isForgotten)) {
      sent = "Sent: “" + entry.label + "”." + (answer.before || isForgotten ? " It had been entered already." : "");
      say("");
    } else if (isForgotten) say("Forgotten. If it had arrived already you will see it on the sheet.");
    else draw(seen);
  });
  document.addEventListener("outbox:blocked", ({ detail: { tap, first } }) => {
    say("“" + first.label + "” has to be sent first. Then tap again for “" + tap.label + "”.");
  });
  document.addEventListener("htmx:afterSettle", () => draw(seen));
})();
