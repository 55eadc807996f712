"use strict";
/* Keeps every file of this build, and hands every other request to the companion, which runs in a web worker. The line above,
   written by the build, names the files with their sums and sizes. A new build is fetched when somebody asks for it (shell.js). */
const BASE = new URL(registration.scope).pathname;
const OURS = "companion " + BASE + " ", CACHE = OURS + BUILD.version, ASKED = OURS + "asked for";
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", mjs: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", wasm: "application/wasm", json: "application/json", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };
/* Of the shell and the worker; the pages bring their own. WebAssembly needs a word of its own, no other code does. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PATIENCE = 60000, STALLED = 20000; // milliseconds
const AWAY = "The companion in this browser does not answer. Close its other tabs, then load this page again.";

const channel = new BroadcastChannel("companion " + BASE);
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const named = (path) => path.replace(/\.gz$/, ""); // a phone keeps a packed file unpacked, once, and not at each start
const LATER = new Map(Object.entries(BUILD.later).map(([path, about]) => [named(path), [path, ...about]])); // fetched when asked for
const FILES = new Set([...Object.keys(BUILD.files).map(named), ...LATER.keys()]);
const typeOf = (path) => TYPES[path.split(".").pop()] || "application/octet-stream";

const copies = async (path) => {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS));
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).match(BASE + named(path))));
  return found.filter(Boolean);
};
const keptAlready = async (path, sum) => (await copies(path)).find((each) => each.headers.get("X-Sum") === sum);
/* A file of the host, counted as it comes. One that stands still is given up: what waits for it would wait for good. */
const load = async (path, count) => {
  const giveUp = new AbortController(), parts = [];
  let stalled;
  const wait = () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => giveUp.abort(), STALLED);
  };
  wait();
  try {
    const answer = await fetch(BASE + path, { cache: "no-cache", signal: giveUp.signal }), reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      wait();
      parts.push(part.value);
      count(part.value.length);
    }
    return answer.ok ? await new Blob(parts).arrayBuffer() : new ArrayBuffer(0);
  } finally {
    clearTimeout(stalled);
  }
};
const keep = async (cache, path, sum, size, count) => {
  const kept = await keptAlready(path, sum);
  if (kept) {
    await cache.put(BASE + named(path), kept);
    return count(size);
  }
  const bytes = await load(path, count);
  // A host in the middle of an update would give one build's page and another's program.
  if (hex(await crypto.subtle.digest("SHA-256", bytes)) !== sum) throw new Error(path + " is not of this build");
  const content = path.endsWith(".gz") ? new Response(bytes).body.pipeThrough(new DecompressionStream("gzip")) : bytes;
  await cache.put(BASE + named(path), new Response(content, { headers: { "Content-Type": typeOf(named(path)), "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "X-Sum": sum } }));
};
const install = async () => {
  const asked = await (await caches.open(ASKED)).match(BASE);
  if (registration.active && !(asked && await asked.text() === BUILD.version)) throw new Error("nobody asked for this build yet");
  const cache = await caches.open(CACHE), files = Object.entries(BUILD.files);
  for (const [path, about] of Object.entries(BUILD.later)) if ((await copies(path)).length) files.push([path, about]);
  const bytes = files.reduce((sum, [, [, size]]) => sum + size, 0);
  let loaded = 0, told = -1;
  const count = (came) => {
    loaded += came;
    const percent = Math.floor(100 * loaded / bytes);
    if (percent !== told) channel.postMessage({ loaded, bytes });
    told = percent;
  };
  // What can arrive does, and is kept for the next try.
  const came = await Promise.allSettled(files.map(([path, [sum, size]]) => keep(cache, path, sum, size, count)));
  const lost = came.find(({ status }) => status === "rejected");
  if (lost) throw lost.reason;
};
const tell = (fault) => {
  channel.postMessage({ lost: fault.name });
  throw fault;
};
const activate = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
};

const file = async (path) => {
  const cache = await caches.open(CACHE), kept = await cache.match(BASE + path);
  if (kept || !LATER.has(path)) return kept || fetch(BASE + path);
  await keep(cache, ...LATER.get(path), () => {});
  return cache.match(BASE + path);
};

/* The shell stands at the address of every page, and names its parts from the top. */
const shell = async () => {
  const answer = await file("index.html");
  return new Response((await answer.text()).replaceAll('="./', '="' + BASE), { headers: answer.headers });
};

/* What waits for the worker; one that had to be started again is asked again. The forms' keys make that harmless. */
const waiting = new Map();
channel.onmessage = ({ data }) => {
  if (data.ready) waiting.forEach(({ request }, id) => channel.postMessage({ id, request }));
  if (data.reply && waiting.has(data.id)) waiting.get(data.id).done(data.reply);
  if (data.working) waiting.forEach(({ hold }) => hold());
  // A new build can't take over while this one waits for an answer to a page that is closed by now.
  if (data.leave) waiting.forEach(({ done }) => done(null));
};
const plain = (status, says) => new Response(says, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Content-Security-Policy": POLICY } });
const ask = async (asked, url) => {
  const headers = [...asked.headers].filter(([name]) => name !== "accept-encoding");
  headers.push(["user-agent", navigator.userAgent], ["sec-fetch-site", asked.referrer.startsWith(registration.scope) ? "same-origin" : asked.method === "GET" ? "none" : "cross-site"]);
  if (asked.referrer) headers.push(["referer", asked.referrer]);
  const body = asked.method === "GET" || asked.method === "HEAD" ? null : new Uint8Array(await asked.arrayBuffer());
  const request = { method: asked.method, url: url.pathname + url.search, headers, body }, id = crypto.randomUUID();
  const reply = await new Promise((done) => {
    let timer;
    const hold = () => {
      clearTimeout(timer);
      timer = setTimeout(() => done(null), PATIENCE);
    };
    hold();
    waiting.set(id, { request, done, hold });
    channel.postMessage({ id, request });
  });
  waiting.delete(id);
  if (!reply) return plain(503, AWAY);
  return new Response([204, 304].includes(reply.status) ? null : reply.body, { status: reply.status, headers: reply.headers });
};

/* Nobody else writes here: a stream that only beats lets the pages know that the companion is there. */
const beats = () => {
  let timer;
  const beat = new TextEncoder().encode("event: beat\ndata: 1\n\n");
  const body = new ReadableStream({
    start: (to) => {
      to.enqueue(beat);
      timer = setInterval(() => to.enqueue(beat), 2000);
    },
    cancel: () => clearInterval(timer),
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
};

addEventListener("install", (event) => event.waitUntil(install().catch(tell)));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); });
addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if (path === "sw.js") return; // the host's, by which a new build is noticed
  if (request.mode === "navigate" && request.destination !== "iframe") event.respondWith(shell());
  else if (path === "build.json") event.respondWith(Response.json(BUILD));
  else if (FILES.has(path)) event.respondWith(file(path));
  else if (/^live\/[^/]+$|\/live$/.test(path)) event.respondWith(beats());
  else event.respondWith(ask(request, url));
});
