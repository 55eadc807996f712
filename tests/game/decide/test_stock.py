"""The play with a stock, command by command: what each leads to, and why the others are refused."""

from __future__ import annotations

import pytest

from companion.game.commands import (
    CloseMeld,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    ExchangeDix,
    LayMeld,
    MakeBid,
    ShowCards,
    ShowNumber,
    TakeBid,
    TakeTrick,
    Undo,
)
from companion.game.events import DealEnded, DixExchanged, MeldLaid, TrickTaken
from companion.game.state import Phase
from companion.rules.clauses import CLAUSES
from companion.rules.score import DealEnd
from tests.game.retold import retold
from tests.game.stock_table import told
from tests.playthroughs.language import parse_command

_TURNED = ("turned 10H",)
_PINOCHLE = (*_TURNED, "lays Ann pinochle QS JD")
_MARRIED = (*_PINOCHLE, "gone Ann QS", "trick Ann", "lays Ann marriage-S KS QS")


@pytest.mark.parametrize(
    ("lines", "command", "clauses"),
    [
        ((), "trick Ann", ()),
        (_TURNED, "turned AS", ()),
        ((), "turned 7S", ("pack.48",)),
        (_TURNED, "bid 250", ()),
        ((*_TURNED, "lays Ben royal KH QH"), "lays Ben pinochle QS JD", ("meld.turn",)),
        ((*_TURNED, "lays Ben dix 9H", "lays Ben royal KH QH"), "lays Ben dix 9H", ("meld.turn",)),
        (_PINOCHLE, "lays Ben pinochle QS QS", ("meld.reuse",)),
        ((*_PINOCHLE, "trick Ann"), "lays Ann pinochle JD", ("meld.reuse",)),
        ((*_PINOCHLE, "trick Ann"), "lays Ann marriage-S QS", ("meld.reuse",)),
        ((*_PINOCHLE, "gone Ann QS", "trick Ann"), "lays Ann marriage-S KS", ("meld.played",)),
        ((*_PINOCHLE, "lays Ben pinochle QS JD", "trick Ann"), "lays Ann queens QS QH QC QD", ("pack.48",)),
        (_TURNED, "lays Ann run AH 10H 10H KH QH", ("meld.reuse",)),
        ((*_TURNED, "lays Ben run AH 10H KH QH JH", "trick Ann"), "lays Ann run AH 10H KH QH JH", ("pack.48",)),
        (_TURNED, "lays Ann marriage-H KH QH", ("meld.marriage",)),
        ((*_TURNED, "lays Ben royal KH QH", "lays Ann dix 9H", "exchange Ann"), "exchange Ben", ("meld.dix-exchange",)),
        (("turned 9H",), "exchange Ben", ("meld.dix-exchange",)),
        ((*_TURNED, "lays Ann royal KH QH", "lays Ann dix 9H", "gone Ann 9H"), "exchange Ann", ("meld.turn",)),
        ((*_TURNED, "trick Ben last"), "trick Ben", ("play.stock",)),
        ((*_TURNED, "trick Ben last"), "lays Ann royal KH QH", ("play.stock",)),
        ((*_TURNED, "close"), "lays Ann royal KH QH", ("meld.turn", "play.playoff")),
        (("close",), "lays Ann royal KH QH", ("draw",)),
        ((*_TURNED, "close"), "exchange Ann", ("meld.dix-exchange", "meld.turn")),
        (_PINOCHLE, "gone Ben QS", ("meld.played",)),
        (_PINOCHLE, "back Ann QS", ("meld.played",)),
        ((), "claim A A 100", ()),
        (_TURNED, "claim A B 100", ("end.declare-out",)),
        (_TURNED, "claim Z Z 100", ("sides",)),
        (_TURNED, "claim A A 260", ("count.total",)),
        (_TURNED, "played A 100", ()),
        (_TURNED, "throw-in", ()),
    ],
)
def test_what_is_refused_and_by_which_clause(lines: tuple[str, ...], command: str, clauses: tuple[str, ...]) -> None:
    refusal = told(lines).refused(parse_command(command))
    assert refusal.clauses[: len(clauses) or None] == clauses
    assert set(refusal.clauses) <= CLAUSES.keys()
    assert refusal.says[-1] in ".?"


@pytest.mark.parametrize(
    ("lines", "meld"),
    [
        (("turned 9H",), (10, 0)),
        (_PINOCHLE, (40, 0)),
        ((*_PINOCHLE, "lays Ben royal KH QH", "lays Ben dix 9H", "trick Ben", "lays Ben run AH 10H JH"), (40, 200)),
        ((*_TURNED, "lays Ann pinochle*2 QS JD QS JD"), (300, 0)),
        ((*_PINOCHLE, "trick Ann", "lays Ann pinochle*2 QS JD"), (340, 0)),
        ((*_PINOCHLE, "trick Ann", "lays Ann pinochle QS JD"), (80, 0)),
        ((*_TURNED, "lays Ann aces AS AH AC AD", "trick Ann", "lays Ann aces AS AH AC AD"), (200, 0)),
        ((*_TURNED, "exchange Ben"), (0, 10)),
        ((*_TURNED, "lays Ben dix 9H", "exchange Ben"), (0, 10)),
        (_MARRIED, (60, 0)),
        ((*_MARRIED, "trick Ann", "lays Ann pinochle JD"), (100, 0)),
        ((*_PINOCHLE, "sum A 200"), (200, 0)),
        ((*_PINOCHLE, "sum A 200", "trick Ann", "lays Ann marriage-S KS"), (60, 0)),
        ((*_PINOCHLE, "sum B 30"), (40, 30)),
    ],
)
def test_what_melds_come_to(lines: tuple[str, ...], meld: tuple[int, int]) -> None:
    deal = told(lines).state.deal
    assert deal
    assert (deal.meld("A"), deal.meld("B")) == meld


