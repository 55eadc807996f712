"""Shows a table in its present state, and carries out what its forms ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import current_app, request, url_for
from werkzeug.wrappers import Response

from companion.game.commands import Command, Refusal
from companion.game.decide.correction import can_redo
from companion.game.decide.ending import may_enter_points
from companion.game.decide.replay import end_step
from companion.game.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    DealEnded,
    MeldClosed,
    MeldShown,
    PartnerTold,
    StepUndone,
    TrumpNamed,
)
from companion.game.fold import Recorded, events_of_deal, is_signed, last_step
from companion.game.log import slips, undo_says
from companion.game.state import DealState, GameState, Phase
from companion.game.view import view
from companion.game.view.auction import said_for_trump
from companion.game.view.meld import next_hand, panels_of
from companion.game.view.sheet import last_row
from companion.rules.choices import ThrowIn
from companion.rules.clauses import clauses_of
from companion.rules.meld.best import keeps_dix_apart
from companion.rules.score import DealEnd
from companion.store.errors import StoreError
from companion.web.core.access import MEMBERS, allow, is_locked, may_ask, runs_tables
from companion.web.core.current import current_store
from companion.web.core.forms import Asked, Form, number_in
from companion.web.core.game import OpenGame, carry_out_all, open_game, rematch_of, seen_by_form
from companion.web.core.judging import moved_on
from companion.web.core.live import unchanged
from companion.web.core.rendering import made_once, respond, see_other, wants_fragment
from companion.web.core.seat import joined, looks_on, seat_of
from companion.web.core.writing import STALE, MovedOn, SentBefore, refusal_status
from companion.web.photo.case import Purpose, past_says, uncounted_says
from companion.web.table import pad, unwritten
from companion.web.table.counters import end_fields, foresee, refilled_fields, result_shown
from companion.web.table.readers import melded
from companion.web.table.ways import (
    PAD,
    POINTS,
    Way,
    chosen,
    dix_field_of,
    field_of,
    keep_choices,
    number_fields,
    ways_in,
)


@dataclass(frozen=True)
class PhotoLinks:
    """The addresses at which the photos of a deal are taken."""

    table: OpenGame
    deal: DealState
    here: str
    """The table as it is looked at now, where a photo leads back to."""

    def meld(self, seat: int, ways: Mapping[str, Way]) -> str:
        """Of a player's meld, unless another is chosen there; the other sides keep theirs."""
        chosen_ways: dict[str, Any] = {side: str(way) for side, way in ways.items()}
        taken_by = url_for("table.meld_photo", game=self.table.game, **chosen_ways)
        return Purpose.for_meld(self.table, self.deal, seat, taken_by, self.here).url

    def counters(self, side: str) -> str:
        """Of a side's tricks, to be counted."""
        return Purpose.for_counters(self.table, self.deal, side, self.here).url

    def trick(self, own: int | None) -> str:
        """Of a trick, to see who takes it; ``own`` is the seat that this phone sits for."""
        return Purpose.for_asking(self.table, self.deal, own, self.here).url


COUNTED = frozenset(f"points-{side}" for side in "ABCDEFGH")
BY_PHOTO = frozenset(("deal", *COUNTED))
"""The counters that a photo of the tricks shows, and their deal."""
ASKED = frozenset(("how", "way", "wrong", *"ABCDEFGH", *BY_PHOTO))
"""The names in a table's address: how bids and melds are entered, how by each side, what went wrong, and counters read
from photos."""


@allow(MEMBERS)
def show(game: str) -> Response:
    """Show the table as it is now; 204 where ``?since=`` already has it."""
    table = open_game(game)
    if unchanged(_mark_shown(table)):
        return Response(status=204)
    looks = chosen(game, "how"), chosen(game, "way"), tuple(sorted(_said().items()))
    may = looks_on(game), runs_tables(), may_ask("start.rematch")
    same = game, _mark_shown(table), joined(table), may, is_locked(game), speaks_for(table), looks
    return keep_choices(made_once(same, lambda: show_table(table)), game)


@allow(MEMBERS)
def show_totals(game: str) -> Response:
    """The scores alone on the screen, with ``?both=1`` both ways round; 204 where ``?since=`` has them already."""
    table = open_game(game)
    mark = _mark_shown(table)
    if unchanged(mark):
        return Response(status=204)
    return respond(
        "table/totals.html",
        "table/_totals.html",
        game=game,
        mark=mark,
        view=view(table.state, seat_of(table)),
        both="both" in request.args,
    )


