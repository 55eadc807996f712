/* Run by Node when the folder is built: starts the companion once and keeps the memory that it then has. */
import fs from "node:fs";
import { loadPyodide } from "./pyodide.mjs";
import { unpack } from "./pack.js";

// Node would print all of Pyodide, which is one line, with a fault in it.
process.on("uncaughtException", (fault) => {
  console.error(fault.message);
  process.exit(1);
});
const [, , files, into] = process.argv;
const py = await loadPyodide({ _makeSnapshot: true });
unpack(py.FS, new Uint8Array(fs.readFileSync(files)), "/app");
const failed = py.runPython(`
import sys
sys.path.insert(0, "/app")
from companion.browser import bridge
bridge.warm("/warm")
`).toJs();
if (failed.length) {
  console.error(failed.join("\n"));
  process.exit(1);
}
py.runPython("import gc; gc.collect()");
fs.writeFileSync(into, py.makeMemorySnapshot());
process.exit(0);
