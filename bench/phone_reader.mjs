/* The phone's reader in Node: node phone_reader.mjs PYODIDE PROJECT WASM WEIGHTS, then a line of JSON for each photograph
   on standard input: the file with its BGR bytes, its width and height. Answers each with a line. */
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const [pyodide, project, wasm, weights] = process.argv.slice(2).map((each) => path.resolve(each));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const { open } = await import(pathToFileURL(path.join(project, "companion/browser/files/border.js")));
const border = await open(fs.readFileSync(wasm), new Uint8Array(fs.readFileSync(weights)));
const spent = {};
const timed = (name, call) => (...given) => {
  const began = performance.now();
  try {
    return call(...given);
  } finally {
    spent[name] = (spent[name] || 0) + performance.now() - began;
  }
};
const group = { maps: "detector", ask: "crops" };
const watched = Object.fromEntries(Object.entries(border).map(([name, call]) => [name, timed(group[name] || "pixels", call)]));
const py = await loadPyodide({ indexURL: pyodide + path.sep, env: { PYTHONDONTWRITEBYTECODE: "1" } });
py.FS.mkdir("/project");
py.FS.mount(py.FS.filesystems.NODEFS, { root: project }, "/project");
py.registerJsModule("companion_border", watched);
const { read } = py.runPython(`
import sys
sys.path.insert(0, "/project")
import json
from companion.vision.read import read_either_way
from companion.vision.stages.wasm import Pixels

def read(at, width, height):
    photo = Pixels(at, (height, width, 3))
    shown, reading = read_either_way(photo, {}, None)
    cards = [[str(seen.card), seen.sure, seen.confidence] for seen in reading.cards]
    maybe = sorted(str(seen.card) for seen in reading.maybe)
    return json.dumps({"cards": cards, "maybe": maybe, "notes": reading.notes, "turned": shown is not photo})
{"read": read}
`).toJs({ create_proxies: true, dict_converter: Object.fromEntries });
console.log(JSON.stringify({ ready: true }));
for await (const line of readline.createInterface({ input: process.stdin })) {
  const { file, width, height } = JSON.parse(line);
  const at = border.put(fs.readFileSync(file), width, height);
  Object.keys(spent).forEach((name) => delete spent[name]);
  const began = performance.now(), found = JSON.parse(read(at, width, height));
  console.log(JSON.stringify({ ...found, ms: { ...spent, whole: performance.now() - began }, memory: border.memory() }));
}
