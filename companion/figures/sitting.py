"""Who sat where, deal by deal: a name put right holds from the first deal on, a substitute from the first of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.record.events import DealPassedOut, DealScored, GameStarted, PlayerRenamed
from companion.game.record.fold import Recorded, still_counting


@dataclass(frozen=True)
class Sitting:
    """The names at each seat of a game, each with the first deal that it holds for."""

    by_seat: tuple[tuple[tuple[int, str], ...], ...]

    def name(self, seat: int, deal: int) -> str:
        """Who sat there when a deal was played."""
        return next(name for first, name in reversed(self.by_seat[seat]) if first <= deal)

    def last(self, seat: int) -> str:
        """Who sits there now."""
        return self.by_seat[seat][-1][1]

    def is_whole(self, seat: int) -> bool:
        """Whether one player has sat there from the first deal."""
        return len(self.by_seat[seat]) == 1


def sitting_of(history: Sequence[Recorded]) -> Sitting:
    """Who sat where by the events that still count.

    :raises ValueError: if the history does not begin with the start of a game.
    """
    counting = [recorded.event for recorded in still_counting(history)]
    if not counting or not isinstance(counting[0], GameStarted):
        raise ValueError("a game's first event is its start")
    seats = [[(1, name)] for name in counting[0].names]
    deal = 1
    for event in counting:
        if isinstance(event, DealScored | DealPassedOut):
            deal += 1
        elif isinstance(event, PlayerRenamed):
            _renamed(seats[event.seat], event, deal)
    return Sitting(tuple(map(tuple, seats)))


def _renamed(names: list[tuple[int, str]], event: PlayerRenamed, deal: int) -> None:
    first, _ = names[-1]
    if event.substitute and deal > first:
        names.append((deal, event.name))
    else:
        names[-1] = (first, event.name)
