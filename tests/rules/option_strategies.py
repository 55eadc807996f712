"""Values of every option for Hypothesis, and house variants made of them that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any

from hypothesis import strategies as st

from companion.rules.choices import CheckMelds
from companion.rules.house import HouseError, HouseVariant, make_house
from companion.rules.names import (
    LONGEST_PERSON,
)
from companion.rules.options import OPTIONS, Option
from companion.rules.pack import PACKS
from companion.rules.variants import VARIANTS, find_variant

_SITE = find_variant("site")
_FOLDS = ("pinochle", "run", "either")
_numbers = st.integers(1, 500)
_figures = st.lists(st.integers(0, 400), min_size=1, max_size=6)
_TABLE = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("run", "pinochle", "aces", "tens", "kings", "queens", "jacks"), _figures),
        **dict.fromkeys(
            ("royal", "marriage"), st.one_of(st.integers(0, 50), _figures.filter(lambda many: len(many) > 1))
        ),
        "dix": st.integers(0, 50),
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
    "deal.packet": st.text(min_size=1, max_size=80)
    .map(str.strip)
    .filter(lambda text: text != "" and text.isprintable()),
    "misdeal.hands": st.lists(
        st.fixed_dictionaries(
            {
                "ranks": st.sampled_from([["9"], ["A"], ["A", "K"]]),
                "at_least": st.integers(0, 6),
                "partner_agrees": st.booleans(),
                "no_meld": st.booleans(),
            }
        ),
        max_size=2,
    ),
    "bid.moon": st.one_of(
        st.none(),
        st.fixed_dictionaries(
            {"made": _numbers, "failed": _numbers}, optional=dict.fromkeys(("others_score", "untrumped"), st.booleans())
        ),
    ),
    "bid.no-trick": st.one_of(
        st.none(),
        st.fixed_dictionaries({"made": _numbers, "failed": _numbers}, optional={"others_score": st.booleans()}),
    ),
    "score.game-points": st.one_of(
        st.none(), st.fixed_dictionaries(dict.fromkeys(("made", "failed", "saved"), st.integers(0, 100)))
    ),
    "bid.barred": st.sampled_from([[], [4, 9], [40, 90], [5]]),
    "bid.step": st.sampled_from([[[0, 1]], [[50, 1], [60, 5]], [[500, 10], [600, 50]]]),
    "pass.count": st.integers(0, 8),
    "kitty.size": st.integers(0, 12),
    **dict.fromkeys(("check.nines", "check.game", "check.slam", "check.minus"), st.integers(0, 100)),
    "check.melds": st.dictionaries(st.sampled_from([part.name for part in fields(CheckMelds)]), st.integers(0, 100)),
    "check.contract": st.sampled_from([None, [[10, 1]], [[20, 2], [350, 5]]]),
    "check.set": st.integers(1, 2),
    "check.lead": st.one_of(st.none(), st.integers(1, 500)),
    "score.double-set": st.integers(1, 2),
    "units.prices": st.sampled_from([None, [[10, 1]], [[20, 2], [350, 5]], [[300, 3]]]),
    "units.kitty": st.one_of(st.none(), st.integers(0, 500)),
    "units.spades-from": st.one_of(st.none(), st.integers(0, 500)),
    **dict.fromkeys(("units.spades", "units.hearts"), st.integers(1, 4)),
    "floor": st.one_of(st.none(), st.integers(-5000, -1)),
    "meld.table": _TABLE,
    "meld.roundhouse": st.one_of(st.just("parts"), *(st.fixed_dictionaries({k: _numbers}) for k in ("bonus", "flat"))),
    "score.meld-min": st.one_of(st.none(), *(st.fixed_dictionaries({k: _numbers}) for k in ("at_least", "more_than"))),
    "score.save": _SAVE,
    "score.set.opponents": st.sampled_from(["own", "half-bid", {"bonus": 30}]),
    "score.throw-in.opponents": st.sampled_from(["meld", "half-bid", "nothing", {"bonus": 100}]),
    "score.no-marriage.opponents": st.sampled_from(["nothing", "meld", {"at_least": 20}]),
    "end.tie": st.lists(st.sampled_from(["bidder", "high", "another", {"extend": 25}]), min_size=1, max_size=4),
    "end.all-tricks": st.sampled_from(["wins", "nothing", {"bonus": 250}]),
    **dict.fromkeys(("bid.max-jump", "bid.meld-bids", "end.target"), st.one_of(st.none(), _numbers)),
    **dict.fromkeys(("end.slide-out",), st.one_of(st.just(False), st.integers(1, 100))),
    "end.no-progress": st.one_of(st.just(False), _numbers),
    "end.quad-pinochle": st.one_of(
        st.just(False), st.integers(0, 500), *(st.fixed_dictionaries({kind: st.integers(0, 500)}) for kind in _FOLDS)
    ),
}


def values_of(option: Option) -> st.SearchStrategy[Any]:
    """Values that an option can take."""
    if option.form.choices:
        return st.sampled_from(option.form.choices)
    if isinstance(option.read(_SITE), bool) and option.key not in _VALUES:
        return st.booleans()
    return _VALUES.get(option.key, _numbers)


CHANGES = st.fixed_dictionaries({}, optional={key: values_of(option) for key, option in OPTIONS.items()})
"""Any values of any options, whether or not they can stand together."""

_ONE_CHANGE = st.sampled_from(list(OPTIONS.values())).flatmap(lambda o: st.tuples(st.just(o.key), values_of(o)))


def _that_stand(base: str, wanted: list[tuple[str, Any]]) -> HouseVariant:
    """A house variant with those of the changes wanted that can stand beside the ones before them."""
    kept: Mapping[str, Any] = {}
    for key, value in wanted:
        with suppress(HouseError):
            kept = make_house("Ours", base, {**kept, key: value}).changes
    return make_house("Ours", base, kept)


HOUSES = st.builds(
    _that_stand, st.sampled_from([variant.key for variant in VARIANTS]), st.lists(_ONE_CHANGE, max_size=12)
)
"""House variants of any base that can be dealt."""


_ODD = "\u0301\u00a0\t\n\0\u200b\u200c\u200d\u202e\ufe0f\u2800\u3164\ufffd\U000e0100"


SIGNS = st.one_of(st.sampled_from(f"AaeIßﬀ👩 1.,&/-’{_ODD}"), st.characters())


NAMES = st.text(SIGNS, max_size=LONGEST_PERSON + 3)
