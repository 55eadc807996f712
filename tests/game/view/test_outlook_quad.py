"""A quadruple pinochle wins with 20 in tricks, and the table says so before they are counted (end.quad-pinochle)."""

from __future__ import annotations

import pytest

from companion.cards import Suit, parse_cards
from companion.game.commands import (
    CloseMeld,
    Command,
    ConfirmDeal,
    EndDeal,
    NameTrump,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
)
from companion.game.view import view
from companion.game.view.outlook import look_ahead
from companion.rules.referee import WinnerQuestion
from companion.rules.score import DealEnd, Ending, History
from tests.game.table import Table

QUAD = ShowMelds("A", 0, {"pinochle": 4})


RUNS = {"end.quad-pinochle": {"run": 0}}


def _told(*melds: Command, **changes: object) -> Table:
    return Table("doubles", changes).do(TakeBid(0, 55), NameTrump(Suit.HEARTS), *melds, CloseMeld())


def test_who_melded_it_is_told_how_many_tricks_win() -> None:
    assert look_ahead(_told(QUAD).state).chances == (
        "Ann & Cleo can win the game with 20 or more in tricks.",
        "Ben & Dan can win only by every trick.",
    )


def test_four_runs_win_whatever_the_tricks_where_the_table_says_so() -> None:
    table = _told(ShowMelds("A", 0, {"run": 4}), **RUNS, **{"end.all-tricks": "nothing"})
    assert look_ahead(table.state).chances == (
        "Ann & Cleo will win with this deal, whatever the tricks.",
        "Ben & Dan cannot win with this deal.",
    )


@pytest.mark.parametrize("seats", [(0, 2), (0, 0)])
def test_four_runs_lie_in_one_hand(seats: tuple[int, int]) -> None:
    table = _told(*(ShowMelds("A", seat, {"run": 2}) for seat in seats), **RUNS)
    assert table.state.deal is not None
    assert not table.state.quads(table.state.deal)


def test_cards_that_pay_more_as_marriages_are_four_runs_all_the_same() -> None:
    marriages = {"meld.table": {"royal": [4, 30, 60, 900], "run": [15]}}
    table = _told(ShowCards(0, parse_cards("AH 10H KH QH JH " * 4)), **RUNS, **marriages)
    assert table.state.deal is not None
    assert table.state.quads(table.state.deal) == {"A"}


def test_a_number_that_may_hide_four_runs_is_asked_about() -> None:
    notes = look_ahead(_told(ShowNumber("A", None, 60), **RUNS).state).chances
    assert notes[-1] == "Did Ann & Cleo meld a quadruple run? Then it wins whatever the tricks."


def test_the_page_asks_nobody_for_what_lies_on_the_table() -> None:
    play = view(_told(QUAD, ShowNumber("B", None, 60)).state).play
    assert play is not None
    assert play.quad_pinochle == ("B",)


@pytest.mark.parametrize(("points", "asked"), [(60, ("A",)), (59, ())])
def test_the_page_asks_only_where_the_meld_is_worth_one(points: int, asked: tuple[str, ...]) -> None:
    play = view(_told(ShowNumber("A", None, points)).state).play
    assert play is not None
    assert play.quad_pinochle == asked


@pytest.mark.parametrize(
    ("points", "notes"),
    [(60, ("Did Ann & Cleo meld a quadruple pinochle? Then 20 in tricks win too.",)), (59, ())],
)
def test_a_number_that_may_hide_one_is_asked_about(points: int, notes: tuple[str, ...]) -> None:
    table = _told(ShowNumber("A", None, points))
    assert look_ahead(table.state).chances == ("Each side can win only by every trick.", *notes)


@pytest.mark.parametrize(("taken", "winner"), [(21, "A"), (20, "A"), (19, None)])
def test_page_engine_and_referee_agree_on_who_wins(taken: int, winner: str | None) -> None:
    table = _told(QUAD)
    state, deal = table.state, table.state.deal
    assert deal is not None
    facts = state.facts_of(deal, Ending(points={"A": taken, "B": 50 - taken}))
    assert WinnerQuestion(deal=facts, before=History.of(state.standing)).settle(state.variant).side == winner
    table.do(EndDeal(DealEnd.PLAYED, {"A": taken}), ConfirmDeal())
    assert (table.state.won.side if table.state.won else None) == winner
