"""What a page that writes must have beside its view: a test that posts to it, and a thumb that taps it hastily."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from flask import Flask
from werkzeug.routing import Rule

from companion.web.core.access import RECORD, access_to
from tests.web.conftest import browser
from tests.web.moments import PLAYING, TELLING, game_at

TESTS = Path(__file__).parents[1]
ASK_EVERYTHING = ("fuzz", "walk")
"""Programs that post to every address there is, whatever it is for."""
UNTRIED = {
    *("table.answer", "table.ask_sides", "table.draw", "table.gone", "table.meld_photo", "table.pass_out"),
    *("table.points_only", "table.record_bids", "table.redo", "table.release", "table.sign", "table.take", "table.use"),
    *("tricks.enter_accusation", "tricks.enter_proof", "tricks.whole"),
}
"""Ways to write to a game that no moment has yet; a correction (``sheet``) has the table's own forms."""


def forms(app: Flask) -> list[Rule]:
    """The routes that take a form."""
    return [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]


def last_words(address: str) -> str:
    """How a test would name it: ``trick`` of ``/game/<game>/deal/<int:number>/trick``."""
    return re.sub(r"<[^>]*>/?$", "", address).rstrip("/").rpartition(">/")[2].lstrip("/")


def test_every_address_that_takes_a_form_is_named_in_a_test(make_app: Callable[..., Flask]) -> None:
    paths = (path for path in TESTS.rglob("*.py") if not any(word in path.name for word in ASK_EVERYTHING))
    tests = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    addresses = {rule.rule for rule in forms(make_app(HOME="club"))}
    assert len(addresses) > 100
    assert [each for each in addresses if not re.search(rf"[/\"']{re.escape(last_words(each))}(?![\w-])", tests)] == []


def offered(app: Flask) -> Iterator[str]:
    """The endpoints to which the forms of the moments' pages lead."""
    client, addresses = browser(app), app.url_map.bind("localhost")
    for moment in (*TELLING, *PLAYING):
        page = client.get(f"/game/{game_at(app, moment)}/{moment.page}").text
        for address in re.findall(r'action="(/game/[^"?]+)', page):
            if addresses.test(address, "POST"):
                yield str(addresses.match(address, "POST")[0])


def test_every_button_that_writes_to_a_game_is_at_a_moment(app: Flask) -> None:
    write = {rule.endpoint for rule in forms(app) if access_to(app, rule.endpoint).act is RECORD}
    of_table = {endpoint for endpoint in write if not endpoint.startswith("sheet.")}
    assert of_table - {*offered(app)} == UNTRIED
