"""What each variant costs in data, and what of the engine it alone uses: ``python -m bench.variants``."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module

from companion.rules.options import OPTIONS, Option
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

_INTRODUCES = frozenset({"key", "name", "summary", "parent", "rests_on"})
"""What a preset says that is no option."""


def report() -> str:
    """A table of all variants, a line each."""
    lines = [
        "| variant | lines of file | lines of preset | options stated | branches of it alone "
        "| and of its children alone | figures of it alone |",
        "|---|---:|---:|---:|---|---|---|",
    ]
    for variant in VARIANTS:
        whole, preset, stated = size_of(variant)
        own = alone(variant)
        cells = (own, family_alone(variant) - own, figures_alone(variant, own))
        told = " | ".join(", ".join(sorted(names)) or "–" for names in cells)
        lines.append(f"| {variant.key} | {whole} | {preset} | {stated} | {told} |")
    return "\n".join(lines)


def size_of(variant: Variant) -> tuple[int, int, int]:
    """How many lines the variant's file has, how many of them the preset, and how many options that states."""
    module = import_module(f"companion.rules.variants.{variant.key.replace('-', '_')}")
    source = inspect.getsource(module)
    preset = [node for node in ast.parse(source).body if isinstance(node, ast.Assign)][-1]
    stated = preset.value.keywords if isinstance(preset.value, ast.Call) else []
    lines = (preset.end_lineno or preset.lineno) - preset.lineno + 1
    return len(source.splitlines()), lines, sum(each.arg not in _INTRODUCES for each in stated)


def branches_of(variant: Variant) -> frozenset[str]:
    """The branches of the engine that a variant takes: an enum's word, a rule switched on, a part of a record."""
    return frozenset(name for option in OPTIONS.values() for name in _branches(option, variant))


def alone(variant: Variant) -> frozenset[str]:
    """The branches that no other variant takes."""
    return branches_of(variant).difference(*(branches_of(other) for other in VARIANTS if other is not variant))


def family_alone(variant: Variant) -> frozenset[str]:
    """The branches that nobody takes but the variant and those that were made from it."""
    strangers = [other for other in VARIANTS if variant not in lineage(other)]
    return branches_of(variant).difference(*(branches_of(other) for other in strangers))


def lineage(variant: Variant) -> Iterator[Variant]:
    """The variant, its parent, and so on."""
    yield variant
    if variant.parent:
        yield from lineage(find_variant(variant.parent))


def figures_alone(variant: Variant, own: frozenset[str]) -> frozenset[str]:
    """The options whose value no other variant has, though others take the same branch."""
    others = [other for other in VARIANTS if other is not variant]
    keys = (key for key, option in OPTIONS.items() if all(option.read(each) != option.read(variant) for each in others))
    return frozenset(key for key in keys if not any(name.partition(" ")[0] == key for name in own))


def _branches(option: Option, variant: Variant) -> Iterator[str]:
    key, value = option.key, option.read(variant)
    if option.form.choices:
        yield f"{key} {value}"
    elif isinstance(value, Mapping):
        yield from (f"{key} {name}" for name, each in value.items() if each is True)
        yield from (f"{key} {each}" for each in value.values() if isinstance(each, str))
    elif key == "end.tie":
        yield from (f"{key} {each if isinstance(each, str) else next(iter(each))}" for each in value)
    elif option.may_be_off and not option.is_off(variant):
        yield key


if __name__ == "__main__":
    print(report())
