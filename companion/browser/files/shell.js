/* The page around the pages. It starts the companion in a worker, which has to live on while pages come and go, and shows
   them in a frame. One tab holds the lock and runs the worker; the pages of every tab are answered by it. */
const BASE = new URL(".", import.meta.url).pathname, LOCK = "companion " + BASE;
const BEAT = 5000, BEATS_MISSED = 4, SILENCE = 8000; // milliseconds
const DAY = 24 * 60 * 60 * 1000, COPY_EVERY = 7 * DAY, NEARLY_FULL = 0.9;
const OTHER_TAB = "The companion is open in another tab, which does not answer. Close that tab, or go on here.";
const TAKEN = "The companion goes on in another tab.";
const NOT_HERE = "This browser can’t keep games: it needs a current Chrome, Edge, Firefox or Safari, over https and not in a private window.";
const MAY_GO = "This browser may delete your games when the phone runs short of space. To prevent it, install the companion on your home screen; and save a copy now and then.";
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
  say("The companion could not start. Your games are kept. (" + why.slice(0, 200) + ")", "Try again", () => location.reload());
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
    // A new build takes over where no game is open: before the companion is started.
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

/* What the browser may do to the games is said before it does, with the way to a copy. */
const notify = (words) => {
  if (!words || Date.now() - recall("companion-notified") < DAY) return;
  const [text, link, later] = bar.children;
  text.textContent = words;
  link.textContent = "Save a copy";
  link.href = BASE + "games/all.json";
  link.target = "page"; // the service worker answers the frame
  [link, later].forEach((each) => { each.hidden = false; });
  later.onclick = () => {
    remember("companion-notified", Date.now());
    bar.hidden = true;
  };
  link.onclick = () => {
    remember("companion-copied", Date.now());
    later.onclick();
  };
  bar.hidden = false;
};
const warn = async () => {
  if (!recall("companion-written")) return;
  const isKept = await navigator.storage.persist().catch(() => false);
  const { usage, quota } = await navigator.storage.estimate();
  const isCopied = Date.now() - recall("companion-copied") < COPY_EVERY;
  notify(usage > NEARLY_FULL * quota ? FULL : isKept || isCopied ? "" : MAY_GO);
};

/* Another tab wrote: what this one shows may be older. */
const renew = () => {
  const { htmx } = page.contentWindow;
  if (htmx) page.contentDocument.querySelectorAll("[data-live]").forEach((part) => htmx.trigger(part, "sse:changed", {}));
};

channel.onmessage = ({ data }) => {
  if (data.loaded && !shown) {
    progress.hidden = false;
    progress.value = data.loaded / data.bytes;
    says.textContent = "Loading, once: " + (data.loaded / 1e6).toFixed(0) + " of " + (data.bytes / 1e6).toFixed(0) + " MB";
  }
  if (data.ready) {
    clearTimeout(silence);
    show();
    warn();
  }
  if (data.written) {
    if (!recall("companion-written")) setTimeout(warn, 1000);
    remember("companion-written", Date.now());
    if (document.hidden) renew();
  }
};
setInterval(look, BEAT);

const begin = async () => {
  if (!navigator.serviceWorker || !navigator.locks || !navigator.storage?.getDirectory || !window.DecompressionStream) return say(NOT_HERE);
  const registration = await navigator.serviceWorker.register(BASE + "sw.js");
  if (!navigator.serviceWorker.controller) {
    const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await changed;
  }
  progress.hidden = true;
  says.textContent = "Starting …";
  navigator.locks.request(LOCK, () => own(registration)).catch(lose);
  wait(registration);
};
begin().catch((fault) => fail(String(fault)));
