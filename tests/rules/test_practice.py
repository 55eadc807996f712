"""Practice asks what the rules answer, and hard questions more often than chance would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any

import pytest

from companion.cards import Card
from companion.rules.known import games
from companion.rules.play import Turn, legal_plays
from companion.rules.practice import MOST_ANSWERS, ask_play, ask_worth, pick_hard
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS

SEEDS = range(60)
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def packs(variant: Variant, seed: int, count: int = 1) -> Iterator[Sequence[Card]]:
    for number in range(count):
        cards = list(Counter(variant.pack.counts).elements())
        Random(f"{seed} {number}").shuffle(cards)
        yield cards


@every_variant
def test_totals_to_choose_from_differ_and_the_right_one_is_among_them(variant: Variant) -> None:
    for pack in chain.from_iterable(packs(variant, seed) for seed in SEEDS):
        question = ask_worth(variant, pack)
        assert question.meld.total in question.answers
        assert 4 <= len(question.answers) <= MOST_ANSWERS
        assert list(question.answers) == sorted(set(question.answers))
        assert min(question.answers) >= 0
        assert len(question.hand) == variant.hand_size


@every_variant
def test_a_trick_under_way_was_played_by_the_rules_out_of_one_pack(variant: Variant) -> None:
    for pack in chain.from_iterable(packs(variant, seed) for seed in SEEDS):
        question = ask_play(variant, pack)
        assert 1 <= len(question.trick) < variant.players[0]
        assert Counter((*question.trick, *question.hand)) <= Counter(pack)
        assert question.plays == legal_plays(variant, Turn(question.trump, question.trick, question.hand))
        assert question.reason


@pytest.mark.parametrize("ask", [ask_worth, ask_play])
def test_hard_questions_come_at_least_twice_as_often_as_by_chance(ask: Callable[..., Any]) -> None:
    by_chance = by_choice = 0
    for variant in games().values():
        for seed in SEEDS:
            by_chance += pick_hard(ask, variant, packs(variant, seed)).is_hard
            by_choice += pick_hard(ask, variant, packs(variant, seed, count=6)).is_hard
    assert 0 < 2 * by_chance < by_choice


def test_without_a_pack_there_is_no_question() -> None:
    with pytest.raises(ValueError, match="at least one shuffled pack"):
        pick_hard(ask_worth, VARIANTS[0], [])
