"""A variant that counts in the other unit brings its figures along."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from companion.rules.choices import FourFold, Unit
from companion.rules.count import deal_total, judge_points
from companion.rules.dealing import deal_problems
from companion.rules.house import HouseVariant, house_variant, make_house
from companion.rules.options import OPTIONS, OptionError, all_options, differences, least_changes, with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from tests.rules.option_strategies import HOUSES

PARTNERSHIP, SITE, DOUBLES = find_variant("partnership"), find_variant("site"), find_variant("doubles")
_SIMPLE = {"count": "simple", "count.round": False}


def _in(variant: Variant, unit: str, **changes: Any) -> Variant:
    return with_options(variant, {"unit": unit, **changes})


def test_a_game_of_tens_told_in_ones_is_a_game_of_ones() -> None:
    ones = _in(PARTNERSHIP, "ones")
    assert (ones.count_last_trick, ones.bid_min, ones.bid_step, ones.end_target) == (1, 25, ((25, 1),), 100)
    assert deal_total(ones) == 25
    assert judge_points(ones, 15)
    assert judge_points(ones, 10)


def test_a_game_of_ones_told_in_tens_is_a_game_of_tens() -> None:
    tens = _in(DOUBLES, "tens")
    assert (tens.bid_min, tens.bid_step, tens.bid_meld_bids) == (500, ((500, 10), (600, 50)), 600)
    assert (tens.count_last_trick, deal_total(tens), tens.end_target) == (20, 500, 5000)
    assert tens.score_meld_min and (tens.score_meld_min.points, tens.score_save.at_least) == (200, 200)
    assert (tens.end_no_progress, tens.end_quad_pinochle) == (2500, FourFold(("pinochle",), 200))


def test_check_pinochle_is_three_handed_in_tens_with_checks() -> None:
    tens, check = _in(find_variant("three-handed"), "tens"), find_variant("check")
    differing = {key for key in OPTIONS if OPTIONS[key].differs(tens, check)}
    assert differing == {"bid.forced", "bid.forced-amount", "check.stake"}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_a_house_that_only_lets_the_bid_be_forced_forces_a_bid_that_could_be_made(variant: Variant) -> None:
    house = with_options(variant, {"bid.forced": "dealer"})
    assert house.bid_forced_amount >= house.bid_min


def test_what_is_no_figure_of_the_unit_stays() -> None:
    ones = _in(with_options(find_variant("check"), {"check.stake": 20}), "ones")
    assert (ones.check_stake, ones.check_nines, ones.meld_table) == (20, 5, PARTNERSHIP.meld_table)
    slides = _in(find_variant("cutthroat"), "tens")
    assert (slides.end_slide_out, slides.hand_size, slides.score_double_set) == (3, 16, 2)


def test_one_counter_to_keep_meld_is_one_counter_in_either_unit() -> None:
    assert _in(SITE, "ones").score_save == SITE.score_save
    assert _in(find_variant("joedog"), "tens").score_save == find_variant("joedog").score_save


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    [
        ({"bid.max-jump": 20}, "bid_max_jump", 2),
        ({"floor": -500}, "floor", -50),
        ({"end.tie": ["bidder", {"extend": 250}]}, "end_tie", None),
        ({"end.all-tricks": {"bonus": 250}}, "end_all_tricks", None),
        ({"score.throw-in.opponents": {"bonus": 100}}, "score_throw_in_opponents", None),
        ({"score.set.opponents": {"bonus": 30}}, "score_set_opponents", None),
        ({"score.no-marriage.opponents": {"at_least": 200}}, "score_no_marriage_opponents", None),
        ({"score.meld-min": {"more_than": 200}}, "score_meld_min", None),
        ({"bid.dealer-discount": 10}, "bid_dealer_discount", 1),
        ({"end.no-progress": 2500}, "end_no_progress", 250),
        ({"end.quad-pinochle": 200}, "end_quad_pinochle", FourFold(("pinochle",), 20)),
        ({"end.quad-pinochle": {"run": 200}}, "end_quad_pinochle", FourFold(("run",), 20)),
    ],
    ids=str,
)
def test_a_figure_that_a_house_has_set_before_comes_along_too(changes: dict[str, Any], field: str, value: Any) -> None:
    house = with_options(PARTNERSHIP, changes)
    ones = _in(house, "ones")
    assert getattr(ones, field) != getattr(house, field)
    assert value is None or getattr(ones, field) == value
    assert _in(ones, "tens") == house


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_variant_can_be_told_in_the_other_unit_and_back(variant: Variant) -> None:
    other = "ones" if variant.unit is Unit.TENS else "tens"
    there = _in(variant, other, **_SIMPLE)
    back, was = all_options(_in(there, variant.unit.value)), all_options(with_options(variant, _SIMPLE))
    saved = (back.pop("score.save").get("at_least", 0), was.pop("score.save").get("at_least", 0))
    assert back == was
    assert len(set(saved)) == 1 or saved == (1, 10)  # one counter, however it was written


def test_a_figure_that_the_house_sets_itself_stays_as_it_is_told() -> None:
    ones = _in(PARTNERSHIP, "ones", **{"bid.min": 250, "end.target": 1000})
    assert (ones.bid_min, ones.end_target, ones.count_last_trick) == (250, 1000, 1)
    house = make_house("Ours", "partnership", {"unit": "ones", "bid.min": 250})
    assert house_variant(house).bid_min == 250
    assert house.changes["bid.min"] == 250


def test_a_figure_that_has_no_tenth_is_named_with_what_to_set() -> None:
    house = with_options(PARTNERSHIP, {"bid.step": [[250, 25]]})
    with pytest.raises(OptionError, match=r"unit: in ones bid\.step \[\[250, 25\]\] would be no whole number; set it"):
        _in(house, "ones")
    assert _in(house, "ones", **{"bid.step": [[25, 2]]}).bid_step == ((25, 2),)


def test_a_figure_too_large_for_tens_is_named_with_what_to_set() -> None:
    house = with_options(DOUBLES, {"end.target": 500_000})
    with pytest.raises(OptionError, match=r"unit: in tens end\.target 500000 .*set it"):
        _in(house, "tens")


def test_a_count_that_only_tens_know_is_refused_with_what_to_set() -> None:
    with pytest.raises(OptionError, match="count: classic needs the unit tens; in ones the count is simple"):
        _in(find_variant("two-handed"), "ones")
    rounded = with_options(find_variant("two-handed"), {"unit": "ones", "count": "simple"})
    assert [problem.clauses for problem in deal_problems(rounded)] == [("count.round", "unit")]
    assert not deal_problems(with_options(rounded, {"count.round": False}))


def test_every_amount_of_points_is_known_to_come_along() -> None:
    elsewhere = {key for key in OPTIONS if not OPTIONS[key].points and _holds_number(OPTIONS[key].read(SITE))}
    tables = {"meld.table", "meld.roundhouse", "check.stake", "check.nines", "check.game"}
    tables |= {"check.melds", "check.slam", "check.set", "check.minus"}
    counts = {"players", "hand.size", "kitty.size", "pass.count", "score.double-set", "units.spades", "units.hearts"}
    assert elsewhere <= tables | counts


def _holds_number(value: Any) -> bool:
    if isinstance(value, (dict, list)):
        return any(_holds_number(each) for each in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and not isinstance(value, bool)


@given(HOUSES)
def test_whatever_unit_a_house_variant_counts_in_its_changes_make_it_again(house: HouseVariant) -> None:
    variant, base = house_variant(house), find_variant(house.base)
    assert all_options(with_options(base, house.changes)) == all_options(variant)
    assert least_changes(variant, base) == house.changes
    assert all_options(with_options(base, differences(variant, base))) == all_options(variant)
