"""Where a table takes its photos: of a meld, of a side's tricks, and of a trick that is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from companion.game.record.state import DealState
from companion.web.base.game import OpenGame
from companion.web.photo.purpose import Purpose
from companion.web.table.ways import Way


@dataclass(frozen=True)
class PhotoLinks:
    """The addresses at which the photos of a deal are taken."""

    table: OpenGame
    deal: DealState
    here: str
    """The table as it is looked at now, where a photo leads back to."""

    def meld(self, seat: int, ways: Mapping[str, Way]) -> str:
        """Of a player's meld, unless another is chosen there; the sides stay told in their ways."""
        told: dict[str, Any] = {side: str(way) for side, way in ways.items()}
        taken_by = url_for("table.meld_photo", game=self.table.game, **told)
        return Purpose.for_meld(self.table, self.deal, seat, taken_by, self.here).url

    def counters(self, side: str) -> str:
        """Of a side's tricks, to be counted."""
        return Purpose.for_counters(self.table, self.deal, side, self.here).url

    def trick(self, own: int | None) -> str:
        """Of a trick, to see who takes it; ``own`` is the seat that this phone sits for."""
        return Purpose.for_asking(self.table, self.deal, own, self.here).url
