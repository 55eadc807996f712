"""Melding during the two-handed play: one meld a turn, built on what lies there, and paid in full."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards import Card, Suit, parse_card, parse_cards
from companion.rules.clauses import CLAUSES
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import JudgedMeld, LaidMeld, MeldTurn, judge_exchange, judge_next_meld, score_turned
from companion.rules.options import with_options
from companion.rules.variants import find_variant

TWO_HANDED = find_variant("two-handed")
H, S = Suit.HEARTS, Suit.SPADES
_WORDS = {
    "run": (MeldKind.RUN, H),
    "royal": (MeldKind.ROYAL, H),
    "marriage": (MeldKind.MARRIAGE, S),
    "dix": (MeldKind.DIX, H),
    "pinochle": (MeldKind.PINOCHLE, S),
    "aces": (MeldKind.ACES, S),
    "kings": (MeldKind.KINGS, S),
    "queens": (MeldKind.QUEENS, S),
}


def _meld(word: str, from_hand: str, copies: int = 1) -> LaidMeld:
    kind, suit = _WORDS[word]
    return LaidMeld(kind, suit, parse_cards(from_hand), copies)


def _next(laid: list[LaidMeld], meld: LaidMeld, played: str = "", **turn: Any) -> JudgedMeld:
    situation = MeldTurn(H, (*laid, *parse_cards(played)), **turn)
    return judge_next_meld(TWO_HANDED, situation, meld)


_ROYAL, _MARRIAGE, _PINOCHLE = _meld("royal", "KH QH"), _meld("marriage", "KS QS"), _meld("pinochle", "QS JD")


@pytest.mark.parametrize(
    ("laid", "meld", "points"),
    [
        ([], _ROYAL, 40),
        ([], _meld("pinochle", "QS QS JD JD", 2), 300),
        ([_ROYAL], _meld("run", "AH 10H JH"), 150),
        ([_PINOCHLE], _meld("marriage", "KS"), 20),
        ([_PINOCHLE], _meld("pinochle", "QS JD", 2), 300),
        ([_PINOCHLE], _meld("pinochle", "QS JD"), 40),
        ([_MARRIAGE], _meld("queens", "QH QC QD"), 60),
        ([_ROYAL, _MARRIAGE], _meld("kings", "KC KD"), 80),
        ([_meld("aces", "AS AH AC AD")], _meld("aces", "AS AH AC AD"), 100),
        ([_ROYAL, _meld("run", "AH 10H JH")], _meld("royal", "KH QH"), 40),
    ],
    ids=str,
)
def test_a_meld_pays_in_full_whatever_it_grew_from(laid: list[LaidMeld], meld: LaidMeld, points: int) -> None:
    judged = _next(laid, meld)
    assert judged.ruling, judged.ruling.says
    assert judged.points == points


@pytest.mark.parametrize(
    ("laid", "meld", "clause"),
    [
        ([_meld("run", "AH 10H KH QH JH")], _meld("royal", "KH"), "meld.reuse"),
        ([_MARRIAGE], _meld("marriage", "KS"), "meld.reuse"),
        ([_ROYAL, _MARRIAGE, _meld("queens", "QC QD")], _meld("queens", ""), "meld.reuse"),
        ([], _meld("marriage", "KS"), "meld.reuse"),
        ([], _meld("marriage", "KS QS QH"), "meld.reuse"),
        ([], _meld("aces", "AS AH AC AD AS AH AC AD", 2), "res.two-handed-table"),
        ([], LaidMeld(MeldKind.MARRIAGE, H, parse_cards("KH QH")), "meld.marriage"),
        ([], LaidMeld(MeldKind.RUN, S, parse_cards("AS 10S KS QS JS")), "meld.run"),
    ],
    ids=str,
)
def test_a_card_serves_again_only_in_another_class_or_a_higher_meld(
    laid: list[LaidMeld], meld: LaidMeld, clause: str
) -> None:
    judged = _next(laid, meld)
    assert not judged.ruling
    assert judged.points == 0
    assert judged.ruling.clauses[0] == clause
    assert set(judged.ruling.clauses) <= CLAUSES.keys()


def test_a_card_once_played_forms_no_new_meld() -> None:
    judged = _next([_PINOCHLE], _meld("marriage", "KS"), played="QS")
    assert judged.ruling.clauses == ("meld.played",)


def test_of_two_twins_the_one_that_paid_more_is_taken_as_played() -> None:
    laid = [_PINOCHLE, _meld("marriage", "KS"), _meld("pinochle", "QS JD")]
    assert _next(laid, _meld("queens", "QH QC QD"), played="QS").points == 60
    assert _next(laid, _meld("marriage", "KS"), played="QS").points == 20


def test_a_card_that_was_played_before_its_twin_was_laid_is_not_taken_for_it() -> None:
    steps = (_PINOCHLE, parse_card("QS"), _meld("queens", "QS QH QC QD"))
    judged = judge_next_meld(TWO_HANDED, MeldTurn(H, steps), _meld("pinochle", "JD"))
    assert judged.points == 40


@pytest.mark.parametrize(
    ("this_turn", "word", "allowed"),
    [
        ((), "dix", True),
        ((MeldKind.PINOCHLE,), "dix", True),
        ((MeldKind.DIX,), "royal", True),
        ((MeldKind.PINOCHLE,), "royal", False),
        ((MeldKind.DIX, MeldKind.PINOCHLE), "dix", False),
    ],
)
def test_one_meld_a_turn_and_a_dix_besides(this_turn: tuple[MeldKind, ...], word: str, allowed: bool) -> None:
    cards = {"dix": "9H", "royal": "KH QH"}[word]
    ruling = _next([], _meld(word, cards), this_turn=this_turn).ruling
    assert ruling.allowed == allowed
    assert allowed or ruling.clauses == ("meld.turn",)


def test_only_the_winner_of_a_trick_melds_and_nobody_in_the_playoff() -> None:
    assert _next([], _ROYAL, won_trick=False).ruling.clauses == ("meld.turn",)
    assert _next([], _ROYAL, playoff=True).ruling.clauses == ("meld.turn", "play.playoff")


@pytest.mark.parametrize("copies", [0, -1, 3, 100_000])
def test_more_of_a_meld_than_the_table_prices_is_refused_however_many(copies: int) -> None:
    judged = _next([], _meld("pinochle", "QS JD", copies))
    assert (judged.points, judged.ruling.clauses) == (0, ("res.two-handed-table", "meld.table"))


@pytest.mark.parametrize(
    ("dix", "turned_up", "won", "allowed"),
    [("9H", "AH", True, True), ("9H", "AH", False, False), ("9H", "9H", True, False), ("9S", "AH", True, False)],
)
def test_a_dix_is_exchanged_for_the_turned_up_card_after_a_trick(
    dix: str, turned_up: str, won: bool, allowed: bool
) -> None:
    ruling = judge_exchange(TWO_HANDED, H, parse_card(dix), parse_card(turned_up), won)
    assert ruling.allowed == allowed
    assert ruling.clauses[0] == "meld.dix-exchange"


_RUN = LaidMeld(MeldKind.RUN, H, parse_cards("AH 10H KH QH JH"))
_EXTRA = LaidMeld(MeldKind.EXTRA_KING, H, parse_cards("KH"))


@pytest.mark.parametrize(
    ("options", "laid", "meld", "points"),
    [
        ({}, (_RUN,), _EXTRA, 0),
        ({"meld.run-extra": True}, (), _EXTRA, 0),
        ({"meld.run-extra": True}, (_RUN,), _EXTRA, 40),
        ({"meld.run-extra": True}, (_RUN, _EXTRA), LaidMeld(MeldKind.ROYAL, H, parse_cards("QH")), 0),
        ({"meld.run-extra": True}, (_RUN,), LaidMeld(MeldKind.EXTRA_KING, S, parse_cards("KS")), 0),
        ({"pack": "80"}, (), LaidMeld(MeldKind.DIX, H, parse_cards("9H")), 0),
        ({}, (_ROYAL,), LaidMeld(MeldKind.RUN, H, parse_cards("AH 10H JH")), 150),
        ({"meld.run-rest": True}, (_ROYAL,), LaidMeld(MeldKind.RUN, H, parse_cards("AH 10H JH")), 110),
        ({"meld.run-rest": True}, (_ROYAL,), LaidMeld(MeldKind.RUN, H, parse_cards("AH 10H JH QH")), 150),
        ({"meld.run-rest": True}, (), _RUN, 150),
        ({}, (), LaidMeld(MeldKind.TENS, H, parse_cards("10S 10H 10C 10D")), 0),
        ({"meld.table": {"tens": [0, 100]}}, (), LaidMeld(MeldKind.TENS, H, parse_cards("10S 10H 10C 10D")), 0),
        ({"meld.table": {"tens": [5]}}, (), LaidMeld(MeldKind.TENS, H, parse_cards("10S 10H 10C 10D")), 50),
    ],
    ids=str,
)
def test_what_a_table_does_not_know_is_refused(
    options: dict[str, Any], laid: tuple[LaidMeld, ...], meld: LaidMeld, points: int
) -> None:
    judged = judge_next_meld(with_options(TWO_HANDED, options), MeldTurn(H, laid), meld)
    assert judged.points == points
    assert bool(judged.ruling) == (points > 0)


@pytest.mark.parametrize(
    ("card", "options", "points"),
    [
        ("9H", {}, 10),
        ("10H", {}, 0),
        ("9H", {"pack": "64"}, 0),
        ("7H", {"pack": "64"}, 10),
        ("9H", {"unit": "ones", "count": "simple", "count.last-trick": 1}, 1),
        ("9H", {"draw": "none"}, 0),
    ],
)
def test_a_dix_that_the_dealer_turns_up_scores_at_once(card: str, options: dict[str, Any], points: int) -> None:
    assert score_turned(with_options(TWO_HANDED, options), parse_card(card)) == points


def test_a_ten_is_no_dix() -> None:
    assert not judge_exchange(TWO_HANDED, H, Card(parse_card("10H").rank, H), parse_card("AH"), True)
