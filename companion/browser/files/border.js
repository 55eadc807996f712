/* The pixels and networks of the card reader, in WebAssembly: what companion/vision/stages/wasm.py asks, from border.c.
   A picture or a network’s answer is a place in its memory; the caller gives it back. */
const PAGE = 65536, ROUND = 16;

// A function that uses a vector; browsers that know none take the plain build.
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
export const build = () => WebAssembly.validate(new Uint8Array(VECTOR)) ? "border.wasm" : "border-plain.wasm";

/* Gives out parts of the memory and takes them back: a reading frees what it is done with, so the next finds room. */
class Heap {
  constructor({ memory, __heap_base: base }) {
    this.memory = memory;
    this.taken = new Map();
    this.free = [[base.value, memory.buffer.byteLength - base.value]];
  }
  take(bytes) {
    const size = Math.max(ROUND, (bytes + ROUND - 1) & -ROUND), room = this.free.findIndex(([, found]) => found >= size);
    if (room < 0) {
      const at = this.memory.buffer.byteLength, [last, left] = this.free.at(-1) || [0, 0];
      const pages = Math.ceil((size - (last + left === at ? left : 0)) / PAGE);
      this.memory.grow(pages);
      this.add(at, pages * PAGE);
      return this.take(bytes);
    }
    const [at, found] = this.free[room];
    this.free.splice(room, 1, ...(found > size ? [[at + size, found - size]] : []));
    this.taken.set(at, size);
    return at;
  }
  give(at) {
    this.add(at, this.taken.get(at));
    this.taken.delete(at);
  }
  add(at, size) {
    const next = this.free.findIndex(([other]) => other > at), place = next < 0 ? this.free.length : next;
    this.free.splice(place, 0, [at, size]);
    for (const first of [place, place - 1]) {
      const [one, other] = [this.free[first], this.free[first + 1]];
      if (one && other && one[0] + one[1] === other[0]) this.free.splice(first, 2, [one[0], one[1] + other[1]]);
    }
  }
}

const widen = (half) => {
  const exponent = half >> 10 & 31, rest = half & 1023, sign = half >> 15 ? -1 : 1;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + rest / 1024) : rest * 2 ** -24);
};
const eights = (channels) => Math.ceil(channels / 8) * 8;

