"""A game goes from phone to phone, and to a server and back, without a connection between them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import BrowserType, Frame, Page, expect

from tests.browser.alone.games import alike, begin, start_game, text_of
from tests.browser.alone.host import StaticHost, StaticPhone, film, phone, shown
from tests.browser.conftest import Server

pytestmark = pytest.mark.thorough

FULL = """
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (name, value) {
    if (name === "companion-squares") throw new DOMException("full", "QuotaExceededError");
    return set.call(this, name, value);
};
"""
SHOW = """async (now) => {
    const squares = [...document.querySelectorAll("[data-squares] li")];
    squares.forEach((each, at) => { each.hidden = at !== now; });
    await squares[now].querySelector("img").decode();
}"""


def pictures(page: Page, frame: Frame, at: str) -> list[bytes]:
    """What a camera sees of all squares of a game: the whole screen, as a JPEG, for each."""
    frame.goto(re.sub(r"/game/.*", f"{at}squares", frame.url))
    squares = frame.locator("[data-squares] li")
    frame.get_by_role("button", name="Pause").click()
    taken = []
    for number in range(squares.count()):
        frame.evaluate(SHOW, number)
        expect(squares.nth(number)).to_be_visible()
        taken.append(page.screenshot(type="jpeg", quality=80))
    return taken


def text_in(picture: bytes) -> str:
    """What a square says to a camera app."""
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    said, *_ = cv2.QRCodeDetectorAruco().detectAndDecode(image)
    return str(said)


def looking(other: StaticPhone) -> Frame:
    """A phone that was not here before, with its camera at the squares."""
    _, frame = other.open()
    frame.goto(f"{other.url}games/squares")
    frame.get_by_role("button", name="Use the camera").click()
    return frame


def came(frame: Frame) -> str:
    """The path of the game that was just brought in."""
    expect(frame.get_by_text("It is among your games now.")).to_be_visible()
    link = frame.get_by_role("link", name="Look at the game").get_attribute("href")
    assert link
    return link


@pytest.mark.parametrize("keeps_nothing", [False, True])
def test_another_phones_camera_reads_the_squares_and_the_history_comes_along(
    mine: StaticPhone, engine: BrowserType, host: StaticHost, tmp_path: Path, keeps_nothing: bool
) -> None:
    page, frame, at = start_game(mine)
    seen = film(tmp_path / "squares.mjpeg", pictures(page, frame, at))
    with phone(engine, tmp_path / "another", host.url, seen) as other:
        if keeps_nothing:
            other.context.add_init_script(FULL)
        there = looking(other)
        brought = came(there)
        for part in ("sheet", "log"):
            assert alike(text_of(there, brought + part)) == alike(text_of(frame, at + part))
        there.goto(f"{host.url.rstrip('/')}{brought}?how=each")
        there.get_by_role("button", name="Spades").click()
        expect(there.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
        assert other.faults == []


def test_a_phones_own_camera_app_reads_them_one_after_the_other(
    mine: StaticPhone, engine: BrowserType, host: StaticHost, tmp_path: Path
) -> None:
    page, frame, at = start_game(mine)
    addresses = [text_in(picture) for picture in pictures(page, frame, at)]
    with phone(engine, tmp_path / "another", host.url) as other:
        for number, address in enumerate(addresses, 1):
            assert address.startswith(f"{host.url}#square.")
            tab, there = other.open(address.removeprefix(host.url))
            if number < len(addresses):
                expect(there.get_by_text(f"{number} of {len(addresses)} squares")).to_be_visible()
                tab.close()
        brought = came(there)
        assert alike(text_of(there, f"{brought}log")) == alike(text_of(frame, f"{at}log"))
        assert other.faults == []


def test_where_nothing_can_be_kept_the_camera_app_is_no_way_and_that_is_said(
    mine: StaticPhone, engine: BrowserType, host: StaticHost, tmp_path: Path
) -> None:
    page, frame, at = start_game(mine)
    address = text_in(pictures(page, frame, at)[0])
    with phone(engine, tmp_path / "another", host.url) as other:
        other.context.add_init_script(FULL)
        _, there = other.open(address.removeprefix(host.url))
        expect(there.get_by_text("Stay on this page and use the camera here")).to_be_visible()


def test_a_game_goes_to_a_server_and_back_as_a_file(
    mine: StaticPhone, serve: Callable[..., Server], tmp_path: Path
) -> None:
    server = serve(tmp_path / "server")
    page, frame, at = start_game(mine)
    frame.goto(re.sub(r"/game/.*", f"{at}sheet", frame.url))
    with page.expect_download() as saved:
        frame.get_by_role("link", name="Whole game").click()
    saved.value.save_as(tmp_path / "to-server.json")

    with page.context.expect_page():
        page.evaluate("url => open(url)", f"{server.url}/games/")
    there = page.context.pages[-1]
    there.locator("#file").set_input_files(tmp_path / "to-server.json")
    there.get_by_role("button", name="Bring it in").click()
    brought = came(there.main_frame)
    there.goto(f"{server.url}{brought}?how=each")
    there.get_by_role("button", name="Spades").click()
    expect(there.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    there.goto(f"{server.url}{brought}sheet")
    with there.expect_download() as again:
        there.get_by_role("link", name="Whole game").click()
    again.value.save_as(tmp_path / "to-phone.json")
    there.close()

    page.goto(f"{mine.url}games/")
    frame = shown(page)
    frame.locator("#file").set_input_files(tmp_path / "to-phone.json")
    frame.get_by_role("button", name="Bring it in").click()
    frame.goto(f"{mine.url.rstrip('/')}{came(frame)}")
    expect(frame.get_by_role("button", name="Undo: Trump: spades.")).to_be_visible()


def test_a_phones_camera_reads_the_squares_of_a_server(
    engine: BrowserType, host: StaticHost, serve: Callable[..., Server], tmp_path: Path
) -> None:
    server = serve(tmp_path / "server")
    with phone(engine, tmp_path / "first", host.url) as first:
        page = first.context.new_page()
        page.goto(f"{server.url}/new/site")
        at = begin(page.main_frame, "site")
        seen = film(tmp_path / "squares.mjpeg", pictures(page, page.main_frame, at))
        log = text_of(page.main_frame, f"{at}log")
    with phone(engine, tmp_path / "another", host.url, seen) as other:
        there = looking(other)
        assert alike(text_of(there, f"{came(there)}log")) == alike(log)
