"""Movements that are printed before play: charts for a number of entrants that stays the same all night.

Entrants are counted from 1 in the order in which they came, tables and rounds from 1. Where charts come from and how
they were checked: ``tests/night/test_charts.py`` expands each.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.night.events import Movement, Seating

_FIRST_ROUNDS = {
    8: "8-1 v 3-4, 2-6 v 5-7",
    12: "12-1 v 3-4, 2-9 v 6-8, 5-11 v 7-10",
    13: "2-6 v 9-11, 3-4 v 5-12, 7-10 v 8-13",
    16: "16-1 v 8-10, 2-12 v 3-15, 4-11 v 6-7, 5-14 v 9-13",
    17: "2-15 v 6-16, 3-8 v 4-10, 5-7 v 12-13, 9-17 v 11-14",
    20: "20-1 v 3-17, 2-5 v 13-15, 4-16 v 9-19, 6-10 v 11-12, 7-18 v 8-14",
    21: "2-11 v 20-21, 3-18 v 4-17, 5-19 v 9-14, 6-16 v 8-12, 7-10 v 13-15",
    24: "24-1 v 8-9, 2-17 v 6-12, 3-7 v 5-15, 4-22 v 18-21, 10-19 v 13-20, 11-23 v 14-16",
    25: "2-20 v 5-21, 3-23 v 10-14, 4-16 v 12-15, 6-25 v 8-22, 7-24 v 9-19, 11-13 v 17-18",
    28: "28-1 v 23-26, 2-4 v 15-25, 3-22 v 13-19, 5-10 v 6-20, 7-16 v 14-21, 8-12 v 11-27, 9-24 v 17-18",
    29: "2-24 v 12-26, 3-9 v 17-27, 4-13 v 16-20, 5-6 v 7-25, 8-29 v 11-14, 10-22 v 18-23, 15-28 v 19-21",
    32: "32-1 v 17-21, 2-16 v 8-10, 3-28 v 7-25, 4-24 v 19-22, 5-26 v 6-29, 9-18 v 23-30, 11-27 v 15-20, 12-31 v 13-14",
    33: "2-18 v 4-33, 3-14 v 24-31, 5-17 v 20-29, 6-12 v 11-19, 7-8 v 16-30, 9-27 v 13-26, 10-15 v 21-23, "
    "22-32 v 25-28",
}
"""By people, round 1. In the next round each takes the place of the number one lower; of 4n people the last stays."""
_NINE = (
    "2-3 v 4-7, 5-9 v 6-8",
    "3-1 v 5-8, 6-7 v 4-9",
    "1-2 v 6-9, 4-8 v 5-7",
    "5-6 v 7-1, 8-3 v 9-2",
    "6-4 v 8-2, 9-1 v 7-3",
    "4-5 v 9-3, 7-2 v 8-1",
    "8-9 v 1-4, 2-6 v 3-5",
    "9-7 v 2-5, 3-4 v 1-6",
    "7-8 v 3-6, 1-5 v 2-4",
)
"""Nine people, who do not move by adding one; in each round sits out who has its number."""
_MOST_BY_SEATS: Mapping[int, int] = {5: 5, 7: 7, 8: 8}
"""By tables, for how many rounds seats that move by themselves (M2) keep partners apart."""

_APART = {
    (9, 3): (8, 4, "9-1-5, 2-7-8, 3-4-6"),
    (10, 3): (9, 4, "10-5-9, 1-7-8, 3-4-6, 2"),
    (12, 3): (12, 4, "1-6-8, 2-4-5, 3-7-11, 9-10-12"),
    (13, 3): (12, 5, "13-4-9, 1-3-7, 2-10-11, 5-6-8, 12"),
    (15, 3): (7, 7, "15-6-12, 1-11-13, 2-4-5, 3-10-14, 7-8-9"),
    (16, 3): (7, 7, "16-5-9, 15-3-13, 1-10-14, 2-6-7, 4-11-12, 8"),
    (18, 3): (7, 7, "18-1-11, 17-3-12, 16-4-8, 15-5-10, 2-6-7, 9-13-14"),
    (19, 3): (9, 9, "19-7-16, 1-9-15, 2-12-13, 3-5-8, 4-11-17, 6-14-18, 10"),
    (21, 3): (9, 9, "21-2-17, 20-7-12, 19-8-11, 1-4-9, 3-10-13, 5-16-18, 6-14-15"),
    (22, 3): (10, 10, "22-7-14, 21-6-15, 1-13-17, 2-3-16, 5-9-20, 8-10-18, 11-12-19, 4"),
    (24, 3): (11, 11, "24-10-14, 23-1-13, 2-3-7, 4-12-20, 5-8-22, 6-16-17, 9-11-18, 15-19-21"),
    (25, 3): (11, 11, "25-5-22, 24-10-18, 23-1-12, 2-6-15, 3-9-11, 4-14-20, 7-19-21, 13-16-17, 8"),
    (27, 3): (13, 13, "27-7-24, 1-13-21, 2-5-9, 3-11-14, 4-6-19, 8-17-20, 10-15-16, 12-22-26, 18-23-25"),
    (28, 3): (13, 13, "28-12-23, 27-10-15, 1-7-21, 2-3-5, 4-14-19, 6-22-25, 8-16-17, 9-13-26, 18-20-24, 11"),
    (30, 3): (14, 14, "30-2-22, 29-12-25, 1-15-24, 3-7-19, 4-6-23, 5-8-14, 9-10-20, 11-18-26, 13-17-21, 16-27-28"),
    (16, 4): (15, 5, "16-2-7-12, 1-5-13-14, 3-4-6-10, 8-9-11-15"),
    (18, 4): (4, 4, "18-4-7-11, 17-3-9-15, 1-2-6-16, 5-10-13-14, 8, 12"),
    (20, 4): (5, 5, "1-14-19-20, 2-5-6-17, 3-4-13-15, 7-10-11-12, 8-9-16-18"),
    (21, 4): (5, 5, "21-6-11-18, 1-15-16-20, 2-8-10-19, 4-5-9-12, 7-13-14-17, 3"),
    (22, 4): (5, 5, "22-2-8-12, 21-1-15-20, 3-7-14-16, 4-6-11-19, 5-10-13-17, 9, 18"),
    (24, 4): (7, 7, "24-5-12-17, 23-6-9-20, 22-4-13-15, 1-3-7-16, 2-8-10-14, 11-18-19-21"),
    (25, 4): (6, 6, "25-11-15-23, 1-17-20-24, 2-10-12-13, 3-4-16-18, 6-7-21-22, 8-9-14-19, 5"),
    (26, 4): (6, 6, "26-10-17-23, 25-6-12-18, 1-14-21-22, 2-3-11-20, 4-8-9-13, 7-15-16-19, 5, 24"),
    (28, 4): (9, 9, "28-9-15-19, 1-11-21-26, 2-14-16-23, 3-6-8-10, 4-5-13-27, 7-22-24-25, 12-17-18-20"),
    (29, 4): (7, 7, "29-8-16-23, 1-5-13-25, 2-20-24-28, 3-9-12-26, 4-11-17-22, 6-7-10-15, 14-18-21-27, 19"),
    (30, 4): (7, 7, "30-13-21-23, 29-12-19-25, 1-22-24-28, 2-7-10-15, 3-9-20-27, 4-16-18-26, 6-8-11-17, 5, 14"),
    (25, 5): (24, 6, "25-3-9-15-21, 1-2-5-10-12, 4-6-19-20-23, 7-8-11-16-18, 13-14-17-22-24"),
    (30, 5): (6, 6, "1-5-23-27-28, 2-8-18-19-26, 3-4-7-11-16, 6-15-17-20-21, 9-10-22-24-30, 12-13-14-25-29"),
}
"""By people and seats, where each plays alone: how many numbers are a circle, the rounds, and round 1.

