"""Events as JSON and back, by the type hints of their classes.

An event class is a frozen dataclass; its name is the *kind* under which it is stored, and its fields become the
*body*, a JSON object that also says its schema version under ``v``. A field may be text, a whole number, true or
false, None, a card, an enum, a tuple, a mapping, another dataclass, or a choice of these. Reading is strict: what
does not fit the hints is an error that names the field.

A class may gain a field that has a default: bodies written before simply lack it. Any other change of its fields
needs an upcast, ``<kind>_v1_to_v2``, which turns the old body into the new one; the stored text is never touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

from companion.store.errors import StoreError
from companion.store.journal import Body, Json
from companion.store.json.forms import JsonForm, Misfit
from companion.store.json.hints import dataclass_form

Upcast = Callable[[dict[str, Json]], dict[str, Json]]
"""Turns the body of one schema version, without its ``v``, into that of the next."""

Event = TypeVar("Event")


class CodecError(StoreError):
    """A stored event that this program cannot read, or an event that cannot be stored."""


class Codec(Generic[Event]):
    """Turns events of the given classes into kind and body, and back."""

    def __init__(self, classes: Iterable[type[Event]], upcasts: Mapping[str, Sequence[Upcast]] | None = None) -> None:
        """Prepare every class at once, so that one that cannot be stored is found when the program starts.

        ``upcasts`` holds for each kind its steps in order; a class is at version 1 plus their number.

        :raises CodecError: if a class has a field that no JSON can hold, or an upcast is for no class.
        """
        self._upcasts = dict(upcasts or {})
        self._forms: dict[str, JsonForm] = {cls.__name__: _class_form(cls) for cls in classes}
        if strangers := set(self._upcasts) - set(self._forms):
            raise CodecError(f"upcasts for kinds that do not exist: {', '.join(sorted(strangers))}")

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that can be stored."""
        return tuple(self._forms)

    def encode(self, event: Event) -> tuple[str, Body]:
        """The kind and body of an event.

        :raises CodecError: if it is of no known class, or one of its fields is not what its hint says.
        """
        kind = type(event).__name__
        try:
            body = self._form(kind).dump(event)
        except Misfit as fault:
            raise CodecError(f"this {kind} cannot be stored: {fault}") from fault
        return kind, {"v": self._version(kind)} | body

    def decode(self, kind: str, body: Body) -> Event:
        """The event that was stored; the inverse of :meth:`encode`, also for bodies of older versions.

        :raises CodecError: if the kind is unknown, or the body does not fit it.
        """
        form = self._form(kind)
        try:
            return cast("Event", form.load(self._upcast(kind, body)))
        except Misfit as fault:
            raise CodecError(f"a stored {kind} does not fit: {fault}") from fault

    def _form(self, kind: str) -> JsonForm:
        try:
            return self._forms[kind]
        except KeyError:
            known = ", ".join(sorted(self._forms))
            raise CodecError(f"no event is called {kind!r}; those known are {known}") from None

    def _version(self, kind: str) -> int:
        return 1 + len(self._upcasts.get(kind, ()))

    def _upcast(self, kind: str, body: Body) -> dict[str, Json]:
        fields: dict[str, Any] = dict(body)
        version = fields.pop("v", None)
        newest = self._version(kind)
        if not isinstance(version, int) or not 1 <= version <= newest:
            raise CodecError(f"a stored {kind} is of version {version!r}; this companion reads 1 to {newest}")
        for step in self._upcasts.get(kind, ())[version - 1 :]:
            fields = step(fields)
        return fields


def _class_form(cls: type) -> JsonForm:
    try:
        return dataclass_form(cls)
    except Misfit as fault:
        raise CodecError(f"{cls.__name__} cannot be stored: {fault}") from fault
