"""Who sits where on the seats page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.choices import Sides
from companion.rules.variants import find_variant
from companion.web.start.seat_plan import plan_seats, swap_seats

FOUR = find_variant("site")


@pytest.mark.parametrize("players", range(2, 9))
def test_every_player_has_a_place_of_their_own(players: int) -> None:
    plan = plan_seats(replace(FOUR, sides=Sides.EACH), [""] * players)
    spots = [(place.row, place.column) for place in plan.places]
    assert len(set(spots)) == players
    assert {row for row, column in spots if column == "both"}.isdisjoint(
        row for row, column in spots if column != "both"
    )


@pytest.mark.parametrize(
    ("players", "clockwise"),
    [
        (2, ["1 both", "2 both"]),
        (3, ["1 both", "2 right", "2 left"]),
        (4, ["1 both", "2 right", "3 both", "2 left"]),
        (5, ["1 both", "2 right", "3 right", "3 left", "2 left"]),
        (6, ["1 both", "2 right", "3 right", "4 both", "3 left", "2 left"]),
    ],
)
def test_seats_run_clockwise_from_the_top(players: int, clockwise: list[str]) -> None:
    plan = plan_seats(replace(FOUR, sides=Sides.EACH), [""] * players)
    assert [f"{place.row} {place.column}" for place in plan.places] == clockwise


def test_four_partners_are_told_in_words_and_offered_three_ways() -> None:
    plan = plan_seats(FOUR, ["Ann", "Bob", "Cy", ""])
    assert plan.pairings == ("Ann plays with Cy", "Bob plays with Player 4")
    assert [(change.says, change.swap, change.stands) for change in plan.changes] == [
        ("Bob", "1-2", False),
        ("Cy", "2-2", True),
        ("Player 4", "2-3", False),
    ]
    assert [place.side for place in plan.places] == ["A", "B", "A", "B"]


@pytest.mark.parametrize(
    ("sides", "players", "pairings", "swaps"),
    [
        (Sides.EACH, 3, (), 3),
        (Sides.EACH, 2, (), 1),
        (Sides.OPPOSITE, 6, ("P1 plays with P4", "P2 plays with P5", "P3 plays with P6"), 6),
        (Sides.ALTERNATE, 6, ("P1 plays with P3 and P5", "P2 plays with P4 and P6"), 6),
    ],
)
def test_other_tables_change_places_with_a_neighbour(
    sides: Sides, players: int, pairings: tuple[str, ...], swaps: int
) -> None:
    plan = plan_seats(replace(FOUR, sides=sides), [f"P{seat + 1}" for seat in range(players)])
    assert plan.pairings == pairings
    assert plan.changes == ()
    assert len(plan.swaps) == swaps


def test_a_change_of_seats_says_where_everyone_went() -> None:
    assert swap_seats(["Ann", "Bob", "Cy"], "0-2") == (["Cy", "Bob", "Ann"], {0: 2, 1: 1, 2: 0})
    assert swap_seats(["Ann", "Bob", "Cy"], "nonsense") == (["Ann", "Bob", "Cy"], {0: 0, 1: 1, 2: 2})
