"""Forms: their common fields, reading them, and returning a refused one."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from flask import Flask, abort, g, request
from werkzeug.datastructures import MultiDict

from companion.cards import Card, CardError, parse_card
from companion.game.commands import DealStep, Refusal
from companion.game.state import GameState
from companion.rules.auction import is_whole_game
from companion.rules.names import LONGEST_PERSON
from companion.store.moments import FIRST_YEAR, LAST_YEAR
from companion.store.moments import read_day as day_in
from companion.web.core.identity import this_phone
from companion.web.core.writing import STALE, refusal_status

LONGEST_KEY = 64
BAD_KEY = "This form was not sent by a page of the companion, so nothing was written. Load the page again and send it."
MOST_BEFORE = 40
"""The maximum number of unsent forms on a phone, one behind the other."""
STAMPS = frozenset(("key", "seen", "after"))
"""The form's fields about its origin; all others are its content."""


@dataclass(frozen=True)
class Answer:
    """A button below a refused field: it sends the unchanged form again, with ``name`` as well."""

    label: str
    name: str
    value: str


@dataclass
class Form:
    """The entered values, and a sentence beside each refused field."""

    values: Mapping[str, str] = field(default_factory=MultiDict)
    errors: dict[str, str] = field(default_factory=dict)
    answers: dict[str, tuple[Answer, ...]] = field(default_factory=dict)
    """The answers for each field that settle its refusal with one tap."""
    conflict: Refusal | None = None
    """The reason that nothing was saved: others wrote first, or nothing can be written now."""

    def value(self, name: str, default: str = "") -> str:
        """The text typed into ``name``, without spaces around it."""
        return self.values.get(name, default).strip()

    def every(self, name: str) -> list[str]:
        """All the texts sent under ``name``: the boxes that were ticked."""
        return self.values.getlist(name) if isinstance(self.values, MultiDict) else [*filter(None, [self.value(name)])]

    def refuse(self, name: str, says: str, *answers: Answer) -> None:
        """Put ``says`` beside the field ``name``, with what would settle it, unless it already has a sentence."""
        if name not in self.errors:
            self.errors[name], self.answers[name] = says, answers

    def take(self, refusal: Refusal, field: str = "seen") -> None:
        """Keep the reason that nothing was written: beside its field, or ``field``; above all if it is about none."""
        if refusal.field == STALE.field:
            self.conflict = refusal
        else:
            self.refuse(refusal.field or field, refusal.says)

    @property
    def status(self) -> int:
        """409 when others wrote first, 503 when nothing can be written, 422 when a field was refused, else 200."""
        return refusal_status(self.conflict) if self.conflict else 422 if self.errors else 200


@dataclass(frozen=True)
class FormKey:
    """A form's idempotency key, and the game's version on its page, as ``form_key`` wrote them."""

    key: str
    seen: int | None
    after: tuple[str, ...] = ()
    """The keys of earlier forms on the page, unsent at that time."""
    imprint: str = ""
    """A hash of the address and the form's content."""


OPEN_KEY = f"key-{secrets.token_urlsafe(16)}"
"""A mark in a page for several readers, in each place for a key of their own; nobody can guess it."""


def init_app(app: Flask) -> None:
    """Give the templates a new key for each form that they render, and how much a field for a person's name takes.

    It is longer than a name may be, so that a long name is refused with a sentence instead of cut while typing;
    and browsers count some letters twice.
    """
    app.jinja_env.globals["most_of_name"] = 2 * LONGEST_PERSON
    app.jinja_env.globals["new_key"] = lambda: OPEN_KEY if g.get("keys_left_open") else new_key()


@contextmanager
def keys_left_open() -> Iterator[None]:
    """Render pages whose keys are not drawn yet; :func:`fill_in_keys` draws them."""
    g.keys_left_open = True
    try:
        yield
    finally:
        g.keys_left_open = False


def fill_in_keys(page: str) -> str:
    """A page with a new key at each place that was left open."""
    before, *rest = page.split(OPEN_KEY)
    return before + "".join(f"{new_key()}{part}" for part in rest)


