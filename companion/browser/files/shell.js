/* The page around the pages. It starts the companion in a worker, which has to live on while pages come and go, and shows
   them in a frame. One tab holds the lock and runs the worker; the pages of every tab are answered by it. */
const BASE = new URL(".", import.meta.url).pathname, LOCK = "companion " + BASE;
const BEAT = 5000, BEATS_MISSED = 4, SILENCE = 8000; // milliseconds
const RECORDS = /\/(new|games|nights|house)\/[^/]*$|\/rematch$/; // addresses that begin or bring in what has to last
const DAY = 24 * 60 * 60 * 1000, COPY_EVERY = 7 * DAY, NEARLY_FULL = 0.9;
const OTHER_TAB = "The companion is open in another tab, which does not answer. Close that tab, or go on here.";
const TAKEN = "The companion goes on in another tab.";
const NOT_HERE = "This browser can’t keep games: it needs a current Chrome, Edge, Firefox or Safari, over https and not in a private window.";
const MAY_GO = "This browser may delete your games: when the phone is full, or when a private window is closed. Install the companion on your home screen, or save a copy.";
const BLOCKED = "This browser keeps nothing for this address, so no game would last. Allow cookies and site data for it, then try again.";
const CUT_OFF = "The connection was lost while the companion was loading. What has arrived is kept.";
const NO_ROOM = "This phone has too little room for the companion, which takes about 60 MB. Make some room, then try again.";
const ARRIVED = "The new version is here. It starts when you next open the companion.";
const MIXED = "The companion is being updated where it comes from. Try again in a minute.";
const WHY_LOST = { QuotaExceededError: NO_ROOM, SecurityError: BLOCKED, Error: MIXED }, STALLED = 30000; // milliseconds
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
    const { href, pathname, search, hash } = page.contentWindow.location;
    if (href === "about:blank") return;
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
let worker, missed = 0;
const run = () => {
  worker = new Worker(BASE + "app/worker.js", { type: "module" });
  missed = 0;
  worker.onmessage = ({ data }) => {
    missed = 0;
    if (data.failed) fail(data.failed);
    if (data.ready) performance.mark("ready", { detail: data });
  };
  worker.onerror = again;
};
const again = () => {
  worker.terminate();
  run();
};
const fail = (why) => {
  console.error(why);
  const known = WHY_FAILED.find(([name]) => name.test(why));
  say(known ? known[1] : "The companion could not start. Your games are kept. (" + why.slice(0, 200) + ")", "Try again", () => location.reload());
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
  if (worker) worker.terminate();
  worker = null;
  say(TAKEN, "Go on here", () => location.reload());
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
  const { usage, quota } = await navigator.storage.estimate();
  const isCopied = Date.now() - recall("companion-copied") < COPY_EVERY;
  const words = usage > NEARLY_FULL * quota ? FULL : isKept || isCopied ? "" : MAY_GO;
  notify(words, "Save a copy", BASE + "games/all.json", () => remember("companion-copied", Date.now()));
};

/* A new build is fetched when somebody asks for it, and of it what is not here already. */
const offer = async (registration) => {
  const answer = await fetch(BASE + "sw.js", { cache: "no-cache" }).catch(() => null);
  const line = answer && answer.ok ? (await answer.text()).match(/^const BUILD = (.*);$/m) : null;
  if (!line) return;
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
  await (await caches.open("companion " + BASE + " asked for")).put(BASE, new Response(version));
  say("Loading the new version …");
  loading = true;
  const found = new Promise((done) => registration.addEventListener("updatefound", () => done(registration.installing), { once: true }));
  await registration.update().catch(() => null);
  const fresh = registration.waiting || registration.installing || await found;
  while (fresh.state === "installing") await new Promise((done) => fresh.addEventListener("statechange", done, { once: true }));
  loading = false;
  progress.hidden = true;
  say(fresh.state === "redundant" ? CUT_OFF : ARRIVED, "Go on", () => {
    cover.hidden = true;
    page.hidden = false;
  });
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
let loading = false, stalled;
const loseLoad = (why) => {
  clearTimeout(stalled);
  if (shown) return;
  say(WHY_LOST[why] || CUT_OFF, "Try again", () => location.reload());
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
  if (data.lost && loading) loseLoad(data.lost);
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

const begin = async () => {
  if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory || !window.DecompressionStream) return say(NOT_HERE);
  const registration = await navigator.serviceWorker.register(BASE + "sw.js");
  stalled = setTimeout(loseLoad, STALLED);
  if (!navigator.serviceWorker.controller) {
    loading = true;
    const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await changed;
  }
  clearTimeout(stalled);
  loading = false;
  progress.hidden = true;
  says.textContent = "Starting …";
  navigator.locks.request(LOCK, () => own(registration)).catch(lose);
  wait(registration);
  offer(registration);
};
begin().catch((fault) => fail(String(fault)));
