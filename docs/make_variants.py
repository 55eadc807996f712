"""Writes ``docs/variants.md`` and the list in ``docs/commands.md``: ``python -m docs.make_variants``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from companion.cli.ask.variants import list_variants, variants_words
from companion.rules.describe import describe_option
from companion.rules.known import KNOWN_TABLES
from companion.rules.options import OPTIONS, all_options, differences
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

PAGE = Path(__file__).parent / "variants.md"
COMMANDS = Path(__file__).parent / "commands.md"
_INTRO = """# The variants

`python -m docs.make_variants` writes this page from `companion/rules/variants`. `site` is described in full, each other
variant by its differences, as `--set` of the commands takes them.
"""
_TABLES = """Known tables are ready to play, each by the rules of a [page](tables.md). Commands take their keys, too:
"""
_FULL = VARIANTS[0]


def page() -> str:
    """The whole page."""
    return (
        "\n".join(
            [_INTRO, *_overview(), *_tables(), *(line for variant in VARIANTS for line in _part(variant))]
        ).rstrip()
        + "\n"
    )


def commands() -> str:
    """The page of commands with the list of variants as it is."""
    listed = f"$ companion variants\n{variants_words(list_variants())}\n```"
    return re.sub(r"^\$ companion variants\n.*?^```", lambda _: listed, _read(COMMANDS), flags=re.MULTILINE | re.DOTALL)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _overview() -> Iterator[str]:
    yield "| players | variants |"
    yield "|---|---|"
    for (least, most), group in groupby(sorted(VARIANTS, key=lambda v: v.players), key=lambda v: v.players):
        links = ", ".join(f"[{variant.key}](#{variant.key})" for variant in group)
        yield f"| {least if least == most else f'{least} to {most}'} | {links} |"
    yield ""


def _tables() -> Iterator[str]:
    yield _TABLES
    for key, table in KNOWN_TABLES.items():
        yield f"- `{key}`, from [{table.house.base}](#{table.house.base}). **{table.variant.name}.** {table.summary}"
    yield ""


def _part(variant: Variant) -> Iterator[str]:
    yield f"## {variant.key}"
    yield ""
    yield f"**{variant.name}.** {variant.summary}"
    yield ""
    other = find_variant(variant.parent) if variant.parent else _FULL
    options = all_options(variant) if variant is _FULL else differences(variant, other)
    described = {key: described for key in options if (described := describe_option(variant, key)).asked}
    off = [key for key in described if variant is _FULL and OPTIONS[key].is_off(variant)]
    yield "Off: " + ", ".join(f"`{key}`" for key in off) if off else f"As [{other.key}](#{other.key}), except:"
    yield ""
    yield from (f"- `{key}={_written(options[key])}` {each.says}" for key, each in described.items() if key not in off)
    yield ""


def _written(value: object) -> str:
    """As ``--set`` takes it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    COMMANDS.write_text(commands(), encoding="utf-8")
