"""Clauses at one table: the ones that hold there, and their text in that table’s own figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from functools import lru_cache

from companion.cards import Rank
from companion.rules.card import card_says, clauses_played, rule_holds
from companion.rules.choices import Draw
from companion.rules.clauses import CLAUSES, RESOLUTION
from companion.rules.count import deal_total
from companion.rules.dealing import has_partners
from companion.rules.describe import describe_option
from companion.rules.meld.kinds import MeldKind, pays, split_figures
from companion.rules.options import OPTIONS
from companion.rules.phrases import at_table, count_word, series
from companion.rules.variant import Variant


class InForce(Enum):
    """How far a clause holds at a table; the value is the share of its rank that it keeps among the answers."""

    HOLDS = 1.0
    TURNED_OFF = 0.85
    """An option that is off: “There is no kitty” is an answer too."""
    LEFT_OPEN = 0.95
    """A rule of conduct that the texts of the variant do not have, though it can come up."""
    ELSEWHERE = 0.7
    """Another value than the one in force, or a rule of other variants."""


_RESOLUTION, _VALUE = 0.75, 0.95
"""How much of its rank a resolution keeps, and one value of a rule."""


@lru_cache(maxsize=64)
def standings(variant: Variant) -> Mapping[str, InForce]:
    """Return how far each clause holds under the rules of one table, a house's changes included."""
    played = clauses_played(variant)
    return {clause: InForce.HOLDS if clause in played else _unplayed(variant, clause) for clause in CLAUSES}


def _unplayed(variant: Variant, clause: str) -> InForce:
    if clause in OPTIONS:
        return InForce.TURNED_OFF
    # A rule of conduct that could apply here: nobody asks for cards where none are passed.
    could_apply = clause.startswith("conduct.") and card_says(replace(variant, conduct=(clause,)), clause)
    return InForce.LEFT_OPEN if could_apply else InForce.ELSEWHERE


@lru_cache(maxsize=64)
def shares(variant: Variant | None) -> Mapping[str, float]:
    """How much of its rank every clause keeps: less for other tables’ rules, a resolution, and one value of a rule."""
    every = standings(variant) if variant else dict.fromkeys(CLAUSES, InForce.HOLDS)
    return {clause: standing.value * _of_kind(clause) for clause, standing in every.items()}


def _of_kind(clause: str) -> float:
    if CLAUSES[clause].source.id == RESOLUTION:
        return _RESOLUTION
    return _VALUE if rule_of(clause) else 1


def rule_of(clause: str) -> str | None:
    """The rule of which a clause is one value: ``play.head`` of ``play.head.never``."""
    return _rules().get(clause)


@lru_cache(maxsize=1)
def _rules() -> Mapping[str, str]:
    values = {clause: key for key, option in OPTIONS.items() for clause in option.readings if clause not in OPTIONS}
    return {**values, **_DECIDED_BY}


_DECIDED_BY: Mapping[str, str] = {
    "score.misdeal.technical": "misdeal.technical",
    "score.misdeal.procedure": "misdeal.procedure",
    "score.save.dix-safe": "score.save",
}
"""Clauses on one value of an option of another name."""


NOT_HERE = "It does not come up at this table."
LEFT_OPEN = "The rules of this game leave that to the table."
_OTHERWISE = "This table plays otherwise."

_OF_PARTNERS = frozenset({"bid.pass-help", "bid.meld-bids", "pass.count", "pass.order"})


def says_here(variant: Variant, clause: str) -> str | None:
    """Return the text of a clause in ``variant``; None where the clause itself says everything."""
    says = " ".join(dict.fromkeys(filter(None, [_alone(variant, clause), *_along_with(variant, clause)])))
    return says or None


def _alone(variant: Variant, clause: str) -> str:
    if clause in OPTIONS:
        return _of_option(variant, clause)
    standing = standings(variant)[clause]
    if rule := rule_of(clause):
        says = _of_option(variant, rule)
        return says if standing is InForce.HOLDS else f"{_OTHERWISE} {says}"
    return _of_rule(variant, clause, standing)


