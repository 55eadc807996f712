"use strict";
/* Between this phone's pages and the companion, where the line is safe (https, or this very machine): the files of the pages,
   and the last copy of a game's page for when the companion can't be reached. It writes nothing and answers no write. */
const ROOT = new URL(registration.scope).pathname; // others of this address have stores of their own
const PAGES = "pages-2 " + ROOT, FILES = "files-2 " + ROOT, OURS = /^(pages|files)-\d+( |$)/;
const PATIENCE = 3000, TOO_OLD = 24 * 60 * 60 * 1000; // milliseconds
const MOST = 12; // pages
const FOR = "Companion-For", KEPT_AT = "Companion-Kept-At";
const AWAY = [502, 503, 504], NOT_FOR_US = [403, 404, 410];

const partsOf = (url) => new URL(url).pathname.slice(ROOT.length).split("/");
/* A photo or a deck says nothing of who this phone is. */
const maySayWho = (url) => !["photo", "deck"].includes(partsOf(url)[0]);
const gameOf = (url) => partsOf(url)[0] === "game" ? partsOf(url)[1] : "";
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/* Who this phone is at a game may change while an answer is on its way: what was asked for before is not kept. */
const turned = new Map();
const isStill = (game, asked) => asked >= Math.max(turned.get(game) || 0, turned.get("") || 0);
const forget = async (game, but, now = performance.now()) => {
  const cache = await caches.open(PAGES);
  await Promise.all((await cache.keys()).filter(({ url }) => !game || gameOf(url) === game).map(async (page) => {
    const kept = await cache.match(page);
    if (kept && kept.headers.get(FOR) === but) return;
    // What is asked for while the store is still at work is of whom the phone is by now.
    turned.set(gameOf(page.url), Math.max(turned.get(gameOf(page.url)) || 0, now));
    await cache.delete(page);
  }));
};
let turning = Promise.resolve();
const turn = (game) => {
  turned.set(game, performance.now());
  turning = forget(game);
  return turning;
};

/* Only what the companion marks as made for this phone, and lets its browser keep. */
const mayKeep = ({ status, headers }) => status === 200 && headers.has(FOR) && /^private, no-cache$/.test(headers.get("Cache-Control"));
const keep = async (url, answer, asked) => {
  const game = gameOf(url);
  if (!game || answer.type !== "basic" || !isStill(game, asked)) return;
  if (NOT_FOR_US.includes(answer.status)) return forget(game);
  if (!answer.headers.has(FOR)) return;
  const now = performance.now();
  await forget(game, answer.headers.get(FOR), now);
  if (!mayKeep(answer)) return;
  const headers = new Headers(answer.headers), cache = await caches.open(PAGES);
  ["Content-Encoding", "Content-Length"].forEach((name) => headers.delete(name));
  headers.set(KEPT_AT, Date.now());
  await cache.put(url, new Response(await answer.blob(), { headers }));
  if (!isStill(game, now)) return cache.delete(url); // it has become somebody else while the store was at work
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((page) => cache.delete(page)));
};

const keptAt = (copy) => Number(copy.headers.get(KEPT_AT));
const find = async (url) => {
  await turning;
  const cache = await caches.open(PAGES);
  const copy = await cache.match(url) || await cache.match(url, { ignoreSearch: true });
  if (!copy || Date.now() - keptAt(copy) > TOO_OLD) return null;
  const html = (await copy.text()).replace("<html ", '<html data-kept-at="' + keptAt(copy) + '" ');
  return new Response(html, { headers: copy.headers });
};

const entry = async (url) => { // its address is encoded already
  const copy = await (await caches.open(PAGES)).match(url);
  const [, title] = /<title>([^<]*)<\/title>/.exec(await copy.text()) || [];
  return '<li><a href="' + url.replaceAll("&", "&amp;") + '"><strong>' + title + '</strong> <small>as of <time data-clock datetime="' + new Date(keptAt(copy)).toISOString() + '"></time></small></a></li>';
};
const away = async () => {
  const page = await caches.match(ROOT + "away");
  if (!page) return Response.error();
  const urls = (await (await caches.open(PAGES)).keys()).map(({ url }) => url);
  const list = (await Promise.all(urls.map(entry))).join("");
  return new Response((await page.text()).replace("<!-- kept -->", () => list), { headers: page.headers });
};

const page = (event) => {
  const { request } = event, asked = performance.now(), kept = find(request.url);
  const fresh = fetch(request);
  event.waitUntil(fresh.then((answer) => keep(request.url, answer.clone(), asked), () => {}));
  const patient = Promise.race([fresh, pause(PATIENCE).then(async () => await kept || fresh)]);
  return patient.then(async (answer) => AWAY.includes(answer.status) && await kept || answer, async () => await kept || away());
};

/* A file's address changes with the file: what is kept under it is right for ever, and what it replaces is of no use. */
const file = async (request) => {
  const cache = await caches.open(FILES), kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") {
    await cache.delete(request, { ignoreSearch: true });
    await cache.put(request, answer.clone()).catch(() => {}); // where the storage is full it comes again each time
  }
  return answer;
};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil((async () => {
    const answer = await fetch(ROOT + "away", { cache: "no-cache" });
    const files = [...(await answer.clone().text()).matchAll(/(?:href|src)="([^"#]*\/static\/[^"#]*)/g)].map(([, address]) => address);
    await (await caches.open(FILES)).addAll(new Set(files));
    await (await caches.open(FILES)).put(ROOT + "away", answer);
  })());
});
addEventListener("activate", (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => OURS.test(name) && (!name.includes(" ") || name.endsWith(" " + ROOT)) && ![PAGES, FILES].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
})()));
addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  // A form that leaves its page may say who this phone is: until the next answer nobody knows, so nothing is kept.
  if (request.method !== "GET") {
    if (request.mode === "navigate" && maySayWho(url)) event.waitUntil(turn(gameOf(url)));
  } else if (url.pathname.startsWith(ROOT + "static/") && url.search) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
});
// A page that has been renewed piece by piece asks for a copy of how it is now; ``who`` is whom its last answer was for.
addEventListener("message", (event) => event.waitUntil((async () => {
  const { url, who } = event.data, asked = performance.now();
  if (!gameOf(url)) return;
  if (who) await forget(gameOf(url), who);
  await fetch(url).then((answer) => keep(url, answer, asked), () => {});
})()));
