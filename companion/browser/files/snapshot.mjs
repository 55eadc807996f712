/* Run by Node when the folder is built, twice: it tries the pages, compiles them into the folder INTO, and prints the modules
   that they needed; then, given a file with these, it loads them and keeps the memory in the file INTO. */
import nodeCrypto from "node:crypto";
import fs from "node:fs";
import { loadPyodide } from "./pyodide.mjs";
import { unpack } from "./pack.js";

// Node would print all of Pyodide, which is one line, with a fault in it.
process.on("uncaughtException", (fault) => {
  console.error(fault.message);
  process.exit(1);
});
// No chance, clock or name of a folder goes into the memory: two builds of the same files are equal byte for byte.
let state = 1;
const byChance = (array) => {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[at] = state >>> 16;
  }
  return array;
};
globalThis.crypto ??= nodeCrypto.webcrypto; // Node 18 has it only there
nodeCrypto.randomFillSync = byChance;
crypto.getRandomValues = byChance;
const [, , files, into, built, modules] = process.argv;
process.argv[1] = "/companion.mjs";
process.cwd = () => "/";
Date.now = () => Number(built);
Object.defineProperty(performance, "now", { value: () => 0 });
// Neither docstrings nor columns for tracebacks: a third of all that the code takes.
const SMALL = { PYTHONOPTIMIZE: "2", PYTHONNODEBUGRANGES: "1" };
const py = await loadPyodide({ _makeSnapshot: true, env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", ...SMALL } });
unpack(py.FS, new Uint8Array(fs.readFileSync(files)), "/app");
py.runPython(`
import sys
sys.path.insert(0, "/app")
from companion.browser import bridge
`);
if (!modules) {
  const failed = py.runPython(`bridge.warm("/warm", "/compiled")`).toJs();
  if (failed.length) {
    console.error(failed.join("\n"));
    process.exit(1);
  }
  const names = py.FS.readdir("/compiled").filter((name) => !name.startsWith("."));
  names.forEach((name) => fs.writeFileSync(into + "/" + name, py.FS.readFile("/compiled/" + name)));
  console.log(py.runPython(`"\\n".join(sys.modules)`));
  process.exit(0);
}
py.FS.writeFile("/modules", fs.readFileSync(modules));
py.runPython(`
from pathlib import Path
bridge.load(Path("/modules").read_text().split(), "/warm")
del Path
`);
py.FS.unlink("/modules");
// A module that is in the memory is never read again, so a phone gets neither its source nor its place in the library.
console.log(py.runPython(`
import gc, importlib
del bridge
gc.collect()
importlib.invalidate_caches()
"\\n".join(sorted(filter(None, (getattr(each, "__file__", None) for each in sys.modules.values()))))
`));
blank(py._module);
fs.writeFileSync(into, py.makeMemorySnapshot());
process.exit(0);

/* Free memory still holds what was in it. It is taken piece by piece, filled with zeros and given back. */
function blank(memory) {
  const held = [];
  let end = memory._sbrk(0);
  for (let size = 1 << 20; size >= 16; size /= 2) {
    for (let grown = false; !grown;) {
      const at = memory._malloc(size);
      memory.HEAPU8.fill(0, at, at + size);
      held.push(at);
      grown = memory._sbrk(0) > end;
      end = memory._sbrk(0);
    }
  }
  held.forEach(memory._free);
}
