// A phone without a browser: the tabs of one, with the storage and the line that they share, around static/js/queue.js. Each
// line that comes in is a command, each that goes out what came of it. The other side answers what the tabs send.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";

let code = readFileSync(process.argv[2], "utf8");
for (const [was, now] of JSON.parse(process.argv[3] || "[]")) {
  if (!code.includes(was)) throw new Error("not in the script: " + was);
  code = code.replace(was, now);
}
vm.runInThisContext(code + "\nglobalThis.script = { openStore, openQueue, openLatest, lineOf, bodyOf };");
const { openStore, openQueue, openLatest, lineOf, bodyOf } = globalThis.script;

const ORIGIN = "http://table";
let clock, shelf, disks, tabs, asked, number, isFull;
const storage = { get: () => new Proxy(shelf, { get: (held, name) => ({
  getItem: (key) => held[key] ?? null,
  removeItem: (key) => { delete held[key]; },
  setItem: (key, text) => {
    if (isFull) throw new Error("QuotaExceededError");
    held[key] = text;
  },
})[name] }) };
const ask = (what) => new Promise((done) => {
  number += 1;
  asked.set(number, { ...what, done });
});

const open = (base) => {
  const disk = disks[base] ??= new Map(), name = "tab " + (number += 1);
  const gone = (key) => Object.entries(tabs).forEach(([other, tab]) => { if (other !== name && tab.base === base) tab.store.lose(key); });
  const store = openStore(base, storage.get, { put: (entry) => { if (!isFull) disk.set(entry.key, structuredClone(entry)); }, delete: (key) => disk.delete(key) }, gone);
  const post = (entry) => ask({ tab: name, base, way: "queue", url: entry.url, body: String(bodyOf(entry)) });
  let keys = 0;
  const newKey = () => name + " key " + (keys += 1);
  const queue = openQueue({ store, post, clock: { now: () => clock.now, since: () => clock.since }, page: name, newKey, overGame: () => undefined, hear: () => {} });
  const tab = { base, store, queue, page: 0, lost: 0 };
  const chosen = (what) => ask({ tab: name, base, way: "choice", url: "", body: what.value }).then(({ status }) => tab.latest.answered(what, status));
  // Its form is found on the page as it is now.
  tab.latest = openLatest({ find: (what) => ({ page: tab.page, of: what.page }), send: (_, what) => chosen(what), lost: () => { tab.lost += 1; }, later: () => {} });
  tab.choose = (value) => {
    tab.latest.sending();
    chosen({ value, page: tab.page });
  };
  tabs[name] = tab;
  store.carryOver();
  store.recover([...disk.values()]);
  return name;
};

const does = {
  begin: () => {
    [clock, shelf, disks, tabs, asked, number, isFull] = [{ now: 1e12, since: 0 }, {}, {}, {}, new Map(), 0, false];
  },
  open: ({ base }) => open(base),
  close: ({ tab }) => {
    delete tabs[tab];
    [...asked].forEach(([id, each]) => { if (each.tab === tab) asked.delete(id); });
  },
  keepOld: ({ entry }) => { shelf["outbox|" + entry.key] = JSON.stringify(entry); },
  clock: (to) => { clock = to; },
  full: ({ is }) => { isFull = is; },
  tap: ({ tab, tap, mayWait }) => {
    const { queue, store, base } = tabs[tab], before = new Set(store.all().map(({ key }) => key));
    const [what] = queue.take({ ...tap, url: ORIGIN + tap.url }, mayWait);
    const made = store.all().find(({ key }) => !before.has(key));
    // The form sends itself, as htmx has it do, and shows the answer.
    if (what === "sent") ask({ tab, base, way: "form", url: ORIGIN + tap.url, body: String(bodyOf({ ...tap, after: [] })) }).then((answer) => tabs[tab]?.queue.answered(store.find(tap.key) || made, answer, true));
    return [what, made && made.key, made ? made.after : []];
  },
  choose: ({ tab, value }) => tabs[tab].choose(value),
  renew: ({ tab }) => { tabs[tab].page += 1; },
  again: ({ tab }) => tabs[tab].latest.again(),
  flush: ({ tab }) => { tabs[tab].queue.flush(); },
  forget: ({ tab, key }) => tabs[tab].queue.forget(key),
  send: ({ tab, key }) => { tabs[tab].queue.sendAgain(key); },
  answer: ({ id, status, says, before }) => {
    const { done } = asked.get(id);
    asked.delete(id);
    done({ status, says, wait: 0, before });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { do: what, ...told } = JSON.parse(line), came = does[what](told) ?? null;
  await new Promise((done) => setImmediate(done));
  const lines = Object.fromEntries(Object.entries(tabs).map(([name, { store, queue, latest, lost }]) => [name, {
    lines: store.all().map((entry) => [entry.key, ...(lineOf(entry, queue.onAir.has(entry.key), clock.now, String) || [""])]),
    air: [...queue.onAir], waits: latest.waiting()?.value ?? null, lost,
  }]));
  console.log(JSON.stringify({ came, asked: [...asked].map(([id, { done, ...each }]) => ({ id, ...each })), tabs: lines }));
}
