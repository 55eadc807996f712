"""A second program that counts a night: it reads the stored entries as JSON and imports nothing of the companion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_FLOOR, Decimal
from typing import Any

Entries = Sequence[Sequence[tuple[str, Mapping[str, Any]]]]
"""Tap by tap, the kind and the body of each event."""


def half_up(number: Decimal) -> int:
    return int((number + Decimal("0.5")).to_integral_value(ROUND_FLOOR))


def mean(numbers: Sequence[int]) -> int:
    return half_up(Decimal(sum(numbers)) / Decimal(len(numbers))) if numbers else 0


def counted(entries: Entries) -> list[tuple[str, Mapping[str, Any]]]:
    """The events that were not undone."""
    kept: list[Sequence[tuple[str, Mapping[str, Any]]]] = []
    for tap in entries:
        if tap[0][0] == "LastUndone":
            del kept[max(len(kept) - 1, 1) :]
        else:
            kept.append(tap)
    return [event for tap in kept for event in tap]


class Count:
    """Everything of a night that is a sum."""

    def __init__(self, entries: Entries) -> None:
        self.plan: dict[str, Any] = {}
        self.people: dict[int, list[str]] = {}
        self.house: set[int] = set()
        self.paid: set[int] = set()
        self.seats: dict[int, list[list[list[int]]]] = {}
        self.out: dict[int, list[int]] = {}
        self.slips: dict[tuple[int, int], dict[str, Any]] = {}
        self.penalties: dict[int, int] = {}
        self.other = 0
        for kind, body in counted(entries):
            getattr(self, f"_{kind}", lambda _: None)(body)

    def _NightOpened(self, body: Mapping[str, Any]) -> None:  # noqa: N802 - named like the kind
        self.plan = dict(body["plan"])

    _PlanChanged = _NightOpened

    def _EntrantCame(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        if body["number"] not in self.people:
            self.people[body["number"]] = list(body["names"])
            if body["house"]:
                self.house.add(body["number"])

    def _EntryPaid(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        (self.paid.add if body["paid"] else self.paid.discard)(body["entrant"])

    def _RoundDrawn(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.seats[body["number"]] = [[list(side) for side in table] for table in body["tables"]]
        self.out[body["number"]] = list(body["out"])

    def _TablesAdded(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.seats[body["number"]] += [[list(side) for side in table] for table in body["tables"]]
        self.out[body["number"]] = list(body["out"])

    def _SeatsSwapped(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        swap = {body["one"]: body["other"], body["other"]: body["one"]}
        number = body["number"]
        self.seats[number] = [[[swap.get(x, x) for x in side] for side in table] for table in self.seats[number]]
        self.out[number] = [swap.get(x, x) for x in self.out[number]]

    def _TotalsEntered(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.slips[body["number"], body["table"]] = dict(body["totals"])

    _TotalsCorrected = _TotalsEntered

    def _PenaltyGiven(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.penalties[body["entrant"]] = self.penalties.get(body["entrant"], 0) + body["points"]

    def _CashCounted(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.other += body["cents"]

    def _PrizeGiven(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.other -= body["cents"]

    def over(self) -> list[int]:
        return [n for n in self.seats if all((n, t + 1) in self.slips for t in range(len(self.seats[n])))]

    def points(self, number: int, table: int) -> list[int]:
        slip = self.slips[number, table]
        if not self.plan["per_deal"] or self.plan["target"]:
            return list(slip["points"])
        return [half_up(Decimal(each * self.plan["deals"]) / slip["deals"]) for each in slip["points"]]

    def totals(self) -> dict[int, tuple[int, int, int]]:
        """By entrant: points, rounds won, sets."""
        found = {}
        for who in self.people:
            if who not in self.house:
                found[who] = self._of(who)
        return found

    def _of(self, who: int) -> tuple[int, int, int]:
        own: list[int] = []
        wins = sets = 0
        byes: list[int] = []
        for number in self.over():
            if who in self.out[number]:
                byes.append(number)
            for t, sides in enumerate(self.seats[number], 1):
                for s, side in enumerate(sides):
                    if who in side:
                        points = self.points(number, t)
                        sets += self.slips[number, t]["sets"][s]
                        if len(sides) == 3:
                            byes.append(number)
                        else:
                            own.append(points[s])
                            wins += points[s] > points[1 - s]
        total = sum(own) - self.penalties.get(who, 0)
        for number in byes:
            if self.plan["bye"] == "own":
                total += mean(own)
            elif self.plan["bye"] == "winners":
                tables = [t for t, sides in enumerate(self.seats[number], 1) if len(sides) == 2]
                total += mean([max(self.points(number, t)) for t in tables])
        return total, wins, sets

    def attended(self, who: int) -> int:
        """The rounds that are over for which somebody was there."""
        there = [{x for table in self.seats[n] for side in table for x in side} | set(self.out[n]) for n in self.over()]
        return sum(who in each for each in there)

    def left(self) -> int:
        """The money that is left, in cents."""
        entries = sum(len(self.people[who]) for who in self.paid - self.house) * self.plan["entry"]
        sets = 0
        for (number, t), slip in self.slips.items():
            for s, side in enumerate(self.seats[number][t - 1]):
                sets += slip["sets"][s] * sum(len(self.people[who]) for who in side if who not in self.house)
        return int(entries + sets * self.plan["per_set"] + self.other)


def season(nights: Sequence[Count], best: int) -> dict[str, tuple[int, int]]:
    """By name: the sum of the best nights, and the tenths of a point for each round of all of them."""
    scored: dict[str, list[int]] = {}
    rounds: dict[str, int] = {}
    for night in nights:
        for who, (points, _, _) in night.totals().items():
            if night.attended(who):
                name = " & ".join(night.people[who])
                scored.setdefault(name, []).append(points)
                rounds[name] = rounds.get(name, 0) + night.attended(who)
    return {
        name: (sum(sorted(points)[-best:]), half_up(Decimal(10 * sum(points)) / rounds[name]))
        for name, points in scored.items()
    }
