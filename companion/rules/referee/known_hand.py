"""What is known of a hand that nobody has seen whole, and what its other cards can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.cards import Card
from companion.rules.pack import Pack, judge_cards
from companion.rules.referee.settled import QuestionError


@dataclass(frozen=True)
class KnownHand:
    """What is known of the hand from which a card was played, that card itself left out."""

    rest: tuple[Card, ...] = ()
    """Cards that it held besides."""
    lacks: frozenset[Card] = frozenset()
    """Cards of which it held no copy, other than the card played: a whole suit is all of its cards."""
    size: int | None = None
    """How many cards it held besides the card played; None where nobody has counted."""
    gone: tuple[Card, ...] = ()
    """Cards known to be elsewhere: played before, shown by others, laid away."""

    @classmethod
    def whole(cls, rest: Iterable[Card], gone: tuple[Card, ...] = ()) -> KnownHand:
        """A hand that lies open."""
        cards = tuple(rest)
        return cls(cards, size=len(cards), gone=gone)

    @property
    def unknown(self) -> int | None:
        """How many cards nobody has told; None where nobody has counted."""
        return None if self.size is None else self.size - len(self.rest)


def unseen(pack: Pack, hand: KnownHand, on_table: Iterable[Card]) -> Counter[Card]:
    """The copies that may be among the hand's untold cards: those neither seen elsewhere nor ruled out.

    :raises QuestionError: if the pack does not have what was told, or no hand can be so.
    """
    told = Counter([*hand.rest, *hand.gone, *on_table])
    ruling = judge_cards(pack, told.elements())
    if not ruling:
        raise QuestionError(ruling.says)
    free = Counter({card: copies - told[card] for card, copies in pack.counts.items()})
    possible = Counter({card: copies for card, copies in free.items() if copies and card not in hand.lacks})
    _check_room(hand, possible.total())
    return possible


def _check_room(hand: KnownHand, most: int) -> None:
    twice = sorted(card.words for card in set(hand.rest) & hand.lacks)
    if twice:
        raise QuestionError(f"The {twice[0]} is told as held and as not held; take one of them away.")
    if hand.unknown is None:
        return
    if hand.unknown < 0:
        raise QuestionError(f"{len(hand.rest)} cards are named for a hand of {hand.size}; take some away.")
    if hand.unknown > most:
        raise QuestionError(
            f"The hand has {hand.unknown} cards more than those named, but only {most} are left that it can be; "
            "look at the number of cards and at what it is said to lack."
        )
