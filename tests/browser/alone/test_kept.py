"""Nothing is lost on a phone by itself: killed, closed, full, or with a new build while a game is on."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserType, expect

from bench.people_pages import write_games
from companion.web import create_app
from tests.browser.alone.games import READER_HERE, SEND, begin, get_reader, start_game
from tests.browser.alone.host import ANYWHERE, KEEP_WORKERS, StaticHost, StaticPhone, host_of, phone, rewrite, shown

pytestmark = pytest.mark.thorough

UNTIL_FULL = """async (at) => {
    const send = SENDER;
    for (let turn = 0; turn < 500; turn += 1) {
        const status = await send(turn % 2 ? [at, "undo", {}] : [at, "trump", { trump: "S" }]);
        if (status !== 200) return status;
    }
}""".replace("SENDER", SEND)
"""Taps until one is refused: a browser sets some room aside beforehand."""
BUILD = "getComputedStyle(document.documentElement).getPropertyValue('--build')"


@ANYWHERE
def test_a_tap_is_kept_once_it_is_answered(engine: BrowserType, host: StaticHost, tmp_path: Path) -> None:
    with phone(engine, tmp_path / "profile", host.url) as before:
        _, frame, at = start_game(before)
        assert frame.evaluate(SEND, [at, "trump", {"trump": "S"}]) == 200
    with phone(engine, tmp_path / "profile", host.url) as after:
        host.stop()
        _, frame = after.open(at.lstrip("/"))
        expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()


def test_a_worker_that_dies_in_the_middle_of_a_tap_loses_nothing(mine: StaticPhone) -> None:
    mine.context.add_init_script(KEEP_WORKERS)
    page, frame, _ = start_game(mine)
    page.evaluate("workers.at(-1).terminate()")
    frame.get_by_role("button", name="Spades").click()
    expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    assert page.evaluate("workers.length") == 2
    mine.faults.clear()  # the page gives the tap up and sends it again


def test_a_tab_closed_in_the_middle_of_a_tap_leaves_a_whole_game(mine: StaticPhone) -> None:
    page, frame, at = start_game(mine)
    frame.get_by_role("button", name="Spades").click(no_wait_after=True)
    page.close()
    _, frame = mine.open(at.lstrip("/"))
    expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()


def test_a_second_tab_is_answered_and_goes_on_when_the_first_is_closed(mine: StaticPhone) -> None:
    first, _, at = start_game(mine)
    _, frame = mine.open(at.lstrip("/"))
    frame.get_by_role("button", name="Spades").click()
    expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    first.close()
    frame.get_by_role("button", name="Undo").first.click()
    expect(frame.get_by_role("button", name="Spades")).to_be_visible()


def test_where_storage_is_full_the_tap_is_kept_and_said_so(mine: StaticPhone) -> None:
    page, frame, at = start_game(mine)
    session = mine.context.new_cdp_session(page)
    origin = mine.url.rstrip("/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    assert frame.evaluate(UNTIL_FULL, at) == 503
    frame.goto(frame.url)
    suits = frame.locator("form[action*='trump'] button")
    (suits if suits.count() else frame.locator("form[action*='undo'] button")).first.click()
    expect(frame.get_by_text("is kept on this phone; trying again")).to_be_visible()
    expect(frame.get_by_text("the disk is full")).to_be_visible()
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    expect(frame.get_by_text("is kept on this phone; trying again")).to_be_hidden()
    assert frame.evaluate(SEND, [at, "undo", {}]) == 200
    mine.faults.clear()  # each refusal is logged


@pytest.mark.parametrize("base", ["", "/REPO"])
def test_a_new_build_is_offered_fetched_in_part_and_takes_over_when_asked(
    engine: BrowserType, built: Path, tmp_path: Path, base: str
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(built, folder)
    host = host_of(folder, tmp_path, base)
    host.start()
    with phone(engine, tmp_path / "profile", host.url) as mine:
        page, frame, at = start_game(mine)
        get_reader(frame, mine)
        rewrite(folder, "shell.css", (folder / "shell.css").read_bytes() + b"\n:root { --build: 2; }\n")
        page.evaluate("localStorage.setItem('companion-notified Save a copy', Date.now())")
        page.close()
        fetched = host.fetched()
        page, frame = mine.open(at.lstrip("/"))
        expect(page.locator("#bar")).to_contain_text("There is a new version of the companion: 0.0 MB")
        frame.get_by_role("button", name="Spades").click()
        expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
        assert page.evaluate(BUILD) == ""
        page.get_by_role("link", name="Update now").click()
        expect(page.get_by_text("It starts when you next open the companion.")).to_be_visible()
        page.get_by_role("button", name="Go on").click()
        expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
        assert page.evaluate(BUILD) == ""
        page.close()
        page, frame = mine.open(at.lstrip("/"))
        assert page.evaluate(BUILD) == "2"
        expect(page.locator("#bar")).to_be_hidden()
        assert {*host.fetched()[len(fetched) :]} == {f"{base}/sw.js", f"{base}/shell.css"}
        assert frame.evaluate(READER_HERE, mine.url), "it came before and is the same"
        mine.faults.clear()
    host.stop()


@pytest.mark.parametrize("missing", ["app/snapshot.gz", "shell.css"])
def test_a_first_load_that_is_cut_off_says_so_and_goes_on_from_there(
    engine: BrowserType, built: Path, tmp_path: Path, missing: str
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(built, folder)
    (folder / missing).rename(tmp_path / "held-back")
    host = StaticHost(folder)
    host.start()
    with phone(engine, tmp_path / "profile", host.url) as mine:
        page = mine.context.new_page()
        page.goto(mine.url)
        again = page.get_by_role("button", name="Try again")
        expect(again).to_be_visible()
        (tmp_path / "held-back").rename(folder / missing)
        before = len(host.fetched())
        again.click()
        shown(page)
        assert "/app/python_stdlib.zip" not in host.fetched()[before:], "what had arrived is kept"
        mine.faults.clear()
    host.stop()


def test_before_the_browser_may_delete_games_it_is_said_and_a_copy_offered(mine: StaticPhone) -> None:
    page, _, _ = start_game(mine)
    expect(page.locator("#bar")).to_contain_text("This browser may delete your games")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save a copy").click()
    assert '"companion-games"' in Path(saved.value.path()).read_text(encoding="utf-8")
    expect(page.locator("#bar")).to_be_hidden()


def test_a_first_start_loads_at_most_20_mb_and_a_phone_keeps_at_most_60(built: Path) -> None:
    told = json.loads((built / "sw.js").read_text(encoding="utf-8").partition("\n")[0][len("const BUILD = ") : -1])
    loaded = sum(size for _, size in told["files"].values())
    files = {name: (built / name).read_bytes() for name in (*told["files"], *told["later"])}
    kept = sum(len(gzip.decompress(content) if name.endswith(".gz") else content) for name, content in files.items())
    print(f"first start: {loaded / 1e6:.1f} MB; kept with the card reader: {kept / 1e6:.1f} MB")
    assert loaded <= 20e6
    assert kept <= 60e6


@ANYWHERE
def test_a_game_is_begun_where_the_folder_lies(mine: StaticPhone, host: StaticHost) -> None:
    page, _ = mine.open()
    page.goto(f"{host.url}new/site")
    begin(shown(page), "site")
    assert f"{host.base}/game/" in shown(page).url


LOSE_REASONS = """
window.BroadcastChannel = class extends BroadcastChannel {
    set onmessage(hear) { super.onmessage = (sent) => sent.data.lost || hear(sent); }
};
"""
"""A service worker that is given up may end before its message arrives."""


def test_an_update_that_breaks_off_is_offered_at_the_next_start_and_not_loaded_unasked(
    engine: BrowserType, built: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(built, folder)
    host = StaticHost(folder)
    host.start()
    with phone(engine, tmp_path / "profile", host.url) as mine:
        mine.open()[0].close()
        rewrite(folder, "shell.css", (folder / "shell.css").read_bytes() + b"\n:root { --build: 2; }\n")
        (folder / "shell.css").rename(tmp_path / "held-back")
        mine.context.add_init_script(LOSE_REASONS)
        page, _ = mine.open()
        page.get_by_role("link", name="Update now").click()
        expect(page.get_by_text("“shell.css” can’t be had there (404)")).to_be_visible()
        (tmp_path / "held-back").rename(folder / "shell.css")
        page.close()
        fetched = len(host.fetched())
        page, _ = mine.open()
        expect(page.locator("#bar")).to_contain_text("There is a new version of the companion")
        page.evaluate("navigator.serviceWorker.ready.then((found) => found.update()).catch(() => {})")
        assert {*host.fetched()[fetched:]} == {"/sw.js"}
        page.get_by_role("link", name="Update now").click()
        expect(page.get_by_text("It starts when you next open the companion.")).to_be_visible()
        mine.faults.clear()
    host.stop()


TOLD = """() => {
    window.told = [];
    const line = document.getElementsByName("work")[0];
    new MutationObserver(() => window.told.push(line.value)).observe(line, { childList: true });
}"""


def test_bringing_in_much_says_how_far_it_is_and_counts_all(mine: StaticPhone, tmp_path: Path) -> None:
    """The worker answers nothing else meanwhile, and is neither ended nor asked a second time."""
    mine.context.add_init_script(KEEP_WORKERS)
    app = create_app(tmp_path / "server", READER=None, READS=False)
    write_games(app, 40)
    file = tmp_path / "all.json"
    file.write_bytes(app.test_client().get("/games/all.json").data)
    app.extensions["store"].close()
    page, _ = mine.open()
    page.goto(f"{mine.url}games/")
    frame = shown(page)
    page.evaluate(TOLD)
    frame.locator("#file").set_input_files(file)
    frame.get_by_role("button", name="Bring it in").click(no_wait_after=True)
    expect(frame.get_by_text("New here: 40 of 40 games.")).to_be_visible()
    told = page.evaluate("told")
    assert "At work: 0 of 40 games and nights. Keep this page open." in told
    assert told[-1] == "" and page.evaluate("workers.length") == 1


def test_a_full_storage_leaves_the_phone_who_it_is(engine: BrowserType, host: StaticHost, tmp_path: Path) -> None:
    with phone(engine, tmp_path / "profile", host.url) as mine:
        page, frame, at = start_game(mine)
        session = mine.context.new_cdp_session(page)
        session.send("Storage.overrideQuotaForOrigin", {"origin": mine.url.rstrip("/"), "quotaSize": 1})
        assert frame.evaluate(UNTIL_FULL, at) == 503
        for way in ("pad", "each", "pad", "each"):  # each is a cookie
            assert frame.evaluate("async (path) => (await fetch(path)).status", f"{at}?how={way}") == 200
        page.reload()
        assert shown(page).evaluate("async () => (await fetch('/people/')).status") == 200
    with phone(engine, tmp_path / "profile", host.url) as mine:
        _, frame = mine.open(at.lstrip("/"))
        assert frame.evaluate(SEND, [at, "undo", {}]) == 200, "it is still the phone that keeps the score"


DAMAGE = """async () => {
    workers.at(-1).terminate();
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("companion " + encodeURIComponent("/"));
    for (let number = 0; number < 16; number += 1) {
        const file = await folder.getFileHandle("file-" + number);
        const head = await (await file.getFile()).slice(0, 4096).text();
        if (!head.startsWith("/companion.db")) continue;
        const to = await file.createWritable({ keepExistingData: true });
        await to.write({ type: "write", position: 4096, data: new Uint8Array(100).fill(63) });
        await to.close();
    }
}"""
"""Ends the worker, and makes the heads of its database and of the log unreadable."""


def test_damaged_games_are_saved_put_aside_and_brought_in_again(mine: StaticPhone, tmp_path: Path) -> None:
    mine.context.add_init_script(KEEP_WORKERS)
    page, frame, _ = start_game(mine)
    page.evaluate("new BroadcastChannel('companion /').postMessage({ rest: true })")  # as when it is hidden
    assert frame.evaluate("async () => (await fetch('/rules/')).status") == 200
    page.evaluate(DAMAGE)
    page.reload()
    frame = shown(page)
    expect(frame.get_by_text("1 game can still be read")).to_be_visible()
    with page.expect_download() as saved:
        frame.get_by_role("link", name="Save what can be read").click()
    saved.value.save_as(tmp_path / "saved.json")
    with page.expect_download():
        frame.get_by_role("link", name="Save the damaged file").click()
    frame.get_by_role("button", name="Begin again without games").click()
    expect(frame.get_by_role("heading", level=1)).to_have_text("All games")
    frame.locator("#file").set_input_files(tmp_path / "saved.json")
    frame.get_by_role("button", name="Bring it in").click()
    expect(frame.get_by_text("Ann").first).to_be_visible()
    mine.faults.clear()


LOSE = """async (paths) => {
    for (const name of await caches.keys()) for (const path of paths) await (await caches.open(name)).delete(path);
}"""


def test_what_the_browser_has_lost_of_the_companion_is_fetched_again(mine: StaticPhone, host: StaticHost) -> None:
    page, _, _ = start_game(mine)
    lost = [f"{host.base}/{name}" for name in ("app/worker.js", "app/snapshot", "shell.js", "index.html")]
    page.evaluate(LOSE, lost)
    page.reload()
    expect(shown(page).get_by_role("button", name="Spades")).to_be_visible()
    host.stop()
    page.reload()
    expect(shown(page).get_by_role("button", name="Spades")).to_be_visible()
    page.evaluate(LOSE, lost[:1])
    page.reload()
    expect(page.get_by_text("The companion does not start in this browser.")).to_be_visible()
    mine.faults.clear()
