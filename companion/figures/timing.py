"""How long deals took, from the times at which their steps were written; a long pause is no play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from companion.game.record.events import DealPassedOut, DealScored
from companion.game.record.fold import Recorded, still_counting

LONGEST_PAUSE = 20 * 60
LONGEST_BREAK = 6 * 3600
"""After a longer break a game goes on another day."""


def seconds_by_deal(history: Sequence[Recorded], seconds: Mapping[int, float]) -> dict[int, int]:
    """By deal, the seconds between its steps; a pause of more than twenty minutes and a clock set back count nothing.

    :param seconds: by the number of an event, when it was written; one that is missing takes no time.
    """
    spent: dict[int, float] = defaultdict(float)
    deal, before = 1, None
    for recorded in still_counting(history):
        now = seconds.get(recorded.seq)
        if now is not None and before is not None and 0 <= now - before <= LONGEST_PAUSE:
            spent[deal] += now - before
        before = now if now is not None else before
        deal += isinstance(recorded.event, DealScored | DealPassedOut)
    return {number: round(each) for number, each in spent.items()}


def span_of(history: Sequence[Recorded], seconds: Mapping[int, float]) -> tuple[int, int]:
    """When the first step of a game was written and its last deal ended, before a break of more than six hours.

    :param seconds: by the number of an event, when it was written.
    """
    times = [(recorded, seconds[recorded.seq]) for recorded in still_counting(history) if recorded.seq in seconds]
    if not times:
        return 0, 0
    first = last = before = times[0][1]
    for recorded, now in times:
        if now - before > LONGEST_BREAK:
            break
        before = max(before, now)
        if isinstance(recorded.event, DealScored | DealPassedOut):
            last = before
    return round(first), round(last)
