"use strict";
/* The bell at the end of a round's clock, on the television. No browser plays a sound before a tap on its page, so “Sound on”
   waits for one. The bell is computed here, without a file; without this file the screen still says when the time is up. */
(() => {
  const on = document.querySelector("[data-sound]"), volume = document.querySelector("[data-volume]");
  if (!on || !window.AudioContext) return;
  const PARTIALS = [[1, 1], [2, 0.6], [3, 0.4], [4.2, 0.25]]; // of a bell: how high above the first, and how loud
  const PITCH = 660, STROKES = 3, APART = 1.3; // hertz, and seconds between two strokes
  let context = null, timer = 0, clock = "", rung = "";

  const strike = (at) => {
    PARTIALS.forEach(([above, loud]) => {
      const tone = context.createOscillator(), fade = context.createGain();
      tone.frequency.value = PITCH * above;
      fade.gain.setValueAtTime(loud * (volume.value / 100) ** 2 / PARTIALS.length, at);
      fade.gain.setTargetAtTime(0, at, 0.5 / above);
      tone.connect(fade).connect(context.destination);
      tone.start(at);
      tone.stop(at + 4);
    });
  };
  const sound = (strokes) => context.resume().then(() => {
    for (let each = 0; each < strokes; each += 1) strike(context.currentTime + each * APART);
  });
  const ring = () => {
    rung = clock;
    if (context) sound(STROKES);
  };
  // Each picture says how many seconds are left: this computer's own clock may be wrong.
  const listen = () => {
    const shown = document.querySelector("[data-bell]");
    clearTimeout(timer);
    if (!shown) return;
    const left = Number(shown.dataset.left);
    if (shown.dataset.bell !== clock) {
      clock = shown.dataset.bell;
      if (left <= 0) rung = clock; // it rang before this page was opened
    }
    if (rung !== clock) timer = setTimeout(ring, Math.max(left, 0) * 1000);
  };

  on.hidden = false;
  on.addEventListener("click", () => {
    context = new AudioContext();
    on.hidden = true;
    volume.parentElement.hidden = false;
    volume.focus();
    sound(1);
  });
  volume.addEventListener("change", () => sound(1));
  document.addEventListener("htmx:afterSettle", listen);
  listen();
})();
