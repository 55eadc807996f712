"""Which cards in the rest of a hand make a play illegal, so that a play can be judged without seeing the hand.

Under every reading a card is illegal exactly when the hand also holds one of a certain set of cards: those by which
the player would have followed, beaten, trumped, over-trumped or led as asked. The set follows from
:func:`legal_plays`, asked about hands of two cards; no duty is spelled a second time here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from companion.cards import Card
from companion.rules.play.legal import Duty, LegalPlays, Turn, legal_plays
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Barring:
    """Why a card held makes another one illegal."""

    duty: Duty
    clauses: tuple[str, ...]


def barring_cards(variant: Variant, turn: Turn, card: Card) -> Mapping[Card, Barring]:
    """By each card of the pack that may not be in the hand beside ``card``, if ``card`` is to be legal, the reason.

    ``turn.hand`` is of no account. A play is legal if and only if the hand holds none of these cards.
    """
    return _barring_cards(variant, replace(turn, hand=()), card)


@lru_cache(maxsize=4096)  # the plays of a deal are looked at again after each further card
def _barring_cards(variant: Variant, turn: Turn, card: Card) -> Mapping[Card, Barring]:
    found = {}
    for other in variant.pack.counts:
        plays = legal_plays(variant, replace(turn, hand=(card, other)))
        if card not in plays:
            found[other] = _barring(turn, card, plays)
    return MappingProxyType(found)


def _barring(turn: Turn, card: Card, plays: LegalPlays) -> Barring:
    """A card that does not even follow broke that duty first, however high the other is."""
    if plays.duty is Duty.BEAT and card.suit is not turn.trick[0].suit:
        return Barring(Duty.FOLLOW, ("play.follow",))
    return Barring(plays.duty, plays.why.clauses)
