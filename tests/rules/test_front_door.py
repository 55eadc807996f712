"""The front door of the rules: what goes in is checked, in a sentence, and what comes out is the engine's answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Rank, Suit, parse_card, parse_cards, sort_cards
from companion.rules import (
    DealEnd,
    DealFacts,
    Ending,
    Turn,
    best_meld,
    find_clause,
    find_variant,
    legal_plays,
    meld_by_trump,
    score_deal,
    trick_winner,
    with_options,
)
from companion.rules.known import KNOWN_TABLES
from companion.rules.meld import best
from companion.rules.ruling import Ruling
from companion.rules.variants import VARIANTS

SITE, DOUBLES = find_variant("site"), find_variant("doubles")
RUN = parse_cards("AS 10S KS QS JS")
THIRTEEN = parse_cards("AS AS 10S 10S KS KS QS QS JS JS 9S 9S AH")
PLAYED = Ending(points={"A": 140, "B": 110})
DEAL = DealFacts(("A", "B"), "A", 300, {"A": 190, "B": 40}, ended=PLAYED)
TURN = Turn(Suit.DIAMONDS, parse_cards("QH 10H"), parse_cards("AH 10H 9H"))


def odd(value: object) -> Any:
    """A value that the type hints refuse."""
    return value


def _ending(**parts: Any) -> DealFacts:
    return replace(DEAL, ended=replace(PLAYED, **parts))


TAKEN = {
    "one of two": (
        {"A": 170},
        "250; these add up to 170. The points of Side B are missing.",
    ),
    "both": ({}, "The points of Side A and Side B are missing."),
    "none": ({"A": 170, "B": 60}, "All tricks together are worth 250; these add up to 230."),
}


@pytest.mark.parametrize(("points", "says"), TAKEN.values(), ids=TAKEN)
def test_points_that_are_missing_are_named_by_their_side(points: dict[str, int], says: str) -> None:
    refused = score_deal(SITE, _ending(points=points))
    assert isinstance(refused, Ruling) and not refused
    assert refused.says.endswith(says)


WRONG: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "a text for cards": (lambda: best_meld(SITE, Suit.SPADES, odd("AS 10S")), TypeError, "cards must be cards, as"),
    "a text for a card": (lambda: best_meld(SITE, None, odd(["AS"])), TypeError, "each of cards must be a Card"),
    "a letter for trump": (lambda: best_meld(SITE, odd("S"), RUN), TypeError, "trump must be a Suit such as"),
    "a key for a variant": (lambda: best_meld(odd("site"), None, RUN), TypeError, "variant must be a Variant"),
    "a card of another deck": (lambda: best_meld(DOUBLES, None, parse_cards("9S")), ValueError, "no nine of spades"),
    "a third twin": (lambda: meld_by_trump(SITE, parse_cards("AS AS AS")), ValueError, "2 of the ace of spades, not 3"),
    "13 cards of 12": (lambda: best_meld(SITE, None, THIRTEEN), ValueError, "has 12 cards at most; these are 13"),
    "a hand of 13": (lambda: legal_plays(SITE, Turn(None, (), THIRTEEN)), ValueError, "has 12 cards at most"),
    "a text for a hand": (lambda: legal_plays(SITE, replace(TURN, hand=odd("AH"))), TypeError, "hand must be cards"),
    "a tuple for a turn": (lambda: legal_plays(SITE, odd(("D",))), TypeError, "turn must be a Turn"),
    "a trick that is complete": (
        lambda: legal_plays(SITE, replace(TURN, trick=parse_cards("QH 9H JH KH"))),
        ValueError,
        "a trick of 4 cards leaves nobody to play",
    ),
    "a card that is not held": (lambda: legal_plays(SITE, TURN).judge(parse_card("9C")), ValueError, "9C is not in"),
    "a trick without a card": (lambda: trick_winner(SITE, None, ()), ValueError, "at least the card that was led"),
    "a trick of five": (lambda: trick_winner(SITE, None, RUN), ValueError, "is longer than the table"),
    "a bid below 0": (lambda: score_deal(SITE, replace(DEAL, bid=-300)), ValueError, "bid must be 0 or more, not -300"),
    "a bid in words": (lambda: score_deal(SITE, replace(DEAL, bid=odd("300"))), TypeError, "bid must be in whole"),
    "a bidder of no side": (lambda: score_deal(SITE, replace(DEAL, bidder="Z")), ValueError, "the sides A, B, not 'Z'"),
    "a side of no table": (lambda: score_deal(SITE, replace(DEAL, sides=("A", "C"))), ValueError, "not 'C'"),
    "meld of no side": (lambda: score_deal(SITE, replace(DEAL, meld={"C": 20})), ValueError, "meld must be of the sid"),
    "meld below 0": (lambda: score_deal(SITE, replace(DEAL, meld={"A": -20})), ValueError, "meld must be 0 or more"),
    "points of no side": (lambda: score_deal(SITE, _ending(points={"Z": 250})), ValueError, "points must be of the s"),
    "a word for an end": (lambda: score_deal(SITE, _ending(end=odd("played"))), TypeError, "end must be a DealEnd"),
    "nobody reneged": (lambda: score_deal(SITE, _ending(end=DealEnd.RENEGE)), ValueError, "needs its offender"),
    "no kind of misdeal": (lambda: score_deal(SITE, _ending(end=DealEnd.MISDEAL)), ValueError, "needs its misdeal"),
    "points for a deal": (lambda: score_deal(SITE, odd({"A": 140})), TypeError, "deal must be a DealFacts"),
    "a number for a key": (lambda: find_variant(odd(48)), TypeError, "key must be a text such as 'site'"),
    "a list of options": (lambda: with_options(SITE, odd(["unit"])), TypeError, "changes must be options by key"),
    "a clause of no name": (lambda: find_clause("play.haed"), ValueError, "did you mean play.head"),
    "a clause like no other": (lambda: find_clause("x"), ValueError, "no such clause: 'x'"),
    "an option of no name": (
        lambda: with_options(SITE, {"end.targt": 1000}),
        ValueError,
        "no such option: 'end.targt'; did you mean end.target?",
    ),
    "rules that can't be dealt": (
        lambda: with_options(find_variant("three-handed"), {"hand.size": 12, "kitty.size": 0}),
        ValueError,
        "3 hands of 12 are 36 cards, but the pack has 48",
    ),
    "a number for a card": (lambda: parse_cards(odd(["AS", 9])), TypeError, "a card is written as a text such as"),
}


@pytest.mark.parametrize(("call", "kind", "says"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_is_refused_in_a_sentence(call: Callable[[], object], kind: type[Exception], says: str) -> None:
    with pytest.raises(kind) as refused:
        call()
    assert isinstance(refused.value, kind)
    assert says in str(refused.value)


@given(st.lists(st.sampled_from(sorted(SITE.pack.counts)), unique=True, max_size=12), st.sampled_from(Suit))
def test_behind_the_door_stands_the_engine(cards: list[Card], trump: Suit) -> None:
    assert best_meld(SITE, trump, iter(cards)) == best.best_meld(SITE, trump, cards)
    assert meld_by_trump(SITE, iter(cards))[trump] == best.best_meld(SITE, trump, cards).total


def test_points_alone_may_be_below_0_where_only_they_are_known() -> None:
    score = score_deal(SITE, DealFacts(("A", "B"), None, None, ended=Ending(DealEnd.POINTS, {"A": -300, "B": 120})))
    assert score.change == {"A": -300, "B": 120}  # type: ignore[union-attr]  # a Ruling would fail here


@pytest.mark.parametrize("key", [*(variant.key for variant in VARIANTS), *KNOWN_TABLES])
def test_every_game_is_found_by_its_key(key: str) -> None:
    expected = KNOWN_TABLES[key].variant if key in KNOWN_TABLES else None
    assert expected in (None, find_variant(key))


@pytest.mark.parametrize(
    ("typed", "hint"), [("dubbles", "doubles"), ("spokan", "spokane"), ("senior games", "senior-games")]
)
def test_a_misspelled_key_is_answered_with_the_nearest_game(typed: str, hint: str) -> None:
    with pytest.raises(ValueError, match=f"did you mean {hint}"):
        find_variant(typed)


@given(st.builds(Card, st.sampled_from(Rank), st.sampled_from(Suit)))
def test_a_card_is_shown_as_it_is_written_in_python(card: Card) -> None:
    assert eval(repr(card), {"parse_card": parse_card}) == card


@given(st.lists(st.builds(Card, st.sampled_from(Rank), st.sampled_from(Suit)), min_size=1))
def test_cards_are_ordered_as_a_hand_is_held(cards: list[Card]) -> None:
    held = sort_cards(cards)
    assert tuple(sorted(cards)) == held
    assert (min(cards), max(cards)) == (held[0], held[-1])
    assert held[0] <= held[-1] >= held[0]


@pytest.mark.parametrize(
    ("deal", "clause"),
    [
        (replace(DEAL, meld={"A": 123}), "unit"),
        (replace(DEAL, meld={"B": 99_990}), "meld.best"),
        (replace(DEAL, bid=255), "bid.step"),
    ],
)
def test_a_deal_with_a_bid_or_a_meld_that_cannot_be_is_refused_with_its_clause(deal: DealFacts, clause: str) -> None:
    assert clause in score_deal(SITE, deal).clauses
    assert isinstance(score_deal(SITE, deal), Ruling)
