/* Runs the companion: Python, from a snapshot that was made when this folder was built, over the games of this phone.
   The service worker asks it over a channel, whichever tab the page is in; there is one worker for all tabs. */
import { startPython } from "./pack.js";
import { flush, mountPool, openPool } from "./storage.js";

const BASE = new URL("..", location).pathname, URL_HERE = new URL("..", location).href;
const channel = new BroadcastChannel("companion " + BASE);
const post = (message) => channel.postMessage(message);

// A worker that was ended a moment ago may hold the files a little longer.
const poolSoon = async (name, tries = 50) => {
  try {
    return await openPool(name);
  } catch (fault) {
    if (fault.name !== "NoModificationAllowedError" || !tries) throw fault;
    await new Promise((later) => setTimeout(later, 200));
    return poolSoon(name, tries - 1);
  }
};

/* Said while Python is at a long task and answers nothing else: the shell then knows that this worker lives. */
const SAYS_EVERY = 250; // milliseconds
let told = 0;
const progress = (done, all) => {
  const now = performance.now();
  if (now - told < SAYS_EVERY) return;
  told = now;
  postMessage({ working: true });
  post({ working: [done, all] });
};

let python, slots = [];
const boot = async () => {
  const sync = () => {
    flush(slots);
    return 0;
  };
  const [py, pool] = await Promise.all([startPython(["companion", "pages"], sync), poolSoon("companion " + encodeURIComponent(BASE))]);
  slots = pool;
  mountPool(py.FS, slots, "/data");
  python = py.pyimport("companion.browser.bridge");
  python.start("/data", URL_HERE, Boolean(await caches.match(new URL("weights", location))), progress);
  flush(slots);
  return py._module.HEAPU8.length;
};

/* Before a phone puts the page away: games that are in the log alone go into the database's own file. */
const rest = () => {
  python.settle();
  flush(slots);
};

const answer = ({ method, url, headers, body }) => {
  const found = python.answer(method, url, headers, body || new Uint8Array());
  try {
    // The write is in the file before the page hears that it was done.
    flush(slots);
    const [status, said, content] = found.toJs();
    return { status, headers: said, body: content };
  } finally {
    found.destroy();
  }
};

/* Photos wait in the database until a second worker has read them: one that dies, or can't be loaded, is started again. */
const LOOKS_AGAIN = 5000, LONGEST_READING = 60000, UNUSED = 180000; // milliseconds
const DROPPED = { status: 204, headers: [], body: null };
const start = () => new Promise((done, fail) => {
  const made = new Worker(new URL("reader.js", location), { type: "module" });
  const end = (why) => {
    made.terminate();
    fail(why);
  };
  made.onmessage = ({ data }) => data.ready ? done(made) : end(new Error(data.failed));
  made.onerror = end;
});
let reader, unused, reading = false;
const wake = async () => {
  if (!reader) post({ reader: "loading" });
  reader ||= start();
  await reader;
  python.got_reader();
  post({ reader: "ready" });
  use();
};
const dismiss = async () => {
  const gone = reader;
  reader = null;
  (await gone?.catch(() => null))?.terminate();
};
/* A reader that is not used any more gives its memory (100 MB) back; it starts again within seconds. */
const use = () => {
  clearTimeout(unused);
  unused = setTimeout(dismiss, UNUSED);
};
const readBeside = async (work) => {
  clearTimeout(unused);
  const { port1, port2 } = new MessageChannel(), made = await reader;
  return new Promise((done, fail) => {
    port1.onmessage = ({ data }) => data.failed ? fail(new Error(data.failed)) : done(data);
    made.onerror = fail;
    setTimeout(fail, LONGEST_READING);
    made.postMessage(work, [port2]);
  }).finally(use);
};
const readNext = async () => {
  const found = python.take();
  if (!found) return false;
  const [content, asked] = found.toJs();
  found.destroy();
  const { refused, jpeg, reading: seen } = await readBeside({ content, asked });
  if (refused === undefined) python.keep(jpeg, seen);
  else python.refuse(refused);
  flush(slots);
  return true;
};
const readAll = async () => {
  if (reading || !python.waits()) return;
  reading = true;
  await looking;
  try {
    await wake();
    while (await readNext());
  } catch (fault) {
    post({ reader: "away", why: String(fault) });
    await dismiss();
  }
  reading = false;
  if (python.waits()) setTimeout(readAll, LOOKS_AGAIN);
};
/* A frame of the live camera is read beside, too, unless a photo is. One that can't be is not followed by the next at once. */
let looking;
const lookBeside = async ({ url, body }) => {
  const known = python.asked_at(url), asked = known.toJs();
  known.destroy();
  try {
    if (!reader) await wake();
    const { seen } = await readBeside({ isFrame: true, content: body, asked: asked });
    if (seen) return { status: 200, headers: [["Content-Type", "application/json"]], body: seen };
  } catch (fault) {
    post({ reader: "away", why: String(fault) });
    await dismiss();
    await new Promise((later) => setTimeout(later, LOOKS_AGAIN));
  }
  return DROPPED;
};
const look = (request) => reading ? DROPPED : looking = lookBeside(request);

/* Where a photo may be taken next, the reader is made ready. */
const getReady = () => reading || wake().catch((fault) => {
  post({ reader: "away", why: String(fault) });
  dismiss();
});

const began = performance.now();
const booted = boot();
booted.then((memory) => {
  postMessage({ ready: true, memory, seconds: (performance.now() - began) / 1000 });
  post({ ready: true });
  readAll();
}, (fault) => post({ failed: String(fault) }));

const seen = new Set();
channel.onmessage = async ({ data }) => {
  try {
    await booted;
  } catch (fault) {
    if (data.ask) post({ failed: String(fault) });
    return;
  }
  if (data.ask === "ready") post({ ready: true });
  if (data.rest) rest();
  if (!data.request || seen.has(data.id)) return; // it is sent again whenever a worker becomes ready
  seen.add(data.id);
  if (data.request.url.startsWith(BASE + "photo/glance")) return post({ id: data.id, reply: await look(data.request) });
  const began = performance.now();
  let reply;
  try {
    reply = answer(data.request);
  } catch (fault) {
    console.error(fault);
    reply = { broke: true };
  }
  post({ id: data.id, reply, milliseconds: performance.now() - began });
  const isRead = ["GET", "HEAD"].includes(data.request.method);
  if (!isRead) post({ written: data.request.url });
  if (!isRead) readAll();
  else if (data.request.url.startsWith(BASE + "photo/?") || data.request.url === BASE + "photo/") getReady();
};
onmessage = () => postMessage({ pong: true });
