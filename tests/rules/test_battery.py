"""What every variant of the rulebook must pass, whoever added it, and cases of each as data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.rules.clauses import CLAUSES
from companion.rules.count import count_cards, deal_total, total_range
from companion.rules.dealing import all_sides, cards_left, deal_problems, hands_dealt, seats_of, tricks_in_deal
from companion.rules.options import OPTIONS, all_options, differences, with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from tests.rules.asking import cases, check_answer

_TOTALS = {
    **dict.fromkeys(("joedog", "three-handed", "cutthroat"), 25),
    **dict.fromkeys(("five-handed", "double-deck", "eight-handed"), 500),
    "doubles": 50,
    "triple-deck": 75,
    "racehorse": 750,
}
_STATED = {
    "partnership": "deal.first bid.max-jump bid.forced pass.count meld.run-extra score.save score.throw-in "
    "renege.exposed misdeal.procedure end.target",
    "hoyle": "deal.first bid.pass-help meld.run-extra play.head score.throw-in",
    "four-handed": "bid.min bid.step bid.forced bid.forced-amount pass.count",
    "kitty-partnership": "hand.size kitty.size",
    "summed": "bid bid.min bid.step bid.forced-amount bid.rounds",
    "bruce-7": "players hand.size",
    "cutthroat": "hand.size deal.packet kitty.size end.bid-out end.slide-out",
    "check": "unit bid.min bid.step bid.forced bid.forced-amount bid.dealer-discount count.last-trick check.stake "
    "end.target",
    "racehorse": "players sides pack bid.forced kitty.size count.last-trick meld.table score.save",
    "eight-handed": "players hand.size pack misdeal.technical",
}
_HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "two-handed with the long pack": ("two-handed", {"pack": "64"}),
    "three-handed with a kitty of six": (
        "kitty-partnership",
        {"players": 3, "sides": "each", "hand.size": 14, "kitty.size": 6, "pass.count": 0},
    ),
    "four-handed with a kitty shared out": ("four-handed", {"hand.size": 11, "kitty.size": 4, "kitty.deal-out": True}),
    "five-handed with a pack and a half": ("five-handed", {"pack": "70", "hand.size": 14, "count.last-trick": 10}),
}

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def test_no_two_variants_share_a_name_or_a_summary() -> None:
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS)
    assert len({variant.summary for variant in VARIANTS}) == len(VARIANTS)


@every_variant
def test_a_variant_introduces_itself_in_a_line(variant: Variant) -> None:
    assert variant.name
    assert variant.summary.endswith(".")
    assert "\n" not in variant.summary


@every_variant
def test_a_variant_deals_out_evenly_with_its_kitty(variant: Variant) -> None:
    assert deal_problems(variant) == ()
    for players in range(variant.players[0], variant.players[1] + 1):
        assert cards_left(variant, hands_dealt(variant, players)) >= 0
        assert sum(len(seats_of(variant, players, side)) for side in all_sides(variant, players)) == players


@every_variant
def test_the_counters_come_to_the_rulebook_s_total(variant: Variant) -> None:
    pack = (card for card, copies in variant.pack.counts.items() for _ in range(copies))
    assert count_cards(variant, pack) + variant.count_last_trick == deal_total(variant)
    if not variant.key.startswith("bruce"):
        expected = _TOTALS.get(variant.key, 250)
        assert total_range(variant, variant.players[1]) == (expected, expected)


@pytest.mark.parametrize(
    ("key", "players", "least", "most"),
    # 40 of 48 cards are dealt to eight: 24 of them count nothing, so 16 counters at least are among them.
    [("bruce-5", 2, 1, 11), ("bruce-5", 8, 17, 25), ("bruce-7", 3, 1, 22)],
)
def test_cards_left_over_leave_the_total_open(key: str, players: int, least: int, most: int) -> None:
    assert total_range(find_variant(key), players) == (least, most)


@every_variant
def test_every_option_of_a_variant_cites_a_clause(variant: Variant) -> None:
    for option in OPTIONS.values():
        assert option.clauses_for(variant)
        assert set(option.clauses_for(variant)) <= CLAUSES.keys()


@every_variant
def test_a_variant_s_options_survive_json(variant: Variant) -> None:
    written = json.loads(json.dumps(all_options(variant)))
    assert with_options(variant, written) == variant
    assert written.keys() == OPTIONS.keys()


@every_variant
def test_a_variant_is_its_parent_with_the_differences_that_it_states(variant: Variant) -> None:
    if variant.parent is None:
        return
    parent = find_variant(variant.parent)
    assert VARIANTS.index(parent) < VARIANTS.index(variant)
    stated = differences(variant, parent)
    assert all_options(with_options(parent, stated)) == all_options(variant)
    assert 0 < len(stated) <= 14


@pytest.mark.parametrize("key", _STATED)
def test_a_variant_differs_from_its_parent_in_nothing_else(key: str) -> None:
    variant = find_variant(key)
    assert set(differences(variant, find_variant(variant.parent or ""))) == set(_STATED[key].split())


@pytest.mark.parametrize("house", _HOUSES)
def test_a_form_that_the_rulebook_names_is_a_house_variant(house: str) -> None:
    key, options = _HOUSES[house]
    assert deal_problems(with_options(find_variant(key), options)) == ()


@pytest.mark.parametrize(
    ("key", "tricks"), [("site", 12), ("two-handed", 24), ("bruce-7", 7), ("three-handed", 15), ("racehorse", 20)]
)
def test_a_deal_has_so_many_tricks(key: str, tricks: int) -> None:
    assert tricks_in_deal(find_variant(key)) == tricks


@pytest.mark.parametrize("case", cases("every_variant"))
def test_a_variant_plays_as_its_clauses_say(case: dict[str, Any]) -> None:
    check_answer(case["command"], case)
