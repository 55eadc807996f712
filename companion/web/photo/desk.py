"""Reading a photo when its turn comes, in any process; how long it is kept; and photos kept to learn from."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import partial
from time import perf_counter
from typing import Any
from zipfile import ZIP_STORED, ZipFile

from flask import Flask

from companion.cards import parse_card
from companion.store import Store
from companion.store.database import Body
from companion.store.errors import AlreadyThere
from companion.store.moments import at, now
from companion.store.photos import Example, Examples, Photo, Photos
from companion.vision import Reading
from companion.vision.reading import Unreadable
from companion.vision.serve import Pack, Picture
from companion.vision.stages.letters import add_evidence
from companion.vision.stages.notes import notes_on
from companion.web.core.current import current_store, photos
from companion.web.core.identity import this_phone
from companion.web.core.request import work_done
from companion.web.photo.case import Kind, Purpose, case_of, read_purpose
from companion.web.photo.checked import CheckedReading, checked_from_json, checked_from_reading
from companion.web.photo.line import Doing, FarLine, NearLine, ReadingQueue, WaitingLine

KEPT_FOR = timedelta(hours=24)


def is_over(photo: Photo) -> bool:
    """Return True if a photo has been kept long enough; so has one with a future date from a wrong clock."""
    return not _oldest() <= photo.at <= _newest()


def forget_old(photos: Photos) -> int:
    """Throw away every photo whose time is over; how many there were."""
    return photos.prune(before=_oldest(), after=_newest())


def _oldest() -> str:
    return at(datetime.now(timezone.utc) - KEPT_FOR)


def _newest() -> str:
    return at(datetime.now(timezone.utc) + KEPT_FOR)


LOOKED_BACK = 8
"""The number of a game's photos that say which letters its deck has."""


def deck_of(examples: Examples, owners: Iterable[str]) -> bytes:
    """The taught deck of the first of these owners with one; empty if there is none."""
    for owner in owners:
        taught = examples.find_deck(owner)
        if taught is not None:
            return taught.deck
    return b""


def letters_of(kept: Photos, game: str) -> tuple[float, ...]:
    """How well each alphabet explains the letters and the answers of a game's latest photos; empty without a photo."""
    bodies = kept.readings_of(game, LOOKED_BACK) if game else []
    return add_evidence(each for body in bodies for each in checked_from_json(body).evidence)


def keep_photo(owner: str, photo: str) -> None:
    """Keep a photo and its joined ones, with the present names.

    Not one that is gone or left out, or has a name in doubt.
    """
    found = photos().find_photo(photo)
    if found is None:
        return
    checked = checked_from_json(found.reading)
    if not (checked.doubtful or checked.left_out):
        current_store().examples.keep(owner, Example(found.id, found.jpeg, found.reading, found.at))
    for other in checked.joined:
        keep_photo(owner, other)


def keep_if_agreed(photo: str, checked: CheckedReading) -> None:
    """Keep a corrected photo once all its names are sure, if its table agreed."""
    owner = case_of(checked.purpose).owner
    if not checked.doubtful and current_store().examples.agrees(owner):
        keep_photo(owner, photo)


def to_set(examples: Iterable[Example]) -> bytes:
    """A zip file of the photos, with a line of truth for each in ``manifest.jsonl``."""
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_STORED) as packed:
        lines = []
        for example in examples:
            packed.writestr(f"images/{example.id}.jpg", example.jpeg)
            lines.append(json.dumps(_truth(example), ensure_ascii=False))
        packed.writestr("manifest.jsonl", "".join(f"{line}\n" for line in lines))
    return stream.getvalue()


def _truth(example: Example) -> dict[str, Any]:
    checked = checked_from_json(example.reading)
    return {
        "file": f"{example.id}.jpg",
        "source_repo": "own table",
        "scene": str(checked.purpose.kind),
        "cards": [str(card) for card in checked.cards],
        "n_cards": len(checked.cards),
        "pinochle_ranks_only": True,
        "difficulty": "unknown",
        "labels_by": "a person at the table",
        "verified_by_eye": True,
        "outlines": [found.outline for found in checked.lying.values()],
        "size_of_outlines": checked.size,
    }


PHOTO = "photo"


def line_for(app: Flask, kind: str, queue: ReadingQueue, do: Doing) -> WaitingLine:
    """The line of one kind of work: in the database where several processes share it, else in this process.

    With ``READS`` off, what waits in the database is left to readers elsewhere.
    """
    store: Store = app.extensions["store"]
    do = partial(_measured, app, kind, do)
    if store.waiting is None:
        return NearLine(queue, do)
    return FarLine(store.waiting, kind, queue, do if app.config["READS"] else None)


