"""The steps of the deals on a score sheet: judged once for each deal, and anew when something they hang on changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.decide.retelling import Retelling, tell_to_the_end
from companion.game.record.commands import DealStep
from companion.game.record.state import DealState, GameState
from companion.rules.variants.site import SITE
from companion.web.sheet import listed
from tests.web.corrector import page_of
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player

DEALS = [Told(0, 300, (150, 40), 180), Told(1, 310, (40, 150), 60), Told(2, 320, (150, 40), 170)]
TABLES = count(1)


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """Three deals that no other test has listed."""
    return seat_game(app, client, SITE, DEALS, ("Ann", "Bob", "Cy", f"Di {next(TABLES)}"))


@contextmanager
def judged() -> Iterator[list[int]]:
    """The numbers of the deals that are judged meanwhile."""
    numbers = list[int]()

    def judge_noted(state: GameState, deal: DealState, steps: Sequence[DealStep]) -> Retelling:
        numbers.append(deal.number)
        return tell_to_the_end(state, deal, steps)

    with patch.object(listed, "tell_to_the_end", judge_noted):
        yield numbers


def show(table: Player) -> str:
    return table.client.get(f"/game/{table.game}/sheet").get_data(as_text=True)


def test_a_tap_at_the_table_judges_no_deal_of_the_sheet_again(table: Player) -> None:
    with judged() as numbers:
        show(table)
        table.do("take", seat="0", amount="300")
        show(table)
    assert numbers == [1, 2, 3]


def test_a_correction_judges_that_deal_alone(table: Player) -> None:
    show(table)
    with judged() as numbers:
        page_of(table, 2).tap("Tricks counted").tell("/count", points_A="70").confirm()
        assert "Ann &amp; Cy 70" in show(table)
    assert numbers == [2]


def test_a_corrected_name_stands_in_every_step(table: Player) -> None:
    assert "Ann won the bid at 300." in show(table)
    names = {f"name-{n}": name for n, name in enumerate(("Anne", *table.state.names[1:]))}
    table.do("names", **names, **{"substitute-0": "0"})
    assert "Anne won the bid at 300." in show(table)
