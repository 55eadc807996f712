"""Options as a page, a request or a file writes them: whatever the values, nothing is lost."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.card import rule_card
from companion.rules.clauses import CLAUSES
from companion.rules.options import all_options, differences, with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from tests.conftest import tries
from tests.rules.option_strategies import CHANGES


@settings(max_examples=tries(150))
@given(st.sampled_from(VARIANTS), CHANGES)
def test_a_house_variant_written_as_json_comes_back_the_same(variant: Variant, changes: dict[str, Any]) -> None:
    if changes.get("unit", variant.unit) == "ones":
        changes = {**changes, "count": "simple"}
    house = with_options(variant, changes)
    written = json.loads(json.dumps(all_options(house)))
    assert with_options(variant, written) == house


@settings(max_examples=tries(150))
@given(st.sampled_from(VARIANTS), CHANGES)
def test_the_card_of_any_house_variant_mentions_every_change(variant: Variant, changes: dict[str, Any]) -> None:
    if changes.get("unit", variant.unit) == "ones":
        changes = {**changes, "count": "simple"}
    house = with_options(variant, changes)
    card = rule_card(house, variant)
    assert differences(house, variant).keys() <= card.options | set(card.idle)
    assert not card.options & set(card.idle)
    for part in card.parts:
        for line in part.lines:
            assert all(sentence.says[0].isupper() and sentence.says[-1] == "." for sentence in line)
            assert all(set(sentence.clauses) <= CLAUSES.keys() for sentence in line)
