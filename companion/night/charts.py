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
