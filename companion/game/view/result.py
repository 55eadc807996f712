"""What a deal leads to once its result is confirmed, and how a game ended."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game.decide.ending import confirm_deal, ending_of
from companion.game.record.commands import ConfirmDeal, EndDeal
from companion.game.record.events import DealScored, GameWon
from companion.game.record.refusal import Refusal
from companion.game.record.state import DealState, GameState, Phase


@dataclass(frozen=True)
class VictoryView:
    """How a game ended, or ends once its last result is confirmed."""

    winners: tuple[str, ...]
    """By name."""
    says: str
    clause: str


def victory_of(state: GameState, won: GameWon) -> VictoryView:
    """The end of a game, with the players' names as they are spelled now."""
    names = tuple(state.names[seat] for side in won.winners for seat in state.seats_of(side))
    return VictoryView(names, state.with_names(won.says), won.clause)


def confirmed(state: GameState, deal: DealState) -> tuple[DealScored | None, GameWon | None]:
    """The score that a result leads to when it is confirmed, and the end of the game where it brings that."""
    leads_to = confirm_deal(state, deal, ConfirmDeal())
    events = () if isinstance(leads_to, Refusal) else leads_to
    scored = next((state.named(event) for event in events if isinstance(event, DealScored)), None)
    return scored, next((event for event in events if isinstance(event, GameWon)), None)


def foreseen(state: GameState, deal: DealState, command: EndDeal) -> DealScored | None:
    """The score to which the counters of a deal lead, if that is all there is to look at before it counts.

    None where they cannot be, where they end the game, and where checks may have to be told first.
    """
    ended = ending_of(state, deal, command) if deal.phase is Phase.PLAY and not state.variant.keeps_checks else None
    if ended is None or isinstance(ended, Refusal):
        return None
    scored, won = confirmed(state, replace(deal, ended=ended))
    return None if won else scored
