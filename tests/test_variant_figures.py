"""The figures of the variants: what each states, and what of the engine it alone uses."""

from __future__ import annotations

import pytest

from bench.variants import alone, branches_of, family_alone, figures_alone, report, size_of
from companion.rules.options import OPTIONS
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def test_every_variant_has_its_line() -> None:
    assert [line.split(" | ")[0] for line in report().splitlines()[2:]] == [f"| {variant.key}" for variant in VARIANTS]


@every_variant
def test_a_preset_states_its_differences_and_little_more(variant: Variant) -> None:
    lines, stated = size_of(variant)
    assert stated < lines <= 60


@every_variant
def test_what_is_a_variant_s_own_is_no_other_s(variant: Variant) -> None:
    own = alone(variant)
    assert own <= family_alone(variant)
    for other in VARIANTS:
        if other is not variant:
            assert not own & branches_of(other)
            assert all(OPTIONS[key].read(other) != OPTIONS[key].read(variant) for key in figures_alone(variant, own))


def test_doubles_alone_wins_in_its_own_ways() -> None:
    assert {"end.all-tricks", "end.no-progress", "end.quad-pinochle", "play.head never"} <= alone(
        find_variant("doubles")
    )
    assert "draw discard-and-draw" in family_alone(find_variant("bruce-5"))
