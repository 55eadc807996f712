"""A second program that counts a night: it reads the stored entries as JSON and imports nothing of the companion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_FLOOR, Decimal
from functools import cached_property
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
        self.for_sets: dict[int, int] = {}
        self.seats: dict[int, list[list[list[int]]]] = {}
        self.out: dict[int, list[int]] = {}
        self.slips: dict[tuple[int, int], dict[str, Any]] = {}
        self.penalties: dict[int, int] = {}
        self.hands: list[tuple[int, int, set[int]]] = []
        self.cash = self.prizes = 0
        self.halves: dict[int, int] = {}
        self.earlier: dict[tuple[int, int, int, int], list[tuple[int, int, int]]] = {}
        """By round, table, side and seat: who scored there before the present one, how many points and sets."""
        self.scores_for: dict[tuple[int, int], int] = {}
        """By round and who sits: for whom they play it."""
        self.byes: dict[int, set[int]] = {}
        self.were: dict[int, set[int]] = {}
        self.stays: dict[int, int] = {}
        self.astray: list[tuple[int, int]] = []
        """By round, who stays at a table and was drawn at another, though somebody at theirs could have moved."""
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

    def _SetsPaid(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.for_sets[body["entrant"]] = body["cents"]

    def _RoundDrawn(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.seats[body["number"]] = [[list(side) for side in table] for table in body["tables"]]
        self.out[body["number"]] = list(body["out"])
        self._look_who_strays(body["number"], 1)

    def _EntrantStays(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.stays[body["number"]] = body["table"]

    def _EntrantLeft(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.stays.pop(body["number"], None)

    def _look_who_strays(self, number: int, first: int) -> None:
        tables = {t: [who for side in table for who in side] for t, table in enumerate(self.seats[number], 1)}
        for t, sitting in tables.items():
            for who in sitting if t >= first else ():
                own = self.stays.get(who) or t
                if own != t and own >= first and any(self.stays.get(each) != own for each in tables.get(own, [])):
                    self.astray.append((number, who))

    def _TablesAdded(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        first = len(self.seats[body["number"]]) + 1
        self.seats[body["number"]] += [[list(side) for side in table] for table in body["tables"]]
        self.out[body["number"]] = list(body["out"])
        self._look_who_strays(body["number"], first)

    def _SeatsSwapped(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        swap = {body["one"]: body["other"], body["other"]: body["one"]}
        number = body["number"]
        self.seats[number] = [[[swap.get(x, x) for x in side] for side in table] for table in self.seats[number]]
        self.out[number] = [swap.get(x, x) for x in self.out[number]]

    def _SubstituteSeated(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        number, gone, who = body["number"], body["leaving"], body["entrant"]
        if body["names"]:
            self.people[who] = list(body["names"])
            shared = set(body["names"]) & set(self.people[gone])
            self.halves[who] = len(shared)
            if shared:
                self.stays[who] = self.stays.get(gone, 0)
            if shared and gone in self.house:
                self.house.add(who)
        self.were.setdefault(number, set()).add(gone)
        self.stays.pop(gone, None)
        for t, table in enumerate(self.seats[number], 1):
            for s, side in enumerate(table):
                if gone in side and (number, t) not in self.slips:
                    self._take_over(body, (number, t, s, side.index(gone)))

    def _take_over(self, body: Mapping[str, Any], at: tuple[int, int, int, int]) -> None:
        number, t, s, place = at
        gone, who = body["leaving"], body["entrant"]
        for_whom = self.scores_for.pop((number, gone), gone)
        if body["gets"] == "nothing":
            self.scores_for[number, who] = for_whom
            if who in self.out[number]:
                self.byes.setdefault(number, set()).add(who)
        if body["gets"] == "rest":
            before = self.earlier.setdefault(at, [])
            points = body["points"] - sum(each[1] for each in before)
            before.append((for_whom, points, body["sets"] - sum(each[2] for each in before)))
        self.out[number] = [x for x in self.out[number] if x != who]
        self.seats[number][t - 1][s][place] = who

    def _TotalsEntered(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.slips[body["number"], body["table"]] = dict(body["totals"])

    _TotalsCorrected = _TotalsEntered

    def _PenaltyGiven(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.penalties[body["entrant"]] = self.penalties.get(body["entrant"], 0) + body["points"]

    def _PlayOffWon(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.hands.append((body["number"], body["entrant"], set(body["level"])))

    def _CashCounted(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.cash += body["cents"]

    def _PrizeGiven(self, body: Mapping[str, Any]) -> None:  # noqa: N802
        self.prizes += body["cents"]

    @cached_property
    def in_rounds(self) -> list[set[str]]:
        """By round the names of all who were at a table or sat out."""
        there = [
            [*self.out[n], *self.were.get(n, ()), *(x for table in self.seats[n] for side in table for x in side)]
            for n in self.seats
        ]
        return [{name for who in each for name in self.people[who]} for each in there]

    def over(self) -> list[int]:
        return [n for n in self.seats if all((n, t + 1) in self.slips for t in range(len(self.seats[n])))]

    def points(self, number: int, table: int) -> list[int]:
        return [self.worth(number, table, each) for each in self.slips[number, table]["points"]]

    def worth(self, number: int, table: int, points: int) -> int:
        """Return the points of a slip that count, where the bell cut the round short."""
        deals, played = self.deals_of(len(self.slips[number, table]["points"])), self.slips[number, table]["deals"]
        if not self.plan["per_deal"] or self.plan["target"] or played >= deals:
            return points
        return half_up(Decimal(points * deals) / played)

    def deals_of(self, sides: int) -> int:
        """Return the deals of a round at a table with this many sides: each plays as many, also where one pauses."""
        usual, hands = self.plan["sizes"]["sides"], self.plan["hands"]
        if not hands or sides == usual:
            return int(self.plan["deals"])
        each = Decimal(self.plan["deals"]) * min(usual, hands) / usual  # so many each plays at a full table
        return min(max(half_up(each * sides / min(sides, hands)), 1), 30)

    def is_bye(self, number: int, table: int) -> bool:
        """True for a table of three beside tables of two pairs."""
        return self.plan["sizes"] == {"seats": 4, "sides": 2} and len(self.seats[number][table - 1]) == 3

    def scored(self, number: int) -> list[tuple[int, int, int, int, int, bool]]:
        """Everybody's part of a round: who, table, points, won, sets, and whether it is a side's whole round."""
        found = []
        for t, sides in enumerate(self.seats[number], 1):
            totals = self.points(number, t)
            for s, side in enumerate(sides):
                others = max(points for other, points in enumerate(totals) if other != s)
                for place, sitting in enumerate(side):
                    before = self.earlier.get((number, t, s, place), [])
                    rest, sets = totals[s], self.slips[number, t]["sets"][s]
                    for who, points, set_before in before:
                        worth = self.worth(number, t, points)
                        found.append((who, t, worth, 0, set_before, False))
                        rest, sets = rest - worth, sets - set_before
                    who = self.scores_for.get((number, sitting), sitting)
                    found.append((who, t, rest, int(totals[s] > others), sets, not before))
        return found

    def totals(self) -> dict[int, tuple[int, int, int]]:
        """By entrant: points, rounds won, sets."""
        found = {}
        for who in self.people:
            if who not in self.house:
                found[who] = self._of(who)
        return found

    def _of(self, who: int) -> tuple[int, int, int]:
        own: list[int] = []
        parts: list[int] = []
        wins = sets = 0
        byes: list[int] = []
        for number in self.over():
            if who in self.out[number] or who in self.byes.get(number, ()):
                byes.append(number)
            for each, t, points, won, of_these, whole in self.scored(number):
                if each == who:
                    sets += of_these
                    if self.is_bye(number, t):
                        byes.append(number)
                    else:
                        (own if whole else parts).append(points)
                        wins += won
        total = sum(own) + sum(parts) - self.penalties.get(who, 0)
        for number in byes:
            if self.plan["bye"] == "own":
                total += mean(own or parts)
            elif self.plan["bye"] == "winners":
                tables = [t for t in range(1, len(self.seats[number]) + 1) if not self.is_bye(number, t)]
                total += mean([max(self.points(number, t)) for t in tables])
        return total, wins, sets

    def places(self) -> dict[int, int]:
        """By entrant the place, one more than those before them; 0 for fewer than half of the rounds."""
        totals, over = self.totals(), len(self.over())
        by_wins = self.plan["order"] == "wins"
        figure = {who: (wins, points) if by_wins else (points, wins) for who, (points, wins, _) in totals.items()}
        ranked = {who for who in totals if 2 * self.attended(who) >= over}
        rank = {who: [figure[who], []] for who in ranked}
        for number, winner, level in self.hands:
            same = {who for who in ranked if winner in ranked and rank[who] == rank[winner]}
            if number == over and len(same) > 1 and same <= level:
                for who in same:
                    rank[who] = [rank[who][0], [*rank[who][1], int(who == winner)]]
        return {who: 1 + sum(rank[x] > rank[who] for x in ranked) if who in ranked else 0 for who in totals}

    def attended(self, who: int) -> int:
        """The rounds that are over for which somebody was there."""
        there = [{each[0] for each in self.scored(n)} | set(self.out[n]) | self.byes.get(n, set()) for n in self.over()]
        return sum(who in each for each in there)

    def money(self) -> tuple[int, int, int]:
        """What came in, what of it is left, and what all sets cost, in cents."""
        came = sum(len(self.people[who]) - self.halves.get(who, 0) for who in self.paid - self.house)
        came = came * self.plan["entry"] + sum(self.for_sets.values()) + self.cash
        sets = 0
        for number, t in self.slips:
            for s, side in enumerate(self.seats[number][t - 1]):
                for place, sitting in enumerate(side):
                    left = self.slips[number, t]["sets"][s]
                    for who, _, before in self.earlier.get((number, t, s, place), []):
                        sets += 0 if who in self.house else before * len(self.people[who])
                        left -= before
                    last = self.scores_for.get((number, sitting), sitting)
                    sets += 0 if last in self.house else left * len(self.people[last])
        return came, came - self.prizes, sets * self.plan["per_set"]


def are_two(nights: Sequence[Count], one: str, other: str) -> bool:
    """True if both names were at a table, or sat out, in one round of a night: that can't be one person."""
    return any({one, other} <= names for night in nights for names in night.in_rounds)


