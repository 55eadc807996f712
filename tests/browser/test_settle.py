"""The referee on a phone: each question asked and answered, with and without JavaScript; rulings entered and undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.rules.variants import find_variant
from tests.browser.conftest import SCRIPT, Phone, Server
from tests.web.conftest import browser
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player

BEFORE = Told(1, 250, (0, 100), 0)
"""Bob's side made its bid with every counter: 0 to 350."""
ENTERED = (
    ("play/ruling?trick=QH+JH&card=JH&lead=2&held=AH", "Not legal: Ann held the ace of hearts"),
    ("throw-in/ruling", "thrown in"),
    ("wrong-pack/ruling?found=play", "A wrong pack: the deal is void"),
    ("wrong-deal/ruling?found=play", "A misdeal: the deal is void"),
    ("out-of-turn/ruling?found=play&side=B", "Playing out of turn is a renege"),
)
"""Rulings with consequences, by the address under which they are found."""


@pytest.fixture(params=SCRIPT)
def night(make_phone: Callable[..., Phone], serve: Callable[[], Server], request: pytest.FixtureRequest) -> Night:
    """A phone at the second deal of a game: Cy has the bid of 300 in spades, Ann and Cy melded 20."""
    return _night("site", serve(), make_phone, request.param)


def _night(variant: str, server: Server, make_phone: Callable[..., Phone], script: bool) -> Night:
    player = seat_game(server.app, browser(server.app), find_variant(variant), [BEFORE])
    player.do("take", seat="2", amount="300")
    player.do("trump", trump="S")
    player.do("meld/close", meld_A="20", meld_B="40")
    return Night(make_phone(server=server, script=script), player, script)


class Night:
    """Somebody with a phone who disagrees."""

    def __init__(self, phone: Phone, player: Player, script: bool) -> None:
        self.phone, self.page, self.player = phone, phone.page, player
        self.check = phone.check if script else phone.check_layout  # axe is a script itself
        self.settle = f"/game/{player.game}/settle"

    def ask(self, *names: str) -> Page:
        """Choose a question from the page that every page of the game leads to."""
        self.phone.open(f"/game/{self.player.game}/")
        self.page.get_by_role("link", name="Settle it").click()
        for name in names:
            self.page.get_by_text(name, exact=True).locator("visible=true").first.click()
        expect(self.page.get_by_role("button", name="Settle it")).to_be_visible()
        return self.page

    def tap(self, *cards: str) -> None:
        """Tap cards on the pad, each once the one before lies in its pile."""
        for card in cards:
            chosen = self.page.get_by_role("button", name=f"Take out the {card}")
            before = chosen.count()
            self.page.locator(".pad").get_by_role("button", name=card).click()
            expect(chosen).to_have_count(before + 1)

    def falls(self, card: str) -> None:
        """The next player plays a card."""
        self.page.locator(".pad").get_by_role("button", name=card).click()
        expect(self.page.locator(".fallen").get_by_role("img", name=card)).to_be_visible()

    def choose(self, label: str) -> None:
        self.page.get_by_label(label).first.check(force=True)

    def rules(self, verdict: str) -> None:
        """Settle it: the verdict is there, on the first screen of the phone."""
        self.page.get_by_role("button", name="Settle it").click()
        heading = self.page.locator("#verdict")
        expect(heading).to_contain_text(verdict)
        expect(heading).to_be_in_viewport(ratio=1)
        self.check()