/* Runs the networks of the file that companion/browser/weights.py writes. */
class Networks {
  constructor(code, heap, file) {
    Object.assign(this, { code, heap });
    const end = file.indexOf(10) + 1;
    this.file = file.slice(end).buffer;
    this.plans = JSON.parse(new TextDecoder().decode(file.subarray(0, end)));
    for (const plan of Object.values(this.plans)) {
      plan.channels = { [plan.input]: 3 };
      plan.steps.forEach((step) => this.prepare(plan, step));
      plan.steps.forEach(({ from }, number) => from.forEach((name) => (plan.last = { ...plan.last, [name]: number })));
    }
    delete this.file;
  }
  numbers({ at, bytes, half }) {
    return half ? Float32Array.from(new Uint16Array(this.file, at, bytes / 2), widen) : new Float32Array(this.file, at, bytes / 4);
  }
  keep(values) {
    const at = this.heap.take(4 * values.length);
    this.floats(at, values.length).set(values);
    return at;
  }
  floats(at, count) { return new Float32Array(this.heap.memory.buffer, at, count); }
  prepare(plan, step) {
    const { kind, from, to, weights, bias, factor } = step;
    plan.channels[to] = weights ? weights.shape[0] : plan.channels[from[0]];
    if (!weights) return;
    const values = this.numbers(weights);
    const [out, into, side] = weights.shape, given = from[0] === plan.input ? 3 : eights(into);
    Object.assign(step, { out, into: given, side, bias: this.padded(this.numbers(bias), factor) });
    step.weights = this.keep(kind === "sum" ? values : this.inBlocks(values, out, into, given, side * side, factor));
  }
  padded(values, factor) {
    const all = new Float32Array(eights(values.length));
    values.forEach((value, at) => (all[at] = value * factor));
    return this.keep(all);
  }
  // From [out][in][row][column] to [out / 8][row][column][in][8].
  inBlocks(values, out, into, given, places, factor) {
    const all = new Float32Array(eights(out) * given * places);
    for (let o = 0, at = 0; o < out; o += 1)
      for (let i = 0; i < into; i += 1)
        for (let place = 0; place < places; place += 1, at += 1) all[(((o >> 3) * places + place) * given + i) * 8 + (o & 7)] = values[at] * factor;
    return all;
  }
  /* The network's answers about one picture, by name; the caller gives them back. */
  run(name, picture, height, width, mean, spread) {
    const plan = this.plans[name], at = this.heap.take(12 * height * width), found = { [plan.input]: { at, height, width, channels: 3 } };
    this.code.blob(picture, 3 * height * width, mean, spread, at);
    plan.steps.forEach((step, number) => {
      found[step.to] = this[step.kind](step, step.from.map((each) => found[each]), step.from.map((each) => plan.channels[each]));
      [...new Set(step.from)].filter((each) => plan.last[each] === number && !plan.outputs.includes(each)).forEach((each) => this.heap.give(found[each].at));
    });
    return found;
  }
  conv({ out, into, side, stride, pad, dilation, weights, bias, relu = 0 }, [of, plus]) {
    const reach = dilation * (side - 1) + 1, [height, width] = [of.height, of.width].map((length) => Math.floor((length + 2 * pad - reach) / stride) + 1);
    const inside = pad ? this.heap.take(4 * (of.height + 2 * pad) * (of.width + 2 * pad) * into) : of.at, channels = eights(out);
    if (pad) this.code.padded(of.at, of.height, of.width, into, pad, inside);
    const at = this.heap.take(4 * height * width * channels);
    this.code.convolved(inside, of.width + 2 * pad, into, weights, bias, channels, side, stride, dilation, height, width, plus ? plus.at : 0, relu, at);
    if (pad) this.heap.give(inside);
    return { at, height, width, channels };
  }
  pool(_, [{ at, height, width, channels }]) {
    const smaller = { at: this.heap.take(height * width * channels), height: height >> 1, width: width >> 1, channels };
    this.code.pooled(at, height, width, channels, smaller.at);
    return smaller;
  }
  enlarge(_, [{ at, height, width, channels }, plus]) {
    const larger = { ...plus, at: this.heap.take(16 * height * width * channels) };
    this.code.enlarged(at, height, width, channels, plus.at, larger.at);
    return larger;
  }
  planes(_, from, channels) {
    const [{ height, width }] = from, values = channels.reduce((sum, each) => sum + each) * height * width, at = this.heap.take(4 * values);
    let to = at;
    from.forEach((of, number) => {
      this.code.planes(of.at, height * width, of.channels, channels[number], to);
      to += 4 * channels[number] * height * width;
    });
    return { at, height, width, values };
  }
  sum({ out, weights, bias }, [{ at, values }]) {
    const answer = this.keep(this.floats(bias, out).slice());
    this.code.summed(at, values, weights, out, answer);
    return { at: answer, values: out };
  }
}

const LONGEST = 2600, MOST_PIXELS = 50e6, SHOWN = 1600, QUALITY = 0.88, STRIP = 256;
const TOO_LARGE = "The picture has too many pixels. Choose a smaller size (12 million do), or take another photo.";
const CUT_OFF = "The picture is cut off or damaged. Send it again, or take another photo.";
const EMPTY = "The file is empty. Take the photo again, or choose another.";
const NO_PICTURE = "This file is not a picture. Choose a photo: JPEG, PNG, WebP, HEIC or AVIF.";

