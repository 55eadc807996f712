"""Options as a page, a request or a file writes them: whatever the values, nothing is lost."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.options import all_options, with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from tests.rules.option_strategies import CHANGES


@settings(max_examples=150)
@given(st.sampled_from(VARIANTS), CHANGES)
def test_a_house_variant_written_as_json_comes_back_the_same(variant: Variant, changes: dict[str, Any]) -> None:
    if changes.get("unit", variant.unit) == "ones":
        changes = {**changes, "count": "simple"}
    house = with_options(variant, changes)
    written = json.loads(json.dumps(all_options(house)))
    assert with_options(variant, written) == house
