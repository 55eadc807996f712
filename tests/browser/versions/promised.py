"""The versions of browsers that are promised, and what our files need by MDN's data.

The walk (``features.mjs``) finds features by their names: what an object is, it mostly can't know. It compares versions
of phones: Safari on iOS, Firefox and Chrome on Android.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from boot import node

ROOT = Path(__file__).parents[3]
WALK = Path(__file__).parent
WALKED = ("static/js", "static/css", "companion/browser/files", "templates")


BROWSERS = ("iOS", "Firefox", "Chrome")
NEVER = 9999
"""The version of a browser that lacks something, as the walk says it."""


class Promise(NamedTuple):
    ios: float
    firefox: float
    chrome: float


SCORING = Promise(15.4, 111, 103)
"""For scoring, undo, settling, live news and offline taps; ``docs/phone.md`` and the README say so."""
EVERYTHING = Promise(16.4, 115, 109)
MORE_THAN_SCORING = (
    "companion/browser/files/",
    *(f"static/js/{name}.js" for name in ("again", "awake", "bell", "camera", "draw", "passkey", "shrink", "squares")),
    *(f"static/css/{name}.css" for name in ("house", "night", "people", "photo", "practice", "squares")),
    *(f"templates/{name}/" for name in ("club", "deck", "house", "night", "people", "photo", "practice", "squares")),
)

LOOKS = "it only looks better with it"
GUARDED = {
    ("static/js/awake.js", "api.Navigator.wakeLock"): "asked for first; else a video plays",
    ("static/js/awake.js", "api.WakeLock.request"): "asked for first; else a video plays",
    ("static/js/queue.js", "api.HTMLFormElement.requestSubmit"): "asked for first; else a button is clicked",
    ("static/js/shrink.js", "api.ImageDecoder"): "asked for first; else the whole picture is decoded",
    ("static/js/squares.js", "api.BarcodeDetector"): "asked for first; else a decoder is fetched",
    ("companion/browser/files/border.js", "api.ImageDecoder"): "asked for first; else the whole picture is decoded",
    ("companion/browser/files/border.js", "api.GPUAdapter.features"): "features of a network",
    ("companion/browser/files/border.js", "api.MIDIAccess.outputs"): "outputs of a network",
    ("companion/browser/files/reader.js", "api.GPUBuffer.destroy"): "Pyodide's",
    ("companion/browser/files/worker.js", "api.GPUBuffer.destroy"): "Pyodide's",
    ("companion/browser/files/storage.js", "api.LayoutShiftAttribution.node"): "Emscripten's",
    ("companion/browser/files/sw.js", "api.StorageManager.estimate"): "asked for, to find the browsers without it",
    ("static/css/", "css.at-rules.container"): "a narrow column keeps the rows of a wide one",
    ("static/css/", "css.properties.container"): "as above",
    ("static/css/", "css.properties.contain.inline-size"): LOOKS,
    ("static/css/", "css.at-rules.media.scripting"): "a field without its steps is enough",
    ("static/css/", "css.at-rules.media.forced-colors"): "Safari has no forced colors",
    ("static/css/", "css.properties.forced-color-adjust"): "Safari has no forced colors",
    ("static/css/rules.css", "css.at-rules.page"): "a margin of the printed card",
    ("static/css/rules.css", "css.properties.break-after.avoid"): "in print, without which a heading may end a column",
    ("static/css/", "css.properties.-webkit-tap-highlight-color"): LOOKS,
    ("static/css/", "css.properties.accent-color"): LOOKS,
    ("companion/browser/files/shell.css", "css.properties.accent-color"): LOOKS,
    ("static/css/companion.css", "css.properties.content-visibility"): "in print, where table.js opens what is folded",
    ("static/css/companion.css", "css.selectors.details-content"): "in print, where table.js opens what is folded",
    ("static/css/", "css.properties.cursor"): "a phone has no pointer",
    ("static/css/", "css.properties.flex.min-content"): "the longest word sets the width by min-width, too",
    ("static/css/", "css.properties.outline"): "before 16.4 its corners are square",
    ("static/css/", "css.properties.paint-order"): LOOKS,
    ("static/css/", "css.properties.rotate"): LOOKS,
    ("static/css/", "css.properties.text-wrap"): LOOKS,
    ("static/css/companion.css", "css.types.color.light-dark"): "asked for by @supports; else the colors of the day",
    ("static/css/", "css.selectors.has"): "it only looks better with it, and practice.css asks by @supports",
    ("static/css/companion.css", "css.types.length.viewport_percentage_units_dynamic"): "100vh stands before 100dvh",
    ("templates/settle/settle.html", "html.elements.details.name"): "more than one stays open",
    ("templates/", "html.elements.video.playsinline"): "others play in place anyway",
    ("templates/", "html.global_attributes.autofocus"): "one more tap",
}
"""Features that are newer than promised, by folder or file and the start of their name, and why that is no fault."""


class Unavailable(Exception):
    """MDN's data can't be had here; the message says why."""


def modules() -> Path:
    """The folder in which npm has installed what the walk needs, once for each list of their versions.

    :raises Unavailable: without npm, or if it can't fetch them.
    """
    if why := node.lacks():
        raise Unavailable(why)
    lock = (WALK / "package-lock.json").read_bytes()
    folder = Path(sys.prefix, "versions", hashlib.sha256(lock).hexdigest()[:12])
    if not folder.exists():
        folder.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as made:
            for name in ("package.json", "package-lock.json"):
                shutil.copy(WALK / name, made)
            npm = [shutil.which("npm") or "npm", "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"]
            ran = subprocess.run(npm, cwd=made, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            if ran.returncode:
                said = (ran.stderr or ran.stdout).strip()[-300:]
                raise Unavailable(f"npm can't fetch MDN's data of browsers: {said}")
            shutil.copytree(made, folder)
    return folder


def walk(*others: Path) -> dict[str, dict[str, Promise]]:
    """Return the features of each of our files, and of the others, with the first versions that have them.

    :raises Unavailable: without MDN's data.
    """
    ours = [
        str(file.relative_to(ROOT))
        for name in WALKED
        for file in sorted((ROOT / name).rglob("*"))
        if file.suffix in {".js", ".css", ".html"}
    ]
    argv = ["node", str(WALK / "features.mjs"), str(modules()), *ours, *map(str, others)]
    found = json.loads(subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    return {file: {name: Promise(*since) for name, since in used.items()} for file, used in found.items()}


def promise_for(file: str) -> Promise:
    """The versions in which everything of a file has to work."""
    return EVERYTHING if file.startswith(MORE_THAN_SCORING) else SCORING


def guards(file: str, feature: str) -> Sequence[tuple[str, str]]:
    """The entries of ``GUARDED`` for a feature in a file."""
    return [(at, name) for at, name in GUARDED if file.startswith(at) and feature.startswith(name)]


def table_of(walked: Mapping[str, Mapping[str, Promise]]) -> Iterator[str]:
    """Lines with the newest features that are used without a guard, and which browsers have each guarded one."""
    uses = [(file, feature, since) for file, used in walked.items() for feature, since in used.items()]
    for title, promised in (("Scoring, settling, offline taps", SCORING), ("Everything", EVERYTHING)):
        yield title
        needed = [each for each in uses if promise_for(each[0]) in (SCORING, promised) and not guards(each[0], each[1])]
        for place, name in enumerate(BROWSERS):
            newest = max(since[place] for _, _, since in needed)
            yield f"  {name}: {promised[place]:g} is promised, {newest:g} is needed for"
            yield from sorted({f"    {feature}" for _, feature, since in needed if since[place] == newest})
    yield "Guarded"
    for guard, why in GUARDED.items():
        newest_of = zip(*(since for file, feature, since in uses if guard in guards(file, feature)), strict=True)
        versions = [
            f"{name} {max(of):g}" if max(of) < NEVER else f"no {name}"
            for name, of in zip(BROWSERS, newest_of, strict=True)
        ]
        yield f"  {guard[1]} in {guard[0]} ({', '.join(versions)}): {why}"
