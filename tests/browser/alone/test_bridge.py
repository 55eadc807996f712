"""What the worker's Python answers, without a browser: full storage, damaged games, older tables."""

from __future__ import annotations

import io
import json
import pickle
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from zipfile import ZipFile

import pytest
from flask import Flask

from companion.browser.bridge import ALONE, FORM, WARM_PAGES, Phone
from companion.browser.rescue import HEAD, PAGE, children
from companion.store.errors import Closed
from companion.store.store import FILE_NAME, Store
from companion.vision import Reading
from companion.vision.stages.letters import evidence_of
from companion.web import make_app
from tests.store.full_disk import fill, small_disk
from tests.store.newer import newer_companion
from tests.web.photo_reader import deck_of_spades

HOST = "https://cards.example"
NAMES = {"name-0": "Ann", "name-1": "Bea", "name-2": "Cy", "name-3": "Dot"}
JSON = "application/json"


@pytest.fixture(scope="module")
def app() -> Flask:
    return make_app(**ALONE)


STARTED: list[Store] = []


@pytest.fixture(autouse=True)
def close_all(app: Flask) -> Iterator[None]:
    """Close each store that a test opened, as the system does after a kill."""
    yield
    for store in (*STARTED, app.extensions["store"]):
        store.close()
    STARTED.clear()


@dataclass
class Worker:
    """The worker over a folder; it can be ended and started again."""

    app: Flask
    folder: Path
    base: str = ""

    def __post_init__(self) -> None:
        self.phone = Phone(self.app, self.folder, f"{HOST}{self.base}/")
        STARTED.append(self.app.extensions["store"])

    def again(self) -> Worker:
        """Start it again, as after a kill: without the files' being closed first."""
        return Worker(self.app, self.folder, self.base)

    @property
    def cookies(self) -> dict[str, str]:
        """What the phone knows itself by."""
        return dict(each.split("=", 1) for each in self.phone.reads._jar.header.split("; "))

    def get(self, path: str) -> tuple[int, str]:
        status, _, content = self.phone.answer("GET", self.base + path, (), b"")
        return status, content.decode(errors="replace")

    def content(self, path: str) -> bytes:
        return self.phone.answer("GET", self.base + path, (), b"")[2]

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """Send a form; the status, and the path to which it leads."""
        body = urlencode({name.replace("_", "-"): value for name, value in fields.items()}).encode()
        status, headers, _ = self.phone.answer("POST", self.base + path, FORM, body)
        return status, urlsplit(dict(headers).get("Location", "")).path.removeprefix(self.base)

    def bring_in(self, content: bytes, to: str = "/games/file", game: str = "") -> int:
        """Bring a file in, of games under “All games”."""
        part = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        body = part % (b'file"; filename="a.json', content) + part % (b"game", game.encode()) + b"--x--\r\n"
        headers = (("content-type", "multipart/form-data; boundary=x"), ("sec-fetch-site", "same-origin"))
        return self.phone.answer("POST", self.base + to, headers, body)[0]

    def begin(self, key: str, **names: str) -> str:
        """The path of a new game."""
        status, path = self.post(
            "/new/site", key=f"{key}-0123456789ab", **NAMES | names, dealer="0", target="1500", start="1"
        )
        assert status == 303
        return path


@pytest.fixture
def worker(app: Flask, tmp_path: Path) -> Worker:
    return Worker(app, tmp_path / "data")


def test_a_game_out_of_the_bin_is_counted_at_once(worker: Worker) -> None:
    for key, name in (("first", "Zoe"), ("second", "Yan")):
        at = worker.begin(key, **{"name-0": name})
        game = at.split("/")[2]
        worker.post("/games/lay", each=game, shelf="bin")
        worker.begin(f"{key}-later")
        assert name not in worker.get("/people/")[1]
        assert worker.post("/games/lay", each=game, shelf="open")[0] == 303
        assert name in worker.get("/people/")[1]


def test_a_live_camera_knows_the_deck_and_the_letters_that_a_photo_knows(worker: Worker) -> None:
    companion, game = worker.phone.reads, worker.begin("first").split("/")[2]
    assert worker.bring_in(deck_of_spades(), "/deck/file") == 303
    assert worker.bring_in(b"a photo", "/photo/", game) == 303
    taken = companion.take()
    assert taken
    told = asked_by(worker, game)
    assert told == pickle.loads(taken[1])
    assert told[1] == {"deck": deck_of_spades()}
    companion.keep(b"jpeg", pickle.dumps(Reading((), (), (800, 600), 1.0, letters=evidence_of("German"))))
    assert asked_by(worker, game)[1] == {"deck": deck_of_spades(), "letters": evidence_of("German")}


