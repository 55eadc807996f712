"""The gate: variants that the table's pages can't play are refused with the reason, by their options alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.game.decide_start import start_game
from companion.game.refusal import Refusal
from companion.game.served import unserved
from companion.rules.options import with_options
from companion.rules.variants import VARIANTS, find_variant
from tests.game.table import EIGHT

_PLAYED = {
    *("summed", "bruce-5", "bruce-7"),
    *("site", "partnership", "hoyle", "joedog", "four-handed", "kitty-partnership", "three-handed", "cutthroat"),
    *("two-handed", "two-handed-draw", "check"),
    *("doubles", "double-deck", "triple-deck", "racehorse", "eight-handed"),
}
_OPTIONS: tuple[tuple[str, Mapping[str, Any], str], ...] = (("doubles", {"sides": "called"}, "called"),)


def test_these_variants_can_be_played_at_the_table() -> None:
    assert {variant.key for variant in VARIANTS if not unserved(variant)} == _PLAYED


@pytest.mark.parametrize(("parent", "options", "says"), _OPTIONS, ids=[str(options) for _, options, _ in _OPTIONS])
def test_each_option_that_the_pages_cannot_do_has_its_sentence(
    parent: str, options: Mapping[str, Any], says: str
) -> None:
    variant = find_variant(parent)
    assert not unserved(variant)
    (sentence,) = unserved(with_options(variant, options))
    assert says in sentence


@pytest.mark.parametrize("variant", [v for v in VARIANTS if unserved(v)], ids=lambda variant: variant.key)
def test_a_game_of_a_variant_behind_the_gate_is_not_begun(variant: Any) -> None:
    refusal = start_game(variant, EIGHT[: variant.players[1]], 0)
    assert isinstance(refusal, Refusal)
    assert (refusal.says, refusal.field) == (unserved(variant)[0], "variant")
