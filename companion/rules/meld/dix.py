"""The dixes as a line of their own: kept when the rest of a meld is lost, so written down apart from it."""

from __future__ import annotations

from companion.cards import Card, Suit
from companion.rules.choices import Bidding
from companion.rules.meld.best import best_meld
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant


def keeps_dix_apart(variant: Variant) -> bool:
    """Whether dixes stay when the rest of the meld is lost, so that they are told apart (score.save.dix-safe)."""
    return variant.score_save.dix_safe and variant.pack.dix is not None and variant.meld_table.dix > 0


def dix_name(variant: Variant) -> str:
    """What players call the dixes for short: ``nines``; empty where the pack has none."""
    return variant.pack.dix.plural if variant.pack.dix else ""


def dix_words(variant: Variant) -> str:
    """What players call the dixes: ``nines of trump``."""
    return f"{dix_name(variant)} of trump"


def dix_values(variant: Variant, trump: Suit) -> tuple[int, ...]:
    """What the dixes of one player can come to: none, one, two and so on."""
    if variant.pack.dix is None:
        return (0,)
    dix = Card(variant.pack.dix, trump)
    return tuple(best_meld(variant, trump, [dix] * held).dix for held in range(variant.pack.counts.get(dix, 0) + 1))


def judge_dix(variant: Variant, trump: Suit | None, dix: int, meld: int, others: int = 0) -> Ruling:
    """Whether so much of a meld can be dixes.

    :param others: what the other players' dixes came to.
    """
    # A turned-up trump need not be told; which suit it was does not change what its dixes come to.
    suit = trump or (Suit.SPADES if variant.bid is Bidding.NONE else None)
    values, words = dix_values(variant, suit) if suit else (0,), dix_words(variant)
    if dix not in values:
        listed = ", ".join(str(value) for value in values)
        return refuse(f"The {words} can come to {listed}, not {dix}.", "meld.dix")
    if dix + others > values[-1]:
        says = f"All {words} together come to {values[-1]}; with the others’ these make {dix + others}."
        return refuse(says, "meld.dix", "card.identical")
    if dix > meld:
        return refuse(f"The {words} are part of the meld, so a meld of {meld} cannot hold {dix} of them.", "meld.dix")
    return allow(f"{dix} in {words}.", "meld.dix")
