"""What a form is, and the forms that are made of no others: text, numbers, cards, enums."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.cards import Card, CardError, parse_card
from companion.store.journal import Json


class Misfit(ValueError):
    """A value that is not what its hint says; the message leads to it by the names of the fields."""

    def inside(self, where: str) -> Misfit:
        """The same fault, seen from one level further out."""
        return Misfit(f"{where}: {self}")


@dataclass(frozen=True)
class JsonForm:
    """How the values of one hint become JSON (``dump``) and come back (``load``); both refuse a misfit."""

    says: str
    shape: str
    """The kind of JSON: ``text``, ``number``, ``truth``, ``null``, ``list``, ``object`` or ``anything``."""
    dump: Callable[[Any], Json]
    load: Callable[[Json], Any]


def shape_of(value: Json) -> str:
    """The kind of JSON that a value is.

    :raises Misfit: if it is none.
    """
    for shape, kinds in _SHAPES.items():
        if isinstance(value, kinds):
            return shape
    raise Misfit(f"{value!r} is no JSON")


# True and False are whole numbers to Python, so they are asked for first.
_SHAPES: Mapping[str, tuple[type, ...]] = {
    "truth": (bool,),
    "number": (int, float),
    "text": (str,),
    "null": (type(None),),
    "list": (list, tuple),
    "object": (Mapping,),
}


def enum_form(cls: type[Enum]) -> JsonForm:
    """An enum, by the values of its members."""
    return members_form(f"a {cls.__name__}", {member: member.value for member in cls}, cls)


def members_form(says: str, spelled: Mapping[Any, Json], cls: type | None = None) -> JsonForm:
    """A few named values; where ``cls`` is given, only that class's own are dumped, and not what merely equals them.

    :raises Misfit: if they are not all spelled as text, or all as numbers.
    """
    shapes = {shape_of(value) for value in spelled.values()}
    if shapes not in ({"text"}, {"number"}):
        raise Misfit(f"{says} has values that are neither all text nor all numbers")
    (shape,) = shapes
    named = {value: member for member, value in spelled.items()}
    choices = ", ".join(repr(value) for value in named)

    def dump(value: Any) -> Json:
        if (cls is None or type(value) is cls) and not isinstance(value, bool) and value in spelled:
            return spelled[value]
        raise Misfit(f"{value!r} is not {says}")

    def load(value: Json) -> Any:
        if shape_of(value) != shape or value not in named:
            raise Misfit(f"{value!r} is not {says}: one of {choices}")
        return named[value]

    return JsonForm(says, shape, dump, load)


def _exactly(cls: type, says: str, shape: str) -> JsonForm:
    def check(value: Any) -> Any:
        if type(value) is not cls:
            raise Misfit(f"{value!r} is not {says}")
        return value

    return JsonForm(says, shape, check, check)


def _text(value: Any) -> str:
    if type(value) is not str:
        raise Misfit(f"{value!r} is not text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Misfit(f"{value!r} holds half a character (an unpaired surrogate)") from None
    return value


def _fraction(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise Misfit(f"{value!r} is not a number")
    return float(value)


def _dump_card(value: Any) -> str:
    if not isinstance(value, Card):
        raise Misfit(f"{value!r} is not a card")
    return str(value)


def _load_card(value: Json) -> Card:
    try:
        return parse_card(_text(value))
    except CardError as fault:
        raise Misfit(str(fault)) from None


def _dump_anything(value: Any) -> Json:
    shape = shape_of(value)
    if shape == "list":
        return [_dump_anything(one) for one in value]
    if shape == "object":
        return {_text(key): _dump_anything(one) for key, one in value.items()}
    return value if type(value) in (bool, int, type(None)) else _dump_scalar(value)


def _dump_scalar(value: Any) -> Json:
    return _text(value) if isinstance(value, str) else _fraction(value)


def _load_anything(value: Json) -> Any:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(_load_anything(one) for one in value)
    if isinstance(value, Mapping):
        return {key: _load_anything(one) for key, one in value.items()}
    return _dump_anything(value)


ANYTHING = JsonForm("plain JSON", "anything", _dump_anything, _load_anything)
"""Plain values without a class of their own; lists come back as tuples."""

PLAIN: Mapping[Any, JsonForm] = {
    str: JsonForm("text", "text", _text, _text),
    int: _exactly(int, "a whole number", "number"),
    float: JsonForm("a number", "number", _fraction, _fraction),
    bool: _exactly(bool, "true or false", "truth"),
    type(None): _exactly(type(None), "null", "null"),
    Card: JsonForm("a card", "text", _dump_card, _load_card),
    object: ANYTHING,
    Any: ANYTHING,
}
"""The forms of the plainest hints."""
