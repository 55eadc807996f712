"""Photographs on a phone by itself: read beside its pages, offline, after a cold start, and after a kill."""

from __future__ import annotations

import base64
import gzip
import shutil
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import BrowserType, FilePayload, Frame, expect

from companion.vision.samples import find_sample
from tests.browser.alone.games import SEND, get_reader, start_game
from tests.browser.alone.host import ANYWHERE, StaticHost, StaticPhone, film, phone, rewrite
from tests.web.photo_reader import deck_of_spades

pytestmark = pytest.mark.thorough

SAMPLE = find_sample("run-and-marriage").picture
TAPS = """async ([at, photo]) => {
    const times = async (until) => {
        const found = [];
        while (!await until(found.length)) {
            const began = performance.now();
            await (await fetch(at)).text();
            found.push(performance.now() - began);
        }
        return found.sort((one, other) => one - other);
    };
    const send = async () => {
        const body = new FormData(), bytes = Uint8Array.from(atob(photo), (each) => each.charCodeAt(0));
        body.append("key", crypto.randomUUID());
        body.append("taken", new File([bytes], "photo.jpg", { type: "image/jpeg" }));
        return (await fetch("/photo/", { method: "POST", body })).url;
    };
    const idle = await times((count) => count === 60);
    await send();
    const line = await send();
    return [idle, await times(async () => (await fetch(line)).url !== line)];
}"""
"""How long the answers to a page take, the quickest first: with nothing else to do, and while two photos are read."""


STARTS = """() => {
    window.starts = 0;
    new BroadcastChannel("companion /").onmessage = ({ data }) => { window.starts += data.reader === "loading"; };
}"""
"""Counts how often the reader is started from now on."""


def expect_run(frame: Frame) -> None:
    """The sample is read as what it is."""
    expect(frame.get_by_text("7 cards", exact=True)).to_be_visible()
    expect(frame.get_by_label("Meld", exact=True).locator("output")).to_have_text("170")


@pytest.mark.engines
@ANYWHERE
def test_a_photo_is_read_offline_after_a_cold_start_and_its_cards_are_taken_into_the_deal(
    engine: BrowserType, host: StaticHost, tmp_path: Path
) -> None:
    with phone(engine, tmp_path / "profile", host.url) as before:
        _, frame, at = start_game(before)
        assert frame.evaluate(SEND, [at, "trump", {"trump": "S"}]) == 200
        get_reader(frame, before)
        assert before.faults == []
    host.stop()
    with phone(engine, tmp_path / "profile", host.url) as after:
        _, frame = after.open(at.lstrip("/"))
        frame.get_by_role("link", name="photo").first.click()
        # In Firefox, Playwright finds no frame to which it could give a path.
        sample = FilePayload(name=SAMPLE.name, mimeType="image/jpeg", buffer=SAMPLE.read_bytes())
        frame.locator("#chosen").set_input_files(sample)
        expect_run(frame)
        expect(frame.get_by_text("Teach the reader")).to_have_count(0)
        frame.get_by_role("button", name="Take these cards").click()
        expect(frame.get_by_text("170").first).to_be_visible()
        frame.wait_for_url(f"**{at}**")
        assert after.faults == []


def test_a_photo_waits_for_the_reader_through_a_kill_and_is_read_once_it_comes(
    engine: BrowserType, host: StaticHost, tmp_path: Path
) -> None:
    with phone(engine, tmp_path / "profile", host.url) as before:
        page, frame = before.open()
        host.stop()
        frame.goto(f"{host.url}photo/?trump=S")
        frame.locator("#chosen").set_input_files(SAMPLE)
        expect(frame.get_by_text("Your photo waits for the card reader.")).to_be_visible()
        expect(page.get_by_text("The card reader (4 MB) could not be loaded")).to_be_visible()
        line = frame.locator("#wait a").get_attribute("href")
        assert line
    host.start()
    with phone(engine, tmp_path / "profile", host.url) as after:
        _, frame = after.open(line.lstrip("/"))
        expect_run(frame)
        assert after.faults == []


