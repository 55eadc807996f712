/* The phone's side of the reader in Node: node phone_reader.mjs PYODIDE PROJECT WASM WEIGHTS. Each line of standard input
   asks for a call of companion.vision in JSON, and is answered by a line; what bytes it gives are in files (phone_reader.py). */
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";
import { taken, timed } from "./phone_times.mjs";

const [pyodide, project, wasm, weights] = process.argv.slice(2).map((each) => path.resolve(each));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const { open } = await import(pathToFileURL(path.join(project, "companion/browser/files/border.js")));
const border = await open(fs.readFileSync(wasm), new Uint8Array(fs.readFileSync(weights)));
const py = await loadPyodide({ indexURL: pyodide + path.sep, env: { PYTHONDONTWRITEBYTECODE: "1" } });
py.FS.mkdir("/project");
py.FS.mount(py.FS.filesystems.NODEFS, { root: project }, "/project");
py.registerJsModule("companion_border", timed(border));
py.registerJsModule("files", { read: (file) => border.put(fs.readFileSync(file)), write: (file, at, count) => fs.writeFileSync(file, border.bytes(at, count)) });
const answer = py.runPython(`
import sys
sys.path.insert(0, "/project")
from bench.phone_calls import answer
answer
`);
console.log(JSON.stringify({ memory: border.memory() }));
for await (const line of readline.createInterface({ input: process.stdin })) {
  taken();
  const began = performance.now(), said = JSON.parse(answer(line));
  console.log(JSON.stringify({ said, ms: { ...taken(), whole: performance.now() - began }, memory: border.memory() }));
}
