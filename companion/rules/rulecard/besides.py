"""Rules that a variant plays by although its card does not tell them: the rulebook says whose they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.choices import Draw, MeldTable, Renege
from companion.rules.variant import Variant

_RUN, _EIGHT, _FOUR = 5, 8, 4


def _always(_variant: Variant) -> bool:
    return True


def _arounds(table: MeldTable) -> tuple[tuple[int, ...], ...]:
    return table.aces, table.kings, table.queens, table.jacks


def _has_stock(variant: Variant) -> bool:
    return variant.draw is Draw.STOCK


def _has_double_run(variant: Variant) -> bool:
    return len(variant.meld_table.run) > 1 and variant.hand_size >= 2 * _RUN


def _has_double_around(variant: Variant) -> bool:
    return variant.hand_size >= _EIGHT and any(len(figures) > 1 for figures in _arounds(variant.meld_table))


def _prices_three(variant: Variant) -> bool:
    table = variant.meld_table
    return any(len(figures) > 2 for figures in (table.run, table.pinochle, *_arounds(table)))


def _ends_in_several_ways(variant: Variant) -> bool:
    return variant.end_all_tricks.wins or variant.end_quad_pinochle is not None or variant.end_no_progress is not None


HOLDS: Mapping[str, Callable[[Variant], bool]] = {
    "card.identical": _always,
    "deal.cut": lambda variant: variant.draw is not Draw.KEEP_OR_REJECT,
    "deal.rotate": _always,
    "meld.double-run": _has_double_run,
    "meld.double-pinochle": lambda variant: len(variant.meld_table.pinochle) > 1,
    "meld.double-around": _has_double_around,
    "meld.multiple": _always,
    "meld.roundhouse": lambda variant: variant.hand_size >= _EIGHT,
    "meld.quad": _prices_three,
    "meld.over-four": lambda variant: variant.pack.copies > _FOUR,
    "meld.needs-trump": _always,
    "meld.reuse": _has_stock,
    "meld.played": _has_stock,
    "play.trump": _always,
    "count.total": _always,
    "score.others": _always,
    "renege.kinds": _always,
    "score.misdeal.card-fault": _always,
    "score.misdeal.technical": lambda variant: variant.misdeal_technical,
    "score.misdeal.procedure": _always,
    "end.order": _ends_in_several_ways,
    "res.redeal": _always,
    "res.double-set": lambda variant: variant.score_renege is Renege.THREE,
    "res.bid-and-meld": lambda variant: variant.score_renege is Renege.THREE,
    "res.renege-side": lambda variant: variant.score_renege is Renege.SIDE,
}
"""By clause, whether it holds in a variant."""


def held_besides(variant: Variant) -> frozenset[str]:
    """The ids of the clauses that hold in a variant, told on its card or not."""
    return frozenset(clause for clause, holds in HOLDS.items() if holds(variant))
