"""A deal told again: the same steps change nothing, and a corrected deal is one that was told right at first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Suit, parse_cards
from companion.game.commands import (
    CallCard,
    ChooseTrickLog,
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    DealStep,
    EndDeal,
    NamePartner,
    NameTrump,
    PlayCard,
    Refusal,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
)
from companion.game.decide import decide
from companion.game.decide.replay import following, replay_deal, replay_to_end, steps_of
from companion.game.state import Phase
from companion.rules.meld.tiles import picks_under
from companion.rules.score import DealEnd
from companion.rules.variants import VARIANTS, find_variant
from tests.conftest import tries
from tests.game.retold import retold
from tests.game.strategies import melds, whole_deals
from tests.game.table import EIGHT, Table
from tests.playthroughs.language import parse_command

KEYS = [variant.key for variant in VARIANTS]


def told(data: st.DataObject, table: Table) -> tuple[DealStep, ...]:
    """The deal on the table told as far as it goes; the steps that were taken."""
    state = table.state
    assert state.deal is not None
    steps: list[DealStep] = []
    for step in _opening(state.variant.key) or data.draw(whole_deals(state, state.deal)):
        if table.state.phase is Phase.MELD:
            steps += taken(table, data.draw(melds(table.state)))
        steps += taken(table, step)
    return tuple(steps)


def taken(table: Table, command: Command) -> list[DealStep]:
    """Carry a step out, if it is not refused."""
    if isinstance(table.ask(command), Refusal) or not isinstance(command, DealStep):
        return []
    table.do(command)
    return [command]


def _opening(key: str) -> tuple[DealStep, ...]:
    lines = {
        "two-handed": "turned 9S;lays Ann aces AS AH AC AD;sum B 60;close;played B 127",
        "five-handed": "takes Ann 500;trump S;call AS;partner Dan;sum A 120;close;played A 300",
    }
    told = (parse_command(line) for line in lines.get(key, "").split(";") if line)
    return tuple(step for step in told if isinstance(step, DealStep))


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=tries(12), deadline=None)
@given(data=st.data())
def test_a_corrected_deal_equals_one_that_was_told_right_at_first(key: str, data: st.DataObject) -> None:
    players = find_variant(key).players[0]
    right, wrong = (Table(key, names=EIGHT[:players]) for _ in range(2))
    steps = told(data, right)
    if right.state.phase is Phase.CONFIRM:
        right.do(ConfirmDeal())
    if not right.state.deals:
        return
    wrong.do(EndDeal(DealEnd.MISDEAL), ConfirmDeal())
    assert not isinstance(decide(wrong.history, CorrectDeal(1, steps)), Refusal)
    wrong.do(CorrectDeal(1, steps))
    assert replace(wrong.state.deals[0], corrected=False) == right.state.deals[0]
    assert wrong.state.scores() == right.state.scores()


def test_the_trick_log_stays_when_a_deal_is_told_again() -> None:
    table = Table("site").do(TakeBid(0, 300), NameTrump(Suit.SPADES))
    table.do(*map(parse_command, ("sum A 150", "close")))

    table.do(ChooseTrickLog(kept=True), PlayCard(0, parse_cards("AS")[0]))
    table.do(parse_command("played A 180"), ConfirmDeal())
    record = table.state.deals[0].record
    assert record
    assert table.do(retold(table.state, 1, TakeBid(0, 310))).state.deals[0].record == record


def test_a_meld_shown_as_cards_is_counted_anew_under_another_trump() -> None:
    table = Table("site").do(TakeBid(0, 300), NameTrump(Suit.SPADES), ShowCards(0, parse_cards("KS QS KH QH")))
    table.do(CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 180}), ConfirmDeal())
    assert table.state.deals[0].meld("A") == 60
    assert table.do(retold(table.state, 1, NameTrump(Suit.CLUBS))).state.deals[0].meld("A") == 40


def test_melds_told_by_name_stay_the_cards_that_lay_on_the_table() -> None:
    table = Table("site").do(TakeBid(0, 300), NameTrump(Suit.SPADES))
    table.do(ShowMelds("A", 0, {"royal": 1, "marriage-H": 1, "aces": 1}), CloseMeld())
    table.do(EndDeal(DealEnd.PLAYED, {"A": 180}), ConfirmDeal())
    state, deal = table.state, table.state.deals[0]
    now = replace(deal, trump=Suit.HEARTS)
    (shown,) = (step for step in following(state, deal, now, steps_of(state, deal)) if isinstance(step, ShowMelds))
    assert shown.picks == {"marriage-S": 1, "royal": 1, "aces": 1}
    assert picks_under(state.variant, Suit.SPADES, Suit.HEARTS, {"run": 1, "dix": 2}) == {"marriage-S": 1}


def test_telling_stops_at_the_first_step_that_no_longer_fits() -> None:
    table = Table("five-handed").do(TakeBid(0, 500), NameTrump(Suit.SPADES), CallCard(parse_cards("AS")[0]))
    table.do(NamePartner(3), CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 300}), ConfirmDeal())
    state = table.state
    steps = steps_of(state, state.deals[0])
    again = replay_deal(state, state.deals[0], (steps[0], NameTrump(Suit.HEARTS), *steps[2:]))
    assert (again.deal.phase, again.steps, again.rest) == (Phase.CALL, (steps[0], NameTrump(Suit.HEARTS)), steps[2:])
    assert again.refusal
    assert again.refusal.field == "card"


def test_of_several_melds_the_others_are_told_when_one_does_not_fit() -> None:
    table = Table("site").do(TakeBid(0, 300), NameTrump(Suit.SPADES), CloseMeld())
    table.do(EndDeal(DealEnd.PLAYED, {"A": 180}), ConfirmDeal())
    state = table.state
    bid, trump, *after = steps_of(state, state.deals[0])
    again = replay_deal(
        state, state.deals[0], (bid, trump, ShowNumber("A", None, 15), ShowNumber("B", None, 40), *after)
    )
    assert (again.refused, again.deal.meld("B"), again.rest) == (ShowNumber("A", None, 15), 40, tuple(after))


def test_a_count_is_left_out_where_the_bid_is_now_hopeless() -> None:
    table = Table("site", {"score.unplayed": True}).do(TakeBid(0, 300), NameTrump(Suit.SPADES))
    table.do(ShowNumber("A", None, 100), CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 180}), ConfirmDeal())
    state = table.state
    after = steps_of(state, state.deals[0])[1:]
    again = replay_to_end(state, state.deals[0], (TakeBid(0, 500), *after))
    assert (again.is_over, again.steps[-1]) == (True, CloseMeld())
