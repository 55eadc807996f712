"""A deal whose hands are known is looked back on once the game is over, and no other."""

from __future__ import annotations

from random import Random

import pytest

from bench.play_out import Table as Deal
from companion.cards import Card, Suit
from companion.game.commands import (
    ChooseTrickLog,
    CloseMeld,
    ConfirmDeal,
    EndDeal,
    NameTrump,
    PlayCard,
    ShowCards,
    StopGame,
    TakeBid,
)
from companion.game.view.hindsight import Hindsight, deals_known, look_back
from companion.rules.meld.best import best_meld
from companion.rules.score import DealEnd
from companion.rules.variants import find_variant
from tests.game.table import Table


def hands_dealt_to(variant: str) -> list[list[Card]]:
    return Deal.deal(find_variant(variant), Random(6)).hands


def played(variant: str, tricks: bool = True, most: int = 12) -> Table:
    """A game that was stopped after one deal in spades, its cards recorded as played or each hand shown whole."""
    table = Table(variant, {"end.target": None, "end.deals": None})
    hands = hands_dealt_to(variant)
    table.do(TakeBid(0, 300), NameTrump(Suit.SPADES))
    if not tricks:
        table.do(*(ShowCards(seat, tuple(hand)) for seat, hand in enumerate(hands)))
    table.do(CloseMeld())
    if tricks:
        table.do(ChooseTrickLog(kept=True))
        table.do(*(PlayCard(seat, hand[n]) for n in range(most) for seat, hand in enumerate(hands)))
    table.do(EndDeal(DealEnd.PLAYED, {"A": 120}), ConfirmDeal())
    return table


def looked_back(table: Table) -> Hindsight:
    table.do(StopGame())
    assert deals_known(table.state) == {1}
    seen = look_back(table.state, table.state.deals[0])
    assert seen is not None
    return seen


@pytest.mark.parametrize("tricks", [True, False], ids=["played", "shown"])
def test_each_hand_says_what_it_could_have_laid_and_bid(tricks: bool) -> None:
    table, hands = played("four-handed", tricks), hands_dealt_to("four-handed")
    assert deals_known(table.state) == frozenset()
    seen = looked_back(table)
    assert [sorted(hand.cards) for hand in seen.hands] == [sorted(hand) for hand in hands]
    melds = [best_meld(find_variant("four-handed"), Suit.SPADES, hand).total for hand in hands]
    assert [hand.could_lay for hand in seen.hands] == melds
    assert [hand.laid for hand in seen.hands] == ([None] * 4 if tricks else melds)
    assert (seen.bid, seen.passed, seen.bidders) == (300, False, "Ann and Cleo")
    assert seen.contract is not None
    assert seen.contract.chance(seen.contract.held) > seen.contract.chance(seen.contract.held + 300)
    for hand in seen.hands:
        assert hand.outlook is not None
        assert hand.sure is None or hand.outlook.chance(hand.sure) >= 0.8


def test_after_cards_were_passed_nobody_says_what_could_have_been_bid() -> None:
    seen = looked_back(played("site"))
    assert seen.passed
    assert seen.contract is not None
    assert all(hand.outlook is None for hand in seen.hands)


def test_a_game_that_is_not_judged_still_tells_its_melds() -> None:
    seen = looked_back(played("kitty-partnership", most=11))
    assert seen.contract is None
    assert all(hand.could_lay >= 0 and hand.outlook is None for hand in seen.hands)


def test_a_deal_of_which_a_card_is_missing_is_not_looked_back_on() -> None:
    table = played("four-handed", most=11)
    table.do(StopGame())
    assert deals_known(table.state) == frozenset()
    assert look_back(table.state, table.state.deals[0]) is None
