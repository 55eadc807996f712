"""What was told of one deal: the facts that a score is worked out from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.game.second_scorer.judge.auction import Auction
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.seats import side_of


@dataclass(frozen=True)
class Award:
    """What a deal brings."""

    outcome: str
    change: dict[str, int]
    checks: dict[str, int] = field(default_factory=dict)
    set_unplayed: bool = False
    """Whether the bid was set before a card was played (score.unplayed)."""


@dataclass(frozen=True)
class Shown:
    """A meld on the table, of one player or a whole side."""

    points: int
    dix: int = 0
    earns: tuple[str, ...] = ()
    """What of it earns checks."""
    quadruple: bool = False
    """Whether four of a meld that wins so are seen in it."""


@dataclass
class Deal:
    """One deal as the table told it; seats count from 0, sides go by letter."""

    options: Options
    players: int
    number: int
    dealer: int
    sits_out: list[int]
    auction: Auction
    dealer_chosen: bool = False
    """Whether the table said who deals, whomever the rules name."""
    seat: int | None = None
    """The bidder."""
    bid: int | None = None
    moon: bool = False
    """Whether every trick was bid, or none, and the bid is what that costs."""
    every: bool = True
    """Of the two, whether it was every trick."""
    contracts: dict[str, int] = field(default_factory=dict)
    trump: str | None = None
    turned_up: str = ""
    """Two-handed: the card that was turned up for trump."""
    partner: int | None = None
    partner_known: bool = False
    """Whether it is known who plays with the bidder, or that nobody does (res.five)."""
    shown: dict[tuple[str, int | None], Shown] = field(default_factory=dict)
    """By side and seat; the seat is None for a whole side's."""
    laid: list[Mapping[str, Any]] = field(default_factory=list)
    """Two-handed: what happened while the stock lasted."""
    laid_points: dict[str, int] = field(default_factory=dict)
    laid_dix: dict[str, int] = field(default_factory=dict)
    check_melds: dict[str, list[str]] = field(default_factory=dict)
    draws: dict[int, tuple[int, int]] = field(default_factory=dict)
    closed: bool = False
    played: list[tuple[int, str]] = field(default_factory=list)
    ended: Mapping[str, Any] | None = None
    award: Award | None = None
    passed_out: bool = False

    @property
    def seats(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.sits_out]

    @property
    def sides(self) -> list[str]:
        """The sides that take part."""
        return sorted({side_of(self.options, self.players, seat) for seat in self.seats})

    @property
    def led(self) -> bool:
        """Whether a card is known to have been played."""
        return bool(self.played) or self.first_trick_over

    @property
    def first_trick_over(self) -> bool:
        """Whether everybody is known to have played a card: what was taken shows it as well."""
        taken = (*self.told("points").values(), *self.told("tricks").values())
        stock = any(event["kind"] == "TrickTaken" for event in self.laid)
        return any(taken) or stock or len(self.played) >= len(self.seats)

    @property
    def bidder(self) -> str | None:
        """The bidding side."""
        return None if self.seat is None else side_of(self.options, self.players, self.seat)

    @property
    def allies(self) -> list[str]:
        """The bidding side, and a called partner after it."""
        both = [self.seat, self.partner] if self.options["sides"] == "called" else [self.seat]
        return [side_of(self.options, self.players, seat) for seat in both if seat is not None]

    def meld(self, side: str) -> int:
        """What a side has shown; a sum told stands in place of what was laid."""
        told = [shown.points for shown in self._of(side)]
        return sum(told) if told else self.laid_points.get(side, 0)

    def dix(self, side: str) -> int:
        """The part of it that dixes made."""
        told = [shown.dix for shown in self._of(side)]
        return sum(told) if told else self.laid_dix.get(side, 0)

    def quadruples(self) -> set[str]:
        """The sides of which four of such a meld are seen."""
        return {side for side in self.sides if any(shown.quadruple for shown in self._of(side))}

    def _of(self, side: str) -> list[Shown]:
        return [shown for (of, _), shown in self.shown.items() if of == side]

    def show(self, side: str, seat: int | None, shown: Shown) -> None:
        """Put a meld in the place of what it replaces: a side's sum and its players' never stand together.

        What was dealt, as seven nines are, stays known when the meld is told anew.
        """
        kept = {key: told for key, told in self.shown.items() if key[0] != side or None not in (seat, key[1])}
        self.shown = {**kept, (side, seat): shown}
        nines = "seven-nines" in (*self.check_melds.get(side, []), *shown.earns)
        melded = [each for told in self._of(side) for each in told.earns if each != "seven-nines"]
        self.check_melds[side] = melded + ["seven-nines"] * nines

    def told(self, figures: str) -> dict[str, int]:
        """By side what the ending tells: trick points, or tricks."""
        return dict(self.ended[figures]) if self.ended else {}

    def teams(self) -> list[list[str]]:
        """Who shares a result: each side alone, or the bidder with a called partner against the rest (res.five)."""
        two_teams = self.options["sides"] == "called" or self.options["units.prices"]
        if not two_teams or self.seat is None:
            return [[side] for side in self.sides]
        own = [side for side in self.sides if side in self.allies]
        others = [side for side in self.sides if side not in own]
        if self.options["sides.defenders"] == "each" and not self.options["units.prices"]:
            return [own, *([side] for side in others)]
        return [own, others]
