"""Records as JSON and back, by their type hints: stored events, exported games, readings of photos, rulings.

A record is a frozen dataclass and becomes an object with its fields. Where a field may be one of several records, the
object names its class under ``is``. Reading is strict: nothing is converted, an unknown field is refused, and the error
names the place. :class:`Codec` adds what stored events need: the name of their class and the version of its fields.

A class may gain a field that has a default: bodies written before lack it. Any other change of its fields needs an
upcast, ``<kind>_v1_to_v2``, which turns the old body into the new one; the stored text is never touched.
"""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, NewType, TypeVar, Union, cast, get_args, get_origin

from cattrs import BaseConverter, BaseValidationError, Converter, ForbiddenExtraKeysError, transform_error
from cattrs.errors import StructureHandlerNotFoundError
from cattrs.gen import make_dict_structure_fn, mapping_structure_factory

from companion.cards import Card, parse_card
from companion.store.database import Body, Json
from companion.store.errors import Damaged

TAG = "is"
RESERVED = {TAG, "v"}

Upcast = Callable[[dict[str, Json]], dict[str, Json]]
"""Turns the body of one version, without its ``v``, into that of the next."""
Event = TypeVar("Event")
Record = TypeVar("Record")
_IntKey = NewType("_IntKey", int)  # JSON has only text for keys
_Read = Callable[[Any, Any], Any]


class JsonError(ValueError):
    """JSON that does not fit its record; the message names the place."""


class CodecError(Damaged):
    """An unreadable stored event, or an event that cannot be stored."""


def to_json(value: object, hint: Any = None) -> Any:
    """A record as plain JSON.

    :param hint: the type of ``value``, where its class does not say it, such as ``tuple[DealStep, ...]``.
    """
    return _CONVERTER.unstructure(value, unstructure_as=hint)


def from_json(value: Json, hint: type[Record]) -> Record:
    """The inverse of :func:`to_json`.

    :raises JsonError: if the JSON does not fit the hint.
    """
    try:
        return _CONVERTER.structure(value, hint)
    except (BaseValidationError, ValueError) as fault:
        raise JsonError(_explain(fault)) from fault


