"""The words for the melds and what they pay; every figure is in the variant's unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from companion.rules.options.choices import RunAbsorbs
from companion.rules.options.meld_table import MeldTable
from companion.rules.options.variant import Variant
from companion.rules.words.word import Saying, Words, of_choice, of_flag, series

_NAMES = {
    "run": "a run",
    "pinochle": "a pinochle",
    "aces": "aces around",
    "kings": "kings around",
    "queens": "queens around",
    "jacks": "jacks around",
    "royal": "a marriage in trump",
    "marriage": "another marriage",
    "dix": "the dix",
}
_FOLD = ("", "double ", "triple ", "quadruple ", "five-fold ", "six-fold ", "seven-fold ", "eight-fold ")


def _table(variant: Variant) -> str:
    pays = series(f"{_NAMES[name]} {_figures(variant, name)}" for name in _paid(variant))
    return f"{pays[0].upper()}{pays[1:]}."


def _paid(variant: Variant) -> Iterator[str]:
    """The melds that there are here, in the order of the table: nobody lays a dix from a pack without nines."""
    for figure in fields(MeldTable):
        if figure.name != "dix" or variant.pack.dix:
            yield figure.name


def _figures(variant: Variant, name: str) -> str:
    figures = getattr(variant.meld_table, name)
    listed = figures if isinstance(figures, tuple) else (figures,)
    return " / ".join(str(figure * variant.scale) for figure in listed)


def _table_changed(parent: Variant, variant: Variant) -> str:
    changes = [*_figure_changes(parent, variant)]
    if not changes:
        return _table(variant)
    says = series(changes)
    return f"{says[0].upper()}{says[1:]}."


def _figure_changes(parent: Variant, variant: Variant) -> Iterator[str]:
    for figure in fields(MeldTable):
        before, now = (getattr(table, figure.name) for table in (parent.meld_table, variant.meld_table))
        if before != now:
            name = _NAMES[figure.name]
            yield f"{name} pays {_figures(variant, figure.name)} instead of {_figures(parent, figure.name)}"


def _roundhouse(variant: Variant) -> str:
    rule, scale = variant.meld_roundhouse, variant.scale
    if rule.flat is not None:
        return f"A marriage in every suit pays {rule.flat * scale} as one meld; its kings and queens are in that price."
    if rule.bonus:
        return f"A marriage in every suit pays its parts and {rule.bonus * scale} more."
    return "A marriage in every suit pays just its parts."


MELD: Mapping[str, Words] = {
    "meld.table": Words(_table, changed=_table_changed),
    "meld.run-absorbs": of_choice(
        "meld_run_absorbs",
        {
            RunAbsorbs.ABSORBS: Saying("In the run", "The king and queen in a run are not paid again as a marriage."),
            RunAbsorbs.ADDS: Saying("Paid as well", "The marriage inside a run is paid as well as the run."),
        },
    ),
    "meld.run-extra": of_flag(
        "meld_run_extra",
        "Beside a run, every spare king or queen of trump pays as much as a marriage in trump.",
        "Beside a run, only a whole further king and queen of trump are paid.",
    ),
    "meld.roundhouse": Words(
        _roundhouse,
        {
            "parts": Saying("Its parts", "A marriage in every suit pays just its parts."),
            "bonus": Saying("Its parts and a bonus", "A marriage in every suit pays its parts and so much more."),
            "flat": Saying(
                "One price", "A marriage in every suit is one meld, with its kings and queens in the price."
            ),
        },
    ),
}
