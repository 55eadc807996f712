"""``companion read``: the cards in photographs."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.commands import USER_ERROR, UserError
from companion.cli.teach import decks_kept, find_deck
from companion.cli.where import Where
from companion.rules.pack import PACKS

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.vision.deck import Deck

Answer = dict[str, Any]


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
    """Read the cards in photographs, one JSON line each, in order. JPEG, PNG, WebP and HEIC will do."""
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
    """Where each photo is drawn: by its name, with a number where another has the same."""
    before: Counter[str] = Counter()
    drawings: list[Path | None] = []
    for photo in photos:
        before[photo.stem] += 1
        number = "" if before[photo.stem] == 1 else f"-{before[photo.stem]}"
        drawings.append(folder / f"{photo.stem}{number}.png" if folder else None)
    return drawings


def _answer(photo: Path, pack: Mapping[Card, int] | None, drawing: Path | None, deck: Deck | None) -> Answer:
    """What was read in one photo, or why it could not be read."""
    # OpenCV takes a third of a second to import, which the other commands need not wait for.
    from companion.vision import read_photo
    from companion.vision.serve.apart import decode_apart
    from companion.vision.serve.picture import Unreadable

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

    from companion.vision.overlay import overlay

    _, png = cv2.imencode(".png", overlay(image, reading))
    try:
        file.write_bytes(png.tobytes())
    except OSError as fault:
        raise UserError(f"{file} cannot be written: {fault.strerror}") from fault


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UserError(f"the folder {folder} cannot be made: {fault.strerror}") from fault
