"""Options as a page, a request or a file writes them: every value survives, every misfit is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.options import (
    OPTIONS,
    Option,
    OptionError,
    all_options,
    deal_problems,
    differences,
    find_option,
    with_options,
)
from companion.rules.pack import PACKS
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

SITE = find_variant("site")
_numbers = st.integers(1, 500)
_figures = st.lists(st.integers(0, 400), min_size=1, max_size=6)
_TABLE = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("run", "pinochle", "aces", "kings", "queens", "jacks"), _figures),
        **dict.fromkeys(("royal", "marriage", "dix"), st.integers(0, 50)),
    },
)
_OWN_PACK = st.fixed_dictionaries(
    {"ranks": st.just(["A", "10", "K", "Q", "J"]), "copies": st.integers(1, 8)},
    optional={"add": st.just(["9S"]), "without": st.just(["AS", "AH"])},
)
_SAVE = st.one_of(
    st.fixed_dictionaries(
        {"by": st.sampled_from(["nothing", "trick"])},
        optional={"loses_tricks": st.booleans(), "dix_safe": st.booleans()},
    ),
    st.fixed_dictionaries({"by": st.just("points"), "at_least": _numbers}, optional={"loses_tricks": st.booleans()}),
)
_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "players": st.sampled_from([4, 6, [3, 6], [2, 8]]),
    "pack": st.one_of(st.sampled_from(sorted(PACKS)), _OWN_PACK),
    "hand.size": st.integers(1, 40),
    "deal.packet": st.text(min_size=1, max_size=80),
    "bid.step": st.sampled_from([[[0, 1]], [[50, 1], [60, 5]], [[500, 10], [600, 50]]]),
    "pass.count": st.integers(0, 8),
    "score.double-set": st.integers(1, 2),
    "floor": st.one_of(st.none(), st.integers(-5000, -1)),
    "meld.table": _TABLE,
    "meld.roundhouse": st.one_of(st.just("parts"), *(st.fixed_dictionaries({k: _numbers}) for k in ("bonus", "flat"))),
    "score.meld-min": st.one_of(st.none(), *(st.fixed_dictionaries({k: _numbers}) for k in ("at_least", "more_than"))),
    "score.save": _SAVE,
    "score.throw-in.opponents": st.sampled_from(["meld", "nothing", {"bonus": 100}]),
    "end.tie": st.lists(st.sampled_from(["bidder", "high", "another", {"extend": 25}]), min_size=1, max_size=4),
    "end.all-tricks": st.sampled_from(["wins", "nothing", {"bonus": 250}]),
    **dict.fromkeys(("bid.max-jump", "bid.meld-bids", "end.target"), st.one_of(st.none(), _numbers)),
    **dict.fromkeys(("end.slide-out",), st.one_of(st.just(False), st.integers(1, 100))),
    **dict.fromkeys(("end.no-progress", "end.quad-pinochle"), st.one_of(st.just(False), _numbers)),
}


def _values(option: Option) -> st.SearchStrategy[Any]:
    if option.form.choices:
        return st.sampled_from(option.form.choices)
    if isinstance(option.read(SITE), bool) and option.key not in _VALUES:
        return st.booleans()
    return _VALUES.get(option.key, _numbers)


_CHANGES = st.fixed_dictionaries({}, optional={key: _values(option) for key, option in OPTIONS.items()})


@settings(max_examples=150)
@given(st.sampled_from(VARIANTS), _CHANGES)
def test_a_house_variant_written_as_json_comes_back_the_same(variant: Variant, changes: dict[str, Any]) -> None:
    if changes.get("unit", variant.unit) == "ones":
        changes = {**changes, "count": "simple"}
    house = with_options(variant, changes)
    written = json.loads(json.dumps(all_options(house)))
    assert with_options(variant, written) == house
    assert with_options(variant, differences(house, variant)) == house


@pytest.mark.parametrize("key", OPTIONS)
@pytest.mark.parametrize("value", [[[]], {"x": 1}, -(10**9), 10**9, 1.5, "no such word", [1, "a"], ""])
def test_a_value_that_does_not_fit_is_named_with_what_would_do(key: str, value: Any) -> None:
    if key == "deal.packet" and value == "no such word":
        return
    with pytest.raises(OptionError, match=rf"^{key}: .* does not fit; it takes .+"):
        with_options(SITE, {key: value})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pack", {"ranks": ["A"], "copies": 9}),
        ("pack", {"ranks": [], "copies": 2}),
        ("pack", {"ranks": ["A"], "copies": 2, "add": ["XX"]}),
        ("pack", "50"),
        ("bid.step", [[60, 5], [50, 1]]),
        ("bid.step", []),
        ("meld.table", {"tens": [1]}),
        ("meld.table", {"run": 15}),
        ("score.save", {"by": "trick", "at_least": 2}),
        ("score.meld-min", {"at_least": 1, "more_than": 2}),
        ("meld.roundhouse", {"bonus": 0}),
        ("players", [6, 3]),
        ("bid.pass-help", 1),
        ("bid.min", True),
        ("end.tie", "bidder"),
    ],
)
def test_a_shape_that_is_nearly_right_is_refused_too(key: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"^{key}: "):
        with_options(SITE, {key: value})


def test_an_unknown_key_is_named_and_all_keys_are_listed() -> None:
    with pytest.raises(OptionError, match=r"no such option: 'play.haed'; there are unit, players, .*play\.head"):
        find_option("play.haed")


def test_in_ones_only_the_simple_count_can_be() -> None:
    with pytest.raises(OptionError, match="count: classic needs the unit tens"):
        with_options(SITE, {"unit": "ones", "count": "classic"})


def test_a_partial_meld_table_keeps_the_other_figures() -> None:
    assert with_options(SITE, {"meld.table": {"royal": 5}}).meld_table.aces == SITE.meld_table.aces


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"hand.size": 13}, "4 hands of 13 are 52 cards, but the pack has 48."),
        ({"players": 3, "hand.size": 16}, "3 players can't sit in sides of two and more."),
        ({"bid.max-jump": 5}, "A largest jump of 5 is less than the step of 10, so nobody could outbid anybody."),
    ],
)
def test_a_table_that_cannot_be_dealt_is_told_why(options: dict[str, Any], says: str) -> None:
    assert deal_problems(with_options(SITE, options)) == (says,)


def test_every_variant_can_be_dealt() -> None:
    assert [deal_problems(variant) for variant in VARIANTS] == [()] * len(VARIANTS)


def test_an_option_names_the_clauses_of_the_value_in_force() -> None:
    assert "play.head.always" in find_option("play.head").clauses_for(SITE)
