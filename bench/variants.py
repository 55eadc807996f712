"""The cost of each variant in data, and the part of the engine it alone uses: ``python -m bench.variants``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import companion.rules.variants
from companion.rules.options import OPTIONS, Option
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

_INTRODUCES = frozenset({"key", "name", "summary", "parent", "rests_on"})
"""The fields of a preset other than options."""


def report() -> str:
    """A table of all variants, a line each."""
    lines = [
        "| variant | lines | options stated | branches of it alone | and of its children alone | figures of it alone |",
        "|---|---:|---:|---|---|---|",
    ]
    for variant in VARIANTS:
        lines_of_it, stated = size_of(variant)
        own = alone(variant)
        cells = (own, family_alone(variant) - own, figures_alone(variant, own))
        told = " | ".join(", ".join(sorted(names)) or "–" for names in cells)
        lines.append(f"| {variant.key} | {lines_of_it} | {stated} | {told} |")
    return "\n".join(lines)


def size_of(variant: Variant) -> tuple[int, int]:
    """The number of lines of a variant in its family's file, and of options it states."""
    for family in sorted(Path(companion.rules.variants.__file__).parent.glob("*.py")):
        for node in ast.parse(family.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name_of(variant):
                stated = node.value.keywords if isinstance(node.value, ast.Call) else []
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                return lines, sum(each.arg not in _INTRODUCES for each in stated)
    raise ValueError(f"no family of variants holds {variant.key}")


def name_of(variant: Variant) -> str:
    """The variant's name in the code: ``BRUCE_5``."""
    return variant.key.replace("-", "_").upper()


def branches_of(variant: Variant) -> frozenset[str]:
    """The branches of the engine that a variant takes: an enum's word, a rule switched on, a part of a record."""
    return frozenset(name for option in OPTIONS.values() for name in _branches(option, variant))


def alone(variant: Variant) -> frozenset[str]:
    """The branches that no other variant takes."""
    return branches_of(variant).difference(*(branches_of(other) for other in VARIANTS if other is not variant))


def family_alone(variant: Variant) -> frozenset[str]:
    """The branches taken only by the variant and its descendants."""
    strangers = [other for other in VARIANTS if variant not in lineage(other)]
    return branches_of(variant).difference(*(branches_of(other) for other in strangers))


def lineage(variant: Variant) -> Iterator[Variant]:
    """The variant, its parent, and so on."""
    yield variant
    if variant.parent:
        yield from lineage(find_variant(variant.parent))


def figures_alone(variant: Variant, own: frozenset[str]) -> frozenset[str]:
    """The options whose value no other variant has, though others take its branch."""
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
