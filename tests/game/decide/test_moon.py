"""The moon at the table: bid in turn or as the result, entered, corrected and shown (bid.moon, res.moon)."""

from __future__ import annotations

import pytest

from companion.cards import Suit
from companion.figures.gather import facts_of
from companion.game.commands import CloseMeld, ConfirmDeal, CorrectDeal, EndDeal, MakeBid, NameTrump, Pass, TakeBid
from companion.game.decide.replay import steps_of
from companion.game.events import AuctionWon, BidMade
from companion.game.log import say
from companion.game.view import view
from companion.game.view.sheet import sheet_rows
from companion.rules.choices import Aim
from companion.rules.score.facts import DealEnd, Outcome
from tests.figures.second_teller.games import game_journal
from tests.game.table import Table

MOON = {"bid.moon": {"made": 1500, "failed": 750}}
ALL, SOME = EndDeal(DealEnd.PLAYED, {"A": 250}, all_tricks="A"), EndDeal(DealEnd.PLAYED, {"A": 230})


def shot(ended: EndDeal, options: dict[str, object] | None = None) -> Table:
    """Ann and Cleo have bid the moon, and the deal ended so."""
    table = Table(options={**MOON, "end.target": 5000, **(options or {})})
    return table.do(TakeBid(0, 0, Aim.EVERY_TRICK), NameTrump(Suit.SPADES), CloseMeld(), ended, ConfirmDeal())


def test_the_moon_in_turn_ends_the_auction_and_is_written_down_as_what_it_costs() -> None:
    table = Table(options=MOON).do(MakeBid(250))
    assert table.ask(MakeBid(0, moon=True)) == (BidMade(1, 750, moon=True), AuctionWon(1, 750, moon=True))
    state = table.do(MakeBid(0, moon=True)).state
    assert state.deal is not None
    assert state.deal.contract is not None
    assert (state.deal.aim, state.deal.contract.says(state.variant)) == (Aim.EVERY_TRICK, "the moon")


@pytest.mark.parametrize("command", [MakeBid(0, moon=True), TakeBid(2, 0, Aim.EVERY_TRICK)])
@pytest.mark.parametrize("table", [("site", {}), ("summed", MOON)])
def test_where_there_is_no_such_bid_it_is_refused(
    command: MakeBid | TakeBid, table: tuple[str, dict[str, object]]
) -> None:
    refusal = Table(*table).refused(command)
    assert refusal.clauses in (("bid.moon",), ("bid.summed",))


def test_nobody_speaks_after_it() -> None:
    table = Table(options=MOON).do(MakeBid(0, moon=True))
    table.refused(Pass())
    table.refused(MakeBid(260))


@pytest.mark.parametrize(
    ("ended", "outcome", "change"), [(ALL, Outcome.MADE, (1500, 0)), (SOME, Outcome.SET, (-750, 0))]
)
def test_it_is_made_by_every_trick_and_by_nothing_less(
    ended: EndDeal, outcome: Outcome, change: tuple[int, int]
) -> None:
    (deal,) = shot(ended).state.deals
    assert deal.scored is not None
    assert (deal.scored.outcome, tuple(deal.change.values())) == (outcome, change)


def test_the_sheet_and_the_log_call_it_by_its_name() -> None:
    table = shot(ALL)
    (row,) = sheet_rows(table.state)
    assert (row.bid, row.working[0]) == ("moon", "Ann & Cleo: bid the moon, took every trick – made, +1500.")
    assert say(table.history[2].event, table.state) == "Ann won the bid with the moon."
    assert say(BidMade(0, 750, moon=True), table.state) == "Ann bid the moon."


def test_what_is_needed_and_who_wins_by_it_is_said_before_the_play() -> None:
    table = Table(options=MOON).do(TakeBid(0, 0, Aim.EVERY_TRICK), NameTrump(Suit.SPADES), CloseMeld())
    shown = view(table.state)
    assert shown.play is not None
    assert [need.says for need in shown.play.needs] == [
        "Bid the moon: every trick is needed, and the bidding side’s meld does not count."
    ]
    assert shown.play.asks_all_tricks
    assert shown.chances == ("If the moon is made, the game goes to Ann & Cleo.",)


def test_a_moon_that_loses_the_game_is_told_too() -> None:
    table = Table(options={**MOON, "floor": -700}).do(
        TakeBid(0, 0, Aim.EVERY_TRICK), NameTrump(Suit.SPADES), CloseMeld()
    )
    assert "If the moon is not made, the game goes to Ben & Dan." in view(table.state).chances


def test_a_deal_is_replayed_with_its_moon() -> None:
    table = shot(ALL)
    (deal,) = table.state.deals
    steps = steps_of(table.state, deal)
    assert steps[0] == TakeBid(0, 750, Aim.EVERY_TRICK)
    table.do(CorrectDeal(1, steps))
    assert (table.state.deals[0].aim, table.state.deals[0].scored) == (Aim.EVERY_TRICK, deal.scored)


def test_a_bid_is_corrected_to_the_moon_and_back() -> None:
    table = shot(SOME)
    moon, *rest = steps_of(table.state, table.state.deals[0])
    table.do(CorrectDeal(1, (TakeBid(0, 260), *rest)))
    assert (table.state.deals[0].aim, table.state.deals[0].change["A"]) == (Aim.POINTS, -260)
    table.do(CorrectDeal(1, (moon, *rest)))
    assert (table.state.deals[0].aim, table.state.deals[0].change["A"]) == (Aim.EVERY_TRICK, -750)


def test_it_is_no_amount_among_a_persons_bids() -> None:
    row = facts_of(game_journal("g", shot(ALL).history)).deals[0]
    assert (row.moon, row.bid, row.outcome, row.change_side) == (True, None, "made", 1500)
