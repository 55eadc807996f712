"""Commands and events as plain JSON values, so that the judge sees no object of the companion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from companion.cards import Card


def plain(value: Any) -> Any:
    """A value as JSON would hold it: cards as text, enums by their values, records and mappings as objects.

    A record has the name of its class as its kind, unless it says itself of what kind it is, as a meld does.
    """
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        told = {each.name: plain(getattr(value, each.name)) for each in fields(value)}
        return {"kind": type(value).__name__, **told}
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return sorted(map(plain, value)) if isinstance(value, (set, frozenset)) else value
