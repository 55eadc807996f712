"use strict";
/* A card that was missed is drawn around with a finger; without this file it is added by its name alone. */
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const SMALLEST = 8;
  let start = null;
  let box = null;

  const offer = () => document.querySelectorAll("[data-draw]").forEach((button) => button.removeAttribute("hidden"));
  const canvas = () => document.querySelector(".photo.drawing svg");
  const at = (svg, event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const { width, height } = svg.viewBox.baseVal;
    return [Math.min(Math.max(point.x, 0), width), Math.min(Math.max(point.y, 0), height)];
  };
  const sides = (from, to) => [0, 1].map((axis) => Math.min(from[axis], to[axis])).concat([0, 1].map((axis) => Math.max(from[axis], to[axis])))
    .map((side) => Math.round(side));

  // A mere tap draws nothing, and says what would.
  const say = (tapped) => {
    const says = document.querySelector("[data-tapped]");
    says.toggleAttribute("hidden", !tapped);
    if (tapped) says.scrollIntoView({ block: "nearest" });
  };
  const draw = (drawing) => {
    const note = document.querySelector("[data-drawing]");
    note.toggleAttribute("hidden", !drawing);
    say(false);
    document.querySelector("[data-shot]").classList.toggle("drawing", drawing);
    if (drawing) note.scrollIntoView();
  };
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-draw]")) draw(true);
    if (!target.closest("[data-leave-drawing]")) return;
    draw(false);
    document.querySelector("[data-draw]").focus();
  });
  document.addEventListener("pointerdown", (event) => {
    const svg = canvas();
    if (!svg || !svg.contains(event.target)) return;
    event.preventDefault();
    start = at(svg, event);
    box = svg.appendChild(document.createElementNS(SVG, "rect"));
  });
  document.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [left, top, right, bottom] = sides(start, at(canvas(), event));
    for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) box.setAttribute(name, value);
  });
  const finish = (event) => {
    if (!start) return;
    const drawn = sides(start, at(canvas(), event));
    start = null;
    if (drawn[2] - drawn[0] < SMALLEST || drawn[3] - drawn[1] < SMALLEST) {
      box.remove();
      return say(true);
    }
    draw(false);
    const missed = document.getElementById("missed");
    missed.querySelector("[name=outline]").value = drawn.join();
    missed.querySelector("[data-drawn]").removeAttribute("hidden");
    missed.open = true;
    missed.scrollIntoView();
  };
  document.addEventListener("pointerup", finish);
  document.addEventListener("pointercancel", () => { if (start) { start = null; box.remove(); } });

  document.addEventListener("htmx:afterSettle", offer);
  offer();
})();
