"""The forms of what holds other values: tuples, sets and mappings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.store.journal import Json
from companion.store.json.forms import JsonForm, Misfit, shape_of


def row_form(each: JsonForm) -> JsonForm:
    """A tuple of any length."""
    return _list_form(f"a list of {each.says}", lambda length: [each] * length)


def record_form(forms: Sequence[JsonForm]) -> JsonForm:
    """A tuple with a form for each place."""
    return _list_form(f"a list of {len(forms)}", lambda _: forms)


def _list_form(says: str, forms_for: Callable[[int], Sequence[JsonForm]]) -> JsonForm:
    def both(value: Any, work: Callable[[JsonForm, Any], Any]) -> list[Any]:
        forms = forms_for(len(value))
        if len(forms) != len(value):
            raise Misfit(f"{value!r} is not {says}")
        return list(each_one(range(len(value)), lambda i: work(forms[i], value[i])).values())

    def dump(value: Any) -> Json:
        if type(value) is not tuple:
            raise Misfit(f"{value!r} is not a tuple")
        return both(value, lambda form, one: form.dump(one))

    def load(value: Json) -> Any:
        expect("list", value)
        return tuple(both(value, lambda form, one: form.load(one)))

    return JsonForm(says, "list", dump, load)


def set_form(each: JsonForm) -> JsonForm:
    """A frozenset, written in order.

    :raises Misfit: if its values have none.
    """

    def dump(value: Any) -> Json:
        if not isinstance(value, frozenset):
            raise Misfit(f"{value!r} is not a frozenset")
        return sorted(each.dump(one) for one in value)

    def load(value: Json) -> Any:
        expect("list", value)
        return frozenset(each.load(one) for one in value)

    if each.shape not in ("text", "number"):
        raise Misfit(f"a set of {each.says} has no order to be written in")
    return JsonForm(f"a set of {each.says}", "list", dump, load)


def mapping_form(key: JsonForm, item: JsonForm) -> JsonForm:
    """A mapping as an object; JSON knows only text for its keys, so numbers are spelled out.

    :raises Misfit: if the keys are neither text nor numbers.
    """
    if key.shape not in ("text", "number"):
        raise Misfit(f"{key.says} cannot be a key in JSON")

    def dump(value: Any) -> Json:
        expect("object", value)
        return each_one(value, lambda one: item.dump(value[one]), lambda one: str(key.dump(one)))

    def load(value: Json) -> Any:
        expect("object", value)
        return each_one(value, lambda one: item.load(value[one]), lambda one: key.load(_key(one, key.shape)))

    return JsonForm(f"an object of {item.says}", "object", dump, load)


def _key(text: Json, shape: str) -> Json:
    if shape == "text":
        return text
    try:
        return int(text)
    except ValueError:
        raise Misfit(f"{text!r} is not a whole number") from None


def expect(shape: str, value: Json) -> None:
    """Do nothing if a value is JSON of this kind.

    :raises Misfit: if it is not.
    """
    if shape_of(value) != shape:
        raise Misfit(f"{value!r} is not {'an' if shape == 'object' else 'a'} {shape}")


def each_one(names: Iterable[Any], work: Callable[[Any], Any], rename: Callable[[Any], Any] = lambda name: name) -> Any:
    """What the work makes of each name, by that name; a misfit says at which it was found."""
    done = {}
    for name in names:
        try:
            done[rename(name)] = work(name)
        except Misfit as fault:
            raise fault.inside(str(name)) from fault
    return done
