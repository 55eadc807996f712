"""The referee at a table: the trick log, accusations, and rulings that end the deal as its last step would."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards import Suit, parse_card, parse_cards
from companion.game.commands import (
    ChooseTrickLog,
    CloseMeld,
    ConfirmDeal,
    EndDeal,
    EnterRuling,
    NameTrump,
    PlayCard,
    PlayTrick,
    Redo,
    Refusal,
    ShowCards,
    ShowMelds,
    TakeBid,
    Undo,
)
from companion.game.decide.tricks import entry_of, ruling_preview, settle_accusation, settle_proof
from companion.game.events import AccusationMade, DealEnded, DealScored, RulingEntered
from companion.game.evidence import ProofKind
from companion.game.evidence.at_table import counters_so_far, log_of, proofs
from companion.game.log import log_lines
from companion.game.state import DealState
from companion.rules.referee import Consequence, Question, Settled, Verdict
from companion.rules.score.facts import DealEnd, Misdeal
from tests.game.table import Table


def _table(options: dict[str, Any] | None = None, shown: str = "KH QH", **more: Any) -> Table:
    """Ann has the bid, Ben has shown some cards, spades are trumps, and the tricks are recorded."""
    table = Table(options=options, **more)
    table.do(TakeBid(0, 300), NameTrump(Suit.SPADES), ShowCards(1, parse_cards(shown)), CloseMeld())
    return table.do(ChooseTrickLog(kept=True))


def _deal(table: Table) -> DealState:
    deal = table.state.deal
    assert deal is not None
    return deal


def _play(table: Table, cards: str, first: int = 0) -> Table:
    for place, card in enumerate(parse_cards(cards)):
        table.do(PlayCard((first + place) % 4, card))
    return table


def _renege(side: str) -> Settled:
    consequence = Consequence("A renege.", DealEnd.RENEGE, offender=side)
    return Settled(Question.PLAY, Verdict.NOT_LEGAL, "Not legal.", (), ("renege.kinds",), consequence=consequence)


def test_the_trick_log_is_off_until_the_table_chooses_it() -> None:
    table = Table().do(TakeBid(0, 300), NameTrump(Suit.SPADES), CloseMeld())
    assert "choose the trick log first" in table.refused(PlayCard(0, parse_card("AH"))).says
    table.do(ChooseTrickLog(kept=True, counts=True), PlayCard(0, parse_card("AH")))
    assert table.state.trick_log.counts
    assert len(log_of(table.state, _deal(table)).plays) == 1
    table.do(Undo())
    assert log_of(table.state, _deal(table)).plays == ()


def test_a_melded_card_held_back_is_proven_and_entered() -> None:
    table = _play(_table(), "9H AS")
    (proof,) = proofs(table.state, _deal(table))
    assert (proof.kind, proof.seat, proof.trick) == (ProofKind.RENEGE, 1, 1)
    table.do(entry_of(settle_proof(table.state, _deal(table), proof)), ConfirmDeal())
    assert table.state.deals[-1].ended is not None
    assert table.state.deals[-1].ended.offender == "B"


@pytest.mark.parametrize("variant", ["site", "doubles", "three-handed", "bruce-5"])
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_ruling_scores_as_a_renege_told_at_the_end_does(variant: str, side: str) -> None:
    table = Table(variant)
    bid = table.state.variant.bid_min + 10 * table.state.variant.scale
    table.do(TakeBid(0, bid), NameTrump(Suit.SPADES), ShowMelds("A", 0, {"aces": 1}), CloseMeld())
    command = entry_of(_renege(side), {"A": 0, "B": 0})
    preview = ruling_preview(table.state, _deal(table), command)
    by_ruling = table.ask(command)
    by_hand = table.ask(EndDeal(DealEnd.RENEGE, {"A": 0, "B": 0}, offender=side))
    assert not isinstance(by_ruling, Refusal)
    assert not isinstance(by_hand, Refusal)
    assert by_ruling[-1] == by_hand[-1]
    table.do(command, ConfirmDeal())
    scored = next(each.event for each in table.history if isinstance(each.event, DealScored))
    assert preview == table.state.named(scored)


def test_a_ruling_is_kept_with_the_deal_told_in_the_log_and_undone_with_what_followed() -> None:
    table = _table().do(entry_of(_renege("B")))
    assert isinstance(_deal(table).record[-1], RulingEntered)
    assert [line.says for line in log_lines(table.history)][-2:] == [
        "A ruling: Not legal.",
        "A renege, charged to Ben & Dan.",
    ]
    table.do(Undo())
    assert (_deal(table).record, _deal(table).ended) == ((), None)
    table.do(Redo())
    assert _deal(table).ended is not None


def test_a_ruling_without_consequence_leaves_the_deal_as_it_is() -> None:
    ruling = EnterRuling(Question.TRICK, Verdict.ANSWER, "{A} takes the trick.", ("play.winner",))
    table = _table().do(ruling)
    assert ruling_preview(table.state, _deal(table), ruling) is None
    assert _deal(table).ended is None
    assert log_lines(table.history)[-1].says == "A ruling: Ann & Cleo takes the trick."


def test_a_misdeal_can_be_entered() -> None:
    void = Consequence("Void.", DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT)
    table = _table().do(EnterRuling(Question.MISHAP, Verdict.ANSWER, "A wrong pack.", consequence=void), ConfirmDeal())
    assert table.state.scores() == {"A": 0, "B": 0}
    assert _deal(table).dealer == 3


@pytest.mark.parametrize(("price", "follows"), [("as-renege", "A"), ("nothing", None)])
def test_an_accusation_that_the_log_refutes_costs_the_accuser(price: str, follows: str | None) -> None:
    table = _play(_table({"score.false-claim": price}), "AH KH")
    settled = settle_accusation(table.state, _deal(table), accuser=0, accused=1, trick=1)
    assert isinstance(settled, Settled)
    assert settled.verdict is Verdict.LEGAL
    assert (settled.consequence.offender if settled.consequence else None) == follows


def test_a_card_out_of_turn_is_no_wrong_accusation() -> None:
    table = _table({"score.false-claim": "as-renege"}, shown="").do(PlayCard(0, parse_card("9H")))
    table.do(PlayCard(2, parse_card("AH")))
    settled = settle_accusation(table.state, _deal(table), accuser=1, accused=2, trick=1)
    assert isinstance(settled, Settled)
    assert settled.consequence is not None
    assert settled.consequence.offender == "A"
    assert "out of turn" in settled.says


def test_an_accusation_names_player_and_trick_and_stays_with_its_ruling() -> None:
    table = _play(_table(), "9H AS")
    settled = settle_accusation(table.state, _deal(table), accuser=0, accused=1, trick=1)
    assert isinstance(settled, Settled)
    assert settled.says == "Not legal: Ben held the king and queen of hearts and had to follow suit."
    entry = EnterRuling(
        settled.question, settled.verdict, settled.says, settled.clauses, settled.consequence, {}, 0, 1, 1
    )
    events = table.ask(entry)
    assert not isinstance(events, Refusal)
    assert events[0] == AccusationMade(0, 1, 1)
    assert isinstance(events[-1], DealEnded)


def test_a_trick_that_was_not_recorded_cannot_be_judged_by_the_log() -> None:
    table = _table()
    refusal = settle_accusation(table.state, _deal(table), accuser=0, accused=1, trick=4)
    assert isinstance(refusal, Refusal)
    assert "No card of Ben is recorded in trick 4" in refusal.says


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (PlayCard(9, parse_card("AH")), "who played"),
        (PlayCard(1, parse_card("KH")), "has played to this trick already"),
        (PlayCard(2, parse_card("9H")), "Look for a slip"),
        (PlayTrick(0, parse_cards("AH AH 9H 10H")), "half recorded"),
        (EnterRuling(Question.PLAY, Verdict.LEGAL, " "), "needs the sentence"),
        (EnterRuling(Question.PLAY, Verdict.LEGAL, "So.", ("play.nothing",)), "no clause called play.nothing"),
        (EnterRuling(Question.PLAY, Verdict.LEGAL, "So.", accuser=0, accused=0, trick=1), "another player"),
        (EnterRuling(Question.PLAY, Verdict.LEGAL, "So.", accuser=0, accused=1, trick=13), "from 1 to 12"),
        (ChooseTrickLog(kept=True), "already"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_change(command: Any, says: str) -> None:
    table = _table()
    table.do(PlayCard(0, parse_card("9H")), PlayCard(1, parse_card("9H")))
    assert says in table.refused(command).says


def test_a_deal_that_has_ended_takes_no_consequence_any_more() -> None:
    table = _table().do(EndDeal(DealEnd.PLAYED, {"A": 250}))
    assert "has ended already" in table.refused(entry_of(_renege("B"))).says


def test_the_running_count_goes_by_side() -> None:
    table = _play(_table(), "9H KH AH 10H")
    assert counters_so_far(table.state, _deal(table)) == {"A": 30, "B": 0}


def test_melds_told_by_name_count_as_shown() -> None:
    table = Table().do(TakeBid(0, 300), NameTrump(Suit.SPADES), ShowMelds("B", 1, {"marriage-H": 1, "queens": 1}))
    table.do(CloseMeld(), ChooseTrickLog(kept=True))
    assert sorted(map(str, log_of(table.state, _deal(table)).shown[1])) == ["KH", "QC", "QD", "QH", "QS"]


def test_the_melds_of_a_side_that_is_one_hand_are_that_hands() -> None:
    table = Table("three-handed").do(TakeBid(0, 25), NameTrump(Suit.SPADES), ShowMelds("A", None, {"marriage-H": 1}))
    table.do(CloseMeld(), ChooseTrickLog(kept=True))
    assert sorted(map(str, log_of(table.state, _deal(table)).shown[0])) == ["KH", "QH"]


def test_a_bidder_who_may_lay_cards_away_is_held_only_to_the_meld() -> None:
    table = Table("three-handed")
    table.do(TakeBid(0, 25), NameTrump(Suit.SPADES), ShowCards(0, parse_cards("KH QH 9C")), CloseMeld())
    assert sorted(map(str, log_of(table.state, _deal(table)).shown[0])) == ["KH", "QH"]