def asked_by(worker: Worker, game: str) -> Any:
    """The details for reading a live camera's frame."""
    return pickle.loads(worker.phone.reads.asked_at(f"/photo/glance?game={game}"))


@pytest.fixture
def small(app: Flask, tmp_path: Path) -> Iterator[Worker]:
    with small_disk(tmp_path / "small", kilobytes=4000) as folder:
        yield Worker(app, folder / "data")


def test_where_storage_is_full_pages_are_read_and_the_phone_knows_who_it_is(small: Worker) -> None:
    at = small.begin("game")
    who = small.cookies
    fill(small.folder.parent)
    for number in range(200):  # what the log has room for
        names = NAMES | {"name-0": f"Ann {number}"}
        if small.post("/new/site", key=f"fill-{number}-0123456789", **names, dealer="0", start="1")[0] == 503:
            break
    else:
        pytest.fail("the storage did not fill")
    for path in (*WARM_PAGES, at, f"{at}sheet", f"{at}?how=pad", "/games/all.json"):
        assert small.get(path)[0] == 200, path
    assert small.cookies.items() > who.items(), "another way of entry is a cookie"
    again = small.again()
    assert again.get(at)[0] == 200
    assert again.cookies.items() >= who.items()
    (small.folder.parent / "ballast").unlink()
    seen = re.search(r'name="seen" value="(\d+)"', again.get(at)[1])
    assert seen
    assert again.post(f"{at}take", seat="0", amount="300", seen=seen[1], key="now-0123456789ab")[0] == 303


def test_cookies_of_an_older_companion_are_taken_over(worker: Worker) -> None:
    worker.begin("game")
    cookies = worker.cookies
    with closing(sqlite3.connect(worker.folder / FILE_NAME)) as db, db:
        db.execute("delete from secret where name = 'cookies'")
    (worker.folder / "cookies.json").write_text(json.dumps(cookies), encoding="utf-8")
    assert worker.again().cookies == cookies


def cut(content: bytes) -> bytes:
    return content[:-PAGE]


def no_head(content: bytes) -> bytes:
    return bytes(HEAD) + content[HEAD:]


def no_list_of_tables(content: bytes) -> bytes:
    lost = {page - 1 for page in children(content[:PAGE])}
    assert lost
    return b"".join(bytes(PAGE) if at in lost else page for at, page in enumerate(pages(content)))


def flipped(content: bytes) -> bytes:
    return b"".join(
        bytes(each ^ 0x55 for each in page) if at % 16 == 15 else page for at, page in enumerate(pages(content))
    )


def pages(content: bytes) -> list[bytes]:
    return [content[at : at + PAGE] for at in range(0, len(content), PAGE)]


def no_database(content: bytes) -> bytes:
    return b"?" * len(content)


HARMS = [(cut, "/REPO", 1), (no_head, "", 8), (no_list_of_tables, "", 8), (flipped, "", 1), (no_database, "", 0)]


@pytest.mark.parametrize("lost", ["secret", "work"])
def test_a_phone_that_cant_be_begun_leaves_its_file_closed(worker: Worker, lost: str) -> None:
    worker.phone.reads.close()
    with closing(sqlite3.connect(worker.folder / FILE_NAME)) as db, db:
        db.execute(f"drop table {lost}")
        db.execute(f"create table {lost} (other text)")
    assert worker.again().phone.companion is None
    with pytest.raises(Closed):
        STARTED[-1].bell.wait("a game", lambda: True, 0)


