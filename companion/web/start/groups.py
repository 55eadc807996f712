"""The variants as the start page lists them: what was played last, then by how many play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS

PLAYED_SHOWN = 3
PLAYED = "Played here last"
ANY_NUMBER = "As many as come"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

Group = tuple[str, Sequence[Variant]]


def group_variants(played: Iterable[str]) -> list[Group]:
    """Every variant once, under a heading: the few played last, then each number of players, then any number.

    :param played: keys of what was played, the newest first; those of no variant are passed over.
    """
    known = {each.key: each for each in VARIANTS}
    last = [known[key] for key in dict.fromkeys(played) if key in known][:PLAYED_SHOWN]
    others = [each for each in VARIANTS if each not in last]
    fixed = sorted({each.players[0] for each in others if _is_fixed(each)})
    groups: list[Group] = [(PLAYED, last)]
    for count in fixed:
        title = f"For {NUMBERS[count]}"
        groups.append((title, [each for each in others if _is_fixed(each) and each.players[0] == count]))
    groups.append((ANY_NUMBER, [each for each in others if not _is_fixed(each)]))
    return [group for group in groups if group[1]]


def _is_fixed(variant: Variant) -> bool:
    least, most = variant.players
    return least == most