def _goes_on(table: OpenGame) -> bool:
    """Return True if the table plays a rematch by now."""
    return table.state.won is not None and rematch_of(table.game) is not None


def _mark_shown(table: OpenGame) -> str:
    """The mark of a page that follows a game: a rematch changes that page, not the mark of the game before."""
    return f"{table.mark}.1" if _goes_on(table) else str(table.mark)


@allow(MEMBERS)
def show_foreseen(game: str) -> Response:
    """The line beside the button that counts a deal: what was typed so far comes to, or what throwing in costs."""
    state, on_pad = open_game(game).state, "pad" in request.args
    scored = pad.foresee(Form(request.args), state) if on_pad else foresee(Form(request.args), state)
    return respond(
        "table/_foreseen.html",
        game=game,
        scored=scored,
        shown=result_shown(scored) if scored else "",
        wrong_sum=pad.wrong_sum(Form(request.args), state) if on_pad else "",
        giving_up=pad.giving_up(Form(request.args), state) if on_pad else "",
        ends_of_aim=pad.ends_of_aim(Form(request.args), state) if on_pad else (),
        name_of=state.side_name,
        counting="pad" if on_pad else "count",
    )


def carry(
    table: OpenGame, asked: Sequence[Asked[Command]], rest: Callable[[OpenGame], Mapping[str, str]] = lambda _: {}
) -> Response:
    """Carry out all that a form asks, as one step, and show the table; one refusal, and nothing is written.

    :param rest: the fields of the form that the table then shows again, as they were typed.
    """
    if not asked:
        return shown_again(table)

    def done(now: OpenGame) -> Response:
        return shown_again(now, rest(now))

    def refused(now: OpenGame, refusal: Refusal, wrong: Command) -> Response:
        return refuse(now, refusal, next(each for each in asked if each.command is wrong))

    return carry_out_all(table.game, [each.command for each in asked], done, refused)


def shown_again(table: OpenGame, typed: Mapping[str, str] | None = None) -> Response:
    """The table after a write: for htmx at once, otherwise by a redirect that a reload cannot repeat.

    Either way the address no longer says what has been written: counters that a photo brought into it.
    """
    if not wants_fragment() and not typed:
        return see_other(here(table.game))
    response = show_table(table, Form({**_counted_before(table), **(typed or {})}))
    response.headers["HX-Replace-Url"] = here(table.game)
    return response


def refuse(table: OpenGame, refusal: Refusal, asked: Asked[Command]) -> Response:
    """The table with what was typed, and the reason why it was not written."""
    return hand_back(table, asked.refused(request.form, refusal), refusal_status(refusal), refusal)


def hand_back(table: OpenGame, form: Form, status: int = 200, refusal: Refusal | None = None) -> Response:
    """The table with a form that was not taken: in its fields while the page asks for the same, else apart."""
    seen = seen_by_form(table)
    if seen and unwritten.stays(form, seen.moment.state, table.state):
        homeless = {} if refusal else unwritten.homeless(form, table.moment)
        if homeless:
            refusal = moved_on(seen, table.moment, unwritten.said(homeless, table.state))
            form, status = Form(form.values, {"seen": refusal.says}), 409
        return show_table(table, form, status, refusal)
    fields = unwritten.typed(form, seen.moment if seen else None)
    if refusal is None or refusal is STALE:
        yours = unwritten.said(fields, table.state) or tuple(form.errors.values())
        refusal, status = moved_on(seen, table.moment, yours), 409
    on_its_page = seen.moment.state.deal if seen else None
    number = number_in(request.form.get("of", "")) or (on_its_page.number if on_its_page else None)
    offer = _offer(form, fields, table, refusal, number)
    if offer and isinstance(refusal, MovedOn):
        sheet = unwritten.on_sheet(offer.corrects, table.state) if offer.corrects else refusal.sheet
        refusal = replace(refusal, yours=unwritten.said(fields, table.state), sheet=sheet)
    # A photo is not typed: the page leads back to it.
    values = _counted_before(table) | {name: form.value(name) for name in ("photo",) if form.value(name)}
    return show_table(table, Form(values, {"seen": refusal.says}), status, refusal, offer)