def new_key() -> str:
    """A key that no other form carries."""
    return secrets.token_urlsafe(16)


def read_form_key() -> FormKey:
    """The posted form's key and version; a form without a key counts as one of its own.

    :raise 422: if the key has another shape than those that pages make. The server's own keys contain a colon, so
        that no form can carry one.
    """
    seen = request.form.get("seen", "")
    key = request.form.get("key", "")[:LONGEST_KEY]
    if ":" in key:
        abort(422, BAD_KEY)
    after = tuple(each[:LONGEST_KEY] for each in request.form.getlist("after")[:MOST_BEFORE])
    return FormKey(key or new_key(), number_in(seen), after, _imprint())


def read_creation_key() -> str:
    """The key under which the posted form creates something: bound to this device, so that no other can use it."""
    return f"{this_phone()}:{read_form_key().key}"


def _imprint() -> str:
    content = sorted(field for field in request.form.items(multi=True) if field[0] not in STAMPS)
    return hashlib.sha256(json.dumps([request.path, content]).encode()).hexdigest()


def tapped_card(text: str) -> Card:
    """Return the card of a button that was tapped.

    :raises CardError: if there is none, with a sentence but for its full stop.
    """
    if not text:
        raise CardError("Please tap a card")
    return parse_card(text)


Word = TypeVar("Word", bound=Enum)
Asks = TypeVar("Asks", covariant=True)


@dataclass(frozen=True)
class Asked(Generic[Asks]):
    """A command that a form asks for."""

    command: Asks
    fields: Mapping[str | None, str] = field(default_factory=dict)
    """The field to show a refusal of this part of the command at, if its name differs."""
    answers: Sequence[Answer] = ()
    """The answers that settle a refusal with one more tap."""

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
    """The whole number in a field; None, with a sentence beside the field, if it holds none.

    :param missing: what to say when the field is empty.
    """
    text = form.value(name)
    if not text:
        form.refuse(name, missing)
        return None
    return parse_number(form, name, text)


def read_within(form: Form, name: str, default: int, least: int, most: int) -> int:
    """A whole number; the default where nothing is written, or, with a sentence beside the field, where it is none."""
    text = form.value(name)
    number = parse_number(form, name, text) if text else default
    if number is None:
        return default
    if not least <= number <= most:
        form.refuse(name, f"Write a number from {least} to {most}.")
        return default
    return number


def read_numbers(form: Form, names: Iterable[str]) -> dict[str, int]:
    """The numbers in those of the fields that are filled in; each that is no number gets its sentence."""
    typed = {name: parse_number(form, name, text) for name in names if (text := form.value(name))}
    return {name: number for name, number in typed.items() if number is not None}


def yes(name: str, number: int) -> Answer:
    """The button that confirms ``number`` for a field."""
    return Answer(f"Yes, {number}", f"sure-{name}", str(number))


def is_sure(form: Form, name: str, state: GameState, amount: int | None) -> bool:
    """Return True if a figure may be taken as typed; one of a whole game must be confirmed once, beside its field."""
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
    """The numbers typed into the fields ``prefix-0`` and so on, by seat."""
    names = {f"{prefix}-{seat}": seat for seat in seats}
    return {names[name]: number for name, number in read_numbers(form, names).items()}


def read_word(form: Form, name: str, words: type[Word], missing: str) -> Word | None:
    """Return the chosen word of a few; None, with the sentence ``missing``, if none was chosen."""
    text = form.value(name)
    found = next((word for word in words if word.value == text), None)
    if found is None:
        form.refuse(name, missing)
    return found


def read_seat(form: Form, name: str, players: int, missing: str) -> int | None:
    """Return the chosen player; None, with the sentence ``missing``, if none was chosen."""
    seat = seat_in(form.value(name), players)
    if seat is None:
        form.refuse(name, missing)
    return seat


def seat_in(text: str, players: int) -> int | None:
    """The seat that an address or a field says, at a table of this many; None if it says none."""
    return number_in(text, players - 1)


MOST_WHOLE = 999_999_999
"""More than there is of anything, and still a number to either database."""


