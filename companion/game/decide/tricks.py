"""The trick log and the referee's rulings: what may be recorded, and the end of a deal that follows from a ruling."""

from __future__ import annotations

from typing_extensions import assert_never

from companion.cards import Card
from companion.game.decide.ending import end_deal
from companion.game.evidence import TrickLog
from companion.game.evidence.at_table import log_of, seat_in_log
from companion.game.record.commands import EndDeal
from companion.game.record.events import Event
from companion.game.record.refusal import Refusal
from companion.game.record.state import DealState, GameState
from companion.game.record.trick_commands import ChooseTrickLog, EnterRuling, PlayCard, PlayTrick, RefereeCommand
from companion.game.record.trick_events import AccusationMade, CardPlayed, RulingEntered, TrickLogChosen
from companion.rules.clauses import CLAUSES
from companion.rules.pack import judge_cards
from companion.rules.referee import Consequence
from companion.rules.score.facts import Begun, Misdeal

NOT_KEPT = "The tricks are not recorded at this table: choose the trick log first."


def decide_referee(state: GameState, deal: DealState, command: RefereeCommand) -> tuple[Event, ...] | Refusal:
    """What a command of the trick log or of the referee leads to."""
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
        return Refusal("That is how the tricks are recorded already.")
    return (chosen,)


def _play_card(state: GameState, deal: DealState, command: PlayCard) -> tuple[Event, ...] | Refusal:
    """A card of a trick; illegal and out of turn are recorded too, only what cannot be is refused."""
    if not state.trick_log.kept:
        return Refusal(NOT_KEPT)
    if command.seat not in state.seats_in(deal):
        return Refusal("Please say who played the card.", field="seat")
    log, seat = log_of(state, deal), seat_in_log(state, deal, command.seat)
    if any(play.seat == seat for play in log.plays[log.turned :]):
        says = f"{state.names[command.seat]} has played to this trick already."
        return Refusal(says, field="seat")
    return _beyond_the_deal(log, (command.card,)) or (CardPlayed(command.seat, command.card),)


def _play_trick(state: GameState, deal: DealState, command: PlayTrick) -> tuple[Event, ...] | Refusal:
    """All cards of a trick at once; which player each belongs to follows from who led."""
    if not state.trick_log.kept:
        return Refusal(NOT_KEPT)
    seats, log, told = state.seats_in(deal), log_of(state, deal), len(command.cards)
    if command.leader not in seats:
        return Refusal("Please say who led this trick.", field="leader")
    if len(log.plays) > log.turned:
        return Refusal("A trick is half recorded: record its other cards first, or take them back.", field="fallen")
    if told != log.players:
        return Refusal(
            f"A trick has {log.players} cards here, and {told} are told: look at the photo again.", (), "fallen"
        )
    first = seats.index(command.leader)
    order = (*seats[first:], *seats[:first])
    fallen = tuple(CardPlayed(seat, card) for seat, card in zip(order, command.cards, strict=True))
    return _beyond_the_deal(log, command.cards) or fallen


def _beyond_the_deal(log: TrickLog, cards: tuple[Card, ...]) -> Refusal | None:
    """Why these cards cannot have been played as well: the pack has no more of them, or all tricks are recorded."""
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
        says = "As this game stands, no card has been played: say that the misdeal came to light before the first lead."
        return Refusal(says, ("score.misdeal.procedure",), "found")
    return end_deal(state, deal, end_of(follows, command))


def end_of(consequence: Consequence, command: EnterRuling) -> EndDeal:
    """The end of the deal that a ruling asks for."""
    return EndDeal(
        consequence.end,
        command.points,
        offender=consequence.offender,
        misdeal=consequence.misdeal,
        claimant=consequence.claimant,
    )
