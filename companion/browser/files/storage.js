/* A file system for Pyodide over the browser's own files (OPFS): what is written is in a file at once, nothing is held back
   in memory. Opening a file takes a promise and SQLite waits for none, so a pool of files is opened beforehand. The first
   bytes of each hold the path that it has for the companion, the rest its content. */
const HEAD = 4096, FILES = 16;
const FULL = 51, TOO_MANY = 41, BAD = 28; // Emscripten's ENOSPC, ENFILE, EINVAL
const DIRECTORY = 0o40777, FILE = 0o100600;
const encoder = new TextEncoder(), decoder = new TextDecoder();

class Slot {
  constructor(handle) {
    const head = new Uint8Array(HEAD);
    this.handle = handle;
    this.path = handle.read(head, { at: 0 }) ? decoder.decode(head.subarray(0, head.indexOf(0))) : "";
    this.dirty = false;
  }
  get size() { return Math.max(0, this.handle.getSize() - HEAD); }
  resize(size) {
    this.handle.truncate(HEAD + size);
    this.dirty = true;
  }
  name(path) {
    const head = new Uint8Array(HEAD);
    head.set(encoder.encode(path));
    if (!path) this.handle.truncate(0);
    this.handle.write(head, { at: 0 });
    this.path = path;
    this.dirty = true;
  }
  flush() {
    if (this.dirty) this.handle.flush();
    this.dirty = false;
  }
}

export async function openPool(name) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(name, { create: true });
  const open = async (_, number) => {
    const file = await folder.getFileHandle("file-" + number, { create: true });
    return new Slot(await file.createSyncAccessHandle());
  };
  return Promise.all(Array.from({ length: FILES }, open));
}

export const flush = (slots) => slots.forEach((slot) => slot.flush());

export function mountPool(FS, slots, where) {
  const MEMFS = FS.filesystems.MEMFS;
  const fail = (errno) => { throw new FS.ErrnoError(errno); };
  const orFull = (write) => { try { return write(); } catch (fault) { return fault.name === "QuotaExceededError" ? fail(FULL) : fail(29); } };
  const pathOf = (node) => node === node.parent ? "" : pathOf(node.parent) + "/" + node.name;

  const nodeOps = {
    getattr(node) {
      const at = new Date(node.changed || 0), size = node.slot.size;
      return { dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, atime: at, mtime: at, ctime: at, blksize: 4096, blocks: Math.ceil(size / 4096) };
    },
    setattr(node, { mode, size }) {
      if (mode !== undefined && mode !== null) node.mode = mode;
      if (size !== undefined && size !== null) orFull(() => node.slot.resize(size));
    },
  };
  const streamOps = {
    llseek({ position, node }, offset, whence) {
      const to = offset + [0, position, node.slot.size][whence];
      return to < 0 ? fail(BAD) : to;
    },
    read({ node: { slot } }, buffer, offset, length, position) {
      const count = Math.max(0, Math.min(length, slot.size - position));
      return count ? slot.handle.read(buffer.subarray(offset, offset + count), { at: HEAD + position }) : 0;
    },
    write({ node }, buffer, offset, length, position) {
      node.slot.dirty = true;
      node.changed = Date.now();
      return orFull(() => node.slot.handle.write(buffer.subarray(offset, offset + length), { at: HEAD + position }));
    },
    fsync({ node }) {
      node.slot.flush();
      return 0;
    },
  };
  const dress = (node, slot) => Object.assign(node, { slot, node_ops: nodeOps, stream_ops: streamOps });
  const clear = (node) => { if (node && node.slot) node.slot.name(""); };

  let folderOps;
  const folder = (parent, name) => Object.assign(MEMFS.createNode(parent, name, DIRECTORY, 0), { node_ops: folderOps });
  const make = (parent, name, mode, device) => {
    if (FS.isDir(mode)) return folder(parent, name);
    const node = MEMFS.createNode(parent, name, mode, device);
    // SQLite's index of its log is rebuilt from the log at each start.
    if (!FS.isFile(mode) || name.endsWith("-shm")) return node;
    const slot = slots.find(({ path }) => !path) || fail(TOO_MANY);
    orFull(() => slot.name(pathOf(node)));
    return dress(node, slot);
  };
  const unlink = (parent, name) => {
    clear(parent.contents[name]);
    MEMFS.ops_table.dir.node.unlink(parent, name);
  };
  const rename = (node, parent, name) => {
    const replaced = parent.contents[name];
    MEMFS.ops_table.dir.node.rename(node, parent, name);
    if (node.slot) node.slot.name(pathOf(parent) + "/" + name);
    clear(replaced);
  };
  const found = (root, slot) => {
    const parts = slot.path.slice(1).split("/"), name = parts.pop();
    const parent = parts.reduce((at, part) => at.contents[part] || folder(at, part), root);
    dress(MEMFS.createNode(parent, name, FILE, 0), slot);
  };
  const mount = () => {
    const root = MEMFS.createNode(null, "/", DIRECTORY, 0);
    folderOps = { ...root.node_ops, mknod: make, unlink, rename };
    root.node_ops = folderOps;
    slots.filter(({ path }) => path).forEach((slot) => found(root, slot));
    return root;
  };
  FS.mkdirTree(where);
  FS.mount({ ...MEMFS, mount }, {}, where);
}
