"""A house variant as a file that people hand to each other."""

from __future__ import annotations

import json
from collections.abc import Mapping

from companion.rules.house import HouseError, HouseVariant, make_house
from companion.store.errors import StoreError
from companion.store.journal import Json

FORMAT = "companion-variant"
VERSION = 1
_FIELDS = ("format", "v", "name", "base", "changes")


def house_document(house: HouseVariant) -> dict[str, Json]:
    """A house variant as one JSON document."""
    return {
        "format": FORMAT,
        "v": VERSION,
        "name": house.name,
        "base": house.base,
        "changes": dict(house.changes),
    }


def is_house_document(document: Json) -> bool:
    """Whether a document says that it is a house variant, be it a good one or not."""
    return isinstance(document, Mapping) and document.get("format") == FORMAT


def read_house_document(document: Json) -> HouseVariant:
    """The house variant that a document holds.

    :raises StoreError: if it is none, is written by a newer companion, or holds what can't be; the message says what.
    """
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise StoreError(f'this is no house variant: it has to be a JSON object with "format": "{FORMAT}"')
    version = document.get("v")
    if isinstance(version, int) and version > VERSION:
        raise StoreError(
            f"this house variant is of version {version}, from a newer companion; this one reads {VERSION}"
        )
    if version != VERSION or set(document) != set(_FIELDS):
        raise StoreError(f"a house variant of version {VERSION} has the fields {', '.join(_FIELDS)} and no others")
    name, base, changes = document["name"], document["base"], document["changes"]
    if not isinstance(name, str) or not isinstance(base, str) or not isinstance(changes, Mapping):
        raise StoreError("in a house variant the name and the base are texts, and the changes an object of options")
    try:
        return make_house(name, base, changes)
    except HouseError as fault:
        raise StoreError(f"these rules can’t be used: {fault}") from fault


def read_house_file(content: bytes) -> HouseVariant:
    """The house variant in a file, whatever file somebody chose.

    :raises StoreError: if it is none; the message says what is wrong.
    """
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        raise StoreError("this file holds no house variant: choose the one that was saved from this page") from None
    return read_house_document(document)
