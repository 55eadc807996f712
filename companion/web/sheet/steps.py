"""The steps of a deal as its page lists them: a sentence each, and the part that opens when it is tapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.game.decide.retelling import Retelling, Told
from companion.game.log.say import say_in_deal
from companion.game.record.commands import CloseMeld, EndDeal, TellChecks
from companion.game.record.events import BidMade, BidPassed, DealEnded, MeldShown
from companion.game.record.state import GameState
from companion.web.sheet.draft import AUCTION, CHECKS, MELD


@dataclass(frozen=True)
class Row:
    """One line of a deal's page."""

    says: str
    at: str
    """The part of the deal that it opens."""
    note: str = ""
    changed: bool = False


def rows_of(state: GameState, told: Retelling) -> list[Row]:
    """A line for each step of a deal, and for what nobody told."""
    return [*_auction(state, told), *_steps(state, told)]


def changed_rows(now: Sequence[Row], was: Sequence[Row]) -> list[Row]:
    """The lines with those marked that the score sheet does not have."""
    known = {row.says for row in was}
    return [replace(row, changed=row.says not in known) for row in now]


def _auction(state: GameState, told: Retelling) -> Iterator[Row]:
    events = [event for each in told.told if isinstance(each.step, AUCTION) for event in each.events]
    calls = [event for event in events if isinstance(event, (BidMade, BidPassed))]
    results = [event for event in events if event not in calls]
    if events:
        says = " ".join(say_in_deal(event, state) for event in (results or calls))
        note = " ".join(say_in_deal(event, state) for event in calls) if results else ""
        yield Row(says, "0", note)


def _steps(state: GameState, told: Retelling) -> Iterator[Row]:
    for place, each in enumerate(told.told):
        unclosed = isinstance(each.step, EndDeal) and told.deal.trump and not told.deal.meld_closed
        if isinstance(each.step, CloseMeld) or unclosed:
            yield from _closing(state, told, each)
        if isinstance(each.step, CloseMeld):
            continue
        if not isinstance(each.step, AUCTION):
            yield Row(" ".join(say_in_deal(event, state) for event in each.events), _part(each, place))


def _part(told: Told, place: int) -> str:
    shown = next((event for event in told.events if isinstance(event, MeldShown)), None)
    if shown:
        return f"{MELD}-{shown.side}" if shown.seat is None else f"{MELD}-{shown.side}.{shown.seat}"
    return CHECKS if isinstance(told.step, TellChecks) else str(place)


def _closing(state: GameState, told: Retelling, closed: Told) -> Iterator[Row]:
    """What nobody told of the meld, and of the checks."""
    deal = told.deal
    for side in state.sides_in(deal):
        if not deal.meld(side) and not any(shown.side == side for shown in deal.shown):
            yield Row(f"{state.side_name(side)}: no meld.", f"{MELD}-{side}")
    if deal.has_stock:
        yield Row("One meld more, or only a player’s sum", MELD)
    if state.variant.keeps_checks and not any(isinstance(each.step, TellChecks) for each in told.told):
        yield Row("What earned checks", CHECKS)
    if isinstance(closed.step, CloseMeld) and any(isinstance(event, DealEnded) for event in closed.events):
        yield Row("The bid was out of reach before a card was played.", MELD)
