"""Games of every variant to make figures of: played at random, undone, corrected, some seats taken over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from random import Random

from companion.figures.facts import GameFacts, SeatInDeal, SeatInGame
from companion.figures.gather import GameJournal, facts_of
from companion.figures.scope import Mine, in_order
from companion.figures.who import People
from companion.game.commands import CorrectPaper, RenamePlayers, WriteNote
from companion.game.fold import Recorded
from companion.game.state import Phase
from companion.rules.score.history import History
from companion.store.moments import evening_of
from tests.figures.second_teller.judge.deals import Game
from tests.game.second_scorer.judge.figures import FIGURES
from tests.game.second_scorer.judge.seats import least_players, most_players
from tests.game.second_scorer.room.player import Player
from tests.game.second_scorer.room.sitting import Sitting

GAMES, SEED = 20, 3
"""One of every variant."""
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe")


class Coming(Player):
    """A player of games at whose tables people are renamed and replaced, and scores come from paper."""

    def _step(self) -> None:
        if self.random.random() < 0.01:
            names, seat = list(self.sitting.state.names), self.random.randrange(self.sitting.state.players)
            free = [name for name in PEOPLE if name not in names]
            names[seat] = self.random.choice(free)
            over = self.sitting.phase is Phase.OVER
            self.sitting.do(RenamePlayers(tuple(names), () if over or self.random.random() < 0.4 else (seat,)))
        if self.random.random() < 0.01:
            unit, sides = self.sitting.state.variant.scale, self.sitting.state.sides
            self.sitting.do(CorrectPaper(History({side: unit * self.random.randint(-9, 19) for side in sides})))
        if self.random.random() < 0.02:
            unit, side = self.sitting.state.variant.scale, self.random.choice(self.sitting.state.sides)
            number = self.random.choice([None, None, 1])
            self.sitting.do(WriteNote("Cake", side, unit * self.random.randint(-9, 9), number))
        super()._step()


def clock(count: int) -> dict[int, float]:
    """The time of each event: half a minute after the one before, and an hour's pause now and then."""
    return {seq: 30.0 * seq + 3600.0 * (seq // 70) for seq in range(1, count + 1)}


def game_journal(name: str, history: Sequence[Recorded]) -> GameJournal:
    """What the store would have of a game."""
    at = begun(name)
    return GameJournal(name, history, clock(len(history)), at, evening_of(datetime.fromisoformat(at)).isoformat())


def begun(name: str) -> str:
    """When a game begins, by its name: about the turn of a year, every third past midnight."""
    number = sum(map(ord, name))
    day, hour = date(2026, 12, 18) + timedelta(days=number % 28), 2 if number % 3 == 0 else 19
    return f"{day.isoformat()}T{hour:02}:00"


@lru_cache(maxsize=4)
def played(count: int, seed: int) -> tuple[tuple[GameFacts, Game], ...]:
    """The facts of games by the companion, and by the second teller; the variants take turns."""
    variants = list(FIGURES)
    found = []
    for number in range(count):
        variant, random = variants[number % len(variants)], Random(f"figures/{seed}/{number}")
        players = random.randint(least_players(FIGURES[variant]), most_players(FIGURES[variant]))
        name = f"game {number:03}"
        sitting = Sitting(name, variant, {}, players, random.randrange(players))
        Coming(sitting, FIGURES[variant], random).play()
        events = [line for line in sitting.record if line["line"] == "event"]
        facts = facts_of(game_journal(name, sitting.history))
        found.append((facts, Game(name, events, clock(len(events)), begun(name))))
    return tuple(found)


def mine_of(facts: Sequence[GameFacts], name: str, people: People | None = None) -> Mine:
    """The rows of one person, as the store hands them out."""
    people = people or People()
    key = people.key(name)
    rows = {row.game: each.games for each in facts for row in each.games}
    ours: list[SeatInGame] = [row for each in facts for row in each.games if people.key(row.name) == key]
    return Mine(
        tuple(row for each in facts for row in each.deals if people.key(row.name) == key),
        in_order(ours),
        tuple(meld for each in facts for meld in each.melds if people.key(meld.name) == key),
        rows,
        people.person,
    )


ROW = SeatInDeal(
    *("g", 1, 0, "Ann", "site", "I", "A", 1, 4, 1, "made", "played", 250, 0, None, 250),
    *(None, 0, 0, 0, 250, 0, 0, 0, 0),
)
