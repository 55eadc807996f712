"""The called partner at a table: the card, who holds it now or later, tricks by team, and what waits for it."""

from __future__ import annotations

import pytest

from companion.cards import Suit, parse_card
from companion.game.commands import (
    CallCard,
    CloseMeld,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    NamePartner,
    NameTrump,
    ShowNumber,
    TakeBid,
    Undo,
)
from companion.game.log import log_lines
from companion.game.state import Phase
from companion.game.view import view
from companion.game.view.reminders import reminders
from companion.game.view.sheet import sheet_rows
from companion.rules.score.facts import DealEnd, Misdeal
from companion.store.files import sheet_csv
from tests.game.retold import retold
from tests.game.table import Table

_ACE = CallCard(parse_card("AS"))


@pytest.fixture
def table() -> Table:
    """Ann has the bid at 500 in spades."""
    return Table("five-handed").do(TakeBid(0, 500), NameTrump(Suit.SPADES))


@pytest.fixture
def hidden(table: Table) -> Table:
    """She has called the ace; Ann melded 120, Ben 60, Dan 40, and the tricks are being played."""
    melds = (ShowNumber("A", 0, 120), ShowNumber("B", 1, 60), ShowNumber("D", 3, 40))
    return table.do(_ACE, *melds, CloseMeld())


def phase(table: Table) -> Phase:
    return table.state.phase


def changes(table: Table) -> dict[str, int]:
    return dict(table.state.deals[-1].change)


def test_a_card_is_called_once_trump_is_named(table: Table) -> None:
    assert phase(table) is Phase.CALL
    assert table.refused(CloseMeld()).says == "Not now: the bidder calls a card now."
    assert table.refused(CallCard(parse_card("AH"))).clauses == ("sides", "res.five-call")
    table.do(_ACE)
    assert phase(table) is Phase.MELD


def test_while_the_partner_is_hidden_melds_stay_apart_and_nothing_ends_but_by_a_misdeal(hidden: Table) -> None:
    play = view(hidden.state).play
    assert play is not None
    assert [counted.name for counted in play.counted] == ["Ann", "Ben", "Cleo", "Dan", "Eve"]
    assert play.needs[0].says == "Bid 500, Ann’s meld 120: meld and tricks of the partner join them."
    assert play.throw_in is None
    for end in (EndDeal(DealEnd.PLAYED, {"A": 300}), EndDeal(DealEnd.THROWN_IN), EndDeal(DealEnd.RENEGE, offender="B")):
        assert hidden.refused(end).field == "partner"
    hidden.do(EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT), ConfirmDeal())
    assert set(changes(hidden).values()) == {0}


def test_once_the_card_falls_tricks_are_counted_by_team_and_each_scores_its_teams_result(hidden: Table) -> None:
    play = view(hidden.do(NamePartner(3)).state).play
    assert play is not None
    assert [(counted.side, counted.name) for counted in play.counted] == [("A", "Ann & Dan"), ("B", "Ben & Cleo & Eve")]
    assert play.needs[0].says == "Bid 500, meld 160: 340 of 500 in tricks still needed."
    hidden.do(EndDeal(DealEnd.PLAYED, {"A": 340}), ConfirmDeal())
    assert changes(hidden) == {"A": 500, "B": 220, "C": 220, "D": 500, "E": 220}


def test_figures_of_single_players_are_put_together_by_team(hidden: Table) -> None:
    points = {"A": 200, "B": 60, "C": 100, "D": 140, "E": 0}
    hidden.do(NamePartner(3), EndDeal(DealEnd.PLAYED, points), ConfirmDeal())
    assert changes(hidden)["A"] == changes(hidden)["D"] == 500


def test_a_bidder_alone_plays_against_all_the_others(table: Table) -> None:
    table.do(NamePartner(None))
    assert phase(table) is Phase.MELD
    table.do(ShowNumber("A", 0, 200), CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 200}), ConfirmDeal())
    assert changes(table) == {"A": -500, "B": 300, "C": 300, "D": 300, "E": 300}


@pytest.mark.parametrize("seat", [0, 5, -1])
def test_the_partner_is_another_player_at_the_table(hidden: Table, seat: int) -> None:
    assert hidden.refused(NamePartner(seat)).field == "partner"


def test_where_nobody_has_the_card_another_is_called_but_not_once_the_partner_is_known(hidden: Table) -> None:
    hidden.do(CallCard(parse_card("10S")))
    assert hidden.state.deal is not None
    assert hidden.state.deal.called == parse_card("10S")
    hidden.do(NamePartner(1))
    assert hidden.refused(_ACE).field == "card"
    assert hidden.refused(NamePartner(2)).field == "partner"
    hidden.do(Undo(), NamePartner(2))
    assert hidden.state.deal.partner == 2


def test_nobody_is_called_where_partners_are_fixed() -> None:
    table = Table("site").do(TakeBid(0, 300), NameTrump(Suit.SPADES))
    assert phase(table) is Phase.MELD
    assert table.refused(_ACE).clauses == ("sides",)
    assert table.refused(NamePartner(2)).clauses == ("sides",)


def _partner(table: Table, seat: int | None) -> CorrectDeal:
    return retold(table.state, 1, NamePartner(seat))


def test_a_correction_names_another_partner_or_none(hidden: Table) -> None:
    hidden.do(NamePartner(3), EndDeal(DealEnd.PLAYED, {"A": 340}), ConfirmDeal())
    hidden.do(_partner(hidden, 1))
    assert changes(hidden) == {"A": 520, "B": 520, "C": 200, "D": 200, "E": 200}
    hidden.do(_partner(hidden, None))
    assert changes(hidden)["A"] == -500
    assert hidden.refused(_partner(hidden, 0)).field == "partner"


def test_sheet_log_and_export_name_the_people(hidden: Table) -> None:
    hidden.do(NamePartner(3), EndDeal(DealEnd.PLAYED, {"A": 340}), ConfirmDeal())
    (row,) = sheet_rows(hidden.state)
    assert (row.bidder, row.partner, row.by_team) == ("Ann", "Dan", True)
    assert row.working[0] == "Ann & Dan: bid 500, meld 160, took 340 of 500: 500 ≥ 500 – made, +500."
    said = [line.says for line in log_lines(hidden.history)]
    assert "Ann called the ace of spades." in said
    assert "Dan is the bidder’s partner." in said
    assert "Tricks counted: Ann’s side 340, Ben’s side 160." in said
    header, line = sheet_csv(hidden.state).splitlines()
    assert header.split(",")[8] == "partner"
    assert line.split(",")[8] == "Dan"


def test_what_the_call_means_is_said_while_it_matters(table: Table) -> None:
    def clauses() -> set[str]:
        assert table.state.deal is not None
        return {reminder.clause for reminder in reminders(table.state, table.state.deal)}

    assert clauses() == {"res.five-call", "sides"}
    table.do(_ACE)
    assert {"res.five-call", "res.five"} <= clauses()
    table.do(NamePartner(1))
    assert "res.five-call" not in clauses()
