"""A game of a set number of deals says how many are left (end.deals)."""

from __future__ import annotations

import pytest

from companion.game.view.outlook import look_ahead
from tests.playthroughs.transcript import played

_DEAL = """
> takes {} 250
> trump S
> sum A {}
> sum B 0
> close
> played A 150
> confirm
"""
_BEGUN = '> sit site Dan {"end.deals": 3, "end.tie": ["another"]}\n'


@pytest.mark.parametrize(
    ("deals", "says"),
    [
        ([], "3 deals are left to play."),
        ([("Ann", 100)], "2 deals are left to play."),
        ([("Ann", 100), ("Cleo", 100)], "This is the last deal: the best score wins."),
        ([("Ann", 100), ("Ann", 0), ("Ann", 100)], ""),
    ],
)
def test_how_many_deals_are_left(deals: list[tuple[str, int]], says: str) -> None:
    state = played(_BEGUN + "".join(_DEAL.format(*deal) for deal in deals))
    assert "".join(look_ahead(state).notes) == says


def test_after_a_level_last_deal_another_decides() -> None:
    level = '> sit site Dan {"end.deals": 1, "end.tie": ["another"]}\n> takes Ann 250\n> trump S\n> sum A 100\n'
    state = played(level + "> sum B 150\n> close\n> played A 150\n> confirm\n")
    assert look_ahead(state).notes == ("Level after the last deal: another one decides.",)


def test_the_last_deal_looks_at_who_can_win_it() -> None:
    begun = '> sit site Dan {"end.deals": 1}\n> takes Ann 250\n> trump S\n> sum A 100\n> sum B 20\n> close\n'
    assert look_ahead(played(begun)).chances == (
        "Ann & Cleo can win the game with 150 or more in tricks.",
        "Ben & Dan can win the game with 110 or more in tricks.",
    )


def test_the_last_deal_counts_a_level_end_for_all_who_would_share_it() -> None:
    shared = '{"end.deals": 1, "end.deals-level": "shared"}'
    begun = f"> sit site Dan {shared}\n> takes Ann 250\n> trump S\n> sum A 100\n> sum B 150\n> close\n"
    assert look_ahead(played(begun)).chances == (
        "Ann & Cleo can win the game with 150 or more in tricks.",
        "Ben & Dan can win the game with 100 or more in tricks.",
    )
