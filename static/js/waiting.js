"use strict";
/* What the outbox does, in one line for each entry: sending, kept on this phone, sent, not taken. */
(() => {
  const SLOW = 1000, BRIEF = 2500; // milliseconds
  const root = document.documentElement, bar = document.querySelector(".outbox");
  const hour = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const ASKS = {
    late: "was not sent in time. Is it still meant?",
    old: "was never sent, and that is long ago. Is it still meant?",
    over: "was never sent, and the game is over. Is it still meant?",
  };
  const line = (entry, onAir) => {
    const what = "“" + entry.label + "”", forget = ["Forget it", "outbox:forget", entry.key];
    if (entry.refused) return [what + " was not taken. " + entry.refused, forget];
    if (entry.asking) return [what + " " + ASKS[entry.asking], ["Send it now", "outbox:send", entry.key], forget];
    if (entry.since || entry.after.length) return [what + " is kept on this phone; trying again (since " + hour(entry.since || entry.at) + "). " + (entry.because || ""), forget];
    return onAir.has(entry.key) && Date.now() - entry.at < SLOW ? null : ["Sending " + what + " …"];
  };

  let sent = "", note = "", last = "", clears, slow;
  const button = ([words, name, key]) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", () => {
      if (name === "outbox:forget") say("Forgotten. If it had arrived already you will see it on the sheet.");
      document.dispatchEvent(new CustomEvent(name, { detail: key }));
    });
    return made;
  };
  const row = ([words, ...buttons]) => {
    const made = document.createElement("p");
    made.append(words, ...buttons.map(button));
    return made;
  };
  const draw = ({ entries, onAir }) => {
    const lines = [...entries.map((entry) => line(entry, onAir)), sent && [sent], note && [note]].filter(Boolean);
    root.toggleAttribute("data-waits", entries.some((entry) => !entry.refused && entry.since));
    mark(entries.filter((entry) => !entry.refused && entry.since));
    if (JSON.stringify(lines) === last) return;
    last = JSON.stringify(lines);
    bar.replaceChildren(...lines.map(row));
  };
  // What has to wait for it says so to those who can't see that it is pale.
  const mark = (waits) => document.querySelectorAll("form[data-command]:not([data-taps], [data-after])").forEach((form) => {
    const held = waits.some(({ game }) => form.dataset.queuedAs === game || form.action.includes("/" + game + "/"));
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
    if (detail.sent) {
      sent = "Sent: “" + detail.sent.label + "”." + (detail.sent.before ? " It had arrived already." : "");
      say("");
    } else draw(seen);
  });
  document.addEventListener("outbox:blocked", ({ detail: { entry, first } }) => {
    say("“" + entry.label + "” was not taken: “" + first.label + "” has to be sent first.");
  });
  document.addEventListener("htmx:afterSettle", () => draw(seen));
})();
