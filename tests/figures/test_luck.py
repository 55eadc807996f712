"""Luck and play apart: what is usual, simulated or known, and the band that chance explains."""

from __future__ import annotations

from random import Random

import pytest

from companion.figures.facts import SeatInDeal
from companion.figures.gather import rules_id, variant_of
from companion.figures.luck import OWN_DEALS, Tally, band_of, can_simulate, meld_luck, play_above, simulate, usual_of
from companion.figures.scope import Mine
from companion.rules.options import with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from tests.figures.second_teller.games import GAMES, ROW, SEED, mine_of, played


def deal(number: int, meld: int, tricks: int, role: str = "I", bid: int = 250) -> SeatInDeal:
    return ROW._replace(number=number, meld_side=meld, trick_side=tricks, role=role, bid=bid)


def test_everybody_s_luck_adds_up_to_none() -> None:
    rows = [deal(number, 10 * (number % 7), 100 + number % 50, "IO"[number % 2]) for number in range(OWN_DEALS)]
    luck = meld_luck(Mine(tuple(rows), ()), usual_of(rows), None)
    assert luck
    assert luck.total == pytest.approx(0)
    assert not luck.simulated


def test_what_is_simulated_serves_until_the_house_has_deals_enough() -> None:
    rows = [deal(number, 100, 100) for number in range(30)]
    simulated = {"bidding": Tally(2, 160, 2 * 80 * 80)}
    luck = meld_luck(Mine(tuple(rows), ()), usual_of(rows), simulated)
    assert luck
    assert (luck.total, luck.reach, luck.simulated, luck.by_chance) == (600, 0, True, False)
    assert meld_luck(Mine(tuple(rows), ()), usual_of(rows), None) is None


def test_play_is_compared_with_all_other_deals_that_are_alike() -> None:
    usual = [deal(number, 100, 120) for number in range(OWN_DEALS)]
    mine = deal(999, 100, 180)
    above = play_above(Mine((mine,), ()), usual_of([*usual, mine]))
    assert above
    assert above.total == pytest.approx(60)


def test_play_above_expectation_by_plain_loops() -> None:
    """Play computed without tallies: for each deal the mean of all others of its band, drawn to that of all."""
    chance, rows = Random(7), list[SeatInDeal]()
    for number in range(OWN_DEALS):
        told = chance.choice("IO"), chance.choice([250, 290, 350])
        rows.append(deal(number, 10 * chance.randrange(30), 10 * chance.randrange(26), *told))
    mine, total = [row for row in rows if row.number % 3 == 0], 0.0
    for row in mine:
        rest = [each.trick_side for each in rows if each is not row and (each.role == "O") == (row.role == "O")]
        alike = [each.trick_side for each in rows if each is not row and band_of(each) == band_of(row)]
        total += row.trick_side - (sum(alike) + 10 * sum(rest) / len(rest)) / (len(alike) + 10)
    above = play_above(Mine(tuple(mine), ()), usual_of(rows))
    assert above
    assert above.total == pytest.approx(total)


def test_a_simulation_is_the_same_for_the_same_seed() -> None:
    variant = find_variant("site")
    one, two, other = (simulate(variant, 4, Random(seed), 8) for seed in (1, 1, 2))
    assert one == two != other
    assert one["bidding"].mean > one["against"].mean


@pytest.mark.parametrize("variant", [each for each in VARIANTS if can_simulate(each)], ids=lambda each: each.key)
def test_every_variant_whose_hands_stay_can_be_simulated(variant: Variant) -> None:
    found = simulate(variant, variant.players[0], Random(1), 2)
    assert set(found) <= {"bidding", "against", "no bid"}
    assert all(each.n >= 2 for each in found.values())


def test_rules_are_told_apart_by_what_changes_a_deal() -> None:
    site = find_variant("site")
    assert rules_id(site) == rules_id(with_options(site, {"end.target": 500})) == "site"
    house = rules_id(with_options(site, {"bid.min": 200}))
    assert house.startswith("site~")
    assert variant_of(house) == "site"
    assert house != rules_id(with_options(site, {"bid.min": 210}))


def test_luck_of_one_person_is_told_from_the_side_s_meld() -> None:
    facts = [facts for facts, _ in played(GAMES, SEED)]
    mine = mine_of(facts, "Ann").under("site")
    simulated = {"bidding": Tally(10, 1000, 120000), "against": Tally(10, 500, 30000)}
    luck = meld_luck(mine, usual_of(mine.deals), simulated)
    own = [row for row in mine.deals if row.played or row.outcome == "thrown-in"]
    assert luck
    assert luck.total == pytest.approx(sum(row.meld_side - (50 if row.role == "O" else 100) for row in own))
