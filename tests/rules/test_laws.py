"""What holds for every hand, trick and deal, whatever the cards: laws that Hypothesis tries to break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Rank, Suit
from companion.rules.choices import Bidding, Draw, Head, Unit
from companion.rules.count import count_cards, deal_total, judge_split
from companion.rules.meld import best_meld
from companion.rules.options import OPTIONS, all_options, with_options
from companion.rules.pack import PACKS
from companion.rules.play import Turn, legal_plays, rank_strength, trick_winner
from companion.rules.score import DealFacts, DealScore, Ending, score_deal
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

SITE, DOUBLES = find_variant("site"), find_variant("doubles")
_RUN = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)

variants = st.sampled_from(VARIANTS)
suits = st.sampled_from(Suit)


def _whole_pack(variant: Variant) -> list[Card]:
    return list(Counter(variant.pack.counts).elements())


@st.composite
def hands(draw: st.DrawFn, variant: Variant, most: int = 20) -> tuple[Card, ...]:
    return tuple(draw(st.permutations(_whole_pack(variant)))[: draw(st.integers(1, most))])


@st.composite
def turns(draw: st.DrawFn) -> tuple[Variant, Turn]:
    variant = draw(variants)
    cards = draw(hands(variant))
    played = draw(st.integers(0, min(3, len(cards) - 1)))
    turn = Turn(draw(suits), cards[:played], cards[played:], draw(st.booleans()), draw(st.booleans()), draw(_bids))
    return variant, turn


_bids = st.integers(50, 100)


@given(turns(), st.sampled_from(Head), st.booleans())
def test_whoever_holds_a_card_has_a_legal_one(asked: tuple[Variant, Turn], head: Head, broken: bool) -> None:
    variant, turn = asked
    plays = legal_plays(replace(variant, play_head=head, play_broken=broken), turn)
    assert len(plays) >= 1
    assert not Counter(plays.legal) - Counter(turn.hand)
    for card in turn.hand:
        assert plays.judge(card).allowed == (card in plays)
        assert plays.judge(card).clauses


@given(turns(), st.sampled_from(sorted(set(Head) - {Head.FREE_IF_BEATEN})))
def test_no_reading_of_the_duty_to_beat_allows_more_than_none(asked: tuple[Variant, Turn], head: Head) -> None:
    variant, turn = asked
    strict = legal_plays(replace(variant, play_head=head), turn)
    free = legal_plays(replace(variant, play_head=Head.NEVER), turn)
    assert not Counter(strict.legal) - Counter(free.legal)


@given(turns())
def test_a_full_follow_is_always_in_the_suit_led(asked: tuple[Variant, Turn]) -> None:
    variant, turn = asked
    if turn.trick and any(card.suit is turn.trick[0].suit for card in turn.hand):
        assert {card.suit for card in legal_plays(variant, turn).legal} == {turn.trick[0].suit}


@given(variants, st.data())
def test_the_winner_of_a_trick_is_beaten_by_no_card_of_it(variant: Variant, data: st.DataObject) -> None:
    trick, trump = data.draw(hands(variant, most=4)), data.draw(suits)
    place = trick_winner(variant, trump, trick)
    strength, best = rank_strength(variant.card_rank), trick[place]
    for other, card in enumerate(trick):
        if card.suit is best.suit:
            assert (strength[card.rank], -other) <= (strength[best.rank], -place)
        else:
            assert card.suit is not trump


@given(variants, suits, st.data())
def test_a_meld_does_not_hang_on_the_order_of_the_cards(variant: Variant, trump: Suit, data: st.DataObject) -> None:
    hand = data.draw(hands(variant))
    shuffled = data.draw(st.permutations(hand))
    assert best_meld(variant, trump, hand).total == best_meld(variant, trump, shuffled).total


@given(variants, suits, st.data())
def test_one_more_card_never_lowers_the_meld(variant: Variant, trump: Suit, data: st.DataObject) -> None:
    hand = data.draw(hands(variant))
    assert best_meld(variant, trump, hand[:-1]).total <= best_meld(variant, trump, hand).total


@given(suits, st.data())
def test_in_tens_a_meld_is_ten_times_what_it_is_in_ones(trump: Suit, data: st.DataObject) -> None:
    hand = data.draw(hands(SITE))
    assert best_meld(SITE, trump, hand).total == 10 * best_meld(replace(SITE, unit=Unit.ONES), trump, hand).total


def _single_best(variant: Variant, trump: Suit, held: Counter[Card], first: int = 0) -> int:
    """The most that single runs and marriages pay, by trying every set of them: slow, and written apart."""
    table, most = variant.meld_table, 0
    assert isinstance(table.royal, int)
    assert isinstance(table.marriage, int)
    couples = [(table.royal if suit is trump else table.marriage, (Rank.KING, Rank.QUEEN), suit) for suit in Suit]
    for place, (points, ranks, suit) in enumerate([(table.run[0], _RUN, trump), *couples]):
        cards = Counter(Card(rank, suit) for rank in ranks)
        if place >= first and cards <= held:
            most = max(most, points + _single_best(variant, trump, held - cards, place))
    return most


@given(suits, st.integers(1, 40), st.sampled_from([(15, 30, 45, 60), (3, 6, 9, 12)]), st.data())
def test_runs_and_marriages_are_laid_in_the_way_that_pays_most(
    trump: Suit, size: int, runs: tuple[int, ...], data: st.DataObject
) -> None:
    variant = replace(DOUBLES, meld_table=replace(DOUBLES.meld_table, run=runs))
    rich = [card for card in _whole_pack(variant) if card.suit in (trump, Suit.CLUBS)]
    hand = data.draw(st.permutations(rich))[:size]
    laid = [meld for meld in best_meld(variant, trump, hand).melds if meld.kind.letter == "A"]
    assert sum(meld.points for meld in laid) == _single_best(variant, trump, Counter(hand))


@given(variants, suits, st.data())
def test_a_card_counts_once_within_a_class(variant: Variant, trump: Suit, data: st.DataObject) -> None:
    hand = data.draw(hands(variant))
    for letter in "ABC":
        melds = best_meld(replace(variant, meld_run_extra=False), trump, hand).melds
        used = Counter(card for meld in melds if meld.kind.letter == letter for card in meld.cards)
        assert not used - Counter(hand)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_however_a_pack_is_parted_its_counters_come_to_the_total(variant: Variant) -> None:
    @given(st.lists(st.booleans(), min_size=variant.pack.size, max_size=variant.pack.size))
    def holds(to_first: list[bool]) -> None:
        parts: Iterable[list[Card]] = (
            [card for card, first in zip(_whole_pack(variant), to_first, strict=True) if first is side]
            for side in (True, False)
        )
        one, other = (count_cards(variant, part) for part in parts)
        if variant.draw is not Draw.DISCARD_AND_DRAW:
            assert judge_split(variant, {"A": one + variant.count_last_trick, "B": other})
        assert one + other + variant.count_last_trick == deal_total(variant)

    holds()


@pytest.mark.parametrize(("name", "total"), [("48", 25), ("80", 50), ("96", 50), ("120", 75), ("124", 75)])
def test_the_rulebook_s_totals_come_out(name: str, total: int) -> None:
    last = {"48": 1, "80": 2, "96": 2, "120": 3, "124": 3}[name]
    variant = with_options(SITE, {"unit": "ones", "pack": name, "count.last-trick": last})
    assert deal_total(variant) == total


@pytest.mark.parametrize("count", ["simple", "fives", "classic"])
def test_every_way_to_count_a_single_pack_comes_to_250(count: str) -> None:
    assert deal_total(with_options(SITE, {"count": count})) == 250


_IN_POINTS = [v for v in VARIANTS if not v.pays_units]
_AUCTIONED = [v for v in _IN_POINTS if v.bid is Bidding.AUCTION and v.draw is not Draw.DISCARD_AND_DRAW]


@given(st.sampled_from(_AUCTIONED), st.data())
def test_a_bid_is_made_in_full_or_lost_and_the_others_never_lose(variant: Variant, data: st.DataObject) -> None:
    scale, total = variant.scale, deal_total(variant)
    meld = {side: scale * data.draw(st.integers(0, 150)) for side in "AB"}
    taken = scale * data.draw(st.integers(0, total // scale))
    bid = scale * data.draw(st.integers(25, 200))
    deal = DealFacts(("A", "B"), "A", bid, meld=meld, ended=Ending(points={"A": taken, "B": total - taken}))
    score = score_deal(variant, deal)
    assert isinstance(score, DealScore)
    assert score.change["A"] == -bid or bid <= score.change["A"] <= meld["A"] + taken
    assert 0 <= score.change["B"] <= meld["B"] + total - taken


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_a_variant_written_out_and_read_back_is_the_same(variant: Variant) -> None:
    assert with_options(variant, all_options(variant)) == variant
    assert all_options(variant).keys() == OPTIONS.keys()


def test_no_two_packs_of_the_rulebook_are_alike() -> None:
    assert all(one.counts != other.counts for one, other in permutations(PACKS.values(), 2))
