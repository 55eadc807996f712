/* The companion's own files in one: a line of JSON with the path and the size of each, then all of them in a row. */
export function unpack(FS, bytes, where) {
  const end = bytes.indexOf(10), index = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
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

/* The memory of the snapshot, of which the file has the pages that are not all zeros. */
export const memoryOf = async () => {
  const bytes = await bytesOf("snapshot"), end = bytes.indexOf(10);
  const { size, runs } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const memory = new Uint8Array(size);
  let at = end + 1;
  for (const [start, length] of runs) {
    memory.set(bytes.subarray(at, at + length), start);
    at += length;
  }
  return memory;
};

/* Pyodide's loader of snapshots leaves the memory as small as it was; and its fdatasync does nothing. Both are mended where
   the program is put together. ``sync`` takes the place of fdatasync. */
export function mend(size, sync) {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const plain = WebAssembly[name];
    WebAssembly[name] = async (source, imports) => {
      if (imports.env && imports.env.__syscall_fdatasync) imports.env.__syscall_fdatasync = sync;
      const made = await plain.call(WebAssembly, source, imports);
      const { memory } = (made.instance || made).exports;
      if (memory && memory.buffer.byteLength < size) memory.grow(Math.ceil((size - memory.buffer.byteLength) / 65536));
      return made;
    };
  }
}
