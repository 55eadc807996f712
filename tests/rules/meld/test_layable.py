"""What may be melded now, two-handed: each choice with the cards that the hand must give, and those that it may."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Suit, parse_cards, spell
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld, MeldChoice, MeldTurn, judge_next_meld, meld_choices, most_melded
from companion.rules.options import with_options
from companion.rules.variants import find_variant

TWO_HANDED = find_variant("two-handed")
H, S = Suit.HEARTS, Suit.SPADES
_ROYAL = LaidMeld(MeldKind.ROYAL, H, parse_cards("KH QH"))
_PINOCHLE = LaidMeld(MeldKind.PINOCHLE, S, parse_cards("QS JD"))


def _named(turn: MeldTurn, seen: str = "") -> dict[str, MeldChoice]:
    return {choice.name: choice for choice in meld_choices(TWO_HANDED, turn, parse_cards(seen))}


def test_with_nothing_on_the_table_every_meld_comes_from_the_hand() -> None:
    choices = _named(MeldTurn(H))
    assert list(choices) == [
        *("run", "royal marriage", "marriage in spades", "marriage in clubs", "marriage in diamonds", "dix"),
        *("pinochle", "double pinochle", "aces around", "kings around", "queens around", "jacks around"),
    ]
    assert all(not choice.spare and len(choice.ways) == 1 for choice in choices.values())


@pytest.mark.parametrize(
    ("name", "needed", "spare"),
    [
        ("run", "AH 10H JH", "KH QH"),
        ("royal marriage", "KH QH", ""),
        ("marriage in spades", "KS", "QS"),
        ("double pinochle", "JD QS", ""),
        ("queens around", "QC QD", "QS QH"),
    ],
)
def test_cards_on_the_table_serve_again_or_stay_where_they_are(name: str, needed: str, spare: str) -> None:
    choice = _named(MeldTurn(H, (_ROYAL, _PINOCHLE)), "KH QH QS JD 10H")[name]
    assert (spell(choice.needed), spell(choice.spare)) == (needed, spare)
    assert choice.ways[0] == choice.needed


def test_a_meld_whose_cards_lie_elsewhere_is_not_offered() -> None:
    assert "pinochle" not in _named(MeldTurn(H), "QS QS")
    assert "double pinochle" not in _named(MeldTurn(H), "QS")


def test_after_a_meld_only_a_dix_is_left() -> None:
    assert list(_named(MeldTurn(H, (_ROYAL,), (MeldKind.ROYAL,)), "KH QH")) == ["dix"]
    assert _named(MeldTurn(H, (_ROYAL,), playoff=True), "KH QH") == {}


_LAID = st.lists(
    st.tuples(st.sampled_from(list(MeldKind)), st.sampled_from(list(Suit)), st.integers(0, 20)), max_size=5
)


@given(_LAID, st.sampled_from(["48", "64"]))
def test_what_is_offered_is_what_the_rules_allow_and_nothing_else(
    picks: list[tuple[MeldKind, Suit, int]], pack: str
) -> None:
    variant = with_options(TWO_HANDED, {"pack": pack})
    steps: tuple[LaidMeld, ...] = ()
    for _, _, place in picks:
        choices = meld_choices(variant, MeldTurn(H, steps))
        chosen = choices[place % len(choices)]
        steps = (*steps, LaidMeld(chosen.kind, chosen.suit, chosen.ways[place % len(chosen.ways)], chosen.copies))
    turn = MeldTurn(H, steps)
    for choice in meld_choices(variant, turn):
        cards = dict.fromkeys((*choice.needed, *choice.spare))
        for counts in product(range(choice.copies + 1), repeat=len(cards)):
            hand = tuple(card for card, n in zip(cards, counts, strict=True) for _ in range(n))
            judged = judge_next_meld(variant, turn, LaidMeld(choice.kind, choice.suit, hand, choice.copies))
            offered = any(sorted(hand) == sorted(way) for way in choice.ways)
            assert bool(judged.ruling) == offered
            assert judged.points == (choice.points if offered else 0)


def test_no_player_can_meld_more_than_every_meld_of_the_pack() -> None:
    assert most_melded(TWO_HANDED) == 2 * (150 + 40 + 3 * 20 + 10 + 40 + 100 + 80 + 60 + 40) + 300
