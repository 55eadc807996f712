"""Whatever a house agrees on that can be dealt, its table plays on without a fault."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game.commands import MakeBid
from companion.game.fold import fold
from companion.game.log import log_lines
from companion.game.state import Phase
from companion.game.view import view
from companion.game.view.sheet import sheet_rows
from companion.rules.card import rule_card
from companion.rules.house import HouseVariant, house_name, house_variant
from companion.rules.known import parent_of
from tests.conftest import tries
from tests.game.game_by_chance import Game, go_on
from tests.rules.option_strategies import HOUSES

_COMMANDS = 60


@settings(max_examples=tries(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(HOUSES, st.randoms(use_true_random=False))
def test_a_table_plays_by_any_house_variant(house: HouseVariant, random: Random) -> None:
    variant = house_variant(house)
    game = Game(variant, random.randint(*variant.players), 0)
    for _ in range(_COMMANDS):
        if variant.moon and game.state.phase is Phase.AUCTION and random.random() < 0.5:
            game.try_out(MakeBid(0, moon=True))
        go_on(game, random)
    assert game.state == fold(game.history)
    assert house_name(game.state.variant) == house.name
    assert view(game.state, 0).rows == sheet_rows(game.state)
    assert log_lines(game.history)
    assert len(sheet_rows(game.state)) == len(game.state.deals)


@settings(max_examples=tries(60), deadline=None)
@given(HOUSES)
def test_the_rule_card_of_a_house_variant_bears_its_name_and_its_base(house: HouseVariant) -> None:
    variant = house_variant(house)
    card = rule_card(variant, parent_of(variant))
    assert card.name == house.name
    assert card.parent is not None
