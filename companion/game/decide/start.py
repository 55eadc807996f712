"""Starting a game: who sits where, and who deals first."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from companion.game.commands import Refusal, refusal_of
from companion.game.events import AgreementChosen, Event, GameStarted
from companion.game.standing import deal_among
from companion.rules import RULES_VERSION
from companion.rules.dealing import deal_problems
from companion.rules.house import house_name
from companion.rules.names import person_name, table_problems
from companion.rules.options import all_options
from companion.rules.variant import Variant


def start_game(
    variant: Variant,
    names: Sequence[str],
    dealer: int,
    previous: str | None = None,
    *,
    asks_sides: bool = False,
    cut: bool = False,
    carried: Mapping[str, int] | None = None,
) -> tuple[Event, ...] | Refusal:
    """The first events of a game, or why it cannot begin.

    :param names: clockwise, seat 0 first.
    :param dealer: the seat that deals first.
    :param asks_sides: whether each side is asked if a deal is right.
    :param cut: whether the table cut for the first deal.
    :param carried: by side, the score from before where the game goes on from paper.
    """
    least, most = variant.players
    if not least <= len(names) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        return Refusal(f"{variant.name} is for {wanted} players, not {len(names)}.", ("players",), "names")
    for seat, problem in table_problems(names).items():
        return Refusal(problem, field=f"name-{seat}")
    if not 0 <= dealer < len(names):
        return Refusal("Please say who deals first.", ("deal.first",), "dealer")
    for clash in deal_problems(variant):
        return refusal_of(clash, "variant")
    refused = _carried_wrong(variant, carried or {})
    if refused:
        return refused
    begun = deal_among(variant, len(names), range(len(names)), dealer)
    options, tidied = json.dumps(all_options(variant)), tuple(map(person_name, names))
    started = GameStarted(
        variant.key, options, tidied, RULES_VERSION, previous, house_name(variant), cut, carried or {}
    )
    return (started, AgreementChosen(asked=True), begun) if asks_sides else (started, begun)


def takes_carried(variant: Variant) -> bool:
    """Whether a game can go on from scores on paper: not where each deal is a game or is settled in units."""
    return not (variant.end_deal or variant.pays_units)


def _carried_wrong(variant: Variant, carried: Mapping[str, int]) -> Refusal | None:
    if carried and not takes_carried(variant):
        return Refusal("In this game nothing is carried on from one deal to the next.", field="carried")
    for side, points in carried.items():
        if variant.end_target is not None and points >= variant.end_target:
            says = f"A side that has {points} has won: the target is {variant.end_target}."
            return Refusal(says, ("end.target",), f"carried-{side}")
        if variant.floor is not None and points < variant.floor:
            return Refusal(f"No score falls below {variant.floor} here.", ("floor",), f"carried-{side}")
    return None
