"""Correcting a deal on the score pad: what is changed counts as if it had been entered so at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.state import Phase
from companion.rules.variants import find_variant
from companion.web.table import pad
from tests.game.table import EIGHT
from tests.web.conftest import browser
from tests.web.corrector import page_of
from tests.web.games import GAMES, Told, on_one_form
from tests.web.table_player import Player, begin

Seat = Callable[[str], Player]


@pytest.fixture
def seat(make_app: Callable[..., Flask]) -> Seat:
    """Begins a game of a variant on the score pad."""
    app = make_app(ENTERED="pad")

    def sit_down(key: str) -> Player:
        names = EIGHT[: GAMES[key].players or find_variant(key).players[0]]
        return Player(app, browser(app), begin(app, find_variant(key), names))

    return sit_down


def first_deal(player: Player, told: Told) -> dict[str, str] | None:
    """Enter a deal as the first of a game; the fields of its pad, or None where it cannot be the first."""
    state = player.state
    if state.deal is None or len(told.meld) not in (1, len(state.sides_in(state.deal))):
        return None
    fields = on_one_form(state, told)
    if player.send("pad", **fields).status_code == 422:
        return None
    if player.state.phase is Phase.CONFIRM:
        player.do("confirm")
    return fields | dict(zip(pad.counter_fields(player.state), map(str, told.taken or ()), strict=False))


def played(key: str) -> list[Told]:
    return [told for told in GAMES[key].deals if told.taken is not None]


@pytest.mark.parametrize("key", GAMES)
def test_a_deal_corrected_into_another_counts_as_that_one_does(key: str, seat: Seat) -> None:
    """Of every variant, the first deal corrected into each later one that can be a first deal, too."""
    first, *others = played(key)
    wrong = seat(key)
    assert first_deal(wrong, first)
    for told in others:
        right = seat(key)
        if fields := first_deal(right, told):
            page_of(wrong, 1).tell(**fields).confirm()
            now, then = wrong.state.deals[0], right.state.deals[0]
            assert (now.change, now.contract, now.trump) == (then.change, then.contract, then.trump)


@pytest.mark.parametrize("key", GAMES)
def test_an_unchanged_pad_corrects_nothing(key: str, seat: Seat) -> None:
    player = seat(key)
    assert first_deal(player, played(key)[0])
    assert "This is what the score sheet says already" in page_of(player, 1).tell().says


def test_a_deal_that_a_side_disputes_is_not_changed_by_its_page(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, find_variant("site")))
    table.do("asked", asked="1")
    assert first_deal(table, played("site")[0])
    table.do("answer", side="B", deal="1", agrees="")
    assert "Is this right?" not in page_of(table, 1).says


def test_what_is_refused_after_a_preview_is_in_sight_as_it_was_typed(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, find_variant("site")))
    assert first_deal(table, played("site")[0])
    page = page_of(table, 1).tell(amount="310").send(points_A="999", points_B="0")
    assert page.answer.status_code == 422
    assert '<details class="plain-details" open>' in page.answer.text
    assert 'value="999"' in page.answer.text
    assert "Is this right?" not in page.says
