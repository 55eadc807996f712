"""The panel of each player: what one hand melds is never counted with a partner's, in whatever way it is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from companion.rules.variants.partnership import SITE
from tests.web.corrector import page_of
from tests.web.form_reader import forms_of
from tests.web.table_player import Player, begin

ACES, PINOCHLE = "AS AH AC AD", "QS JD"


@pytest.fixture
def melding(app: Flask, client: FlaskClient) -> Callable[[Variant], Player]:
    """Begins a game in which the player across from Ann has the bid in spades, and meld is told."""

    def begun(variant: Variant = SITE) -> Player:
        player = Player(app, client, begin(app, variant))
        player.do("take", seat="2", amount="300")
        player.do("trump", trump="S")
        return player

    return begun


def total(player: Player, side: str = "A") -> int:
    assert player.state.deal is not None
    return player.state.deal.meld(side)


def by_melds(player: Player, seat: int, meld: str) -> None:
    """Tap the tile, on the page of that player's panel."""
    page = player.client.get(f"/game/{player.game}/?A=melds.{seat}").text
    form = forms_of(page, "/meld/melds")[0]
    player.do("meld/melds", **dict(form.sent), more={ACES: "aces", PINOCHLE: "pinochle"}[meld])


def by_cards(player: Player, seat: int, meld: str) -> None:
    told = ""
    for card in meld.split():
        player.do("meld/cards", seat=str(seat), cards=told, add=card)
        told = f"{told} {card}".strip()


def by_photo(player: Player, seat: int, meld: str) -> None:
    answer = player.send("meld/photo", seat=str(seat), cards=meld, photo="gone")
    assert answer.status_code == 303


def by_number(player: Player, seat: int, meld: str) -> None:
    player.do("meld/number", **{f"meld_A_{seat}": {ACES: "100", PINOCHLE: "40"}[meld]})


@pytest.mark.parametrize("first", [by_melds, by_cards, by_photo, by_number])
@pytest.mark.parametrize("second", [by_melds, by_cards, by_photo, by_number])
@pytest.mark.parametrize(("meld", "points"), [(ACES, 200), (PINOCHLE, 80)])
def test_the_same_meld_with_each_partner_is_twice_the_single_one(
    melding: Callable[..., Player],
    first: Callable[[Player, int, str], None],
    second: Callable[[Player, int, str], None],
    meld: str,
    points: int,
) -> None:
    player = melding()
    first(player, 0, meld)
    second(player, 2, meld)
    assert total(player) == points


def tabs(player: Player, side: str, query: str = "") -> list[tuple[str, str, bool]]:
    """The tabs of a side: address, words, and whether it is the one shown."""
    page = player.client.get(f"/game/{player.game}/{query}").text
    panel = page[page.index(f'id="side-{side}"') :]
    found = re.search(r'<nav class="ways whose".*?</nav>', panel, re.DOTALL)
    assert found
    links = re.findall(r'<a href="([^"]+)"( aria-current="true")?>(.*?)</a>', found[0])
    return [(unescape(url), re.sub("<[^>]+>", "", says), bool(now)) for url, now, says in links]


def test_each_player_has_a_tab_that_is_a_link_with_what_the_hand_came_to(melding: Callable[..., Player]) -> None:
    player = melding()
    by_melds(player, 2, ACES)
    assert [(says, now) for _, says, now in tabs(player, "A")] == [
        ("Ann", False),
        ("Cy 100", False),
        ("Together", True),
    ]
    urls = {says.split()[0]: url for url, says, _ in tabs(player, "A", "?way=melds")}
    assert "A=melds.0" in urls["Ann"]
    assert "A=number#" in urls["Together"]


@pytest.mark.parametrize("way", ["melds", "cards"])
def test_what_is_tapped_for_nobody_by_name_is_tapped_for_the_bidder(melding: Callable[..., Player], way: str) -> None:
    player = melding()
    assert [says for _, says, now in tabs(player, "A", f"?A={way}") if now] == ["Cy"]
    assert [says for _, says, now in tabs(player, "B", f"?B={way}") if now] == ["Bob"]


def test_melds_sent_for_a_whole_side_are_asked_back_and_change_nothing(melding: Callable[..., Player]) -> None:
    player = melding()
    answer = player.send("meld/melds?A=melds", side="A", seat="", more="aces")
    assert answer.status_code == 422
    assert "Melds of two hands do not count as one: say whose these are." in answer.text
    assert total(player) == 0


def test_one_player_against_the_others_has_no_tabs_and_no_together(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, find_variant("three-handed"), ("Ann", "Bob", "Cy")))
    player.do("take", seat="0", amount="30")
    player.do("trump", trump="S")
    assert "Together" not in player.see("?A=melds")
    player.do("meld/melds?A=melds", side="A", seat="0", more="aces")
    assert "takes the place" not in player.see("?A=number")
    assert total(player) == 10


def test_of_six_each_has_a_tab_and_three_equal_melds_are_three(app: Flask, client: FlaskClient) -> None:
    names = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay")
    player = Player(app, client, begin(app, find_variant("triple-deck"), names))
    player.do("take", seat="0", amount="100")
    player.do("trump", trump="S")
    for seat in (0, 2, 4):
        by_melds(player, seat, PINOCHLE)
    assert [says for _, says, _ in tabs(player, "A")] == ["Ann 4", "Cy 4", "Eve 4", "Together"]
    assert total(player) == 12


def test_while_the_deal_is_counted_the_meld_of_every_side_and_hand_is_in_sight(melding: Callable[..., Player]) -> None:
    player = melding()
    by_melds(player, 0, ACES)
    by_melds(player, 2, PINOCHLE)
    page = player.do("meld/close", meld_B="60")
    assert "Play, then count" in page
    assert "Meld: Ann & Cy 140 (Ann 100, Cy 40), Bob & Di 60." in page


def test_a_meld_of_two_hands_stays_as_it_was_entered_until_its_sum_is_corrected(melding: Callable[..., Player]) -> None:
    player = melding()
    by_melds(player, 0, ACES)
    by_melds(player, 2, PINOCHLE)
    for path, fields in (("meld/close", {}), ("count", {"points_A": "200"}), ("confirm", {})):
        player.do(path, **fields)
    page_of(player, 1).tell(points_A="210").confirm()
    assert [shown.seat for shown in player.state.deals[0].shown if shown.side == "A"] == [0, 2]
    page_of(player, 1).tell(meld_A="400").confirm()
    assert player.state.deals[0].meld("A") == 100 + 300
