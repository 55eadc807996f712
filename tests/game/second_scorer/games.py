"""Whole games of every variant, each played in the real room and then judged by its record."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.rules.options import OptionError
from tests.game.second_scorer.judge.figures import FIGURES, TABLES, options_of
from tests.game.second_scorer.judge.judge import judge
from tests.game.second_scorer.judge.seats import least_players, most_players
from tests.game.second_scorer.judge.tally import Tally
from tests.game.second_scorer.room.house import house_changes
from tests.game.second_scorer.room.player import Player
from tests.game.second_scorer.room.sitting import Sitting

Record = list[dict[str, Any]]


def judge_games(numbers: Iterable[int], seed: int) -> Tally:
    """Play and judge these games; the variants take turns."""
    tally, variants = Tally(), [*FIGURES, *TABLES]
    for number in numbers:
        variant = variants[number % len(variants)]
        record = play(variant, number, seed)
        tally.add(judge(record))
    return tally


def play(variant: str, number: int, seed: int) -> Record:
    """The record of one game."""
    return sit_through(variant, number, seed).record


def sit_through(variant: str, number: int, seed: int) -> Sitting:
    """One game from its start to its end: every second round of games is played with house options."""
    random = Random(f"{seed}/{number}")
    sitting, options = _sit_down(variant, number, seed, random)
    Player(sitting, options, random).play()
    return sitting


def _sit_down(variant: str, number: int, seed: int, random: Random) -> tuple[Sitting, Any]:
    base, changes = TABLES.get(variant, (variant, {}))
    name, own = f"game {number} (seed {seed})", options_of(base, changes)
    players = random.randint(least_players(own), most_players(own))
    while number // len(FIGURES) % 2:
        more = house_changes(base, random)
        if changes and "unit" in more:
            continue  # A known table's own figures are in its own unit.
        changed = {**changes, **more}
        try:
            sitting = Sitting(name, base, changed, players, random.randrange(players), known_as=variant)
        except (OptionError, ValueError):
            continue
        return sitting, options_of(base, changed)
    return Sitting(name, base, changes, players, random.randrange(players), known_as=variant), own
