"""The form of each type hint: how values of it are written as JSON and read back."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from enum import Enum
from typing import Any, Literal, Union

from companion.store.journal import Json
from companion.store.json.containers import each_one, expect, mapping_form, record_form, row_form, set_form
from companion.store.json.forms import PLAIN, JsonForm, Misfit, enum_form, members_form, shape_of

TAG = "is"
"""Where a field may be one of several dataclasses, its object says under this key which."""

RESERVED = (TAG, "v")


def hint_form(hint: Any) -> JsonForm:
    """The form of a hint.

    :raises Misfit: if its values have none here.
    """
    if isinstance(hint, typing.NewType):
        return hint_form(hint.__supertype__)
    if typing.get_origin(hint) is not None:
        return _built_form(hint, typing.get_origin(hint), typing.get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return enum_form(hint)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return dataclass_form(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    raise Misfit(f"{hint!r} has no form in JSON")


def _built_form(hint: Any, origin: Any, arguments: tuple[Any, ...]) -> JsonForm:
    if origin is Literal:
        return members_form(f"one of {', '.join(map(repr, arguments))}", {one: one for one in arguments})
    if origin in (Union, types.UnionType):
        return _choice_form(arguments)
    if origin is tuple:
        return row_form(hint_form(arguments[0])) if arguments[-1:] == (...,) else record_form(_forms(arguments))
    if origin is frozenset:
        return set_form(hint_form(arguments[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return mapping_form(hint_form(arguments[0]), hint_form(arguments[1]))
    raise Misfit(f"{hint!r} has no form in JSON")


def _forms(arguments: tuple[Any, ...]) -> list[JsonForm]:
    # Python 3.10 gives the empty tuple's hint one argument: an empty tuple.
    return [] if arguments == ((),) else [hint_form(one) for one in arguments]


def dataclass_form(cls: type) -> JsonForm:
    """A dataclass as an object, field by field; a field that is missing gets its default.

    :raises Misfit: if a field's hint has no form, or its name is taken.
    """
    hints = typing.get_type_hints(cls)
    fields = {field.name: field for field in dataclasses.fields(cls) if field.init}
    if taken := fields.keys() & set(RESERVED):
        raise Misfit(f"no field may be called {taken.pop()!r}")
    forms = each_one(fields, lambda name: hint_form(hints[name]))
    needed = {name for name, field in fields.items() if _has_no_default(field)}

    def dump(value: Any) -> Json:
        if type(value) is not cls:
            raise Misfit(f"{value!r} is not a {cls.__name__}")
        return each_one(forms, lambda name: forms[name].dump(getattr(value, name)))

    def load(value: Json) -> Any:
        _refuse_other_fields(value, forms.keys(), needed)
        given = each_one([name for name in forms if name in value], lambda name: forms[name].load(value[name]))
        try:
            return cls(**given)
        except (TypeError, ValueError) as fault:
            raise Misfit(str(fault)) from fault

    return JsonForm(f"a {cls.__name__}", "object", dump, load)


def _has_no_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _refuse_other_fields(value: Json, known: Set[str], needed: Set[str]) -> None:
    expect("object", value)
    if unknown := value.keys() - known:
        raise Misfit(f"there is no field {min(unknown)!r}; the fields are {', '.join(sorted(known))}")
    if missing := needed - value.keys():
        raise Misfit(f"the field {min(missing)!r} is missing")


def _choice_form(hints: Sequence[Any]) -> JsonForm:
    classes = [hint for hint in hints if isinstance(hint, type) and dataclasses.is_dataclass(hint)]
    others = [hint_form(hint) for hint in hints if hint not in classes]
    forms = others + ([_tagged_form(classes)] if len(classes) > 1 else [dataclass_form(cls) for cls in classes])
    by_shape = {form.shape: form for form in forms}
    says = " or ".join(form.says for form in forms)
    if len(by_shape) < len(forms) or "anything" in by_shape:
        raise Misfit(f"{says}: once written as JSON these could not be told apart")

    def dump(value: Any) -> Json:
        for form in forms:
            with suppress(Misfit):
                return form.dump(value)
        raise Misfit(f"{value!r} is not {says}")

    def load(value: Json) -> Any:
        if (form := by_shape.get(shape_of(value))) is None:
            raise Misfit(f"{value!r} is not {says}")
        return form.load(value)

    return JsonForm(says, " or ".join(by_shape), dump, load)


def _tagged_form(classes: Sequence[type]) -> JsonForm:
    forms = {cls.__name__: dataclass_form(cls) for cls in classes}
    says = " or ".join(forms)

    def dump(value: Any) -> Json:
        name = type(value).__name__
        if name not in forms:
            raise Misfit(f"{value!r} is not {says}")
        return {TAG: name} | forms[name].dump(value)

    def load(value: Json) -> Any:
        expect("object", value)
        fields = dict(value)
        if (name := fields.pop(TAG, None)) not in forms:
            raise Misfit(f"{name!r} is not {says}")
        return forms[name].load(fields)

    return JsonForm(says, "object", dump, load)