class Codec(Generic[Event]):
    """Turns events of the given classes into kind and body, and back."""

    def __init__(self, classes: Iterable[type[Event]], upcasts: Mapping[str, Sequence[Upcast]] | None = None) -> None:
        """Prepare every class, so that one with unsupported fields is found when the program starts.

        :param upcasts: for each kind its steps in order; a class is at version 1 plus their number.
        :raises CodecError: if a class has a field that JSON cannot hold, or an upcast is for no class.
        """
        self._upcasts = dict(upcasts or {})
        self._classes: dict[str, type[Event]] = {cls.__name__: cls for cls in classes}
        for kind, cls in self._classes.items():
            try:
                _CONVERTER.get_structure_hook(cls)
            except (TypeError, StructureHandlerNotFoundError) as fault:
                raise CodecError(f"{kind} cannot be stored: {fault}") from fault
        if unknown := self._upcasts.keys() - self._classes.keys():
            raise CodecError(f"upcasts for kinds that do not exist: {', '.join(sorted(unknown))}")

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that can be stored."""
        return tuple(self._classes)

    def encode(self, event: Event) -> tuple[str, Body]:
        """The kind and body of an event.

        :raises CodecError: if it is of no known class, or would not be read back as it is.
        """
        kind = type(event).__name__
        self._class(kind)
        body = {"v": self._version(kind)} | to_json(event)
        if self.decode(kind, body) != event:
            raise CodecError(f"this {kind} cannot be stored: it would not be read back as it is")
        return kind, body

    def decode(self, kind: str, body: Body) -> Event:
        """The event that was stored; the inverse of :meth:`encode`, also for bodies of older versions.

        :raises CodecError: if the kind is unknown, or the body does not fit it.
        """
        cls = self._class(kind)
        try:
            return from_json(self._upcast(kind, body), cls)
        except JsonError as fault:
            raise CodecError(f"a stored {kind} does not fit: {fault}") from fault

    def _class(self, kind: str) -> type[Event]:
        try:
            return self._classes[kind]
        except KeyError:
            known = ", ".join(sorted(self._classes))
            raise CodecError(f"no event is called {kind!r}; those known are {known}") from None

    def _version(self, kind: str) -> int:
        return 1 + len(self._upcasts.get(kind, ()))

    def _upcast(self, kind: str, body: Body) -> dict[str, Json]:
        fields: dict[str, Any] = dict(body)
        version, newest = fields.pop("v", None), self._version(kind)
        if not isinstance(version, int) or not 1 <= version <= newest:
            raise CodecError(f"a stored {kind} is of version {version!r}; this companion reads 1 to {newest}")
        for step in self._upcasts.get(kind, ())[version - 1 :]:
            fields = step(fields)
        return fields


def _explain(fault: Exception) -> str:
    """The first fault as ``place: what is wrong``."""
    says, _, place = transform_error(fault, "", _words)[0].rpartition(" @ ")
    return f"{place.lstrip('.')}: {says}" if place else says


def _words(fault: BaseException, _: type | None) -> str:
    if isinstance(fault, ForbiddenExtraKeysError):
        known = ", ".join(sorted(field.name for field in dataclasses.fields(cast("Any", fault.cl))))
        return f"there is no field {min(fault.extra_fields)!r}; the fields are {known}"
    return "this field is missing" if isinstance(fault, KeyError) else str(fault)


def _expect(value: Any, kinds: type | tuple[type, ...], says: str) -> Any:
    if not isinstance(value, kinds):
        raise ValueError(f"{value!r} is not {says}")
    return value


def _exactly(kind: type, says: str) -> _Read:
    def read(value: Any, hint: Any) -> Any:
        if hint is not kind and isinstance(hint, type) and issubclass(hint, Enum):  # an enum of text or numbers
            return _read_enum(value, hint)
        if type(value) is not kind:
            raise ValueError(f"{value!r} is not {says}")
        return value

    return read


_read_str = _exactly(str, "text")


def _read_text(value: Any, hint: Any) -> Any:
    text = _read_str(value, hint)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{value!r} holds half a character (an unpaired surrogate)") from None
    return text


def _read_float(value: Any, _: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"{value!r} is not a number")
    return float(value)


def _read_enum(value: Any, cls: type[Enum]) -> Enum:
    try:
        member = cls(value)
    except ValueError:
        member = None
    if member is not None and type(value) is type(member.value):  # True is not the member 1
        return member
    raise ValueError(f"{value!r} is not a {cls.__name__}: one of {', '.join(repr(each.value) for each in cls)}")


def _read_card(value: Any, _: Any) -> Card:
    return parse_card(_expect(value, str, "a card"))


def _read_int_key(value: Any, _: Any) -> int:
    try:
        return int(_expect(value, str, "a whole number"))
    except ValueError:
        raise ValueError(f"{value!r} is not a whole number") from None


def _read_anything(value: Any, hint: Any) -> Any:
    """Plain JSON, with tuples for lists."""
    if isinstance(value, (list, tuple)):
        return tuple(_read_anything(each, hint) for each in value)
    if isinstance(value, Mapping):
        return {_read_text(key, str): _read_anything(each, hint) for key, each in value.items()}
    if isinstance(value, str):
        return _read_text(value, str)
    return value if value is None or isinstance(value, (bool, int)) else _read_float(value, float)


def _record_reader(cls: Any, converter: BaseConverter) -> _Read:
    if taken := {field.name for field in dataclasses.fields(cls)} & RESERVED:
        raise TypeError(f"no field may be called {taken.pop()!r}")
    read = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True)
    return lambda value, _: read(_expect(value, Mapping, "an object"), cls)


def _row_reader(hint: Any, converter: BaseConverter) -> _Read:
    """For tuples of any length, tuples of a fixed length, and frozensets."""
    kind, items = get_origin(hint), get_args(hint)
    if kind is frozenset or items[-1] is ...:
        rows: Any = list[items[0]]  # type: ignore[valid-type]
        read = converter.get_structure_hook(rows)
        return lambda value, _: kind(read(_expect(value, (list, tuple), "a list"), rows))

    def read_each(value: Any, _: Any) -> tuple[Any, ...]:
        if len(_expect(value, (list, tuple), "a list")) != len(items):
            raise ValueError(f"{value!r} is not a list of {len(items)}")
        return tuple(converter.structure(each, item) for each, item in zip(value, items, strict=True))

    return read_each


def _mapping_reader(hint: Any, converter: BaseConverter) -> _Read:
    key, item = get_args(hint)
    spelled = str if key is str else _IntKey
    read = mapping_structure_factory(hint, converter, key_type=spelled, val_type=item)
    return lambda value, _: read(_expect(value, Mapping, "an object"), hint)


def _mapping_writer(hint: Any, converter: BaseConverter) -> Callable[[Any], Any]:
    item = get_args(hint)[1]
    return lambda value: {str(key): converter.unstructure(each, unstructure_as=item) for key, each in value.items()}


def _is_choice(hint: Any) -> bool:
    """Return True if a hint is a union of several types other than None."""
    return get_origin(hint) in (Union, types.UnionType) and len(_choices(hint)) > 1


def _choices(hint: Any) -> list[Any]:
    return [each for each in get_args(hint) if each is not type(None)]


def _choice_reader(hint: Any, converter: BaseConverter) -> _Read:
    classes = {each.__name__: each for each in _choices(hint)}
    if not all(map(_is_record, classes.values())):
        raise TypeError(f"{' or '.join(classes)}: in JSON these could not be distinguished")
    optional = type(None) in get_args(hint)

    def read(value: Any, _: Any) -> Any:
        if value is None and optional:
            return None
        fields = dict(_expect(value, Mapping, "an object"))
        name = fields.pop(TAG, None)
        if name not in classes:
            raise ValueError(f"{name!r} is not {' or '.join(classes)}")
        return converter.structure(fields, classes[name])

    return read


def _choice_writer(_: Any, converter: BaseConverter) -> Callable[[Any], Any]:
    def write(value: Any) -> Any:
        return None if value is None else {TAG: type(value).__name__} | converter.unstructure(value)

    return write


def _make_converter() -> Converter:
    converter = Converter(unstruct_collection_overrides={tuple: list, frozenset: sorted})
    converter.register_structure_hook(str, _read_text)
    converter.register_structure_hook(int, _exactly(int, "a whole number"))
    converter.register_structure_hook(bool, _exactly(bool, "true or false"))
    converter.register_structure_hook(float, _read_float)
    converter.register_structure_hook(Enum, _read_enum)
    converter.register_structure_hook(Card, _read_card)
    converter.register_unstructure_hook(Card, str)
    converter.register_unstructure_hook(str, lambda value: value.value if isinstance(value, Enum) else value)
    converter.register_structure_hook(_IntKey, _read_int_key)
    converter.register_structure_hook_func(lambda hint: hint in (Any, object), _read_anything)
    # Of two hooks that fit, the one registered last is used.
    converter.register_structure_hook_factory(_is_record, _record_reader)
    converter.register_structure_hook_factory(_is_row, _row_reader)
    converter.register_structure_hook_factory(_is_mapping, _mapping_reader)
    converter.register_unstructure_hook_factory(_is_mapping, _mapping_writer)
    converter.register_structure_hook_factory(_is_choice, _choice_reader)
    converter.register_unstructure_hook_factory(_is_choice, _choice_writer)
    return converter


def _is_record(hint: Any) -> bool:
    return hint is not Card and dataclasses.is_dataclass(hint)


def _is_row(hint: Any) -> bool:
    return get_origin(hint) in {tuple, frozenset}


def _is_mapping(hint: Any) -> bool:
    origin = get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Mapping)


_CONVERTER = _make_converter()