def _of_rule(variant: Variant, clause: str, standing: InForce) -> str:
    """The words for a rule that no option changes."""
    if clause in FIGURES:
        return FIGURES[clause](variant) or _why_not(variant, clause)
    if says := card_says(variant, clause):
        return at_table(variant, says)
    if standing is InForce.LEFT_OPEN:
        return LEFT_OPEN
    return "" if standing is InForce.HOLDS else _why_not(variant, clause)


def _along_with(variant: Variant, clause: str) -> Iterator[str]:
    for key in CLAUSES[clause].goes_with:
        if key not in OPTIONS:
            yield at_table(variant, card_says(variant, key))
        elif describe_option(variant, key).asked and not OPTIONS[key].is_off(variant):
            yield describe_option(variant, key).says


def _of_option(variant: Variant, key: str) -> str:
    option = describe_option(variant, key)
    return option.says if option.asked else _why_not(variant, key)


def _why_not(variant: Variant, clause: str) -> str:
    if clause in _OF_PARTNERS and not has_partners(variant):
        return _of_option(variant, "sides")
    hinge = CLAUSES[clause].hangs_on
    return _of_option(variant, hinge) if hinge else NOT_HERE


_SETS = ("aces", "kings", "queens", "jacks")
_PLURALS = {"run": "runs", "pinochle": "pinochles"}


def _pays(variant: Variant, meld: str, copies: int) -> int:
    """Return what a number of copies of a meld pay together, in the variant's unit."""
    figures: tuple[int, ...] = getattr(variant.meld_table, meld)
    return sum(figures[n - 1] for n in split_figures(figures, copies)) * variant.scale


def _one(meld: str) -> Callable[[Variant], str]:
    return lambda variant: f"A {meld} pays {_pays(variant, meld, 1)}."


def _two(meld: str) -> Callable[[Variant], str]:
    return lambda variant: f"Two {_PLURALS[meld]} pay {_pays(variant, meld, 2)}."


def _family(variant: Variant) -> str:
    if not pays(variant, MeldKind.FAMILY):
        return ""
    return f"A run in a suit that is not trump pays {_pays(variant, 'family', 1)}."


def _tens(variant: Variant) -> str:
    if not pays(variant, MeldKind.TENS):
        return ""
    return f"Four tens pay {_pays(variant, 'tens', 1)}, eight {_pays(variant, 'tens', 2)}."


def _couple(name: str, words: str) -> Callable[[Variant], str]:
    return lambda variant: f"{words} pay {_couple_pays(variant, name)[0]}."


def _couple_pays(variant: Variant, name: str) -> tuple[int, ...]:
    figures: tuple[int, ...] | int = getattr(variant.meld_table, name)
    return tuple(figure * variant.scale for figure in ((figures,) if isinstance(figures, int) else figures))


def _several_marriages(variant: Variant) -> str:
    listed = (("In trump", "royal"), ("In another suit", "marriage"))
    priced = ((words, _couple_pays(variant, name)) for words, name in listed)
    return " ".join(
        f"{words} one pays {first}, {series(f'{count_word(n)} {paid}' for n, paid in enumerate(others, start=2))}."
        for words, (first, *others) in priced
        if others
    )


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
    tricks = " and the ".join(variant.bonus_tricks)
    bonus = f", the {tricks} trick included" if tricks else ""
    return f"All the tricks of a deal come to {deal_total(variant)}{bonus}."


FIGURES: Mapping[str, Callable[[Variant], str]] = {
    "meld.run": _one("run"),
    "meld.double-run": lambda variant: _two("run")(variant) if rule_holds(variant, "meld.double-run") else "",
    "meld.family": _family,
    "meld.tens": _tens,
    "meld.pinochle": _one("pinochle"),
    "meld.double-pinochle": _two("pinochle"),
    "meld.royal-marriage": _couple("royal", "A king and queen of trump"),
    "meld.marriage": _couple("marriage", "A king and queen of any suit but trump"),
    "meld.marriages": _several_marriages,
    "meld.dix": _dix,
    "meld.around": _around,
    "meld.double-around": _double_around,
    "meld.quad": _threes_and_fours,
    "meld.over-four": _beyond_four,
    "count.total": _total,
}
"""By clause, a sentence with its figures; empty where the table has no such thing."""