def _offer(
    form: Form, fields: Mapping[str, str], table: OpenGame, refusal: Refusal, number: int | None
) -> unwritten.Offer | None:
    """The part of a form that can be used elsewhere; None where all is written or has no field.

    :param number: the deal that the form was filled in for, where that is known.
    """
    state, looks = table.state, Looks(table.game, request.args)
    missing = isinstance(refusal, MovedOn) and not isinstance(refusal, SentBefore) and refusal.yours
    points = unwritten.is_points(form) and _points_only(state, looks)
    if not missing or state.deal is None or not (points or (unwritten.is_pad(form) and _on_pad(state, looks))):
        return None
    corrects = next((deal.number for deal in state.deals if deal.number == number), None)
    return unwritten.Offer(state.deal.number, fields, corrects) if fields else None


def here(game: str, **changed: Any) -> str:
    """The address of the table as it is looked at now: bid by bid or not, each side's meld by its way.

    :param changed: what shall be looked at otherwise; None of what the address shall not say.
    """
    asked = _asked(game) | {name: None if value is None else str(value) for name, value in changed.items()}
    return url_for("table.show", game=game, **asked)


def form_to(endpoint: str, game: str) -> str:
    """Where a form is sent so that the page comes back as it is looked at now."""
    return url_for(f"table.{endpoint}", game=game, **_asked(game))


def _asked(game: str) -> dict[str, Any]:
    table = open_game(game)
    past = _why_not_counted(table)
    return {name: value for name, value in _said().items() if not past or name not in BY_PHOTO}


def send_to(endpoint: str, game: str, **looked: Any) -> str:
    """Where a form is sent after which the page is looked at again, save what ``looked`` says."""
    return url_for(f"table.{endpoint}", game=game, **looked)


def _said() -> dict[str, Any]:
    return {name: value for name, value in request.args.items() if name in ASKED}


def counted_for_another_deal(table: OpenGame) -> str:
    """Why what a photo says in this address is not taken: its deal is over; empty where it is not."""
    number, state = request.values.get("deal", "")[:6], table.state
    return past_says(number, state) if number and (state.deal is None or number != str(state.deal.number)) else ""


def _why_not_counted(table: OpenGame) -> str:
    """Why counters that a photo brings into this address are not entered; empty where they are."""
    return counted_for_another_deal(table) or uncounted_says(table.state)


def show_table(
    table: OpenGame,
    form: Form | None = None,
    status: int = 200,
    refusal: Refusal | None = None,
    offer: unwritten.Offer | None = None,
) -> Response:
    """The page of a table, or for htmx its part that changes.

    :param offer: what was typed for another deal, to be used in this one.
    """
    typed = unwritten.typed(form).items() - _counted_before(table).items() if form else ()
    is_typed = bool({name for name, _ in typed} - {"amount"})  # which is there before anybody types
    form, state = form or _as_counted(table), table.state
    looks = Looks(table.game, request.args)
    on_pad, nothing_entered = _on_pad(state, looks), not events_of_deal(table.history)
    made = last_row(state) if state.deal and state.deals and nothing_entered else None
    if form.errors and status == 200:
        status = 409 if "seen" in form.errors else form.status
    return respond(
        "table/table.html",
        "table/_table.html",
        status=status,
        game=table.game,
        version=table.version,
        mark=_mark_shown(table),
        goes_on=_goes_on(table),
        **_of_night(table),
        form=form,
        is_typed=is_typed,
        refusal=refusal,
        offer=offer,
        here=here,
        form_to=form_to,
        send_to=send_to,
        undoes=undoes(table),
        slips=slips(table.history, state),
        can_redo=can_redo(table.history) and not is_signed(table.state),
        speaks_for=speaks_for(table),
        corrected=None,
        has_joined=joined(table).role is not None,
        photo_of=PhotoLinks(table, state.deal, here(table.game)) if state.deal else None,
        fits_pad=pad.fits(state),
        pad=pad_of(table.history, state, state.deal) if state.deal and on_pad else None,
        giving_up=pad.giving_up(form, state) if on_pad and not form.errors else "",
        ends_of_aim=pad.ends_of_aim(form, state) if on_pad and not form.errors else (),
        in_one_step=looks.how("how") in (PAD, POINTS),
        points_only=_points_only(state, looks),
        may_enter_points=may_enter_points(state),
        made=made,
        just_made=made if not isinstance(table.history[-1].event, StepUndone) else None,
        asks=partial(unwritten.asks, state),
        counting="pad" if on_pad else "count",
        **phase_parts(state, looks, seat_of(table)),
    )


