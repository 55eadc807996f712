"""The ledger of checks at a table: what is known, what is told, what a correction puts right, and who owes whom."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.cards import Suit, parse_cards
from companion.game.commands import (
    CloseMeld,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    NameTrump,
    RecordChecks,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
    Undo,
)
from companion.game.log import log_lines
from companion.game.view import view
from companion.game.view.reminders import reminders
from companion.game.view.sheet import ledger_of, sheet_rows
from companion.rules.score.facts import CheckMeld, DealEnd, Misdeal
from companion.rules.score.settlement import Payment
from tests.game.retold import retold
from tests.game.table import Table

FLUSH, NINES = CheckMeld.FLUSH, CheckMeld.SEVEN_NINES
_SPADES = tuple(parse_cards("AS 10S KS QS JS"))


@pytest.fixture
def table() -> Table:
    """Ann has the bid at 300 in spades; a check is worth 2."""
    return Table("check", {"check.stake": 2}).do(TakeBid(0, 300), NameTrump(Suit.SPADES))


def played(table: Table) -> Table:
    return table.do(EndDeal(DealEnd.PLAYED, {"A": 100, "B": 100}), ConfirmDeal())


def known(table: Table, side: str) -> tuple[CheckMeld, ...]:
    deal = table.state.deal
    assert deal is not None
    return deal.check_melds.get(side, ())


def checks(table: Table) -> dict[str, int]:
    ledger = ledger_of(table.state)
    assert ledger is not None
    return dict(ledger.totals)


def test_cards_and_melds_tell_themselves_what_they_earn(table: Table) -> None:
    table.do(ShowCards(0, _SPADES), ShowMelds("B", 1, {"aces": 1}), ShowNumber("C", 2, 150))
    assert [known(table, side) for side in "ABC"] == [(FLUSH,), (CheckMeld.ACES_AROUND,), ()]


def test_melds_told_anew_earn_anew_and_nines_that_were_dealt_stay(table: Table) -> None:
    table.do(ShowCards(0, _SPADES), RecordChecks("A", (NINES, FLUSH)))
    assert known(table, "A") == (FLUSH, NINES)
    table.do(ShowNumber("A", 0, 40))
    assert known(table, "A") == (NINES,)


def test_seven_nines_among_the_cards_are_seen(table: Table) -> None:
    table.do(ShowCards(1, tuple(parse_cards("9S 9S 9H 9H 9C 9C 9D"))))
    assert known(table, "B") == (NINES,)


def test_what_a_meld_cannot_hold_is_refused_beside_its_player(table: Table) -> None:
    table.do(ShowNumber("B", 1, 100))
    refusal = table.refused(RecordChecks("B", (FLUSH,)))
    assert (refusal.field, refusal.clauses) == ("checks-B", ("end.checks", "meld.table"))
    assert table.refused(RecordChecks("X", (FLUSH,))).field == "checks"


def test_checks_may_be_told_until_the_result_is_confirmed(table: Table) -> None:
    table.do(ShowNumber("B", 1, 150), CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 100, "B": 100}))
    table.do(RecordChecks("B", (FLUSH,)), ConfirmDeal())
    assert checks(table) == {"A": -2, "B": 1, "C": 0}
    assert table.refused(RecordChecks("B", ())).says.startswith("Not now")


def test_no_checks_are_told_at_a_table_that_keeps_none() -> None:
    table = Table("three-handed").do(TakeBid(0, 20), NameTrump(Suit.SPADES))
    assert table.refused(RecordChecks("A", (FLUSH,))).clauses == ("check.stake",)
    assert ledger_of(table.state) is None


@pytest.mark.parametrize(("seen", "costs"), [(True, -1), (False, 0)])
def test_conceding_costs_a_check_only_after_a_look_at_the_kitty(table: Table, seen: bool, costs: int) -> None:
    table.do(CloseMeld(), EndDeal(DealEnd.THROWN_IN, kitty_seen=seen), ConfirmDeal())
    assert checks(table) == {"A": costs, "B": 0, "C": 0}


def test_whoever_plays_has_seen_the_kitty(table: Table) -> None:
    table.do(CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 0, "B": 250}, kitty_seen=False), ConfirmDeal())
    assert checks(table)["A"] == -2


def test_a_misdeal_leaves_the_ledger_as_it_was(table: Table) -> None:
    table.do(ShowCards(0, _SPADES), EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT), ConfirmDeal())
    assert checks(table) == {"A": 0, "B": 0, "C": 0}


def test_the_ledger_says_who_owes_whom_at_the_stake(table: Table) -> None:
    played(table.do(ShowNumber("B", 1, 150), CloseMeld(), RecordChecks("B", (FLUSH,))))
    settlement = view(table.state).settlement
    assert settlement is not None
    assert settlement.balances == {"A": -10, "B": 8, "C": 2}
    assert settlement.payments == (Payment("A", "B", 8), Payment("A", "C", 2))
    (row,) = sheet_rows(table.state)
    assert row.checks_working == (
        "Ann: lost after looking at the kitty −1, played and lost −1: −2 checks.",
        "Ben: flush +1: +1 check.",
    )


def test_winning_the_game_gains_its_checks_and_an_undo_takes_them_back(table: Table) -> None:
    played(table.do(ShowNumber("A", 0, 900), CloseMeld()))
    assert table.state.won is not None
    assert checks(table) == {"A": 5, "B": 0, "C": 0}
    table.do(Undo())
    assert checks(table) == {"A": 0, "B": 0, "C": 0}


def _correction(table: Table, bid: int, meld: int, told: Mapping[str, tuple[CheckMeld, ...]]) -> CorrectDeal:
    checks = [RecordChecks(side, melds) for side, melds in told.items()]
    ended = EndDeal(DealEnd.PLAYED, {"A": 100, "B": 100})
    return retold(table.state, 1, TakeBid(0, bid), ShowNumber("A", None, meld), ended, *checks)


def test_a_correction_puts_checks_right(table: Table) -> None:
    played(table.do(ShowNumber("A", 0, 150), CloseMeld()))
    assert checks(table)["A"] == -2
    table.do(_correction(table, 300, 210, {"A": (FLUSH,), "C": (NINES,)}))
    assert checks(table) == {"A": 1, "B": 0, "C": 5}
    table.do(_correction(table, 310, 220, {}))
    assert checks(table) == {"A": 1, "B": 0, "C": 5}
    assert table.refused(_correction(table, 300, 100, {"A": (FLUSH,)})).field == "checks-A"


def test_a_correction_that_takes_the_victory_back_takes_its_checks_too(table: Table) -> None:
    played(table.do(ShowNumber("A", 0, 900), CloseMeld()))
    table.do(_correction(table, 300, 400, {}))
    assert (table.state.won, checks(table)["A"]) == (None, 0)


def test_the_log_tells_what_was_told_and_what_it_brought(table: Table) -> None:
    played(table.do(ShowNumber("B", 1, 150), CloseMeld(), RecordChecks("B", (FLUSH, NINES)), RecordChecks("C", ())))
    said = [line.says for line in log_lines(table.history)]
    assert "Checks for Ben: flush, seven nines." in said
    assert "Checks for Cleo: nothing." in said
    assert "Scored: Ann −300, Ben +250, Cleo +50; checks: Ann −2, Ben +6." in said


def test_the_bidder_is_told_what_a_look_at_the_kitty_may_cost() -> None:
    state = Table("check").do(TakeBid(0, 300)).state
    assert state.deal is not None
    assert "end.checks" in {reminder.clause for reminder in reminders(state, state.deal)}
