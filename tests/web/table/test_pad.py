"""The score pad: a deal told on one page comes to what the same deal comes to step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask import Flask

from companion.game.state import Phase
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from companion.rules.variants.partnership import SITE
from companion.web.table import pad
from tests.web.conftest import browser
from tests.web.table_player import Player, begin, words

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
ON_PAD = {
    *("site", "partnership", "hoyle", "joedog", "four-handed", "kitty-partnership", "three-handed", "cutthroat"),
    *("doubles", "double-deck", "triple-deck", "racehorse", "eight-handed"),
}
"""The variants of which a pad tells everything."""


@pytest.fixture
def sit(make_app: Callable[..., Flask]) -> Callable[[Variant], Player]:
    """Sits down at a new game, on a phone that has chosen nothing."""
    app = make_app(ENTERED="pad")

    def sit_down(variant: Variant) -> Player:
        return Player(app, browser(app), begin(app, variant, NAMES[: variant.players[0]]))

    return sit_down


def phase(player: Player) -> Phase:
    return player.state.phase


def field_values(page: str) -> Mapping[str, str]:
    """By name, what the pad's text fields hold."""
    fields = re.findall(r"<input[^>]*>", page)
    found = [(re.search(r'name="([^"]+)"', each), re.search(r'value="([^"]*)"', each)) for each in fields]
    return {name[1]: value[1] for name, value in found if name and value and 'type="hidden"' not in name.string}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_it_is_the_first_page_of_every_variant_that_it_tells_all_of(
    variant: Variant, sit: Callable[[Variant], Player]
) -> None:
    player = sit(variant)
    assert pad.fits(player.state) == (variant.key in ON_PAD)
    assert ("Write it down" in player.see()) == (variant.key in ON_PAD)


DEALS: Mapping[str, dict[str, Any]] = {
    "site": {"seat": 1, "amount": 300, "trump": "H", "meld_A": 40, "meld_B": 190, "points_A": 130},
    "doubles": {"seat": 0, "amount": 52, "trump": "S", "meld_A": 30, "meld_B": 22, "points_A": 26},
    "three-handed": {
        "seat": 2,
        "amount": 21,
        "trump": "C",
        "meld_A": 4,
        "meld_B": 2,
        "meld_C": 12,
        "points_A": 5,
        "points_B": 5,
        "points_C": 15,
    },
}


def step_by_step(player: Player, told: Mapping[str, Any]) -> None:
    """The same deal by the pages that ask for one thing at a time."""
    player.do("take", seat=told["seat"], amount=told["amount"])
    player.do("trump", trump=told["trump"])
    player.do(
        "meld/close", **{name.replace("meld", "points"): n for name, n in told.items() if name.startswith("meld")}
    )
    player.do("count", **{name: n for name, n in told.items() if name.startswith("points")})
    player.do("confirm")


@pytest.mark.parametrize("key", DEALS)
def test_a_deal_in_one_form_scores_as_it_does_step_by_step(key: str, sit: Callable[[Variant], Player]) -> None:
    at_once, stepwise = sit(find_variant(key)), sit(find_variant(key))
    at_once.do("pad", **DEALS[key])
    step_by_step(stepwise, DEALS[key])
    assert [deal.change for deal in at_once.state.deals] == [deal.change for deal in stepwise.state.deals]
    assert len(at_once.state.deals) == 1


@pytest.mark.parametrize("key", DEALS)
def test_a_deal_row_by_row_scores_the_same(key: str, sit: Callable[[Variant], Player]) -> None:
    at_once, by_row = sit(find_variant(key)), sit(find_variant(key))
    at_once.do("pad", **DEALS[key])
    told = DEALS[key]
    by_row.do("pad", seat=told["seat"], amount=told["amount"])
    assert phase(by_row) is Phase.TRUMP
    by_row.do("pad", suit=told["trump"])
    by_row.do("pad", **{name: n for name, n in told.items() if name.startswith("meld")})
    assert phase(by_row) is Phase.MELD
    by_row.do("pad", **{name: n for name, n in told.items() if name.startswith("points")})
    assert [deal.change for deal in by_row.state.deals] == [deal.change for deal in at_once.state.deals]


