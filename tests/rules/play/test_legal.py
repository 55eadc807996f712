"""Playing to a trick, card by card, under every reading of the duty to beat."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards import Suit, parse_cards
from companion.rules.play import Duty, Turn, legal_plays, trick_winner
from companion.rules.variants import find_variant
from tests.rules.asking import cases, check_answer

SITE, DOUBLES = find_variant("site"), find_variant("doubles")


@pytest.mark.parametrize("case", cases("plays"))
def test_these_cards_may_be_played_and_no_others(case: dict[str, Any]) -> None:
    for head in case["heads"]:
        options = {**case["request"].get("options", {}), "play.head": head}
        reading = {f"play.head.{head}"} if "play.head" in case["clauses"] else set()
        check_answer(
            "legal",
            {**case, "clauses": reading | {*case["clauses"]}, "request": {**case["request"], "options": options}},
        )


@pytest.mark.parametrize("case", cases("tricks"))
def test_this_card_takes_the_trick(case: dict[str, Any]) -> None:
    check_answer("trick", case)


def test_a_trick_without_a_card_has_no_winner() -> None:
    with pytest.raises(ValueError, match="a trick without a card has no winner"):
        trick_winner(SITE, Suit.SPADES, ())


def test_without_trump_the_suit_led_decides() -> None:
    assert trick_winner(SITE, None, parse_cards("9H AS 10H")) == 2


def test_the_view_of_a_turn_counts_contains_and_explains() -> None:
    plays = legal_plays(SITE, Turn(Suit.SPADES, parse_cards("KH"), parse_cards("AH 10H 9H AS")))
    ten, nine = parse_cards("10H 9H")
    assert len(plays) == 2
    assert ten in plays
    assert nine not in plays
    assert plays.duty is Duty.BEAT
    assert plays.judge(ten).says == f"{ten.symbols} may be played."
    refusal = f"{nine.symbols} may not be played: you can beat the {parse_cards('KH')[0].symbols}"
    assert plays.judge(nine).says.startswith(refusal)


def test_a_hand_that_is_empty_has_nothing_to_play() -> None:
    assert len(legal_plays(SITE, Turn(Suit.SPADES, parse_cards("KH"), ()))) == 0


def test_twins_are_both_listed() -> None:
    plays = legal_plays(DOUBLES, Turn(Suit.SPADES, parse_cards("KH"), parse_cards("AH AH 10S")))
    assert [str(card) for card in plays.legal] == ["AH", "AH"]
