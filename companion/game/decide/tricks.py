"""The trick log and the referee: from evidence to a ruling, and from a ruling to the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from typing_extensions import assert_never

from companion.cards import Card
from companion.game.commands import ChooseTrickLog, EndDeal, EnterRuling, PlayCard, PlayTrick, RefereeCommand, Refusal
from companion.game.decide.ending import end_deal, ending_of, scored_as
from companion.game.events import AccusationMade, CardPlayed, DealScored, Event, RulingEntered, TrickLogChosen
from companion.game.evidence import Proof, ProofKind, TrickLog, moments, played_card
from companion.game.evidence.at_table import log_of, proofs, seat_in_log
from companion.game.state import DealState, GameState, Phase, side_mark
from companion.rules.clauses import CLAUSES
from companion.rules.pack import judge_cards
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
from companion.rules.score.facts import Begun, DealEnd, Misdeal
from companion.rules.score.unplayed import renege_clause

NOT_KEPT = "The tricks are not recorded at this table: choose the trick log first."
NO_TRUMP = "Trump is not entered in this deal. Undo its meld, then choose the suit."


def decide_referee(state: GameState, deal: DealState, command: RefereeCommand) -> tuple[Event, ...] | Refusal:
    """Decide what a command of the trick log or of the referee leads to."""
    match command:
        case ChooseTrickLog():
            return _choose_trick_log(state, command)
        case PlayCard():
            return _play_card(state, deal, command)
        case PlayTrick():
            return _play_trick(state, deal, command)
        case EnterRuling():
            return enter_ruling(state, deal, command)
        case _:
            assert_never(command)


def _choose_trick_log(state: GameState, command: ChooseTrickLog) -> tuple[Event, ...] | Refusal:
    """Record the tricks, or no longer; what was recorded stays."""
    chosen = TrickLogChosen(command.kept, command.counts and command.kept)
    if chosen == state.trick_log:
        return Refusal("The tricks are already recorded that way.")
    return (chosen,)


def _play_card(state: GameState, deal: DealState, command: PlayCard) -> tuple[Event, ...] | Refusal:
    """A card of a trick; illegal and out of turn are recorded too, only what cannot be is refused."""
    if unrecorded := _unrecorded(state, deal):
        return unrecorded
    if command.seat not in state.seats_in(deal):
        return Refusal("Please say who played the card.", field="seat")
    log, seat = log_of(state, deal), seat_in_log(state, deal, command.seat)
    if any(play.seat == seat for play in log.plays[log.turned :]):
        says = f"{state.names[command.seat]} has played to this trick already."
        return Refusal(says, field="seat")
    return _beyond_the_deal(log, (command.card,)) or (CardPlayed(command.seat, command.card),)


def _play_trick(state: GameState, deal: DealState, command: PlayTrick) -> tuple[Event, ...] | Refusal:
    """Record all cards of a trick at once; the leader decides which player each belongs to."""
    if unrecorded := _unrecorded(state, deal):
        return unrecorded
    seats, log, fallen = state.seats_in(deal), log_of(state, deal), len(command.cards)
    if command.leader not in seats:
        return Refusal("Please say who led this trick.", field="leader")
    if len(log.plays) > log.turned:
        return Refusal("A trick is half recorded: record its other cards first, or take them back.", field="fallen")
    if fallen != log.players:
        return Refusal(
            f"A trick has {log.players} cards here, and this one has {fallen}: look at the photo again.", (), "fallen"
        )
    first = seats.index(command.leader)
    order = (*seats[first:], *seats[:first])
    played = tuple(CardPlayed(seat, card) for seat, card in zip(order, command.cards, strict=True))
    return _beyond_the_deal(log, command.cards) or played


def _unrecorded(state: GameState, deal: DealState) -> Refusal | None:
    """Say why no card of this deal can be recorded: who takes a trick depends on trump."""
    if not state.trick_log.kept:
        return Refusal(NOT_KEPT)
    return Refusal(NO_TRUMP) if deal.has_auction and not deal.trump_settled else None


def _beyond_the_deal(log: TrickLog, cards: tuple[Card, ...]) -> Refusal | None:
    """Say why these cards cannot have been played as well: too many for the pack, or all tricks are recorded."""
    ruling = judge_cards(log.variant.pack, (*(play.card for play in log.plays), *cards))
    if not ruling:
        return Refusal(f"{ruling.says} Look for a slip among the cards played.", ruling.clauses, "card")
    if len(log.plays) >= log.players * log.hand_size:
        return Refusal(f"All {log.hand_size} tricks are recorded: count the deal now.", ("hand.size",), "card")
    return None


def enter_ruling(state: GameState, deal: DealState, command: EnterRuling) -> tuple[Event, ...] | Refusal:
    """A ruling, kept with the deal; its consequence ends the deal as :class:`EndDeal` would."""
    if not command.says.strip():
        return Refusal("A ruling needs the sentence that was agreed on.", field="says")
    unknown = [clause for clause in command.clauses if clause not in CLAUSES]
    if unknown:
        return Refusal(f"There is no clause called {unknown[0]}.", field="clauses")
    accusation = _accusation(state, deal, command)
    if isinstance(accusation, Refusal):
        return accusation
    ended = _ended(state, deal, command)
    if isinstance(ended, Refusal):
        return ended
    follows = command.consequence
    ruling = RulingEntered(
        command.question,
        command.verdict,
        command.says,
        command.clauses,
        follows.end if follows else None,
        follows.offender if follows else None,
    )
    return (*accusation, ruling, *ended)


def _accusation(state: GameState, deal: DealState, command: EnterRuling) -> tuple[Event, ...] | Refusal:
    if command.accuser is None:
        return ()
    seats = state.seats_in(deal)
    if command.accuser not in seats or command.accused not in seats or command.accuser == command.accused:
        return Refusal("An accusation names who accuses and another player who is accused.", (), "accused")
    most = log_of(state, deal).hand_size
    if command.trick is None or not 1 <= command.trick <= most:
        return Refusal(f"An accusation names the trick, from 1 to {most}.", ("score.false-claim",), "trick")
    return (AccusationMade(command.accuser, command.accused, command.trick),)


def _ended(state: GameState, deal: DealState, command: EnterRuling) -> tuple[Event, ...] | Refusal:
    if command.consequence is None:
        return ()
    if deal.ended is not None:
        return Refusal("This deal has ended already: take that step back first, then enter the ruling.")
    follows = command.consequence
    if follows.misdeal is Misdeal.PROCEDURE and follows.offender and state.begun(deal) is Begun.UNLED:
        says = "In this game no card has been played yet: say that the misdeal came to light before the first lead."
        return Refusal(says, ("score.misdeal.procedure",), "found")
    unmelded = state.sides_unmelded(deal) if deal.phase is Phase.MELD else ()
    if follows.end is DealEnd.RENEGE and unmelded:
        sides = " and of ".join(state.side_name(side) for side in unmelded)
        says = f"Enter the meld of {sides} first: a renege is charged with it."
        return Refusal(says, (renege_clause(state.variant),))
    return end_deal(state, deal, end_of(follows, command))


def end_of(consequence: Consequence, command: EnterRuling) -> EndDeal:
    """The end of the deal that a ruling asks for."""
    return EndDeal(
        consequence.end,
        command.points,
        offender=consequence.offender,
        misdeal=consequence.misdeal,
        claimant=consequence.claimant,
        meld=command.meld,
    )


_BLAMED = (ProofKind.RENEGE, ProofKind.ONE_OF, ProofKind.OUT_OF_TURN)


def settle_accusation(state: GameState, deal: DealState, accuser: int, accused: int, trick: int) -> Settled | Refusal:
    """Rule on an accusation by the trick log: proven, refuted, or open, with what it depends on (score.false-claim)."""
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
    """Return True if everything proven fell to the trick still on the table."""
    return bool(proof.places) and min(proof.places) >= log_of(state, deal).turned


def entry_of(settled: Settled, points: Mapping[str, int] | None = None) -> EnterRuling:
    """The command that enters a ruling with its consequence, if it has one.

    :param points: trick points taken until then by side, where the penalty counts them.
    """
    return EnterRuling(
        settled.question, settled.verdict, settled.says, settled.clauses, settled.consequence, points or {}
    )


def ruling_preview(state: GameState, deal: DealState, command: EnterRuling) -> DealScored | Refusal | None:
    """Return the score of the deal by a ruling before it is confirmed; None where the ruling changes no score.

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
