"""The answer: for each trump the meld held, the points to come, and how likely each bid is made.

The worth of a bid that is made or lost is left out (score.set, score.set.opponents, units.prices).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nsmallest
from itertools import count, islice
from math import erf, sqrt
from typing import NamedTuple

from companion.cards import Card, Suit
from companion.rules.adviser.lines import Lines, known_lines, look_at
from companion.rules.adviser.speaking import Heard, limit_of, said_by
from companion.rules.adviser.worlds import Chance, Counts, Exchange, World, deal_worlds
from companion.rules.auction import Auction, lowest_bid, next_multiple
from companion.rules.choices import SaveBy
from companion.rules.contract import is_free_to_name, judge_trump
from companion.rules.count import deal_total, least_toward_bid, smallest_count
from companion.rules.dealing import seats_of, side_of
from companion.rules.meld.best import best_meld
from companion.rules.meld.sums import MeldSums
from companion.rules.variant import Variant

WORLDS = 150
"""How many deals an answer rests on."""
TRIES = 800
"""How many are dealt at most to find those that agree with the auction."""
FEWEST = 40
"""The number of worlds to judge by; if fewer agree, those that contradict it least fill up."""
SURE = 0.8
"""A bid is recommended if at least this share of deals makes it."""
_HARDLY = 0.03
"""A bid that is less likely is not spoken of; ``FEWEST`` deals that all fail leave less."""


class Spread(NamedTuple):
    """A figure in most deals: in a tenth of them it is lower, in a tenth higher."""

    low: int
    middle: int
    high: int


@dataclass(frozen=True)
class TrumpOutlook:
    """The outlook with one suit as trump."""

    trump: Suit
    held: int
    """The meld of the hand as it is."""
    comes: Spread
    """The addition by partner's meld, the passed cards or the kitty."""
    counters: Spread
    expected: int
    """Meld and tricks together, on average."""
    trumps: int
    totals: tuple[tuple[int, float], ...] = field(repr=False)
    """In each deal the side's meld, and what the line expects in tricks."""
    error: float = field(repr=False)
    variant: Variant = field(repr=False)
    may_name: bool = True
    """True if the hand allows this trump above the lowest bid (trump.needs)."""

    def highest_sure(self, lowest: int) -> int | None:
        """The highest bid from ``lowest`` up that at least ``SURE`` of all deals make; None where that is none."""
        sure, bid = None, lowest
        while self.chance(bid) >= SURE:
            sure, bid = bid, next_multiple(self.variant, bid)
        return sure

    @property
    def comes_on_average(self) -> float:
        """The addition to the hand's meld, on average over all deals."""
        return sum(meld for meld, _ in self.totals) / len(self.totals) - self.held

    def chance(self, bid: int) -> float:
        """How likely meld and tricks make this bid (score.made): by the share of the deals looked at that do.

        A few dozen deals often make a bid by luck, all of them even: each share is drawn towards a half, as by the rule
        of succession. Where the hands are known there is one deal, and no luck of that kind.
        """
        if not self.may_name and not is_free_to_name(self.variant, bid):
            return 0.0
        most, step, save = deal_total(self.variant), smallest_count(self.variant), self.variant.score_save
        saved, least = save.at_least if save.by is SaveBy.POINTS else 0, self.variant.score_meld_min
        made = 0.0
        for meld, line in self.totals:
            counts = meld if least is None or least.is_met(meld) else 0
            needed = max(least_toward_bid(self.variant, bid - counts), saved)
            if needed <= most:
                made += 1.0 if needed <= 0 else 0.5 - 0.5 * erf((needed - step / 2 - line) / (self.error * sqrt(2)))
        deals = len(self.totals)
        return made if deals == 1 else (made + 1) / (deals + 2)


