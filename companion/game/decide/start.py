"""Starting a game: who sits where, and who deals first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain

from companion.game.commands import Refusal, refusal_of
from companion.game.events import AgreementChosen, Event, GameStarted
from companion.game.standing import deal_among
from companion.rules import RULES_VERSION
from companion.rules.dealing import all_sides, deal_problems, seats_of
from companion.rules.house import house_name
from companion.rules.names import person_name, table_problems, team_name
from companion.rules.options import all_options
from companion.rules.score.history import NO_HISTORY, History, carries_over, missing_facts, no_more_deals, won_before
from companion.rules.variant import Variant


def start_game(
    variant: Variant,
    names: Sequence[str],
    dealer: int,
    previous: str | None = None,
    *,
    asks_sides: bool = False,
    cut: bool = False,
    history: History = NO_HISTORY,
) -> tuple[Event, ...] | Refusal:
    """The first events of a game, or why it cannot begin.

    :param names: clockwise, seat 0 first.
    :param dealer: the seat that deals first.
    :param asks_sides: whether each side is asked if a deal is right.
    :param cut: whether the table cut for the first deal.
    :param history: what came before, where the game goes on from paper.
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
    refused = history_wrong(variant, names, history)
    if refused:
        return refused
    begun = deal_among(variant, len(names), range(len(names)), dealer)
    options, tidied = json.dumps(all_options(variant)), tuple(map(person_name, names))
    started = GameStarted(variant.key, options, tidied, RULES_VERSION, previous, house_name(variant), cut, history)
    return (started, AgreementChosen(asked=True), begun) if asks_sides else (started, begun)


def history_wrong(variant: Variant, names: Sequence[str], history: History) -> Refusal | None:
    """Say why no game can go on from there: what decides is not said, or the rules have ended it already."""
    if history == NO_HISTORY:
        return None
    if not carries_over(variant):
        return Refusal("In this game nothing is carried on from one deal to the next.", field="carried")
    sides = all_sides(variant, len(names))
    by_side = (history.scores, history.checks, history.playing, history.risen or (), history.failed_against or ())
    strangers = {*chain.from_iterable(by_side)} - {*sides}
    if strangers:
        return Refusal(f"There is no side {min(strangers)} at this table.", ("sides",), "carried")

    def name(side: str) -> str:
        return team_name([person_name(names[seat]) for seat in seats_of(variant, len(names), side)])

    for missing in missing_facts(variant, sides, history, name):
        return Refusal(f"Please say {missing.says}.", (missing.clause,), missing.field)
    try:
        won = won_before(variant, sides, history, name)
    except ValueError as fault:
        return Refusal(f"So the game cannot have stood: {fault}.", field="carried")
    return refusal_of(no_more_deals(won), f"carried-{won.winner}") if won else None
