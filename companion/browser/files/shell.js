/* The page around the pages. It starts the companion in a worker, which has to live on while pages come and go, and shows
   them in a frame. One tab holds the lock and runs the worker; the pages of every tab are answered by it. */
const BASE = new URL(".", import.meta.url).pathname, LOCK = "companion " + BASE, ASKED = LOCK + " asked for";
const BEAT = 5000, SILENCE = 8000; // milliseconds
const BEATS_MISSED = 4, DEATHS = 2; // before a start is given up
const RECORDS = /\/(new|games|nights|house)\/[^/]*$|\/rematch$/; // addresses that begin or bring in what has to last
const DAY = 24 * 60 * 60 * 1000, COPY_EVERY = 7 * DAY, NEARLY_FULL = 0.9;
const OTHER_TAB = "The companion is open in another tab, which does not answer. Close that tab, or go on here.";
const TAKEN = "The companion goes on in another tab.";
const NOT_HERE = "This browser can’t keep games: it needs iOS 16.4, Firefox 115, Chrome or Edge 109, or newer, over https and not in a private window.";
const MAY_GO = "This browser may delete your games: when the phone is full, or when a private window is closed. Install the companion on your home screen, or save a copy.";
const BLOCKED = "This browser keeps nothing for this address, so no game would last. Allow cookies and site data for it, then try again.";
const CUT_OFF = "The connection was lost while the companion was loading. What has arrived is kept.";
const NO_ROOM = "This phone has too little room for the companion, which takes about 60 MB. Make some room, then try again.";
const ARRIVED = "The new version is here. It starts when you next open the companion.";
const MIXED = "The companion is being updated where it comes from. Try again in a minute.";
const HOST = "The companion does not arrive as it was built: HOW. Who runs this address finds in “docs/phone.md” what a host has to be set to.";
const SILENT = "The companion does not start in this browser. Your games are kept. Connect this phone, close its other tabs, then try again.";
const UNSHOWN = "The companion in this browser does not answer. Your games are kept.";
const WHY_LOST = { QuotaExceededError: NO_ROOM, SecurityError: BLOCKED, Error: MIXED }, STALLED = 30000; // milliseconds
const whyLost = ({ lost, host }) => host ? HOST.replace("HOW", host) : WHY_LOST[lost] || CUT_OFF;
const WHY_FAILED = [[/Quota|disk is full/, NO_ROOM], [/^SecurityError/, BLOCKED], [/^UnknownError/, NOT_HERE]];
const FULL = "This phone has hardly any room left for games. Make some room; and save a copy of your games.";

const [cover, says, progress, act, bar, page] = ["cover", "says", "progress", "act", "bar", "page"].map((id) => document.getElementById(id));
const channel = new BroadcastChannel(LOCK);
const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* it is asked again next time */ } };
const recall = (name) => { try { return Number(localStorage.getItem(name)); } catch { return 0; } };

const say = (words, does, then) => {
  says.textContent = words;
  act.textContent = does || "";
  act.hidden = !does;
  act.onclick = then || null;
  cover.hidden = false;
  page.hidden = true;
};

/* The page of ours that 404.html was asked for, before any other file was here; else nothing. */
const sent = () => {
  const asked = location.hash.startsWith("#open.") ? new URL(decodeURIComponent(location.hash.slice(6)), location.origin) : null;
  return asked && asked.origin === location.origin && asked.pathname.startsWith(BASE) ? asked.href : "";
};

let shown = false;
const show = () => {
  if (shown) return;
  shown = true;
  page.addEventListener("load", () => {
    let at;
    try {
      at = page.contentWindow.location;
      if (at.href === "about:blank") return;
    } catch { // the browser's own page of what went wrong
      return say(UNSHOWN, "Try again", () => location.reload());
    }
    const { pathname, search, hash } = at;
    cover.hidden = true;
    page.hidden = false;
    history.replaceState(null, "", pathname + search + hash);
    document.title = page.contentDocument.title;
    performance.mark("shown");
  });
  // A square of another phone's (static/js/squares.js) names the first page, the only one that every host has.
  const path = location.hash.startsWith("#square.") ? BASE + "games/squares" : location.pathname.replace(/index\.html$/, "");
  page.src = sent() || path + location.search + location.hash;
};

