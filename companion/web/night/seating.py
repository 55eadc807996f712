"""A round's seating in words."""

from __future__ import annotations

from companion.night.events import Seating
from companion.night.state import SEATS, Night, Round, Table
from companion.rules.phrases import series


def seats(night: Night, there: Round) -> list[tuple[str, str]]:
    """Each name, with its table and seat; those who sit out or came after the draw first."""
    found = [(night.name(each), "sits out") for each in there.out]
    found += [(night.name(each), "from the next round on") for each in night.here if each not in there.present]
    for table in there.tables:
        for side, called in zip(table.sides, seat_names(night, table.sides), strict=True):
            for each, seat in zip(side, called, strict=False):
                found.append((night.name(each), f"table {table.number}, {seat}"))
    return found


def side_names(night: Night, table: Table) -> list[str]:
    """The sides of a table, as every page and paper names them: ``Ann (North) & Cy (South)``."""
    return [
        " & ".join(f"{night.name(each)} ({seat})" for each, seat in zip(side, called, strict=True))
        for side, called in zip(table.sides, seat_names(night, table.sides), strict=True)
    ]


def seat_names(night: Night, sides: Seating) -> list[list[str]]:
    """The seats of each side of a table: sides sit in turn, clockwise from North; of a pair both at once."""
    each_of = [[len(night.entrants[each].names) for each in side] for side in sides]
    called = clockwise(sum(map(sum, each_of)))
    own = [called[place :: len(sides)] for place in range(len(sides))]
    return [[series(seats)] if sitting == [2] else seats for seats, sitting in zip(own, each_of, strict=True)]


def clockwise(people: int) -> list[str]:
    """Return the seats of a table for this many people.

    >>> clockwise(4), clockwise(6)[:2]
    (['North', 'East', 'South', 'West'], ['seat 1', 'seat 2'])
    """
    return [*SEATS.get(people, [f"seat {number}" for number in range(1, people + 1)])]


def place_of(night: Night, there: Round, entrant: int) -> str:
    """A person's seat, partners and opponents: ``table 3, South, with Ann, against Bob and Cy``."""
    table = there.table_of(entrant)
    if table is None:
        return "You sit out this round." if entrant in there.out else "You play from the next round on."
    side = table.side_of(entrant)
    seat = seat_names(night, table.sides)[side][table.sides[side].index(entrant)]
    mates = [night.name(each) for each in table.sides[side] if each != entrant]
    others = [night.name(each) for place, each in _seated(table) if place != side]
    partner = f", with {series(mates)}" if mates else ""
    return f"Table {table.number}, {seat}{partner}, against {series(others)}"


def _seated(table: Table) -> list[tuple[int, int]]:
    return [(place, each) for place, side in enumerate(table.sides) for each in side]