def persons(nights: Sequence[Count], same: Mapping[str, str]) -> Callable[[str], str]:
    """Say by name who it is, where some names are said to be others: of two who can't be one person that is void."""
    true = {name: own for name, own in same.items() if not are_two(nights, name, own)}
    return lambda name: true.get(name, name)


def nightly(
    nights: Sequence[Count], person: Callable[[str], str]
) -> dict[frozenset[str], dict[int, tuple[int, int, int]]]:
    """By person or pair, and by the night's place in the list: points, rounds, and the points for the place.

    What a person scored under several names in one night is one result of it.
    """
    partners: dict[str, set[frozenset[str]]] = {}
    for night in nights:
        for who in night.totals():
            pair = frozenset(map(person, night.people[who]))
            for each in pair if night.attended(who) else ():
                partners.setdefault(each, set()).add(pair)
    results: dict[frozenset[str], dict[int, list[tuple[int, int, int]]]] = {}
    for number, night in enumerate(nights):
        places = night.places()
        for who, (points, _, _) in night.totals().items():
            if not night.attended(who):
                continue
            pair = frozenset(map(person, night.people[who]))
            together = all(len(partners[each]) == 1 for each in pair)
            for_place = [0, 10, 8, 6, 5, 4, 3, 2, 1][places[who]] if places[who] < 9 else 0
            for key in [pair] if together else [frozenset([each]) for each in pair]:
                results.setdefault(key, {}).setdefault(number, []).append((points, night.attended(who), for_place))
    return {
        key: {
            number: (sum(each[0] for each in of), sum(each[1] for each in of), max(each[2] for each in of))
            for number, of in by_night.items()
        }
        for key, by_night in results.items()
    }


def season(
    nights: Sequence[Count], best: int, person: Callable[[str], str]
) -> dict[frozenset[str], tuple[int, int, int]]:
    """By person or pair: the sum of the best nights, tenths of a point a round, and the points of the best places."""
    found = {}
    for key, by_night in nightly(nights, person).items():
        sums = [points for points, _, _ in by_night.values()]
        rounds = sum(there for _, there, _ in by_night.values())
        of_places = [for_place for _, _, for_place in by_night.values()]
        average = half_up(Decimal(10 * sum(sums)) / rounds)
        found[key] = sum(sorted(sums)[-best:]), average, sum(sorted(of_places)[-best:])
    return found
