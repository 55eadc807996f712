"""The form of a house variant: every option in its group, filled in from a variant and read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.rules.choices import Unit
from companion.rules.clauses import find_clause
from companion.rules.dealing import deal_problems
from companion.rules.describe import OptionText, describe, describe_option
from companion.rules.options import OPTIONS, NoTenth, Option, OptionError, differences, least_changes, with_options
from companion.rules.phrases import as_sentence
from companion.rules.ruling import Ruling
from companion.rules.values import BadValue, OneOf
from companion.rules.variant import Variant
from companion.rules.words import WORDS
from companion.web.core.forms import Answer, Form
from companion.web.house.controls import Control, control_of, part, texts_of


def controls(scale: int) -> dict[str, Control]:
    """The control of every option; ``scale`` is the value of one in the price list as the form writes it."""
    return {key: control_of(option.form, WORDS[key], scale) for key, option in OPTIONS.items()}


FIGURES_IN = "figures-in"
"""The hidden field with the unit of the form's figures; they follow if another is chosen."""
TENS = 10
NO_TENTH = "This page shows its figures in tens still: write a multiple of ten, or change the unit first and then this."
SET = "set"
"""The name of a button that sets one option."""
TOGETHER = "together"
"""The place for a conflict between options: at the head of them all."""


def filled(name: str, variant: Variant) -> Form:
    """The form of a house variant with every field filled in."""
    values = {key: option.read(variant) for key, option in OPTIONS.items()}
    texts = [("name", name), (FIGURES_IN, str(variant.scale)), *texts_of(controls(variant.scale), values)]
    return Form(MultiDict(texts))


def read_changes(form: Form, base: Variant) -> dict[str, Any]:
    """The options in which the form differs from its base; what can't be read or can't be gets a sentence.

    A field that was not sent keeps the base's value.
    """
    values: dict[str, Any] = {}
    named, unit = len(form.errors), _unit_chosen(form, base)
    for key, control in controls(scale_of(form, base)).items():
        if any(name == key or name.startswith(part(key, "")) for name in form.values):
            before = len(form.errors)
            value = control.read(form, key)
            if len(form.errors) == before:
                values[key] = value
                _check(form, OPTIONS[key], value, base)
                values[key] = _in_unit(form, key, value, unit)
    return {} if len(form.errors) > named else _fitting(form, base, values)


def _unit_chosen(form: Form, base: Variant) -> Unit | None:
    """The unit that the table changes to with this form; None if its figures are already in it."""
    chosen = form.value("unit") or base.unit.value
    shown = Unit.TENS if scale_of(form, base) == TENS else Unit.ONES
    return Unit(chosen) if chosen in {unit.value for unit in Unit} - {shown.value} else None


def _in_unit(form: Form, key: str, value: Any, unit: Unit | None) -> Any:
    """A value as it was written, in the unit that the table changes to."""
    try:
        return value if unit is None or key in form.errors else OPTIONS[key].in_unit(value, unit)
    except NoTenth:
        form.refuse(key, NO_TENTH)
        return value


def _check(form: Form, option: Option, value: Any, base: Variant) -> None:
    try:
        option.form.load(value, getattr(base, option.field))
    except BadValue:
        form.refuse(option.key, f"This takes {option.form.expects}.")


def _fitting(form: Form, base: Variant, values: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, unless some conflict: then the form gives the reason."""
    try:
        variant = with_options(base, values)
    except OptionError as fault:
        key, _, says = str(fault).partition(": ")
        form.refuse(key, as_sentence(says))
        return {}
    problems = deal_problems(variant)
    if problems:
        form.refuse(TOGETHER, " ".join(problem.says for problem in problems), *_ways_out(variant, problems))
        return {}
    return least_changes(variant, base)


def _ways_out(variant: Variant, problems: Iterable[Ruling]) -> Iterator[Answer]:
    """Yield a button for each choice of one option that ends every conflict."""
    for key in dict.fromkeys(clause for problem in problems for clause in problem.clauses if clause in OPTIONS):
        form = OPTIONS[key].form
        for word, value in form.words.items() if isinstance(form, OneOf) else ():
            try:
                other = with_options(variant, {key: value})
            except OptionError:
                continue
            if not deal_problems(other):
                yield Answer(f"{WORDS[key].label}: {describe_option(other, key).says}", SET, f"{key}={word}")


def sent_with(sent: MultiDict[str, str]) -> Form:
    """The form as it was sent, with the option that one of its buttons sets."""
    key, _, word = sent.get(SET, "").partition("=")
    if key not in OPTIONS:
        return Form(sent)
    kept = [(name, text) for name, text in sent.items(multi=True) if name not in (key, SET)]
    return Form(MultiDict([*kept, (key, word)]))


def scale_of(form: Form, base: Variant) -> int:
    """The unit of the form's price list."""
    return {"1": 1, "10": 10}.get(form.value(FIGURES_IN), base.scale)


def groups_of(form: Form, base: Variant, variant: Variant) -> list[dict[str, Any]]:
    """The page: every option under its heading, as ``variant`` has it, with what differs from ``base`` marked."""
    changes, scale = differences(variant, base), scale_of(form, variant)
    groups, all_controls = [], controls(scale)
    for group in describe(variant):
        fields = [_field(form, text, all_controls[text.key], changes, scale) for text in group.options]
        changed = sum(field["changed"] for field in fields)
        is_open = changed > 0 or any(field["wrong"] for field in fields)
        groups.append({"title": group.title, "fields": fields, "changed": changed, "open": is_open})
    return groups


def _field(form: Form, text: OptionText, control: Control, changes: Mapping[str, Any], scale: int) -> dict[str, Any]:
    """One option on the page."""
    option = OPTIONS[text.key]
    # Its numbers have a unit unless its title names it, and buttons beside them for these steps.
    unit, by = ("points", (scale, 5 * scale)) if option.points else ("", (1,))
    return {
        "text": text,
        "control": control,
        "hint": option.hint,
        "changed": text.key in changes,
        "wrong": any(name == text.key or name.startswith(part(text.key, "")) for name in form.errors),
        "clauses": tuple(find_clause(clause) for clause in text.clauses),
        "unit": unit,
        "by": by,
    }