def test_a_reader_that_is_not_used_rests_and_reads_the_next_photo(
    engine: BrowserType, built: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(built, folder)
    worker = gzip.decompress((folder / "app" / "worker.js.gz").read_bytes())
    assert b"UNUSED = 180000" in worker
    rewrite(folder, "app/worker.js.gz", gzip.compress(worker.replace(b"UNUSED = 180000", b"UNUSED = 0")))
    host = StaticHost(folder)
    host.start()
    with phone(engine, tmp_path / "profile", host.url) as mine:
        page, frame = mine.open()
        get_reader(frame, mine)
        frame.locator("#chosen").set_input_files(SAMPLE)
        expect_run(frame)
        page.evaluate(STARTS)
        frame.goto(f"{host.url}photo/?trump=S")
        frame.locator("#chosen").set_input_files(SAMPLE)
        expect_run(frame)
        assert page.evaluate("starts") > 0
        assert mine.faults == []
    host.stop()


def test_the_live_camera_takes_the_picture_by_itself_offline(
    engine: BrowserType, host: StaticHost, tmp_path: Path
) -> None:
    with phone(
        engine, tmp_path / "profile", host.url, sees=film(tmp_path / "film.mjpeg", [SAMPLE.read_bytes()])
    ) as mine:
        _, frame = mine.open()
        get_reader(frame, mine)
        host.stop()
        frame.get_by_role("button", name="Aim with the live camera").click()
        expect_run(frame)
        assert mine.faults == []


def test_a_photo_is_read_as_the_deck_that_a_computer_saved(mine: StaticPhone, tmp_path: Path) -> None:
    file = tmp_path / "deck.npz"
    file.write_bytes(deck_of_spades())
    _, frame = mine.open()
    frame.goto(f"{mine.url}deck/")
    frame.locator("#file").set_input_files(file)
    frame.get_by_role("button", name="Use this deck").click()
    expect(frame.get_by_text("The reader knows your deck")).to_be_visible()
    frame.goto(f"{mine.url}photo/?trump=S")
    frame.locator("#chosen").set_input_files(SAMPLE)
    expect(frame.get_by_text("7 cards", exact=True)).to_be_visible()
    expect(frame.get_by_role("link", name="of spades, ")).to_have_count(7)


def test_what_is_no_picture_is_refused_in_words_and_the_next_photo_is_read(mine: StaticPhone, tmp_path: Path) -> None:
    _, frame = mine.open()
    frame.goto(f"{mine.url}photo/?trump=S")
    whole = SAMPLE.read_bytes()
    huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2 + bytes(40)
    for name, content, says in (
        ("notes.jpg", b"Ann owes Ben a dollar.", "is not a picture"),
        ("huge.png", huge, "too many pixels"),
        ("half.jpg", whole[: len(whole) // 2], "cut off or damaged"),
    ):
        (tmp_path / name).write_bytes(content)
        frame.locator("#chosen").set_input_files(tmp_path / name)
        expect(frame.get_by_text(says)).to_be_visible()
    frame.locator("#chosen").set_input_files(SAMPLE)
    expect_run(frame)
    mine.faults.clear()  # each refusal is logged


def test_a_picture_of_48_million_pixels_is_read(mine: StaticPhone, tmp_path: Path) -> None:
    large = tmp_path / "large.jpg"
    Image.open(SAMPLE).resize((8000, 6000)).save(large, quality=60)
    _, frame = mine.open()
    frame.goto(f"{mine.url}photo/?trump=S")
    frame.locator("#chosen").set_input_files(large)
    expect_run(frame)


def test_taps_are_answered_while_photos_are_read(mine: StaticPhone) -> None:
    _, frame, at = start_game(mine)
    get_reader(frame, mine)
    idle, busy = frame.evaluate(TAPS, [at, base64.b64encode(SAMPLE.read_bytes()).decode()])
    for name, times in (("idle", idle), ("while photos are read", busy)):
        p50, p95 = (times[int(share * (len(times) - 1))] for share in (0.5, 0.95))
        print(f"{name}: {len(times)} answers, p50 {p50:.0f} ms, p95 {p95:.0f} ms")
    assert len(busy) > 1
