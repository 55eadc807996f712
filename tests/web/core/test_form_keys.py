"""Every form that writes to a game says which version its page showed, and no two sendings of it count twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.shipped import shipped
from companion.web.table.pages import READERS
from tests.web.core.pages import PAGES_EACH
from tests.web.form_reader import PageForm, forms_of
from tests.web.fuzz_world import World

TEMPLATES = shipped("templates")
AT_A_GAME = ("table", "sheet", "tricks", "settle")
"""Whose templates write to the game that they show."""
WRITES_ELSEWHERE = re.compile(r"/(rematch|come-along|share/\w+|share/watch/close)$")
"""A game's pages from which something else is written: another game, this phone's seat, a link."""


@pytest.fixture(scope="module")
def forms(world: World) -> list[PageForm]:
    """The forms that write, of many games as far on as chance has played them."""
    pages = [f"/game/{game}/{page}" for game in world.known["game"] for page in PAGES_EACH]
    pages += [f"/photo/{photo}" for photo in world.known["photo"]]
    found = [form for page in pages for form in forms_of(world.client.get(page).text) if form.method == "post"]
    return [form for form in found if form.action.startswith("/game/")]


def test_every_form_that_writes_to_a_game_carries_its_key_and_the_version_seen(forms: list[PageForm]) -> None:
    for form in forms:
        path = form.action.partition("?")[0]
        wanted = {"key"} if WRITES_ELSEWHERE.search(path) else {"key", "seen"}
        assert wanted <= form.names, form.action


def test_most_ways_to_write_were_among_them(forms: list[PageForm]) -> None:
    actions = {re.sub(r"^/game/\w+", "", form.action.partition("?")[0]) for form in forms}
    assert len(actions & READERS.keys()) > len(READERS) / 2
    assert {"/names", "/tricks/choose", "/share/seat", "/meld/photo"} <= actions
    assert "/deal/1" in actions


@pytest.mark.parametrize("family", AT_A_GAME)
def test_every_family_of_pages_at_a_game_has_forms_of_its_own(family: str) -> None:
    assert any("<form" in path.read_text(encoding="utf-8") for path in (TEMPLATES / family).glob("*.html"))


@pytest.mark.parametrize(
    "template",
    [path for family in AT_A_GAME for path in sorted((TEMPLATES / family).glob("*.html"))],
    ids=lambda p: p.name,
)
def test_no_template_of_a_game_writes_a_form_without_its_version(template: Path) -> None:
    for form in re.findall(r"<form\b.*?</form>", template.read_text(encoding="utf-8"), re.DOTALL):
        opening = form.partition("\n")[0]
        if 'method="get"' not in opening and "start." not in opening:
            assert re.search(r"ui\.form\.form_key\([\w.]*version\)", form), opening
