"""What melds pay, as data (meld.table)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MeldTable:
    """What each meld pays, in ones whatever the unit (meld.table).

    A list's n-th figure pays for n copies; copies beyond its end pay the best sum of listed figures.
    """

    run: tuple[int, ...] = (15, 150)
    pinochle: tuple[int, ...] = (4, 30)
    aces: tuple[int, ...] = (10, 100)
    kings: tuple[int, ...] = (8, 80)
    queens: tuple[int, ...] = (6, 60)
    jacks: tuple[int, ...] = (4, 40)
    royal: int = 4
    marriage: int = 2
    dix: int = 1


@dataclass(frozen=True)
class Roundhouse:
    """What a marriage in every suit pays beyond, or instead of, its parts; in ones (meld.roundhouse)."""

    bonus: int = 0
    flat: int | None = None
