"""From evidence to a ruling, and from a ruling to the score: accusations, proofs, the entry and its preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.game.decide.ending import ending_of, scored_as
from companion.game.decide.tricks import end_of, enter_ruling
from companion.game.evidence import Proof, ProofKind, moments, played_card
from companion.game.evidence.at_table import log_of, proofs
from companion.game.record.events import DealScored
from companion.game.record.refusal import Refusal
from companion.game.record.state import DealState, GameState, side_mark
from companion.game.record.trick_commands import EnterRuling
from companion.rules.referee import (
    TAKEN_BACK,
    Consequence,
    Question,
    QuestionError,
    Settled,
    Step,
    Verdict,
    settle_play,
)
from companion.rules.score.facts import DealEnd, Misdeal

_BLAMED = (ProofKind.RENEGE, ProofKind.ONE_OF, ProofKind.OUT_OF_TURN)


def settle_accusation(state: GameState, deal: DealState, accuser: int, accused: int, trick: int) -> Settled | Refusal:
    """The ruling on an accusation by the trick log: proven, refuted, or what it still hangs on (score.false-claim)."""
    seats, log = state.seats_in(deal), log_of(state, deal)
    if accuser not in seats or accused not in seats or accuser == accused:
        return Refusal("Please say who accuses whom: two different players.", field="accused")
    place = seats.index(accused)
    moment = next((each for each in moments(log) if (each.seat, each.trick) == (place, trick)), None)
    if moment is None:
        says = f"No card of {state.names[accused]} is recorded in trick {trick}: say which trick it was."
        return Refusal(says, ("score.false-claim",), "trick")
    out_of_turn = next((p for p in proofs(state, deal) if _is_out_of_turn(p, moment.place)), None)
    if out_of_turn is not None:
        return settle_proof(state, deal, out_of_turn)
    played = replace(
        played_card(log, moment, state.names[accused]),
        side=state.side_of(accused),
        accuser=state.side_of(accuser),
        turned=moment.place < log.turned,
    )
    try:
        return settle_play(state.variant, played, side_mark)
    except QuestionError as error:
        return Refusal(str(error), field="trick")


def _is_out_of_turn(proof: Proof, place: int) -> bool:
    return proof.kind is ProofKind.OUT_OF_TURN and place in proof.places


def settle_proof(state: GameState, deal: DealState, proof: Proof) -> Settled:
    """A proof as a ruling; its consequence is there where it says whose fault it was (score.renege.corrected)."""
    if proof.kind in _BLAMED and state.variant.score_renege_corrected and _lies_open(state, deal, proof):
        clauses = (*proof.clauses, "score.renege.corrected")
        return Settled(Question.PLAY, Verdict.NOT_LEGAL, proof.says, (Step(TAKEN_BACK),), clauses)
    consequence = None
    if proof.kind in _BLAMED and proof.seat is not None:
        side = state.side_of(proof.seat)
        consequence = Consequence(f"{side_mark(side)} reneged.", DealEnd.RENEGE, offender=side)
    if proof.kind is ProofKind.TOO_MANY_COPIES:
        says = "The pack was wrong: the deal is void."
        consequence = Consequence(says, DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT)
    return Settled(Question.PLAY, Verdict.NOT_LEGAL, proof.says, (), proof.clauses, consequence=consequence)


def _lies_open(state: GameState, deal: DealState, proof: Proof) -> bool:
    """Whether all that is proven fell to the trick that is still on the table."""
    return bool(proof.places) and min(proof.places) >= log_of(state, deal).turned


def entry_of(settled: Settled, points: Mapping[str, int] | None = None) -> EnterRuling:
    """The command that enters a ruling with its consequence, if it has one.

    :param points: trick points taken until then by side, where the penalty counts them.
    """
    return EnterRuling(
        settled.question, settled.verdict, settled.says, settled.clauses, settled.consequence, points or {}
    )


def ruling_preview(state: GameState, deal: DealState, command: EnterRuling) -> DealScored | Refusal | None:
    """What the deal would score by a ruling, before anybody confirms it; None where it changes no score.

    The figures come from where the deal will be scored, so they cannot differ.
    """
    refused = enter_ruling(state, deal, command)
    if isinstance(refused, Refusal):
        return refused
    if command.consequence is None:
        return None
    ended = ending_of(state, deal, end_of(command.consequence, command))
    if isinstance(ended, Refusal):
        return ended
    scored = scored_as(state, replace(deal, ended=ended))
    return scored if isinstance(scored, Refusal) else state.named(scored)
