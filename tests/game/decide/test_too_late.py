"""What comes too late once cards have been played, and whose fault a misdeal is by then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cards import Suit, parse_card, parse_cards
from companion.game.commands import (
    CallCard,
    ChooseTrickLog,
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    EnterRuling,
    LayMeld,
    NamePartner,
    NameTrump,
    PlayCard,
    Refusal,
    ShowMelds,
    ShowNumber,
    TakeBid,
    TakeTrick,
    TurnTrump,
)
from companion.game.view import view
from companion.game.view.play import PlayView
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld
from companion.rules.referee import Consequence, Question, Verdict
from companion.rules.score.facts import DealEnd, Misdeal
from tests.game.retold import retold
from tests.game.table import Table


def _recorded(key: str, bid: int) -> Table:
    """Ann has the bid in spades, and the tricks are recorded."""
    table = Table(key).do(TakeBid(0, bid), NameTrump(Suit.SPADES), CloseMeld())
    return table.do(ChooseTrickLog(kept=True))


def _play_view(table: Table) -> PlayView:
    shown = view(table.state, 0).play
    assert shown is not None
    return shown


_HOPELESS = EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.TECHNICAL)


def test_a_hopeless_hand_is_declared_until_everybody_has_played_to_the_first_trick() -> None:
    table = _recorded("double-deck", 500)
    for seat, card in enumerate(parse_cards("AH KH QH")):
        table.do(PlayCard(seat, card))
    assert not isinstance(table.ask(_HOPELESS), Refusal)
    refusal = table.do(PlayCard(3, parse_card("JH"))).refused(_HOPELESS)
    assert "Too late" in refusal.says
    assert refusal.clauses == ("score.misdeal.technical",)


def test_nobody_throws_in_once_a_card_is_recorded() -> None:
    thrown_in = EndDeal(DealEnd.THROWN_IN)
    table = _recorded("doubles", 60)
    assert not isinstance(table.ask(thrown_in), Refusal)
    assert _play_view(table).throw_in
    table.do(PlayCard(0, parse_card("AS")))
    refusal = table.refused(thrown_in)
    assert refusal.says == "A card has been led, so it is too late to throw in."
    assert refusal.clauses == ("score.throw-in",)
    assert not _play_view(table).throw_in
    by_ruling = Consequence("Thrown in.", DealEnd.THROWN_IN)
    command = EnterRuling(Question.THROW_IN, Verdict.LEGAL, "It may be thrown in.", consequence=by_ruling)
    assert table.refused(command).clauses == ("score.throw-in",)


def test_a_deal_with_recorded_tricks_is_not_put_right_to_one_that_was_thrown_in() -> None:
    table = _recorded("doubles", 60)
    table.do(PlayCard(0, parse_card("AS")), EndDeal(DealEnd.PLAYED, {"A": 30, "B": 20}), ConfirmDeal())
    wrong = retold(table.state, 1, EndDeal(DealEnd.THROWN_IN))
    assert table.refused(wrong).clauses == ("score.throw-in",)


_DEALT_WRONGLY = EndDeal(DealEnd.MISDEAL, offender="C", misdeal=Misdeal.PROCEDURE)


def _three_handed(*more: Command) -> Table:
    return Table("three-handed").do(TakeBid(0, 30), *more)


@pytest.mark.parametrize("told", [(), (NameTrump(Suit.SPADES),)], ids=["before trump is named", "with the meld"])
def test_a_misdeal_before_the_play_is_nobody_s_renege(told: tuple[Command, ...]) -> None:
    table = _three_handed(*told)
    table.do(_DEALT_WRONGLY, ConfirmDeal())
    assert table.state.scores() == {"A": 0, "B": 0, "C": 0}
    assert table.state.deal is not None
    assert table.state.deal.dealer == 2


def test_a_misdeal_found_in_the_play_is_the_dealer_s_renege() -> None:
    table = _three_handed(NameTrump(Suit.SPADES), ShowMelds("A", 0, {"aces": 1}), CloseMeld())
    table.do(_DEALT_WRONGLY, ConfirmDeal())
    assert table.state.scores() == {"A": 40, "B": 0, "C": -30}
    scored = table.state.deals[-1].scored
    assert scored is not None
    assert scored.clauses[:2] == ("score.misdeal.procedure", "score.renege.three")


def test_a_misdeal_found_in_the_play_of_partners_is_a_renege_of_the_dealer_s_side() -> None:
    table = Table("partnership").do(TakeBid(0, 300), NameTrump(Suit.SPADES), ShowNumber("A", None, 120), CloseMeld())
    late = EndDeal(DealEnd.MISDEAL, {"A": 190, "B": 20}, offender="B", misdeal=Misdeal.PROCEDURE)
    table.do(late, ConfirmDeal())
    assert table.state.scores() == {"A": 310, "B": 0}


def test_a_ruling_that_charges_the_dealer_waits_for_the_play() -> None:
    follows = Consequence("{C} misdealt.", DealEnd.MISDEAL, offender="C", misdeal=Misdeal.PROCEDURE)
    ruling = EnterRuling(Question.MISHAP, Verdict.ANSWER, "A renege of the dealer’s side.", consequence=follows)
    table = _three_handed(NameTrump(Suit.SPADES))
    refusal = table.refused(ruling)
    assert refusal.clauses == ("score.misdeal.procedure",)
    assert "no card has been played" in refusal.says
    table.do(CloseMeld(), ruling, ConfirmDeal())
    assert table.state.scores() == {"A": 30, "B": 0, "C": -30}


def test_a_late_misdeal_is_not_charged_before_the_called_partner_is_known() -> None:
    table = Table("five-handed").do(TakeBid(0, 500), NameTrump(Suit.SPADES), CallCard(parse_card("AS")), CloseMeld())
    charged = EndDeal(DealEnd.MISDEAL, offender="E", misdeal=Misdeal.PROCEDURE)
    assert table.refused(charged).field == "partner"
    assert not isinstance(table.ask(EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT)), Refusal)
    table.do(NamePartner(2), charged, ConfirmDeal())
    assert table.state.scores()["A"] == 500


_DEALT_AGAIN = EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.PROCEDURE)


def test_a_misdeal_is_not_dealt_again_once_a_card_is_recorded() -> None:
    table = _recorded("three-handed", 30)
    assert not isinstance(table.ask(_DEALT_AGAIN), Refusal)
    table.do(PlayCard(0, parse_card("AS")))
    refusal = table.refused(_DEALT_AGAIN)
    assert refusal.clauses == ("score.misdeal.procedure",)
    assert "Cleo" in refusal.says
    by_ruling = Consequence("A misdeal.", DealEnd.MISDEAL, misdeal=Misdeal.PROCEDURE)
    ruling = EnterRuling(Question.MISHAP, Verdict.ANSWER, "A misdeal: dealt again.", consequence=by_ruling)
    assert table.refused(ruling).clauses == ("score.misdeal.procedure",)
    table.do(_DEALT_WRONGLY, ConfirmDeal())
    assert table.state.scores() == {"A": 30, "B": 0, "C": -30}


def test_a_recorded_card_changes_nothing_for_a_misdeal_where_the_rules_only_deal_again() -> None:
    table = _recorded("site", 250).do(PlayCard(0, parse_card("AS")), _DEALT_AGAIN, ConfirmDeal())
    assert table.state.scores() == {"A": 0, "B": 0}


@pytest.mark.parametrize("recorded", [(), (PlayCard(0, parse_card("AS")),)], ids=["counted", "card by card"])
def test_a_late_misdeal_is_charged_to_nobody_but_the_dealer_s_side(recorded: tuple[Command, ...]) -> None:
    table = _recorded("three-handed", 30).do(*recorded)
    refusal = table.refused(EndDeal(DealEnd.MISDEAL, offender="B", misdeal=Misdeal.PROCEDURE))
    assert "Cleo" in refusal.says
    assert refusal.clauses == ("score.misdeal.procedure",)


def test_counters_charge_the_dealer_though_the_meld_is_still_open() -> None:
    counted = EndDeal(DealEnd.MISDEAL, {"A": 10}, offender="C", misdeal=Misdeal.PROCEDURE)
    table = _three_handed(NameTrump(Suit.SPADES), ShowMelds("A", 0, {"aces": 1}))
    assert "Cleo" in table.refused(replace(counted, offender="B")).says
    table.do(counted, ConfirmDeal())
    assert table.state.scores()["C"] == -30


def test_a_recorded_card_charges_nobody_where_the_deal_is_corrected_to_one_without_a_bid() -> None:
    table = _recorded("three-handed", 30).do(PlayCard(0, parse_card("AS")), _DEALT_WRONGLY, ConfirmDeal())
    table.do(CorrectDeal(1, (EndDeal(DealEnd.MISDEAL, offender="A", misdeal=Misdeal.PROCEDURE),)))
    assert table.state.scores() == {"A": 0, "B": 0, "C": 0}


def test_a_late_misdeal_is_the_dealer_s_renege_without_a_bidder_too() -> None:
    table = Table("two-handed", {"misdeal.procedure": True}).do(TurnTrump(parse_card("KS")), TakeTrick(0))
    meld = LaidMeld(MeldKind.PINOCHLE, Suit.SPADES, tuple(parse_cards("JD QS")))
    table.do(LayMeld(0, meld), EndDeal(DealEnd.MISDEAL, offender="B", misdeal=Misdeal.PROCEDURE), ConfirmDeal())
    assert table.state.scores() == {"A": 40, "B": 0}
    scored = table.state.deals[-1].scored
    assert scored is not None
    assert scored.clauses[:2] == ("score.misdeal.procedure", "res.renege-side")
