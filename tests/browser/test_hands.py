"""The melds of two partners, told by hasty taps: how many it takes, and that none counts for the other's hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from companion.rules.variants.partnership import SITE
from companion.vision.samples import find_sample
from companion.vision.serve import Pack, Picture
from tests.browser.conftest import PHONES, Phone, Server
from tests.web.conftest import browser
from tests.web.photo_reader import reading
from tests.web.table_player import Player, begin

pytestmark = pytest.mark.thorough

TILED, PHOTOGRAPHED = 4, 4
"""The taps for the same meld of each partner: by tiles, and by photos once each is chosen in the phone's camera."""


def read_aces(content: bytes, pack: Pack) -> Picture:
    """Aces around in every photo, each of them sure."""
    seen = reading("AS AH AC AD")
    return Picture(content, seen._replace(cards=tuple(card._replace(sure=True) for card in seen.cards)))


Melding = Callable[[str, bool], tuple[Player, "Thumb"]]


@dataclass
class Thumb:
    """Taps, and counts them."""

    phone: Phone
    taps: int = 0

    def tap(self, where: Locator) -> None:
        where.click()
        self.taps += 1


@pytest.fixture
def melding(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Melding:
    """A phone at a table where Ann has the bid and meld is told."""

    def begun(name: str, script: bool) -> tuple[Player, Thumb]:
        server = serve(READER=read_aces)
        player = Player(server.app, browser(server.app), begin(server.app, SITE))
        player.do("take", seat="0", amount="300")
        player.do("trump", trump="S")
        phone = make_phone(name, script=script, server=server)
        phone.open(f"/game/{player.game}/")
        return player, Thumb(phone)

    return begun


@pytest.mark.parametrize(("name", "script"), [(PHONES[0], True), (PHONES[1], False)])
def test_aces_around_with_each_partner_are_tapped_as_two_hands(melding: Melding, name: str, script: bool) -> None:
    player, thumb = melding(name, script)
    page = thumb.phone.page
    ours, total = page.get_by_role("region", name="Ann & Cy"), page.locator("#name-A output")
    thumb.tap(ours.get_by_role("link", name="Melds"))
    thumb.tap(page.locator("#more-A-aces"))
    expect(total).to_have_text("100")
    expect(ours.get_by_role("link", name="Ann 100")).to_have_attribute("aria-current", "true")
    thumb.phone.check_layout()
    thumb.tap(ours.get_by_role("link", name="Cy"))
    thumb.tap(page.locator("#more-A-aces"))
    expect(total).to_have_text("200")
    assert (thumb.taps, player.state.deal and player.state.deal.meld("A")) == (TILED, 200)
    if script:
        thumb.phone.look()


@pytest.mark.parametrize(("name", "script"), [(PHONES[0], True), (PHONES[1], False)])
def test_a_photo_of_each_partner_is_two_melds_and_the_second_takes_the_place_of_nothing(
    melding: Melding, name: str, script: bool
) -> None:
    player, thumb = melding(name, script)
    page = thumb.phone.page
    for partner, total in (("Ann", "100"), ("Cy", "200")):
        thumb.tap(page.get_by_role("region", name="Ann & Cy").get_by_role("link", name="Photo"))
        expect(page.get_by_role("radio", name=partner)).to_be_checked()
        thumb.phone.check_layout()
        page.locator("#chosen").set_input_files(find_sample("aces-around").picture)
        if not script:
            page.get_by_role("button", name="Read the cards").click()
        expect(page.get_by_role("heading", name=f"{partner}’s meld")).to_be_visible()
        if script:
            thumb.phone.look()
        thumb.tap(page.get_by_role("button", name="Take these cards"))
        expect(page.locator("#name-A output")).to_have_text(total)
    assert thumb.taps == PHOTOGRAPHED
    assert player.state.deal is not None
    assert {shown.seat: shown.points for shown in player.state.deal.shown} == {0: 100, 2: 100}


def test_whose_meld_a_photo_shows_is_put_right_on_the_photo(
    melding: Melding,
) -> None:
    player, thumb = melding(PHONES[0], True)
    page = thumb.phone.page
    page.get_by_role("region", name="Ann & Cy").get_by_role("link", name="Photo").click()
    page.get_by_text("Di", exact=True).click()
    page.locator("#chosen").set_input_files(find_sample("aces-around").picture)
    expect(page.get_by_role("heading", name="Di’s meld")).to_be_visible()
    page.get_by_role("button", name="Bob", exact=True).click()
    expect(page.get_by_role("heading", name="Bob’s meld")).to_be_visible()
    expect(page.get_by_role("button", name="Bob", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Take these cards").click()
    expect(page.locator("#name-B output")).to_have_text("100")
    assert player.state.deal is not None
    assert [shown.seat for shown in player.state.deal.shown] == [1]
