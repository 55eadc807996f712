"""Judges a command: the events it leads to, or why it is refused. Only this room’s deciders ask the rules.

A command rests on a part of the record. Where that part is still as its writer saw it, the command is applied to the
game as it is now; where it is not, the two conflict, and people decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeAlias

from companion.game.commands import (
    AnswerDeal,
    AskSides,
    CallCard,
    ChangeDealer,
    ChooseTrickLog,
    Command,
    ConfirmDeal,
    CorrectDeal,
    CorrectPaper,
    EnterRuling,
    NamePartner,
    PlayCard,
    PlayTrick,
    RecordChecks,
    RecordDraw,
    Redo,
    Refusal,
    ReleaseGame,
    RenamePlayers,
    ShowCards,
    ShowMelds,
    ShowNumber,
    SignGame,
    Undo,
    WriteNote,
)
from companion.game.decide.agreement import closed_by_signatures, decide_agreement
from companion.game.decide.correction import (
    change_dealer,
    correct_deal,
    correct_paper,
    last_undo,
    redo,
    rename_players,
    taken_back,
    undo,
    write_note,
)
from companion.game.decide.deal import Decision, decide_in_deal
from companion.game.events import Event, MeldShown
from companion.game.fold import Recorded, fold, fold_on, last_step, without_answers
from companion.game.seen import Touched, steps_that_touch
from companion.game.state import DealState, GameState


def decide(history: Sequence[Recorded], command: Command, state: GameState | None = None) -> Decision:
    """Decide what a command leads to in a game with this history.

    :param state: the fold of the history, where the caller has it at hand.
    :raises ValueError: if the history does not begin with the start of a game.
    """
    state = state or fold(history)
    closed = closed_by_signatures(state, command)
    if closed:
        return closed
    match command:
        case Undo():
            return undo(history, state, command)
        case Redo():
            return redo(history, state)
        case RenamePlayers():
            return rename_players(state, command)
        case ChangeDealer():
            return change_dealer(state, command)
        case CorrectDeal():
            return correct_deal(state, command)
        case CorrectPaper():
            return correct_paper(state, command)
        case WriteNote():
            return write_note(state, command)
        case AskSides() | AnswerDeal() | SignGame() | ReleaseGame():
            return decide_agreement(state, command)
        case _:
            return decide_in_deal(state, command)


Rests = Any
"""A part of the record, to be compared and nothing else."""
Clash: TypeAlias = Touched[Recorded]
"""A command conflicts with what others entered meanwhile."""


@dataclass(frozen=True)
class Moment:
    """A game at some time."""

    history: tuple[Recorded, ...]
    state: GameState

    def after(self, added: Sequence[Recorded]) -> Moment:
        """The game once this, too, has happened."""
        return Moment((*self.history, *added), fold_on(self.state, self.history, added))


def moment_at(history: Sequence[Recorded], version: int) -> Moment | None:
    """Return the game at a version; None where no step ended there."""
    if not 0 < version <= len(history):
        return None
    if version < len(history) and history[version - 1].batch == history[version].batch:
        return None
    return Moment(tuple(history[:version]), fold(history[:version]))


def carried_over(seen: Moment, now: Moment, command: Command) -> Command | Clash:
    """A command that was given at ``seen``, as it reads ``now``; or what others entered meanwhile about the same thing.

    :param now: a later moment of the same game.
    """
    if isinstance(command, RenamePlayers):
        return _renames_over(seen, now, command)
    if _rests_on(seen, command) == _rests_on(now, command):
        return command
    return _touched(seen, now, command)


def _renames_over(seen: Moment, now: Moment, command: RenamePlayers) -> Command | Clash:
    """Keep the names that the writer left alone as they are now."""
    if len(command.names) != seen.state.players:
        return command
    named = list(zip(seen.state.names, command.names, now.state.names, strict=True))
    if any(given != before != since for before, given, since in named):
        return _touched(seen, now, command)
    names = tuple(since if given == before else given for before, given, since in named)
    return RenamePlayers(names, command.substitutes)


def _touched(seen: Moment, now: Moment, command: Command) -> Clash:
    decision = decide(seen.history, command, seen.state)
    yours = () if isinstance(decision, Refusal) else decision
    return Touched(_changes(seen, now, command), bool(yours) and _is_done(seen, now, command, yours))


def _changes(seen: Moment, now: Moment, command: Command) -> tuple[Recorded, ...]:
    """The steps since ``seen`` that changed what the command rests on."""
    added = groupby(now.history[len(seen.history) :], key=lambda recorded: recorded.batch)
    steps = (tuple(step) for _, step in added)
    touching = steps_that_touch(seen, steps, Moment.after, lambda at: _rests_on(at, command))
    return tuple(recorded for step in touching for recorded in step)


def _is_done(seen: Moment, now: Moment, command: Command, yours: Sequence[Event]) -> bool:
    """Return True if what the command rests on is now as the command would have left it."""
    first, batch = len(seen.history) + 1, seen.history[-1].batch + 1
    mine = seen.after([Recorded(seq, batch, event) for seq, event in enumerate(yours, first)])
    return bool(_rests_on(mine, command) == _rests_on(now, command))


def _rests_on(at: Moment, command: Command) -> Rests:  # noqa: C901 - one line a command
    """The part of a game that must be unchanged for a command to mean the same."""
    state, deal = at.state, at.state.deal
    match command:
        case Undo():
            return taken_back(at.history, command)
        case Redo():
            return last_undo(at.history), last_step(at.history)
        case RenamePlayers():
            return state.names
        case ChooseTrickLog():
            return state.trick_log
        case CorrectDeal():
            return _as_entered(state), state.won
        case CorrectPaper():
            return state.history, _as_entered(state), state.won
        case WriteNote():
            return state.notes, state.won
        case AskSides():
            return state.agreement.since is not None
        case AnswerDeal(side, number):
            return _answered(state, side, number)
        case SignGame(side) | ReleaseGame(side):
            return _as_entered(state), state.won, side in state.agreement.signed, side in state.agreement.released
    return None if deal is None else _rests_in(state, deal, command)


def _as_entered(state: GameState) -> list[DealState]:
    """The deals without what the sides say of them."""
    return [without_answers(deal) for deal in state.deals]


def _answered(state: GameState, side: str, number: int) -> Rests:
    """A deal as it is counted, confirmed or not, and what one side said of it."""
    deals = (*state.deals, *([state.deal] if state.deal else ()))
    deal = next((deal for deal in deals if deal.number == number), None)
    return deal and (replace(without_answers(deal), record=(), scored=None), deal.answers.get(side))


def _rests_in(state: GameState, deal: DealState, command: Command) -> Rests:
    rests = deal.number, deal.phase, deal.contract, deal.trump
    match command:
        case ShowCards(seat):
            return rests, deal.stock, _melds(deal, state.side_of(seat), seat)
        case ShowMelds(side, seat) | ShowNumber(side, seat):
            return rests, deal.stock, _melds(deal, side, seat)
        case RecordDraw(seat):
            return rests, deal.draw_of(seat)
        case RecordChecks(side):
            return deal.number, deal.meld(side), deal.check_melds.get(side)
        case NamePartner() | CallCard():
            return deal.number, deal.contract, deal.trump, deal.called, deal.partner, deal.partner_known
        case PlayCard() | PlayTrick():
            return deal.number, deal.phase, deal.record
        case ConfirmDeal():
            return replace(deal, record=()), state.standing
        case EnterRuling():
            return deal, state.standing
    return replace(deal, record=(), check_melds={})


def _melds(deal: DealState, side: str, seat: int | None) -> list[MeldShown]:
    """The melds that this player's, or this side's, would replace."""
    return [each for each in deal.shown if each.side == side and (None in (seat, each.seat) or seat == each.seat)]
