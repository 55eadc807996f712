"""A deal that is being corrected: its steps travel in the address, and one of them is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.game.commands import (
    CallCard,
    CloseMeld,
    DealStep,
    EndDeal,
    NamePartner,
    NameTrump,
    PassOut,
    RecordChecks,
    RecordDraw,
    Refusal,
)
from companion.game.decide.deal import decide_in_deal
from companion.game.decide.replay import Replay, ReplayedStep, following, replay_deal, replay_to_end, with_step
from companion.game.events import BidMade, BidPassed, DealEnded, MeldShown, MeldSource
from companion.game.log import say_in_deal
from companion.game.state import DealState, GameState, Phase
from companion.rules.score import DealEnd
from companion.store.codec import from_json, to_json
from companion.web.core.current import seal_json, unseal_json
from companion.web.core.forms import Form, Reader
from companion.web.table import pad
from companion.web.table.readers import end_fields
from companion.web.table.ways import BY_CARDS, BY_MELDS, BY_NUMBER, Way

MELD, CHECKS = "meld", "checks"
"""Parts of a deal that may hold any number of steps, even none; other parts go by the place of their step."""
_USE = "correction"
NOT_WHOLE = "This address of a correction is not whole. Begin again at the score sheet; nothing was changed."
NOTHING_YET = "Nothing is filled in yet. Tap who has the bid, and write how much."


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
    def replay(self) -> Replay:
        """The deal replayed, to its end if the steps reach it."""
        return replay_to_end(self.state, self.deal, self.steps)

    @property
    def was(self) -> DealState:
        """The deal as the steps read it now, trump and contract from the sheet where they are not entered yet."""
        now = self._replay(self.steps).deal
        return replace(now, contract=now.contract or self.deal.contract, trump=now.trump or self.deal.trump)

    @property
    def filled(self) -> dict[str, str]:
        """The fields of the score pad as the deal fills them in."""
        replay = self.replay
        state, deal = replay.state, replay.deal
        melding = state.sides_melding(deal) if deal.meld_closed else ()
        fields = {pad.meld_field(side, state): str(deal.meld(side)) for side in melding}
        fields |= pad.fields_of(replay.events, state)
        return {name: text for name, text in fields.items() if name != "all_tricks"}

    def opening(self) -> Opening | None:
        """The part that was asked for, else the first that is missing or no longer fits; None if all is entered."""
        if self.at:
            start, end, panel = _span(self.steps, self.at)
            return Opening(self._replay(self.steps[:start]), self.steps[start:end], self.steps[end:], panel)
        replay = self.replay
        if replay.is_over:
            return None
        if replay.refusal and not replay.rest and isinstance(replay.steps[-1], EndDeal):
            return Opening(self._replay(replay.steps[:-1]), replay.steps[-1:], (), refusal=replay.refusal)
        part = replay.rest[:1] if replay.refusal else ()
        panel = _panel(replay.steps, replay.refused) if replay.refused in part else ""
        return Opening(replay, part, replay.rest[len(part) :], panel, replay.refusal, replay.refused)

    def enter(self, read: Reader, form: Form) -> Draft | tuple[Form, Refusal | None]:
        """The deal with what a form of the table says in place of its open part.

        :return: where it can't be, the form with the reason at its field, and what the rules say to it.
        """
        opened = self.opening()
        if opened is None:
            return self
        was = next(iter(opened.part), None)
        if isinstance(was, EndDeal) and was.end is DealEnd.PLAYED:
            form = without_old_rest(form, end_fields(self.state, was), self)
        asked = read(form, opened.before.state)
        if form.errors or not asked:
            return form, None
        entered, now = opened.before.steps, opened.before
        for each in asked:
            decision = decide_in_deal(now.state, each.command)
            if isinstance(decision, Refusal):
                return each.refused(form.values, decision), decision
            entered = with_step(self.state, entered, each.command)
            now = self._replay(entered)
        if self._goes_on(opened, now):
            at = self.at if self.at in (MELD, CHECKS) else str(len(entered))
            return replace(self, steps=(*entered, *opened.part, *opened.after), at=at)
        ended = isinstance(asked[-1].command, (EndDeal, PassOut))
        after = () if ended else following(self.state, self.was, now.deal, opened.after)
        return replace(self, steps=(*entered, *after), at="")

    def enter_pad(self, form: Form) -> Draft | tuple[Form, Refusal | None]:
        """The deal with what its score pad says: each row that says what it said before stays as it was entered."""
        filled, typed = self.filled, self._typed(form)
        entered: tuple[DealStep, ...] = ()
        rest = self.steps
        for row in pad.ROWS:
            kept = tuple(step for step in rest if isinstance(step, row.steps))
            rest = tuple(step for step in rest if not isinstance(step, row.steps))
            # Where no meld was entered the pad says 0, which is nothing to read.
            if _says_else(row, typed, filled) or not (kept or row.read is pad.meld):
                # Bids that were called one by one stay only if they lead to no result yet.
                if self._replay((*entered, *kept)).deal.phase is not Phase.AUCTION:
                    kept = tuple(step for step in kept if not isinstance(step, row.replaced))
                asked = row.read(typed, self._replay((*entered, *kept)).state)
                if typed.errors:
                    return typed, None
                for each in asked:
                    kept = with_step(self.state, kept, each.command)
                now = self._replay((*entered, *kept))
                wrong = next((each for each in asked if each.command is now.refused), None)
                if wrong and now.refusal:
                    return wrong.refused(typed.values, now.refusal), now.refusal
            entered = (*entered, *kept)
            if NameTrump in row.steps:
                rest = following(self.state, self.was, self._replay(entered).deal, rest)
        if not entered:
            form.refuse("seat", NOTHING_YET)
            return form, None
        return replace(self, steps=entered, at="")

    def _typed(self, form: Form) -> Form:
        """What a form says: a meld that was emptied is none, an old rest is left."""
        filled, fields = self.filled, {name: form.value(name) for name in form.values}
        fields |= {name: "0" for name in filled if name.startswith("meld-") and fields.get(name) == ""}
        return without_old_rest(Form(MultiDict(fields), form.errors, form.answers), filled, self)

    def without(self, opened: Opening) -> Draft:
        """The deal without the open step."""
        return replace(self, steps=(*opened.before.steps, *opened.after), at="")

    def _replay(self, steps: Sequence[DealStep]) -> Replay:
        return replay_deal(self.state, self.deal, steps)

    def _goes_on(self, opened: Opening, now: Replay) -> bool:
        """Whether the open part takes more steps."""
        counts = self.at in (MELD, CHECKS) or isinstance(next(iter(opened.part), None), EndDeal)
        return bool(self.at) and counts and now.deal.phase is opened.before.deal.phase


def _says_else(row: pad.Row, form: Form, filled: Mapping[str, str]) -> bool:
    """Whether a form that has a row of the pad says anything else there than what was filled in."""
    names = {name for name in (*form.values, *filled) if name.startswith(row.fields)}
    return any(name in form.values for name in names) and any(
        form.value(name) != filled.get(name, "") for name in names
    )


def without_old_rest(form: Form, old: Mapping[str, str], draft: Draft) -> Form:
    """A form without the counters that were only the rest, if only the other side's were corrected.

    :param old: the fields as they were filled in.
    """
    names = sorted(name for name in form.values if name.startswith("points-"))
    kept = [name for name in names if form.value(name) and form.value(name) == old.get(name)]
    amounts = [form.value(name) for name in names]
    least, most = draft.state.trick_range(draft.deal)
    if len(names) != 2 or len(kept) != 1 or least < most:
        return form
    if not all(amount.isdecimal() and len(amount) < 6 for amount in amounts) or sum(map(int, amounts)) == most:
        return form
    return Form(MultiDict((name, value) for name, value in form.values.items() if name not in kept), form.errors)


def _span(steps: Sequence[DealStep], at: str) -> tuple[int, int, str]:
    """From which step to which a part goes, and the one panel that shows it if one does."""
    if at == CHECKS:
        return (_first(steps, EndDeal),) * 2 + (CHECKS,)
    if at == MELD:
        start = _first(steps, CloseMeld, EndDeal)
        return start, start + isinstance(next(iter(steps[start:]), None), CloseMeld), ""
    place = int(at) if at.isdecimal() and len(at) < 5 else len(steps)
    if place >= len(steps):
        abort(400, NOT_WHOLE)
    if isinstance(steps[place], pad.AUCTION):
        rest = (n for n, step in enumerate(steps) if not isinstance(step, pad.AUCTION))
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
    ways: Mapping[str, str] = field(default_factory=dict)
    """By side, how its meld is entered there."""
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
    events = [event for each in replay.replayed if isinstance(each.step, pad.AUCTION) for event in each.events]
    calls = [event for event in events if isinstance(event, (BidMade, BidPassed))]
    results = [event for event in events if event not in calls]
    if events:
        says = " ".join(say_in_deal(event, state) for event in (results or calls))
        note = " ".join(say_in_deal(event, state) for event in calls) if results else ""
        yield Row(says, "0", note=note)


def _steps(state: GameState, replay: Replay) -> Iterator[Row]:
    for place, each in enumerate(replay.replayed):
        unclosed = isinstance(each.step, EndDeal) and replay.deal.trump and not replay.deal.meld_closed
        if isinstance(each.step, CloseMeld) or unclosed:
            yield from _closing(state, replay, each)
        if not isinstance(each.step, (CloseMeld, *pad.AUCTION)):
            says = " ".join(say_in_deal(event, state) for event in each.events)
            shown = next((event for event in each.events if isinstance(event, MeldShown)), None)
            if shown:
                yield Row(says, MELD, {shown.side: str(way_of(state, shown))})
            else:
                yield Row(says, CHECKS if isinstance(each.step, RecordChecks) else str(place))


def way_of(state: GameState, shown: MeldShown) -> Way:
    """The way in which a meld was entered."""
    seat = state.hand_of(shown)
    if shown.source is MeldSource.NUMBER or seat is None:
        return Way(BY_NUMBER, shown.seat)
    return Way(BY_MELDS if shown.source is MeldSource.MELDS else BY_CARDS, seat)


def _closing(state: GameState, replay: Replay, closed: ReplayedStep) -> Iterator[Row]:
    """The meld and the checks that nobody entered."""
    deal = replay.deal
    for side in state.sides_melding(deal):
        if not deal.meld(side) and not any(shown.side == side for shown in deal.shown):
            yield Row(f"{state.side_name(side)}: no meld.", MELD, {side: BY_NUMBER})
    if deal.has_stock:
        yield Row("One meld more, or only a player’s sum", MELD)
    if state.variant.keeps_checks and not any(isinstance(each.step, RecordChecks) for each in replay.replayed):
        yield Row("What earned checks", CHECKS)
    if isinstance(closed.step, CloseMeld) and any(isinstance(event, DealEnded) for event in closed.events):
        yield Row("The bid was out of reach before a card was played.", MELD)
