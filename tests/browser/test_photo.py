"""From the photo to the meld and to the count, at a phone's size, and with the live camera."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from PIL import ExifTags, Image
from playwright.sync_api import FilePayload, Page, Route, expect

from companion.vision import Reading
from companion.vision.samples import find_sample
from companion.vision.serve import Pack, Picture
from companion.vision.stages.decode import decode_photo
from tests.browser.conftest import PHONES, PLAIN_NAME, Phone, Server
from tests.browser.game_night import GameNight
from tests.browser.logged import refused
from tests.browser.photos import SAMPLE, read_if_whole, read_with_a_doubt, send_sample
from tests.conftest import PATIENCE_SECONDS, also


def look(phone: Phone, script: bool) -> None:
    """Nothing is too wide or hard to read; axe itself needs a script."""
    if script:
        phone.check()
    else:
        phone.check_layout()


@pytest.mark.engines
@pytest.mark.parametrize(("name", "scheme", "script"), [(PHONES[0], "light", True), also(PHONES[1], "dark", False)])
def test_a_photo_is_read_put_right_and_counted(
    make_phone: Callable[..., Phone], serve: Callable[..., Server], name: str, scheme: str, script: bool
) -> None:
    phone = make_phone(name, scheme=scheme, script=script, server=serve(READER=read_with_a_doubt))
    page = phone.open("/photo/?variant=site&trump=S")
    send_sample(page, script)
    expect(page.get_by_text("One card I am not sure of")).to_be_visible()
    look(phone, script)
    page.get_by_role("link", name="Look at it").click()
    expect(page.get_by_text("I read this as the king of spades")).to_be_visible()
    look(phone, script)
    page.locator(".likely").get_by_role("button", name="queen of spades").click()
    expect(page.get_by_label("Meld", exact=True).locator("output")).to_have_text("150")
    expect(page.get_by_text("not sure of")).to_have_count(0)


def test_a_photo_that_is_chosen_before_the_script_runs_is_sent_by_itself(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    phone = make_phone(server=serve(READER=read_with_a_doubt))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/shrink.js*", hold)
    with phone.page.expect_request("**/shrink.js*"):
        phone.page.goto(f"{phone.url}/photo/?variant=site&trump=S", wait_until="commit")
    send_sample(phone.page)
    [late] = held
    late.continue_()
    expect(phone.page.get_by_text("One card I am not sure of")).to_be_visible()


@pytest.mark.engines
@pytest.mark.parametrize(("host", "turn"), [("127.0.0.1", 6), also("127.0.0.1", 1), also(PLAIN_NAME, 6)])
def test_a_large_photo_is_sent_smaller_and_upright(
    make_phone: Callable[..., Phone], serve: Callable[..., Server], host: str, turn: int
) -> None:
    arrived: list[bytes] = []

    def take(content: bytes, pack: Pack) -> Picture:
        arrived.append(content)
        return read_with_a_doubt(content, pack)

    server = serve(READER=take)
    exif, file = Image.Exif(), io.BytesIO()
    exif[ExifTags.Base.Orientation] = turn
    Image.open(find_sample(SAMPLE).picture).convert("RGB").resize((4032, 3024)).save(file, "JPEG", exif=exif)
    page = make_phone(server=replace(server, url=server.url.replace("127.0.0.1", host))).open("/photo/")
    page.locator("#chosen").set_input_files(
        FilePayload(name="photo.jpg", mimeType="image/jpeg", buffer=file.getvalue())
    )
    expect(page.get_by_text("One card I am not sure of")).to_be_visible()
    sent = Image.open(io.BytesIO(arrived[0]))
    assert ExifTags.Base.Orientation not in sent.getexif()
    assert sent.size == ((2000, 1500) if turn == 1 else (1500, 2000))
    there = Image.fromarray(decode_photo(file.getvalue())[:, :, ::-1]).resize(sent.size)
    assert np.abs(np.asarray(sent, int) - np.asarray(there, int)).mean() < 2


@pytest.mark.engines
@pytest.mark.thorough
def test_half_of_a_photo_is_refused_with_its_reason_and_never_read_as_a_whole(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    phone = make_phone(server=serve(READER=read_if_whole))
    page = phone.open("/photo/")
    whole = find_sample(SAMPLE).picture.read_bytes()
    half = FilePayload(name="half.jpg", mimeType="image/jpeg", buffer=whole[: len(whole) // 2])
    page.locator("#chosen").set_input_files(half)
    expect(page.get_by_role("alert")).to_contain_text("cut off")
    phone.forgive(*refused(422))


def test_a_missed_card_is_drawn_around_with_a_finger(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    page = make_phone(server=serve(READER=read_with_a_doubt)).open("/photo/?variant=site&trump=S")
    send_sample(page)
    page.get_by_text("Add a card that was missed").click()
    page.get_by_role("button", name="Show where it lies").click()
    expect(page.get_by_text("Draw a box around the missed card")).to_be_in_viewport()
    photo = page.locator("[data-shot] svg")
    box = photo.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 80, box["y"] + 140)
    page.mouse.up()
    expect(page.get_by_text("That tap came too soon")).to_be_hidden()
    page.locator("#missed").get_by_role("button", name="nine of hearts").click()
    expect(page.locator("[data-shot] polygon")).to_have_count(6)
    expect(page.locator("h2", has_text="6 cards")).to_be_visible()


def test_missed_cards_are_added_one_after_the_other_without_scrolling_back(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    page = make_phone(server=serve(READER=read_with_a_doubt)).open("/photo/?variant=site&trump=S")
    send_sample(page)
    page.get_by_text("Add a card that was missed").click()
    for count, rank in enumerate(("ace", "ten", "king", "queen", "jack"), start=6):
        button = page.locator("#missed").get_by_role("button", name=f"{rank} of hearts")
        button.scroll_into_view_if_needed()
        before = button.bounding_box()
        button.click()
        expect(page.locator("h2", has_text=f"{count} cards")).to_be_visible()
        expect(button).to_be_in_viewport()
        after = button.bounding_box()
        assert before and after and abs(after["y"] - before["y"]) < 2


def test_what_may_be_no_card_is_removed_beside_the_question(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    page = make_phone(server=serve(READER=read_with_a_doubt)).open("/photo/?variant=site&trump=S")
    send_sample(page)
    page.get_by_role("link", name="Look at it").click()
    expect(page.get_by_role("button", name="There is no card here")).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
def test_drawing_around_a_card_can_be_left(make_phone: Callable[..., Phone], serve: Callable[..., Server]) -> None:
    phone = make_phone(server=serve(READER=read_with_a_doubt))
    page = phone.open("/photo/?variant=site&trump=S")
    send_sample(page)
    page.get_by_text("Add a card that was missed").click()
    page.get_by_role("button", name="Show where it lies").click()
    phone.check()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Draw a box around the missed card")).to_be_hidden()
    expect(page.locator(".photo.drawing")).to_have_count(0)
    expect(page.get_by_role("button", name="Show where it lies")).to_be_in_viewport()


@pytest.mark.thorough
def test_a_mere_tap_where_a_card_is_to_be_drawn_around_says_what_to_do(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    phone = make_phone(server=serve(READER=read_with_a_doubt))
    page = phone.open("/photo/?variant=site&trump=S")
    send_sample(page)
    page.get_by_text("Add a card that was missed").click()
    page.get_by_role("button", name="Show where it lies").click()
    told = page.get_by_text("That was only a tap: draw a box around the card")
    expect(told).to_be_hidden()
    page.locator("[data-shot] svg").tap(position={"x": 20, "y": 60})
    expect(told).to_be_in_viewport()
    expect(page.locator("[data-shot] rect")).to_have_count(0)
    phone.check()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Show where it lies").click()
    expect(told).to_be_hidden()


@pytest.mark.thorough
def test_a_card_that_was_removed_is_put_back(make_phone: Callable[..., Phone], serve: Callable[..., Server]) -> None:
    phone = make_phone(server=serve(READER=read_with_a_doubt))
    page = phone.open("/photo/?variant=site&trump=S")
    send_sample(page)
    page.get_by_role("link", name="Look at it").click()
    page.get_by_role("button", name="There is no card here").click()
    expect(page.get_by_text("Removed: the king of spades")).to_be_in_viewport()
    phone.check()
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_text("One card I am not sure of")).to_be_visible()
    expect(page.locator("[data-shot] polygon")).to_have_count(5)


@pytest.mark.thorough
def test_the_meld_in_a_hand_is_in_sight_once_it_is_counted(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    page = make_phone(server=serve(READER=read_with_a_doubt)).open("/photo/?variant=site&kind=hand")
    send_sample(page)
    page.get_by_role("button", name="Count the meld in it").click()
    expect(page.get_by_role("heading", name="Meld without a trump")).to_be_in_viewport()
    page.wait_for_load_state("networkidle")  # a tap that was sent again renews the page once more
    trump = page.get_by_label("Trump")
    trump.scroll_into_view_if_needed()
    at = trump.bounding_box()
    trump.select_option("S")
    expect(page.get_by_role("heading", name="Meld, Spades trump")).to_be_attached()
    now = trump.bounding_box()
    assert at
    assert now
    assert abs(now["y"] - at["y"]) < 2, "the list moved away under the thumb"


@pytest.mark.thorough
def test_the_meld_in_a_hand_is_in_sight_without_a_script(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    phone = make_phone(script=False, server=serve(READER=read_with_a_doubt))
    page = phone.open("/photo/?variant=site&kind=hand")
    send_sample(page, script=False)
    page.get_by_role("button", name="Count the meld in it").click()
    expect(page.get_by_role("heading", name="Meld without a trump")).to_be_in_viewport()


@pytest.mark.thorough
def test_every_link_that_stands_alone_is_large_enough_for_a_thumb(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    def read_nothing(content: bytes, pack: Pack) -> Picture:
        jpeg, reading = read_with_a_doubt(content, pack)
        return Picture(jpeg, Reading((), (), reading.size, 1.0))

    page = make_phone(server=serve(READER=read_nothing)).open("/photo/?variant=site")
    is_large(page, "Teach the reader your deck")
    send_sample(page)
    is_large(page, "Take it again")
    page.get_by_text("Help the reader with this deck").click()
    is_large(page, "Teach the reader your deck")
    page.get_by_role("button", name="Keep corrected photos").click()
    page.get_by_text("Photos that you correct here are kept").click()
    is_large(page, "See and delete them")


@pytest.mark.thorough
def test_who_waits_without_a_script_has_a_large_link_to_look_again(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    read = Event()

    def read_later(content: bytes, pack: Pack) -> Picture:
        read.wait(PATIENCE_SECONDS)
        return read_with_a_doubt(content, pack)

    page = make_phone(script=False, server=serve(READER=read_later, READING_GRACE_SECONDS=0)).open("/photo/")
    send_sample(page, script=False)
    try:
        is_large(page, "Look again")
    finally:
        read.set()


def is_large(page: Page, name: str) -> None:
    """The link is there, and as high as a thumb needs."""
    box = page.get_by_role("link", name=name).bounding_box()
    assert box
    assert box["height"] >= 44, name


def test_who_waits_is_shown_the_reading_when_it_comes(
    make_phone: Callable[..., Phone], serve: Callable[..., Server]
) -> None:
    phone = make_phone(server=serve(READER=read_with_a_doubt, READING_GRACE_SECONDS=0))
    page = phone.open("/photo/")
    send_sample(page)
    expect(page.locator("h2", has_text="5 cards")).to_be_visible()


@pytest.mark.thorough
def test_counters_by_photo_stand_in_the_count_form(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    night = GameNight(make_phone(server=serve(READER=read_with_a_doubt)), "Single deck, partners")
    night.take_bid("Ann", 330, "Spades")
    night.meld_numbers(120, 60)
    page = night.page
    page.get_by_text("Count by photo").get_by_role("link").first.click()
    send_sample(page)
    expect(page.locator(".working li").last).to_have_css("font-weight", "400")
    page.wait_for_load_state()  # what is chosen before its scripts have come is sent by its button alone
    page.get_by_label("took the last trick").check()
    expect(page.get_by_label("Counters", exact=True).locator("output")).to_have_text("50")
    page.get_by_role("link", name="Look at it").click()
    page.locator(".likely").get_by_role("button", name="queen of spades").click()
    page.get_by_role("button", name="Take 40 to the count").click()
    expect(page.locator("#points-A")).to_have_value("40")
    expect(page.locator("#points-B")).to_have_value("210")
    night.phone.check()
