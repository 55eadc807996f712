import { loadPyodide } from "./pyodide.mjs";

const decoder = new TextDecoder();

/* The companion's own files in one: a line of JSON with the path and the size of each, then all of them in a row. */
export function unpack(FS, bytes, where) {
  const end = bytes.indexOf(10), index = JSON.parse(decoder.decode(bytes.subarray(0, end)));
  let at = end + 1;
  for (const [path, size] of index) {
    FS.mkdirTree(where + "/" + path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(where + "/" + path, bytes.subarray(at, at + size));
    at += size;
  }
}

/* A file of the build beside the worker that asks; the service worker has unpacked it. */
export const bytesOf = async (name) => {
  const answer = await fetch(new URL(name, location));
  if (!answer.ok) throw new Error(name + " is not there");
  return new Uint8Array(await answer.arrayBuffer());
};

/* What is all zeros there and here is not touched: it takes no room. */
const clear = (memory, from, to) => {
  const words = new Uint32Array(memory.buffer, from, (to - from) / 4);
  for (let at = 0; at < words.length; at += 1) if (words[at]) return words.fill(0, at);
};

/* Lays the pages of a snapshot out, one run of them after the other. */
const lay = (runs, pages, memory) => {
  let at = 0, done = 0;
  for (const [start, length] of runs) {
    clear(memory, done, start);
    memory.set(pages.subarray(at, at + length), start);
    at += length;
    done = start + length;
  }
  clear(memory, done, memory.length);
};

/* Pyodide's loader of snapshots leaves the memory as small as it was; and its fdatasync does nothing. Both are mended where
   the program is put together. ``sync`` takes the place of fdatasync. */
const mend = (size, sync) => {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const plain = WebAssembly[name];
    WebAssembly[name] = async (source, imports) => {
      const isPython = imports.env?.__syscall_fdatasync;
      if (isPython) imports.env.__syscall_fdatasync = sync;
      const made = await plain.call(WebAssembly, source, imports);
      const { memory } = (made.instance || made).exports;
      if (isPython) memory.grow(Math.ceil(Math.max(0, size - memory.buffer.byteLength) / 65536));
      return made;
    };
  }
};

/* Python as it was when the folder was built, and the companion's files. Pyodide's loader gets the snapshot's head alone: it
   would keep the pages as well. */
export const startPython = async (names, sync = () => 0) => {
  let [snapshot, ...packs] = await Promise.all(["snapshot", ...names].map(bytesOf));
  const end = snapshot.indexOf(10) + 1, { size, head, runs } = JSON.parse(decoder.decode(snapshot.subarray(0, end)));
  mend(size, sync);
  const createPyodideModule = async (settings) => {
    const module = await (await import("./pyodide.asm.mjs")).default(settings);
    lay(runs, snapshot.subarray(end + head), module.HEAPU8);
    snapshot.buffer.transfer?.(0); // else all of it waits for a collection of garbage
    snapshot = null; // Pyodide keeps this function
    return module;
  };
  const _loadSnapshot = snapshot.slice(end, end + head);
  const py = await loadPyodide({ indexURL: new URL(".", location).href, _loadSnapshot, createPyodideModule });
  packs.forEach((files) => unpack(py.FS, files, "/app"));
  packs = null;
  return py;
};
