"""What a page shows where there is a kitty, where more than two sides play, or where a bid must win."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards import Suit
from companion.game.commands import (
    CloseMeld,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    NameTrump,
    Refusal,
    ShowNumber,
    StopGame,
    TakeBid,
    Undo,
)
from companion.game.view import view
from companion.game.view.outlook import look_ahead
from companion.rules.score import DealEnd
from tests.game.table import EIGHT, Table


def _three(key: str, options: dict[str, Any], *scored: tuple[int, int, tuple[int, ...], tuple[int, ...]]) -> Table:
    """A table of three sides at which these deals have been played: seat, bid, melds and counters."""
    table = Table(key, options)
    for seat, bid, meld, taken in scored:
        table.do(TakeBid(seat, bid), NameTrump(Suit.HEARTS))
        table.do(*(ShowNumber(side, None, points) for side, points in zip("ABC", meld, strict=True)), CloseMeld())
        table.do(EndDeal(DealEnd.PLAYED, dict(zip("ABC", taken, strict=True))), ConfirmDeal())
    return table


def test_who_is_over_the_target_without_a_bid_is_told_what_wins() -> None:
    table = _three("cutthroat", {}, (1, 20, (94, 20, 0), (10, 8, 7)))
    says = "Ann: over the target with 104, but only a bid that is made wins"
    assert view(table.state).notes == (f"{says}, or 3 more failed bids of the others.",)
    table = _three("cutthroat", {}, (1, 20, (94, 20, 0), (10, 8, 7)), (1, 30, (0, 2, 0), (10, 8, 7)))
    assert "or 2 more failed bids" in view(table.state).notes[0]
    table = _three("cutthroat", {"end.slide-out": None}, (1, 20, (94, 20, 0), (10, 8, 7)))
    assert view(table.state).notes == (f"{says}.",)


def test_two_at_the_target_are_told_that_the_game_goes_on() -> None:
    both = (0, 60, (100, 0, 100), (10, 5, 10))
    assert view(_three("three-handed", {}, both).state).notes == (
        "Ann and Cleo are at 100 or more: another deal is played.",
        "You may agree to end the game here: the highest score wins, and those level share it. "
        "For later games there is the house rule “Several at the target: The highest”.",
    )
    for_high = _three("three-handed", {"end.tie": ["high"]}, both)
    assert view(for_high.state).notes[0] == "Ann and Cleo are at 100 or more: another deal is played."
    assert not any("agree" in note for note in view(for_high.state).notes)
    extended = _three("three-handed", {"end.tie": [{"extend": 25}]}, both)
    assert view(extended.state).notes == ("Several were at the target, so the game goes on to 125.",)
    assert view(extended.state).target == 125


def test_a_tie_that_need_not_end_may_be_ended_by_agreement_and_the_highest_wins() -> None:
    table = _three("check", {}, (0, 300, (500, 0, 510), (100, 50, 100)), (2, 200, (0, 0, 60), (20, 0, 230)))
    assert not view(table.state).may_stop
    assert isinstance(table.ask(StopGame()), Refusal)
    table = _three("check", {}, (0, 300, (900, 0, 1010), (100, 50, 100)))
    assert view(table.state).may_stop
    won = table.do(StopGame()).state.won
    assert won is not None
    assert (won.side, won.clause, won.checks, won.also) == ("C", "end.stop", 5, ())
    assert not view(table.do(Undo()).state).won
    assert view(table.state).may_stop


def test_a_stopped_tie_that_a_correction_takes_away_goes_on() -> None:
    table = _three("three-handed", {}, (0, 60, (100, 0, 100), (10, 5, 10))).do(StopGame())
    assert table.state.won is not None
    assert table.state.won.also == ("C",)
    melds = (ShowNumber("A", None, 100), ShowNumber("B", None, 0), ShowNumber("C", None, 20), CloseMeld())
    played = EndDeal(DealEnd.PLAYED, {"A": 10, "B": 5, "C": 10})
    table.do(CorrectDeal(1, (TakeBid(0, 60), NameTrump(Suit.HEARTS), *melds, played)))
    assert table.state.won is not None
    assert (table.state.won.clause, table.state.won.side) == ("end.target", "A")


def test_level_sides_are_told_that_they_alone_can_win() -> None:
    table = Table("eight-handed", {"end.target": 3000}).do(TakeBid(0, 500), NameTrump(Suit.HEARTS))
    table.do(*(ShowNumber(side, None, 3000) for side in "BC"), CloseMeld())
    table.do(EndDeal(DealEnd.PLAYED, {"A": 100, "B": 150, "C": 150, "D": 100}), ConfirmDeal())
    assert view(table.state).notes[-1] == "Only Ben & Fay and Cleo & Gus can still win: they were level at the target."


def test_the_chances_of_three_are_worked_out_over_every_way_to_share_the_tricks() -> None:
    table = _three("three-handed", {}, (0, 60, (80, 0, 70), (10, 5, 10)))
    table.do(TakeBid(1, 20), NameTrump(Suit.HEARTS), CloseMeld())
    assert look_ahead(table.state).chances == (
        "Ann can win the game with 10 or more in tricks.",
        "Ben cannot win with this deal.",
        "Cleo can win the game with 20 or more in tricks.",
    )


@pytest.mark.parametrize(
    ("save", "meld", "says"),
    [
        ({"by": "trick"}, 10, "Ann can win the game with any trick."),
        ({"by": "trick"}, 9, "Ann can win the game with 1 or more in tricks."),
        ({"by": "points", "at_least": 1}, 10, "Ann can win the game with 1 or more in tricks."),
        ({"by": "points", "at_least": 5}, 10, "Ann can win the game with 5 or more in tricks."),
    ],
)
def test_where_any_trick_wins_no_counters_are_asked_for(save: dict[str, Any], meld: int, says: str) -> None:
    table = _three("three-handed", {"score.save": save}, (0, 60, (80, 0, 70), (10, 5, 10)))
    table.do(TakeBid(1, 20), NameTrump(Suit.HEARTS), ShowNumber("A", None, meld), CloseMeld())
    assert look_ahead(table.state).chances[0] == says


def test_nothing_is_foretold_for_four_sides() -> None:
    table = Table("eight-handed", {"end.target": 3000}).do(TakeBid(0, 500), NameTrump(Suit.HEARTS), CloseMeld())
    assert look_ahead(table.state).chances == ()


_DRAWN = "Ben lays the pack face down, Ann draws first, and everybody has 12 turns."
_GIVEN = {"draw.discards": "opponent"}
_BURY = {"kitty.bury": "no-trump", "kitty.counts": False, "kitty.shown": False}


@pytest.mark.parametrize(
    ("key", "options", "told", "says"),
    [
        ("three-handed", {}, 1, "Ben turns up the kitty of 3 for all to see, then takes it."),
        ("three-handed", {}, 2, "Before the first lead Ben lays away 3 cards that were not melded."),
        ("three-handed", {}, 3, "Counters among the 3 cards laid away are Ben’s."),
        ("kitty-partnership", _BURY, 1, "Ben takes the kitty of 4 without showing it."),
        ("kitty-partnership", _BURY, 2, "No trump may be laid away."),
        ("kitty-partnership", _BURY, 3, "Counters among the 4 cards laid away are nobody’s."),
        ("kitty-partnership", {"kitty.bury": "no-aces"}, 2, "No ace may be laid away."),
        ("kitty-partnership", {"kitty.bury": "shown"}, 2, "Trumps and aces that are laid away must be shown."),
        ("joedog", {}, 2, "First Dan passes 3 cards to Ben, then Ben passes 3 back."),
        ("two-handed-draw", {}, 0, _DRAWN),
        ("two-handed-draw", {}, 3, "The cards that each player laid away count with that player’s tricks."),
        ("two-handed-draw", _GIVEN, 3, "The cards that Ben laid away count with the tricks of Ann."),
        ("racehorse", {"pass.count": 3}, 2, "First Dan and Fay pass 3 cards to Ben, then Ben passes 3 back."),
    ],
)
def test_the_kitty_the_exchange_and_what_is_laid_away_are_told_when_they_come(
    key: str, options: dict[str, Any], told: int, says: str
) -> None:
    table, bid = Table(key, options), Table(key).state.variant.bid_min
    table.do(*(TakeBid(1, 2 * bid), NameTrump(Suit.HEARTS), CloseMeld())[:told])
    assert says in [reminder.says for reminder in view(table.state).reminders]


def test_where_counters_laid_away_are_nobodys_every_side_is_asked_for() -> None:
    table = Table("kitty-partnership", {"kitty.counts": False}).do(TakeBid(1, 300), NameTrump(Suit.HEARTS))
    table.do(ShowNumber("A", None, 100), ShowNumber("B", None, 200), CloseMeld())
    play = view(table.state).play
    assert play
    assert (play.least, play.total) == (210, 250)
    assert table.refused(EndDeal(DealEnd.PLAYED, {"A": 100})).says.startswith("Please enter every side’s counters")
    says = table.refused(EndDeal(DealEnd.PLAYED, {"A": 100, "B": 100})).says
    assert says == "All tricks together are worth at least 210 and at most 250; these add up to 200."
    table.do(EndDeal(DealEnd.PLAYED, {"A": 100, "B": 120}), ConfirmDeal())
    assert table.state.scores() == {"A": 200, "B": 320}


def test_of_three_sides_the_one_that_is_missing_fills_in() -> None:
    table = Table("three-handed").do(TakeBid(1, 20), NameTrump(Suit.HEARTS), CloseMeld())
    assert table.refused(EndDeal(DealEnd.PLAYED, {"A": 5})).says == "Please enter the counters."
    assert table.refused(EndDeal(DealEnd.PLAYED, {"A": 15, "B": 12})).field == "points"
    table.do(EndDeal(DealEnd.PLAYED, {"A": 5, "C": 8}))
    assert view(table.state).rows == ()
    assert table.state.deal
    assert table.state.deal.ended
    assert table.state.deal.ended.points == {"A": 5, "B": 12, "C": 8}


@pytest.mark.parametrize(("players", "told"), [(2, True), (3, False), (4, False)])
def test_chances_are_worked_out_where_the_tricks_can_be_shared_in_few_enough_ways(players: int, told: bool) -> None:
    table = Table("bruce-7", names=EIGHT[:players]).do(TakeBid(1, 8), NameTrump(Suit.SPADES))
    table.do(ShowNumber("A", None, 39), CloseMeld())
    assert bool(view(table.state).chances) is told
