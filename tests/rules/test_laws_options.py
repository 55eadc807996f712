"""Options as a page, a request or a file writes them: whatever the values, nothing is lost."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.options import (
    OPTIONS,
    Option,
    all_options,
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
    "kitty.size": st.integers(0, 12),
    **dict.fromkeys(("check.nines", "check.game"), st.integers(0, 100)),
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
