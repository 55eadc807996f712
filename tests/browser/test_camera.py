"""The live camera: it takes the picture by itself, says when it hears nothing, and can be stopped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.vision import Reading
from companion.vision.samples import find_sample
from companion.vision.serve import Pack, Picture
from tests.browser.conftest import Phone, Server, chromium_path
from tests.browser.photos import SAMPLE, film_of_a_sweep, read_with_a_doubt, send_sample

UNSURE = "1 card. Not sure yet: K♠\ufe0e. Go closer, or show more of it."


@contextmanager
def camera_on(film: Path, chromium: Browser) -> Iterator[Browser]:
    """A browser whose camera sees a film."""
    switches = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    browser = chromium.browser_type.launch(
        executable_path=chromium_path(), args=[*switches, f"--use-file-for-fake-video-capture={film}"]
    )
    yield browser
    browser.close()


@pytest.fixture
def camera(chromium: Browser, tmp_path: Path) -> Iterator[Browser]:
    """A browser whose camera looks at one of the samples."""
    film = tmp_path / "film.mjpeg"
    film.write_bytes(find_sample(SAMPLE).picture.read_bytes() * 8)
    with camera_on(film, chromium) as browser:
        yield browser


def test_a_meld_that_fits_no_picture_is_counted_while_the_camera_passes_along_it(
    chromium: Browser, tmp_path: Path, serve: Callable[..., Server]
) -> None:
    server = serve()
    server.app.extensions["reading_queue"].worker.start()
    with camera_on(film_of_a_sweep(tmp_path / "film.y4m"), chromium) as camera:
        page = camera.new_context(permissions=["camera"], viewport={"width": 360, "height": 740}).new_page()
        page.goto(f"{server.url}/photo/?variant=site&trump=S")
        page.get_by_role("button", name="Aim with the live camera").click()
        says = page.locator(".camera [role=status]")
        expect(says).to_have_text(re.compile(r"\d cards\. "))
        for part in (page.locator("[data-view]"), says, page.locator("[data-snap]"), page.locator("[data-leave]")):
            expect(part).to_be_in_viewport(ratio=1)
        expect(page.get_by_text("7 cards", exact=True)).to_be_visible()
        expect(page.get_by_label("Meld", exact=True).locator("output")).to_have_text("170")
        drawn = page.locator("[data-shot] a[aria-label]")
        beyond = page.get_by_role("list").get_by_role("link", name="sure, outside the picture")
        assert drawn.count() + beyond.count() == 7
        assert drawn.count() > 0
        beyond.first.click()
        expect(page.get_by_text("It is outside the picture")).to_be_visible()


def read_the_run(content: bytes, pack: Pack, sweep: str = "") -> Picture:
    jpeg, reading = read_with_a_doubt(content, pack)
    return Picture(jpeg, Reading(reading.cards[:3], (), reading.size, 1.0))


def test_the_live_camera_takes_the_picture_by_itself_once_it_is_steady(
    camera: Browser, serve: Callable[..., Server]
) -> None:
    page = camera.new_context(permissions=["camera"]).new_page()
    page.goto(f"{serve(READER=read_the_run).url}/photo/?variant=site&trump=S")
    page.get_by_role("button", name="Aim with the live camera").click()
    expect(page.locator("h2", has_text="3 cards")).to_be_visible()


@pytest.mark.thorough
def test_the_live_camera_says_when_it_hears_nothing_and_can_be_stopped(
    camera: Browser, serve: Callable[..., Server]
) -> None:
    def read_unsure(content: bytes, pack: Pack, sweep: str = "") -> Picture:
        jpeg, reading = read_with_a_doubt(content, pack)
        return Picture(jpeg, Reading(reading.cards[3:4], (), reading.size, 1.0))

    context = camera.new_context(permissions=["camera"], viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{serve(READER=read_unsure).url}/photo/?variant=site&trump=S")
    page.get_by_role("button", name="Aim with the live camera").click()
    says, view, stop = page.locator(".camera [role=status]"), page.locator("[data-view]"), page.locator("[data-leave]")
    expect(says).to_have_text(UNSURE)
    for size in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.locator(".camera").scroll_into_view_if_needed()
        for part in (view, says, page.get_by_role("button", name="Take the picture now"), stop):
            expect(part).to_be_in_viewport(ratio=1)
    context.set_offline(True)
    expect(says).to_have_text("No connection to the companion just now.")
    context.set_offline(False)
    expect(says).to_have_text(UNSURE)
    stop.click()
    expect(view).to_be_hidden()
    expect(page.get_by_role("button", name="Aim with the live camera")).to_be_focused()


@pytest.mark.engines
@pytest.mark.thorough
def test_where_there_is_no_camera_the_page_says_so_and_a_photo_is_read(phone: Phone) -> None:
    page = phone.open("/photo/?variant=site&trump=S")
    page.get_by_role("button", name="Aim with the live camera").click()
    expect(page.get_by_text("This browser may not use the camera here. Take a photo instead.")).to_be_visible()
    send_sample(page)
    expect(page.get_by_text("7 cards", exact=True)).to_be_visible()


@pytest.mark.thorough
def test_without_a_secure_page_there_is_no_live_camera(phone: Phone) -> None:
    phone.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page = phone.open("/photo/")
    expect(page.get_by_text("Take a photo", exact=True)).to_be_visible()
    expect(page.locator("[data-camera]")).to_be_hidden()
