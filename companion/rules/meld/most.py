"""The most that a hand of so many cards can meld, whatever was dealt; what is told to be more is a slip (meld.best).

The dearest hand is built from its melds up: its counts around, pinochles and runs say which cards it holds at the
least, and the rest of its cards is spent on marriages and dixes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, product
from typing import NamedTuple

from companion.cards import Card, Rank, Suit
from companion.rules.meld.kinds import AROUNDS, PINOCHLE, RUN_RANKS, MeldKind, lay
from companion.rules.options.choices import RunAbsorbs
from companion.rules.options.variant import Variant


class _Wide(NamedTuple):
    """A meld of several ranks or suits: its cards, and what each number of it pays that the pack holds, from none."""

    cards: tuple[Card, ...]
    pays: tuple[int, ...]


class _Plan(NamedTuple):
    """How many wide melds a hand holds, as what they pay and the fewest cards that hold them."""

    paid: int
    runs: int
    held: Mapping[Card, int]


class _Offers(NamedTuple):
    """What further cards of a hand would pay, each and in pairs."""

    one: tuple[int, ...] = ()
    two: tuple[int, ...] = ()

    def and_also(self, other: _Offers) -> _Offers:
        return _Offers(self.one + other.one, self.two + other.two)

    def best(self, cards: int) -> int:
        """The most that so many further cards pay."""
        singles = [0, *accumulate(sorted(self.one, reverse=True))]
        pairs = [0, *accumulate(sorted(self.two, reverse=True))][: cards // 2 + 1]
        return max(paid + singles[min(cards - 2 * n, len(self.one))] for n, paid in enumerate(pairs))


@lru_cache(maxsize=128)
def most_in_hand(variant: Variant, trump: Suit | None, cards: int) -> int:
    """What no hand of so many cards melds more than, in the variant's unit (meld.best).

    Some hand comes to just that; only where a roundhouse has a price of its own may it be a little less.
    """
    dearest, each = 0, max(_price(variant, kind) for kind in (MeldKind.ROYAL, MeldKind.MARRIAGE, MeldKind.DIX))
    for plan in sorted(_plans(variant, trump, cards), key=lambda plan: -plan.paid):
        # No card pays more besides than a marriage would alone.
        if plan.paid + cards * each <= dearest:
            break
        dearest = max(dearest, _with_marriages(variant, trump, cards, plan))
    return dearest + cards // 8 * _price(variant, MeldKind.ROUNDHOUSE)


def _plans(variant: Variant, trump: Suit | None, cards: int) -> Iterator[_Plan]:
    """Every choice of wide melds for which so many cards suffice."""
    around = [_wide(variant, kind, tuple(Card(rank, suit) for suit in Suit), cards) for kind, rank in AROUNDS.items()]
    pinochle = _wide(variant, MeldKind.PINOCHLE, PINOCHLE, cards)
    run = _wide(variant, MeldKind.RUN, tuple(Card(rank, trump) for rank in RUN_RANKS), cards) if trump else None
    melds = [*around, pinochle, *([run] if run else [])]
    for levels in product(*(range(len(meld.pays)) for meld in around)):
        if 4 * sum(levels) > cards:
            continue
        for others in product(*(range(len(meld.pays)) for meld in melds[4:])):
            held = _held(melds, (*levels, *others))
            if sum(held.values()) <= cards:
                paid = sum(meld.pays[n] for meld, n in zip(melds, (*levels, *others), strict=True))
                yield _Plan(paid, others[1] if run else 0, held)


def _wide(variant: Variant, kind: MeldKind, cards: tuple[Card, ...], most: int) -> _Wide:
    copies = min(most // len(cards), *(variant.pack.counts.get(card, 0) for card in cards))
    return _Wide(cards, tuple(_paid(variant, kind, n) for n in range(copies + 1)))


def _held(melds: Sequence[_Wide], copies: Sequence[int]) -> dict[Card, int]:
    """The fewest cards that hold these melds: a card serves in every class at once."""
    held: dict[Card, int] = {}
    for meld, n in zip(melds, copies, strict=True):
        if n:
            held |= {card: max(n, held.get(card, 0)) for card in meld.cards}
    return held


def _with_marriages(variant: Variant, trump: Suit | None, cards: int, plan: _Plan) -> int:
    """What a hand of these melds comes to with the best that its other cards can be."""
    paid, offers = plan.paid, _dixes(variant, trump)
    for suit in Suit:
        married, more = _marriages(variant, suit, suit is trump, plan)
        paid, offers = paid + married, offers.and_also(more)
    return paid + offers.best(cards - sum(plan.held.values()))


def _marriages(variant: Variant, suit: Suit, is_trump: bool, plan: _Plan) -> tuple[int, _Offers]:
    """What the marriages pay that a hand holds anyway, and what further kings and queens of the suit would."""
    couple = (Card(Rank.KING, suit), Card(Rank.QUEEN, suit))
    has, most = ([cards.get(card, 0) for card in couple] for cards in (plan.held, variant.pack.counts))
    price, runs = _price(variant, MeldKind.ROYAL if is_trump else MeldKind.MARRIAGE), plan.runs if is_trump else 0
    if runs and variant.meld_run_extra:
        return price * (sum(has) - 2 * runs), _Offers(one=(price,) * (sum(most) - sum(has)))
    own = runs if variant.meld_run_absorbs is RunAbsorbs.ADDS else 0
    completed = min(max(has), *most) - min(has)
    offers = _Offers((price,) * completed, (price,) * (min(most) - min(has) - completed))
    return price * (min(has) - runs + own), offers


def _dixes(variant: Variant, trump: Suit | None) -> _Offers:
    if trump is None or variant.pack.dix is None:
        return _Offers()
    return _Offers(one=(_price(variant, MeldKind.DIX),) * variant.pack.counts.get(Card(variant.pack.dix, trump), 0))


def _price(variant: Variant, kind: MeldKind) -> int:
    return 0 if kind is MeldKind.DIX and variant.pack.dix is None else _paid(variant, kind, 1)


def _paid(variant: Variant, kind: MeldKind, copies: int) -> int:
    """What so many of a meld pay, whichever suit it is of."""
    return sum(meld.points for meld in lay(variant, kind, Suit.SPADES, copies))
