"""Shows a table as it stands, and carries out what its forms ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request, url_for
from werkzeug.wrappers import Response

from companion.game.commands import Command
from companion.game.deal_steps import end_told
from companion.game.decide_correction import can_redo
from companion.game.events import BidMade, BidPassed, DealBegun, DealEnded, StepUndone
from companion.game.fold import last_step
from companion.game.log import say
from companion.game.refusal import Refusal
from companion.game.state import GameState, Phase
from companion.game.stock_events import TrickTaken
from companion.game.view import view
from companion.rules.auction import may_decline
from companion.rules.clauses import CLAUSES, Clause
from companion.rules.deal import DealEnd
from companion.rules.early import judge_no_marriage
from companion.web.check_panels import check_panels
from companion.web.deal_end import end_as_told
from companion.web.deal_forms import Asked, misdeals
from companion.web.deal_panels import panels_of, ways_in
from companion.web.forms import Form, Stamp, read_stamp
from companion.web.htmx import respond, see_other, wants_fragment
from companion.web.live import unchanged
from companion.web.seats import seat_of
from companion.web.table import Table, carry_out, load_table, refusal_status
from companion.web.telling import BIDS_HOW, chosen, keep_choices

COUNTED = tuple(f"points-{side}" for side in "ABCDEFGH")
ASKED = frozenset(("how", "way", *"ABCDEFGH", *COUNTED))
"""What the address of a table may say: how bids and melds are told, how by each side, and counters read from photos."""


def show(game: str) -> Response:
    """What the table does now; 204 where ``?since=`` already has it."""
    table = load_table(game)
    if unchanged(table.version):
        return Response(status=204)
    return keep_choices(show_table(table), game)


def carry(table: Table, asked: Sequence[Asked[Command]]) -> Response:
    """Carry out one after the other what a form asks, and show the table; the first refusal stops."""
    form, steps = read_stamp(), iter(asked)

    def go_on(now: Table, seen: int | None) -> Response:
        each = next(steps, None)
        if each is None:
            return shown_again(now)
        stamp = Stamp(f"{form.key}-{each.key}" if each.key else form.key, seen)

        def refused(table: Table, refusal: Refusal) -> Response:
            return refuse(table, refusal, each.fields)

        return carry_out(now.game, each.command, lambda written: go_on(written, written.version), refused, stamp)

    return go_on(table, form.seen)


def shown_again(table: Table) -> Response:
    """The table after a write: for htmx at once, otherwise by a redirect that a reload cannot repeat."""
    return show_table(table) if wants_fragment() else see_other(here(table.game))


def refuse(table: Table, refusal: Refusal, fields: Mapping[str | None, str]) -> Response:
    """The table with what was typed, and the reason why it was not written."""
    field = fields.get(refusal.field, refusal.field or "")
    form = Form(request.form, {field: refusal.says})
    return show_table(table, form, refusal_status(refusal), refusal)


def here(game: str, **changed: Any) -> str:
    """The address of the table as it is looked at now: bid by bid or not, each side's meld by its way.

    :param changed: what shall be looked at otherwise; None of what the address shall not say.
    """
    asked = _asked() | {name: None if value is None else str(value) for name, value in changed.items()}
    return url_for("deal.show", game=game, **asked)


def form_to(view: str, game: str) -> str:
    """Where a form is sent so that the page comes back as it is looked at now."""
    return url_for(f"deal.{view}", game=game, **_asked())


def send_to(view: str, game: str, **looked: Any) -> str:
    """Where a form is sent after which the page is looked at anew, save what ``looked`` says."""
    return url_for(f"deal.{view}", game=game, **looked)


def _asked() -> dict[str, Any]:
    return {name: value for name, value in request.args.items() if name in ASKED}


def show_table(table: Table, form: Form | None = None, status: int = 200, refusal: Refusal | None = None) -> Response:
    """The page of a table, or for htmx its part that changes."""
    form, state = form or Form(_counted_before(table) | _counted_by_photo(table)), table.state
    if form.errors and status == 200:
        status = form.status
    return respond(
        "deal/table.html",
        "deal/_table.html",
        status=status,
        game=table.game,
        version=table.version,
        form=form,
        refusal=refusal,
        here=here,
        form_to=form_to,
        send_to=send_to,
        undoes=undoes(table),
        can_redo=can_redo(table.history),
        retelling=None,
        **phase_parts(state, Looks(table.game, request.args), seat_of(table.game)),
    )


@dataclass(frozen=True)
class Looks:
    """How a page looks at a deal: what its address asks for, else what this phone chose at the game."""

    game: str
    asked: Mapping[str, str]

    def how(self, choice: str) -> str:
        """How bids, or melds, are told; empty where nobody chose."""
        return self.asked.get(choice) or chosen(self.game, choice)


def phase_parts(state: GameState, looks: Looks, seat: int | None) -> dict[str, Any]:
    """What the part of the page needs that belongs to the deal's phase."""
    extras = _EXTRAS.get(state.phase)
    return {
        "view": view(state, seat),
        "state": state,
        "deal": state.deal,
        "variant": state.variant,
        "clauses_of": clauses_of,
        "misdeals": misdeals(state.variant),
        **(extras(state, looks) if extras else {}),
    }