@pytest.mark.parametrize(("harm", "base", "least"), HARMS)
def test_damaged_games_leave_a_way_out(
    app: Flask, tmp_path: Path, harm: Callable[[bytes], bytes], base: str, least: int
) -> None:
    worker = Worker(app, tmp_path / "data", base)
    games = [worker.begin(f"game-{number}", **{"name-0": f"Ann {number}"}) for number in range(8)]
    worker.phone.reads.close()
    file = worker.folder / FILE_NAME
    file.write_bytes(damaged := harm(file.read_bytes()))

    worker = worker.again()
    pages = {path: worker.get(path) for path in ("/", "/games/", *games)}
    assert all(status in {200, 422} for status, _ in pages.values())
    assert not any("companion check" in text for _, text in pages.values())
    shown = [text for status, text in pages.values() if status == 422 or "Games that can’t be read" in text]
    assert shown
    assert all(f"{base}/damaged/" in text for text in shown)

    status, page = worker.get("/damaged/")
    saved = worker.content("/damaged/games.json")
    readable = len(json.loads(saved)["games"])
    assert status == 200
    assert f"{readable} games can still be read" in page or (not readable and "No game in it" in page)
    with ZipFile(io.BytesIO(worker.content("/damaged/file.zip"))) as archive:
        assert len(archive.read(FILE_NAME)) == len(damaged)

    assert worker.post("/damaged/begin") == (303, "/games/")
    assert worker.get("/games/")[0] == 200
    assert worker.begin("another")
    if readable:
        assert worker.bring_in(saved) == 303
        assert len(json.loads(worker.content("/games/all.json"))["games"]) == readable + 1
    with ZipFile(io.BytesIO(worker.content("/damaged/file.zip"))) as archive:
        assert "damaged.db" in archive.namelist()
    assert readable >= least


def test_only_our_own_page_begins_again(worker: Worker) -> None:
    worker.begin("game")
    worker.phone.answer("POST", "/damaged/begin", [("sec-fetch-site", "cross-site")], b"")
    assert len(json.loads(worker.content("/games/all.json"))["games"]) == 1


def test_a_kill_while_the_damaged_file_is_put_aside_loses_nothing(worker: Worker, tmp_path: Path) -> None:
    worker.begin("game")
    killed = tmp_path / "killed"
    shutil.copytree(worker.folder, killed)
    (killed / f"{FILE_NAME}-wal").rename(killed / "damaged.db-wal")  # as far as it came
    again = Worker(worker.app, killed)
    again.begin("another")
    again.post("/damaged/begin")
    with ZipFile(io.BytesIO(again.content("/damaged/file.zip"))) as archive:
        assert {FILE_NAME, "damaged.db-wal", "damaged-1.db"} <= {*archive.namelist()}


def test_a_game_is_in_the_databases_own_file_once_the_page_is_hidden(worker: Worker, tmp_path: Path) -> None:
    at = worker.begin("game")
    worker.phone.reads.settle()
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / FILE_NAME).write_bytes((worker.folder / FILE_NAME).read_bytes())
    with closing(sqlite3.connect(tmp_path / "copy" / FILE_NAME)) as db:
        assert db.execute("select id from game").fetchall() == [(at.split("/")[2],)]


def test_tables_of_an_older_build_are_brought_up_to_date(worker: Worker) -> None:
    at = worker.begin("game")
    with newer_companion():
        assert worker.again().get(at)[0] == 200


PHOTO = (
    b"--x\r\n"
    + b"\r\n--x\r\n".join(
        (
            b'Content-Disposition: form-data; name="key"\r\n\r\nphoto-0123456789ab',
            b'Content-Disposition: form-data; name="taken"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n?',
        )
    )
    + b"\r\n--x--\r\n"
)
OUTSIDE = re.compile(r'(?:href|src|action|formaction|hx-get|hx-post)="(/(?!REPO/)[^"]*)"')


def test_below_a_path_nothing_leads_out_of_it(app: Flask, tmp_path: Path) -> None:
    worker = Worker(app, tmp_path / "data", "/REPO")
    at = worker.begin("game")
    for path in (*WARM_PAGES, at, f"{at}sheet", "/practice/bid/site/a", "/practice/play/site/a", "/practice/hand/site"):
        assert OUTSIDE.findall(worker.get(path)[1]) == [], path
    sent = (("content-type", "multipart/form-data; boundary=x"), ("sec-fetch-site", "same-origin"))
    status, headers, _ = worker.phone.answer("POST", "/REPO/photo/", sent, PHOTO)
    line = urlsplit(dict(headers)["Location"]).path
    assert (status, worker.phone.reads.take() is None) == (303, False)
    worker.phone.reads.refuse("This is no photo.")
    asked = worker.phone.answer("GET", line, (("hx-request", "true"),), b"")
    assert dict(asked[1])["HX-Redirect"] == line
