"""A game's score sheet as a table: one line per deal, the figures of each side beside one another."""

from __future__ import annotations

import csv
import io

from companion.cards import Suit
from companion.game.decide.start import start_game
from companion.game.events import (
    AuctionWon,
    DealBegun,
    DealEnded,
    DealPassedOut,
    DealScored,
    Event,
    MeldClosed,
    MeldShown,
    MeldSource,
    SidePoints,
    TrumpNamed,
)
from companion.game.fold import Recorded, fold
from companion.game.state import GameState
from companion.rules.score.facts import Outcome
from companion.rules.variants import find_variant
from companion.store.files import sheet_csv


def _sides(a: int, b: int) -> tuple[SidePoints, ...]:
    return SidePoints("A", a), SidePoints("B", b)


SET = (
    AuctionWon(1, 330),
    TrumpNamed(Suit.HEARTS),
    MeldShown("B", None, MeldSource.NUMBER, 60, 0, ()),
    MeldShown("A", None, MeldSource.NUMBER, 40, 0, ()),
    MeldClosed(),
    DealEnded(points={"A": 10, "B": 240}),
    DealScored(Outcome.SET, _sides(50, -330), ("300 < 330",), ("score.set",), "1"),
    DealBegun(1),
)


def _played(names: tuple[str, ...], *events: Event) -> GameState:
    started = start_game(find_variant("site"), names, dealer=0)
    assert isinstance(started, tuple)
    return fold([Recorded(seq, seq, event) for seq, event in enumerate((*started, *events), start=1)])


def _rows(state: GameState) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(sheet_csv(state))))


def test_each_deal_is_a_line_with_its_contract_and_the_figures_of_each_side() -> None:
    first, second = _rows(_played(("Ann", "Ben", "Cal", "Zoë"), *SET, DealPassedOut("All passed.", ("bid.forced",))))
    assert first == {
        "deal": "1",
        "dealer": "Ann",
        "bidder": "Ben",
        "bid": "330",
        "trump": "H",
        "outcome": "set",
        "corrected": "no",
        "counts": "yes",
        "A (Ann & Cal): meld": "40",
        "A (Ann & Cal): points": "10",
        "A (Ann & Cal): change": "50",
        "A (Ann & Cal): total": "50",
        "B (Ben & Zoë): meld": "60",
        "B (Ben & Zoë): points": "240",
        "B (Ben & Zoë): change": "-330",
        "B (Ben & Zoë): total": "-330",
    }
    assert (second["deal"], second["bid"], second["trump"], second["A (Ann & Cal): points"]) == ("2", "", "", "")
    assert (second["A (Ann & Cal): total"], second["B (Ben & Zoë): total"]) == ("50", "-330")


def test_a_game_without_a_finished_deal_is_a_header_alone() -> None:
    state = _played(("Ann", "Ben", "Cal", "Dee"))
    assert sheet_csv(state).startswith("deal,dealer,bidder,bid,trump,outcome,corrected,counts,A (Ann & Cal): meld,")
    assert _rows(state) == []


def test_no_name_becomes_a_formula_in_a_spreadsheet() -> None:
    (row,) = _rows(_played(("=1+1", "@Ben", "Cal", "Dee"), *SET))
    assert (row["dealer"], row["bidder"]) == ("'=1+1", "'@Ben")
