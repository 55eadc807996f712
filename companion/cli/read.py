"""``companion read | reader | kept | teach``: photographs, their queue, those kept, and a deck of one’s own."""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import click

from companion.cards import parse_cards
from companion.cli.commands import USER_ERROR, UserError, user_errors
from companion.cli.where import Where, kept_in
from companion.rules.names import tidy_name, unseen_in
from companion.rules.pack import PACKS
from companion.rules.phrases import series, several
from companion.shipped import install_again

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.store import Store
    from companion.store.photos import TaughtDeck
    from companion.vision.deck import Deck
    from companion.vision.teach import KnownPhoto


Answer = dict[str, Any]


NO_READER = f"the reader of photos is not installed; {install_again('photos')}"

decks_kept = kept_in("Where the taught decks are kept.")


def _require_reader() -> None:
    from companion.vision import is_installed

    if not is_installed():
        raise UserError(NO_READER)


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO…", type=click.Path(path_type=Path))
@click.option("--pack", type=click.Choice(list(PACKS)), help="The pack in use; it bounds the copies of each card.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each photo, as happens in any case.")
@click.option(
    "--overlay",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Draw what was seen into this folder.",
)
@click.option("--deck", metavar="NAME", help="Read a deck that companion teach has taught.")
@decks_kept
def read(
    photos: tuple[Path, ...], pack: str | None, as_json: bool, overlay: Path | None, deck: str | None, where: Where
) -> None:
    """Read the cards in photographs, one JSON line each, in order. JPEG, PNG, WebP, HEIC and AVIF will do."""
    _require_reader()
    if overlay is not None:
        _make_folder(overlay)
    counts = PACKS[pack].counts if pack is not None else None
    taught = find_deck(deck, where) if deck is not None else None
    failed = False
    for photo, drawing in zip(photos, _drawings(photos, overlay), strict=True):
        answer = _answer(photo, counts, drawing, taught)
        failed = failed or "error" in answer
        click.echo(json.dumps(answer))
    sys.exit(USER_ERROR if failed else 0)


def _drawings(photos: Sequence[Path], folder: Path | None) -> list[Path | None]:
    """The drawing of each photo: its name, with a number if several are equal."""
    before: Counter[str] = Counter()
    drawings: list[Path | None] = []
    for photo in photos:
        before[photo.stem] += 1
        number = "" if before[photo.stem] == 1 else f"-{before[photo.stem]}"
        drawings.append(folder / f"{photo.stem}{number}.png" if folder else None)
    return drawings


def _answer(photo: Path, pack: Mapping[Card, int] | None, drawing: Path | None, deck: Deck | None) -> Answer:
    """The reading of one photo, or the reason that it could not be read."""
    # OpenCV takes a third of a second to import, which the other commands need not wait for.
    from companion.vision import read_photo
    from companion.vision.reading import Unreadable
    from companion.vision.serve import decode_apart

    try:
        image = decode_apart(photo.read_bytes())
    except OSError as fault:
        return {"file": str(photo), "error": f"{photo} cannot be read: {fault.strerror}"}
    except Unreadable as refusal:
        return {"file": str(photo), "error": str(refusal)}
    reading = read_photo(image, pack, deck=deck)
    if drawing is not None:
        _draw(drawing, image, reading)
    return {"file": str(photo), **reading.to_dict(), "size": list(reading.size)}


def _draw(file: Path, image: Any, reading: Any) -> None:
    import cv2

    from companion.vision.trace import overlay

    _, png = cv2.imencode(".png", overlay(image, reading))
    _write(file, png.tobytes())


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UserError(f"the folder {folder} cannot be made: {fault.strerror}") from fault


LOOKS_UP_SECONDS = 0.5
ALONE = "photos of games in an SQLite file are read by the server itself; readers apart need --database postgresql://…"


@click.command()
@kept_in("Where the games are kept; readers of their own need --database.")
def reader(where: Where) -> None:
    """Read the photos that wait in PostgreSQL, and learn decks, until Ctrl-C; on any machine that reaches it.

    As many readers as you like may run. What one leaves half done, another takes.
    """
    _require_reader()
    from companion.cli.store import opened

    asked_to_stop: list[int] = []
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda number, _: asked_to_stop.append(number))
    with opened(where) as store, _reading(store):
        click.echo(f"Reading the photos of {store.database.where}. Ctrl-C stops it.")
        while not asked_to_stop:  # a signal that comes as a wait begins does not end that wait
            sleep(LOOKS_UP_SECONDS)
        store.bell.close()
    click.echo("Stopped. What was not read yet is left to others.")


@contextmanager
def _reading(store: Store) -> Iterator[None]:
    """Take photos and lessons while the block lasts, each at a desk of its own."""
    from companion.web.deck import LESSON, teach_and_keep, teach_apart
    from companion.web.photo.desk import PHOTO, read_and_keep
    from companion.web.photo.line import FarLine, ReadingQueue

    if store.waiting is None:
        raise UserError(ALONE)
    photos, lessons = ReadingQueue(), ReadingQueue()
    lines = [
        FarLine(store.waiting, PHOTO, photos, partial(read_and_keep, store, photos)),
        FarLine(store.waiting, LESSON, lessons, partial(teach_and_keep, store, partial(teach_apart, lessons))),
    ]
    try:
        yield
    finally:
        for line in lines:
            line.close()


