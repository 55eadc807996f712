"""Bruce’s games: cards exchanged, the renege of another number drawn, and nines of trump on a line of their own."""

from __future__ import annotations

import pytest

from companion.cards import Suit, parse_cards
from companion.game.commands import (
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    NameTrump,
    RecordDraw,
    ShowCards,
    ShowNumber,
    TakeBid,
)
from companion.game.decide.replay import steps_of
from companion.game.events import CardsDrawn
from companion.game.state import Phase
from companion.game.view import view
from companion.game.view.sheet import sheet_rows
from companion.rules.score import DealEnd
from companion.store.files import sheet_csv
from tests.game.retold import retold
from tests.game.table import EIGHT, Table

PLAYED = EndDeal(DealEnd.PLAYED, {"A": 2, "B": 3, "C": 4})


def _melding(variant: str = "bruce-5", players: int = 3) -> Table:
    """Ben has the bid of 8 and named spades."""
    return Table(variant, names=EIGHT[:players]).do(TakeBid(1, 8), NameTrump(Suit.SPADES))


def _scored() -> Table:
    """The eighth worked example but for the third player's tricks."""
    melds = (ShowNumber("A", None, 4), ShowNumber("B", None, 5, 1), ShowNumber("C", None, 1, 1))
    return _melding().do(*melds, CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 0, "B": 2, "C": 3}), ConfirmDeal())


def test_the_draws_are_asked_for_from_the_bidder_on() -> None:
    table = _melding().do(RecordDraw(2, 5, 5))
    draws = view(table.state).draws
    assert draws is not None
    assert ([player.name for player in draws.players], draws.most, draws.entered) == (["Ben", "Cleo", "Ann"], 5, 1)
    assert table.state.deal is not None
    assert table.state.deal.draw_of(2) == CardsDrawn(2, 5, 5)
    assert table.do(RecordDraw(2, 1, 1)).state.deal == table.state.deal


@pytest.mark.parametrize(("variant", "players", "most"), [("bruce-5", 8, 1), ("bruce-7", 4, 5), ("bruce-7", 2, 7)])
def test_how_many_may_be_discarded_depends_on_how_many_play(variant: str, players: int, most: int) -> None:
    table = _melding(variant, players).do(RecordDraw(0, most, most))
    assert table.refused(RecordDraw(0, most + 1, most + 1)).clauses == ("res.players-bruce",)


def test_another_number_drawn_is_a_renege_that_must_be_settled_before_the_play() -> None:
    table = _melding().do(RecordDraw(0, 3, 4))
    draws = view(table.state).draws
    assert draws is not None
    ruling = draws.players[2].ruling
    assert ruling is not None
    assert (ruling.allowed, ruling.clauses) == (False, ("score.renege.bruce", "draw"))
    refusal = table.refused(CloseMeld())
    assert (refusal.field, refusal.clauses) == ("draw-0", ("score.renege.bruce", "draw"))
    assert Table.do(table, EndDeal(DealEnd.RENEGE, offender="A")).state.phase is Phase.CONFIRM


def test_numbers_put_right_are_no_renege() -> None:
    assert _melding().do(RecordDraw(0, 3, 4), RecordDraw(0, 3, 3), CloseMeld()).state.phase is Phase.PLAY


