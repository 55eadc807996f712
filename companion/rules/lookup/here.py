"""What a clause comes to at one table, in words, as a player would say it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.card import card_says
from companion.rules.clauses import CLAUSES
from companion.rules.dealing.seating import has_partners
from companion.rules.describe import describe_option
from companion.rules.lookup.figures import FIGURES
from companion.rules.lookup.standing import Standing, rule_of, standings
from companion.rules.options import OPTIONS
from companion.rules.phrases import of_players
from companion.rules.variant import Variant

NOT_HERE = "It does not come up at this table."
LEFT_OPEN = "The rules of this game leave that to the table."
_OTHERWISE = "This table plays otherwise."

_OF_PARTNERS = frozenset({"bid.pass-help", "bid.meld-bids", "pass.count", "pass.order"})


def told_here(variant: Variant, clause: str) -> str | None:
    """What holds in ``variant`` of what a clause speaks of; None where the clause itself says all there is to say."""
    says = " ".join(dict.fromkeys(filter(None, [_alone(variant, clause), *_besides(variant, clause)])))
    return says or None


def _alone(variant: Variant, clause: str) -> str:
    if clause in OPTIONS:
        return _of_option(variant, clause)
    standing = standings(variant)[clause]
    if rule := rule_of(clause):
        says = _of_option(variant, rule)
        return says if standing is Standing.HOLDS else f"{_OTHERWISE} {says}"
    return _of_rule(variant, clause, standing)


def _of_rule(variant: Variant, clause: str, standing: Standing) -> str:
    """The words for a rule that no option changes."""
    if clause in FIGURES:
        return FIGURES[clause](variant) or _why_not(variant, clause)
    if says := card_says(variant, clause):
        return of_players(variant, says)
    if standing is Standing.LEFT_OPEN:
        return LEFT_OPEN
    return "" if standing is Standing.HOLDS else _why_not(variant, clause)


def _besides(variant: Variant, clause: str) -> Iterator[str]:
    for key in CLAUSES[clause].goes_with:
        if key not in OPTIONS:
            yield of_players(variant, card_says(variant, key))
        elif describe_option(variant, key).asked and not OPTIONS[key].is_off(variant):
            yield describe_option(variant, key).says


def _of_option(variant: Variant, key: str) -> str:
    told = describe_option(variant, key)
    return told.says if told.asked else _why_not(variant, key)


def _why_not(variant: Variant, clause: str) -> str:
    if clause in _OF_PARTNERS and not has_partners(variant):
        return _of_option(variant, "sides")
    hinge = CLAUSES[clause].hangs_on
    return _of_option(variant, hinge) if hinge else NOT_HERE