def number_in(text: str, most: int = MOST_WHOLE) -> int | None:
    """The number from 0 to ``most`` that an address or a field of ours says; None where it says none.

    What people type is read by :func:`parse_whole`, which says what is wrong with it.
    """
    is_short = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_WHOLE))
    return int(text) if is_short and int(text) <= most else None


def number_asked(name: str, most: int = MOST_WHOLE) -> int:
    """The number under this name in the address, at most ``most``; 0 where there is none, or one beyond reason."""
    return min(number_in(request.args.get(name, "")) or 0, most)


def number_posted(name: str) -> int:
    """The number in a field that the page filled in; 0 where there is none."""
    return number_in(request.form.get(name, "")) or 0


def parse_number(form: Form, name: str, text: str) -> int | None:
    """The whole number that ``text`` spells; None, with a sentence beside the field ``name``, where it spells none."""
    try:
        return parse_whole(text)
    except NoNumber as error:
        if error.meant is not None and form.value(f"sure-{name}") == str(error.meant):
            return error.meant
        form.refuse(name, f"{error}", *([] if error.meant is None else [yes(name, error.meant)]))
        return None


def parse_signed(form: Form, name: str, below: str) -> int | None:
    """The whole number in a field, negative if a minus comes before it or the box ``below`` is ticked.

    None if there is none, with a sentence beside the field for other input.
    """
    text = form.value(name)
    minus = _MINUS.match(text)
    number = parse_number(form, name, text[minus.end() :] if minus and "+" not in text else text) if text else None
    return -number if number and (minus or form.value(below)) else number


def read_day(form: Form, name: str, which: str) -> str:
    """The day in a field, as ``2026-11-20``; otherwise empty, and the field refused by the name ``which``."""
    try:
        return day_in(form.value(name)).isoformat()
    except ValueError:
        form.refuse(
            name, f"Please choose the {which}, or write it as 2026-11-20. Years go from {FIRST_YEAR} to {LAST_YEAR}."
        )
        return ""


MOST_DIGITS = 7
BLANKS = " \u00a0\u2009\u202f"
GROUPED = rf"[0-9]{{1,3}}(?:[{BLANKS},.’'][0-9]{{3}})+"
"""Digits whose thousands are parted, as a pattern."""
_GROUPED = re.compile(GROUPED)
_MINUS = re.compile(r"[-\u2010-\u2015\u2212]\s*(?=[0-9])")


class NoNumber(ValueError):
    """The input is no whole number of a score sheet; the message gives the reason to the person who typed it."""

    def __init__(self, says: str, meant: int | None = None) -> None:
        super().__init__(says)
        self.meant = meant
        """The number probably meant, if the message asks about it."""


def parse_whole(text: str) -> int:
    """The whole number that was typed, its thousands parted or not, or what a sum of such numbers comes to.

    >>> parse_whole("60"), parse_whole("1,250"), parse_whole("60 + 40")
    (60, 1250, 100)

    :raises NoNumber: if it is neither, is below 0, or has too many digits.
    """
    if "+" not in text:
        return _parse_one(text)
    try:
        together = sum(_parse_one(part.strip()) for part in text.split("+"))
    except NoNumber:
        shown = text[:20]
        raise NoNumber(
            f"“{shown}” is not a sum of whole numbers. Write it with a plus between them, like 60+40."
        ) from None
    if together >= 10**MOST_DIGITS:
        raise NoNumber(f"{together} has too many digits for a score.")
    return together


def _parse_one(text: str) -> int:
    shown, typed = text[:20], re.sub(r"[^0-9]", "", text) if _GROUPED.fullmatch(text) else text
    if minus := _MINUS.match(typed):
        after = typed[minus.end() :][:20]
        meant = int(after) if after.isascii() and after.isdecimal() and len(after) <= MOST_DIGITS else None
        raise NoNumber(f"“{shown}” is below 0, and this never is. Did you mean {after}?", meant)
    if not (typed.isascii() and typed.isdecimal()):
        raise NoNumber(f"“{shown}” is not a whole number. Write it in digits, like 60.")
    if len(typed) > MOST_DIGITS:
        raise NoNumber(f"{shown} has too many digits for a score.")
    return int(typed)
