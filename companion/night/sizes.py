"""The tables of a night by its rules: the number of seats and sides, and if one more can sit down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.night.events import MOST_SEATS, Movement, Plan, Sizes, Spare
from companion.rules.choices import Sides
from companion.rules.dealing import deal_problems, hands_dealt, side_count
from companion.rules.options import with_options
from companion.rules.variant import Variant

USUAL = 4


def usual_seats(rules: Variant) -> int:
    """Return the number at a table where the director leaves it open: four if all four play, else the fewest."""
    least, most = rules.players
    return USUAL if least <= USUAL <= most and hands_dealt(rules, USUAL) == USUAL else least


def sizes_by(rules: Variant, seats: int) -> Sizes:
    """Return the tables of the rules with this many seats; partners who are called each have their own score."""
    return Sizes(seats, side_count(rules, seats))


def seated(rules: Variant, seats: int) -> Variant | None:
    """Return the rules for a table of this many, one more than they allow perhaps, who pauses; None if it can't play.

    >>> from companion.rules.variants import find_variant
    >>> seated(find_variant("cutthroat"), 4).players, seated(find_variant("two-handed"), 3)
    ((3, 4), None)
    """
    least, most = rules.players
    if least <= seats <= most:
        return rules
    if seats != most + 1 or seats > MOST_SEATS or rules.sides not in (Sides.EACH, Sides.CALLED):
        return None
    more = with_options(rules, {"players": [least, seats]})
    return more if hands_dealt(more, seats) < seats and not deal_problems(more) else None


def fitted(plan: Plan, rules: Variant, seats: int) -> tuple[Plan, Mapping[str, str]]:
    """A plan with the sizes of its tables, the usual ones if others can't play; and by field what is wrong, in words.

    :param seats: the number that the director wants at a table; 0 for the usual one.
    """
    least, most = rules.players
    wanted, found = seats or usual_seats(rules), {}
    if not least <= wanted <= most:
        many = str(least) if least == most else f"{least} to {most}"
        found["seats"] = f"{rules.name} is for {many} at a table. Leave this empty, or write that."
        wanted = usual_seats(rules)
    sizes, hands = sizes_by(rules, wanted), hands_dealt(rules, min(most, wanted + 1))
    lacks = lacking(rules, sizes)
    found |= {
        name: lacks[asked] for name, asked in (("movement", plan.movement), ("spare", plan.spare)) if asked in lacks
    }
    return replace(plan, sizes=sizes, hands=hands if sizes.alone else 0), found


def lacking(rules: Variant, sizes: Sizes) -> Mapping[Movement | Spare, str]:
    """Return the ways of a plan that tables of this size don't have by the rules, each with the reason in words."""
    found: dict[Movement | Spare, str] = {}
    if not sizes.in_pairs:
        says = f"{rules.name} has no tables of two pairs, so no charts, losers that move or pairs that stay together."
        found |= {each: says for each in Movement if each is not Movement.DRAWN}
    if not (sizes.alone and seated(rules, sizes.seats + 1)):
        found[Spare.PAUSE] = f"Nobody can sit down as one more at {rules.name}."
    if not (sizes.in_pairs or (sizes.alone and sizes.seats > rules.players[0])):
        found[Spare.THREES] = f"One fewer than {sizes.seats} can’t play {rules.name}."
    return found