@dataclass(frozen=True)
class BidAdvice:
    """The adviser's answer about a hand."""

    variant: Variant
    outlooks: tuple[TrumpOutlook, ...]
    """The best trump first."""
    lowest: int
    """The least that may be bid now."""
    agreeing: int
    """How many of the deals dealt agreed with the auction."""

    @property
    def best(self) -> TrumpOutlook:
        """The trump with the highest sure bid; of equal ones the trump with the most to expect."""
        return self.outlooks[0]

    @property
    def most_meld(self) -> TrumpOutlook:
        """The trump with which the hand alone melds most; of equal ones the better."""
        return max(self.outlooks, key=lambda outlook: outlook.held)

    @property
    def why(self) -> str:
        """The reason why the best trump is not the suit of most meld; empty where it is."""
        best, other = self.best, self.most_meld
        if best.held == other.held:
            return ""
        says = f"{other.trump.word.capitalize()} meld {other.held - best.held} more in this hand, but"
        if best.counters.middle - other.counters.middle > best.comes_on_average - other.comes_on_average:
            return f"{says} {best.trumps} {best.trump.word} take more in tricks than {other.trumps} {other.trump.word}."
        return f"{says} more is likely to come to {best.trump.word}."

    @property
    def is_rough(self) -> bool:
        """True if hardly any deal agreed with the auction."""
        return self.agreeing < FEWEST

    def chance(self, bid: int) -> float:
        """How likely the bid is made with the best trump."""
        return self.best.chance(bid)

    def bids(self) -> Iterator[tuple[int, float]]:
        """Each bid from the lowest up with its chance, as long as it can hardly be said to fail."""
        bid = self.lowest
        while (chance := self.chance(bid)) >= _HARDLY:
            yield bid, chance
            bid = next_multiple(self.variant, bid)

    @property
    def recommended(self) -> int | None:
        """The highest bid that ``SURE`` of all deals make; None where that is none."""
        return self.best.highest_sure(self.lowest)


def advise(variant: Variant, auction: Auction, seat: int, hand: Sequence[Card], chance: Chance) -> BidAdvice:
    """Estimate what a player may expect with this hand in that seat, after this auction.

    Costs about a fifth of a second of processor time.

    :param hand: the cards dealt, as many as the game deals.
    :param chance: deals the unseen cards: a ``random.Random``, seeded where the answer is to be the same again.
    :raises UnservedError: where no line is fitted for the game.
    """
    adviser = _Adviser(variant, known_lines(variant), auction, seat, hand)
    worlds = adviser.worlds(chance)
    lowest = lowest_bid(variant, auction)
    outlooks = [adviser.outlook(number, worlds) for number in range(len(Suit))]
    # The suit with the higher mean is often the riskier one. One that may not be named is worth only the lowest bid.
    outlooks.sort(
        key=lambda each: (each.highest_sure(lowest) or 0, each.may_name, each.expected, each.held), reverse=True
    )
    return BidAdvice(variant, tuple(outlooks), lowest, adviser.agreed)


@lru_cache(maxsize=8)
def sums_of(variant: Variant) -> MeldSums:
    """The prices of this game's hands, kept since many of them are the same."""
    return MeldSums(variant)


