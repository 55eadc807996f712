"""One telling example: the same cards, deal or moment judged by two variants."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import Card
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Example:
    """What a parent and a house variant make of the same facts; ``before`` and ``now`` always differ."""

    says: str
    """The facts, in a sentence."""
    cards: tuple[Card, ...]
    """The cards that they are about, if any."""
    before: str
    now: str


def share_unit(parent: Variant, variant: Variant) -> bool:
    """Whether amounts under both can be compared at all."""
    return parent.unit is variant.unit
