"""The files of cases leave out no clause of the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.clauses import CLAUSES
from companion.rules.options import OPTIONS
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from tests.rules.asking import cases, named_clauses

_TESTS = Path(__file__).parents[1]
_FILES = ("auctions", "plays", "tricks", "melds", "scores", "endings", "readings", "every_variant", "referee")
_NAMED = {clause for name in _FILES for case in cases(name) for clause in named_clauses(case.values[0])}
_TRIED_IN = {
    **dict.fromkeys(("unit", "players", "sides", "pack", "hand.size"), "rules/options/test_options.py"),
    **dict.fromkeys(("count", "count.round", "count.round-up"), "rules/play/test_count.py"),
    **dict.fromkeys(("deal.rotate", "deal.redeal", "bid.lone-may-decline"), "game/decide/test_decide.py"),
    "end.stop": "playthroughs/auction-stop.txt",
    "lead.by": "game/view/test_view.py",
    "deal.first": "game/decide/test_start.py",
    **dict.fromkeys(("trump.needs", "pass.count", "pass.order"), "game/view/test_view.py"),
    **dict.fromkeys(("score.double-set", "score.bid-and-meld"), "rules/cases/readings.json"),
    **dict.fromkeys(("units.bidder", "deal.sits-out"), "rules/score/test_units.py"),
    **dict.fromkeys(("kitty.bury", "res.players-bruce", "res.five-call"), "rules/test_table_rules.py"),
    **dict.fromkeys(("meld.turn", "meld.reuse", "meld.played", "meld.dix-exchange"), "rules/meld/test_laying.py"),
    **dict.fromkeys(("pack.70", "res.defaults"), "rules/test_battery.py"),
    **dict.fromkeys(
        ("score.throw-in.opponents", "score.set.opponents", "misdeal.technical", "misdeal.procedure", "score.renege"),
        "rules/cases/readings.json",
    ),
}
"""Clauses on an option itself, whose values the tests named here try."""
_LEFT_TO_THE_TABLE = {
    *("deal.cut", "deal.packet", "kitty.shown", "score.renege.side"),
    *("conduct.sit-out", "conduct.pass-silent", "conduct.meld-order", "conduct.puller"),
}
"""Clauses that the table reads and acts on; no program decides by them."""


@pytest.mark.parametrize("name", _FILES)
def test_a_case_names_clauses_that_exist(name: str) -> None:
    named = {clause for case in cases(name) for clause in named_clauses(case.values[0])}
    assert named
    assert sorted(named - CLAUSES.keys()) == []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_clause_that_a_variant_rests_on_has_a_case(variant: Variant) -> None:
    wanted = {clause for option in OPTIONS.values() for clause in option.clauses_for(variant)}
    assert sorted(wanted - _NAMED - _TRIED_IN.keys() - _LEFT_TO_THE_TABLE) == []


def test_every_clause_has_a_case() -> None:
    untried = CLAUSES.keys() - _NAMED - _TRIED_IN.keys() - _LEFT_TO_THE_TABLE
    assert sorted(untried) == [], "add cases to tests/rules/cases/readings.json"


def test_the_tests_that_try_the_others_are_there() -> None:
    assert all((_TESTS / path).is_file() for path in _TRIED_IN.values())
