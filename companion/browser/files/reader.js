/* Reads photos in a worker beside the one of the pages, so that taps are answered meanwhile: its Python, from
   the same snapshot, finds the cards with border.js. */
import { build, open } from "./border.js";
import { bytesOf, mend, unpack } from "./pack.js";
import { loadPyodide } from "./pyodide.mjs";

const TAIL = 65536; // bytes; a phone may write something of its own after a photo's end
const CUT_OFF = "The picture is cut off or damaged. Send it again, or take another photo.";
class Refused extends Error {}

// A browser draws the half that it has of a JPEG without an end.
const isCutOff = (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && !bytes.subarray(-TAIL).some((byte, at, tail) => byte === 0xff && tail[at + 1] === 0xd9);

let border, python;
const decode = (content) => {
  if (isCutOff(content)) throw new Refused(CUT_OFF);
  return border.decode(content).catch((fault) => { throw new Refused(fault.message); });
};
const read = async ({ content, asked }) => {
  const found = python.read(...await decode(content), asked);
  const [at, width, height, reading] = found.toJs();
  found.destroy();
  const jpeg = await border.encode(at, width, height);
  python.forget();
  return { jpeg, reading };
};

const look = async ({ content, asked }) => ({ seen: python.look(...await decode(content), asked) });

const boot = async () => {
  const [wasm, weights] = await Promise.all([build(), "weights"].map(bytesOf)); // may have to be fetched, so first
  const [snapshot, files] = await Promise.all(["snapshot", "companion"].map(bytesOf));
  mend(snapshot.length, () => 0);
  const py = await loadPyodide({ indexURL: new URL(".", location).href, _loadSnapshot: snapshot });
  unpack(py.FS, files, "/app");
  border = await open(wasm, weights);
  py.registerJsModule("companion_border", border);
  python = py.pyimport("companion.browser.reader");
};
boot().then(() => postMessage({ ready: true }), (fault) => postMessage({ failed: String(fault) }));

onmessage = async ({ data, ports: [port] }) => {
  try {
    port.postMessage(await (data.isFrame ? look : read)(data));
  } catch (fault) {
    port.postMessage(fault instanceof Refused ? { refused: fault.message } : { failed: String(fault) });
  }
};
