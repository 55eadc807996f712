"""Judges a command: the events it leads to, or why it is refused. Only this room's deciders ask the rules."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.decide.agreement import closed_by_signatures, decide_agreement
from companion.game.decide.correction import change_dealer, correct_deal, redo, rename_players, undo
from companion.game.decide.deal import Decision, decide_in_deal
from companion.game.record.agreement_commands import AnswerDeal, AskSides, ReleaseGame, SignGame
from companion.game.record.commands import ChangeDealer, Command, CorrectDeal, Redo, RenamePlayers, Undo
from companion.game.record.fold import Recorded, fold
from companion.game.record.state import GameState


def decide(history: Sequence[Recorded], command: Command, state: GameState | None = None) -> Decision:
    """What a command leads to in a game with this history.

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
        case AskSides() | AnswerDeal() | SignGame() | ReleaseGame():
            return decide_agreement(state, command)
        case _:
            return decide_in_deal(state, command)
