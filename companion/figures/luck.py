"""The luck of the cards and the play, each beside what chance alone gives."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Protocol, TypeVar

from companion.cards import Card, Rank, Suit
from companion.figures.facts import NO_ROLE, OTHER, Place, SeatInDeal
from companion.figures.samples import Z90
from companion.figures.scope import Mine
from companion.rules.choices import Bidding, Defenders, Draw, Sides
from companion.rules.dealing import hands_dealt, side_of
from companion.rules.meld import best_meld
from companion.rules.score.facts import Outcome
from companion.rules.variant import Variant

OWN_DEALS = 200
"""From this many deals on, a server's own games say what meld is usual; before that a simulation does."""
FEWEST_MELDS, FEWEST_TRICKS = 20, 40
WEIGHT = 10
"""How many average deals are added to each band before its usual meld is computed."""
BID_BANDS, MELD_BANDS = 5, 3
"""A band is a fifth of the lowest bid, and a third of a deal's trick points."""

BIDDING, AGAINST, NO_BID = "bidding", "against", "no bid"
Band = tuple[str, int, int]
_Key = TypeVar("_Key", str, Band)


@dataclass(frozen=True)
class Tally:
    """A number of figures, their sum, and the sum of their squares."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, value: int) -> Tally:
        return Tally(self.n + 1, self.total + value, self.squares + value * value)

    def minus(self, value: int) -> Tally:
        return Tally(self.n - 1, self.total - value, self.squares - value * value)

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of one such figure."""
        return sqrt(max(0.0, self.squares / self.n - self.mean**2)) if self.n else 0.0


@dataclass(frozen=True)
class Usual:
    """The usual meld and tricks of sides under the same rules, by whose bid it was."""

    deals: int = 0
    melds: Mapping[str, Tally] = field(default_factory=dict)
    tricks: Mapping[Band, Tally] = field(default_factory=dict)

    @property
    def suffices(self) -> bool:
        """True if there are deals enough to go by."""
        return self.deals >= OWN_DEALS


def usual_of(rows: Iterable[SeatInDeal]) -> Usual:
    """Compute the usual figures from all deals under the same rules; a team is counted once in each."""
    melds: defaultdict[str, list[int]] = defaultdict(list)
    tricks: defaultdict[Band, list[int]] = defaultdict(list)
    places = set[Place]()
    for row in rows:
        if row.first and has_meld(row):
            places.add(row.place)
            melds[whose(row)].append(row.meld_side)
            if row.played and not row.moon:
                tricks[band_of(row)].append(row.trick_side)
    return Usual(len(places), _tallied(melds), _tallied(tricks))


def counts_of(rows: Iterable[SeatInDeal]) -> dict[str, int]:
    """Return what some deals add to the usual figures, as numbers to add up and to take away again."""
    deals = tuple(rows)
    usual, counts = usual_of(deals), Counter[str]()
    counts["deals"] = usual.deals
    melds = ((f"meld|{whose_bid}", each) for whose_bid, each in usual.melds.items())
    tricks = (("trick|" + "|".join(map(str, band)), each) for band, each in usual.tricks.items())
    for key, each in (*melds, *tricks):
        counts.update({f"{key}|n": each.n, f"{key}|total": each.total, f"{key}|squares": each.squares})
    for row in deals:
        if row.end and row.meld_own is not None:
            counts[f"hand|{row.meld_own}"] += 1
    return {key: n for key, n in counts.items() if n}


def usual_in(counts: Mapping[str, int]) -> tuple[Usual, dict[int, int]]:
    """Return the usual figures from numbers that were added up, and how many known hands melded how much."""
    melds: dict[str, Tally] = {}
    tricks: dict[Band, Tally] = {}
    hands: dict[int, int] = {}
    for key, n in counts.items():
        kind, *rest = key.split("|")
        if kind == "hand" and n:
            hands[int(rest[0])] = n
        elif rest and rest[-1] == "n" and n:
            prefix = key.removesuffix("|n")
            tally = Tally(n, counts.get(f"{prefix}|total", 0), counts.get(f"{prefix}|squares", 0))
            if kind == "meld":
                melds[rest[0]] = tally
            else:
                tricks[rest[0], int(rest[1]), int(rest[2])] = tally
    return Usual(counts.get("deals", 0), melds, tricks), hands


