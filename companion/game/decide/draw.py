"""Discarding and drawing: how many cards each player exchanged, told or not as the table likes (draw)."""

from __future__ import annotations

from companion.game.record.commands import TellDraw
from companion.game.record.events import CardsDrawn, Event
from companion.game.record.refusal import Refusal, refusal_of
from companion.game.record.state import DealState, GameState
from companion.rules.choices import Draw
from companion.rules.dealing import judge_discards
from companion.rules.ruling import Ruling


def tell_draw(state: GameState, deal: DealState, command: TellDraw) -> tuple[Event, ...] | Refusal:
    """Write down what a player exchanged, a renege too: whether the deal ends by it, the table says (draw)."""
    drawn = _drawn(state, deal, command)
    return drawn if isinstance(drawn, Refusal) else (drawn,)


def _drawn(state: GameState, deal: DealState, command: TellDraw) -> CardsDrawn | Refusal:
    if state.variant.draw is not Draw.DISCARD_AND_DRAW:
        return Refusal("In this game nobody discards and draws.", ("draw",), "drawn")
    if command.seat not in state.seats_in(deal):
        return Refusal("Please say whose cards these are.", ("draw",), "seat")
    most = judge_discards(state.variant, len(state.seats_in(deal)), command.discarded, command.discarded)
    if not most:
        return refusal_of(most, "discarded")
    if not 0 <= command.drawn <= state.variant.hand_size:
        says = f"Nobody can draw {command.drawn} cards: a hand has {state.variant.hand_size}."
        return Refusal(says, ("hand.size", "draw"), "drawn")
    return CardsDrawn(command.seat, command.discarded, command.drawn)


def judge_draw(state: GameState, deal: DealState, draw: CardsDrawn) -> Ruling:
    """Whether a player drew as many cards as were discarded; if not, that is a renege (score.renege.bruce)."""
    return judge_discards(state.variant, len(state.seats_in(deal)), draw.discarded, draw.drawn)


def wrong_draw(state: GameState, deal: DealState) -> Refusal | None:
    """The first player's draw that ends the deal as a renege, where one was told."""
    for draw in deal.draws:
        ruling = judge_draw(state, deal, draw)
        if not ruling:
            says = f"{state.names[draw.seat]}: {ruling.says} End the deal by it, or put the numbers right."
            return Refusal(says, ruling.clauses, f"draw-{draw.seat}")
    return None
