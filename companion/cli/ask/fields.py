"""Reads the fields of a JSON request, each checked, so that a wrong one is named and answered with what would do."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from companion.cards import Card, CardError, Suit, parse_cards

_SUITS = {name: suit for suit in Suit for name in (suit.value, suit.symbol[0], suit.word.upper())}


class RequestError(ValueError):
    """A request that cannot be read; the message says what was wrong and what would be right."""


@dataclass(frozen=True)
class Fields:
    """One JSON object of a request, read key by key."""

    values: Mapping[str, object]
    name: str
    """What the object is called in messages."""

    @classmethod
    def read(cls, value: object, known: Iterable[str], name: str = "the request") -> Fields:
        """Return the fields of a JSON object that has no other keys than those known.

        :raises RequestError: if it is not an object, or has an unknown key.
        """
        if not isinstance(value, dict):
            raise RequestError(f"{name} must be a JSON object, not {show(value)}")
        keys = tuple(known)
        for key in value:
            if key not in keys:
                raise RequestError(f"{name} has an unknown key {show(key)}; these would do: {', '.join(keys)}")
        return cls(value, name)

    def has(self, key: str) -> bool:
        """Whether the key is there and holds more than null."""
        return self.values.get(key) is not None

    def need(self, key: str) -> object:
        """Return what the key holds.

        :raises RequestError: if the key is missing or null.
        """
        if not self.has(key):
            raise RequestError(f"{self.name} lacks {key!r}")
        return self.values[key]

    def text(self, key: str) -> str:
        """:raises RequestError: unless the key holds a text."""
        value = self.need(key)
        if not isinstance(value, str):
            raise RequestError(f"{key!r} must be a text, not {show(value)}")
        return value

    def flag(self, key: str, otherwise: bool) -> bool:
        """:raises RequestError: unless the key holds true or false, or is left out."""
        value = self.values.get(key, otherwise)
        if not isinstance(value, bool):
            raise RequestError(f"{key!r} must be true or false, not {show(value)}")
        return value

    def number(self, key: str) -> int:
        """:raises RequestError: unless the key holds a whole number from 0 up."""
        return whole(self.need(key), repr(key))

    def number_or_none(self, key: str) -> int | None:
        """:raises RequestError: unless the key holds a whole number from 0 up, or nothing."""
        return self.number(key) if self.has(key) else None

    def suit(self, key: str) -> Suit:
        """:raises RequestError: unless the key names a suit."""
        return read_suit(self.need(key), repr(key))

    def suit_or_none(self, key: str) -> Suit | None:
        """:raises RequestError: unless the key names a suit, or holds nothing."""
        return self.suit(key) if self.has(key) else None

    def cards_or_none(self, key: str) -> tuple[Card, ...]:
        """No cards where the key is left out.

        :raises RequestError: if the key holds anything but cards.
        """
        return self.cards(key) if self.has(key) else ()

    def cards(self, key: str) -> tuple[Card, ...]:
        """:raises RequestError: unless the key holds a list of cards, or a line of them."""
        value = self.need(key)
        spelled = [card for card in value if isinstance(card, str)] if isinstance(value, list) else value
        if not isinstance(spelled, (str, list)) or (isinstance(value, list) and len(spelled) < len(value)):
            raise RequestError(f'{key!r} must be a list of cards such as ["AS", "10H"], not {show(value)}')
        try:
            return parse_cards(spelled)
        except CardError as error:
            raise RequestError(f"{key!r}: {error}") from None


def read_json(text: str | bytes) -> object:
    """Return what a JSON text holds.

    :raises RequestError: if it is no JSON, or names a key twice.
    """
    try:
        spelled = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError:
        raise RequestError("not JSON: the text is not UTF-8") from None
    if not spelled.strip():
        raise RequestError("nothing was asked: the request is empty")
    try:
        value = json.loads(
            spelled, object_pairs_hook=_unrepeated, parse_constant=_no_such_number, parse_int=_number_of_digits
        )
    except json.JSONDecodeError as error:
        raise RequestError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise RequestError(_TOO_DEEP) from None
    _check_depth(value)
    return value


_TOO_DEEP = "not a request: nested too deeply"
_DEEPEST = 20


def _check_depth(value: object) -> None:
    """What Python could just read it may not be able to write into a message; no request is nearly as deep."""
    level = [value]
    for _ in range(_DEEPEST):
        held = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, (dict, list))]
        level = [*chain.from_iterable(held)]
    if level:
        raise RequestError(_TOO_DEEP)


def _unrepeated(pairs: list[tuple[str, object]]) -> dict[str, object]:
    named = dict(pairs)
    if len(named) < len(pairs):
        keys = [key for key, _ in pairs]
        raise RequestError(f"the key {show(next(key for key in keys if keys.count(key) > 1))} is given twice")
    return named


def _number_of_digits(digits: str) -> int:
    """Python refuses to read thousands of digits; no amount in pinochle has more than a few."""
    if len(digits) > _MOST_DIGITS:
        raise RequestError(f"a number of {len(digits)} digits is too long")
    return int(digits)


_MOST_DIGITS = 18


def _no_such_number(word: str) -> object:
    raise RequestError(f"not JSON: {word} is no number")


def whole(value: object, name: str, least: int | None = 0) -> int:
    """Return a whole number; ``least`` None lets it be below zero.

    :raises RequestError: if it is anything else.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise RequestError(f"{name} must be a whole number, not {show(value)}")
    if least is not None and value < least:
        raise RequestError(f"{name} must be {least} or more, not {show(value)}")
    if abs(value) > _HIGHEST:
        raise RequestError(f"{name} must not be beyond {_HIGHEST}")
    return value


_HIGHEST = 1_000_000


def read_suit(value: object, name: str) -> Suit:
    """Return the suit of a letter, a sign or a word.

    :raises RequestError: if it names none.
    """
    suit = _SUITS.get(value.strip("\ufe0e\ufe0f ").upper()) if isinstance(value, str) else None
    if suit is None:
        raise RequestError(f"{name} must be one of S, H, C, D, not {show(value)}")
    return suit


def show(value: object) -> str:
    """A value as JSON, cut short for a message."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "…"
