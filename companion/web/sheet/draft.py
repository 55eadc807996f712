"""A deal that is being corrected: its steps travel in the address, and one of them is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flask import abort

from companion.game.commands import (
    CallCard,
    CloseMeld,
    DealStep,
    EndDeal,
    MakeBid,
    NamePartner,
    Pass,
    PassOut,
    RecordBids,
    RecordChecks,
    RecordDraw,
    Refusal,
    TakeBid,
)
from companion.game.decide.deal import decide_in_deal
from companion.game.decide.replay import Replay, ReplayedStep, following, replay_deal, replay_to_end, with_step
from companion.game.events import BidMade, BidPassed, DealEnded, MeldShown
from companion.game.log import say_in_deal
from companion.game.state import DealState, GameState
from companion.rules.score import DealEnd
from companion.store.codec import from_json, to_json
from companion.web.core.current import seal_json, unseal_json

AUCTION = (MakeBid, Pass, TakeBid, RecordBids, PassOut)
MELD, CHECKS = "meld", "checks"
"""Parts of a deal that may hold any number of steps, even none; other parts go by the place of their step.

``meld-B`` is the same as ``meld``, with side B's to be typed first; ``meld-B.3`` opens the hand of seat 3 there."""
_USE = "correction"
NOT_WHOLE = "This address of a correction is not whole. Begin again at the score sheet; nothing was changed."


def seal(steps: Sequence[DealStep]) -> str:
    """The steps as part of an address; signed, so that only what was entered here is ever judged."""
    return seal_json(_USE, to_json(tuple(steps), tuple[DealStep, ...]))


def unseal(token: str) -> tuple[DealStep, ...]:
    """The steps in an address; 400 with the way back where they are not whole."""
    try:
        return from_json(unseal_json(_USE, token), tuple[DealStep, ...])
    except ValueError:
        abort(400, NOT_WHOLE)


@dataclass(frozen=True)
class Opening:
    """The part of a deal that is open."""

    before: Replay
    """What comes before it."""
    part: tuple[DealStep, ...]
    """What the next step entered replaces."""
    after: tuple[DealStep, ...]
    """What is judged again then."""
    panel: str = ""
    """The one panel to show, where it is not all that the deal's phase asks for."""
    refusal: Refusal | None = None
    """Why it opened by itself, where a step no longer fits."""
    refused: DealStep | None = None

    @property
    def steps(self) -> tuple[DealStep, ...]:
        """All of the deal as it stands."""
        return (*self.before.steps, *self.part, *self.after)


@dataclass(frozen=True)
class Draft:
    """A finished deal with its steps as entered now."""

    state: GameState
    deal: DealState
    """As the score sheet has it."""
    steps: tuple[DealStep, ...]
    at: str = ""
    """Which part is open; empty where none was asked for."""

    @property
    def side(self) -> str:
        """The side whose meld is to be typed first; empty where none was asked for."""
        return self._owner[0]

    @property
    def hand(self) -> str:
        """The seat whose meld is opened; empty where none was asked for."""
        return self._owner[2]

    @property
    def _owner(self) -> tuple[str, str, str]:
        return self.at.partition("-")[2].partition(".")

    @property
    def _is_wide(self) -> bool:
        """Whether the part that was asked for may hold several steps."""
        return self.at.partition("-")[0] in (MELD, CHECKS)

    @property
    def replay(self) -> Replay:
        """The deal replayed, to its end if the steps reach it."""
        return replay_to_end(self.state, self.deal, self.steps)

    @property
    def was(self) -> DealState:
        """The deal as the steps read it now, trump and contract from the sheet where they are not entered yet."""
        now = replay_deal(self.state, self.deal, self.steps).deal
        return replace(now, contract=now.contract or self.deal.contract, trump=now.trump or self.deal.trump)

    def opening(self) -> Opening | None:
        """The part that was asked for, else the first that is missing or no longer fits; None if all is entered."""
        if self.at:
            start, end, panel = _span(self.steps, self.at)
            before = replay_deal(self.state, self.deal, self.steps[:start])
            return Opening(before, self.steps[start:end], self.steps[end:], panel)
        replay = self.replay
        if replay.is_over:
            return None
        if replay.refusal and not replay.rest and isinstance(replay.steps[-1], EndDeal):
            before = replay_deal(self.state, self.deal, replay.steps[:-1])
            return Opening(before, replay.steps[-1:], (), refusal=replay.refusal)
        part = replay.rest[:1] if replay.refusal else ()
        panel = _panel(replay.steps, replay.refused) if replay.refused in part else ""
        return Opening(replay, part, replay.rest[len(part) :], panel, replay.refusal, replay.refused)

    def enter(self, opened: Opening, steps: Sequence[DealStep]) -> Draft | tuple[DealStep, Refusal]:
        """The deal with these steps in place of the open part, or the step that is refused and why."""
        entered, now = opened.before.steps, opened.before
        for step in steps:
            decision = decide_in_deal(now.state, step)
            if isinstance(decision, Refusal):
                return step, decision
            entered = with_step(self.state, entered, step)
            now = replay_deal(self.state, self.deal, entered)
        if self._goes_on(opened, now):
            kept = (*entered, *opened.part)
            at = self.at if self._is_wide else str(len(entered))
            return replace(self, steps=(*kept, *opened.after), at=at)
        if isinstance(steps[-1], TakeBid) and self._stays(now.deal):
            return replace(self, at="")
        ended = isinstance(steps[-1], (EndDeal, PassOut))
        after = () if ended else following(self.state, self.was, now.deal, opened.after)
        return replace(self, steps=(*entered, *after), at="")

    def without(self, opened: Opening) -> Draft:
        """The deal without the open step."""
        return replace(self, steps=(*opened.before.steps, *opened.after), at="")

    def _goes_on(self, opened: Opening, now: Replay) -> bool:
        """Whether the open part takes more steps."""
        counts = self._is_wide or isinstance(next(iter(opened.part), None), EndDeal)
        return bool(self.at) and counts and now.deal.phase is opened.before.deal.phase

    def _stays(self, now: DealState) -> bool:
        """Whether the contract is unchanged, so that the bids that led to it stay too."""
        was = replay_deal(self.state, self.deal, self.steps).deal
        if was.contract is None or now.contract is None or not was.calls:
            return False
        held, holds = was.contract, now.contract
        return (held.bidder, held.bid, held.moon) == (holds.bidder, holds.bid, holds.moon)


