"use strict";
/* A photo is made smaller on the phone, so that it is sent in a second; if that fails it goes as it is. */
(() => {
  const LONGEST = 2000;
  const TAIL = 65536; // bytes; a phone may write something of its own after a photo's end
  // Chromium decodes a JPEG at a half or a quarter of its size, in a fraction of the time and the memory. What is drawn
  // from anything but a bitmap keeps its pixels (48 MB) in memory.
  const decode = async (file, picture, longest) => {
    const by = [4, 2, 1].find((each) => longest >= each * LONGEST || each === 1);
    const knowsTurns = "rotation" in (window.VideoFrame?.prototype ?? {});
    if (by === 1 || file.type !== "image/jpeg" || !window.ImageDecoder || !knowsTurns) return createImageBitmap(picture);
    const desired = { desiredWidth: Math.ceil(longest / by), desiredHeight: Math.ceil(longest / by) };
    const decoder = new ImageDecoder({ type: file.type, data: file.stream(), ...desired });
    const { image } = await decoder.decode().finally(() => decoder.close());
    return createImageBitmap(image).finally(() => image.close());
  };
  const draw = async (file, picture) => {
    const longest = Math.max(picture.naturalWidth, picture.naturalHeight), scale = Math.min(1, LONGEST / longest);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.naturalWidth * scale);
    canvas.height = Math.round(picture.naturalHeight * scale);
    const bitmap = await decode(file, picture, longest);
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    canvas.width = 0;
    if (!blob) throw new Error("too large to draw");
    return new File([blob], "photo.jpg", { type: "image/jpeg" });
  };
  const shrink = (file) => new Promise((done, fail) => {
    const picture = new Image();
    picture.onerror = fail;
    picture.onload = () => draw(file, picture).then(done, fail).finally(() => URL.revokeObjectURL(picture.src));
    picture.src = URL.createObjectURL(file);
  });
  // A browser draws the half that it has of a JPEG without an end; the server says instead what is wrong with it.
  const isCutOff = async (file) => {
    const parts = [file.slice(0, 2), file.slice(-TAIL)].map(async (part) => new Uint8Array(await part.arrayBuffer()));
    const [head, tail] = await Promise.all(parts);
    return head[0] === 0xff && head[1] === 0xd8 && !tail.some((byte, at) => byte === 0xff && tail[at + 1] === 0xd9);
  };
  const PHOTO = "input[type=file][data-shrink]";
  const send = async (input) => {
    if (!input.files.length) return;
    try {
      const [file] = input.files;
      if (!await isCutOff(file)) {
        const bag = new DataTransfer();
        bag.items.add(await shrink(file));
        input.files = bag.files;
      }
    } catch { /* sent as it is */ }
    submitForm(input.form);
  };
  document.addEventListener("change", ({ target }) => {
    if (!target.matches(PHOTO) || !target.files.length) return;
    // One that was chosen before, and waits for a line perhaps, is not meant any more.
    target.form.querySelectorAll(PHOTO).forEach((other) => { if (other !== target) other.value = ""; });
    send(target);
  });
  // A thumb may be sooner than this script; but what a browser puts back into a page that was left is not sent again.
  if (performance.getEntriesByType("navigation")[0]?.type === "navigate") document.querySelectorAll(PHOTO).forEach(send);
})();
