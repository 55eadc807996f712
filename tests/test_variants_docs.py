"""docs/variants.md says what the data says."""

from __future__ import annotations

from companion.rules.variants import VARIANTS
from docs.make_variants import COMMANDS, PAGE, commands, page


def test_the_page_of_variants_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m docs.make_variants writes it anew"
    assert COMMANDS.read_text(encoding="utf-8") == commands(), "python -m docs.make_variants writes it anew"


def test_every_variant_has_its_part() -> None:
    parts = [line.removeprefix("## ") for line in page().splitlines() if line.startswith("## ")]
    assert parts == [variant.key for variant in VARIANTS]
