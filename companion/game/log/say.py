"""The log of a deal: each of its events in a sentence."""

from __future__ import annotations

from typing_extensions import assert_never

from companion.game.log.say_stock import say_stock
from companion.game.log.say_tricks import say_referee
from companion.game.record.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    CardCalled,
    CardsDrawn,
    ChecksTold,
    DealEnded,
    DealEvent,
    DealPassedOut,
    DealScored,
    MeldClosed,
    MeldShown,
    PartnerTold,
    SideChecks,
    TrumpNamed,
)
from companion.game.record.state import GameState
from companion.game.record.stock_events import DixExchanged, LaidCardPlayed, MeldLaid, TrickTaken, TrumpTurned
from companion.game.record.trick_events import AccusationMade, CardPlayed, RulingEntered
from companion.rules.choices import Bidding, Sides
from companion.rules.meld.best import dix_words, keeps_dix_apart
from companion.rules.score.facts import DealEnd, signed


def say_in_deal(event: DealEvent, state: GameState) -> str:  # noqa: C901, PLR0912 - one line an event
    """One event of a deal in a sentence, with the players' names."""
    match event:
        case BidMade() | BidPassed() | AuctionWon() | DealPassedOut():
            return _auction_says(event, state)
        case TrumpNamed(suit):
            return f"Trump: {suit.word}."
        case CardCalled(seat, card):
            return f"{state.names[seat]} called the {card.words}."
        case PartnerTold(seat):
            return "The bidder plays alone." if seat is None else f"{state.names[seat]} is the bidder’s partner."
        case TrumpTurned() | TrickTaken() | MeldLaid() | DixExchanged() | LaidCardPlayed():
            return say_stock(event, state)
        case CardsDrawn(seat, discarded, drawn):
            return f"{state.names[seat]} discarded {discarded} and drew {drawn}."
        case MeldShown():
            return _meld_says(event, state)
        case ChecksTold(told):
            return f"{state.side_name(told.side)}: {_melds_say(told)} for the ledger of checks."
        case MeldClosed():
            return "The meld was closed."
        case CardPlayed() | AccusationMade() | RulingEntered():
            return say_referee(event, state)
        case DealEnded():
            return _ended_says(event, state)
        case DealScored():
            return f"Scored: {changes_say(event, state)}."
        case _:
            assert_never(event)


def _auction_says(event: BidMade | BidPassed | AuctionWon | DealPassedOut, state: GameState) -> str:
    if isinstance(event, DealPassedOut):
        return event.says
    name = state.names[event.seat]
    if isinstance(event, BidMade):
        return f"{name} bid {event.amount}."
    if isinstance(event, BidPassed):
        return f"{name} passed, with help." if event.helps else f"{name} passed."
    if state.variant.bid is Bidding.SUMMED:
        side = state.side_name(state.side_of(event.seat))
        return f"{name} names trump; {side} must make {event.amount} together."
    return f"{name} {'had to take' if event.forced else 'won'} the bid at {event.amount}."


def _meld_says(event: MeldShown, state: GameState) -> str:
    who = state.side_name(event.side) if event.seat is None else state.names[event.seat]
    apart = keeps_dix_apart(state.variant) and event.dix
    return f"{who}: meld {event.points}{f', {event.dix} of it in {dix_words(state.variant)}' if apart else ''}."


def _ended_says(event: DealEnded, state: GameState) -> str:
    if event.end is DealEnd.PLAYED:
        team = "’s side" if state.variant.sides is Sides.CALLED else ""
        tricks = ", ".join(f"{state.side_name(side)}{team} {taken}" for side, taken in event.points.items())
        return f"Tricks counted: {tricks}."
    if event.end is DealEnd.RENEGE and event.offender:
        return f"A renege, charged to {state.side_name(event.offender)}."
    if event.end is DealEnd.CLAIM and event.claimant:
        return f"{state.side_name(event.claimant)} declared out."
    return {
        DealEnd.THROWN_IN: "Thrown in before the first lead."
        if event.kitty_seen
        else "Conceded without a look at the kitty.",
        DealEnd.NO_MARRIAGE: "The bidder held no marriage.",
        DealEnd.MISDEAL: "A misdeal.",
    }.get(event.end, "The deal ended.")


def changes_say(scored: DealScored, state: GameState) -> str:
    """What a deal brought each side, points and checks."""
    said = ", ".join(f"{state.side_name(entry.side)} {signed(entry.points)}" for entry in scored.change)
    checks = [f"{state.side_name(entry.side)} {signed(entry.points)}" for entry in scored.checks if entry.points]
    return f"{said}; checks: {', '.join(checks)}" if checks else said


def _melds_say(told: SideChecks) -> str:
    return ", ".join(meld.words for meld in told.melds) or "nothing"
