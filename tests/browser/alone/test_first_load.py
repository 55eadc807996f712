"""The first load of a phone by itself: cut off, without room, in a private window, where nothing may be kept."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from platformdirs import user_cache_path
from playwright.sync_api import Browser, BrowserType, Page, expect

from companion.browser.build import build, companion_files
from tests.browser.alone.games import begin
from tests.browser.alone.host import KEEP_WORKERS, SCREEN, StaticHost, StaticPhone, phone, rewrite, shown

pytestmark = pytest.mark.thorough

COUNT_ASKED = """
if (window.StorageManager) { // not in an empty page
    localStorage.asked ||= 0;
    const persist = StorageManager.prototype.persist;
    StorageManager.prototype.persist = function () {
        localStorage.asked = Number(localStorage.asked) + 1;
        return persist.call(this);
    };
}
"""
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
"""
DENIED = 'throw new DOMException("denied", "SecurityError");'
KEEPS_NOTHING = "This browser keeps nothing for this address"
LITTLE_ROOM = "This phone has too little room"
SNAPSHOT = "/app/snapshot.gz"


def limit(page: Page, url: str, quota: int | None) -> None:
    """Let the host have so many bytes of the browser's storage, or again as many as it will."""
    told = {"origin": url.rstrip("/")} | ({} if quota is None else {"quotaSize": quota})
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", told)


def changed(built: Path, to: Path, name: str, change: Callable[[bytes], bytes]) -> StaticHost:
    """A host of a build in which one file is otherwise."""
    shutil.copytree(built, to)
    if name == "sw.js":
        (to / name).write_bytes(change((to / name).read_bytes()))
    elif name.endswith(".gz"):
        rewrite(to, name, gzip.compress(change(gzip.decompress((to / name).read_bytes()))))
    else:
        rewrite(to, name, change((to / name).read_bytes()))
    host = StaticHost(to)
    host.start()
    return host


def test_a_first_load_says_in_percent_how_far_it_is_and_one_that_stands_still_goes_on(
    mine: StaticPhone, host: StaticHost
) -> None:
    host.held.add(SNAPSHOT)
    page = mine.context.new_page()
    page.goto(mine.url)
    expect(page.locator("#says")).to_contain_text("Loading, once: 6")  # half of the largest file is counted, too
    expect(page.locator("#says")).to_contain_text("% of 19 MB")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    expect(page.locator("#says")).to_contain_text("What has arrived is kept.")
    host.held.clear()
    before = len(host.fetched())
    again.click()
    shown(page)
    fetched = host.fetched()[before:]
    assert SNAPSHOT in fetched and "/app/python_stdlib.zip" not in fetched
    mine.faults.clear()


def test_too_little_room_is_said_so_and_tried_again_once_there_is_more(mine: StaticPhone) -> None:
    page = mine.context.new_page()
    limit(page, mine.url, 5_000_000)
    page.goto(mine.url)
    expect(page.locator("#says")).to_contain_text(LITTLE_ROOM)
    limit(page, mine.url, None)
    page.get_by_role("button", name="Try again").click()
    shown(page)
    mine.faults.clear()


def test_room_for_the_files_and_not_for_the_games_is_said_so(mine: StaticPhone) -> None:
    page, _ = mine.open()
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    origin = mine.url.rstrip("/")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "file_systems"})
    limit(page, mine.url, 1)
    page.goto(mine.url)
    expect(page.locator("#says")).to_contain_text(LITTLE_ROOM)
    limit(page, mine.url, None)
    page.get_by_role("button", name="Try again").click()
    shown(page)
    mine.faults.clear()


def test_in_a_private_window_a_game_is_kept_and_that_it_may_go_is_said(chromium: Browser, host: StaticHost) -> None:
    context = chromium.new_context(viewport=SCREEN)
    there = StaticPhone(context, host.url)
    page, frame = there.open("new/site")
    begin(frame, "site")
    expect(page.locator("#bar")).to_contain_text("or when a private window is closed")
    context.close()


def test_the_browser_is_asked_to_keep_all_at_the_first_game_and_not_before(mine: StaticPhone) -> None:
    mine.context.add_init_script(COUNT_ASKED)
    page, frame = mine.open()
    frame.get_by_role("button", name="Look around in a sample game").click()
    expect(frame.get_by_text("Cleo bid 200")).to_be_visible()
    frame.goto(mine.url)  # what the worker said of the sample game has come before its next answer
    expect(frame.get_by_role("link", name="New game")).to_be_visible()
    assert page.evaluate("localStorage.asked") == "0"
    page.goto(f"{mine.url}new/site")
    begin(shown(page), "site")
    expect(page.locator("#bar")).to_be_visible()
    assert page.evaluate("localStorage.asked") == "1"


