"""Putting right what was written down: earlier deals, who deals next, names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cards import Suit
from companion.game.commands import (
    ChangeDealer,
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    DealStep,
    EndDeal,
    NameTrump,
    Pass,
    PassOut,
    Redo,
    Refusal,
    RenamePlayers,
    ShowNumber,
    TakeBid,
    Undo,
)
from companion.game.decide import decide
from companion.game.decide.start import start_game
from companion.game.events import DealBegun, DealCorrected, DealScored, Event, GameReopened, GameWon
from companion.game.fold import Recorded, fold, last_step
from companion.game.log import log_lines, slips
from companion.game.view.sheet import sheet_rows
from companion.rules.choices import Forced
from companion.rules.score.facts import DealEnd, Misdeal
from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from tests.game.table import Table

NAMES = ("Ann", "Ben", "Cy", "Dee")
History = tuple[Recorded, ...]
MISDEAL = EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT)


def begin(variant: str | Variant = "site", dealer: int = 0) -> History:
    events = start_game(find_variant(variant) if isinstance(variant, str) else variant, NAMES, dealer)
    assert not isinstance(events, Refusal)
    return tuple(Recorded(seq, 1, event) for seq, event in enumerate(events, 1))


def after(history: History, *commands: Command) -> History:
    for command in commands:
        events = decide(history, command)
        assert not isinstance(events, Refusal), events
        batch, seq = history[-1].batch + 1, len(history) + 1
        history = (*history, *(Recorded(seq + n, batch, event) for n, event in enumerate(events)))
    return history


def play(seat: int, bid: int, meld: tuple[int, int], taken: int) -> tuple[DealStep | ConfirmDeal, ...]:
    """One deal in hearts from its bid to its result; ``taken`` is what side A took in tricks."""
    shown = [ShowNumber(side, None, points) for side, points in zip("AB", meld, strict=True)]
    ended = EndDeal(DealEnd.PLAYED, {"A": taken})
    return TakeBid(seat, bid), NameTrump(Suit.HEARTS), *shown, CloseMeld(), ended, ConfirmDeal()


def played(number: int, seat: int, bid: int, meld: tuple[int, int], taken: int) -> CorrectDeal:
    steps = play(seat, bid, meld, taken)
    return CorrectDeal(number, tuple(step for step in steps if not isinstance(step, ConfirmDeal)))


def misdealt(number: int, *told: DealStep) -> CorrectDeal:
    return CorrectDeal(number, (*told, MISDEAL))


def added(history: History, command: Command) -> tuple[Event, ...]:
    events = decide(history, command)
    assert not isinstance(events, Refusal), events
    return events


def refused(history: History, command: Command) -> Refusal:
    refusal = decide(history, command)
    assert isinstance(refusal, Refusal)
    return refusal


MADE = play(0, 300, (150, 40), 180)
THREE = after(begin(), *MADE, *MADE, *MADE)
"""Side A has 990, side B 330."""
ALMOST = after(THREE, *play(0, 300, (320, 40), 180))
"""Side A has 1490 of 1500 after four deals."""


def test_later_deals_follow_a_corrected_one() -> None:
    state = fold(after(THREE, played(1, 0, 300, (60, 40), 180)))
    assert [row.running["A"] for row in sheet_rows(state)] == [-300, 30, 360]
    assert [row.corrected for row in sheet_rows(state)] == [True, False, False]


def test_undoing_a_correction_restores_the_deal_and_deletes_nothing() -> None:
    corrected = after(THREE, played(1, 0, 300, (60, 40), 180))
    undone = after(corrected, Undo())
    assert fold(undone) == fold(THREE)
    assert undone[: len(corrected)] == corrected
    assert fold(after(undone, Redo())) == fold(corrected)


def test_a_correction_can_win_the_game_earlier_and_strikes_what_came_after() -> None:
    history = after(THREE, *MADE)
    won = after(history, played(2, 0, 300, (700, 40), 180))
    state = fold(won)
    assert state.won is not None
    assert state.won.deal == 3
    assert [row.counts for row in sheet_rows(state)] == [True, True, True, False]
    assert state.deal is None


def test_a_correction_can_take_the_victory_back() -> None:
    over = after(ALMOST, *MADE)
    assert fold(over).won is not None
    events = added(over, played(5, 0, 300, (150, 40), 140))
    assert isinstance(events[1], GameReopened)
    assert fold(after(over, played(5, 0, 300, (150, 40), 140))).won is None


def test_in_a_game_that_goes_on_again_only_the_new_deal_can_be_undone_from_a_step_on() -> None:
    over = after(ALMOST, *MADE)
    again = after(over, played(5, 0, 300, (150, 40), 140))
    assert slips(again, fold(again)) == ()
    bid = after(again, TakeBid(1, 300))
    assert [slip.says for slip in slips(bid, fold(bid))] == ["Ben won the bid at 300."]


def test_a_played_deal_can_be_told_again_as_one_that_nobody_bid_on() -> None:
    table = Table("site", {"bid.forced": "redeal"}).do(*play(1, 300, (150, 40), 180))
    before = table.state
    state = table.do(CorrectDeal(1, (PassOut(),))).state
    assert state.deals[0].passed_out
    assert state.scores() == {"A": 0, "B": 0}
    assert log_lines(table.history)[-1].says == "Deal 1 was corrected: nobody has the bid."
    assert table.do(Undo()).state == before


def test_a_correction_can_hand_the_victory_to_an_earlier_deal_and_back() -> None:
    over = after(ALMOST, *MADE)
    earlier = after(over, played(4, 0, 300, (330, 40), 180))
    assert fold(earlier).won == GameWon("A", "end.target", "{A}: 1500, at or above the target of 1500.", 4)
    later = fold(after(earlier, played(4, 0, 300, (320, 40), 180)))
    assert later.won is not None
    assert later.won.deal == 5


def test_a_played_deal_corrected_to_a_misdeal_scores_nothing() -> None:
    state = fold(after(THREE, misdealt(2, TakeBid(0, 300))))
    assert state.deals[1].change == {"A": 0, "B": 0}
    assert state.scores() == {"A": 660, "B": 220}


def test_a_misdeal_before_the_bid_can_be_corrected_without_a_bidder() -> None:
    history = after(begin(), EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT), ConfirmDeal())
    state = fold(after(history, misdealt(1)))
    assert state.deals[0].contract is None
    assert state.deals[0].corrected
    assert fold(after(history, played(1, 0, 300, (150, 40), 180))).scores() == {"A": 330, "B": 110}


def test_the_next_dealer_follows_while_the_next_deal_is_untouched() -> None:
    assert added(THREE, misdealt(3, TakeBid(0, 300)))[1:] == (DealBegun(2),)
    begun = after(THREE, TakeBid(1, 300))
    assert added(begun, misdealt(3, TakeBid(0, 300)))[1:] == ()
    assert added(THREE, misdealt(2, TakeBid(0, 300)))[1:] == ()


def test_the_deal_after_a_misdeal_corrected_to_played_passes_left() -> None:
    history = after(begin(), EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT), ConfirmDeal())
    state = fold(after(history, played(1, 0, 300, (150, 40), 180)))
    assert state.deal is not None
    assert (state.deal.number, state.deal.dealer) == (2, 1)


REFUSED: list[tuple[str, CorrectDeal, str, str]] = [
    ("no such deal", played(9, 0, 300, (0, 0), 100), "number", "no deal 9"),
    ("no bidder", played(1, 9, 300, (0, 0), 100), "seat", "who has the bid"),
    ("nothing entered", CorrectDeal(1, ()), "steps", "not complete: the auction comes first"),
    ("low bid", played(1, 0, 240, (0, 0), 100), "amount", "too low"),
    ("no counters", CorrectDeal(1, (TakeBid(0, 300), CloseMeld())), "steps", "the tricks are being played"),
    ("odd meld", played(1, 0, 300, (55, 0), 100), "points", "50 or 60"),
    ("a step too late", CorrectDeal(1, (TakeBid(0, 300), Pass(), MISDEAL)), "steps", "its time in the deal is over"),
    ("too many counters", played(1, 0, 300, (0, 0), 260), "points-A", "0 to 250"),
]


@pytest.mark.parametrize(("what", "command", "field", "says"), REFUSED, ids=[case[0] for case in REFUSED])
def test_a_correction_that_cannot_have_been_is_refused(what: str, command: CorrectDeal, field: str, says: str) -> None:
    refusal = refused(THREE, command)
    assert refusal.field == field, what
    assert says in refusal.says


@pytest.mark.parametrize(
    ("points", "field"), [({"A": 260}, "points-A"), ({"A": 25}, "points-A"), ({"A": 200, "B": 60}, "points-B")]
)
def test_the_tricks_before_a_renege_can_be_no_more_than_there_are(points: dict[str, int], field: str) -> None:
    end = EndDeal(DealEnd.RENEGE, points, offender="B")
    told = (TakeBid(0, 300), NameTrump(Suit.HEARTS), ShowNumber("A", None, 60), CloseMeld())
    assert refused(THREE, CorrectDeal(1, (*told, end))).field == field


def test_two_names_can_be_exchanged_in_one_step() -> None:
    swapped = after(THREE, RenamePlayers(("Ben", "Ann", "Cy", " Dee ")))
    assert fold(swapped).names == ("Ben", "Ann", "Cy", "Dee")
    assert fold(after(swapped, Undo())).names == NAMES


def test_names_are_refused_where_they_are_wrong() -> None:
    assert refused(THREE, RenamePlayers(("Ann", "ann", "Cy", "Dee"))).field == "name-1"
    assert refused(THREE, RenamePlayers(("Ann", "Ben", "", "Dee"))).field == "name-2"
    assert refused(THREE, RenamePlayers(NAMES)).field == "names"
    assert refused(THREE, RenamePlayers(("Ann",))).field == "names"


def test_the_log_tells_each_event_under_its_deal_and_what_no_longer_counts() -> None:
    history = after(begin(), *MADE, RenamePlayers(("Anna", "Ben", "Cy", "Dee")), Undo(), Redo())
    lines = log_lines(history)
    assert [line.deal for line in lines] == [0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]
    assert [line.says for line in lines[-3:]] == [
        "Ann is now called Anna.",
        "Taken back: Ann is now called Anna.",
        "Done again: Ann is now called Anna.",
    ]
    undone = log_lines(history[:-1])
    assert [line.counts for line in undone[-2:]] == [False, True]


def test_a_correction_says_in_the_log_what_it_changed() -> None:
    history = after(THREE, played(1, 0, 300, (60, 40), 180))
    assert isinstance(history[-1].event, DealCorrected)
    line = log_lines(history)[-1]
    assert line.says == "Deal 1 was corrected: Ann & Cy −300, Ben & Dee +110."


def test_a_name_put_right_later_shows_in_every_sentence_told_before() -> None:
    state = fold(after(ALMOST, *MADE, RenamePlayers(("Anna", "Ben", "Cy", "Dee"))))
    assert state.won is not None
    assert state.with_names(state.won.says) == "Anna & Cy: 1820, at or above the target of 1500."
    told = [line for row in sheet_rows(state) for line in row.working]
    assert any(line.startswith("Anna & Cy: bid ") for line in told)
    assert not [line for line in told if "Ann &" in line or "{" in line]


def test_the_dealer_stays_where_the_bid_is_forced_on_them() -> None:
    forced = replace(find_variant("site"), bid_forced=Forced.DEALER_AUTOMATIC, bid_forced_amount=250)
    taken = after(begin(forced), TakeBid(0, 250))
    assert "depends on who dealt" in refused(taken, ChangeDealer(2)).says
    outbid = after(begin(forced), TakeBid(0, 260))
    assert after(outbid, ChangeDealer(2))


def test_the_last_step_is_all_that_one_command_led_to_and_never_the_start() -> None:
    history = after(begin(), *MADE)
    assert [type(recorded.event) for recorded in last_step(history)] == [DealScored, DealBegun]
    assert last_step(after(history, Undo())) == history[-3:-2]
    assert last_step(after(history, Undo(), Redo())) == last_step(history)
    assert last_step(begin()) == ()


def test_an_undo_back_to_a_step_strikes_all_of_this_deal_from_there_and_nothing_else() -> None:
    bid, trump, *rest = play(1, 300, (40, 150), 70)
    begun = after(begin(), *MADE, bid)
    won = begun[-1].seq
    elsewhere = (RenamePlayers(("Anna", "Ben", "Cy", "Dee")), ChangeDealer(3), played(1, 0, 330, (150, 40), 180))
    told = after(begun, trump, *elsewhere, *rest[:-1])
    undone = after(told, Undo(back_to=won))
    assert fold(undone) == fold(after(begin(), *MADE, *elsewhere))
    assert fold(after(undone, Redo())) == fold(told)
    says = [line.says for line in log_lines(after(undone, Redo()))]
    assert says[-2:] == [
        "Taken back: Ben won the bid at 300, and what was entered after it.",
        "Done again: Ben won the bid at 300, and what was entered after it.",
    ]
    for gone in (won, 1, 3, len(undone), 99):
        assert "no longer there" in refused(undone, Undo(back_to=gone)).says
