"""What every form carries, and what a refused one hands back."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from flask import Flask, abort, g, request
from werkzeug.datastructures import MultiDict

from companion.web.base.device import this_phone

LONGEST_KEY = 64
BAD_KEY = "This form was not sent by a page of the companion, so nothing was written. Load the page again and send it."
MOST_BEFORE = 40
"""So many forms may wait on a phone, one behind the other."""
STAMPS = frozenset(("key", "seen", "after"))
"""The fields of a form that say where it comes from; all others are what it tells."""


@dataclass(frozen=True)
class Answer:
    """A button below a refused field: the form is sent once more as it stands, and says ``name`` as well."""

    label: str
    name: str
    value: str


@dataclass
class Form:
    """What was typed, and a sentence beside each field that was refused."""

    values: Mapping[str, str] = field(default_factory=MultiDict)
    errors: dict[str, str] = field(default_factory=dict)
    answers: dict[str, tuple[Answer, ...]] = field(default_factory=dict)
    """By field, what would settle its refusal with one tap."""

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

    @property
    def status(self) -> int:
        """422 when a field was refused, else 200."""
        return 422 if self.errors else 200


@dataclass(frozen=True)
class FormKey:
    """What ``form_key`` put into a form: its idempotency key and the version of the game that its writer saw."""

    key: str
    seen: int | None
    after: tuple[str, ...] = ()
    """The keys of the forms that were filled in on the same page before, and not sent yet at that time."""
    imprint: str = ""
    """Of the address and of all that the form tells: another for other words, the same for the same words again."""


_OPEN = f"key-{secrets.token_urlsafe(16)}"
"""Stands in a page that several get, wherever each of them needs a key of its own; nobody can guess it."""


def init_app(app: Flask) -> None:
    """Give the templates a new key for each form that they render."""
    app.jinja_env.globals["new_key"] = lambda: _OPEN if g.get("keys_left_open") else new_key()


@contextmanager
def keys_left_open() -> Iterator[None]:
    """Render pages whose keys are not drawn yet; :func:`fill_in_keys` draws them."""
    g.keys_left_open = True
    try:
        yield
    finally:
        g.keys_left_open = False


def has_keys(page: str) -> bool:
    """Whether keys are still to be drawn in a page, so that each who gets it gets another."""
    return _OPEN in page


def fill_in_keys(page: str) -> str:
    """A page with a new key at each place that was left open."""
    before, *rest = page.split(_OPEN)
    return before + "".join(f"{new_key()}{part}" for part in rest)


def new_key() -> str:
    """A key that no other form carries."""
    return secrets.token_urlsafe(16)


def read_form_key() -> FormKey:
    """The posted form's key and version; a form without a key counts as one of its own.

    :raise 422: if the key has another shape than those that pages make. Keys that the server makes contain a colon, so
        that no form can carry one.
    """
    seen = request.form.get("seen", "")
    key = request.form.get("key", "")[:LONGEST_KEY]
    if ":" in key:
        abort(422, BAD_KEY)
    after = tuple(each[:LONGEST_KEY] for each in request.form.getlist("after")[:MOST_BEFORE])
    version = int(seen) if seen.isdecimal() and len(seen) < 10 else None
    return FormKey(key or new_key(), version, after, _imprint())


def read_creation_key() -> str:
    """The key under which the posted form creates something: this device’s own, so that no other uses it."""
    return f"{this_phone()}:{read_form_key().key}"


def _imprint() -> str:
    told = sorted(field for field in request.form.items(multi=True) if field[0] not in STAMPS)
    return hashlib.sha256(json.dumps([request.path, told]).encode()).hexdigest()