def test_without_local_storage_a_game_is_begun(engine: BrowserType, host: StaticHost, tmp_path: Path) -> None:
    with phone(engine, tmp_path / "profile", host.url) as mine:
        mine.context.add_init_script(NO_STORAGE)
        _, frame = mine.open("new/site")
        begin(frame, "site")
        assert not any("denied" in fault for fault in mine.faults)


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("sw.js", f"caches.open = async () => {{ {DENIED} }};"),
        ("app/storage.js.gz", f"navigator.storage.getDirectory = async () => {{ {DENIED} }};"),
        ("shell.js", f"navigator.serviceWorker.register = async () => {{ {DENIED} }};"),
    ],
    ids=["no cache", "no files", "no service worker"],
)
def test_where_nothing_may_be_kept_it_is_said_and_what_to_allow(
    engine: BrowserType, built: Path, tmp_path: Path, name: str, before: str
) -> None:
    first = before.encode() + b"\n"
    host = changed(
        built, tmp_path / "site", name, lambda code: code + b"\n" + first if name == "sw.js" else first + code
    )
    with phone(engine, tmp_path / "profile", host.url) as mine:
        page = mine.context.new_page()
        page.goto(mine.url)
        expect(page.locator("#says")).to_contain_text(KEEPS_NOTHING)
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
    host.stop()


TAKEN_AWAY = """
if (window.StorageManager) delete StorageManager.prototype.estimate;
if (window.Response) delete Response.json;
"""
"""What iOS 16.4 to 16.7 lacks."""


