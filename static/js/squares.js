/* Squares that carry a game: those of a page shown by turns, and on the other phone read until all are there. */
const TURN = 450; // milliseconds; under three changes a second
const LOOK = 120;
const KEPT = "companion-squares";
const ONLY_HERE = "This browser keeps none for later: its storage is full or denied. Stay on this page and use the camera here, or save the game as a file.";
const SQUARE = /#square\.([0-9a-f]{8})\.(\d+)\.(\d+)\.([\w-]+)$/;

const showByTurns = (list) => {
  const squares = [...list.children], pause = document.querySelector("[data-pause]");
  let now = 0, isPaused = false;
  const show = () => squares.forEach((square, number) => { square.hidden = number !== now; });
  show();
  if (!pause) return;
  pause.hidden = false;
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Go on" : "Pause";
  });
  setInterval(() => {
    if (isPaused) return;
    now = (now + 1) % squares.length;
    show();
  }, TURN);
};

/* The parts that were read, also on earlier visits: a phone's camera app opens the page once for each square. Where the
   browser's storage is full or denied they are in this page alone. */
let here = null, isKept = true;
const partsBefore = () => { try { return here || JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { return {}; } };
const keepPart = (text) => {
  const found = SQUARE.exec(text);
  if (!found) return null;
  const [, mark, number, count, part] = found, before = partsBefore();
  here = before.mark === mark ? before : { mark, count: Number(count), parts: {} };
  here.parts[number] = part;
  try { localStorage.setItem(KEPT, JSON.stringify(here)); } catch { isKept = false; }
  return here;
};
const forgetParts = () => {
  here = null;
  try { localStorage.removeItem(KEPT); } catch { /* nothing was kept */ }
};
const bytesOf = (part) => Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const joined = async ({ count, parts }) => {
  const packed = new Blob(Array.from({ length: count }, (_, number) => bytesOf(parts[number + 1])));
  return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate"))).blob();
};

const readSquares = (form) => {
  const [file, view, says, aim] = ["[type=file]", "video", "[data-says]", "[data-aim]"].map((selector) => form.querySelector(selector));
  let stream = null, isDone = false;
  const stop = () => {
    if (stream) stream.getTracks().forEach((track) => track.stop());
    view.hidden = true;
    aim.hidden = false;
  };
  const finish = async (kept) => {
    isDone = true;
    stop();
    forgetParts();
    try {
      const bag = new DataTransfer();
      bag.items.add(new File([await joined(kept)], "game.json", { type: "application/json" }));
      file.files = bag.files;
    } catch {
      isDone = false;
      says.textContent = "These squares do not fit together. Read them again.";
      return;
    }
    submitForm(form);
  };
  const take = (text) => {
    const kept = keepPart(text);
    if (!kept) {
      says.textContent = "This square holds no game.";
      return;
    }
    const count = Object.keys(kept.parts).length;
    says.textContent = `${count} of ${kept.count} squares`;
    if (!isKept && count < kept.count) says.textContent += `. ${ONLY_HERE}`;
    if (count === kept.count) finish(kept);
  };
  const look = async (detector) => {
    if (isDone || !stream) return;
    if (view.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      const found = await detector.detect(view).catch(() => []);
      if (found.length && !isDone) take(found[0].rawValue);
    }
    setTimeout(look, LOOK, detector);
  };
  aim.addEventListener("click", async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } } });
    } catch {
      says.textContent = "This browser may not use the camera here. Point the phone’s own camera app at the squares, one after the other.";
      return;
    }
    const Detector = window.BarcodeDetector || (await import(form.dataset.readSquares)).BarcodeDetector;
    view.srcObject = stream;
    view.hidden = false;
    aim.hidden = true;
    says.textContent = "Point the camera at the square.";
    await view.play();
    look(new Detector({ formats: ["qr_code"] }));
  });
  form.hidden = false;
  aim.hidden = !navigator.mediaDevices || !window.DecompressionStream;
  if (aim.hidden) says.textContent = "Over https the camera could be used here. Point the phone’s own camera app at the squares, one after the other.";
  if (location.hash) {
    take(location.hash);
    history.replaceState(null, "", location.pathname);
  }
  addEventListener("pagehide", stop);
};

document.querySelectorAll("[data-squares]").forEach(showByTurns);
document.querySelectorAll("[data-read-squares]").forEach(readSquares);
