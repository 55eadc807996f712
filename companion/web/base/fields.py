"""Reads what was typed into the forms of a deal; what cannot be read gets a sentence beside its field."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from flask import request

from companion.game.record.commands import DealStep
from companion.game.record.refusal import Refusal
from companion.game.record.state import GameState
from companion.rules.auction import is_whole_game
from companion.web.base.forms import Answer, Form
from companion.web.base.numbers import NoNumber, parse_whole

Word = TypeVar("Word", bound=Enum)
Asks = TypeVar("Asks", covariant=True)


@dataclass(frozen=True)
class Asked(Generic[Asks]):
    """A command that a form asks for."""

    command: Asks
    fields: Mapping[str | None, str] = field(default_factory=dict)
    """The field beside which a refusal of this part of the command is shown, where it is called otherwise."""
    answers: Sequence[Answer] = ()
    """What would settle a refusal with one tap more."""

    def refused(self, values: Mapping[str, str], refusal: Refusal) -> Form:
        """The form as it was typed, with the reason beside its field why the command cannot be."""
        form = Form(values)
        form.refuse(self.fields.get(refusal.field, refusal.field or ""), refusal.says, *self.answers)
        return form


Reader = Callable[[Form, GameState], Sequence[Asked[DealStep]]]
"""Reads a form at a table; where it cannot be read, the form says why beside its fields and nothing is asked."""


def posted() -> Form:
    """The form that was sent."""
    return Form(request.form)


def read_number(form: Form, name: str, missing: str) -> int | None:
    """The whole number in a field; None, with a sentence beside the field, where there is none.

    :param missing: what to say when the field is empty.
    """
    text = form.value(name)
    if not text:
        form.refuse(name, missing)
        return None
    return parse_number(form, name, text)


def read_numbers(form: Form, names: Iterable[str]) -> dict[str, int]:
    """The numbers in those of the fields that are filled in; each that is no number gets its sentence."""
    typed = {name: parse_number(form, name, text) for name in names if (text := form.value(name))}
    return {name: number for name, number in typed.items() if number is not None}


def yes(name: str, number: int) -> Answer:
    """The one tap that answers whether ``number`` is meant by what was typed into a field."""
    return Answer(f"Yes, {number}", f"sure-{name}", str(number))


def said_yes(form: Form, name: str, number: int) -> bool:
    """Whether that answer has been given."""
    return form.value(f"sure-{name}") == str(number)


def is_sure(form: Form, name: str, state: GameState, amount: int | None) -> bool:
    """Whether a figure may be meant as it was typed; one that alone is a whole game is asked back once, beside it."""
    if (
        amount is None
        or form.value(f"sure-{name}") == str(amount)
        or not is_whole_game(state.variant, state.players, amount)
    ):
        return True
    says = f"Really {amount}? The whole game goes to {state.variant.end_target}."
    form.refuse(name, says, yes(name, amount))
    return False


def read_by_seat(form: Form, prefix: str, seats: Iterable[int]) -> dict[int, int]:
    """By seat, the numbers typed into the fields ``prefix-0`` and so on."""
    names = {f"{prefix}-{seat}": seat for seat in seats}
    return {names[name]: number for name, number in read_numbers(form, names).items()}


def read_word(form: Form, name: str, words: type[Word], missing: str) -> Word | None:
    """Which of a few words was chosen; None, with the sentence ``missing``, where none was."""
    text = form.value(name)
    found = next((word for word in words if word.value == text), None)
    if found is None:
        form.refuse(name, missing)
    return found


def read_seat(form: Form, name: str, players: int, missing: str) -> int | None:
    """Which player was chosen; None, with the sentence ``missing``, where none was."""
    text = form.value(name)
    if text in {str(seat) for seat in range(players)}:
        return int(text)
    form.refuse(name, missing)
    return None


def parse_number(form: Form, name: str, text: str) -> int | None:
    """The whole number that ``text`` spells; None, with a sentence beside the field ``name``, where it spells none."""
    try:
        return parse_whole(text)
    except NoNumber as error:
        if error.meant is not None and said_yes(form, name, error.meant):
            return error.meant
        form.refuse(name, f"{error}", *([] if error.meant is None else [yes(name, error.meant)]))
        return None
