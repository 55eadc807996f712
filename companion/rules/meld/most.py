"""The most that a hand of a given size can meld; a larger figure is a slip (meld.best).

The dearest hand is built from its melds up: its counts around, pinochles and runs say which cards it holds at the
least, and the rest of its cards is spent on marriages and dixes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, product
from typing import NamedTuple

from companion.cards import Card, Rank, Suit
from companion.rules.choices import RunAbsorbs
from companion.rules.meld.kinds import AROUNDS, PINOCHLE, RUN_RANKS, MeldKind, lay, meld_cards, pays
from companion.rules.variant import Variant


class _Wide(NamedTuple):
    """A meld of several ranks or suits: its cards, and the pay for each number of it in the pack, from none."""

    cards: tuple[Card, ...]
    pays: tuple[int, ...]


class _Plan(NamedTuple):
    """How many wide melds a hand holds, as their pay and the fewest cards for them."""

    paid: int
    runs: Mapping[Suit, int]
    held: Mapping[Card, int]


class _Offers(NamedTuple):
    """The pay for further cards of a hand, each and in pairs."""

    one: tuple[int, ...] = ()
    two: tuple[int, ...] = ()

    def and_also(self, other: _Offers) -> _Offers:
        return _Offers(self.one + other.one, self.two + other.two)

    def best(self, cards: int) -> int:
        """The most that this many further cards pay."""
        singles = [0, *accumulate(sorted(self.one, reverse=True))]
        pairs = [0, *accumulate(sorted(self.two, reverse=True))][: cards // 2 + 1]
        return max(paid + singles[min(cards - 2 * n, len(self.one))] for n, paid in enumerate(pairs))


def most_in_hand(variant: Variant, trump: Suit | None, cards: int) -> int:
    """The most that a hand of this many cards can meld, in the variant's unit (meld.best).

    Some hand comes to just that; only where a roundhouse or several marriages have prices may it be a little less.
    """
    counts = variant.pack.counts
    # No pinochle holds a heart or a club, so that these suits are worth the same where the pack has as many of both.
    as_hearts = trump is Suit.CLUBS and all(
        counts.get(Card(rank, Suit.CLUBS)) == counts.get(Card(rank, Suit.HEARTS)) for rank in Rank
    )
    return _dearest(_melding(variant), Suit.HEARTS if as_hearts else trump, cards)


def _melding(variant: Variant) -> Variant:
    """Return a variant with only the options for meld, so that tables with other differences share the figure."""
    return Variant(
        key="",
        name="",
        summary="",
        unit=variant.unit,
        pack=variant.pack,
        meld_table=variant.meld_table,
        meld_run_absorbs=variant.meld_run_absorbs,
        meld_run_extra=variant.meld_run_extra,
        meld_roundhouse=variant.meld_roundhouse,
    )


@lru_cache(maxsize=512)
def _dearest(variant: Variant, trump: Suit | None, cards: int) -> int:
    dearest, besides = 0, _most_besides(variant, trump, cards)
    melds = _wide_melds(variant, trump, cards)
    for paid, copies in sorted(_choices(melds, cards), reverse=True):
        # What comes besides is the dearest that a whole hand of it could be.
        if paid + besides <= dearest:
            break
        held = _held(melds, copies)
        if sum(held.values()) <= cards:
            plan = _Plan(paid, dict(zip(_run_suits(variant, trump), copies[len(AROUNDS) + 1 :], strict=True)), held)
            dearest = max(dearest, _with_marriages(variant, trump, cards, plan))
    return dearest + cards // 8 * _price(variant, MeldKind.ROUNDHOUSE)


def _most_besides(variant: Variant, trump: Suit | None, cards: int) -> int:
    """Return the most that marriages and dixes can pay in a hand of this many cards, with any wide melds."""
    if variant.meld_run_extra:
        return cards * max(_price(variant, kind) for kind in (MeldKind.ROYAL, MeldKind.MARRIAGE, MeldKind.DIX))
    return _with_marriages(variant, trump, cards, _Plan(0, {}, {}))


def _wide_melds(variant: Variant, trump: Suit | None, cards: int) -> list[_Wide]:
    """The counts around, the pinochle and the runs."""
    around = [_wide(variant, kind, tuple(Card(rank, suit) for suit in Suit), cards) for kind, rank in AROUNDS.items()]
    pinochle = _wide(variant, MeldKind.PINOCHLE, PINOCHLE, cards)
    kinds = {suit: MeldKind.RUN if suit is trump else MeldKind.FAMILY for suit in _run_suits(variant, trump)}
    runs = [_wide(variant, kind, meld_cards(variant, kind, suit), cards) for suit, kind in kinds.items()]
    return [*around, pinochle, *runs]


def _run_suits(variant: Variant, trump: Suit | None) -> list[Suit]:
    return [suit for suit in Suit if suit is trump or pays(variant, MeldKind.FAMILY)]


def _choices(melds: Sequence[_Wide], cards: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield how many of each wide meld a hand may hold if the counts around fit it, and their pay together."""
    priced = [tuple(enumerate(meld.pays)) for meld in melds]
    others = [
        (sum(paid for _, paid in each), tuple(n for n, _ in each))
        for each in product(*priced[len(AROUNDS) :])
        if len(RUN_RANKS) * sum(n for n, _ in each[1:]) <= cards
    ]
    for around in product(*priced[: len(AROUNDS)]):
        levels = tuple(n for n, _ in around)
        if 4 * sum(levels) <= cards:
            paid = sum(each for _, each in around)
            yield from ((paid + more, levels + copies) for more, copies in others)


