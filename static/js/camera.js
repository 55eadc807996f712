"use strict";
/* The live camera, where the browser allows it: outlines while aiming, and the picture taken by itself once it is steady. */
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const LOOK = 960; // pixels, the longer side of what is looked at while aiming
  const TAKE = 2000;
  const PAUSE = 250; // milliseconds between two looks
  const STEADY = 3; // how many looks must agree,
  const PATIENT = 10; // and how many where another card may lie, which better looks would show
  const STILL = 0.03; // how far a card may move between two of them, as a share of the picture

  if (!window.isSecureContext || !navigator.mediaDevices || !navigator.mediaDevices.getUserMedia) return;
  const offer = (panel) => {
    const [aim, view, video, svg, says, snap, leave] = ["[data-aim]", "[data-view]", "video", "svg", "[role=status]", "[data-snap]", "[data-leave]"]
      .map((selector) => panel.querySelector(selector));
    const input = document.getElementById(panel.dataset.into);
    let stream = null;
    let last = [];
    let agreed = 0;
    let wanted = STEADY;
    let sweep = ""; // what was seen while aiming is read together with the picture
    panel.removeAttribute("hidden");

    const say = (text) => { if (says.textContent !== text) says.textContent = text; };
    const grab = (longest, quality) => new Promise((done) => {
      const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(done, "image/jpeg", quality);
    });
    const stop = () => {
      if (stream) stream.getTracks().forEach((track) => track.stop());
      stream = null;
      [view, snap, leave].forEach((part) => part.setAttribute("hidden", ""));
      aim.removeAttribute("hidden");
      say("");
    };
    const take = async () => {
      const bag = new DataTransfer();
      bag.items.add(new File([await grab(TAKE, 0.9)], "camera.jpg", { type: "image/jpeg" }));
      input.files = bag.files;
      panel.querySelector("[data-sweep]").value = sweep;
      stop();
      submitForm(input.form);
    };

    const make = (kind, traits) => {
      const shape = document.createElementNS(SVG, kind);
      for (const [name, value] of Object.entries(traits)) shape.setAttribute(name, value);
      return shape;
    };
    const middle = (card) => [0, 1].map((axis) => card.outline.reduce((sum, corner) => sum + corner[axis], 0) / card.outline.length);
    const draw = ({ cards, size }) => {
      svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
      svg.replaceChildren(...cards.filter((card) => card.outline.length).flatMap((card) => {
        const [x, y] = middle(card);
        const name = make("text", { x, y, "font-size": size[0] / 22 });
        name.textContent = card.name;
        return [make("polygon", { points: card.outline.join(" "), class: card.sure ? "" : "doubtful" }), name];
      }));
    };
    const judge = ({ cards, size, missing, maybe }) => {
      const found = cards.map((card) => ({ name: card.card, at: card.outline.length ? middle(card) : [0, 0] }));
      const near = (one, other) => one.name === other.name && Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) < STILL * size[0];
      const same = found.length > 0 && found.length === last.length && found.every((one) => last.some((other) => near(one, other)));
      agreed = same && cards.every((card) => card.sure) ? agreed + 1 : 0;
      last = found;
      wanted = maybe ? PATIENT : STEADY;
      const next = missing || (agreed ? "Hold still …" : "Move along to any others, then hold still.");
      say(cards.length ? `${cards.length} ${cards.length === 1 ? "card" : "cards"}. ${next}` : missing || "No card in sight yet.");
    };
    const address = () => {
      const to = new URL(panel.dataset.camera, location);
      to.searchParams.set("sweep", sweep);
      return to;
    };
    const look = async () => {
      if (!stream) return;
      try {
        const body = await grab(LOOK, 0.7);
        const answer = await fetch(address(), { method: "POST", body, headers: { "Content-Type": "image/jpeg" } });
        if (answer.status >= 400) throw new Error(answer.status);
        if (stream && answer.status === 200) {
          const seen = await answer.json();
          draw(seen);
          judge(seen);
        }
      } catch { // the next look tries again
        agreed = 0;
        if (stream) say("No connection to the companion just now.");
      }
      if (stream && agreed >= wanted - 1) take();
      else setTimeout(look, PAUSE);
    };

    aim.addEventListener("click", async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } } });
      } catch {
        say("This browser may not use the camera here. Take a photo instead.");
        return;
      }
      last = [];
      agreed = 0;
      sweep = crypto.randomUUID();
      video.srcObject = stream;
      aim.setAttribute("hidden", "");
      [view, snap, leave].forEach((part) => part.removeAttribute("hidden"));
      say("Looking …");
      await video.play();
      svg.setAttribute("viewBox", `0 0 ${video.videoWidth} ${video.videoHeight}`);
      panel.scrollIntoView({ block: "center" });
      look();
    });
    snap.addEventListener("click", take);
    leave.addEventListener("click", () => {
      stop();
      aim.focus();
    });
    addEventListener("pagehide", stop);
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") stop(); });
  };
  // A photo that was refused brings the form again.
  const arrive = () => document.querySelectorAll("[data-camera][hidden]").forEach(offer);
  document.addEventListener("htmx:afterSettle", arrive);
  arrive();
})();
