"""What the sides have said of a game, and what they are still asked."""

from __future__ import annotations

from dataclasses import replace

from typing_extensions import assert_never

from companion.game.record.agreement_events import (
    AgreementChosen,
    AgreementEvent,
    DealAnswered,
    GameSigned,
    SignatureReleased,
)
from companion.game.record.agreement_state import Agreement
from companion.game.record.state import DealState, GameState


def after_agreement(state: GameState, event: AgreementEvent) -> GameState:
    """The game after a side, or the table, said this; a signature counts for nothing while the game goes on."""
    match event:
        case AgreementChosen(asked):
            return replace(state, agreement=Agreement(len(state.deals) + 1 if asked else None))
        case DealAnswered():
            return replace(state, deals=tuple(_answered(deal, event) for deal in state.deals))
        case GameSigned(side):
            return replace(state, agreement=state.agreement.after_signing(side)) if state.won else state
        case SignatureReleased(side):
            return replace(state, agreement=state.agreement.after_release(side, state.sides))
        case _:
            assert_never(event)


def _answered(deal: DealState, event: DealAnswered) -> DealState:
    if deal.number != event.deal:
        return deal
    return replace(deal, answers={**deal.answers, event.side: event.agrees})


def without_answers(deal: DealState) -> DealState:
    """A deal as it was told, whatever the sides say of it."""
    return replace(deal, answers={})


def unsigned(state: GameState) -> GameState:
    """The game once its result is another, which nobody has signed."""
    return replace(state, agreement=state.agreement.unsigned())


def is_signed(state: GameState) -> bool:
    """Whether every side has signed the result, so that only all of them together change it."""
    return state.agreement.is_signed(state.sides)


def deals_asked(state: GameState) -> tuple[DealState, ...]:
    """The deals that count, with a result, about which the sides are asked, the oldest first."""
    since = state.agreement.since
    if since is None:
        return ()
    last = state.won.deal if state.won else len(state.deals)
    return tuple(deal for deal in state.deals if deal.scored and since <= deal.number <= last)


def sides_open(state: GameState, deal: DealState) -> tuple[str, ...]:
    """The sides that have not said yet whether a deal is right; whoever signed the result said so of every deal."""
    if is_signed(state):
        return ()
    return tuple(side for side in state.sides_in(deal) if side not in deal.answers)


def sides_against(deal: DealState) -> tuple[str, ...]:
    """The sides that say that a deal is not right."""
    return tuple(sorted(side for side, agrees in deal.answers.items() if not agrees))


def disputed_deals(state: GameState) -> tuple[DealState, ...]:
    """The deals that some side says are not right."""
    return tuple(deal for deal in deals_asked(state) if sides_against(deal))