def _of_night(table: OpenGame) -> dict[str, Any]:
    """The night of a game that is over, if any, and the totals that its director entered in place of the game's."""
    nights, state = current_store().nights, table.state
    night = nights.of_game(table.game)
    totals = None
    with suppress(StoreError, ValueError):  # a damaged night takes no table its game away
        read = nights.read(night) if night else None
        there = read and read.night.table_with(table.game)
        # The page is made once for several phones, so a hidden standing's totals are not on it for directors either.
        totals = there.totals if there and read and read.night.shows_standing else None
    own = is_signed(state) and totals is not None and totals.points == tuple(state.scores().values())
    return {"of_night": state.won is not None and night is not None, "entered": None if own else totals}


def _on_pad(state: GameState, looks: Looks) -> bool:
    """Return True if a deal is entered on the pad: no other way was chosen, and no side's meld is shown alone."""
    alone = state.phase is Phase.MELD and bool({"way", *state.sides} & looks.asked.keys())
    return pad.fits(state) and looks.how("how") in (PAD, POINTS) and not alone


def _points_only(state: GameState, looks: Looks) -> bool:
    """Return True if the page asks for just the points of the deal."""
    return looks.how("how") == POINTS and may_enter_points(state)


def _as_counted(table: OpenGame) -> Form:
    """The form that nobody has typed into, with what is known already; a photo for another deal says nothing."""
    past = _why_not_counted(table)
    if past and COUNTED & request.args.keys():
        return Form(_counted_before(table), {"seen": past})
    return Form(_counted_before(table) | _counted_by_photo(table))


@dataclass(frozen=True)
class Looks:
    """How a page looks at a deal: what its address asks for, else what this phone chose at the game."""

    game: str
    asked: Mapping[str, str]

    def how(self, choice: str) -> str:
        """How a deal, or its melds, are entered; empty where nobody chose."""
        usual: str = current_app.config["ENTERED"] if choice == "how" else ""
        return self.asked.get(choice) or chosen(self.game, choice) or usual


def phase_parts(state: GameState, looks: Looks, seat: int | None) -> dict[str, Any]:
    """The values for the part of the page that belongs to the deal's phase."""
    panels = _meld(state, looks) if state.phase is Phase.MELD else {}
    return {"view": view(state, seat), "clauses_of": clauses_of, **panels}


def _counted_before(table: OpenGame) -> dict[str, str]:
    """The fields of a count that was just taken back, so that changing one figure is not typing them all."""
    struck = unwritten.undone(table.history, table.state)
    points = next((each for each in struck if isinstance(each, DealEnded) and each.end is DealEnd.POINTS), None)
    if points and table.state.deal:
        return end_fields(table.state, end_step(table.state, table.state.deal, points))
    if _on_pad(table.state, Looks(table.game, request.args)):
        return pad.fields_of(struck, table.state)
    if any(isinstance(event, MeldClosed) for event in struck):
        return number_fields(event for event in struck if isinstance(event, MeldShown))
    ended = next((event for event in struck if isinstance(event, DealEnded)), None)
    if ended is None or table.state.deal is None or ended.end not in _KEPT:
        return {}
    return refilled_fields(table.state, end_step(table.state, table.state.deal, ended))


_KEPT = (DealEnd.PLAYED, DealEnd.CLAIM, DealEnd.NO_MARRIAGE)
"""The ends whose figures come back when they are taken back."""


def _counted_by_photo(table: OpenGame) -> dict[str, str]:
    """The counters that photos of the tricks came to, for the count form that waits for them."""
    if table.state.phase is not Phase.PLAY:
        return {}
    return {name: points for name, points in request.args.items() if name in COUNTED}


def undoes(table: OpenGame) -> str:
    """The words of the button that takes back the last step that counts; empty where there is nothing to undo."""
    step = () if is_signed(table.state) else last_step(table.history)
    return undo_says(step, table.state, table.history) if step else ""


def _meld(state: GameState, looks: Looks) -> dict[str, Any]:
    ways = ways_in(looks.asked, looks.how("way"), state)
    panels = panels_of(state, {side: way.seat for side, way in ways.items()})
    return {"panels": panels, "chosen": ways, "field_of": field_of, "dix_field_of": dix_field_of}


