"""Whole games where each scores alone, through the real pages: checks, a called partner, a bidder who concedes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONES, Phone
from tests.browser.game_night import heads, tap
from tests.browser.logged import refused
from tests.browser.short_telling import count, meld, sit_down, take
from tests.game.table import EIGHT
from tests.web.games import GAMES

pytestmark = pytest.mark.thorough

IPHONE, PIXEL = PHONES


# check: tens, 250 in all, a check is worth 1; Ann deals first (rulebook, section 9, item 14).
#
# deal  bid              meld A / B / C   tricks      change              checks                        score
# 1     Ben 300          190 / 150 / 20   80 140 30   +270 / −300 / +50   flush +1 / −1 −1 / nines +5   270 −300 50
# 2     Ben forced 300   40 / 0 / 60      conceded    +40 / −300 / +60    the kitty unseen: 0           310 −600 110
# 3     Ann 300          660 / 100 / 40   150 60 40   +810 / +160 / +80   the game +5 / aces +1         1120 …
#
# The checks come to 6, −1 and 5: Ben pays Ann 8 and Cleo 5, the fewest payments (end.checks).
def test_a_game_of_check_to_its_settlement(make_phone: Callable[..., Phone]) -> None:
    phone = make_phone(IPHONE)
    page = sit_down(phone, "check", 3)
    take(page, "Ben", 300, "Spades")
    meld(page, {"A": 190, "B": 150, "C": 20})
    page.locator("#more-checks-A-flush").click()
    expect(page.get_by_text("Checks: Ann +1")).to_be_visible()
    page.locator("#more-checks-C-seven-nines").click()
    expect(page.get_by_text("Checks: Ann +1, Cleo +5")).to_be_visible()
    phone.check()
    count(page, {"A": 80, "B": 140})
    expect(page.get_by_text("Ben: lost after looking at the kitty −1, played and lost −1: −2 checks.")).to_be_visible()
    phone.check()
    tap(page, "Confirm")

    for name in ("Cleo", "Ann", "Ben"):
        heads(page, f"{name} to bid")
        tap(page, f"{name} passes")
    heads(page, "Ben names trump")
    tap(page, "Hearts")
    meld(page, {"A": 40, "C": 60})
    page.get_by_text("Ben has not looked at the kitty").click()
    tap(page, "Throw in instead: Ann +40, Ben −300, Cleo +60")
    tap(page, "Confirm")

    take(page, "Ann", 300, "Clubs")
    meld(page, {"A": 660, "B": 100, "C": 40})
    page.locator("#more-checks-B-aces-around").click()
    expect(page.get_by_text("Checks: Ben +1")).to_be_visible()
    count(page, {"A": 150, "B": 60})
    expect(page.get_by_text("This ends the game")).to_be_visible()
    tap(page, "Confirm")
    heads(page, "Ann wins")
    settled(page, {"Ben pays Ann": 8, "Ben pays Cleo": 5})
    phone.check()
    page.get_by_role("link", name="Score sheet").first.click()
    heads(page, "The settlement")
    settled(page, {"Ben pays Ann": 8, "Ben pays Cleo": 5})
    phone.check()


# five-handed: tens, 500 in all, Ann deals first; every member of a team scores its result (section 9, item 15).
#
# deal  bid        card  partner               meld          tricks  change                  score A / B / C / D / E
# 1     Ben 550    A♥    Eve, when it falls    100 150 20    420     B, E +570, others +200  200 570 200 200 570
# 2     Cleo 500   10♠   Dan, known at once    0 0 200 100   300     C, D +600, others +200  400 770 800 800 770
# 3     Ben 500    A♣    Ann, when it falls    0 200         350     A, B +550, others +150  950 1320 950 950 920
def test_a_game_of_five_with_a_hidden_partner(make_phone: Callable[..., Phone]) -> None:
    phone = make_phone(PIXEL, "dark")
    page = sit_down(phone, "five-handed", 5)
    take(page, "Ben", 550, "Hearts")
    heads(page, "Ben calls a card")
    phone.check()
    tap(page, "Ace of hearts")
    meld(page, {"A": 100, "B": 150, "C": 20}, "Play until the card falls")
    expect(page.get_by_role("button", name="Count the deal")).to_have_count(0)
    phone.check()
    tap(page, "Eve")
    expect(page.get_by_text("Ben with Eve")).to_be_visible()
    phone.check()
    count(page, {"B": 420})
    expect(page.get_by_text("Ben & Eve: bid 550, meld 150, took 420 of 500: 570 ≥ 550")).to_be_visible()
    tap(page, "Confirm")

    take(page, "Cleo", 500, "Spades")
    tap(page, "Ace of spades")
    page.get_by_text("Nobody else has it", exact=True).click()
    phone.check()
    tap(page, "Ten of spades")
    expect(page.get_by_text("10♠\ufe0e called")).to_be_visible()
    tap(page, "Dan")
    expect(page.get_by_text("Cleo with Dan")).to_be_visible()
    meld(page, {"C": 200, "D": 100})
    count(page, {"C": 300})
    tap(page, "Confirm")

    take(page, "Ben", 500, "Clubs")
    tap(page, "Ace of clubs")
    meld(page, {"B": 200}, "Play until the card falls")
    tap(page, "Ann")
    count(page, {"B": 350})
    expect(page.get_by_text("This ends the game")).to_be_visible()
    tap(page, "Confirm")
    heads(page, "Ben wins")
    page.get_by_role("link", name="Score sheet").first.click()
    for said in ("Ben & Eve 550", "Cleo & Dan 500", "Ben & Ann 500"):
        expect(page.get_by_text(said)).to_be_visible()
    phone.check()


# three-handed: the deals of tests/web/games.py. Cleo concedes the second after the kitty; Ann and Cleo then pass 100
# together, so another hand is dealt, and Cleo is left.
def test_a_game_of_three_with_a_concession_without_javascript(make_phone: Callable[..., Phone]) -> None:
    phone = make_phone(PIXEL, script=False)
    page = sit_down(phone, "three-handed", 3)
    for number, deal in enumerate(GAMES["three-handed"].deals, start=1):
        expect(page.get_by_text(f"Deal {number} ·")).to_be_visible()
        assert deal.seat is not None
        assert deal.bid is not None
        take(page, EIGHT[deal.seat], deal.bid, "Spades", lays="turns up the kitty of 3")
        expect(page.get_by_text("lays away 3 cards that were not melded")).to_be_visible()
        meld(page, dict(zip("ABC", deal.meld, strict=True)))
        if deal.taken is None:
            phone.check_layout()
            tap(page, "Throw in instead: Ann +10, Ben +4, Cleo −25")
            heads(page, "Is this right?")
        else:
            count(page, dict(zip("AB", deal.taken, strict=False)), empty=len(deal.empty))
        tap(page, "Confirm")
        for note in deal.notes:
            expect(page.get_by_text(note).first).to_be_visible()
    heads(page, "Cleo wins")
    phone.check_layout()
    phone.forgive(*refused(422))  # whether a side without counters took a trick is asked by a refusal


def settled(page: Page, debts: Mapping[str, int]) -> None:
    """Who pays whom how much, and nobody else."""
    lines = page.locator(".debts li")
    expect(lines).to_have_text([f"{who} {amount}" for who, amount in debts.items()])


def test_what_is_tapped_for_another_player_while_a_tap_is_on_its_way_waits_its_turn(
    make_phone: Callable[..., Phone],
) -> None:
    phone = make_phone(IPHONE)
    page = sit_down(phone, "check", 3)
    take(page, "Ben", 300, "Spades")
    meld(page, {"A": 190, "B": 150, "C": 20})
    held = list[Route]()
    page.route("**/checks*", lambda route: held.append(route), times=1)  # noqa: PLW0108 - Playwright marks what it is given
    page.locator("#more-checks-A-flush").click()
    page.locator("#more-checks-C-seven-nines").click()
    expect(page.get_by_text("That tap came too soon")).to_be_hidden()
    held[0].continue_()
    expect(page.get_by_text("Checks: Ann +1, Cleo +5")).to_be_visible()
    phone.check()