def _tallied(values: Mapping[_Key, Sequence[int]]) -> dict[_Key, Tally]:
    return {key: Tally(len(each), sum(each), sum(value * value for value in each)) for key, each in values.items()}


def has_meld(row: SeatInDeal) -> bool:
    """Return True if a deal came as far as the meld."""
    return row.played or row.outcome == Outcome.THROWN_IN.value


def whose(row: SeatInDeal) -> str:
    """Return whose bid it was, as a side sees it."""
    return NO_BID if row.role == NO_ROLE else AGAINST if row.role == OTHER else BIDDING


def band_of(row: SeatInDeal) -> Band:
    """Return the band to compare a deal with: deals alike in side of the bid, bid and meld."""
    bid = BID_BANDS * ((row.bid or row.least) - row.least) // row.least if row.least else 0
    meld = MELD_BANDS * row.meld_side // row.trick_all if row.trick_all else 0
    return whose(row), min(max(bid, 0), 2 * BID_BANDS), min(meld, MELD_BANDS)


@dataclass(frozen=True)
class Luck:
    """A sum above or below what is usual, and how far chance alone would carry it in nine of ten cases."""

    total: float
    reach: float
    places: tuple[Place, ...]
    simulated: bool = False
    """True if what is usual was simulated."""

    @property
    def by_chance(self) -> bool:
        """True if chance explains it."""
        return abs(self.total) <= self.reach


def meld_luck(mine: Mine, usual: Usual, simulated: Mapping[str, Tally] | None) -> Luck | None:
    """How much more a person's side melded than is usual; None where nobody knows yet what is.

    :param simulated: what a simulation of these rules says, for as long as there are too few deals.
    """
    known = usual.melds if usual.suffices else simulated
    rows = [row for row in mine.deals if has_meld(row) and known and whose(row) in known]
    if known is None or not rows:
        return None
    total = sum(row.meld_side - known[whose(row)].mean for row in rows)
    variance = sum(known[whose(row)].deviation ** 2 for row in rows)
    return Luck(total, Z90 * sqrt(variance), tuple(row.place for row in rows), not usual.suffices)


def play_above(mine: Mine, usual: Usual) -> Luck | None:
    """How much more a person's side took in tricks than others do with the like; None where there are no others."""
    # A deal may be written between the two looks: what is usual knows nothing of its band then.
    rows = [row for row in mine.deals if row.played and not row.moon and band_of(row) in usual.tricks]
    by_whose = _by_whose(usual.tricks)
    if not rows or not usual.suffices:
        return None
    total = sum(row.trick_side - expected(row, usual.tricks[band_of(row)], by_whose[whose(row)]) for row in rows)
    spread = _within(usual.tricks)
    return Luck(total, Z90 * spread * sqrt(len(rows)), tuple(row.place for row in rows))


def expected(row: SeatInDeal, band: Tally, everywhere: Tally) -> float:
    """Return the average of all other deals of the band, drawn towards that of every band while they are few."""
    others, rest = band.minus(row.trick_side), everywhere.minus(row.trick_side)
    return (others.total + WEIGHT * rest.mean) / (others.n + WEIGHT)


def _by_whose(tricks: Mapping[Band, Tally]) -> dict[str, Tally]:
    found: dict[str, Tally] = {}
    for (whose_bid, _, _), each in tricks.items():
        so_far = found.get(whose_bid, Tally())
        found[whose_bid] = Tally(so_far.n + each.n, so_far.total + each.total, so_far.squares + each.squares)
    return found


def _within(tricks: Mapping[Band, Tally]) -> float:
    """Return the usual distance of a deal from the mean of its band."""
    inside = sum(each.n * each.deviation**2 for each in tricks.values())
    free = sum(each.n - 1 for each in tricks.values())
    return sqrt(inside / free) if free > 0 else 0.0


Hand = list[Card]
_T = TypeVar("_T")


class Shuffles(Protocol):
    """Chance, from outside."""

    def shuffle(self, x: MutableSequence[_T], /) -> None:
        """Put things into an order that nobody foresees."""
        ...


def can_simulate(variant: Variant) -> bool:
    """Return True if hands meld as they are dealt, taken up and passed; where cards are drawn they do not."""
    return variant.draw is Draw.NONE


