"""Games by the page: on a shelf, among those that somebody may see, in an order, without the cost of all the others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.store import Journal, Shelf, open_store
from companion.store.entries import Order, listing_of
from tests.store.examples import FRIDAY, event
from tests.store.stores import sqlite_of

DAYS = tuple(f"2026-11-{day:02}T19:00:00.000+00:00" for day in (3, 1, 2, 4))


@pytest.fixture
def games(journal: Journal) -> list[str]:
    """Four games, begun on the third day of a month, the first, the second and the fourth; that one is put away."""
    made = [journal.create_game(replace(FRIDAY, at=day), [event(1)]).game_id for day in DAYS]
    journal.lay(made[3], Shelf.ARCHIVE, DAYS[3])
    return made


def ids(journal: Journal, *asked: object, **told: object) -> list[str]:
    return [row.id for row in journal.list_games(*asked, **told)]  # type: ignore[arg-type]  # in the order of its own


def test_a_shelf_is_listed_by_what_was_written_last_or_began_last(journal: Journal, games: list[str]) -> None:
    third, first, second, fourth = games
    assert ids(journal, Shelf.OPEN) == [second, first, third]
    assert ids(journal, Shelf.OPEN, order=Order.BEGUN) == [third, second, first]
    assert ids(journal, Shelf.ARCHIVE) == [fourth]
    assert ids(journal, order=Order.BEGUN) == [fourth, third, second, first]


def test_a_page_is_so_many_after_those_that_were_passed_over(journal: Journal, games: list[str]) -> None:
    third, first, second, _ = games
    assert ids(journal, Shelf.OPEN, order=Order.BEGUN, most=2) == [third, second]
    assert ids(journal, Shelf.OPEN, order=Order.BEGUN, most=2, skip=2) == [first]
    assert ids(journal, Shelf.OPEN, most=2, skip=3) == []


def test_whoever_sees_a_few_games_gets_those(journal: Journal, games: list[str]) -> None:
    third, first, _, fourth = games
    seen = {first, third, fourth, "another house’s"}
    assert ids(journal, Shelf.OPEN, seen) == [first, third]
    assert ids(journal, Shelf.OPEN, seen, most=1) == [first]
    assert ids(journal, Shelf.OPEN, frozenset()) == []


def test_a_game_is_found_on_whatever_shelf_it_lies(journal: Journal, games: list[str]) -> None:
    journal.lay(games[0], Shelf.BIN, DAYS[3])
    found = [journal.find_game(each) for each in (games[0], games[3], "no game")]
    assert [each and each.shelf for each in found] == [Shelf.BIN, Shelf.ARCHIVE, None]


@pytest.mark.parametrize("order", Order)
def test_an_index_has_the_games_of_a_shelf_in_each_order(order: Order, tmp_path: Path) -> None:
    store = open_store(tmp_path)
    sql, values = listing_of(Shelf.OPEN, None, order)
    with sqlite_of(store).read() as rows:
        plan = [row["detail"] for row in rows.all(f"explain query plan {sql} limit 8", *values)]
    store.close()
    assert len(plan) == 1
    assert plan[0].startswith("SEARCH game USING INDEX")
