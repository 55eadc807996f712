"""Both sides agree: the table's choice, what each side says of a deal, and the signatures under the result."""

from __future__ import annotations

from typing_extensions import assert_never

from companion.game.commands import AgreementCommand, AnswerDeal, AskSides, Command, Refusal, ReleaseGame, SignGame
from companion.game.events import AgreementChosen, DealAnswered, Event, GameSigned, SignatureReleased
from companion.game.fold import deals_asked, disputed_deals, is_signed, sides_against
from companion.game.state import GameState
from companion.rules.phrases import series

SIGNED = (
    "Every side has signed this result, so nothing was changed. "
    "It can be changed once each side has withdrawn its signature."
)
SIGNED_BY = "{} signed the result, so the sides are still asked. Each side withdraws its signature first."
NOT_ASKED = "This table doesn’t ask its sides whether a deal is right. “Other phones” in the game’s menu lets it."
NOT_OVER = "This game goes on. Its result can be signed as soon as somebody has won."


def closed_by_signatures(state: GameState, command: Command) -> Refusal | None:
    """Refuse a command at a game that every side has signed; None where it is allowed or releases a signature."""
    if not is_signed(state) or isinstance(command, (SignGame, ReleaseGame)):
        return None
    return Refusal(SIGNED)


def decide_agreement(state: GameState, command: AgreementCommand) -> tuple[Event, ...] | Refusal:
    """Return the events of a command of the table, or of one of its sides, or a refusal."""
    match command:
        case AskSides(asked):
            if asked is (state.agreement.since is not None):
                return Refusal("That is how this table has it already.")
            if not asked and state.agreement.signed:
                return Refusal(SIGNED_BY.format(series(map(state.side_name, sorted(state.agreement.signed)))))
            return (AgreementChosen(asked),)
        case AnswerDeal():
            return _answer(state, command)
        case SignGame(side):
            return _sign(state, side)
        case ReleaseGame(side):
            return _release(state, side)
        case _:
            assert_never(command)


def _answer(state: GameState, command: AnswerDeal) -> tuple[Event, ...] | Refusal:
    """Record a side's answer on a deal as it is now; the side may change it later."""
    if state.agreement.since is None:
        return Refusal(NOT_ASKED)
    deal = next((deal for deal in deals_asked(state) if deal.number == command.deal), None)
    if deal is None:
        return Refusal(f"Nobody is asked about deal {command.deal}.", field="deal")
    if command.side not in state.sides_in(deal):
        return Refusal("Please say which side of this deal answers.", field="side")
    if deal.answers.get(command.side) is command.agrees:
        return Refusal(f"That is what {state.side_name(command.side)} said already.")
    return (DealAnswered(command.side, command.deal, command.agrees),)


def _sign(state: GameState, side: str) -> tuple[Event, ...] | Refusal:
    if state.agreement.since is None:
        return Refusal(NOT_ASKED)
    if state.won is None:
        return Refusal(NOT_OVER)
    if side not in state.sides:
        return Refusal("Please say which side signs.", field="side")
    for deal in disputed_deals(state):
        names = series(map(state.side_name, sides_against(deal)))
        says = f"{names} said that deal {deal.number} is not right: settle that first, then sign."
        return Refusal(says, field="side")
    if side in state.agreement.signed - state.agreement.released:
        return Refusal(f"{state.side_name(side)} signed already.")
    return (GameSigned(side),)


def _release(state: GameState, side: str) -> tuple[Event, ...] | Refusal:
    if side not in state.agreement.signed:
        return Refusal("This side has not signed, so there is no signature to withdraw.", field="side")
    if side in state.agreement.released:
        name = state.side_name(side)
        return Refusal(f"{name} already withdrew its signature. The result can be changed once the others have, too.")
    return (SignatureReleased(side),)