def _measured(app: Flask, kind: str, do: Doing, content: bytes, about: Body) -> Body:
    """Do it, and signal how long it took and whether it failed."""
    begun_at, failed = perf_counter(), "broke"
    try:
        done = do(content, about)
        failed = ""
        return done
    except Unreadable:
        failed = "unreadable"
        raise
    finally:
        work_done.send(app, kind=kind, seconds=perf_counter() - begun_at, failed=failed)


def about_photo(purpose: Purpose, key: str = "", sweep: str = "") -> Body:
    """Everything needed to read a photo or a frame: its purpose, the pack, and the owners of its deck.

    :param key: of the form that it was sent by; a frame, which is not kept, has none.
    :param sweep: of a live camera, that it belongs to.
    """
    pack = case_of(purpose).variant.pack.counts
    return {
        "key": key,
        "purpose": purpose.asked,
        "pack": {str(card): copies for card, copies in pack.items()},
        "sweep": sweep,
        "owners": [owner for owner in (purpose.game, this_phone()) if owner],
    }


def purpose_of(about: Body) -> Purpose:
    """The purpose of a queued photo."""
    return read_purpose(about["purpose"])


def read_and_keep(store: Store, queue: ReadingQueue, content: bytes, about: Body) -> Body:
    """Read a photo and keep it with what was read, joined to the one it belongs to; its id under ``photo``.

    A photo sent again because its answer was lost is the one already kept.

    :raises Unreadable: if it can't be read.
    """
    is_kept = store.photos.find_photo(_id_of(content, about)) is not None
    return keep_read(store, None if is_kept else _read(store, queue, content, about), content, about)


def keep_read(store: Store, picture: Picture | None, content: bytes, about: Body) -> Body:
    """Keep the reading of a photo, unless it is kept already (None), as :func:`read_and_keep` does."""
    photo, purpose, kept = _id_of(content, about), purpose_of(about), store.photos
    purpose = replace(purpose, join=_first_of(kept, purpose.join))
    if picture is not None:
        forget_old(kept)
        body = _to_checked(picture.reading, _pack_of(about), purpose).to_json()
        with suppress(AlreadyThere):  # another process has just read it
            kept.keep_photo(purpose.game or None, picture.jpeg, body, now(), photo)
    if purpose.join:
        kept.change_reading(purpose.join, lambda first: _joined_by(first, photo))
    return {"photo": photo}


def asked_of(store: Store, about: Body) -> tuple[Pack, dict[str, Any]]:
    """The pack of a photo or of a live camera's frame, and what a reader is to know beside it, as far as it is known.

    That is its taught ``deck``, what the game's photos say of its ``letters``, and the ``sweep`` it belongs to.
    """
    deck, letters = deck_of(store.examples, about["owners"]), letters_of(store.photos, purpose_of(about).game)
    known = {"deck": deck, "letters": letters, "sweep": about.get("sweep", "")}
    return _pack_of(about), {what: value for what, value in known.items() if value}


def _pack_of(about: Body) -> Pack:
    return {parse_card(card): copies for card, copies in about["pack"].items()}


def _read(store: Store, queue: ReadingQueue, content: bytes, about: Body) -> Picture:
    pack, known = asked_of(store, about)
    return queue.read(content, pack, **known)


def _id_of(content: bytes, about: Body) -> str:
    """A constant id for a photo sent twice by one form for one purpose; its key makes it secret."""
    key = json.dumps([about["key"], about["purpose"]]).encode()
    return hashlib.blake2b(content, key=hashlib.blake2b(key, digest_size=32).digest(), digest_size=12).hexdigest()


def _joined_by(first: Body, photo: str) -> Body:
    checked = checked_from_json(first)
    return first if photo in checked.joined else replace(checked, joined=(*checked.joined, photo)).to_json()


def _first_of(kept: Photos, photo: str) -> str:
    """The photo to join to for ``photo``: the first of its group."""
    found = kept.find_photo(photo) if photo else None
    return (checked_from_json(found.reading).purpose.join if found else "") or photo


def _to_checked(reading: Reading, pack: Pack, purpose: Purpose) -> CheckedReading:
    """The reading without the notes that the page makes itself from the corrected cards."""
    checked = checked_from_reading(reading, purpose)
    made = notes_on(reading.cards, 0, pack)
    notes = tuple(note for note in checked.notes if note not in made)
    return replace(checked, notes=notes, apart=purpose.kind is Kind.TRICKS)
