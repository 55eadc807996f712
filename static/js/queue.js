"use strict";
/* What a waiting tap is, and what may happen to it. The other scripts ask this file, which needs no browser: it is given a
   store, a line and a clock. What is entered is stored on this phone before it is sent, and deleted once it is answered; its
   key makes sending it twice harmless. */
const MOMENT = 700; // milliseconds, as in companion.css; in it a second tap on the same button is the same tap
const MINUTE = 60000, TOO_OLD = 12 * 60 * MINUTE, SLOW = 1000; // milliseconds
const PAUSES = [1, 2, 4, 8, 15]; // seconds
const pauseOf = (tries, asked = 0) => 1000 * Math.max(PAUSES[Math.min(tries, PAUSES.length - 1)], Math.min(asked, 60));

/* What an answer means, by its status; 0: none came. The first that fits. */
const ANSWERS = [
  ["away", (status) => !status || status === 429 || status >= 500], // it says nothing of what was sent: again by itself
  ["back", (status) => [409, 422].includes(status)], // the form comes back, with what was typed and why
  ["refused", (status) => status >= 400], // why is shown; it can be sent again once that has changed
  ["taken", () => true],
];
const meaningOf = (status) => ANSWERS.find(([, fits]) => fits(status))[0];

/* Older phones (iOS before 16) lack requestSubmit, AbortSignal.timeout and the second argument of FormData. */
const submitForm = (form, submitter) => {
  const by = submitter && submitter.form === form ? submitter : null;
  if (form.requestSubmit) return form.requestSubmit(by);
  const button = by || form.appendChild(Object.assign(document.createElement("button"), { hidden: true }));
  button.click();
  if (!by) button.remove();
};
const timeoutAfter = (milliseconds) => {
  const control = new AbortController();
  setTimeout(() => control.abort(), milliseconds);
  return control.signal;
};
const fieldsOf = (form, by) => {
  const fields = new URLSearchParams(new FormData(form));
  if (by && by.name) fields.append(by.name, by.value);
  return fields;
};
/* What a page says of why. */
const saidIn = (html) => {
  const alert = new DOMParser().parseFromString(html, "text/html").querySelector(".alert.bad, [role=alert], h1 ~ p");
  return !alert ? "" : alert.dataset.brief || [...(alert.children.length ? alert.querySelectorAll("p:not(.tall-link), strong") : [alert])].map((each) => each.textContent.trim().replace(/\s+/g, " ")).join(" ");
};

/* The store: localStorage, or this page's memory where that is full or denied; and the disk, which has an entry at once where
   localStorage may take seconds. Its names hold the path of the companion, which may share its address with others.
   disk: puts and deletes; gone: tells this phone's other pages of a key that is dropped, which may be in their memory. */
const openStore = (base, shelf, disk, gone) => {
  const NAME = "outbox " + base + "|", OLD = "outbox|", PAGES = /^(game|photo|deck)\//;
  const memory = new Map(), dropped = new Set();
  const names = (prefix) => { try { return Object.keys(shelf()).filter((name) => name.startsWith(prefix)); } catch { return []; } };
  const read = (name) => { try { return [JSON.parse(shelf().getItem(name))]; } catch { return []; } };
  const remove = (name) => { try { shelf().removeItem(name); } catch { /* it never was there */ } };
  const all = () => [...new Map([...names(NAME).flatMap(read), ...memory.values()].map((entry) => [entry.key, entry])).values()].sort((one, other) => one.at - other.at);
  const find = (key) => all().find((entry) => entry.key === key);
  const put = (entry) => {
    memory.set(entry.key, entry);
    disk.put(entry);
    try {
      shelf().setItem(NAME + entry.key, JSON.stringify(entry));
      memory.delete(entry.key);
    } catch { /* it stays in memory */ }
  };
  const lose = (key) => {
    dropped.add(key);
    memory.delete(key);
  };
  const drop = (key) => {
    lose(key);
    disk.delete(key);
    [NAME, OLD].forEach((prefix) => remove(prefix + key));
    gone(key);
  };
  // Older versions kept the taps of every companion of an address under one name, and took the game from the path.
  const isOurs = ({ url }) => new URL(url).pathname.startsWith(base) && PAGES.test(new URL(url).pathname.slice(base.length));
  const adopt = (entry) => {
    const [kind, game] = new URL(entry.url).pathname.slice(base.length).split("/");
    if (!find(entry.key)) put({ ...entry, game: kind === "game" ? game : entry.game });
  };
  const carryOver = () => names(OLD).forEach((name) => read(name).filter(isOurs).forEach((entry) => {
    adopt(entry);
    if (!memory.has(entry.key)) remove(name);
  }));
  // What a killed browser had not written to localStorage yet.
  const recover = (entries) => entries.filter(({ key }) => !find(key) && !dropped.has(key)).forEach((entry) => memory.set(entry.key, entry));
  return { all, find, put, drop, lose, adopt, isOurs, carryOver, recover, change: (key, what) => { if (find(key)) put({ ...find(key), ...what }); } };
};

