"""Reads JSON into a record by its type hints, so that a wrong value is named and answered with what would do.

Null and a key that is left out mean the same, except for true or false. A page writes what a form says as JSON would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, NewType, TypeVar, get_args, get_origin, get_type_hints

from cattrs import AttributeValidationNote, BaseValidationError, Converter, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, mapping_structure_factory

from companion.cards import Card, CardError, Suit, parse_card, parse_cards
from companion.rules.auction import Call
from companion.rules.json_text import NOT_IN_JSON, RequestError, show
from companion.rules.meld.kinds import MeldKind
from companion.rules.score.facts import DealEnd

Cards = tuple[Card, ...]
Score = NewType("Score", int)
"""A whole number that may be below zero."""
_Record = TypeVar("_Record")
_SUITS = {name: suit for suit in Suit for name in (suit.value, suit.symbol[0], suit.word.upper())}
_HIGHEST = 1_000_000
_QUOTE = "'"


def read(value: object, record: type[_Record], name: str = "the request") -> _Record:
    """The record that a JSON value holds.

    :raises RequestError: if it does not fit; the message names the place.
    """
    try:
        return CONVERTER.structure(value, record)
    except (BaseValidationError, ValueError) as fault:
        raise RequestError(_explain(fault, name)) from None


def _explain(fault: BaseException, place: str) -> str:
    """The first fault, after the name of its place: a key, or one entry of it as ``meld.A``."""
    around = place
    while isinstance(fault, BaseValidationError):
        fault, around = fault.exceptions[0], place
        for note in getattr(fault, "__notes__", ()):
            if isinstance(note, AttributeValidationNote):
                place = repr(note.name)
            elif isinstance(note, IterableValidationNote) and isinstance(note.index, str):
                place = f"{around.strip(_QUOTE)}.{note.index}"
    if isinstance(fault, RequestError):
        return str(fault)
    if isinstance(fault, KeyError):
        return f"{around} lacks {fault}"
    return f"{place}: {fault}" if isinstance(fault, CardError) else f"{place} {fault}"


def to_json(answer: object) -> Any:
    """An answer's record as plain JSON."""
    return CONVERTER.unstructure(answer)


def whole(value: object, name: str) -> int:
    """A whole number from 0 up.

    :raises RequestError: if it is anything else.
    """
    return read(value, int, name)


def _read_int(value: Any, hint: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"must be a whole number, not {show(value)}")
    if hint is not Score and value < 0:
        raise ValueError(f"must be 0 or more, not {show(value)}")
    if abs(value) > _HIGHEST:
        raise ValueError(f"must not be beyond {_HIGHEST}")
    return value


def _expect(kind: type, says: str) -> Callable[[Any, Any], Any]:
    def check(value: Any, _: Any) -> Any:
        if not isinstance(value, kind):
            raise ValueError(f"must be {says}, not {show(value)}")
        return value

    return check


_object = _expect(dict, "a JSON object")
_list = _expect(list, "a list")
_text = _expect(str, "a text")


def _read_suit(value: Any, _: Any) -> Suit:
    suit = _SUITS.get(value.strip("\ufe0e\ufe0f ").upper()) if isinstance(value, str) else None
    if suit is None:
        raise ValueError(f"must be one of S, H, C, D, not {show(value)}")
    return suit


def _read_enum(value: Any, kind: Iterable[Enum]) -> Enum:
    member = next((each for each in kind if each.value == value), None)
    if member is None:
        raise ValueError(f"must be one of {', '.join(str(each.value) for each in kind)}, not {show(value)}")
    return member


def _read_end(value: Any, _: Any) -> Enum:
    """A deal of which only the points are known is not scored."""
    return _read_enum(value, [each for each in DealEnd if each is not DealEnd.POINTS])


def _read_meld_kind(value: Any, kind: type[MeldKind]) -> MeldKind:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(each.value for each in kind)
        raise RequestError(f"a meld’s kind must be one of {known}, not {show(value)}") from None


def _read_cards(value: Any, _: Any) -> Cards:
    if not isinstance(value, str) and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
        raise ValueError(f'must be a list of cards such as ["AS", "10H"], not {show(value)}')
    return parse_cards(value)