/* The worker. One that does not answer any more is ended and another started: what was asked meanwhile is asked again. */
let worker, missed = 0, deaths = 0, failure = "";
const run = () => {
  let isModule = false; // a browser that knows none would run it as a plain script, and fail without a reason
  worker = new Worker(BASE + "app/worker.js", { get type() { isModule = true; return "module"; } });
  if (!isModule) return giveUp(NOT_HERE);
  missed = 0;
  worker.onmessage = ({ data }) => {
    missed = 0;
    if (!data.ready) return;
    deaths = 0;
    performance.mark("ready", { detail: data });
  };
  worker.onerror = (fault) => {
    fault.preventDefault(); // it is answered here, and no fault of this page (look.js)
    again();
  };
};
const giveUp = (words) => {
  if (worker) worker.terminate();
  worker = null;
  say(words, "Try again", () => location.reload());
};
const again = () => {
  deaths += 1;
  if (deaths > DEATHS) return giveUp(SILENT);
  worker.terminate();
  run();
};
const fail = (why) => {
  console.error(why);
  if (worker) failure = why; // this tab ran it, and says so to those that ask
  const known = WHY_FAILED.find(([name]) => name.test(why)), last = why.trim().split("\n").pop();
  giveUp(known ? known[1] : "The companion could not start. Your games are kept. (" + last.slice(0, 200) + ")");
};
const look = () => {
  if (!worker || document.hidden) return;
  if (missed > BEATS_MISSED) return again();
  missed += 1;
  worker.postMessage("ping");
};

const held = () => new Promise(() => {});
const own = async (registration) => {
  clearTimeout(silence);
  if (registration.waiting) {
    // The build that somebody asked for takes over where no game is open: before the companion is started.
    const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    channel.postMessage({ leave: true });
    registration.waiting.postMessage("take over");
    await changed;
    location.reload();
    return held();
  }
  run();
  return held();
};
const lose = () => {
  giveUp(TAKEN);
  act.textContent = "Go on here";
};
let silence;
const wait = (registration) => {
  channel.postMessage({ ask: "ready" });
  silence = setTimeout(async () => {
    const { held: holders } = await navigator.locks.query();
    if (shown || worker || !holders.some(({ name }) => name === LOCK)) return;
    say(OTHER_TAB, "Go on here", () => {
      say("Getting ready …");
      navigator.locks.request(LOCK, { steal: true }, () => own(registration)).catch(lose);
    });
  }, SILENCE);
};

/* A line below the page, with one thing to do about it, or later; the next one waits for that. */
let answered = Promise.resolve();
const notify = (...line) => {
  answered = answered.then(() => new Promise((done) => tell(...line, done)));
};
const tell = (words, does, address, then, done) => {
  if (!words || Date.now() - recall("companion-notified " + does) < DAY) return done();
  const [text, link, later] = bar.children;
  text.textContent = words;
  link.textContent = does;
  link.href = address;
  link.target = "page"; // the service worker answers the frame
  [link, later].forEach((each) => { each.hidden = false; });
  later.onclick = () => {
    remember("companion-notified " + does, Date.now());
    bar.hidden = true;
    done();
  };
  link.onclick = (event) => {
    later.onclick();
    then(event);
  };
  bar.hidden = false;
};
const warn = async () => {
  if (!recall("companion-written")) return;
  const isKept = await navigator.storage.persist().catch(() => false);
  const { usage, quota } = await navigator.storage.estimate?.().catch(() => null) || {}; // Safari has it since 17
  const isCopied = Date.now() - recall("companion-copied") < COPY_EVERY;
  const words = usage > NEARLY_FULL * quota ? FULL : isKept || isCopied ? "" : MAY_GO;
  notify(words, "Save a copy", BASE + "games/all.json", () => remember("companion-copied", Date.now()));
};

/* A new build is fetched when somebody asks for it, and of it what is not here already. */
const offer = async (registration) => {
  const answer = await fetch(BASE + "sw.js", { cache: "no-cache" }).catch(() => null);
  const line = answer && answer.ok ? (await answer.text()).match(/^const BUILD = (.*);$/m) : null;
  if (!line || registration.waiting) return;
  const theirs = JSON.parse(line[1]), ours = await (await fetch(BASE + "build.json")).json();
  if (theirs.version === ours.version) return;
  const kept = { ...ours.files, ...ours.later }, hasReader = await caches.match(BASE + "app/weights");
  const wanted = Object.entries({ ...theirs.files, ...(hasReader && theirs.later) });
  const bytes = wanted.reduce((sum, [path, [hash, size]]) => sum + (kept[path]?.[0] === hash ? 0 : size), 0);
  const size = (bytes / 1e6).toFixed(1) + " MB";
  notify("There is a new version of the companion: " + size + " to load. Your games stay as they are.", "Update now", "#", (event) => {
    event.preventDefault();
    update(registration, theirs.version);
  });
};
const update = async (registration, version) => {
  remember("companion-notified Update now", 0); // one that breaks off is offered again
  await forgetReason();
  await (await caches.open(ASKED)).put(BASE, new Response(version));
  say("Loading the new version …");
  loading = true;
  lost = {};
  const isHere = await registration.update().then(() => installed(registration), () => false);
  loading = false;
  clearTimeout(stalled);
  progress.hidden = true;
  say(isHere ? ARRIVED : whyLost(await reasonKept() || lost), "Go on", () => {
    cover.hidden = true;
    page.hidden = false;
  });
};
const installed = async ({ installing, waiting }) => {
  const fresh = installing || waiting;
  while (fresh?.state === "installing") await new Promise((done) => fresh.addEventListener("statechange", done, { once: true }));
  return fresh?.state === "installed";
};