def instead(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(content: bytes) -> bytes:
        assert content.count(old) == 1
        return content.replace(old, new)

    return change


@pytest.mark.engines
def test_on_an_older_iphone_it_warns_and_a_new_build_is_offered(
    engine: BrowserType, built: Path, tmp_path: Path
) -> None:
    host = changed(built, tmp_path / "site", "sw.js", lambda code: code + b"\ndelete Response.json;\n")
    with phone(engine, tmp_path / "profile", host.url) as mine:
        mine.context.add_init_script(TAKEN_AWAY)
        page, frame = mine.open("new/site")
        begin(frame, "site")
        expect(page.locator("#bar")).to_contain_text("This browser may delete your games")
        page.locator("#bar button").click()
        rewrite(host.folder, "shell.css", b":root { --build: 2; }\n" + (host.folder / "shell.css").read_bytes())
        page.reload()
        expect(page.locator("#bar")).to_contain_text("There is a new version of the companion")
    host.stop()


UPDATE = """async () => {
    const { installing, waiting } = await (await navigator.serviceWorker.ready).update(), fresh = installing || waiting;
    if (fresh.state === "installing") await new Promise((done) => fresh.addEventListener("statechange", done));
    return fresh.state;
}"""
"""Looking for a newer build, as the browser does by itself after a while."""


def lack(host: StaticHost) -> None:
    """Take the same away from the host's service worker."""
    with (host.folder / "sw.js").open("ab") as code:
        code.write(b"\ndelete StorageManager.prototype.estimate;\ndelete Response.json;\n")


@pytest.mark.engines
def test_on_an_older_iphone_a_build_that_offers_no_other_gets_the_new_one_and_keeps_its_game(
    engine: BrowserType, built: Path, tmp_path: Path
) -> None:
    """Until 28 November shell and service worker asked for what iOS 16 lacks without a look."""
    old = instead(b"estimate?.().catch(() => null) || {}", b"estimate()")
    host = changed(built, tmp_path / "site", "shell.js", old)
    lack(host)
    with phone(engine, tmp_path / "profile", host.url) as mine:
        mine.context.add_init_script(TAKEN_AWAY)
        page, frame = mine.open("new/site")
        at = begin(frame, "site")
        rewrite(host.folder, "shell.js", (built / "shell.js").read_bytes())
        lack(host)
        assert page.evaluate(UPDATE) == "installed"
        page.close()
        page, frame = mine.open(at.lstrip("/"))
        expect(frame.get_by_text("to 1500")).to_be_visible()
        assert "estimate?.()" in page.evaluate("fetch('/shell.js').then((answer) => answer.text())")
        mine.faults.clear()
    host.stop()


SILENT = instead(
    b"channel.onmessage = async ({ data }) => {",
    b"channel.onmessage = async ({ data }) => {\n  if (data.request) return;",
)
BROKEN_START = instead(b"const boot = async () => {", b"const boot = async () => {\n  throw new Error('no memory');")
BEATS = instead(b"const BEAT = 5000", b"const BEAT = 50")


@pytest.mark.engines
def test_a_worker_that_answers_nothing_is_said_so_in_the_page(engine: BrowserType, built: Path, tmp_path: Path) -> None:
    host = changed(built, tmp_path / "site", "app/worker.js.gz", SILENT)
    code = (host.folder / "sw.js").read_bytes()
    (host.folder / "sw.js").write_bytes(instead(b"PATIENCE = 60000", b"PATIENCE = 2000")(code))
    with phone(engine, tmp_path / "profile", host.url) as mine:
        _, frame = mine.open()
        expect(frame.get_by_text("does not answer. Close its other tabs")).to_be_visible()
        expect(frame.get_by_role("link", name="To the start page")).to_be_visible()
    host.stop()


def test_a_start_that_fails_is_said_so_in_every_tab(engine: BrowserType, built: Path, tmp_path: Path) -> None:
    host = changed(built, tmp_path / "site", "app/worker.js.gz", BROKEN_START)
    with phone(engine, tmp_path / "profile", host.url) as mine:
        for page in (mine.context.new_page(), mine.context.new_page()):
            page.goto(mine.url)
            expect(page.locator("#says")).to_contain_text("could not start. Your games are kept. (Error: no memory)")
    host.stop()


def test_a_worker_that_never_starts_is_said_so(engine: BrowserType, built: Path, tmp_path: Path) -> None:
    host = changed(built, tmp_path / "site", "app/worker.js.gz", lambda _: b"for (;;);")
    rewrite(host.folder, "shell.js", BEATS((host.folder / "shell.js").read_bytes()))
    with phone(engine, tmp_path / "profile", host.url) as mine:
        page = mine.context.new_page()
        page.goto(mine.url)
        expect(page.locator("#says")).to_contain_text("The companion does not start in this browser.")
    host.stop()


@pytest.mark.engines
def test_a_browser_without_workers_of_modules_is_said_to_be_too_old(mine: StaticPhone) -> None:
    mine.context.add_init_script("window.Worker = class extends Worker { constructor(url) { super(url); } };")
    page = mine.context.new_page()
    page.goto(mine.url)
    expect(page.locator("#says")).to_contain_text("This browser can’t keep games: it needs iOS 16.4, Firefox 115")


TOO_OLD = "This browser is too old for the companion: it needs iOS 16.4"
WRONG = {
    "what an older browser can't read": (b"let = of; 1 2", TOO_OLD),
    "what broke": (b"navigator.missing.call();", "The companion broke off (Uncaught TypeError: Cannot read"),
}
"""The first lines of a shell that does not run, and the words of its page."""


@pytest.mark.parametrize("what", WRONG)
def test_a_shell_that_does_not_run_says_why(engine: BrowserType, built: Path, tmp_path: Path, what: str) -> None:
    before, says = WRONG[what]
    host = changed(built, tmp_path / "site", "shell.js", lambda code: before + b"\n" + code)
    with phone(engine, tmp_path / "profile", host.url) as mine:
        page = mine.context.new_page()
        page.goto(mine.url)
        expect(page.locator("#says")).to_contain_text(says)
    host.stop()


BREAKS = b"""
addEventListener("message", ({ data }) => { if (data === "break") throw new Error("broke"); });
"""


def test_a_worker_that_breaks_in_a_game_leaves_the_page_where_it_is(
    engine: BrowserType, built: Path, tmp_path: Path
) -> None:
    host = changed(built, tmp_path / "site", "app/worker.js.gz", lambda code: code + BREAKS)
    with phone(engine, tmp_path / "profile", host.url) as mine:
        mine.context.add_init_script(KEEP_WORKERS)
        page, frame = mine.open("new/site")
        at = begin(frame, "site")
        with page.expect_worker():
            page.evaluate("workers[0].postMessage('break')")
        frame.goto(f"{host.url.rstrip('/')}{at}sheet")
        expect(frame.get_by_role("heading", level=1)).to_have_text("Score sheet")
        assert page.evaluate("workers.length") == 2, "it is the same page"
        assert page.locator("#says").text_content() == "Starting …"
        mine.faults.clear()
    host.stop()


WORDS = {
    "companion/templates/home/home.html": (b"All games, and search", b"Every game, and search"),
    "companion/rules/data/clauses/play.toml": (b"Anyone who holds", b"Each player who holds"),
}
"""Words of a page and of a rule, and others in their place."""


def unpacked(folder: Path) -> dict[str, bytes]:
    """All files of a build, and in place of those that hold several what they hold."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for name in ("companion", "pages"):
        index, _, content = gzip.decompress(files.pop(f"app/{name}.gz")).partition(b"\n")
        for path, size in json.loads(index):
            assert path not in files and not path.startswith("companion/static/"), "nothing is sent twice"
            files[path], content = content[:size], content[size:]
    return files


def test_other_words_in_a_page_and_a_rule_change_their_own_files_alone(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So builds of the same files are equal, too."""
    files = companion_files()
    other = {name: files[name].replace(*words) for name, words in WORDS.items()}
    monkeypatch.setattr("companion.browser.build.companion_files", lambda: files | other)
    build(tmp_path / "again", user_cache_path("pinochle-companion"))
    first, again = unpacked(built), unpacked(tmp_path / "again")
    assert first.keys() == again.keys()
    changed = {name for name in first if first[name] != again[name]}
    (compiled,) = (name for name in changed if name.startswith("compiled/"))
    assert changed == {*WORDS, compiled, "sw.js"}


def test_an_update_of_words_costs_at_most_a_megabyte(built: Path) -> None:
    assert sum((built / name).stat().st_size for name in ("sw.js", "app/companion.gz", "app/pages.gz")) <= 1e6
