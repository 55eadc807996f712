"""Commands at the table: what each leads to, and how it is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.cards import Suit, parse_cards
from companion.game.commands import (
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    MakeBid,
    NameTrump,
    Pass,
    PassOut,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
)
from companion.game.events import AuctionWon, DealBegun, DealEnded, DealPassedOut, MeldShown, MeldSource
from companion.game.state import Phase
from companion.rules.score.facts import DealEnd, Misdeal, Outcome
from tests.game.table import Table

_TO_MELD: Sequence[Command] = (TakeBid(0, 300), NameTrump(Suit.SPADES))
_TO_PLAY: Sequence[Command] = (*_TO_MELD, ShowNumber("A", None, 120), ShowNumber("B", None, 80), CloseMeld())
_THROWN_IN = EndDeal(DealEnd.THROWN_IN)


def _played(a: int) -> EndDeal:
    return EndDeal(DealEnd.PLAYED, {"A": a})


@pytest.mark.parametrize(
    ("commands", "phase"),
    [
        ((), Phase.AUCTION),
        ((MakeBid(250), Pass(), Pass()), Phase.AUCTION),
        ((MakeBid(250), Pass(), Pass(), Pass()), Phase.TRUMP),
        (_TO_MELD, Phase.MELD),
        (_TO_PLAY, Phase.PLAY),
        ((*_TO_PLAY, _played(180)), Phase.CONFIRM),
        ((*_TO_PLAY, _played(180), ConfirmDeal()), Phase.AUCTION),
        ((EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT),), Phase.CONFIRM),
    ],
)
def test_a_deal_goes_from_phase_to_phase(commands: Sequence[Command], phase: Phase) -> None:
    assert Table().do(*commands).state.phase is phase


@pytest.mark.parametrize(
    ("before", "command", "says", "field"),
    [
        ((), NameTrump(Suit.CLUBS), "Not now: the auction comes first.", None),
        ((TakeBid(0, 300),), MakeBid(310), "Not now: the bidder names trump now.", None),
        (_TO_MELD, TakeBid(0, 300), "Not now: the meld is being entered.", None),
        (_TO_PLAY, ShowNumber("A", None, 10), "Not now: the tricks are being played.", None),
        ((*_TO_PLAY, _played(180)), CloseMeld(), "Not now: the result waits to be confirmed.", None),
        ((), TakeBid(4, 300), "Please say who has the bid.", "seat"),
        ((), TakeBid(0, 245), "245 is too low: the least that wins the bid is 250.", "amount"),
        ((), PassOut(), "In this game somebody always has the bid.", None),
        ((TakeBid(0, 300),), PassOut(), "The bid stands: it may not be declined.", None),
        (_TO_MELD, ShowNumber("A", None, -10), "Meld is never less than 0.", "points"),
        (_TO_MELD, ShowNumber("A", None, 25), "In tens a meld ends in 0: 20 or 30, not 25.", "points"),
        (_TO_MELD, ShowNumber("A", 1, 20), "Please say whose meld this is.", "seat"),
        (_TO_MELD, ShowNumber("C", None, 20), "Please say whose meld this is.", "seat"),
        (
            _TO_MELD,
            ShowMelds("A", None, {"aces": 2}),
            "Melds of two hands do not count as one: say whose these are.",
            "seat",
        ),
        (_TO_MELD, ShowMelds("A", 0, {"tens": 1}), "There is no such meld here: tens.", "melds"),
        (
            _TO_MELD,
            ShowMelds("A", 0, {"royal": 3, "run": -1}),
            "The number of melds can’t be negative.",
            "melds",
        ),
        (_TO_MELD, ShowCards(0, parse_cards("AS AS AS")), "This pack has 2 of the ace of spades, not 3.", "cards"),
        (
            _TO_MELD,
            ShowCards(0, parse_cards("AS " * 2 + "AH " * 2 + "KS KS QS QS JS JS 10S 10S 9S")),
            "A hand has 12 cards; these are 13.",
            "cards",
        ),
        (_TO_PLAY, EndDeal(DealEnd.PLAYED), "Please enter the counters.", "points-A"),
        (
            _TO_PLAY,
            _played(251),
            "Counters run from 0 to 250, the last trick included; 251 cannot be.",
            "points-A",
        ),
        (_TO_PLAY, EndDeal(DealEnd.PLAYED, {"Z": 100}), "There is no side Z in this deal.", "points"),
        (
            _TO_PLAY,
            EndDeal(DealEnd.PLAYED, {"A": 100, "B": 100}),
            "All tricks together are worth 250; these add up to 200.",
            "points-B",
        ),
        (_TO_PLAY, EndDeal(DealEnd.RENEGE), "Please say which side reneged.", "offender"),
        (
            _TO_PLAY,
            EndDeal(DealEnd.MISDEAL, offender="Z", misdeal=Misdeal.PROCEDURE),
            "Please say which side reneged.",
            "offender",
        ),
        (_TO_MELD, _THROWN_IN, "Throwing in comes after the meld and before the first lead.", None),
        (_TO_MELD, _played(100), "Enter all meld first, then count the tricks.", None),
        (
            (),
            EndDeal(DealEnd.RENEGE, offender="A"),
            "Enter the bid and trump first: a renege is charged by the bid.",
            None,
        ),
        (
            (TakeBid(0, 300),),
            EndDeal(DealEnd.RENEGE, offender="A"),
            "Enter trump first: a renege is charged once it is named.",
            None,
        ),
        (_TO_MELD, EndDeal(DealEnd.NO_MARRIAGE), "A missing marriage is entered when trump should be named.", None),
    ],
)
def test_a_command_that_cannot_be_is_refused_with_the_reason(
    before: Sequence[Command], command: Command, says: str, field: str | None
) -> None:
    refusal = Table().do(*before).refused(command)
    assert (refusal.says, refusal.field) == (says, field)


def test_a_refusal_changes_nothing() -> None:
    table = Table().do(*_TO_MELD)
    before = list(table.history)
    table.refused(MakeBid(310))
    assert table.history == before


def _meld_of_a(table: Table) -> int:
    deal = table.state.deal
    assert deal is not None
    return deal.meld("A")


def test_the_meld_of_a_player_is_replaced_when_it_is_told_again() -> None:
    table = Table().do(*_TO_MELD, ShowNumber("A", 0, 40), ShowNumber("A", 2, 20), ShowNumber("A", 0, 100))
    assert _meld_of_a(table) == 120


def test_a_side_s_sum_takes_the_place_of_its_players_sums_and_they_of_it() -> None:
    table = Table().do(*_TO_MELD, ShowNumber("A", 0, 40), ShowNumber("A", 2, 20), ShowNumber("A", None, 100))
    assert _meld_of_a(table) == 100
    assert _meld_of_a(table.do(ShowNumber("A", 2, 20))) == 20


def test_meld_is_the_same_told_by_cards_by_names_and_by_its_sum() -> None:
    ways = (
        ShowCards(0, parse_cards("AS 10S KS QS JS KS 9S"), MeldSource.PHOTO),
        ShowMelds("A", 0, {"run": 1, "extra-king": 1, "dix": 1}),
        ShowNumber("A", 0, 200),
    )
    shown = [Table().do(*_TO_MELD, way).history[-1].event for way in ways]
    assert [event.points for event in shown if isinstance(event, MeldShown)] == [200, 200, 200]
    assert [event.source.value for event in shown if isinstance(event, MeldShown)] == ["photo", "melds", "number"]


def test_the_cards_of_all_players_together_must_be_in_the_pack() -> None:
    table = Table().do(*_TO_MELD, ShowCards(0, parse_cards("QS QS")))
    assert table.refused(ShowCards(1, parse_cards("QS"))).says == (
        "This pack has 2 of the queen of spades, not 3. Ann’s meld holds 2."
    )
    table.do(ShowCards(0, parse_cards("QS")), ShowCards(1, parse_cards("QS")))
    assert table.refused(ShowCards(2, parse_cards("QS"))).says == (
        "This pack has 2 of the queen of spades, not 3. Ann’s meld holds 1 and Ben’s meld holds 1."
    )


def test_the_other_side_s_trick_points_are_filled_in() -> None:
    ended = Table().do(*_TO_PLAY, EndDeal(DealEnd.PLAYED, {"B": 70})).history[-1].event
    assert isinstance(ended, DealEnded)
    assert ended.points == {"A": 180, "B": 70}


def test_nothing_is_scored_before_it_is_confirmed() -> None:
    table = Table().do(*_TO_PLAY, _played(180))
    assert table.state.scores() == {"A": 0, "B": 0}
    assert table.do(ConfirmDeal()).state.scores() == {"A": 300, "B": 150}


def test_confirming_twice_scores_once() -> None:
    table = Table().do(*_TO_PLAY, _played(180), ConfirmDeal())
    assert table.refused(ConfirmDeal()).says == "Not now: the auction comes first."
    assert table.state.scores() == {"A": 300, "B": 150}


_REDEAL = {"bid.forced": "redeal"}


@pytest.mark.parametrize("commands", [(Pass(), Pass(), Pass(), Pass()), (PassOut(),)])
def test_a_deal_that_nobody_bids_passes_on(commands: Sequence[Command]) -> None:
    table = Table("site", _REDEAL).do(*commands)
    assert isinstance(table.history[-2].event, DealPassedOut)
    assert table.history[-1].event == DealBegun(0)
    assert table.state.scores() == {"A": 0, "B": 0}


def test_a_lone_bidder_may_decline_where_the_table_allows_it() -> None:
    table = Table("site", {"bid.lone-may-decline": True}).do(MakeBid(250), Pass(), Pass(), Pass(), PassOut())
    assert table.history[-1].event == DealBegun(0)


def test_two_bidders_bind_each_other() -> None:
    table = Table("site", {"bid.lone-may-decline": True}).do(MakeBid(250), MakeBid(260), Pass(), Pass(), Pass())
    assert table.refused(PassOut()).says == "The bid stands: it may not be declined."


def test_the_automatic_bid_is_told_as_forced() -> None:
    assert Table("doubles").do(TakeBid(3, 50)).history[-1].event == AuctionWon(3, 50, forced=True)
    assert Table("doubles").do(TakeBid(0, 51)).history[-1].event == AuctionWon(0, 51, forced=False)


@pytest.mark.parametrize(
    ("variant", "commands", "dealer"),
    [
        ("site", (*_TO_PLAY, _played(180), ConfirmDeal()), 0),
        ("site", (TakeBid(0, 400), NameTrump(Suit.CLUBS), CloseMeld(), _THROWN_IN, ConfirmDeal()), 0),
        ("doubles", (TakeBid(0, 60), NameTrump(Suit.CLUBS), CloseMeld(), _THROWN_IN, ConfirmDeal()), 3),
        ("doubles", (TakeBid(0, 60), EndDeal(DealEnd.NO_MARRIAGE), ConfirmDeal()), 3),
        ("site", (EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT), ConfirmDeal()), 3),
        ("site", (*_TO_MELD, EndDeal(DealEnd.RENEGE, offender="B"), ConfirmDeal()), 0),
    ],
)
def test_the_deal_passes_left_save_where_it_is_redealt(variant: str, commands: Sequence[Command], dealer: int) -> None:
    assert Table(variant).do(*commands).history[-1].event == DealBegun(dealer)


_UNPLAYED: dict[str, Any] = {"score.unplayed": True}


def test_a_hopeless_bid_is_set_when_the_meld_is_closed() -> None:
    table = Table("site", _UNPLAYED).do(TakeBid(0, 400), NameTrump(Suit.CLUBS), ShowNumber("B", None, 40), CloseMeld())
    assert table.state.phase is Phase.CONFIRM
    table.do(ConfirmDeal())
    assert table.state.scores() == {"A": -400, "B": 40}


def test_a_hopeless_bid_is_corrected_without_counting_tricks() -> None:
    table = Table("site", _UNPLAYED).do(*_TO_PLAY, _played(180), ConfirmDeal())
    steps = (ShowNumber("A", None, 40), ShowNumber("B", None, 60), CloseMeld())
    table.do(CorrectDeal(1, (TakeBid(0, 500), NameTrump(Suit.CLUBS), *steps)))
    assert table.state.deals[0].scored
    assert table.state.deals[0].scored.outcome is Outcome.SET
    assert table.state.scores() == {"A": -500, "B": 60}


def test_a_late_misdeal_without_a_bidder_is_void_under_every_renege_rule() -> None:
    three = {
        "players": 3,
        "sides": "each",
        "hand.size": 16,
        "pass.count": 0,
        "score.renege": "three",
        "end.tie": ["another"],
    }
    table = Table("site", three, ("Ann", "Ben", "Cleo"), 0)
    table.do(EndDeal(DealEnd.MISDEAL, offender="A", misdeal=Misdeal.PROCEDURE), ConfirmDeal())
    assert table.state.deals[0].scored
    assert table.state.deals[0].scored.outcome is Outcome.VOID
