"""A finished deal on the score pad: its rows as they were filled in; those that are changed are entered again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.game.commands import Command, DealStep, EndDeal, NamePartner, NameTrump, Refusal
from companion.game.state import GameState
from companion.rules.score import DealEnd
from companion.web.core.forms import Asked, Form
from companion.web.sheet.draft import AUCTION, MELD, Draft, Opening
from companion.web.table import pad

Read = Callable[[Form, GameState], Sequence[Asked[Any]]]


@dataclass(frozen=True)
class Row:
    """A row of the pad: how its fields begin, the steps that it stands for, and what reads it."""

    fields: tuple[str, ...]
    steps: tuple[type, ...]
    read: Read

    def is_changed(self, form: Form, filled: Mapping[str, str]) -> bool:
        """Whether a form that has this row says anything else than what was filled in."""
        names = {name for name in (*form.values, *filled) if name.startswith(self.fields)}
        return any(name in form.values for name in names) and any(
            form.value(name) != filled.get(name, "") for name in names
        )

    def part(self, draft: Draft) -> str:
        """The part of a deal that the row replaces; empty where no step of it is entered."""
        if self.read is pad.meld:
            return MELD
        return next((str(place) for place, step in enumerate(draft.steps) if isinstance(step, self.steps)), "")


ROWS = (
    Row(("seat", "amount", "moon", "bid-"), AUCTION, pad.bid),
    Row(("trump", "suit"), (NameTrump,), pad.trump),
    Row(("partner",), (NamePartner,), pad.partner),
    Row(("meld-", "dix-"), (), pad.meld),
    Row(("points-",), (EndDeal,), pad.count),
)


def filled(draft: Draft) -> dict[str, str] | None:
    """The fields of the pad as the deal fills them in; None for a deal that did not run from a bid to its counters."""
    replay, deal = draft.replay, draft.replay.deal
    is_played = deal.ended is not None and deal.ended.end is DealEnd.PLAYED and not deal.passed_out
    if not (replay.is_over and is_played) or (deal.stock and deal.stock.events):
        return None
    none = {pad.meld_field(side, replay.state): "0" for side in replay.state.sides_melding(deal)}
    fields = none | pad.fields_of(replay.events, replay.state)
    return {name: text for name, text in fields.items() if name != "all_tricks"}


def form_of(draft: Draft) -> Form | None:
    """The pad of a deal, filled in."""
    fields = filled(draft)
    return None if fields is None else Form(MultiDict(fields))


def enter(draft: Draft, form: Form) -> Draft | tuple[Form, Refusal | None]:
    """The deal with what a pad says of it; or the form, with the reason at its field, and what the rules say to it."""
    old = filled(draft)
    if old is None:
        return _enter_all(draft, form)
    typed = without_old_rest(_typed(form, old), old, draft)
    for row in ROWS:
        if not row.is_changed(typed, filled(draft) or old):
            continue
        part = replace(draft, at=row.part(draft))
        opened = part.opening()
        if opened is None or (opened.before.refusal and row.read is not pad.meld):
            break  # an entry that the pad leaves as it was no longer fits: the page opens it
        entered = _entered(part, opened, row.read(typed, opened.before.state), typed)
        if not isinstance(entered, Draft):
            return entered
        draft = replace(entered, at="")
    return replace(draft, at="")


def _typed(form: Form, old: Mapping[str, str]) -> Form:
    """What a form says of the deal: a suit that was tapped is trump, a meld that was emptied is none."""
    fields = {name: form.value(name) for name in form.values}
    fields |= {name: "0" for name, text in fields.items() if not text and name.startswith("meld-") and old.get(name)}
    if suit := fields.pop("suit", ""):
        fields["trump"] = suit
    return Form(MultiDict(fields), form.errors, form.answers)


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


def _enter_all(draft: Draft, form: Form) -> Draft | tuple[Form, Refusal | None]:
    """The pad of a deal that is entered from its first step on."""
    opened = draft.opening()
    if opened is None:
        return draft
    asked = pad.read(form, opened.before.state)
    if not asked:
        form.refuse("seat", "Nothing is filled in yet. Tap who has the bid, and write how much.")
    return _entered(draft, opened, asked, form)


def _entered(
    draft: Draft, opened: Opening, asked: Sequence[Asked[Command]], form: Form
) -> Draft | tuple[Form, Refusal | None]:
    if form.errors:
        return form, None
    steps = [each.command for each in asked if isinstance(each.command, DealStep)]
    if not steps:
        return draft
    now = draft.enter(opened, steps)
    if isinstance(now, Draft):
        return now
    step, refusal = now
    return next(each for each in asked if each.command is step).refused(form.values, refusal), refusal
