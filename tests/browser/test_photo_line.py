"""What is sent from the photo pages is not lost with the line: it stays in sight, and is sent once it is back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Dialog, FilePayload, Page, Route, expect

from tests.browser.conftest import ANYWHERE, OLDER, Phone, Server
from tests.browser.game_night import GameNight
from tests.browser.logged import LOST_LINE, refused
from tests.browser.photos import read_if_whole, read_with_a_doubt, send_sample
from tests.conftest import also

pytestmark = ANYWHERE

STILL_HERE = "What you sent is still here, and is sent again by itself. Stay on this page."
KEPT = "is kept on this phone; trying again (since"


@pytest.fixture
def phone(make_phone: Callable[..., Phone], serve: Callable[..., Server]) -> Phone:
    return make_phone(server=serve(READER=read_with_a_doubt))


def waits(page: Page, words: str) -> None:
    expect(page.locator(".outbox p").first).to_contain_text(KEPT)
    expect(page.locator(".outbox p").first).to_contain_text(words)


def lose_first_answer(page: Page) -> None:
    """The next photo arrives, and the phone does not hear of it."""
    taken: list[Route] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not taken:
            taken.append(route)
            route.fetch(max_redirects=0)
            route.abort()
        else:
            route.continue_()

    page.route("**/photo/", lose)


def test_a_photo_that_is_sent_without_a_line_is_read_once_there_is_one(phone: Phone) -> None:
    page = phone.open("/photo/")
    phone.context.set_offline(True)
    send_sample(page)
    expect(page.get_by_text(STILL_HERE)).to_be_visible()
    phone.check()
    phone.context.set_offline(False)
    expect(page.get_by_text("One card I am not sure of")).to_be_visible()
    phone.forgive(*LOST_LINE)


def test_whoever_leaves_a_photo_that_waits_is_asked_first(phone: Phone) -> None:
    page, asked = phone.open("/photo/"), list[str]()

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    phone.context.set_offline(True)
    send_sample(page)
    expect(page.get_by_text(STILL_HERE)).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_text(STILL_HERE)).to_be_visible()
    assert asked == ["beforeunload"]
    phone.context.set_offline(False)
    expect(page.get_by_text("One card I am not sure of")).to_be_visible()
    assert asked == ["beforeunload"]
    phone.forgive(*LOST_LINE)


@pytest.mark.thorough
def test_a_file_that_is_larger_than_any_photo_is_not_even_sent(phone: Phone) -> None:
    page, sent = phone.open("/photo/?variant=site"), list[str]()
    page.on("request", lambda request: sent.append(request.method))
    film = FilePayload(name="film.mp4", mimeType="video/mp4", buffer=bytes(13_000_000))
    page.locator("#chosen").set_input_files(film)
    expect(page.get_by_text("No photo is larger than 12 megabytes.")).to_be_in_viewport()
    phone.check()
    assert "POST" not in sent
    send_sample(page)
    expect(page.get_by_text("One card I am not sure of")).to_be_visible()


@pytest.mark.thorough
def test_without_a_script_what_is_too_large_leads_back_to_its_page(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    phone = make_phone(script=False, server=serve(READER=read_with_a_doubt))
    page = phone.open("/photo/?kind=tricks")
    film = FilePayload(name="film.mp4", mimeType="video/mp4", buffer=bytes(12_600_000))
    page.locator("#chosen").set_input_files(film)
    page.get_by_role("button", name="Read the cards").click()
    expect(page.get_by_text("That is too big")).to_be_visible()
    page.get_by_role("link", name="Back to the page before").click()
    expect(page).to_have_url(f"{phone.url}/photo/?kind=tricks")
    phone.forgive(*refused(413))


@pytest.mark.parametrize("fields", [("#taken", "#chosen"), also(("#chosen", "#taken"))])
def test_of_two_photos_that_were_chosen_without_a_line_the_second_is_read(
    phone: Phone, fields: tuple[str, str], tmp_path: Path
) -> None:
    page = phone.open("/photo/")
    phone.context.set_offline(True)
    for field, size in zip(fields, ((400, 300), (300, 400)), strict=True):
        Image.new("RGB", size).save(tmp_path / "photo.jpg")
        page.locator(field).set_input_files(tmp_path / "photo.jpg")
        expect(page.get_by_text(STILL_HERE)).to_be_visible()
    phone.context.set_offline(False)
    expect(page.locator("figure.photo img")).to_have_attribute("width", "300")
    phone.forgive(*LOST_LINE)


@pytest.mark.thorough
def test_a_photo_of_tricks_whose_answer_was_lost_counts_once(phone: Phone) -> None:
    page = phone.open("/photo/?kind=tricks")
    send_sample(page)
    page.get_by_role("link", name="Another photo of these tricks").click()
    page.wait_for_load_state()
    lose_first_answer(page)
    send_sample(page)
    expect(page.get_by_role("heading", name="Photo 2").first).to_be_visible()
    expect(page.locator("h2", has_text="10 cards")).to_be_visible()
    phone.forgive(*LOST_LINE)


@pytest.mark.parametrize(("status", "why"), [(502, "can’t be reached"), also(503, "is busy just now")])
def test_who_answers_in_the_place_of_the_companion_or_is_busy_loses_no_photo(
    phone: Phone, status: int, why: str
) -> None:
    page = phone.open("/photo/")
    page.route("**/photo/", lambda route: route.fulfill(status=status, body="Not now"))
    send_sample(page)
    expect(page.get_by_text(f"The companion {why}. {STILL_HERE}")).to_be_visible()
    page.unroute("**/photo/")
    page.get_by_role("button", name="Read the cards").click()
    expect(page.get_by_text("One card I am not sure of")).to_be_visible()
    phone.forgive(*refused(status))


@pytest.mark.thorough
def test_a_photo_that_is_no_picture_is_refused_on_its_page_and_the_next_is_read(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    phone = make_phone(server=serve(READER=read_if_whole))
    page = phone.open("/photo/")
    page.locator("#chosen").set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no picture"})
    expect(page.get_by_role("alert")).to_contain_text("That photo can’t be read")
    phone.check()
    send_sample(page)
    expect(page.get_by_text("One card I am not sure of")).to_be_visible()
    phone.forgive(*refused(422))


def test_a_correction_without_a_line_is_kept_and_then_shown(phone: Phone) -> None:
    page = phone.open("/photo/?variant=site&trump=S")
    send_sample(page)
    page.get_by_role("link", name="Look at it").click()
    queen = page.locator(".likely").get_by_role("button", name="queen of spades")
    expect(queen).to_be_visible()
    page.wait_for_load_state()
    phone.context.set_offline(True)
    queen.click()
    waits(page, "queen of spades")
    phone.check_access()
    phone.context.set_offline(False)
    expect(page.get_by_label("Meld", exact=True).locator("output")).to_have_text("150")
    phone.forgive(*LOST_LINE)


@pytest.mark.thorough
def test_a_card_that_was_added_without_a_line_is_on_the_page_once_there_is_one(phone: Phone) -> None:
    page = phone.open("/photo/")
    send_sample(page)
    page.get_by_text("Add a card that was missed").click()
    nine = page.get_by_role("button", name="nine of hearts")
    expect(nine).to_be_visible()
    page.wait_for_load_state()
    phone.context.set_offline(True)
    nine.click()
    waits(page, "nine of hearts")
    phone.context.set_offline(False)
    expect(page.locator("h2", has_text="6 cards")).to_be_visible()
    expect(nine).to_be_in_viewport()
    phone.forgive(*LOST_LINE)


@pytest.mark.thorough
def test_what_was_chosen_without_a_line_is_counted_once_there_is_one(phone: Phone) -> None:
    page = phone.open("/photo/?variant=site")
    send_sample(page)
    expect(page.get_by_role("heading", name="Meld without a trump")).to_be_visible()
    page.wait_for_load_state()  # what is chosen before the page's script has come is sent by its button alone
    phone.context.set_offline(True)
    page.get_by_label("Trump").select_option("S")
    expect(page.get_by_text(STILL_HERE)).to_be_visible()
    phone.context.set_offline(False)
    expect(page.get_by_role("heading", name="Meld, Spades trump")).to_be_visible()
    phone.forgive(*LOST_LINE)


def take_photo_of(phone: Phone, variant: str = "Single deck, partners") -> GameNight:
    """A table at which a run has been photographed for the meld of Ann and Cy, and is about to be taken."""
    night = GameNight(phone, variant)
    night.take_bid("Ann", 330, "Spades")
    night.panel("A").get_by_role("link", name="Photo").click()
    send_sample(night.page)
    night.page.get_by_role("link", name="Look at it").click()
    night.page.locator(".likely").get_by_role("button", name="queen of spades").click()
    expect(night.page.get_by_role("button", name="Take these cards · 150")).to_be_visible()
    night.page.wait_for_load_state()
    return night


@pytest.mark.thorough
def test_cards_that_are_taken_without_a_line_are_on_the_table_once_there_is_one(phone: Phone) -> None:
    night = take_photo_of(phone)
    phone.context.set_offline(True)
    night.page.get_by_role("button", name="Take these cards").click()
    waits(night.page, "Take these cards")
    phone.context.set_offline(False)
    night.melded("A", 150)
    phone.forgive(*LOST_LINE)


@pytest.mark.thorough
def test_no_cards_are_taken_before_what_was_put_right_has_arrived(phone: Phone) -> None:
    page = take_photo_of(phone).page
    page.get_by_text("Add a card that was missed").click()
    take = page.get_by_role("button", name="Take these cards")
    page.route("**/add", lambda route: route.abort())
    page.get_by_role("button", name="nine of hearts").click()
    waits(page, "nine of hearts")
    expect(take).to_have_attribute("aria-disabled", "true")
    take.click(force=True)
    expect(page.get_by_text("has to be sent first")).to_be_visible()
    page.unroute("**/add")
    expect(page.locator("h2", has_text="6 cards")).to_be_visible()
    phone.forgive(*LOST_LINE)


@pytest.mark.thorough
def test_cards_that_the_table_does_not_take_are_shown_there_with_its_reason(
    phone: Phone, make_phone: Callable[..., Phone]
) -> None:
    night = take_photo_of(phone)
    other = make_phone()
    other.open(night.path)
    other.page.get_by_role("button", name="Undo").first.click()
    expect(other.page.get_by_role("heading", name="Ann names trump").first).to_be_visible()
    night.tap("Take these cards")
    expect(night.page.get_by_role("link", name="Back to the photo and its cards")).to_be_visible()
    assert night.path in night.page.url
    phone.forgive(*refused(409))


@pytest.mark.thorough
def test_whoever_goes_back_sees_the_cards_as_they_were_put_right(phone: Phone) -> None:
    page = phone.open("/photo/?variant=site&trump=S")
    send_sample(page)
    page.get_by_role("link", name="Look at it").click()
    page.get_by_role("button", name="There is no card here").click()
    expect(page.locator("h2", has_text="4 cards")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Removed: the king of spades")).to_be_visible()
    page.go_back()
    expect(page.locator("h2", has_text="4 cards")).to_be_visible()
    page.get_by_text("Add a card that was missed").click()
    page.get_by_role("button", name="nine of hearts").click()
    expect(page.locator("h2", has_text="5 cards")).to_be_visible()
    page.locator(".found a").first.click()
    expect(page.get_by_text("I read this as")).to_be_visible()
    page.go_back()
    expect(page.locator("h2", has_text="5 cards")).to_be_visible()


@pytest.mark.thorough
def test_a_photo_that_was_left_out_stays_out_for_whoever_goes_back(phone: Phone) -> None:
    page = phone.open("/photo/?kind=tricks")
    send_sample(page)
    page.get_by_role("link", name="Another photo of these tricks").click()
    send_sample(page)
    page.get_by_role("button", name="Leave this photo out").last.click()
    expect(page.get_by_text("A photo is left out.")).to_be_visible()
    page.locator(".found a").first.click()
    expect(page.get_by_text("I read this as")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("A photo is left out.")).to_be_visible()
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator("h2", has_text="10 cards")).to_be_visible()
    phone.check()


@pytest.mark.parametrize("how", ["kept", also("at once")])
def test_a_choice_that_waits_outlasts_what_the_outbox_has_sent_meanwhile(phone: Phone, how: str) -> None:
    page = phone.open("/photo/?variant=site")
    send_sample(page)
    expect(page.get_by_role("heading", name="Meld without a trump")).to_be_visible()
    page.get_by_text("Add a card that was missed").click()
    page.wait_for_load_state()
    page.route("**/price", lambda route: route.fulfill(status=503, body="Not now"))
    page.get_by_label("Trump").select_option("S")
    expect(page.get_by_text(STILL_HERE)).to_be_visible()
    if how == "kept":
        page.route("**/add", lambda route: route.abort())
    page.get_by_role("button", name="nine of hearts").click()
    if how == "kept":
        waits(page, "nine of hearts")
        page.unroute("**/add")
        expect(page.locator(".outbox").get_by_text(KEPT)).to_have_count(0)
    else:
        expect(page.locator("h2", has_text="6 cards")).to_be_visible()
    page.unroute("**/price")
    expect(page.get_by_role("heading", name="Meld, Spades trump")).to_be_visible()
    expect(page.locator("h2", has_text="6 cards")).to_be_visible()
    expect(page.get_by_text(STILL_HERE)).to_have_count(0)
    phone.forgive(*LOST_LINE, *refused(503))


def test_a_photo_is_sent_by_an_older_phone(phone: Phone) -> None:
    phone.context.add_init_script(OLDER)
    page = phone.open("/photo/")
    phone.context.set_offline(True)
    send_sample(page)
    expect(page.get_by_text(STILL_HERE)).to_be_visible()
    phone.context.set_offline(False)
    expect(page.get_by_text("One card I am not sure of")).to_be_visible()
    phone.forgive(*LOST_LINE)
