"""``companion reader``: photos are read by a process of its own, and none is lost with it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from time import monotonic

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.store import Store, open_store
from companion.vision.samples import find_sample
from companion.web.core.forms import new_key
from companion.web.photo.checked import checked_from_json
from companion.web.photo.desk import PHOTO, read_and_keep
from companion.web.photo.line import FarLine, ReadingQueue
from tests.conftest import PATIENCE_SECONDS
from tests.web.photo_reader import read_pinochle

SAMPLE = find_sample("both-pinochles")
MORE_THAN_AT_ONCE = 9
ABOUT = {"purpose": {"variant": "site"}, "pack": {str(card): 2 for card in SAMPLE.cards}, "owners": []}


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    opened = open_store(database=postgres)
    yield opened
    opened.close()


def hand_in(store: Store) -> str:
    """A photo that waits, sent by a form of its own: it is another than all before."""
    assert store.waiting is not None
    about = {**ABOUT, "key": new_key()}
    made = store.waiting.hand_in(PHOTO, SAMPLE.picture.read_bytes(), about, 9, 9_999_999)
    assert made is not None
    return made


@contextmanager
def reader(database: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "companion", "reader", "--database", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def answer_to(store: Store, photo: str) -> object:
    """What came of a photo, once something has."""
    assert store.waiting is not None
    store.waiting.wait_for_answer(photo, PATIENCE_SECONDS)
    place = store.waiting.find(photo)
    assert place is not None
    assert place.answer is not None
    kept = store.photos.find_photo(place.answer["photo"])
    assert kept is not None
    return sorted(map(str, checked_from_json(kept.reading).cards))


def test_what_waits_is_read_and_the_reader_stops_when_asked(store: Store, postgres: str) -> None:
    photo = hand_in(store)
    with reader(postgres) as process:
        assert answer_to(store, photo) == sorted(map(str, SAMPLE.cards))
        process.send_signal(signal.SIGTERM)
        said, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, errors) == (0, "")
    assert said.splitlines()[-1] == "Stopped. What was not read yet is left to others."


def _begun(store: Store) -> list[str]:
    """Photos of which a reader has begun the first; it cannot be through with all of them when it is told to end."""
    photos = [hand_in(store) for _ in range(MORE_THAN_AT_ONCE)]
    give_up = monotonic() + PATIENCE_SECONDS
    while monotonic() < give_up:
        with store.database.read() as rows:
            if rows.first("select id from work where leased_until is not null"):
                return photos
    raise AssertionError("nobody takes them")


def _unread(store: Store, photos: list[str]) -> list[str]:
    with store.database.read() as rows:
        work = {each["id"]: each["answer"] for each in rows.all("select id, answer from work")}
    return [photo for photo in photos if not work[photo]]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_reader_that_ends_over_photos_leaves_them_to_the_next(
    store: Store, postgres: str, how: signal.Signals
) -> None:
    with reader(postgres) as process:
        photos = _begun(store)
        process.send_signal(how)
        process.communicate(timeout=PATIENCE_SECONDS)
    left = _unread(store, photos)
    assert left
    if how is signal.SIGKILL:  # its time passes, which a test does not wait for
        with store.database.write() as rows:
            assert rows.first("select id from work where leased_until is not null and answer is null")
            rows.run("update work set leased_until = now() - interval '1 second' where answer is null")
    assert store.waiting is not None
    queue = ReadingQueue()
    queue.read = read_pinochle  # type: ignore[assignment]  # it is taught no deck here
    with closing(FarLine(store.waiting, PHOTO, queue, partial(read_and_keep, store, queue))):
        assert {str(answer_to(store, photo)) for photo in left} == {"['JD', 'QS']"}
        store.bell.close()


def test_photos_of_an_sqlite_file_have_no_readers_apart(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    result = CliRunner().invoke(main, ["reader", "--data", str(tmp_path)])
    assert (result.exit_code, "read by the server itself" in result.output) == (2, True)
