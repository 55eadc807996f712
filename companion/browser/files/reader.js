/* Reads photos in a worker beside the one of the pages, so that taps are answered meanwhile: its Python, from
   the same snapshot, finds the cards with border.js. */
import { build, open } from "./border.js";
import { bytesOf, startPython } from "./pack.js";

class Refused extends Error {}

let border, python;
const decode = (...photo) => border.decode(...photo).catch((fault) => { throw new Refused(fault.message); });
const read = async ({ content, asked }) => {
  const [taken, wide, high, itsJpeg] = await decode(content, true);
  itsJpeg.catch(() => {}); // nobody waits for it where the photo is turned round
  try {
    const found = python.read(taken, wide, high, asked);
    const [at, width, height, reading] = found.toJs();
    found.destroy();
    return { jpeg: await (at === taken ? itsJpeg : border.encode(at, width, height)), reading };
  } finally {
    python.forget();
  }
};

const look = async ({ content, asked }) => {
  const [at, width, height] = await decode(content);
  return { seen: python.look(at, width, height, asked) };
};

const boot = async () => {
  const [wasm, weights] = await Promise.all([build(), "weights"].map(bytesOf)); // may have to be fetched, so first
  const py = await startPython(["companion"]);
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