/* The card reader comes when a photo is first to be taken. A photo that was sent before waits for it, also overnight. */
const COMES = "Loading the card reader, once: 4 MB …";
const NO_READER = "The card reader (4 MB) could not be loaded. Connect this phone and open “Count a meld from a photo”. A photo that you sent is kept for a day and read by itself then.";
const tellOfReader = async (state) => {
  const [line] = document.getElementsByName("reader");
  const words = await caches.match(BASE + "app/weights") ? "" : { away: NO_READER, loading: COMES }[state] || "";
  line.value = words;
  line.hidden = !words;
};

/* A task that takes long, such as bringing in or saving all games. */
const tellOfWork = (working) => {
  const [line] = document.getElementsByName("work");
  line.value = working ? "At work: " + working[0] + " of " + working[1] + " games and nights. Keep this page open." : "";
  line.hidden = !working;
};

/* Another tab wrote: what this one shows may be older. */
const renew = () => {
  const { htmx } = page.contentWindow;
  if (htmx) page.contentDocument.querySelectorAll("[data-live]").forEach((part) => htmx.trigger(part, "sse:changed", {}));
};

/* The first load, or that of a new version. One that ends early or stands still is said so. */
let loading = false, stalled, lost = {};
const loseLoad = async (why) => {
  clearTimeout(stalled);
  lost = why || await reasonKept() || {};
  if (!shown) say(whyLost(lost), "Try again", () => location.reload());
};
/* A service worker that the browser gives up may be gone before its message arrives: it also keeps the reason (sw.js). */
const reasonKept = async () => {
  try {
    const kept = await (await caches.open(ASKED)).match(BASE + "lost");
    return kept ? await kept.json() : null;
  } catch {
    return null;
  }
};
const forgetReason = async () => {
  try { await (await caches.open(ASKED)).delete(BASE + "lost"); } catch { /* nothing is kept here */ }
};
const tick = ({ loaded, bytes }) => {
  clearTimeout(stalled);
  stalled = setTimeout(loseLoad, STALLED);
  act.hidden = true;
  progress.hidden = false;
  progress.value = loaded / bytes;
  says.textContent = "Loading, once: " + Math.round(100 * loaded / bytes) + " % of " + (bytes / 1e6).toFixed(0) + " MB";
};

channel.onmessage = ({ data }) => {
  if (data.loaded && (loading || !shown)) tick(data);
  if (data.lost && loading) loseLoad(data);
  if (data.failed) fail(data.failed);
  if (data.ask && failure) channel.postMessage({ failed: failure });
  if (data.ready) {
    clearTimeout(silence);
    show();
    warn();
  }
  if (data.reader) tellOfReader(data.reader);
  if (data.working || data.reply) tellOfWork(data.working);
  if (data.written) {
    const isFirst = !recall("companion-written");
    if (RECORDS.test(data.written)) {
      remember("companion-written", Date.now());
      if (isFirst) setTimeout(warn, 1000);
    }
    if (document.hidden) renew();
  }
};
setInterval(look, BEAT);

/* Why the browser refuses the service worker: what the host sends for it says more than the browser does. */
const whyRefused = async (fault) => {
  const answer = await fetch(BASE + "sw.js", { cache: "no-cache" }).catch(() => null);
  if (!answer) return CUT_OFF;
  const type = answer.headers.get("Content-Type") || "nothing";
  const how = !answer.ok ? "can’t be had there (" + answer.status + ")" : answer.redirected ? "is at another address" : /javascript/.test(type) ? "" : "is sent as “" + type + "” in place of “text/javascript”";
  if (how) return HOST.replace("HOW", "“sw.js” " + how);
  if (fault.name === "SecurityError") return BLOCKED;
  throw fault;
};
const begin = async () => {
  if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory || !window.DecompressionStream) return say(NOT_HERE);
  let registration;
  if (!navigator.serviceWorker.controller) await forgetReason();
  try {
    registration = await navigator.serviceWorker.register(BASE + "sw.js");
  } catch (fault) {
    return giveUp(await whyRefused(fault));
  }
  if (!navigator.serviceWorker.controller) {
    if (history.state?.loaded) return giveUp(BLOCKED);
    loading = true;
    stalled = setTimeout(loseLoad, STALLED);
    await navigator.serviceWorker.ready;
    // This page came with the host's headers, some of which would stop the companion. From here on the phone has its own.
    history.replaceState({ loaded: true }, "");
    return location.reload();
  }
  says.textContent = "Starting …";
  navigator.locks.request(LOCK, () => own(registration)).catch(lose);
  wait(registration);
  offer(registration);
};
addEventListener("visibilitychange", () => { if (document.hidden) channel.postMessage({ rest: true }); });
begin().catch((fault) => fail(String(fault)));
