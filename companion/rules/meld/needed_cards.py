"""Which cards must lie on the table for melds told by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.cards import Card
from companion.rules.choices import RunAbsorbs
from companion.rules.meld.kinds import Meld, MeldKind
from companion.rules.variant import Variant


def classes_used(variant: Variant, kind: MeldKind) -> str:
    """The classes in which a meld uses up its cards; a roundhouse at one price swallows kings and queens around."""
    if kind is MeldKind.ROUNDHOUSE:
        return "" if variant.meld_roundhouse.flat is None else "AC"
    return kind.letter


def cards_of_melds(variant: Variant, melds: Iterable[Meld]) -> Counter[Card]:
    """The fewest cards that make these melds: a card counts once within a class and again in another (meld.best)."""
    told = tuple(melds)
    needed = Counter[Card]()
    for letter in "ABC":
        needed |= _of_class(variant, told, letter)
    return needed


def _of_class(variant: Variant, melds: tuple[Meld, ...], letter: str) -> Counter[Card]:
    cards = Counter[Card]()
    for meld in melds:
        if letter in classes_used(variant, meld.kind):
            cards.update(meld.cards)
    if letter == "A" and variant.meld_run_absorbs is RunAbsorbs.ADDS:
        cards -= _paid_in_runs(melds)
    return cards


def _paid_in_runs(melds: tuple[Meld, ...]) -> Counter[Card]:
    """The royal marriages that lie in runs, where a run pays its own besides (meld.run-absorbs)."""
    runs = sum(len(meld.cards) // 5 for meld in melds if meld.kind is MeldKind.RUN)
    royals = [meld for meld in melds if meld.kind is MeldKind.ROYAL]
    return Counter(card for meld in royals[:runs] for card in meld.cards)