@pytest.mark.parametrize(
    ("before", "command", "field"),
    [
        ((), RecordDraw(3, 1, 1), "seat"),
        ((), RecordDraw(0, -1, -1), "discarded"),
        ((), RecordDraw(0, 2, 6), "drawn"),
        ((), ShowNumber("A", None, 4, 3), "dix"),
        ((), ShowNumber("A", None, 0, 1), "dix"),
        ((ShowNumber("B", None, 2, 2),), ShowNumber("A", None, 1, 1), "dix"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(before: tuple[Command, ...], command: Command, field: str) -> None:
    assert _melding().do(*before).refused(command).field == field


def test_nothing_is_drawn_where_the_rules_know_no_draw() -> None:
    table = Table("site").do(TakeBid(0, 300), NameTrump(Suit.SPADES))
    assert table.refused(RecordDraw(0, 1, 1)).field == "drawn"


def test_a_meld_that_is_told_again_does_not_count_its_own_nines_twice() -> None:
    table = _melding().do(ShowNumber("A", None, 5, 2), ShowNumber("A", None, 4, 2))
    assert table.state.deal is not None
    assert (table.state.deal.meld("A"), table.state.deal.dix("A")) == (4, 2)


def test_nines_in_shown_cards_are_a_line_of_their_own_too() -> None:
    table = _melding().do(ShowCards(0, parse_cards("9S 9S QS JD")))
    assert table.state.deal is not None
    assert (table.state.deal.meld("A"), table.state.deal.dix("A")) == (6, 2)
    play = view(table.do(CloseMeld()).state).play
    assert play is not None
    assert play.laid["A"] == "meld 4, nines 2"


def test_a_set_bidder_keeps_the_nines_and_the_sheet_shows_them_apart() -> None:
    table = _scored()
    assert table.state.scores() == {"A": 0, "B": -7, "C": 4}
    (row,) = sheet_rows(table.state)
    assert (dict(row.meld), dict(row.dix)) == ({"A": 4, "B": 5, "C": 1}, {"A": 0, "B": 1, "C": 1})
    assert "but 1 for nines of trump stays" in " ".join(row.working)


def test_a_correction_puts_the_nines_right() -> None:
    table = _scored()
    table.do(retold(table.state, 1, ShowNumber("B", None, 5, 2), ShowNumber("C", None, 1, 0), PLAYED))
    assert table.state.deals[0].dix("B") == 2
    assert table.state.deals[0].dix("C") == 0
    assert table.state.scores() == {"A": 6, "B": 8, "C": 5}


def test_a_correction_with_too_many_nines_is_refused() -> None:
    table = _scored()
    nines = (ShowNumber("C", None, 1, 0), ShowNumber("B", None, 5, 2), ShowNumber("A", None, 4, 1))
    assert table.refused(retold(table.state, 1, *nines)).field == "dix"


def test_a_correction_says_anew_what_everybody_exchanged() -> None:
    table = _melding().do(RecordDraw(0, 3, 3), RecordDraw(2, 1, 1), CloseMeld(), PLAYED, ConfirmDeal())
    scores = table.state.scores()
    table.do(retold(table.state, 1, RecordDraw(0, 2, 2), RecordDraw(1, 5, 5)))
    assert table.state.deals[0].draws == (CardsDrawn(2, 1, 1), CardsDrawn(0, 2, 2), CardsDrawn(1, 5, 5))
    assert table.state.scores() == scores
    steps = steps_of(table.state, table.state.deals[0])
    told = tuple(step for step in steps if not isinstance(step, RecordDraw))
    assert table.do(CorrectDeal(1, told)).state.deals[0].draws == ()


@pytest.mark.parametrize(
    ("told", "field", "clause"),
    [
        (RecordDraw(0, 6, 6), "discarded", "res.players-bruce"),
        (RecordDraw(1, 2, 6), "drawn", "hand.size"),
        (RecordDraw(3, 1, 1), "seat", "draw"),
        (RecordDraw(2, 3, 4), "draw-2", "score.renege.bruce"),
    ],
)
def test_a_correction_with_an_exchange_that_cannot_be_is_refused(told: RecordDraw, field: str, clause: str) -> None:
    table = _scored()
    refusal = table.refused(retold(table.state, 1, told))
    assert (refusal.field, refusal.clauses[0]) == (field, clause)


def test_another_number_drawn_may_be_told_of_a_deal_that_it_ended() -> None:
    table = _scored()
    told = (TakeBid(1, 8), NameTrump(Suit.SPADES), RecordDraw(2, 3, 4))
    table.do(CorrectDeal(1, (*told, EndDeal(DealEnd.RENEGE, offender="C"))))
    assert table.state.deals[0].draws == (CardsDrawn(2, 3, 4),)
    assert table.refused(CorrectDeal(1, (*told, CloseMeld(), PLAYED))).field == "draw-2"


def test_only_who_is_in_the_deal_has_figures_in_the_spreadsheet() -> None:
    table = Table("bruce-7", {"end.target": 40}, names=EIGHT[:3])
    level = EndDeal(DealEnd.PLAYED, {"A": 4, "B": 1, "C": 4})
    table.do(TakeBid(1, 1), NameTrump(Suit.SPADES), ShowNumber("A", None, 39), ShowNumber("C", None, 39))
    table.do(CloseMeld(), level, ConfirmDeal())
    assert table.state.deal is not None
    assert table.state.deal.sits_out == (1,)
    table.do(
        TakeBid(0, 9), NameTrump(Suit.SPADES), CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 3, "C": 4}), ConfirmDeal()
    )
    assert sheet_csv(table.state).splitlines()[2].endswith(",0,3,-9,34,0,,,,1,,0,4,4,47,0")
