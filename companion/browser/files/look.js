/* In a page that the host sent itself, where no other script of the companion may run: index.html, once its script can't be
   had or does not run, and 404.html, which a host shows where it has no file. It looks for the companion at this address and
   above it. */
const tell = (words) => { document.getElementById("says").textContent = words; };
const HOST = "The companion does not arrive as it was built: HOW. Who runs this address finds in “docs/phone.md” what a host has to be set to.";
const TOO_OLD = "This browser is too old for the companion: it needs iOS 16.4, Firefox 115, Chrome or Edge 109, or newer.";
const LOST = "The connection was lost while the companion was loading. Load this page again.";
const BROKE = "The companion broke off (WHY). Your games are kept. Load this page again.";
const whatIs = async (url) => {
  const answer = await fetch(url, { cache: "no-cache" });
  return { status: answer.status, type: answer.headers.get("Content-Type") || "nothing", text: await answer.text() };
};
const isOurs = ({ text }) => { try { return "pyodide" in JSON.parse(text); } catch { return false; } };
const blame = async () => {
  const { status, type } = await whatIs("./shell.js");
  if (status !== 200) return "“shell.js” can’t be had there (" + status + ")";
  return /javascript/.test(type) ? "" : "“shell.js” is sent as “" + type + "” in place of “text/javascript”";
};
const look = async (otherwise) => {
  const asked = location.pathname + location.search, parts = location.pathname.replace(/\/$/, "").split("/");
  let isPage = false;
  for (; parts.length; parts.pop()) {
    const base = parts.join("/") + "/", found = await whatIs(base + "companion.json");
    isPage ||= found.status === 200 && !isOurs(found);
    if (!isOurs(found)) continue;
    if (base !== location.pathname) return location.replace(base + "#open." + encodeURIComponent(asked));
    const how = await blame();
    return tell(how ? HOST.replace("HOW", how) : otherwise);
  }
  tell(isPage ? HOST.replace("HOW", "every address is answered with a page") : "There is no page at this address.");
};
const lookOrLost = (otherwise) => look(otherwise).catch(() => tell(LOST));
if (document.currentScript.dataset.at === "404") lookOrLost(LOST);
else addEventListener("error", ({ target, error, message }) => {
  if (target.src?.endsWith("/shell.js")) lookOrLost(LOST);
  else if (error instanceof SyntaxError) lookOrLost(TOO_OLD);
  else if (target === window) tell(BROKE.replace("WHY", message));
}, true);