@pytest.mark.engines
@pytest.mark.thorough
def test_each_question_is_asked_and_answered(night: Night) -> None:
    page = night.ask("Did that card have to be played?")
    night.check()
    night.tap("queen of hearts")
    page.get_by_role("button", name="The card in question").click()
    expect(page.locator(".in-hand")).to_contain_text("The card in question")
    night.tap("jack of hearts")
    night.choose("Cy")
    night.rules("Legal only if Di held no ace, ten or king of hearts.")

    night.ask("Who takes the trick?")
    night.tap("queen of hearts", "ace of hearts", "ace of hearts")
    night.rules("The ace of hearts takes the trick: card 2 of 3.")

    night.ask("Are they set already?")
    page.get_by_label("Bob & Di").fill("30")
    night.rules("set already")

    night.ask("What is this meld worth?")
    night.tap("queen of spades", "jack of diamonds")
    night.rules("These cards meld 40.")

    night.ask("Was that bid allowed?")
    page.get_by_label("The bid that was made").fill("255")
    night.rules("")
    expect(page.get_by_text("Not allowed", exact=True)).to_be_visible()

    night.ask("Somebody played wrong", "Out of turn")
    night.rules("Playing out of turn is a renege.")

    night.ask("Who has won?")
    night.rules("Nobody has won yet")

    night.phone.open(night.settle)
    page.get_by_label("In your own words").fill("two queens of spades")
    page.get_by_role("button", name="Search the rules").click()
    expect(page.locator("#found article").first).to_be_visible()


def test_it_is_seen_over_the_pad_where_the_next_card_goes(night: Night) -> None:
    page = night.ask("Did that card have to be played?")
    night.tap("king of hearts", "ace of hearts")
    says = page.get_by_text("Tap a card: it goes to “The trick so far”.")
    page.locator("#trump").evaluate("each => scrollTo(0, each.getBoundingClientRect().bottom + scrollY + 250)")
    expect(page.locator("#to-trick")).not_to_be_in_viewport()
    expect(says).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Next row").click()
    night.tap("queen of spades")
    expect(page.get_by_text("Tap a card: it goes to “What else was in that hand”.")).to_be_visible()
    expect(page.get_by_role("button", name="Take out the queen of spades")).to_have_attribute("value", "card:0")
    night.check()


@pytest.mark.thorough
def test_five_rulings_are_entered_and_undone(night: Night) -> None:
    for path, verdict in ENTERED:
        page = night.phone.open(f"{night.settle}/{path}")
        expect(page.get_by_text(verdict).first).to_be_visible()
        night.phone.check_layout()
        page.get_by_role("button", name="Enter it").click()
        expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
        page.get_by_role("button", name="Undo:").click()
        expect(page.get_by_role("heading", name="Play, then count")).to_be_visible()
    log = night.phone.open(f"/game/{night.player.game}/log")
    expect(log.locator("s").get_by_text("A ruling:")).to_have_count(len(ENTERED))


@pytest.mark.thorough
def test_a_card_shown_is_asked_about_by_purpose_and_by_player(
    make_phone: Callable[..., Phone], serve: Callable[[], Server]
) -> None:
    night = _night("partnership", serve(), make_phone, script=True)
    night.ask("Somebody played wrong", "A card was shown")
    night.check()
    night.tap("ace of spades")
    night.rules("A renege only if it was done on purpose.")
    night.ask("Somebody played wrong", "A card was shown")
    night.choose("On purpose")
    night.page.get_by_label("Di", exact=True).check(force=True)
    night.rules("Showing a card that is no meld on purpose is a renege.")
    expect(night.page.get_by_text("Bob & Di reneged.")).to_be_visible()


@pytest.mark.thorough
def test_a_renege_is_proven_by_the_tricks_as_they_are_tapped(night: Night) -> None:
    page = night.phone.open(f"/game/{night.player.game}/tricks/")
    page.get_by_role("button", name="Record the tricks").click()
    for card in ("king of hearts", "nine of clubs", "nine of hearts", "ten of hearts"):
        night.falls(card)
    expect(page.get_by_text("Bob took it.")).to_be_visible()
    expect(page.get_by_text("Proven")).to_have_count(0)
    night.check()
    for card in ("queen of clubs", "jack of clubs", "king of hearts"):
        night.falls(card)
    expect(page.get_by_text("Proven")).to_be_visible()
    page.get_by_role("link", name="What follows from it?").click()
    expect(page.locator("#verdict")).to_contain_text("Di")
    page.get_by_role("button", name="Enter it").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