class _Adviser:
    def __init__(self, variant: Variant, lines: Lines, auction: Auction, seat: int, hand: Sequence[Card]) -> None:
        self.variant, self.lines, self.sums = variant, lines, sums_of(variant)
        self.hand, self.cards = self.sums.counts(hand), tuple(hand)
        order = auction.order
        place = order.index(seat)
        others = order[place + 1 :] + order[:place]
        side = seats_of(variant, auction.players, side_of(variant, auction.players, seat))
        self.others = len(others)
        self.partners = [number for number, each in enumerate(others) if each in side]
        self.said: list[tuple[int, Heard]] = [
            (number, said) for number, each in enumerate(others) if (said := said_by(variant, auction, each)).tells
        ]
        self.exchange = Exchange(variant, self.sums)
        self.agreed = 0

    def worlds(self, chance: Chance) -> list[World]:
        """Deals that agree with the auction; where these are few, with the nearest of the others."""
        found, misfits = list[World](), list[tuple[float, int, World]]()
        for number, world in zip(count(1), islice(self._deal(chance), TRIES), strict=False):
            misfit = self._misfit(world, chance)
            if not misfit:
                found.append(world)
            elif len(found) < FEWEST:
                misfits.append((misfit, number, world))
            if len(found) == WORLDS:
                break
        self.agreed = len(found)
        nearest = nsmallest(max(0, FEWEST - len(found)), misfits)
        return [*found, *(world for _, _, world in nearest)]

    def _deal(self, chance: Chance) -> Iterator[World]:
        return deal_worlds(self.variant, self.sums, self.hand, self.others, chance)

    def _misfit(self, world: World, chance: Chance) -> float:
        """Return how far this world contradicts the calls: by the first hand that does; 0 where all agree."""
        for number, said in self.said:
            counts = world.hands[number]
            melds = self.sums.by_trump(counts)
            meldless = float(max(melds)) if said.meldless else 0.0
            misfit = meldless or said.misfit(limit_of(self.lines, counts, melds, chance.gauss(0, 1)))
            if misfit:
                return misfit
        return 0.0

    def outlook(self, trump: int, worlds: Sequence[World]) -> TrumpOutlook:
        totals = [self._expect(trump, world) for world in worlds]
        return _outlook(self.variant, tuple(Suit)[trump], self.cards, totals)

    def _expect(self, trump: int, world: World) -> tuple[int, float]:
        """The side's meld in this world, and its counters by the line."""
        bidder = [own + more for own, more in zip(self.hand, world.kitty, strict=True)]
        partners = [world.hands[number] for number in self.partners]
        if self.variant.pass_count:
            partners = [list(partners[0])]
            self.exchange.swap(bidder, partners[0], trump)
        meld = sum(self.sums.by_trump(counts)[trump] for counts in (bidder, *partners))
        return meld, self.lines.in_tricks(*side_figures(trump, bidder, partners))


def weigh(variant: Variant, trump: Suit, bidder: Sequence[Card], partners: Sequence[Sequence[Card]]) -> TrumpOutlook:
    """Estimate what a side may expect as the play begins and its hands are known: cards passed, the kitty taken.

    :raises UnservedError: where no line is fitted for the game.
    """
    sums, number = sums_of(variant), tuple(Suit).index(trump)
    counts, others = sums.counts(bidder), [sums.counts(hand) for hand in partners]
    meld = sum(sums.by_trump(each)[number] for each in (counts, *others))
    return _outlook(
        variant, trump, bidder, [(meld, known_lines(variant).in_tricks(*side_figures(number, counts, others)))]
    )


def _outlook(variant: Variant, trump: Suit, hand: Sequence[Card], totals: Sequence[tuple[int, float]]) -> TrumpOutlook:
    held, error = best_meld(variant, trump, hand).total, known_lines(variant).counters_error
    above = next_multiple(variant, variant.bid_min)
    return TrumpOutlook(
        trump,
        held,
        _spread(meld - held for meld, _ in totals),
        _widen([line for _, line in totals], error, variant),
        variant.scale * round(sum(map(sum, totals)) / len(totals) / variant.scale),
        sum(card.suit is trump for card in hand),
        tuple(totals),
        error,
        variant,
        bool(judge_trump(variant, above, trump, hand)),
    )


def side_figures(trump: int, bidder: Counts, partners: Sequence[Counts]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the figures of a line for the bidder's hand, and for its partners' hands together."""
    seen = [look_at(counts).of(trump) for counts in partners]
    together = tuple(map(sum, zip(*seen, strict=True)))
    return look_at(bidder).of(trump), together


def _spread(figures: Iterable[int]) -> Spread:
    rising = sorted(figures)
    last = len(rising) - 1
    return Spread(rising[last // 10], rising[last // 2], rising[last - last // 10])


def _widen(lines: Sequence[float], error: float, variant: Variant) -> Spread:
    """The range of the counters: that of the line, widened by how much the play differs from it."""
    step, most = smallest_count(variant), deal_total(variant)
    middle = sum(lines) / len(lines)
    spread = sqrt(error**2 + sum((line - middle) ** 2 for line in lines) / len(lines))
    low, high = middle - 1.28 * spread, middle + 1.28 * spread
    return Spread(*(min(max(round(figure / step) * step, 0), most) for figure in (low, middle, high)))