def pad_of(history: Sequence[Recorded], state: GameState, deal: DealState) -> dict[str, Any]:
    """The parts of the deal’s score pad beside those of every page of a table."""
    events, known = events_of_deal(history), melded(state)
    sides = [side for side in state.sides_in(deal) if side in known or deal.meld_closed]
    dix = {side: deal.dix(side) for side in sides} if keeps_dix_apart(state.variant) else {}
    least, most = state.trick_range(deal)
    return {
        # By row, the step to which an undo leads back so that it can be entered again.
        "steps_back": _steps_back(events),
        # By side, the meld that is recorded of it, without the dixes that are a line of their own.
        "melds": {side: deal.meld(side) - dix.get(side, 0) for side in sides},
        # None where they are part of the meld.
        "dixes": dix if keeps_dix_apart(state.variant) else None,
        "counters": _counter_labels(state),
        "melders": _meld_labels(state, deal),
        "needs_trump": pad.needs_trump(state),
        # The bids that may be named in place of trump.
        "instead": said_for_trump(state.variant, deal),
        "throws_in": state.variant.score_throw_in is not ThrowIn.NEVER,
        "calls": deal.has_call,
        "card": deal.called,
        # By side, the seat whose hand a photo would show next.
        "due": {side: next_hand(state, deal, side) for side in state.sides_melding(deal)},
        # The sum of all counters; None where cards laid away count for nobody.
        "total": most if least == most else None,
    }


def _meld_labels(state: GameState, deal: DealState) -> tuple[tuple[str, str, str], ...]:
    """The fields for the meld: the name of each, whose it is, and the side, empty where it is not known yet."""
    if state.variant.pays_units and deal.contract is None:
        return ((pad.MELDER, "Bidder", ""),)
    # In a moon no meld of the bidding side brings points; where melds earn more than points, they are asked for still.
    earns_more = state.variant.keeps_checks or state.variant.end_quad_pinochle is not None
    sides = state.sides_melding(deal) if earns_more else state.sides_counting_meld(deal)
    return tuple((pad.meld_field(side, state), state.side_name(side), side) for side in sides)


def _counter_labels(state: GameState) -> tuple[tuple[str, str, str], ...]:
    """The fields for the counters: the name of each, whose they are, and by which side a photo counts them."""
    fields, deal = pad.counter_fields(state), state.deal
    if deal is None or fields != (pad.BIDDERS, pad.OTHERS):
        return tuple((field, state.side_name(field[-1]), field[-1]) for field in fields)
    if deal.contract is None or (deal.has_call and not deal.partner_known):
        return ((pad.BIDDERS, "Bidder’s side" if deal.has_call else "Bidder", ""), (pad.OTHERS, "The others", ""))
    teams = state.teams_of(deal)
    head = teams.head_of(state.bidding_side(deal))
    return ((pad.BIDDERS, teams.named(state.side_name)(head), ""), (pad.OTHERS, "The others", ""))


def _steps_back(events: Sequence[Recorded]) -> dict[str, int]:
    kinds: dict[type, str] = {AuctionWon: "bid", TrumpNamed: "trump", PartnerTold: "partner", MeldClosed: "meld"}
    if len({each.batch for each in events if isinstance(each.event, (BidMade, BidPassed, AuctionWon))}) > 1:
        del kinds[AuctionWon]  # bids that were called one by one are undone one by one
    return {kinds[type(each.event)]: each.seq for each in events if type(each.event) in kinds}


def speaks_for(table: OpenGame) -> tuple[str, ...]:
    """The sides that answer and sign on this phone: the one that it plays for, and those without a phone of their own.

    The store is asked only at a table that asks its sides, or whose result is signed.
    """
    state, agreement = table.state, table.state.agreement
    if (agreement.since is None and not agreement.signed) or looks_on(table.game) or is_locked(table.game):
        return ()
    seat = seat_of(table)
    own = None if seat is None else state.side_of(seat)
    taken = {state.side_of(each) for each in _seats_taken(table)}
    return tuple(side for side in state.sides if side == own or side not in taken)


def _seats_taken(table: OpenGame) -> set[int]:
    members = current_store().members.members_of(table.game)
    return {each.seat for each in members if each.seat is not None and each.seat < table.state.players}
