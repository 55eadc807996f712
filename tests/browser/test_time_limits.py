"""How long what was told is waited for: a tap, a photo, an undo, half a day; and Back while the companion is away."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.game.events import StepUndone
from companion.vision.samples import find_sample
from companion.web.core.game import open_game
from companion.web.core.rendering import CONFIG
from tests.browser.conftest import PLAIN_NAME, Phone, Server
from tests.browser.cuts import KEPT, WRITES, Cut, cut, lose, save, swallow, waits
from tests.browser.logged import LOST_LINE
from tests.browser.photos import SAMPLE, read_with_a_doubt

pytestmark = pytest.mark.thorough

__all__ = ["cut"]  # the fixture of the outbox's tests: a table where the meld is told
MINUTE = 60_000  # milliseconds
HOUR = 60 * MINUTE


@pytest.fixture(params=["127.0.0.1", PLAIN_NAME])
def way(request: pytest.FixtureRequest) -> tuple[str, str, int]:
    """Under which name the phone reaches the server; it is tapped as each test says."""
    return request.param, "", 1


def undone(cut: Cut) -> int:
    """How many steps were taken back."""
    with cut.server.app.test_request_context():
        return sum(isinstance(each.event, StepUndone) for each in open_game(cut.table.game).history)


def reopened(cut: Cut, later: float) -> None:
    """The phone's page was closed, and is opened again after so many milliseconds."""
    cut.page.close()
    cut.phone.page = cut.phone.context.new_page()
    cut.page.clock.install(time=time.time() + later / 1000)
    cut.phone.open(f"/game/{cut.table.game}/")


def test_a_tap_is_waited_for_as_long_as_the_settings_say_and_then_kept(cut: Cut) -> None:
    cut.page.route(WRITES, swallow)
    begun = time.monotonic()
    save(cut.page, "Ann & Cy", 120)
    expect(cut.page.locator(".outbox")).to_contain_text("Sending")
    waits(cut)
    assert time.monotonic() - begun > int(str(CONFIG["timeout"])) / 1000
    cut.phone.forgive(*LOST_LINE)


def test_what_was_kept_for_nearly_half_a_day_is_sent_by_itself(cut: Cut) -> None:
    cut.page.route(WRITES, lose)
    save(cut.page, "Ann & Cy", 120)
    waits(cut)
    reopened(cut, 12 * HOUR - 5 * MINUTE)
    expect(cut.page.locator("#name-A output")).to_have_text("120")
    expect(cut.page.locator(".outbox")).to_be_empty()
    assert cut.told() == [("A", 120)]
    cut.phone.forgive(*LOST_LINE)


@pytest.mark.parametrize("agreed", [True, False])
def test_what_is_older_than_half_a_day_is_shown_and_sent_only_if_somebody_says_so(cut: Cut, agreed: bool) -> None:
    cut.page.route(WRITES, lose)
    save(cut.page, "Ann & Cy", 120)
    waits(cut)
    reopened(cut, 12 * HOUR + MINUTE)
    row = cut.page.locator(".outbox p").first
    expect(row).to_contain_text("was never sent, and that is long ago. Is it still meant?")
    assert cut.told() == []
    row.get_by_role("button", name="Send it now" if agreed else "Forget it").click()
    expect(cut.page.locator("#name-A output")).to_have_text("120" if agreed else "0")
    expect(cut.page.locator(".outbox")).not_to_contain_text("Is it still meant?")
    assert cut.told() == ([("A", 120)] if agreed else [])
    cut.phone.forgive(*LOST_LINE)


def test_an_undo_that_waited_a_minute_is_asked_about_before_it_is_sent(cut: Cut) -> None:
    cut.page.clock.install()
    cut.page.route("**/undo*", lose)
    cut.page.get_by_role("button", name="Undo").click()
    expect(cut.page.locator(".outbox p").first).to_contain_text(KEPT)
    cut.page.clock.fast_forward(MINUTE + 1000)
    row = cut.page.locator(".outbox p").first
    expect(row).to_contain_text("was not sent in time. Is it still meant?")
    cut.page.unroute("**/undo*")
    cut.page.clock.fast_forward(MINUTE)
    expect(row).to_contain_text("Is it still meant?")
    assert undone(cut) == 0
    row.get_by_role("button", name="Send it now").click()
    expect(cut.page.locator(".outbox")).to_be_empty()
    assert undone(cut) == 1
    cut.phone.forgive(*LOST_LINE)


def test_back_leads_to_the_page_before_while_the_companion_is_away(cut: Cut) -> None:
    cut.phone.open(f"/game/{cut.table.game}/sheet")
    cut.server.stop()
    cut.page.go_back()
    expect(cut.page.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    save(cut.page, "Ann & Cy", 120)
    waits(cut)
    cut.restart()
    expect(cut.page.locator(".outbox")).to_be_empty()
    assert cut.told() == [("A", 120)]
    cut.phone.forgive(*LOST_LINE)


def test_a_photo_that_does_not_get_through_in_a_minute_is_still_there_and_sent_again(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    phone = make_phone(server=serve(READER=read_with_a_doubt))
    page = phone.open("/photo/")
    assert page.evaluate("htmx.config.photoTimeout") == CONFIG["photoTimeout"] == MINUTE
    page.evaluate("htmx.config.photoTimeout = 400")
    page.route("**/photo/", lambda route: swallow(route) if route.request.method == "POST" else route.continue_())
    # The page is not left as long as there is no answer, and nobody may wait for that here.
    page.locator("#chosen").set_input_files(find_sample(SAMPLE).picture, no_wait_after=True)
    expect(page.get_by_text("In a minute the photo did not get through.")).to_be_visible()
    phone.check()
    page.unroute("**/photo/")
    page.evaluate("htmx.config.photoTimeout = 60000")
    expect(page.locator("figure.photo")).to_be_visible()
    phone.forgive(*LOST_LINE)