def test_what_cannot_be_written_yet_stays_in_its_field(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.swap("pad", seat=1, amount=300, meld_A=40, points_A=130)
    assert page.status_code == 422
    assert "Please tap one of the four suits." in words(page)
    assert phase(player) is Phase.AUCTION
    page = player.swap("pad", suit="H", seat=1, amount=300)
    assert phase(player) is Phase.MELD
    assert "Bob bid 300" in words(page)


def test_counters_typed_before_the_meld_is_told_wait_for_it(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.swap("pad", seat=1, amount=300, suit="H", points_A=130)
    assert "No meld for Ann & Cy or Bob & Di?" in words(page)
    assert field_values(page.text)["points-A"] == "130"
    assert phase(player) is Phase.AUCTION, "nothing is written while something is asked"
    player.do("pad", seat=1, amount=300, suit="H", points_A=130, **{"no-meld": "AB"})
    assert [deal.meld("A") for deal in player.state.deals] == [0]


def test_the_result_is_shown_with_its_working_until_the_next_deal_is_told(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.do("pad", **DEALS["site"])
    assert "Deal 1: why?" in page
    assert "+330" not in page, "they were set"
    assert "−300" in page or "+310" in page
    page = player.do("pad", seat=0, amount=250)
    assert "Deal 1: why?" not in page


def test_changing_one_row_fills_in_all_that_was_undone(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300, suit="H", meld_A=40, meld_B=190)
    page = player.client.get(f"/game/{player.game}/").text
    step = re.search(r'name="step" value="(\d+)" aria-label="Change the bid"', page)
    assert step
    page = player.swap("undo", step=step[1]).text
    assert phase(player) is Phase.AUCTION
    shown = field_values(page)
    assert (shown["amount"], shown["meld-A"], shown["meld-B"]) == ("300", "40", "190")
    assert re.search(r'name="seat" value="1" checked', page)
    player.do("pad", seat=0, amount=310, trump="H", meld_A=40, meld_B=190)
    assert phase(player) is Phase.MELD
    assert player.state.deal is not None
    assert player.state.deal.meld("B") == 190


def test_a_meld_is_corrected_by_typing_over_it(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300, suit="H", meld_A=40, meld_B=190)
    player.do("pad", meld_A=60, meld_B=190)
    assert player.state.deal is not None
    assert [player.state.deal.meld(side) for side in "AB"] == [60, 190]


def test_an_empty_pad_says_what_to_fill_in(sit: Callable[[Variant], Player]) -> None:
    page = sit(SITE).swap("pad", amount=250)
    assert page.status_code == 422
    assert "Nothing is filled in yet. Tap who has the bid" in words(page)


def test_a_side_without_counters_is_asked_whether_it_took_a_trick(sit: Callable[[Variant], Player]) -> None:
    player = sit(find_variant("partnership"))
    told = {"seat": 0, "amount": 250, "suit": "S", "meld_A": 100, "meld_B": 40, "points_A": 250, "points_B": 0}
    page = player.swap("pad", **told)
    if "take a trick, even one worth nothing?" not in words(page):
        pytest.fail(words(page)[:400])
    player.do("pad", **told, empty_B=1)
    assert player.state.deals[0].change["B"] == 40


def test_a_deal_that_ends_the_game_is_looked_at_before_it_counts(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.do("pad", seat=0, amount=300, suit="H", meld_A=1490, meld_B=0, points_A=200)
    assert "This ends the game" in page
    assert player.state.won is None


def test_what_the_counters_come_to_is_foreseen_while_the_meld_is_open(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300, suit="H")
    query = "pad=1&meld-A=40&meld-B=190&points-A=130"
    says = words(player.client.get(f"/game/{player.game}/count?{query}"))
    assert "Bob & Di +310" in says or "Bob & Di −300" in says
