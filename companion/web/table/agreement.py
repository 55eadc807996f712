"""Both sides agree: what a side says of a deal and of the result, and on whose phone it may say so."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.record.agreement_commands import AgreementCommand, AnswerDeal, AskSides, ReleaseGame, SignGame
from companion.game.record.commands import Command, ConfirmDeal
from companion.game.record.refusal import Refusal
from companion.game.record.state import GameState
from companion.web.base.admission import is_locked
from companion.web.base.current import current_store
from companion.web.base.fields import Asked
from companion.web.base.forms import Form
from companion.web.base.game import OpenGame, was_carried_out
from companion.web.base.seat import looks_on, seat_of

YES = "1"


def confirm(form: Form, state: GameState) -> Sequence[Asked[Command]]:
    """The result is right; said on the phone of a side it is that side's answer as well."""
    side = form.value("side")
    said = [Asked(AnswerDeal(side, state.deal.number, agrees=True))] if side and state.deal else []
    return (Asked(ConfirmDeal()), *said)


def ask_sides(form: Form, _state: GameState) -> Sequence[Asked[AgreementCommand]]:
    """Ask each side whether a deal is right from now on, or no longer."""
    return (Asked(AskSides(form.value("asked") == YES)),)


def answer(form: Form, _state: GameState) -> Sequence[Asked[AgreementCommand]]:
    """A side says whether a deal is right."""
    number = form.value("deal")
    deal = int(number) if number.isdecimal() and len(number) < 6 else 0
    return (Asked(AnswerDeal(form.value("side"), deal, form.value("agrees") == YES)),)


def sign(form: Form, _state: GameState) -> Sequence[Asked[AgreementCommand]]:
    """A side signs the result."""
    return (Asked(SignGame(form.value("side"))),)


def release(form: Form, _state: GameState) -> Sequence[Asked[AgreementCommand]]:
    """A side lets go of its signature."""
    return (Asked(ReleaseGame(form.value("side"))),)


def speaks_for(table: OpenGame) -> tuple[str, ...]:
    """The sides that answer and sign on this phone: the one that it plays for, and those without a phone of their own.

    The store is asked only at a table that asks its sides, or whose result is signed.
    """
    state, agreement = table.state, table.state.agreement
    if (agreement.since is None and not agreement.signed) or looks_on(table.game) or is_locked(table.game):
        return ()
    seat = seat_of(table)
    own = None if seat is None else state.side_of(seat)
    taken = {state.side_of(each) for each in _seats_taken(table)}
    return tuple(side for side in state.sides if side == own or side not in taken)


def _seats_taken(table: OpenGame) -> set[int]:
    members = current_store().members.members_of(table.game)
    return {each.seat for each in members if each.seat is not None and each.seat < table.state.players}


def not_its_own(table: OpenGame, asked: Sequence[Asked[Command]]) -> Refusal | None:
    """Why something is not said here: its side has a phone of its own. What was carried out before is no matter."""
    for command in (each.command for each in asked):
        if not isinstance(command, (AnswerDeal, SignGame, ReleaseGame)) or command.side not in table.state.sides:
            continue
        if command.side not in speaks_for(table) and not was_carried_out(table.game):
            name = table.state.side_name(command.side)
            return Refusal(f"That is for {name} to say: their side has a phone of its own at this table.", (), "side")
    return None