def _wide(variant: Variant, kind: MeldKind, cards: tuple[Card, ...], most: int) -> _Wide:
    there = (variant.pack.counts.get(card, 0) for card in cards)
    copies = min(most // len(cards), *there) if pays(variant, kind) else 0
    return _Wide(cards, tuple(_paid(variant, kind, n) for n in range(copies + 1)))


def _held(melds: Sequence[_Wide], copies: Sequence[int]) -> dict[Card, int]:
    """The fewest cards that hold these melds: a card serves in every class at once."""
    held: dict[Card, int] = {}
    for meld, n in zip(melds, copies, strict=True):
        if n:
            held |= {card: max(n, held.get(card, 0)) for card in meld.cards}
    return held


def _with_marriages(variant: Variant, trump: Suit | None, cards: int, plan: _Plan) -> int:
    """Return the sum of a hand of these melds with the best that its other cards can be."""
    paid, offers = plan.paid, _dixes(variant, trump)
    for suit in Suit:
        married, more = _marriages(variant, suit, suit is trump, plan)
        paid, offers = paid + married, offers.and_also(more)
    return paid + offers.best(cards - sum(plan.held.values()))


def _marriages(variant: Variant, suit: Suit, is_trump: bool, plan: _Plan) -> tuple[int, _Offers]:
    """Return the pay for the marriages in a hand, and that for further kings and queens of the suit."""
    couple = (Card(Rank.KING, suit), Card(Rank.QUEEN, suit))
    has, most = ([cards.get(card, 0) for card in couple] for cards in (plan.held, variant.pack.counts))
    kind, runs = MeldKind.ROYAL if is_trump else MeldKind.MARRIAGE, plan.runs.get(suit, 0)
    if is_trump and runs and variant.meld_run_extra:
        price = _price(variant, kind)
        return price * (sum(has) - 2 * runs), _Offers(one=(price,) * (sum(most) - sum(has)))
    laid = min(has) - runs + (runs if variant.meld_run_absorbs is RunAbsorbs.ADDS else 0)
    paid, price = _next_marriages(variant, kind, laid, min(most) - min(has))
    completed = min(max(has), *most) - min(has)
    offers = _Offers((price,) * completed, (price,) * (min(most) - min(has) - completed))
    return paid, offers


def _next_marriages(variant: Variant, kind: MeldKind, laid: int, further: int) -> tuple[int, int]:
    """Return the pay for the marriages laid, and the most for each of the further ones, rounded up."""
    figures = variant.meld_table.royal if kind is MeldKind.ROYAL else variant.meld_table.marriage
    if isinstance(figures, int):
        return figures * variant.scale * laid, figures * variant.scale
    paid = [_paid(variant, kind, copies) for copies in range(laid, laid + further + 1)]
    return paid[0], max((-((paid[0] - more) // n) for n, more in enumerate(paid[1:], start=1)), default=0)


def _dixes(variant: Variant, trump: Suit | None) -> _Offers:
    if trump is None or variant.pack.dix is None:
        return _Offers()
    return _Offers(one=(_price(variant, MeldKind.DIX),) * variant.pack.counts.get(Card(variant.pack.dix, trump), 0))


def _price(variant: Variant, kind: MeldKind) -> int:
    return 0 if kind is MeldKind.DIX and variant.pack.dix is None else _paid(variant, kind, 1)


def _paid(variant: Variant, kind: MeldKind, copies: int) -> int:
    """Return what this many of a meld pay, in any suit."""
    return sum(meld.points for meld in lay(variant, kind, Suit.SPADES, copies))
