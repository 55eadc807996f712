"""A game whose result stands is archived and deleted by its owner, and its forms say so at once."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.store.entries import Shelf
from companion.store.membership import Role
from companion.web.core.current import current_store
from tests.web.conftest import browser
from tests.web.new_game import begin, finish
from tests.web.share.phones import phone
from tests.web.table.agreeing import ANN, BEA
from tests.web.table_player import Player, words


@pytest.fixture
def owner(app: Flask) -> Player:
    """The phone of a finished game that belongs to it, without a seat."""
    client = browser(app)
    client.get("/")
    at = Player(app, client, begin(client))
    finish(app, at.game)
    return at


def lay(at: Player, shelf: Shelf) -> str:
    """What a phone is told that lays its game somewhere; empty where that is done."""
    answer = at.client.post("/games/lay", data={"each": at.game, "shelf": shelf.value})
    return "" if answer.status_code == 303 else words(answer)


def sign(owner: Player) -> tuple[Player, Player]:
    """Let both sides sign on a phone each."""
    ann, bea = (phone(owner.app, owner.game, seat) for seat in (ANN, BEA))
    owner.do("asked", asked="1")
    ann.do("sign", side="A")
    bea.do("sign", side="B")
    return ann, bea


def test_a_locked_game_is_put_away_by_its_owner_alone(owner: Player) -> None:
    other = phone(owner.app, owner.game, ANN)
    owner.client.post(f"/game/{owner.game}/share/lock", data={"lock": "1"})
    for shelf in (Shelf.ARCHIVE, Shelf.BIN):
        assert "This game is locked, so only its owner can archive or delete it." in lay(other, shelf)
    page = words(other.client.get(f"/games/{owner.game}"))
    assert "only its owner can" in page
    assert "Delete this game" not in page
    assert "Delete this game" in words(owner.client.get(f"/games/{owner.game}"))
    assert lay(owner, Shelf.BIN) == ""
    assert lay(other, Shelf.OPEN) == ""


def test_a_signed_game_is_put_away_by_its_owner_or_once_both_sides_let_go(owner: Player) -> None:
    ann, bea = sign(owner)
    assert "Every side has signed this game" in lay(bea, Shelf.BIN)
    assert "Delete this game" not in words(ann.client.get(f"/games/{owner.game}"))
    ann.do("release", side="A")
    assert lay(ann, Shelf.ARCHIVE) != ""
    bea.do("release", side="B")
    assert lay(ann, Shelf.ARCHIVE) == ""
    ann.do("sign", side="A")
    bea.do("sign", side="B")
    assert lay(owner, Shelf.BIN) == ""


def test_a_signed_game_that_belongs_to_nobody_needs_both_sides(owner: Player) -> None:
    ann, _ = sign(owner)
    with owner.app.app_context():
        current_store().members.disown(owner.game)
    assert lay(ann, Shelf.BIN) != ""


@pytest.mark.parametrize("path", ["names", "deal/1"])
def test_the_page_of_a_form_that_would_be_refused_says_so_at_once(owner: Player, path: str) -> None:
    ann, bea = sign(owner)
    page = ann.client.get(f"/game/{owner.game}/{path}")
    assert page.status_code == 403
    assert "Every side has signed this result, so it stays as it is." in words(page)
    for at, side in ((ann, "A"), (bea, "B")):
        at.do("release", side=side)
    assert ann.client.get(f"/game/{owner.game}/{path}").status_code != 403
    owner.client.post(f"/game/{owner.game}/share/lock", data={"lock": "1"})
    assert "This game is locked" in words(ann.client.get(f"/game/{owner.game}/{path}"))


def test_a_phone_that_only_looks_on_puts_nothing_away(owner: Player) -> None:
    watcher = phone(owner.app, owner.game, Role.WATCHER.value)
    assert "view-only" in lay(watcher, Shelf.ARCHIVE)
