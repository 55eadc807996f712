/* Reads photos in a worker beside the one of the pages, so that taps are answered meanwhile. It decodes what the phone sent, and
   its Python, from the same snapshot, finds the cards with border.js. */
import { build, open } from "./border.js";
import { bytesOf, mend, unpack } from "./pack.js";
import { loadPyodide } from "./pyodide.mjs";

const LONGEST = 2600, SHOWN = 1600, MOST_PIXELS = 110e6, QUALITY = 0.88, TAIL = 65536; // as companion/vision has them
class Refused extends Error {}

const has = (bytes, text, at) => [...text].every((letter, place) => bytes[at + place] === letter.charCodeAt(0));
const isJpeg = (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8;
/* The pixels that the head of a JPEG or PNG promises, before any is decoded. */
const promised = (bytes) => {
  const { buffer, byteOffset, length } = bytes, view = new DataView(buffer, byteOffset, length);
  if (has(bytes, "PNG", 1) && length > 24) return view.getUint32(16) * view.getUint32(20);
  for (let at = 2; isJpeg(bytes) && at + 9 < length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const kind = bytes[at + 1];
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)) return view.getUint16(at + 5) * view.getUint16(at + 7);
  }
  return 0;
};
// A browser draws the half that it has of a JPEG without an end.
const isCutOff = (bytes) => isJpeg(bytes) && !bytes.subarray(-TAIL).some((byte, at, tail) => byte === 0xff && tail[at + 1] === 0xd9);

const canvas = (image, longest) => {
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const made = new OffscreenCanvas(Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)));
  const context = made.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.fillStyle = "white"; // where the picture is transparent
  context.fillRect(0, 0, made.width, made.height);
  context.drawImage(image, 0, 0, made.width, made.height);
  return made;
};
let border, python;
const decode = async (content) => {
  if (!content.length) throw new Refused("empty");
  if (promised(content) > MOST_PIXELS) throw new Refused("too-large");
  if (isCutOff(content)) throw new Refused("cut-off");
  const image = await createImageBitmap(new Blob([content])).catch(() => { throw new Refused(""); });
  const { width, height } = image, drawn = canvas(image, LONGEST);
  image.close();
  if (width * height > MOST_PIXELS) throw new Refused("too-large");
  const { data } = drawn.getContext("2d").getImageData(0, 0, drawn.width, drawn.height), pixels = new Uint8Array(data.length / 4 * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    pixels[to] = data[from + 2];
    pixels[to + 1] = data[from + 1];
    pixels[to + 2] = data[from];
  }
  return [border.put(pixels, drawn.width, drawn.height), drawn.width, drawn.height];
};
const encode = async (at, width, height) => {
  const pixels = border.take(at, width, height), data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    data[to] = pixels[from + 2];
    data[to + 1] = pixels[from + 1];
    data[to + 2] = pixels[from];
  }
  const whole = new OffscreenCanvas(width, height);
  whole.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
  const blob = await canvas(whole, SHOWN).convertToBlob({ type: "image/jpeg", quality: QUALITY });
  return new Uint8Array(await blob.arrayBuffer());
};

const read = async ({ content, asked }) => {
  const found = python.read(...await decode(content), asked);
  const [at, width, height, reading] = found.toJs();
  found.destroy();
  const jpeg = await encode(at, width, height);
  python.forget();
  return { jpeg, reading };
};

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
    port.postMessage(await read(data));
  } catch (fault) {
    port.postMessage(fault instanceof Refused ? { refused: fault.message } : { failed: String(fault) });
  }
};
