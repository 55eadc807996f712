"""Reads the JSON text of a request, and shows its values in messages."""

from __future__ import annotations

import json
from itertools import chain

NOT_IN_JSON = "not in JSON"
"""In the metadata of a field that no request holds."""


class RequestError(ValueError):
    """A request that cannot be read; the message says the fault and its correction."""


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
    """Refuse values nested too deep: Python may read them and still fail to write them into a message."""
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


def show(value: object) -> str:
    """A value as JSON, cut short for a message."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "…"