def test_a_meld_tells_of_the_trick_before_it_and_both_are_taken_back_together() -> None:
    table = told(_TURNED)
    before = table.state
    decision = table.ask(parse_command("lays Ben royal KH QH"))
    assert isinstance(decision, tuple)
    assert [type(event) for event in decision] == [TrickTaken, MeldLaid]
    table.do(parse_command("lays Ben royal KH QH"), Undo())
    assert table.state == before


def test_the_exchange_shows_a_dix_only_where_none_lies_there() -> None:
    table = told((*_TURNED, "lays Ben dix 9H"))
    decision = table.ask(ExchangeDix(1))
    assert isinstance(decision, tuple)
    assert [type(event) for event in decision] == [DixExchanged]
    deal = table.do(ExchangeDix(1)).state.deal
    assert deal
    assert deal.stock
    assert (str(deal.stock.turned_up), deal.stock.lying(1).total(), deal.meld("B")) == ("9H", 0, 10)


@pytest.mark.parametrize(("pack", "tricks"), [("48", 12), ("64", 20)])
def test_the_stock_ends_by_itself_with_its_last_trick(pack: str, tricks: int) -> None:
    table = told(_TURNED, {"pack": pack}).do(*[TakeTrick(0)] * (tricks - 1))
    assert table.state.deal
    assert table.state.deal.stock
    assert table.state.deal.stock.turn == TrickTaken(0)
    decision = table.ask(TakeTrick(1))
    assert decision == (TrickTaken(1, last=True),)


def test_nobody_who_is_not_at_the_table_takes_a_trick() -> None:
    for command in (TakeTrick(2), ExchangeDix(-1)):
        assert told(_TURNED).refused(command).field == "seat"


def test_where_no_stock_is_there_is_no_turn_to_meld() -> None:
    table = told(("turned 10H", "close"), {"bid": "none", "pass.count": 0}, "site")
    assert table.refused(ExchangeDix(0)).clauses == ("draw",)
    lay = parse_command("lays Ann royal KH QH")
    assert isinstance(lay, LayMeld)
    assert table.refused(lay).clauses == ("draw",)


def test_without_an_auction_a_turned_up_card_leads_to_the_meld() -> None:
    table = told(("turned 9H",), {"bid": "none", "pass.count": 0}, "site")
    assert table.state.phase is Phase.MELD
    assert table.refused(MakeBid(250)).says == "Not now: the meld is being entered."
    shown = parse_command("cards Ann 9H KH QH")
    assert isinstance(shown, ShowCards)
    deal = table.do(shown).state.deal
    assert deal
    assert deal.meld("A") == 50


def test_a_dix_that_nobody_pays_for_may_still_be_exchanged() -> None:
    free = {"meld.table": {"dix": 0}}
    for lines in ((*_TURNED, "exchange Ben"), ("turned 9H",)):
        deal = told(lines, free).state.deal
        assert deal
        assert (deal.meld("A"), deal.meld("B")) == (0, 0)


def test_a_claim_keeps_the_claimant_and_what_was_counted() -> None:
    decision = told(_PINOCHLE).ask(EndDeal(DealEnd.CLAIM, {"A": 57}, claimant="A"))
    assert isinstance(decision, tuple)
    (ended,) = decision
    assert isinstance(ended, DealEnded)
    assert (ended.claimant, ended.points) == ("A", {"A": 57})


def test_a_claim_is_refused_where_nobody_declares_out_or_plays_to_a_target() -> None:
    claim = EndDeal(DealEnd.CLAIM, {"A": 57}, claimant="A")
    for options in ({"end.declare-out": False}, {"end.deal": True}, {"end.target": None}):
        assert told(_PINOCHLE, options).refused(claim).clauses[0] == "end.declare-out"


def test_a_sum_is_no_more_than_all_melds_of_the_pack_paid_by_themselves() -> None:
    table = told(_TURNED)
    assert (
        table.refused(ShowNumber("A", None, 1470)).says
        == "1470 cannot be: all the melds of a deal come to at most 1460."
    )
    table.do(ShowNumber("A", None, 1460))


def test_a_corrected_deal_keeps_the_melds_of_a_side_whose_sum_stays() -> None:
    table = told((*_PINOCHLE, "close", "played A 130", "confirm"))
    ended = EndDeal(DealEnd.PLAYED, {"A": 60})
    table.do(retold(table.state, 1, ShowNumber("B", None, 20), ended))
    deal = table.state.deals[0]
    assert deal.stock
    assert (deal.meld("A"), deal.meld("B"), deal.shown[0].side) == (40, 20, "B")
    assert table.state.scores() == {"A": 100, "B": 210}
    assert table.refused(CorrectDeal(1, (TakeBid(0, 250), CloseMeld(), ended))).field == "steps"


def test_a_renege_can_end_a_deal_of_which_only_the_score_is_told() -> None:
    table = told(()).do(EndDeal(DealEnd.RENEGE, offender="B"), ConfirmDeal())
    assert table.state.deals[0].change["B"] <= 0
    assert table.do(CorrectDeal(1, (EndDeal(DealEnd.RENEGE, offender="A"),))).state.deals[0].corrected


def test_the_meld_may_be_closed_before_a_card_is_turned_up() -> None:
    assert told(()).do(ShowNumber("A", None, 40), CloseMeld()).state.phase is Phase.PLAY
