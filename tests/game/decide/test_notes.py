"""A bonus, a penalty and a note in a game: what they change, and what they are refused for."""

from __future__ import annotations

import pytest

from companion.game.commands import Command, ConfirmDeal, CorrectDeal, EndDeal, Redo, Refusal, Undo, WriteNote
from companion.game.log import log_lines
from companion.game.view.sheet import sheet_rows
from companion.rules.score import DealEnd
from tests.game.table import Table

POINTS = EndDeal(DealEnd.POINTS, {"A": 300, "B": 100})
DEAL = (POINTS, ConfirmDeal())
CAKE = WriteNote("Brought  the cake ", "A", 50)
LATE = WriteNote("", "B", -20)


def played(*commands: Command) -> Table:
    table = Table("site")
    for command in commands:
        table.do(command)
    return table


def test_points_count_at_once_and_stand_on_the_sheet_before_the_deal_they_belong_to() -> None:
    table = played(*DEAL, CAKE, LATE)
    assert table.state.scores() == {"A": 350, "B": 80}
    table.do(*DEAL)
    assert table.state.scores() == {"A": 650, "B": 180}
    first, second = sheet_rows(table.state)
    assert (first.running, dict(first.notes)) == ({"A": 300, "B": 100}, {})
    assert second.running == table.state.scores()
    assert list(second.notes.values()) == ["Bonus for Ann & Cleo: 50. Brought the cake", "Penalty for Ben & Dan: 20."]


def test_undo_redo_and_a_correction_change_the_score_and_are_in_the_log() -> None:
    table = played(CAKE, Undo())
    assert table.state.scores() == {"A": 0, "B": 0}
    table.do(Redo())
    assert table.state.scores() == {"A": 50, "B": 0}
    table.do(*DEAL, WriteNote("Cake", "B", 60, number=1))
    assert table.state.scores() == {"A": 300, "B": 160}
    assert table.state.notes[0].deal == 1
    table.do(WriteNote("", number=1))
    assert (table.state.scores(), table.state.notes) == ({"A": 300, "B": 100}, ())
    says = [line.says for line in log_lines(table.history)]
    assert says[2:4] == [
        "Bonus for Ann & Cleo: 50. Brought the cake",
        "Taken back: Bonus for Ann & Cleo: 50. Brought the cake",
    ]
    assert says[-2:] == ["Corrected: Bonus for Ben & Dan: 60. Cake", "Removed: Bonus for Ben & Dan: 60. Cake"]


def test_an_earlier_deal_is_corrected_around_a_note() -> None:
    table = played(*DEAL, CAKE, *DEAL)
    table.do(CorrectDeal(1, (EndDeal(DealEnd.POINTS, {"A": 200, "B": 0}),)))
    assert table.state.scores() == {"A": 550, "B": 100}


def test_a_bonus_helps_to_win_with_the_deal_and_its_removal_reopens_the_game() -> None:
    table = played(*DEAL * 4, WriteNote("", "A", 40), EndDeal(DealEnd.POINTS, {"A": 270, "B": 100}), ConfirmDeal())
    assert table.state.winners == ("Ann", "Cleo")
    table.do(WriteNote("Played at Bob’s"))
    assert table.state.winners == ("Ann", "Cleo")
    table.do(WriteNote("", number=1))
    after = table.state
    assert after.won is None
    assert after.scores() == {"A": 1470, "B": 500}


@pytest.mark.parametrize(
    ("commands", "note", "field", "says"),
    [
        ((), WriteNote("", None), "says", "Please write a note, or the points"),
        ((), WriteNote("x" * 81), "says", "at most 80 letters; this one has 81"),
        ((), WriteNote("", None, 50), "side", "Please tap who gets the points"),
        ((), WriteNote("", "C", 50), "side", "Please tap who gets the points"),
        ((), WriteNote("", number=7), "says", "no longer there"),
        ((CAKE,), WriteNote("Brought the cake", "A", 50, number=1), "says", "nothing to change"),
        (DEAL * 4, WriteNote("", "A", 300), "points", "only a deal ends it"),
        (DEAL * 5, CAKE, "points", "The game is over"),
    ],
)
def test_a_note_that_cannot_be_says_why(commands: tuple[Command, ...], note: WriteNote, field: str, says: str) -> None:
    refusal = played(*commands).refused(note)
    assert isinstance(refusal, Refusal)
    assert (refusal.field, says in refusal.says) == (field, True), refusal.says


def test_units_take_a_note_and_no_points() -> None:
    table = Table("auction")
    assert "only a note can be kept" in table.refused(WriteNote("", "A", 5)).says
    table.do(WriteNote("Kitty 3"))
    assert [note.says for note in table.state.notes] == ["Kitty 3"]