/* The sides in pixels that the file says its picture has, before any is decoded. */
const sidesOf = (file) => {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  try {
    if (file[0] === 0xff) return sidesOfJpeg(view);
    if (file[0] === 0x89) return [view.getUint32(16), view.getUint32(20)];
    return view.getUint32(4) === FTYP ? sidesOfHeif(view) : sidesOfWebp(view);
  } catch { // it ends before it says
    throw new Error(CUT_OFF);
  }
};
const sidesOfJpeg = (view) => {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at + 1) === 0xff) at += 1;
    const kind = view.getUint8(at + 1);
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)) return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
};
/* Lossless (VP8L), lossy (VP8 with a space), or with more than one picture (VP8X). */
const sidesOfWebp = (view) => {
  const kind = view.getUint8(15), sides = view.getUint32(21, true);
  if (kind === 0x4c) return [(sides & 0x3fff) + 1, (sides >> 14 & 0x3fff) + 1];
  if (kind === 0x20) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  return [(view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1];
};
/* HEIC and AVIF: the largest of the sizes (ispe) in the box that tells of the file’s pictures (meta). */
const sidesOfHeif = (view) => {
  let at = 0;
  while (view.getUint32(at + 4) !== META) at += Math.max(8, view.getUint32(at));
  const found = [], end = Math.min(view.byteLength - 16, at + view.getUint32(at));
  for (; at < end; at += 1) if (view.getUint32(at) === ISPE) found.push([view.getUint32(at + 8), view.getUint32(at + 12)]);
  if (!found.length) throw new Error(CUT_OFF);
  return found.reduce((one, other) => one[0] * one[1] < other[0] * other[1] ? other : one);
};
const FTYP = 0x66747970, META = 0x6d657461, ISPE = 0x69737065, TAIL = 65536; // bytes; a phone may write something of its own after a photo's end
const KINDS = /^(\xff\xd8\xff|\x89PNG|RIFF|....ftyp)/s;
// A browser draws the half that it has of a JPEG without an end.
const isCutOff = (bytes) => bytes[0] === 0xff && !bytes.subarray(-TAIL).some((byte, at, tail) => byte === 0xff && tail[at + 1] === 0xd9);
const isPicture = (file) => KINDS.test(String.fromCharCode(...file.subarray(0, 8)));
const canvasOf = (width, height) => new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
const drop = ({ canvas }) => { canvas.width = 0; }; // its pixels would wait for the next collection of garbage
const within = (width, height, longest) => [width, height].map((side) => Math.max(1, Math.round(side * Math.min(1, longest / Math.max(width, height)))));

/* A JPEG is read at a half, a quarter or an eighth of its size where that leaves enough, as the server's decoder does. */
const part = (file, longest) => file[0] === 0xff ? [8, 4, 2, 1].find((each) => longest >= each * LONGEST / 2 || each === 1) : 1;

/* A decoder that makes a JPEG smaller itself needs a fraction of the time and the memory; one that does not know how a
   frame is turned would lay it on its side. Drawing the frame itself would keep its pixels in memory. */
const DECODES_A_PART = !!globalThis.ImageDecoder && "rotation" in (globalThis.VideoFrame?.prototype ?? {});
const decodedInPart = async (file, by, [wide, high]) => {
  const desired = { desiredWidth: Math.ceil(wide / by), desiredHeight: Math.ceil(high / by) };
  const decoder = new ImageDecoder({ type: "image/jpeg", data: file, ...desired });
  const { image } = await decoder.decode().finally(() => decoder.close());
  return createImageBitmap(image).finally(() => image.close());
};
const decoded = (file, by, sides) => {
  // In WebKit a bitmap of all of it would stay, 48 MB. The picture may be turned, and then gets larger than it has to be.
  const isSmaller = by > 1 && !globalThis.ImageDecoder && Math.max(...sides) <= by * Math.min(...sides);
  const smaller = isSmaller ? { resizeWidth: Math.ceil(sides[0] / by), resizeQuality: "high" } : {};
  const whole = () => createImageBitmap(new Blob([file]), smaller);
  return by > 1 && DECODES_A_PART ? decodedInPart(file, by, sides).catch(whole) : whole();
};

/* The photograph upright on white, its longest side at most 2,600 pixels; the message of a fault is for the person. */
const drawn = async (file) => {
  if (!file.length) throw new Error(EMPTY);
  if (!isPicture(file)) throw new Error(NO_PICTURE);
  const sides = sidesOf(file), by = part(file, Math.max(...sides));
  if (sides[0] * sides[1] > MOST_PIXELS) throw new Error(TOO_LARGE);
  if (isCutOff(file)) throw new Error(CUT_OFF);
  const bitmap = await decoded(file, by, sides).catch(() => { throw new Error(CUT_OFF); });
  const [short, long] = sides.map((side) => Math.ceil(side / by)).sort((one, other) => one - other);
  const size = by === 1 ? [bitmap.width, bitmap.height] : bitmap.width < bitmap.height ? [short, long] : [long, short];
  const canvas = canvasOf(...within(...size, LONGEST)), { width, height } = canvas.canvas;
  canvas.fillStyle = "white";
  canvas.fillRect(0, 0, width, height);
  canvas.imageSmoothingQuality = "high";
  canvas.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas;
};

/* The picture as a JPEG that is shown again, its longest side at most 1,600 pixels. */
const toJpeg = async (canvas) => {
  const smaller = canvasOf(...within(canvas.canvas.width, canvas.canvas.height, SHOWN));
  smaller.imageSmoothingQuality = "high";
  smaller.drawImage(canvas.canvas, 0, 0, smaller.canvas.width, smaller.canvas.height);
  drop(canvas);
  const jpeg = await smaller.canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
  drop(smaller);
  return new Uint8Array(await jpeg.arrayBuffer());
};

export const open = async (wasm, weights) => {
  const { instance: { exports: code } } = await WebAssembly.instantiate(wasm, {});
  const heap = new Heap(code), networks = new Networks(code, heap, weights);
  const bytes = (at, count) => new Uint8Array(code.memory.buffer, at, count);
  const picture = (width, height, draw) => {
    const at = heap.take(3 * width * height);
    draw(at);
    return at;
  };
  // By strips: a copy of all of it in a canvas's own order would take another 20 MB. Channel by channel: WebKit makes an
  // array for each pixel where three are assigned at once, 200 MB for a photo.
  const strips = function* (canvas) {
    const { width, height } = canvas.canvas;
    for (let top = 0; top < height; top += STRIP) yield [top, canvas.getImageData(0, top, width, Math.min(STRIP, height - top))];
  };
  const weighed = (weights, rows, { at, values }) => Array.from({ length: rows }, (_, row) => {
    const of = networks.floats(weights + 4 * row * values, values);
    return networks.floats(at, values).reduce((sum, feature, place) => sum + feature * of[place], 0);
  });
  const list = (at, count) => [...networks.floats(at, count)];
  return {
    give: (at) => heap.give(at),
    bytes: (at, count) => bytes(at, count).slice(),
    put(content) {
      const at = heap.take(content.length);
      bytes(at, content.length).set(content);
      return at;
    },
    /* Decodes a photograph's file: where it is, its width and its height, and the promise of its JPEG, if it is to be
       shown: the browser encodes that beside what is done meanwhile. */
    async decode(file, isShown = false) {
      const canvas = await drawn(file), { width, height } = canvas.canvas;
      const at = picture(width, height, (to) => {
        for (const [top, { data }] of strips(canvas)) {
          const out = bytes(to + 3 * top * width, data.length / 4 * 3);
          for (let i = 0, o = 0; i < data.length; i += 4, o += 3) {
            out[o] = data[i + 2];
            out[o + 1] = data[i + 1];
            out[o + 2] = data[i];
          }
        }
      });
      if (isShown) return [at, width, height, toJpeg(canvas)];
      drop(canvas);
      return [at, width, height];
    },
    encode(at, width, height) {
      const canvas = canvasOf(width, height);
      for (const [top, strip] of strips(canvas)) {
        const from = bytes(at + 3 * top * width, strip.data.length / 4 * 3);
        const { data } = strip;
        for (let i = 0, o = 0; o < from.length; i += 4, o += 3) {
          data[i] = from[o + 2];
          data[i + 1] = from[o + 1];
          data[i + 2] = from[o];
          data[i + 3] = 255;
        }
        canvas.putImageData(strip, 0, top);
      }
      return toJpeg(canvas);
    },
    mirrored: (at, width, height) => picture(width, height, (to) => code.mirrored(at, width, height, to)),
    halved: (at, width, height) => picture(width >> 1, height >> 1, (to) => code.halved(at, width, height, to)),
    lightened: (at, width, height, gain) => picture(width, height, (to) => code.lightened(at, 3 * width * height, gain, to)),
    whites(at, pixels, white) {
      const crop = bytes(at, 3 * pixels);
      let found = 0;
      for (let i = 0; i < crop.length; i += 3) found += Math.min(crop[i], crop[i + 1], crop[i + 2]) >= white;
      return found;
    },
    /* How many of every step-th pixel are as bright as each of 256 values, in the brightest of their colors. */
    brightness(at, width, height, step) {
      const photo = bytes(at, 3 * width * height), counts = new Array(256).fill(0);
      for (let y = 0; y < height; y += step)
        for (let x = 0, i; x < width; x += step) counts[Math.max(photo[i = 3 * (y * width + x)], photo[i + 1], photo[i + 2])] += 1;
      return counts;
    },
    grey(at, width, height, toWidth, toHeight) {
      const to = heap.take(toWidth * toHeight);
      code.grey(at, width, height, toWidth, toHeight, to);
      return to;
    },
    resized: (at, inWidth, box, size, padded, padding) => picture(...padded, (to) => code.resized(at, inWidth, ...box, ...size, ...padded, padding, to)),
    warped: (at, width, height, steps, size, beyond) => picture(...size, (to) => code.warped(at, width, height, ...steps, ...size, beyond, to)),
    maps(at, width, height, mean, spread) {
      const { at: maps, height: rows, width: columns } = networks.run("detector", at, height, width, mean, spread).maps;
      return [maps, rows, columns];
    },
    peaks(maps, rows, columns, floor, most) {
      const heat = networks.floats(maps, 5 * rows * columns), places = [];
      const near = (at, end) => [at - 1, at, at + 1].filter((each) => each >= 0 && each < end);
      for (let row = 0, place = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1, place += 1)
          if (heat[place] > floor && near(row, rows).every((y) => near(column, columns).every((x) => heat[y * columns + x] <= heat[place]))) places.push(place);
      return places.sort((one, other) => heat[other] - heat[one] || one - other).slice(0, most).map((place) => {
        const row = Math.floor(place / columns), column = place % columns;
        const beside = near(column, columns).map((x) => heat[row * columns + x]), along = near(row, rows).map((y) => heat[y * columns + column]);
        return [row, column, heat[place], beside, along, [1, 2, 3, 4].map((plane) => heat[place + plane * rows * columns])];
      });
    },
    /* What the network answers of each picture: its outputs, or those of these names, one after the other; and what a
       taught deck adds, where rows of weights are given. */
    ask: (name, pictures, width, height, mean, spread, outputs, learned, rows) => pictures.map((at) => {
      const found = networks.run(name, at, height, width, mean, spread), answers = networks.plans[name].outputs;
      const said = (outputs.length ? outputs : answers).flatMap((each) => list(found[each].at, found[each].values));
      if (rows) said.push(...weighed(learned, rows, found.features));
      answers.forEach((each) => heap.give(found[each].at));
      return said;
    }),
    memory: () => code.memory.buffer.byteLength,
  };
};
