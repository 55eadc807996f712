"""Other values of an option, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.options import OPTIONS
from companion.rules.values import OneOf
from companion.rules.variant import Variant

_RECORDS: dict[str, tuple[Any, ...]] = {
    "score.meld-min": ({"at_least": 100}, {"more_than": 100}),
    "score.save": ({"by": "nothing"}, {"by": "trick"}, {"by": "points", "at_least": 100}),
}


def others(variant: Variant, key: str) -> Iterator[dict[str, Any]]:
    """Yield other values of an option than the variant's own, where they are choices or numbers."""
    option, now = OPTIONS[key], OPTIONS[key].read(variant)
    if key in _RECORDS:
        yield from ({key: value} for value in _RECORDS[key] if value != now)
    elif isinstance(option.form, OneOf):
        yield from ({key: value} for value in option.form.words.values() if value != now)
    elif isinstance(now, int):
        yield from ({key: value} for value in (now + 1, now + variant.scale, 0) if value != now)
    elif now is None:
        yield from ({key: value} for value in (variant.scale, 20 * variant.scale))