In the next round each takes the place of the next number of its circle; above the last whole circle, numbers stay.
They were found by search; ``tests/night/test_charts.py`` plays each.
"""


class NoChart(ValueError):
    """There is no chart for this; the message says for what there is one."""


def chart_round(movement: Movement, entrants: int, number: int) -> tuple[tuple[Seating, ...], tuple[int, ...]]:
    """The tables of a round of a chart, and who sits out.

    :raises NoChart: if there is none for this many entrants or rounds.
    """
    most = most_rounds(movement, entrants)
    if number > most:
        raise NoChart(f"For {entrants} this movement has {most} rounds. Choose another one for the rounds that follow.")
    tables = _ROUNDS[movement](entrants, number)
    seated = {each for sides in tables for side in sides for each in side}
    return tables, tuple(each for each in range(1, entrants + 1) if each not in seated)


def most_rounds(movement: Movement, entrants: int) -> int:
    """How many rounds a chart has for this many entrants.

    :raises NoChart: if there is none for them.
    """
    if movement is Movement.CHART:
        if entrants != 9 and entrants not in _FIRST_ROUNDS:
            known = ", ".join(map(str, sorted({9, *_FIRST_ROUNDS})))
            raise NoChart(f"There is no chart for {entrants} people. There are charts for {known}.")
        return entrants if entrants % 4 else entrants - 1
    if movement is Movement.SEATS:
        if entrants % 4 or entrants // 4 not in _MOST_BY_SEATS:
            raise NoChart(f"Seats move by themselves with 20, 28 or 32 people, and {entrants} are here.")
        return _MOST_BY_SEATS[entrants // 4]
    if entrants < 2:
        raise NoChart("At least two pairs are needed.")
    return (entrants + 1) // 2 if movement is Movement.A_STAYS else entrants - 1 + entrants % 2


def _individual(people: int, number: int) -> tuple[Seating, ...]:
    if people == 9:
        return _read(_NINE[number - 1])
    moving = people - 1 if people % 4 == 0 else people
    return tuple(
        tuple(tuple(_moved(each, number, moving) for each in side) for side in sides)
        for sides in _read(_FIRST_ROUNDS[people])
    )


def _moved(each: int, number: int, moving: int) -> int:
    return each if each > moving else (each + number - 2) % moving + 1


def _read(text: str) -> tuple[Seating, ...]:
    tables = (table.split(" v ") for table in text.split(", "))
    return tuple(tuple(tuple(map(int, side.split("-"))) for side in sides) for sides in tables)


def _by_seats(people: int, number: int) -> tuple[Seating, ...]:
    tables = people // 4

    def at(seat: int, table: int, moves: int) -> int:
        return 4 * ((table - moves * (number - 1)) % tables) + seat

    return tuple(((at(1, each, 0), at(3, each, -1)), (at(2, each, 1), at(4, each, 2))) for each in range(tables))


def _a_stays(pairs: int, number: int) -> tuple[Seating, ...]:
    """The odd numbers are the A pairs, the even ones the B pairs; of an odd number of pairs the last B is missing."""
    tables = (pairs + 1) // 2
    met = ((2 * each + 1, 2 * ((each - number + 1) % tables) + 2) for each in range(tables))
    return tuple(((one,), (other,)) for one, other in met if other <= pairs)


def _all_pairs(pairs: int, number: int) -> tuple[Seating, ...]:
    even, turn = pairs + pairs % 2, number - 1
    m = even - 1
    met = [(even, turn % m + 1), *(((turn + i) % m + 1, (turn - i) % m + 1) for i in range(1, even // 2))]
    return tuple(((one,), (other,)) for one, other in met if max(one, other) <= pairs)


_ROUNDS = {
    Movement.CHART: _individual,
    Movement.SEATS: _by_seats,
    Movement.A_STAYS: _a_stays,
    Movement.ALL_PAIRS: _all_pairs,
}


def rounds_apart(entrants: int, seats: int) -> list[list[list[int]]]:
    """The rounds after the first in which nobody meets twice where each plays alone; empty if there is no chart.

    Tables hold places of round 1, from 0, one table after the other and then who sits out, here at a table of one.
    """
    circle, most, text = _APART.get((entrants, seats), (1, 1, ""))
    first = [[int(each) for each in table.split("-")] for table in text.split(", ") if text]
    rounds = [[[_after(each, turn, circle, entrants) for each in table] for table in first] for turn in range(most)]
    if seats == 2:
        all_pairs = (_all_pairs(entrants, number) for number in range(1, entrants))
        rounds = [[[each for (each,) in sides] for sides in tables] for tables in all_pairs]
    place = {each: at for at, each in enumerate(each for table in rounds[0] for each in table)}
    return [[[place[each] for each in table] for table in tables] for tables in rounds[1:]]


def _after(each: int, turns: int, circle: int, entrants: int) -> int:
    start = (each - 1) // circle * circle
    return each if start + circle > entrants else start + (each - 1 - start + turns) % circle + 1