ASK_FOR_ONE = "say what to do with the kept photos: --to FILE.zip, --delete, or both"


@click.command()
@click.argument("game", required=False)
@click.option("--to", "file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a zip file.")
@click.option("--delete", is_flag=True, help="Delete them, after the file is written.")
@kept_in("Where the games are kept.")
def kept(game: str | None, file: Path | None, delete: bool, where: Where) -> None:
    """Export or delete the photos that tables agreed to keep, all of them or those of one GAME.

    The zip file holds the photos and, in manifest.jsonl, the cards that a person said lie in each.
    """
    from companion.cli.store import opened
    from companion.web.photo.desk import to_set

    if file is None and not delete:
        raise UserError(ASK_FOR_ONE)
    with opened(where) as store:
        owners = store.examples.owners() if game is None else (game,)
        photos = [example for owner in owners for example in store.examples.all_of(owner)]
        if file is not None:
            _write(file, to_set(photos))
        for owner in owners if delete else ():
            store.examples.delete_all(owner)
    done = [f"written to {file}"] * (file is not None) + ["deleted"] * delete
    click.echo(f"{several(len(photos), 'photo')} {series(done)}.")


def _write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as fault:
        raise UserError(f"{file} cannot be written: {fault.strerror}") from fault


NAMELESS = "give the deck a name: companion teach NAME PHOTO…"


@click.command()
@click.argument("deck", metavar="NAME")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO…", type=click.Path(path_type=Path))
@click.option("--more", is_flag=True, help="Add to what was learned of this deck before.")
@decks_kept
def teach(deck: str, photos: tuple[Path, ...], more: bool, where: Where) -> None:
    """Teach the reader a deck from photos of known cards; companion read --deck NAME then uses it.

    The cards of photo.jpg are taken from photo.txt beside it (such as: QS JD 10H), else they are asked for. Take
    five to ten photos, each of one to six cards, until every card has been in one.
    """
    _require_reader()
    from companion.vision.deck import DeckError
    from companion.vision.teach import learn_deck

    deck = tidy_name(deck)
    if wrong := unseen_in(deck) if deck else NAMELESS:
        raise UserError(wrong)
    examples = [_example(photo) for photo in photos]
    with user_errors(DeckError):
        known = find_deck(deck, where) if more else None
        learned = learn_deck(examples, known)
    before, after = (_count_right(examples, taught) for taught in (known, learned))
    total = sum(len(example.cards) for example in examples)
    keep_deck(deck, learned, {"before": before, "after": after, "cards": total}, where)
    for note in learned.notes:
        click.echo(note)
    click.echo(f"{deck}: of these {total} cards {before} were read before, {after} are read now.")


def _example(photo: Path) -> KnownPhoto:
    from companion.vision.reading import Unreadable
    from companion.vision.serve import decode_apart
    from companion.vision.teach import KnownPhoto

    beside = photo.with_suffix(".txt")
    try:
        image = decode_apart(photo.read_bytes())
        text = beside.read_text(encoding="utf-8") if beside.exists() else _ask(photo)
        return KnownPhoto(image, tuple(parse_cards(text)))
    except OSError as fault:
        raise UserError(f"{photo} cannot be read: {fault.strerror}") from fault
    except Unreadable as refusal:
        raise UserError(f"{photo}: {refusal}") from refusal
    except UnicodeDecodeError as fault:
        raise UserError(f"{beside} is no text; write the cards into it, such as: QS JD 10H") from fault
    except ValueError as fault:
        raise UserError(f"the cards of {photo}: {fault}") from fault


def _ask(photo: Path) -> str:
    return str(click.prompt(f"Which cards are in {photo.name}? (such as QS JD 10H)"))


def _count_right(examples: Sequence[KnownPhoto], deck: Deck | None) -> int:
    from collections import Counter

    from companion.vision import read_photo

    return sum(
        (Counter(read_photo(example.image, deck=deck).counts) & Counter(example.cards)).total() for example in examples
    )


def find_deck(name: str, where: Where) -> Deck:
    """The deck that was taught under this name, for the reader of today.

    :raises UserError: if there is none.
    """
    from companion.cli.store import opened
    from companion.store.photos import named_deck
    from companion.vision.deck import DeckError, deck_from_bytes
    from companion.vision.teach import relearn_deck

    name = tidy_name(name)
    with opened(where, make=True) as store:
        found: TaughtDeck | None = store.examples.find_deck(named_deck(name))
    if found is None:
        raise UserError(f"no deck named {name} was taught; companion teach {name} PHOTO… teaches one")
    with user_errors(DeckError):
        return relearn_deck(deck_from_bytes(found.deck))


def keep_deck(name: str, deck: Deck, report: Mapping[str, Any], where: Where) -> None:
    """Keep the learned deck under this name, in place of an earlier one."""
    from companion.cli.store import opened
    from companion.store.moments import now
    from companion.store.photos import TaughtDeck, named_deck

    with opened(where, make=True) as store:
        store.examples.keep_deck(named_deck(name), TaughtDeck(deck.to_bytes(), dict(report), now()))