def _span(steps: Sequence[DealStep], at: str) -> tuple[int, int, str]:
    """From which step to which a part goes, and the one panel that shows it if one does."""
    if at == CHECKS:
        return (_first(steps, EndDeal),) * 2 + (CHECKS,)
    if at.partition("-")[0] == MELD:
        start = _first(steps, CloseMeld, EndDeal)
        return start, start + isinstance(next(iter(steps[start:]), None), CloseMeld), ""
    place = int(at) if at.isdecimal() and len(at) < 5 else len(steps)
    if place >= len(steps):
        abort(400, NOT_WHOLE)
    if isinstance(steps[place], AUCTION):
        rest = (n for n, step in enumerate(steps) if not isinstance(step, AUCTION))
        return 0, next(rest, len(steps)), ""
    return place, place + 1, _panel(steps[:place], steps[place])


def _panel(before: Sequence[DealStep], step: DealStep | None) -> str:
    if isinstance(step, NamePartner) and any(isinstance(each, CallCard) for each in before):
        return "partner"
    if isinstance(step, EndDeal) and step.end is DealEnd.POINTS:
        return "points"
    return "draw" if isinstance(step, RecordDraw) else ""


def _first(steps: Sequence[DealStep], *kinds: type) -> int:
    return next((place for place, step in enumerate(steps) if isinstance(step, kinds)), len(steps))


@dataclass(frozen=True)
class Row:
    """One line of a deal's page."""

    says: str
    at: str
    """The part of the deal that it opens."""
    note: str = ""
    changed: bool = False


def rows_of(state: GameState, replay: Replay) -> list[Row]:
    """A line for each step of a deal, and for what nobody entered."""
    return [*_auction(state, replay), *_steps(state, replay)]


def changed_rows(now: Sequence[Row], was: Sequence[Row]) -> list[Row]:
    """The lines with those marked that the score sheet does not have."""
    known = {row.says for row in was}
    return [replace(row, changed=row.says not in known) for row in now]


def _auction(state: GameState, replay: Replay) -> Iterator[Row]:
    events = [event for each in replay.replayed if isinstance(each.step, AUCTION) for event in each.events]
    calls = [event for event in events if isinstance(event, (BidMade, BidPassed))]
    results = [event for event in events if event not in calls]
    if events:
        says = " ".join(say_in_deal(event, state) for event in (results or calls))
        note = " ".join(say_in_deal(event, state) for event in calls) if results else ""
        yield Row(says, "0", note)


def _steps(state: GameState, replay: Replay) -> Iterator[Row]:
    for place, each in enumerate(replay.replayed):
        unclosed = isinstance(each.step, EndDeal) and replay.deal.trump and not replay.deal.meld_closed
        if isinstance(each.step, CloseMeld) or unclosed:
            yield from _closing(state, replay, each)
        if isinstance(each.step, CloseMeld):
            continue
        if not isinstance(each.step, AUCTION):
            yield Row(" ".join(say_in_deal(event, state) for event in each.events), _part(each, place))


def _part(replayed: ReplayedStep, place: int) -> str:
    shown = next((event for event in replayed.events if isinstance(event, MeldShown)), None)
    if shown:
        return f"{MELD}-{shown.side}" if shown.seat is None else f"{MELD}-{shown.side}.{shown.seat}"
    return CHECKS if isinstance(replayed.step, RecordChecks) else str(place)


def _closing(state: GameState, replay: Replay, closed: ReplayedStep) -> Iterator[Row]:
    """The meld and the checks that nobody entered."""
    deal = replay.deal
    for side in state.sides_melding(deal):
        if not deal.meld(side) and not any(shown.side == side for shown in deal.shown):
            yield Row(f"{state.side_name(side)}: no meld.", f"{MELD}-{side}")
    if deal.has_stock:
        yield Row("One meld more, or only a player’s sum", MELD)
    if state.variant.keeps_checks and not any(isinstance(each.step, RecordChecks) for each in replay.replayed):
        yield Row("What earned checks", CHECKS)
    if isinstance(closed.step, CloseMeld) and any(isinstance(event, DealEnded) for event in closed.events):
        yield Row("The bid was out of reach before a card was played.", MELD)