const STAMPS = ["key", "seen", "after"];
const contentOf = (body) => String(new URLSearchParams([...new URLSearchParams(body)].filter(([name]) => !STAMPS.includes(name))));
const bodyOf = ({ body, key, after }) => {
  const fields = new URLSearchParams(body);
  fields.set("key", key);
  fields.delete("after");
  after.forEach((each) => fields.append("after", each));
  return fields;
};

const NOT_TAKEN = "What came before it was not taken, so this was not sent.";
const FORGOTTEN = "What came before it was forgotten, so this was not sent.";
const ASKS = {
  late: "was not sent in time. Is it still meant?",
  old: "was never sent, and that is long ago. Is it still meant?",
  over: "was never sent, and the game is over. Is it still meant?",
};
const AGAIN = ["Send it again", "send"], FORGET = ["Forget it", "forget"];
/* The line of an entry: its words, then what may be done; null where there is nothing to say yet. */
const lineOf = (entry, isOnAir, now, hour) => {
  const what = "“" + entry.label + "”";
  if (entry.forgotten) return [what + " is being sent. It is forgotten unless it arrives."];
  if (entry.refused) return ["Not entered: " + what + ". " + entry.refused, entry.isBehind ? ["See both", "both"] : AGAIN, FORGET];
  if (entry.asking) return [what + " " + ASKS[entry.asking], ["Send it now", "send"], FORGET];
  if (entry.since || entry.after.length) return [what + " is kept on this phone; trying again (since " + hour(entry.since || entry.at) + "). " + (entry.because || ""), ...(entry.because ? [AGAIN] : []), FORGET];
  return isOnAir && now - entry.at < SLOW ? null : ["Sending " + what + " …"];
};

/* post: sends an entry and returns the answer; clock: now() and since(), which nobody sets; overGame: the game that is over on
   this page; hear: hears of every change. */
