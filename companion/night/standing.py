"""The standing of a night, with what each entrant scored in each round: nothing is added that is not shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import groupby
from math import floor

from companion.night.events import Bye, Plan, PlayOffWon, RankedBy, TableTotals
from companion.night.state import Entrant, Night, Part, Round


class RoundKind(str, Enum):
    """The part that an entrant had in a round."""

    PLAYED = "played"
    THREE = "three"
    """They played at a table of three beside tables of two pairs, which counts as a bye does."""
    OUT = "out"


@dataclass(frozen=True)
class EntrantRound:
    """One round of one entrant."""

    round: int
    kind: RoundKind
    points: int
    table: int = 0
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    won: bool = False
    sets: int = 0
    cut: int = 0
    """How many deals they played, if the bell cut the round short or somebody else played the others."""
    corrected: bool = False
    is_part: bool = False
    """True if somebody else played the other deals."""


@dataclass(frozen=True)
class StandingRow:
    """One entrant in the standing."""

    entrant: int
    name: str
    place: int
    """0 apart from the others: fewer than half of the rounds."""
    lines: tuple[EntrantRound, ...]
    penalty: int
    """The points taken off; below 0 the points added."""
    total: int
    wins: int
    best: int | None
    sets: int
    rounds: int
    """How many rounds were over; ``lines`` says how many this entrant was there for."""
    won_extra: bool = False
    """True if an extra hand after the last of these rounds put them before those who were level with them."""

    @property
    def is_apart(self) -> bool:
        return 2 * len(self.lines) < self.rounds


def counted_points(plan: Plan, totals: TableTotals) -> tuple[int, ...]:
    """Return the points that each side of a table gets: its totals, or their average per deal times a round's deals.

    >>> counted_points(Plan("", "", deals=4, per_deal=True), TableTotals((90, -30), (0, 0), 3))
    (120, -40)
    """
    return tuple(_worth(plan, totals, points) for points in totals.points)


def _worth(plan: Plan, totals: TableTotals, points: int) -> int:
    """Return points of a table as they count: as they are, or per deal times the deals of its round."""
    if not plan.per_deal or not plan.cut_short(totals):
        return points
    return _rounded(Fraction(points * plan.deals_at(len(totals.points)), totals.deals))


def part_points(plan: Plan, part: Part, totals: TableTotals) -> int:
    """Return the points of one entrant's part in a table: the parts of a seat add up to the points of its side."""
    if part.own:
        return _worth(plan, totals, part.own.points)
    before = sum(_worth(plan, totals, each.points) for each in part.before)
    return _worth(plan, totals, totals.points[part.seat[0]]) - before


def standing(night: Night) -> list[StandingRow]:
    """Everybody in the standing, the best first; those under half of the rounds last."""
    over = night.played
    winners = {each.number: winners_average(night, each) for each in over}
    rows = [_row(night, over, winners, each) for each in night.entrants.values() if not each.house]
    rows.sort(key=lambda row: (row.is_apart, _merit(night.plan, row), row.name))
    hands = [hand for hand in night.play_offs if hand.number == len(over)]
    placed: list[StandingRow] = []
    for (apart, _), level in groupby(rows, key=lambda row: (row.is_apart, _merit(night.plan, row))):
        for sharing in [[*level]] if apart else _played_off([*level], hands):
            place = 0 if apart else len(placed) + 1
            placed += [replace(row, place=place) for row in sharing]
    return placed


def _played_off(level: list[StandingRow], hands: Sequence[PlayOffWon]) -> list[list[StandingRow]]:
    """The level rows in the order of their extra hands, in groups that share a place."""
    parted = [level]
    for hand in hands:
        for at, sharing in enumerate(parted):
            still = {row.entrant for row in sharing}
            if hand.entrant in still and len(still) > 1 and (not hand.level or still <= {*hand.level}):
                winner = [replace(row, won_extra=True) for row in sharing if row.entrant == hand.entrant]
                parted[at : at + 1] = [winner, [row for row in sharing if row.entrant != hand.entrant]]
                break
    return parted


def winners_average(night: Night, there: Round) -> int:
    """The average of the winning sides of a round; of sides that were level, each."""
    winning = [
        points
        for table in there.tables
        if table.totals and not table.is_bye
        for points in [max(counted_points(night.plan, table.totals))]
    ]
    return _average(winning)


def _row(night: Night, over: Sequence[Round], winners: Mapping[int, int], entrant: Entrant) -> StandingRow:
    played = {each.number: line for each in over if (line := _played(night.plan, each, entrant.number))}
    whole = [line.points for line in played.values() if not line.is_part]
    own = _average(whole or [line.points for line in played.values()])
    lines = []
    for each in over:
        bye = {Bye.OWN: own, Bye.NOTHING: 0}.get(night.plan.bye, winners[each.number])
        line = played.get(each.number) or _bye(night, each, entrant.number, bye)
        lines += [line] if line else []
    penalty = sum(each.points for each in night.penalties if each.entrant == entrant.number)
    return StandingRow(
        entrant=entrant.number,
        name=entrant.name,
        place=0,
        lines=tuple(lines),
        penalty=penalty,
        total=sum(line.points for line in lines) - penalty,
        wins=sum(line.won for line in lines),
        best=max((line.points for line in played.values()), default=None),
        sets=sum(line.sets for line in lines),
        rounds=len(over),
    )


def _played(plan: Plan, there: Round, entrant: int) -> EntrantRound | None:
    part = there.parts.get(entrant)
    if part is None or part.table.totals is None or part.table.is_bye:
        return None
    return _line(plan, there, part, part.table.totals, RoundKind.PLAYED)


def _bye(night: Night, there: Round, entrant: int, points: int) -> EntrantRound | None:
    part = there.parts.get(entrant)
    if entrant in (*there.out, *there.excused):
        return EntrantRound(there.number, RoundKind.OUT, points)
    if part is None or part.table.totals is None:
        return None
    line = _line(night.plan, there, part, part.table.totals, RoundKind.THREE)
    return replace(line, points=points, won=False)


def _line(plan: Plan, there: Round, part: Part, totals: TableTotals, kind: RoundKind) -> EntrantRound:
    (side, place), table, points = part.seat, part.table, counted_points(plan, totals)
    others = [each for at, each in enumerate(table.sides) if at != side]
    return EntrantRound(
        round=there.number,
        kind=kind,
        points=part_points(plan, part, totals),
        table=table.number,
        partners=tuple(each for at, each in enumerate(table.sides[side]) if at != place),
        opponents=tuple(each for other in others for each in other),
        # A result belongs to those who have the seat at the end.
        won=part.own is None and all(points[side] > each for at, each in enumerate(points) if at != side),
        sets=part.sets(totals),
        cut=plan.cut_short(totals) if part.is_whole else part.deals(totals),
        corrected=bool(table.corrected_from),
        is_part=not part.is_whole,
    )


def _merit(plan: Plan, row: StandingRow) -> tuple[int, int]:
    """Return the key that ranks a row, in the plan's order: points, then rounds won, or the other way."""
    return (-row.total, -row.wins) if plan.order is RankedBy.POINTS else (-row.wins, -row.total)


def _average(points: Iterable[int]) -> int:
    known = [*points]
    return _rounded(Fraction(sum(known), len(known))) if known else 0


def _rounded(number: Fraction) -> int:
    """The nearest whole number, halves up."""
    return floor(number + Fraction(1, 2))
