"""Which control asks for which option: by the form of its values, so that options of one form are asked for alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules import values
from companion.rules.options import OPTIONS, Option
from companion.rules.values import ValueFormat
from companion.rules.words import WORDS, Saying
from companion.web.house.controls import Control, Number, Players, Save, Steps, Text, Ties, Tiles
from companion.web.house.figures import MeldTableControl, PackControl

Sayings = Mapping[str, Saying]

_BY_FORM: Mapping[ValueFormat, Callable[[Sayings, int], Control]] = {
    values.FLAG: lambda sayings, _: Tiles(sayings, {"true": True, "false": False}),
    values.ONE_OR_TWO: lambda sayings, _: Tiles(sayings, {"1": 1, "2": 2}),
    values.BELOW_ZERO: lambda *_: Number(required=False, sign=-1),
    values.TEXT: lambda *_: Text(),
    values.PLAYERS: lambda *_: Players(),
    values.STEPS: lambda *_: Steps(),
    values.PACK: lambda sayings, _: PackControl(sayings),
    values.MELD_TABLE: lambda _, scale: MeldTableControl(scale),
    values.ROUNDHOUSE: lambda sayings, scale: Tiles(sayings, {"parts": "parts"}, "So much", most=1000, scale=scale),
    values.MELD_MIN: lambda sayings, _: Tiles(sayings, {"none": None}, "Meld", least=0),
    values.SAVE: lambda sayings, _: Save(sayings),
    values.THROW_IN_PAYS: lambda sayings, _: Tiles(sayings, {"meld": "meld", "nothing": "nothing"}, "Bonus"),
    values.TIE: lambda sayings, _: Ties(sayings),
    values.ALL_TRICKS: lambda sayings, _: Tiles(sayings, {"wins": "wins", "nothing": "nothing"}, "Bonus", most=100_000),
}
"""By form, the control made of an option's words and of what one in the price list is worth; a form that is not here
is one of a few words, or a number."""


def controls(scale: int) -> dict[str, Control]:
    """The control of every option; ``scale`` is what one in the price list is worth where the form writes it."""
    return {key: _control(option, scale) for key, option in OPTIONS.items()}


def _control(option: Option, scale: int) -> Control:
    form, sayings = option.form, WORDS[option.key].choices
    if form in _BY_FORM:
        return _BY_FORM[form](sayings, scale)
    if form.choices:
        return Tiles(sayings, {word: word for word in form.choices})
    return Number(required=False, empty=form.unset[0]) if form.unset else Number()