const openQueue = ({ store, post, clock, page, newKey, overGame, hear }) => {
  const { all, find, put, drop, change } = store;
  const onAir = new Set(), unsent = new Set(), made = new Map(); // the keys of this page's taps, by the key of their form
  let last = null, flushing = false;
  const isOpen = (entry) => !entry.refused;
  const isSecond = (tap, before) => last && before && before.key === last.key && clock.since() - last.since < MOMENT
    && before.url === tap.url && contentOf(before.body) === contentOf(tap.body);
  const keep = (tap, key, after) => {
    put({ ...tap, key, after, page, at: Math.max(clock.now(), ...all().map((each) => each.at + 1)), tries: 0 });
    made.set(tap.key, [...(made.get(tap.key) || []), key]);
    last = { key, since: clock.since() };
  };
  // A new tap: to be "sent" by its form, "kept" to be sent from here, the "same" as the one before, or it has to wait for the
  // one that is "first". mayWait: it stands by itself, and is read after those before it, also those its page does not show yet.
  const take = (tap, mayWait) => {
    const waits = all().filter((each) => each.game === tap.game && isOpen(each));
    const arrived = (made.get(tap.key) || []).filter((key) => !unsent.has(key) && !find(key));
    const after = [...(mayWait ? arrived : []), ...waits.map(({ key }) => key)];
    if (!after.length && !find(tap.key)) {
      keep(tap, tap.key, []);
      onAir.add(tap.key);
      return ["sent"];
    }
    if (isSecond(tap, waits[waits.length - 1])) return ["same"];
    if (!mayWait && waits.length) return ["first", waits[0]];
    keep(tap, newKey(), after);
    return ["kept"];
  };

  // What waited behind one that was not taken was meant for another game than there is now.
  const stop = (key, why) => all().filter((entry) => entry.after.includes(key)).forEach((entry) => {
    const isGone = !find(key);
    change(entry.key, { refused: why, stopped: entry.stopped || key, ...(isGone && { after: entry.after.filter((each) => each !== key) }) });
  });
  const dropUnsent = (key, why) => {
    unsent.add(key);
    drop(key);
    stop(key, why);
  };
  const reopen = (entry, what) => change(entry.key, { refused: "", stopped: "", asking: "", agreed: Boolean(entry.agreed || entry.refused || entry.asking), ...what });
  const reopenBehind = (key) => all().filter(({ stopped }) => stopped === key).forEach((entry) => reopen(entry));
  // isShown: the answer is on the page; isBehind: a table can show beside it what another phone entered first; before: it had
  // arrived before, or another phone has entered the same.
  const answered = (sent, answer, isShown) => {
    onAir.delete(sent.key);
    const here = find(sent.key), entry = here || sent, { status, says, wait, before, isBehind } = answer, means = before ? "taken" : meaningOf(status);
    if (means === "taken") {
      drop(entry.key);
      reopenBehind(entry.key);
    } else if (!here) return means; // another page of this phone had its answer
    else if (entry.forgotten) dropUnsent(entry.key, FORGOTTEN);
    // Another tab may have had it refused meanwhile: without an answer here it may have been taken all the same.
    else if (means === "away") change(entry.key, { since: entry.since || clock.now(), tries: entry.tries + 1, because: says, wait, refused: "" });
    else if (means === "back" && isShown) dropUnsent(entry.key, NOT_TAKEN);
    else {
      change(entry.key, { refused: says || "The companion did not take it.", isBehind });
      stop(entry.key, NOT_TAKEN);
    }
    hear({ entry, means, answer, isShown });
    return means;
  };

  const why = (entry) => {
    const age = clock.now() - entry.at;
    if (entry.agreed) return "";
    return age > TOO_OLD ? "old" : entry.asks && age > MINUTE ? "late" : !entry.over && entry.game === overGame() ? "over" : "";
  };
  const due = (tried) => {
    all().filter(({ key, forgotten }) => forgotten && !onAir.has(key)).forEach(({ key }) => dropUnsent(key, FORGOTTEN)); // on a page that is closed
    all().filter((entry) => isOpen(entry) && !entry.asking && why(entry)).forEach((entry) => change(entry.key, { asking: why(entry) }));
    const open = all().filter(isOpen);
    return open.find((entry) => !entry.asking && !onAir.has(entry.key) && !tried.has(entry.key) && !open.some((other) => entry.after.includes(other.key)));
  };
  const send = async (entry) => {
    onAir.add(entry.key);
    hear();
    try {
      const answer = await post(entry);
      return answered(entry, answer) !== "away" || answer.status === 500; // which is about this one alone
    } finally {
      onAir.delete(entry.key);
    }
  };
  // Sending again: one at a time, the oldest first.
  const flush = async () => {
    if (flushing || onAir.size) return;
    flushing = true;
    const tried = new Set();
    try {
      for (let entry = due(tried); entry && await send(entry); entry = due(tried)) tried.add(entry.key);
    } finally {
      flushing = false;
      hear();
    }
  };

  // Whether it arrived that is on its way, only its answer says.
  const forget = (key) => {
    if (onAir.has(key)) change(key, { forgotten: true });
    else dropUnsent(key, FORGOTTEN);
    hear({ means: onAir.has(key) ? "" : "forgotten" });
  };
  // Somebody says so: what was stopped with it goes, too, and it does not wait for what was refused.
  const sendAgain = (key) => {
    all().filter((entry) => entry.key === key).forEach((entry) => reopen(entry, { after: entry.after.filter((each) => !find(each)?.refused) }));
    reopenBehind(key);
    return flush();
  };
  const isWaiting = () => all().some(isOpen);
  // Until it is tried again by itself, in milliseconds.
  const pause = () => {
    const first = all().find((entry) => isOpen(entry) && !entry.asking);
    return first && pauseOf(first.tries, first.wait);
  };
  return { onAir, take, answered, flush, forget, sendAgain, isWaiting, pause };
};

/* What can't be stored, a photo or what was chosen in a list: the last one waits on its page. find: its form as the page is now,
   or nothing; send: sends that; lost: says that there is none. */
const openLatest = ({ find, send, lost, later }) => {
  let latest = null, tries = 0;
  // Whatever is sent now takes the place of what waits.
  const sending = () => { latest = null; };
  const again = () => {
    if (!latest) return false;
    const what = latest, form = find(what);
    sending();
    if (form) send(form, what);
    else lost();
    return true;
  };
  const answered = (what, status) => {
    const isAway = meaningOf(status) === "away";
    latest = isAway ? what : null;
    if (isAway) later(pauseOf(tries));
    tries = isAway ? tries + 1 : 0;
    return isAway;
  };
  return { again, sending, answered, waiting: () => latest };
};
