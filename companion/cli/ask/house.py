"""House variants at the command line: out of a file, out of a data folder, or whole in a request.

The store is imported where it is needed: counting a meld by a variant of the rulebook opens no database.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.cli.ask.fields import RequestError, read_json
from companion.cli.where import Where
from companion.rules.house import HouseError, HouseVariant, house_variant
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, VariantError, find_variant


def named_variant(name: str, houses: Mapping[str, HouseVariant] | None = None) -> Variant:
    """The variant of a key, of the id of a house variant, or in a file that one was exported to.

    :raises RequestError: if it is none of these; the message says what would do.
    """
    house = (houses or {}).get(name)
    if house is not None:
        return _made(house)
    given = key_or_document(name)
    return keyed_variant(given) if isinstance(given, str) else variant_in(given)


def keyed_variant(key: str) -> Variant:
    """The variant of the rulebook of this key.

    :raises RequestError: if there is none; the message says which there are.
    """
    try:
        return find_variant(key)
    except VariantError as fault:
        raise RequestError(str(fault)) from None


def key_or_document(name: str) -> object:
    """What somebody typed for a variant, or where that names a file, the document in it.

    :raises RequestError: if the file can't be read.
    """
    known = any(variant.key == name for variant in VARIANTS)
    return name if known or not Path(name).is_file() else _read_document(name)


def _read_document(path: str) -> object:
    try:
        return read_json(Path(path).read_bytes())
    except OSError as fault:
        raise RequestError(f"{path} cannot be read: {fault.strerror}") from fault
    except RequestError as fault:
        raise RequestError(f"{path} is {fault}") from fault


def variant_in(document: object) -> Variant:
    """The variant of a house variant as it was exported.

    :raises RequestError: if the document is none; the message says why.
    """
    from companion.store.errors import StoreError
    from companion.store.files import read_house_document

    try:
        return _made(read_house_document(document))
    except StoreError as fault:
        raise RequestError(str(fault)) from fault


def houses_in(where: Where) -> dict[str, HouseVariant]:
    """The house variants that are kept there by their ids.

    :raises RequestError: if nothing is kept there, or it can't be read.
    """
    from companion.store import StoreError

    if not where.is_there:
        raise RequestError(f"nothing is kept in {where.data}; say by --data where the games are kept")
    try:
        store = where.open()
        try:
            return {row.id: row.house for row in store.houses.list_houses()}
        finally:
            store.close()
    except StoreError as fault:
        raise RequestError(str(fault)) from fault


def _made(house: HouseVariant) -> Variant:
    try:
        return house_variant(house)
    except HouseError as fault:
        raise RequestError(f"{house.name}: {fault}") from fault
