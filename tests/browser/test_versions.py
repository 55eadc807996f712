"""From which versions of browsers on the companion works, by MDN's data of what each feature needs."""

from __future__ import annotations

import os

import pytest

from boot.postgres import in_ci
from tests.browser.versions.promised import (
    BROWSERS,
    EVERYTHING,
    GUARDED,
    ROOT,
    SCORING,
    Promise,
    Unavailable,
    guards,
    promise_for,
    table_of,
    walk,
)

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
    """Return the features of our files, and of those of ``NEWER``, with the first versions that have it."""
    folder = tmp_path_factory.mktemp("newer")
    for name, (text, _) in NEWER.items():
        (folder / name).write_text(text)
    try:
        found = walk(*(folder / name for name in NEWER))
    except Unavailable as why:
        (pytest.fail if in_ci(os.environ) else pytest.skip)(str(why))
    return {file.removeprefix(f"{folder}/"): used for file, used in found.items()}


def test_the_walk_finds_what_is_new(walked: dict[str, dict[str, Promise]]) -> None:
    for name, (_, features) in NEWER.items():
        assert features - set(walked[name]) == set(), name
    assert "html.global_attributes.is" not in walked["newer.html"], "it is Jinja's"


@pytest.mark.parametrize("document", ["README.md", "docs/phone.md", "templates/home/home.html"])
def test_documents_and_the_start_page_promise_it(document: str) -> None:
    words = " ".join((ROOT / document).read_text().replace(",", "").split())
    for promised in (SCORING, EVERYTHING):
        for name, version in zip(BROWSERS, promised, strict=True):
            assert f"{name} {version}" in words


@pytest.mark.parametrize("script", ["shell.js", "look.js"])
def test_a_phone_alone_that_is_too_old_is_told_what_it_needs(script: str) -> None:
    ios, firefox, chrome = EVERYTHING
    needs = f"it needs iOS {ios}, Firefox {firefox}, Chrome or Edge {chrome}, or newer"
    assert needs in (ROOT / "companion/browser/files" / script).read_text(encoding="utf-8")


def test_nothing_is_newer_than_promised_unless_it_is_guarded(walked: dict[str, dict[str, Promise]]) -> None:
    unused, too_new = set(GUARDED), []
    for file, used in walked.items():
        promised = promise_for(file)
        for feature, since in used.items():
            if file in NEWER or all(version <= most for version, most in zip(since, promised, strict=True)):
                continue
            guarding = guards(file, feature)
            unused.difference_update(guarding)
            if not guarding:
                too_new.append(
                    f"{file}: {feature} needs iOS {since.ios}, Firefox {since.firefox}, Chrome {since.chrome}"
                )
    assert too_new == []
    assert unused == set(), "guarded, but not used, or not newer than promised"


def test_the_table_names_what_decides_each_version(walked: dict[str, dict[str, Promise]]) -> None:
    table = [*table_of({file: used for file, used in walked.items() if file not in NEWER})]
    at = table.index("Everything")
    assert "  iOS: 15.4 is promised, 15.4 is needed for" in table[:at]
    assert "    api.BroadcastChannel" in table[:at]
    assert "    api.StorageManager.getDirectory" in table[at:]
    assert "  css.types.color.light-dark in static/css/companion.css (iOS 17.5, Firefox 120, Chrome 123)" in "\n".join(
        table
    )
