"""The standing of a season, by hand."""

from __future__ import annotations

import pytest

from companion.night.events import (
    Bye,
    EntrantCame,
    Event,
    Movement,
    NightClosed,
    NightOpened,
    Plan,
    RoundDrawn,
    TableTotals,
    TotalsEntered,
)
from companion.night.season import DecidedBy, SeasonPlace, season_standing
from companion.night.state import Night, fold


def night(*points: tuple[int, int], names: str = "Ann Bob Cy Dee") -> Night:
    """Ann and Bob against Cy and Dee in every round."""
    events: list[Event] = [NightOpened(Plan("N", "x"))]
    events += [EntrantCame(number, (name,)) for number, name in enumerate(names.split(), 1)]
    for number, each in enumerate(points, 1):
        events += [
            RoundDrawn(number, "drawn/1", "x", (((1, 2), (3, 4)),)),
            TotalsEntered(number, 1, TableTotals(each, (0, 0), 4)),
        ]
    return fold([[each] for each in [*events, NightClosed()]])


NIGHTS = [night((300, 100)), night((50, 400), (50, 0)), night((10, 500), names="ann Eve Cy Dee")]


def told(rows: list[SeasonPlace]) -> dict[str, tuple[int, int]]:
    return {row.name: (row.place, row.points) for row in rows}


@pytest.mark.parametrize(
    ("count", "best", "expected"),
    [
        # Ann: 300, 100, 10. Bob: 300, 100. Eve: 10. Cy and Dee: 100, 400, 500.
        (DecidedBy.BEST, 0, {"ann": (3, 410), "Bob": (4, 400), "Cy": (1, 1000), "Dee": (1, 1000), "Eve": (5, 10)}),
        (DecidedBy.BEST, 2, {"ann": (3, 400), "Bob": (3, 400), "Cy": (1, 900), "Dee": (1, 900), "Eve": (5, 10)}),
        (
            DecidedBy.AVERAGE,
            0,
            {"ann": (4, 1025), "Bob": (3, 1333), "Cy": (1, 2500), "Dee": (1, 2500), "Eve": (5, 100)},
        ),
        # Two share place 1 (10 each) and two place 3 (6 each).
        (DecidedBy.PLACES, 0, {"ann": (3, 22), "Bob": (4, 16), "Cy": (1, 26), "Dee": (1, 26), "Eve": (5, 6)}),
    ],
)
def test_a_season_counts_the_best_nights_an_average_or_places(
    count: DecidedBy, best: int, expected: dict[str, tuple[int, int]]
) -> None:
    assert told(season_standing(NIGHTS, count, best)) == expected


def test_nights_that_do_not_count_are_marked_and_attendance_stays() -> None:
    cy = next(row for row in season_standing(NIGHTS, DecidedBy.BEST, 2) if row.name == "Cy")
    assert [each.counts for each in cy.evenings] == [False, True, True]
    assert (len(cy.evenings), cy.rounds) == (3, 4)


def test_two_names_of_one_person_are_added_up() -> None:
    rows = season_standing(NIGHTS, DecidedBy.BEST, person=lambda name: "bob" if name == "Eve" else name.casefold())
    assert told(rows)["Eve"] == (3, 410), "Bob’s 300 and 100, and 10 as Eve"


def two_names_in_a_night(*, at_once: bool) -> Night:
    """Eve plays round 2 in Ann's place, or sits out round 1 and so is there at once with her."""
    events: list[Event] = [NightOpened(Plan("N", "x", bye=Bye.NOTHING))]
    events += [EntrantCame(number, (name,)) for number, name in enumerate(("Ann", "Bob", "Cy", "Dee", "Eve"), 1)]
    for number, first in ((1, 1), (2, 5)):
        events += [
            RoundDrawn(number, "drawn/1", "x", (((first, 2), (3, 4)),), (5,) if at_once and number == 1 else ()),
            TotalsEntered(number, 1, TableTotals((300, 100), (0, 0), 4)),
        ]
    return fold([[each] for each in [*events, NightClosed()]])


def one_person(name: str) -> str:
    return "ann" if name == "Eve" else name.casefold()


@pytest.mark.parametrize(("count", "points"), [(DecidedBy.BEST, 600), (DecidedBy.AVERAGE, 3000), (DecidedBy.PLACES, 8)])
def test_what_one_person_scored_under_two_names_in_one_night_is_one_result(count: DecidedBy, points: int) -> None:
    rows = season_standing([two_names_in_a_night(at_once=False)], count, 1, person=one_person)
    (eve,) = (row for row in rows if row.name == "Eve")
    assert (len(rows), eve.points, len(eve.evenings), eve.rounds) == (4, points, 1, 2)


def test_two_who_were_there_in_the_same_round_stay_two_whatever_was_said() -> None:
    nights = [two_names_in_a_night(at_once=True), night((300, 100))]
    rows = season_standing(nights, DecidedBy.BEST, person=one_person)
    assert {row.name: row.points for row in rows} == {"Ann": 600, "Bob": 900, "Cy": 300, "Dee": 300, "Eve": 300}


def test_best_nights_are_nights() -> None:
    nights = [two_names_in_a_night(at_once=False) for _ in range(3)]
    (eve,) = (row for row in season_standing(nights, DecidedBy.BEST, 2, person=one_person) if row.name == "Eve")
    assert (eve.points, sum(each.counts for each in eve.evenings)) == (1200, 2)


def test_too_few_rounds_are_listed_apart() -> None:
    rows = season_standing(NIGHTS, DecidedBy.AVERAGE, least=3)
    assert [(row.name, row.place) for row in rows] == [("Cy", 1), ("Dee", 1), ("Bob", 3), ("ann", 4), ("Eve", 0)]


def pairs_night(*pairs: tuple[str, str], points: tuple[int, int] = (300, 100)) -> Night:
    """The first pair against the second."""
    events: list[Event] = [NightOpened(Plan("N", "x", Movement.PAIRS))]
    events += [EntrantCame(number, names) for number, names in enumerate(pairs, 1)]
    events += [RoundDrawn(1, "pairs/1", "x", (((1,), (2,)),)), TotalsEntered(1, 1, TableTotals(points, (0, 0), 4))]
    return fold([[each] for each in [*events, NightClosed()]])


def test_each_of_a_pair_counts_with_what_they_scored_alone() -> None:
    rows = season_standing([*NIGHTS[:1], pairs_night(("Quin", "Rose"), ("Ann", "Bob"))], DecidedBy.BEST)
    # Alone Ann and Bob have 300 each; as a pair they have 100.
    assert told(rows) == {"Ann": (1, 400), "Bob": (1, 400), "Quin & Rose": (3, 300), "Cy": (4, 100), "Dee": (4, 100)}


def test_two_who_always_entered_as_a_pair_have_one_place() -> None:
    nights = [pairs_night(("Quin", "Rose"), ("Sam", "Tess")), pairs_night(("ROSE", "Quin"), ("Sam", "Uma"))]
    assert told(season_standing(nights, DecidedBy.BEST)) == {
        "ROSE & Quin": (1, 600), "Sam": (2, 200), "Tess": (3, 100), "Uma": (3, 100)
    }  # fmt: skip
