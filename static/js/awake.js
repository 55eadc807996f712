/* Keeps the screen on while a game is open, unless this phone's switch says otherwise: by the wake lock; on plain http, where
   no browser has one, by a video of nothing. What each engine asks of a video: Blink a fifth of the screen or sound that is on
   (VideoWakeLock::ShouldBeActive), Gecko a track of sound, WebKit sound that is on, and no loop
   (HTMLMediaElement::shouldDisableSleep). There alone it is on, since it stops the phone's music. The video also stands in
   where the lock is refused. On the home screen before iOS 18.4 it is given but does nothing; ::details-content came with that. */
const OFF = "screen-may-sleep";
const mayStay = () => { try { return !localStorage.getItem(OFF); } catch { return true; /* storage is off */ } };
let lock, video, isInVain = Boolean(navigator.standalone) && !CSS.supports("selector(::details-content)");
const film = (addresses) => {
  video = document.createElement("video");
  video.className = "awake";
  video.setAttribute("aria-hidden", "true"); // it shows nothing, and is no part of the page
  video.playsInline = true;
  video.muted = !("webkitSetPresentationMode" in video);
  video.append(...addresses.map((src) => Object.assign(document.createElement("source"), { src })));
  video.addEventListener("timeupdate", ({ target }) => { if (target.currentTime > target.duration / 2) target.currentTime = 0; });
  document.body.append(video);
};
const sleep = () => {
  if (lock) lock.then((given) => given && given.release());
  if (video) {
    video.pause();
    video.remove();
  }
  lock = video = null;
};
const light = (event) => {
  const open = document.querySelector("[data-awake]"), isHidden = document.visibilityState === "hidden";
  if (!open || !mayStay()) { sleep(); return; }
  if (navigator.wakeLock && !isInVain) {
    // A page that is hidden loses its lock. Only after a click is a refusal meant: before it Safari refuses every lock.
    lock = isHidden ? null : lock || navigator.wakeLock.request("screen").catch(() => {
      lock = null;
      if (!event || event.type !== "click" || document.visibilityState === "hidden") return;
      isInVain = true;
      light();
    });
    return;
  }
  if (!video) film(open.dataset.awake.split(" ").slice(1));
  if (isHidden) video.pause();
  else if (video.paused) video.play().catch(() => {});
};
// A finger that comes down is not enough for sound or the lock: the click is.
for (const each of ["click", "visibilitychange", "htmx:afterSettle"]) document.addEventListener(each, light);
document.querySelectorAll("[data-stays-on]").forEach((stays) => {
  stays.hidden = false;
  const box = stays.querySelector("input");
  box.checked = mayStay();
  box.addEventListener("change", () => {
    try { if (box.checked) localStorage.removeItem(OFF); else localStorage.setItem(OFF, "1"); } catch { /* storage is off */ }
    light();
  });
});
light();
