"""Photos kept with their right names, where the table agreed to it, and the same as a set to take away."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from typing import Any
from zipfile import ZIP_STORED, ZipFile

from companion.store.photos import Example, Examples, Photos
from companion.web.base.current import current_store, photos
from companion.web.photo.case import case_of
from companion.web.photo.checked import CheckedReading, checked_from_json

LOOKED_BACK = 8
"""So many photos of a game are asked what letters its deck has."""


def deck_of(examples: Examples, owners: Iterable[str]) -> bytes:
    """The deck that the first of these owners who has one was taught; empty if none has."""
    for owner in owners:
        taught = examples.find_deck(owner)
        if taught is not None:
            return taught.deck
    return b""


def letters_of(kept: Photos, game: str) -> str:
    """The letters that the deck of a game was seen to have in its latest photos; empty if none showed them."""
    bodies = kept.readings_of(game, LOOKED_BACK) if game else []
    return next((letters for body in bodies if (letters := checked_from_json(body).letters)), "")


def keep_photo(owner: str, photo: str) -> None:
    """Keep a photo, and those joined with it, with the names as they stand.

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
    """Keep a corrected photo once none of its names is in doubt, if its table agreed."""
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
