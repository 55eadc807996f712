"""Brings the facts of games up to date with the journal: what was written since is gathered anew, game by game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from time import monotonic

from companion.figures.facts import FACTS_VERSION, GameFacts
from companion.figures.gather import Told, facts_of
from companion.store.errors import StoreError, Unavailable
from companion.store.games import to_history
from companion.store.journal import Journal, Journaled
from companion.store.judgement import FAULTS
from companion.store.tables.facts import Facts, Stale

AT_ONCE = 5
"""Games that are written down in one go."""
NOTHING = GameFacts((), (), ())
EveningOf = Callable[[str], str]
"""The day of the evening of a stored time; empty where the time is damaged."""


def made_as(zone: str) -> str:
    """What facts depend on besides their game: how they are gathered, and where the table's clock hangs."""
    return f"{FACTS_VERSION} {zone}".rstrip()


def reckon(
    journal: Journal,
    facts: Facts,
    evening: EveningOf,
    zone: str = "",
    go_on: Callable[[], bool] = lambda: True,
    rest: Callable[[float, int], object] = lambda _seconds, _left: None,
    since: int = 0,
) -> int:
    """Gather what has changed since the last time; how many games are left.

    Several processes may do so at once: each game is written in one piece, and the same whoever writes it.

    :param go_on: asked before each lot of games.
    :param rest: called after each lot with the seconds that it took and how many are left, so that taps come first.
    :param since: the turn of the last write before which all are known to be gathered.
    :raises StoreError: if the games can't be read just now, or nothing can be kept.
    """
    left = facts.stale(made_as(zone), since)
    while left and go_on():
        begun = monotonic()
        some, left = left[:AT_ONCE], left[AT_ONCE:]
        facts.keep(_gathered(journal, some, evening), made_as(zone))
        rest(monotonic() - begun, len(left))
    return len(left)


def _gathered(journal: Journal, some: Sequence[Stale], evening: EveningOf) -> Iterator[tuple[Stale, GameFacts]]:
    return iter([(stale, _facts_of(journal, stale.game, evening)) for stale in some])


def _facts_of(journal: Journal, game: str, evening: EveningOf) -> GameFacts:
    """The facts of a game; of one that can't be read there are none, and its own page says what is wrong.

    :raises Unavailable: if no game can be read just now, which says nothing of this one.
    """
    try:
        return facts_of(told_of(journal.read(game), evening))
    except Unavailable:
        raise
    except (StoreError, *FAULTS):
        return NOTHING


def told_of(found: Journaled, evening: EveningOf) -> Told:
    """A game as the figures read it.

    :raises CodecError: if an entry cannot be read.
    """
    seconds = {entry.seq: moment for entry in found.entries if (moment := _seconds(entry.at)) is not None}
    return Told(found.game.id, to_history(found), seconds, found.game.at, evening(found.game.at))


def _seconds(at: str) -> float | None:
    try:
        return datetime.fromisoformat(at).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
