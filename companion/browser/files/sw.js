"use strict";
/* Keeps every file of this build, and hands every other request to the companion, which runs in a web worker. The line above,
   written by the build, has the policy of the files, and by name the sum of each unpacked and its size as it is sent. A new
   build is fetched when somebody asks for it (shell.js). */
const BASE = new URL(registration.scope).pathname;
const OURS = "companion " + BASE + " ", CACHE = OURS + BUILD.version, ASKED = OURS + "asked for";
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", mjs: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", wasm: "application/wasm", json: "application/json", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };
const PATIENCE = 60000, STALLED = 20000; // milliseconds
const AWAY = "The companion in this browser does not answer. Close its other tabs, then load this page again.";
const BROKE = "The companion could not answer. What was confirmed before is kept. Load this page again.";
const LOST_FILE = "This browser has lost a part of the companion. Your games are kept. Connect this phone, then load this page again.";

const channel = new BroadcastChannel("companion " + BASE);
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const named = (path) => path.replace(/\.gz$/, ""); // a phone keeps a packed file unpacked, once, and not at each start
const FILES = new Map(Object.entries({ ...BUILD.files, ...BUILD.later }).map(([path, about]) => [named(path), [path, ...about]]));
const typeOf = (path) => TYPES[path.split(".").pop()] || "application/octet-stream";

const copies = async (path) => {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS));
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).match(BASE + named(path))));
  return found.filter(Boolean);
};
const keptAlready = async (path, sum) => (await copies(path)).find((each) => each.headers.get("X-Sum") === sum);
/* A file of the host, counted as it comes. One that stands still is given up: what waits for it would wait for good. */
const load = async (path, size, count) => {
  const giveUp = new AbortController(), parts = [];
  let stalled, left = size;
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
      const counted = Math.min(left, part.value.length); // more comes where the host's encoding is taken off on the way
      left -= counted;
      count(counted);
    }
    return { bytes: await new Blob(parts).arrayBuffer(), status: answer.ok ? "" : " (" + answer.status + ")", type: answer.headers.get("Content-Type") || "" };
  } finally {
    clearTimeout(stalled);
  }
};
/* Some hosts send a packed file as one that a browser unpacks on the way: what it begins with says whether it still is. */
const unpacked = async (bytes) => {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first !== 0x1f || second !== 0x8b) return bytes;
  return new Response(new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer().catch(() => new ArrayBuffer(0));
};
/* Why a file is not what was built. A host in the middle of an update would give one build's page and another's program. */
const otherThanBuilt = async (path, { status, type }) => {
  const theirs = await (await fetch(BASE + "sw.js", { cache: "no-cache" })).text();
  const [, version] = theirs.match(/^const BUILD = \{"version": "(\w+)"/) || [];
  const how = status ? "can’t be had there" + status : /html/.test(type) && !path.endsWith(".html") ? "is answered with a page" : "arrives changed";
  return Object.assign(new Error(path + " is not of this build"), version && version !== BUILD.version ? { version } : { host: "“" + path + "” " + how });
};
const fetched = async (path, sum, size, count = () => {}) => {
  const sent = await load(path, size, count), content = path.endsWith(".gz") ? await unpacked(sent.bytes) : sent.bytes;
  if (hex(await crypto.subtle.digest("SHA-256", content)) !== sum) throw await otherThanBuilt(path, sent);
  return new Response(content, { headers: { "Content-Type": typeOf(named(path)), "Content-Security-Policy": BUILD.policy, "X-Content-Type-Options": "nosniff", "X-Sum": sum } });
};
const keep = async (cache, path, sum, size, count) => {
  const kept = await keptAlready(path, sum);
  await cache.put(BASE + named(path), kept || await fetched(path, sum, size, count));
  if (kept) count(size);
};
/* Before 29 November 2026 the shell took for granted what iOS 16 lacks, and so never offers a build: this one comes unasked. */
const isStuck = async () => {
  if (navigator.storage.estimate) return false;
  const shells = await Promise.all((await copies("shell.js")).map((copy) => copy.text()));
  return shells.length && shells.every((code) => code.includes("navigator.storage.estimate()"));
};
const install = async () => {
  const asks = await caches.open(ASKED), asked = await asks.match(BASE);
  await asks.delete(BASE); // for one try: one that breaks off is offered again, and never loaded unasked
  if (registration.active && !(asked && await asked.text() === BUILD.version) && !await isStuck()) throw new Error("nobody asked for this build yet");
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
const tell = async (fault) => {
  const reason = { lost: fault.name, host: fault.host };
  channel.postMessage(reason);
  await caches.open(ASKED).then((asked) => asked.put(BASE + "lost", new Response(JSON.stringify(reason)))).catch(() => {}); // a full storage
  throw fault;
};
const activate = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
};

/* One that is fetched when it is first asked for, or that the browser has lost. Where the host has a newer build by now, that
   one alone has what is missing here. */
const file = async (path) => {
  const cache = await caches.open(CACHE), kept = await cache.match(BASE + path);
  if (kept) return kept;
  try {
    const found = await fetched(...FILES.get(path));
    await cache.put(BASE + path, found.clone()).catch(() => {}); // where the storage is full it comes again each time
    return found;
  } catch (fault) {
    if (fault.version) await (await caches.open(ASKED)).put(BASE, new Response(fault.version)).then(() => registration.update());
    throw fault;
  }
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
/* A page where the companion makes none: like the others it stands in the shell's frame. */
const plain = (status, says) => new Response(
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pinochle companion</title><p role="alert">' + says + '</p><p><a href="' + BASE + '">To the start page</a></p></html>',
  { status, headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'" } },
);
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
  if (reply.broke) return plain(500, BROKE);
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
  if (["sw.js", "companion.json"].includes(path)) return; // the host's, by which a new build, or the folder, is noticed
  if (request.mode === "navigate" && request.destination !== "iframe") event.respondWith(shell().catch(() => plain(503, LOST_FILE)));
  else if (path === "build.json") event.respondWith(new Response(JSON.stringify(BUILD)));
  else if (FILES.has(path)) event.respondWith(file(path));
  else if (/^live\/[^/]+$|\/live$/.test(path)) event.respondWith(beats());
  else event.respondWith(ask(request, url));
});
