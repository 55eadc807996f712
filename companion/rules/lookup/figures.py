"""What melds and tricks come to at one table, in the variant's unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.cards import Rank
from companion.rules.card import rule_holds
from companion.rules.choices import Draw
from companion.rules.meld.kinds import split_figures
from companion.rules.phrases import count_word, series
from companion.rules.play.count import deal_total
from companion.rules.variant import Variant

_SETS = ("aces", "kings", "queens", "jacks")
_PLURALS = {"run": "runs", "pinochle": "pinochles"}


def _pays(variant: Variant, meld: str, copies: int) -> int:
    """What so many of a meld pay together, in the variant's unit."""
    figures: tuple[int, ...] = getattr(variant.meld_table, meld)
    return sum(figures[n - 1] for n in split_figures(figures, copies)) * variant.scale


def _one(meld: str) -> Callable[[Variant], str]:
    return lambda variant: f"A {meld} pays {_pays(variant, meld, 1)}."


def _two(meld: str) -> Callable[[Variant], str]:
    return lambda variant: f"Two {_PLURALS[meld]} pay {_pays(variant, meld, 2)}."


def _couple(name: str, words: str) -> Callable[[Variant], str]:
    return lambda variant: f"{words} pay {getattr(variant.meld_table, name) * variant.scale}."


def _dix(variant: Variant) -> str:
    nines = any(card.rank is Rank.NINE for card in variant.pack.counts)
    if variant.pack.dix is None or not variant.meld_table.dix:
        return "Nines pay nothing here." if nines else ""
    return f"Each {variant.pack.dix.word} of trump pays {variant.meld_table.dix * variant.scale}."


def _around(variant: Variant) -> str:
    first, *others = (f"{meld} {_pays(variant, meld, 1)}" for meld in _SETS)
    return f"One of each suit: {series((first, *others))}."


def _double_around(variant: Variant) -> str:
    if not rule_holds(variant, "meld.double-around"):
        return ""
    return f"Two of each suit: {series(f'{meld} {_pays(variant, meld, 2)}' for meld in _SETS)}."


def _threes_and_fours(variant: Variant) -> str:
    return " ".join(_many(variant, range(3, min(variant.pack.copies, 4) + 1)))


def _beyond_four(variant: Variant) -> str:
    return " ".join(_many(variant, range(5, variant.pack.copies + 1)))


def _many(variant: Variant, copies: range) -> Iterator[str]:
    for n in copies:
        paid = series(f"{meld} {_pays(variant, meld, n)}" for meld in ("pinochle", *_SETS))
        yield f"{count_word(n).capitalize()} times: {paid}."


def _total(variant: Variant) -> str:
    if variant.draw is Draw.DISCARD_AND_DRAW:
        return "Cards that nobody holds count for nobody, so that no total is sure."
    return f"All the tricks of a deal come to {deal_total(variant)}, the last trick included."


FIGURES: Mapping[str, Callable[[Variant], str]] = {
    "meld.run": _one("run"),
    "meld.double-run": lambda variant: _two("run")(variant) if rule_holds(variant, "meld.double-run") else "",
    "meld.pinochle": _one("pinochle"),
    "meld.double-pinochle": _two("pinochle"),
    "meld.royal-marriage": _couple("royal", "A king and queen of trump"),
    "meld.marriage": _couple("marriage", "A king and queen of any suit but trump"),
    "meld.dix": _dix,
    "meld.around": _around,
    "meld.double-around": _double_around,
    "meld.quad": _threes_and_fours,
    "meld.over-four": _beyond_four,
    "count.total": _total,
}
"""By clause, its figures in a sentence; empty where there is no such thing at that table."""
