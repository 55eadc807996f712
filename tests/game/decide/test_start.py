"""Sitting down: names, seats and the first dealer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from companion.game.commands import Refusal
from companion.game.decide.start import start_game
from companion.game.events import DealBegun, Event, GameStarted
from companion.game.fold import Recorded, fold
from companion.rules import RULES_VERSION
from companion.rules.dealing import hands_dealt
from companion.rules.house import house_variant, make_house
from companion.rules.names import table_problems
from companion.rules.options import all_options, with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from tests.game.table import PLAYERS, Table

SITE = find_variant("site")


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_a_game_begins_with_its_rules_its_names_and_its_first_deal(variant: Any) -> None:
    names = ["  Ann ", "Ben", "Cleo  Ann", "Dan", "Eve", "Fay", "Gus", "Hal"][: variant.players[1]]
    started = start_game(variant, names, 1, previous="k7w2")
    assert not isinstance(started, Refusal)
    begun, deal = started
    assert isinstance(begun, GameStarted)
    assert (begun.variant, begun.names[:2]) == (variant.key, ("Ann", "Ben"))
    assert len(begun.names) == len(names)
    assert (begun.rules_version, begun.previous) == (RULES_VERSION, "k7w2")
    assert isinstance(deal, DealBegun)
    assert (deal.dealer, len(names) - len(deal.sits_out)) == (1, hands_dealt(variant, len(names)))


def test_a_game_keeps_the_options_that_it_began_with() -> None:
    house = {"end.target": 777, "meld.table": {"royal": 5}}
    state = Table("site", house).state
    assert replace(state.variant, summary=SITE.summary) == with_options(SITE, house)
    assert all_options(state.variant)["end.target"] == 777


def test_a_game_by_a_house_variant_keeps_its_name_and_so_does_its_rematch() -> None:
    house = house_variant(make_house("Aunt Mary’s", "site", {"end.target": 777}))
    for variant in (house, _begun(start_game(house, PLAYERS, 0))):
        state = _begun(start_game(variant, PLAYERS, 0))
        assert (state.name, state.key, state.end_target) == ("Aunt Mary’s", "site", 777)
    (begun, _) = cast("tuple[GameStarted, DealBegun]", start_game(SITE, PLAYERS, 0))
    assert begun.house is None


def _begun(events: tuple[Event, ...] | Refusal) -> Variant:
    """The variant of a game that has just begun."""
    assert not isinstance(events, Refusal)
    return fold([Recorded(seq, 1, event) for seq, event in enumerate(events, start=1)]).variant


@pytest.mark.parametrize(
    ("names", "dealer", "says", "field"),
    [
        (["Ann", "Ben", "Cleo"], 0, "Single deck, partners is for 4 players, not 3.", "names"),
        (["Ann", "  ", "Cleo", "Dan"], 0, "Please write a name for this player.", "name-1"),
        (
            ["Ann", "Ben", "ann", "Dan"],
            0,
            "ann is here twice: add a letter so that the two can be distinguished.",
            "name-2",
        ),
        (["Ann", "Ben", "C" * 31, "Dan"], 0, "Please use at most 30 letters; this name has 31.", "name-2"),
        (list(PLAYERS), 4, "Please say who deals first.", "dealer"),
        (list(PLAYERS), -1, "Please say who deals first.", "dealer"),
    ],
)
def test_a_table_that_cannot_begin_is_told_why(names: list[str], dealer: int, says: str, field: str) -> None:
    refusal = start_game(SITE, names, dealer)
    assert isinstance(refusal, Refusal)
    assert (refusal.says, refusal.field) == (says, field)


def test_a_pack_that_does_not_deal_out_is_refused() -> None:
    refusal = start_game(with_options(SITE, {"pack": "64"}), PLAYERS, 0)
    assert isinstance(refusal, Refusal)
    assert refusal.says == "4 hands of 12 are 48 cards, but the pack has 64."
    assert refusal.clauses == ("hand.size", "pack")


def test_rules_that_contradict_each_other_are_refused_by_their_own_clauses() -> None:
    refusal = start_game(with_options(SITE, {"bid.max-jump": 5}), PLAYERS, 0)
    assert isinstance(refusal, Refusal)
    assert refusal.clauses == ("bid.max-jump", "bid.step")


def test_every_name_with_a_fault_is_named() -> None:
    assert set(table_problems(["", "Ben", "BEN", "x" * 31])) == {0, 2, 3}
