"""From which versions of browsers on the companion works, by MDN's data of what each feature needs.

The walk (``versions/features.mjs``) finds features by their names: what an object is, it mostly can't know. It compares
versions of phones: Safari on iOS, Firefox and Chrome on Android.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

from boot import node
from boot.postgres import in_ci

ROOT = Path(__file__).parents[2]
WALK = Path(__file__).parent / "versions"
WALKED = ("static/js", "static/css", "companion/browser/files", "templates")


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
"""What is newer than promised, by the folder or file and how its name begins, and why that is no fault."""


def modules() -> Path:
    """The folder in which npm has installed what the walk needs, once for each list of their versions."""
    if why := node.lacks():
        (pytest.fail if in_ci(os.environ) else pytest.skip)(why)
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
                why = f"npm can't fetch MDN's data of browsers: {(ran.stderr or ran.stdout).strip()[-300:]}"
                (pytest.fail if in_ci(os.environ) else pytest.skip)(why)
            shutil.copytree(made, folder)
    return folder


NEWER = {
    "newer.js": (
        """AbortSignal.timeout(1); form.requestSubmit(); list.findLast(/(?<=a)b/v); Response.json({}); at ??= 1;
        class Deal { #score; static { run(); } }; navigator.storage.estimate(); new FormData(form, by);""",
        {
            *("api.AbortSignal.timeout_static", "api.HTMLFormElement.requestSubmit", "api.FormData.FormData.submitter"),
            *("api.Response.json_static", "api.StorageManager.estimate", "javascript.builtins.Array.findLast"),
            *("javascript.regular_expressions.lookbehind_assertion", "javascript.builtins.RegExp.unicodeSets"),
            *("javascript.classes.private_class_fields", "javascript.classes.static.initialization_blocks"),
        },
    ),
    "newer.css": (
        "@layer a { .b:has(c) { & d { color: color-mix(in srgb, red, blue); height: 100dvh; text-wrap: balance; } } }",
        {
            *("css.at-rules.layer", "css.selectors.has", "css.selectors.nesting", "css.types.color.color-mix"),
            *("css.types.length.viewport_percentage_units_dynamic", "css.properties.text-wrap.balance"),
        },
    ),
    "newer.html": (
        """<dialog{% if is %} popover{% endif %} id="{{ at }}"><input type="week" inert></dialog>""",
        {
            *("html.elements.dialog", "html.global_attributes.popover", "html.global_attributes.inert"),
            "html.elements.input.type_week",
        },
    ),
}
"""Files, and features in them that the walk finds."""


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Promise]]:
    """What each of our files uses, and those of ``NEWER``, with the first versions that have it."""
    folder = tmp_path_factory.mktemp("newer")
    for name, (text, _) in NEWER.items():
        (folder / name).write_text(text)
    ours = [
        str(file.relative_to(ROOT))
        for name in WALKED
        for file in sorted((ROOT / name).rglob("*"))
        if file.suffix in {".js", ".css", ".html"}
    ]
    argv = ["node", str(WALK / "features.mjs"), str(modules()), *ours, *(str(folder / name) for name in NEWER)]
    found = json.loads(subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    return {
        file.removeprefix(f"{folder}/"): {name: Promise(*since) for name, since in used.items()}
        for file, used in found.items()
    }


def test_the_walk_finds_what_is_new(walked: dict[str, dict[str, Promise]]) -> None:
    for name, (_, features) in NEWER.items():
        assert features - set(walked[name]) == set(), name
    assert "html.global_attributes.is" not in walked["newer.html"], "it is Jinja's"


@pytest.mark.parametrize("document", ["README.md", "docs/phone.md"])
def test_the_documents_promise_it(document: str) -> None:
    words = " ".join((ROOT / document).read_text().replace(",", "").split())
    for promised in (SCORING, EVERYTHING):
        for name, version in zip(("iOS", "Firefox", "Chrome"), promised, strict=True):
            assert f"{name} {version}" in words


def test_nothing_is_newer_than_promised_unless_it_is_guarded(walked: dict[str, dict[str, Promise]]) -> None:
    unused, too_new = set(GUARDED), []
    for file, used in walked.items():
        promised = EVERYTHING if file.startswith(MORE_THAN_SCORING) else SCORING
        for feature, since in used.items():
            if file in NEWER or all(version <= most for version, most in zip(since, promised, strict=True)):
                continue
            guards = {(at, name) for at, name in GUARDED if file.startswith(at) and feature.startswith(name)}
            unused -= guards
            if not guards:
                too_new.append(
                    f"{file}: {feature} needs iOS {since.ios}, Firefox {since.firefox}, Chrome {since.chrome}"
                )
    assert too_new == []
    assert unused == set(), "guarded, but not used, or not newer than promised"