def simulate(variant: Variant, players: int, chance: Shuffles, deals: int) -> dict[str, Tally]:
    """Deal by chance and return the melds of a side by whose bid it is.

    The bidder is the player with the best mix of meld, trumps and aces; partners pass what helps most.
    """
    found: dict[str, Tally] = {}
    for _ in range(deals):
        for whose, points in _one_deal(variant, players, chance):
            found[whose] = found.get(whose, Tally()).plus(points)
    return found


def _one_deal(variant: Variant, players: int, chance: Shuffles) -> Iterator[tuple[str, int]]:
    hands, kitty = _dealt(variant, players, chance)
    if variant.bid is Bidding.NONE:
        trump = chance_suit(chance)
        yield from _by_side(variant, hands, trump, dict.fromkeys(_sides(variant, len(hands)), NO_BID))
        return
    bidder, trump = max(
        ((seat, suit) for seat in range(len(hands)) for suit in Suit),
        key=lambda each: _worth(variant, hands[each[0]], each[1]),
    )
    hands[bidder] += kitty
    sides = _sides(variant, len(hands))
    partners = [seat for seat in range(len(hands)) if sides[seat] == sides[bidder] and seat != bidder]
    for partner in partners if variant.pass_count else ():
        _pass(variant, trump, hands[partner], hands[bidder])
    if variant.sides is Sides.CALLED:
        partners = [(bidder + 1) % len(hands)]
    bidding = {bidder, *partners}
    yield from _teams(variant, hands, trump, bidding, sides)


def _dealt(variant: Variant, players: int, chance: Shuffles) -> tuple[list[Hand], Hand]:
    cards = [card for card, copies in variant.pack.counts.items() for _ in range(copies)]
    chance.shuffle(cards)
    size, count = variant.hand_size, hands_dealt(variant, players)
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(count)]
    return hands, cards[count * size : count * size + variant.kitty_size]


def chance_suit(chance: Shuffles) -> Suit:
    """A suit, each as likely as the others."""
    suits = list(Suit)
    chance.shuffle(suits)
    return suits[0]


def _sides(variant: Variant, players: int) -> list[str]:
    return [side_of(variant, players, seat) for seat in range(players)]


def _teams(
    variant: Variant, hands: Sequence[Hand], trump: Suit, bidding: set[int], sides: Sequence[str]
) -> Iterator[tuple[str, int]]:
    """The meld of the bidding team, then of every other that melds; where a partner is called all others are one."""
    melds = [best_meld(variant, trump, hand).total for hand in hands]
    yield BIDDING, sum(melds[seat] for seat in bidding)
    others = [seat for seat in range(len(hands)) if seat not in bidding and not variant.pays_units]
    one_team = variant.sides is Sides.CALLED and variant.sides_defenders is not Defenders.EACH
    for team in {"" if one_team else sides[seat] for seat in others}:
        yield AGAINST, sum(melds[seat] for seat in others if one_team or sides[seat] == team)


def _by_side(
    variant: Variant, hands: Sequence[Hand], trump: Suit, whose_bid: dict[str, str]
) -> Iterator[tuple[str, int]]:
    sides = _sides(variant, len(hands))
    for side, whose in whose_bid.items():
        hands_of = (hand for hand, each in zip(hands, sides, strict=True) if each == side)
        yield whose, sum(best_meld(variant, trump, hand).total for hand in hands_of)


def _worth(variant: Variant, hand: Hand, trump: Suit) -> float:
    """A hand as a bidder looks at it."""
    trumps = sum(card.suit is trump for card in hand)
    aces = sum(card.rank is Rank.ACE for card in hand)
    return best_meld(variant, trump, hand).total + variant.scale * (trumps / 2 + aces)


def _pass(variant: Variant, trump: Suit, giver: Hand, bidder: Hand) -> None:
    """Pass the cards that add most to the bidder's meld, and back those whose loss costs least."""
    for _ in range(variant.pass_count):
        _move(giver, bidder, max(set(giver), key=lambda card: (_worth(variant, [*bidder, card], trump), repr(card))))
    for _ in range(variant.pass_count):
        _move(
            bidder,
            giver,
            max(set(bidder), key=lambda card: (_worth(variant, _without(bidder, card), trump), repr(card))),
        )


def _move(source: Hand, target: Hand, card: Card) -> None:
    source.remove(card)
    target.append(card)


def _without(hand: Hand, card: Card) -> Hand:
    rest = list(hand)
    rest.remove(card)
    return rest
