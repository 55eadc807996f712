"""The steps by which a deal is told, as JSON: what a page carries along while a deal is told again."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.record.commands import DealStep
from companion.store.journal import Json
from companion.store.json.hints import hint_form

_STEPS = hint_form(tuple[DealStep, ...])


def steps_to_json(steps: Sequence[DealStep]) -> Json:
    """The steps as a list of objects, each of which says under ``is`` what it is."""
    return _STEPS.dump(tuple(steps))


def steps_from_json(value: Json) -> tuple[DealStep, ...]:
    """The inverse of :func:`steps_to_json`.

    :raises ValueError: if the JSON is no list of steps.
    """
    steps: tuple[DealStep, ...] = _STEPS.load(value)
    return steps
