"""Practice asks what the rules answer, and hard questions more often than chance would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from companion.cards import Card
from companion.rules.adviser.lines import fitted_games
from companion.rules.auction import judge_bid, next_bidder
from companion.rules.known import games
from companion.rules.play import Turn, legal_plays
from companion.rules.practice import BIDS, MOST_ANSWERS, ask_bid, ask_play, ask_worth, pick_hard
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

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
        legal, barred = set(question.plays.legal), [card for card in question.hand if card not in question.plays]
        assert all(question.reason(legal | {card}) == question.plays.judge(card).says for card in barred)
        assert all(question.reason(legal - {card}) == question.plays.judge(card).says for card in legal)
        assert question.reason(legal)[0].isupper()
        assert "may not be played" not in question.reason(legal)


@pytest.mark.parametrize("ask", [ask_worth, ask_play])
def test_hard_questions_come_at_least_twice_as_often_as_by_chance(ask: Callable[..., Any]) -> None:
    by_chance = by_choice = 0
    for variant in games().values():
        for seed in SEEDS:
            by_chance += pick_hard(ask, variant, packs(variant, seed)).is_hard
            by_choice += pick_hard(ask, variant, packs(variant, seed, count=6)).is_hard
    assert 0 < 2 * by_chance < by_choice


def test_hard_hands_to_bid_on_come_at_least_twice_as_often_as_by_chance_and_are_bid_by_the_rules() -> None:
    by_chance = by_choice = 0
    for variant in map(find_variant, fitted_games()):
        for seed in range(30):
            question = pick_hard(ask_bid, variant, packs(variant, seed))
            by_chance += question.is_hard
            by_choice += pick_hard(ask_bid, variant, packs(variant, seed, count=6)).is_hard
            assert next_bidder(variant, question.auction) == 0
            bids = [bid for bid in question.answers if bid is not None]
            assert bids == sorted(set(bids))
            far = replace(variant, bid_max_jump=None)  # how high to go, be it in several steps
            assert all(judge_bid(far, question.auction, bid) for bid in bids)
            assert judge_bid(variant, question.auction, bids[0])
            assert 1 <= len(bids) <= BIDS
    assert 0 < 2 * by_chance < by_choice


def test_the_answer_to_a_bid_is_what_four_of_five_deals_make_and_its_neighbour_where_that_is_close() -> None:
    question = pick_hard(ask_bid, find_variant("four-handed"), packs(find_variant("four-handed"), 3))
    advice = question.answer(Random(1))
    best = question.best_answer(advice)
    assert question.accepts(advice, best)
    assert not question.accepts(advice, -1)
    for said in question.answers:
        if said is not None and advice.chance(said) < 0.7:
            assert not question.accepts(advice, said)


def test_without_a_pack_there_is_no_question() -> None:
    with pytest.raises(ValueError, match="at least one shuffled pack"):
        pick_hard(ask_worth, VARIANTS[0], [])
