"""House variants: a variant of the rulebook with a table's own changes, and a name of its own.

The options and their words are loaded when a variant is made, so that those of the rulebook do without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.dealing import deal_problems
from companion.rules.names import LONGEST_NAME, name_problem, same_name, tidy_name
from companion.rules.phrases import several
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, VariantError, find_variant


class HouseError(ValueError):
    """A house variant that can't be; the message says why."""


@dataclass(frozen=True)
class HouseVariant:
    """A table's agreement: the variant that it plays, and its changes to that."""

    name: str
    base: str
    """The key of the variant in the rulebook."""
    changes: Mapping[str, Any]
    """The options that differ from it by key, each as JSON writes it."""


def make_house(name: str, base: str, changes: Mapping[str, Any]) -> HouseVariant:
    """A house variant that holds only what differs from its base.

    :raises HouseError: if there is no such base, an option does not fit, it can't be dealt, or the name won't do.
    """
    from companion.rules.options import least_changes

    tidied = tidy_name(name)
    for problem in name_problems(tidied):
        raise HouseError(problem)
    house = HouseVariant(tidied, base, dict(changes))
    variant = house_variant(house)
    for clash in deal_problems(variant):
        raise HouseError(clash.says)
    return replace(house, changes=least_changes(variant, find_variant(base)))


def house_variant(house: HouseVariant) -> Variant:
    """The variant that a house variant makes; its key stays that of its base.

    :raises HouseError: if there is no such base, or an option does not fit.
    """
    from companion.rules.options import OptionError, with_options

    try:
        base = find_variant(house.base)
        changed = with_options(base, house.changes)
    except (VariantError, OptionError) as fault:
        raise HouseError(str(fault)) from fault
    return replace(changed, name=house.name, summary=_summary(base, len(house.changes)), parent=base.key)


def as_agreed(base: Variant, options: Mapping[str, Any], name: str | None = None) -> Variant:
    """Return a variant of the rulebook as a table agreed to play it, even against its own summary.

    :param options: its options by key, as JSON writes them.
    :param name: the table's name for it; None where that is the rulebook's.
    :raises OptionError: if an option does not fit.
    """
    from companion.rules.describe import describe_change
    from companion.rules.options import with_options

    variant = with_options(base, options)
    changed = [change.key for change in describe_change(base, variant) if change.asked]
    if changed == ["end.target"]:
        summary = f"As {base.name} in the rulebook, but to {variant.end_target}."
    else:
        summary = _summary(base, len(changed)) if changed else base.summary
    return replace(variant, name=name or base.name, summary=summary)


def house_name(variant: Variant) -> str | None:
    """The name that a table gave its own variant; None for a variant of the rulebook."""
    return None if variant.name == find_variant(variant.key).name else variant.name


def name_problems(name: str) -> tuple[str, ...]:
    """Say why a house variant can't be called so; none if it can."""
    if problem := name_problem(name, LONGEST_NAME, "Please give these rules a name, such as the one your table uses."):
        return (problem,)
    if same_name(name).replace("'", "’") in {same_name(variant.name) for variant in VARIANTS}:
        return (f"{name} is a variant of the rulebook: give yours a name of its own.",)
    return ()


def _summary(base: Variant, changes: int) -> str:
    if not changes:
        return f"Played as {base.name}."
    return f"As {base.name}, with {several(changes, 'change')} of our own."