def _read_card(value: Any, _: Any) -> Card:
    if not isinstance(value, str):
        raise ValueError(f'must be a card such as "AS", not {show(value)}')
    return parse_card(value)


def _read_words(value: Any, _: Any) -> tuple[str, ...]:
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError(f'must be a list of suits and cards such as ["H", "AS"], not {show(value)}')
    return tuple(words)


def _read_call(value: Any, _: Any) -> Call:
    """A seat with an amount, null for a pass, or "moon", whose amount the variant sets."""
    if not isinstance(value, list) or len(value) != 2:
        raise RequestError(f"a call must be [seat, amount], with null for a pass, not {show(value)}")
    seat, amount = whole(value[0], "a seat"), value[1]
    if amount == "moon":
        return Call(seat, None, moon=True)
    return Call(seat, None if amount is None else whole(amount, "an amount"))


def _card_or_record_reader(hint: Any) -> Callable[[Any, Any], Any]:
    record = next(each for each in get_args(hint) if each is not Card)
    return lambda value, _: CONVERTER.structure(value, Card if isinstance(value, str) else record)


def _record_reader(record: Any) -> Callable[[Any, Any], Any]:
    read_fields, hints = make_dict_structure_fn(record, CONVERTER), get_type_hints(record)
    keys = [each.name for each in fields(record) if NOT_IN_JSON not in each.metadata]

    def read_record(value: Any, _: Any) -> Any:
        if isinstance(value, str) and (example := getattr(record, "example", "")):
            raise ValueError(f"must be an object such as {example}")
        for key in _object(value, record):
            if key not in keys:
                raise ValueError(f"has an unknown key {show(key)}; these would do: {', '.join(keys)}")
        given = {key: held for key, held in value.items() if held is not None or hints[key] is bool}
        return read_fields(given, record)

    return read_record


def _mapping_reader(hint: Any) -> Callable[[Any, Any], Any]:
    read_items = mapping_structure_factory(hint, CONVERTER, key_type=str, val_type=get_args(hint)[1])
    return lambda value, _: read_items(_object(value, hint), hint)


def _row_reader(hint: Any) -> Callable[[Any, Any], Any]:
    rows: Any = list[get_args(hint)[0]]  # type: ignore[misc]  # known only as it runs
    return lambda value, _: tuple(CONVERTER.structure(_list(value, hint), rows))


def _is_of(kind: Any) -> Callable[[Any], bool]:
    return lambda hint: get_origin(hint) is kind


CONVERTER = Converter(unstruct_collection_overrides={tuple: list})
"""Reads every field that questions and requests have; how a variant is named is up to who reads one."""
CONVERTER.register_unstructure_hook(Card, str)
CONVERTER.register_structure_hook(str, lambda value, hint: (_text if hint is str else _read_enum)(value, hint))
CONVERTER.register_structure_hook(bool, _expect(bool, "true or false"))
CONVERTER.register_structure_hook(int, _read_int)
CONVERTER.register_structure_hook_func(lambda hint: hint is Score, _read_int)
CONVERTER.register_structure_hook_factory(_is_of(Mapping), _mapping_reader)
CONVERTER.register_structure_hook_factory(_is_of(tuple), _row_reader)
CONVERTER.register_structure_hook_factory(is_dataclass, _record_reader)
CONVERTER.register_structure_hook_factory(
    lambda hint: len(get_args(hint)) == 2 and Card in get_args(hint), _card_or_record_reader
)
CONVERTER.register_structure_hook_func(lambda hint: hint == tuple[str, ...], _read_words)
CONVERTER.register_structure_hook_func(lambda hint: hint == Cards, _read_cards)
CONVERTER.register_structure_hook(Call, _read_call)
CONVERTER.register_structure_hook(Suit, _read_suit)
CONVERTER.register_structure_hook(MeldKind, _read_meld_kind)
CONVERTER.register_structure_hook(Card, _read_card)
CONVERTER.register_structure_hook(DealEnd, _read_end)