def _counted_before(table: Table) -> dict[str, str]:
    """The fields of a count that was just taken back, so that changing one figure is not typing them all."""
    last = table.history[-1].event
    if not isinstance(last, StepUndone):
        return {}
    struck = [recorded.event for recorded in table.history if recorded.seq in last.strikes]
    ended = next((event for event in struck if isinstance(event, DealEnded)), None)
    if ended is None or table.state.deal is None or ended.end not in (DealEnd.PLAYED, DealEnd.CLAIM):
        return {}
    return end_as_told(table.state, end_told(table.state, table.state.deal, ended))


def _counted_by_photo(table: Table) -> dict[str, str]:
    """The counters that photos of the tricks came to, for the count form that waits for them."""
    if table.state.phase is not Phase.PLAY:
        return {}
    return {name: points for name, points in request.args.items() if name in COUNTED}


def clauses_of(*ids: str) -> list[Clause]:
    """The clauses of these ids, each once."""
    return [CLAUSES[each] for each in dict.fromkeys(ids) if each in CLAUSES]


def undoes(table: Table) -> str:
    """What the last step that counts was, in a sentence; empty where there is nothing to undo."""
    step = last_step(table.history)
    if not step:
        return ""
    events = [recorded.event for recorded in step if not isinstance(recorded.event, DealBegun)]
    bids = [event for event in events if isinstance(event, (BidMade, BidPassed))]
    if len(bids) > 1:
        return say(events[-1], table.state)
    return say(next((event for event in events if not isinstance(event, TrickTaken)), events[0]), table.state)


def _how_told(_state: GameState, looks: Looks) -> dict[str, Any]:
    how = looks.how("how")
    return {"how": how if how in BIDS_HOW else BIDS_HOW[0]}


def _trump(state: GameState, _looks: Looks) -> dict[str, Any]:
    deal, variant = state.deal, state.variant
    return {
        "no_marriage": judge_no_marriage(variant, deal.contract.bid) if deal and deal.contract else None,
        "may_decline": deal is not None and may_decline(variant, state.auction_of(deal)),
    }


def _meld(state: GameState, looks: Looks) -> dict[str, Any]:
    ways = ways_in(looks.asked, looks.how("way"), state)
    return {"panels": panels_of(state, ways), "chosen": ways}


def _checks(state: GameState, _looks: Looks) -> dict[str, Any]:
    return {"check_panels": check_panels(state)}


_EXTRAS: Mapping[Phase, Callable[[GameState, Looks], dict[str, Any]]] = {
    Phase.AUCTION: _how_told,
    Phase.TURN: _how_told,
    Phase.STOCK: _how_told,
    Phase.TRUMP: _trump,
    Phase.MELD: _meld,
    Phase.PLAY: _checks,
    Phase.CONFIRM: _checks,
}
