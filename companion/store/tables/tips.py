"""The last entries that were written here to games, so that the next tap need not ask for what it follows on."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

REMEMBERED = 1000
"""So many games have their last entry remembered: a hundred and fifty kilobytes."""


@dataclass(frozen=True)
class Tip:
    """What is asked of an entry to write the next one. An entry never changes, so neither does this."""

    version: int
    batch: int
    seal: str


class Tips:
    """By its id, the newest tip that was seen of a game; which one it stands at by now only the database knows."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, Tip] = OrderedDict()

    def find(self, game_id: str, version: int) -> Tip | None:
        """The tip of a game at this version, if it is remembered."""
        with self._lock:
            tip = self._kept.get(game_id)
        return tip if tip is not None and tip.version == version else None

    def keep(self, game_id: str, tip: Tip) -> None:
        """Remember a tip, and forget the one that was used longest ago where there are too many."""
        with self._lock:
            self._kept[game_id] = tip
            self._kept.move_to_end(game_id)
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
