"""The director's pages of a night: its rounds, its phones, the standing and the plan."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, g, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.game.commands import Refusal
from companion.night.charts import NoChart, most_rounds
from companion.night.draw import split
from companion.night.events import (
    MOST_SEATS,
    ClockStarted,
    DoorChanged,
    Event,
    LastUndone,
    Movement,
    NightClosed,
    PenaltyGiven,
    Plan,
    PlanChanged,
    SeatsSwapped,
    Spare,
    StandingShown,
)
from companion.night.judge import Refused, at_a_table, further_tables, next_round, same_round
from companion.night.judge import play_off as extra_hand
from companion.night.standing import standing
from companion.night.state import Night, Round, undone_draw, without_games
from companion.rules.known import games
from companion.rules.names import tidy_name
from companion.rules.phrases import as_sentence, series, several
from companion.rules.variants import VARIANTS
from companion.store.entries import Shelf
from companion.store.moments import now
from companion.web.core.access import (
    AT_NIGHT,
    DESK,
    KEEPERS,
    NIGHT_DIRECTOR,
    allow,
    nights_seen_here,
    refuse_alone,
    sees_standing,
)
from companion.web.core.assets import shared_address
from companion.web.core.current import current_store, day_said, this_evening
from companion.web.core.forms import Form, number_posted, posted, read_creation_key, read_day, read_within
from companion.web.core.identity import actor, is_club
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import KEEPING, limited
from companion.web.core.writing import write
from companion.web.night.case import (
    Make,
    carry_out,
    clock_of,
    find_night,
    is_gone,
    of_night,
)
from companion.web.night.door import code_of, door_of
from companion.web.night.forms import (
    BYES,
    MOVEMENTS,
    ORDERS,
    SPARES,
    money_said,
    read_plan,
)
from companion.web.night.games import Playing, playing, rules_of, seats_asked, ways_lacking, with_rules
from companion.web.night.seating import seats
from companion.web.night.television import screen_of
from companion.web.night.words import last_said, undo_takes
from companion.web.shelf import shelf_named

MOST_PENALTY = 99_999
SECONDS = 15
"""The night's page fetches its round this often, since totals arrive from the tables."""

pages = Blueprint("night", __name__, url_prefix="/nights")


@pages.get("/")
@allow(AT_NIGHT)
def index() -> Response:
    """The nights there are, and the form that opens one."""
    return _index(_looked_up())


@pages.post("/")
@allow(KEEPERS)
@limited(KEEPING)
def begin() -> Response:
    """Open a night, or say what is wrong with its plan."""
    form = posted()
    plan = _read_plan(form)
    day = read_day(form, "day", "day of the night") if form.value("day") else this_evening().isoformat()
    if plan is None or not day:
        return _index(form)
    # In a club its directors direct every night, as long as they are directors.
    director, key = None if is_club() else g.device, read_creation_key()
    night = write(lambda: current_store().nights.open(plan, day, actor(), now(), key, director))
    if isinstance(night, Refusal):
        form.take(night, "name")
        return _index(form)
    return see_other(url_for("check_in.here", night=night))


@pages.get("/<night>")
@allow(AT_NIGHT)
def night_page(night: str) -> Response:
    """The night: the round that is open, its tables, and the ways to everything else."""
    return desk_page(night, Form())


@pages.post("/<night>/draw")
@allow(DESK)
@limited(KEEPING)
def draw(night: str) -> Response:
    """Draw the round whose number the form states, or bring back the seats of its draw that was undone."""
    number, seed = number_posted("number"), secrets.token_hex(8)
    undone = undone_draw(find_night(night).batches) if request.form.get("redo") else None

    def make(found: Night) -> list[Event]:
        if request.form.get("redo"):
            return [same_round(found, undone)]
        again = number == len(found.rounds) > 0
        if not again and number != len(found.rounds) + 1:
            raise Refused(f"Round {len(found.rounds)} was drawn meanwhile. Here it is.")
        return [next_round(found, seed, again=again)]

    return _done(night, "draw", make)


@pages.post("/<night>/further")
@allow(DESK)
@limited(KEEPING)
def seat_further(night: str) -> Response:
    """Seat people who sit out or came late at further tables of the open round."""
    seed = secrets.token_hex(8)
    return _done(night, "draw", lambda found: [further_tables(found, seed)])


@pages.post("/<night>/swap")
@allow(DESK)
@limited(KEEPING)
def swap(night: str) -> Response:
    """Swap two people in the open round."""
    one, other = number_posted("one"), number_posted("other")
    return _done(night, "swap", lambda found: [SeatsSwapped(len(found.rounds), one, other)])


@pages.post("/<night>/clock")
@allow(DESK)
@limited(KEEPING)
def clock(night: str) -> Response:
    """Start the clock of the round that is open."""
    return _done(night, "clock", lambda found: [ClockStarted(len(found.rounds), now())])


@pages.post("/<night>/close")
@allow(NIGHT_DIRECTOR)
@limited(KEEPING)
def close(night: str) -> Response:
    """End the night; its standing is shown to everybody."""
    return _done(night, "draw", lambda _: [NightClosed()])


@pages.post("/<night>/undo")
@allow(NIGHT_DIRECTOR)
@limited(KEEPING)
def undo(night: str) -> Response:
    """Undo the last entry, if it is still the one on the page."""
    return _done(night, "undo", lambda _: [LastUndone()], needs_seen=True)


@pages.get("/<night>/undo")
@allow(NIGHT_DIRECTOR)
def ask_undo(night: str) -> Response:
    """Ask before an undo that takes something from many."""
    read = find_night(night)
    return respond("night/undo.html", undoes=last_said(read), takes=undo_takes(read), **of_night(read))


@pages.get("/<night>/phones")
@allow(DESK)
def phones(night: str) -> Response:
    """Tonight's code and its square, for everybody's phone."""
    return _phones(night, Form())


@pages.post("/<night>/phones")
@allow(DESK)
@limited(KEEPING)
def change_door(night: str) -> Response:
    """Make a new code and end the old one, or admit no more phones."""
    form = posted()
    renews = form.value("do") == "renew"
    if not carry_out(night, form, "door", lambda found: [DoorChanged(found.codes + 1 if renews else 0)]):
        return _phones(night, form)
    return see_other(url_for("night.phones", night=night))


@pages.get("/<night>/standing", endpoint="standing")
@allow(AT_NIGHT)
def show_standing(night: str) -> Response:
    """The standing with its working, unless it is hidden until the end."""
    return _standing(night, Form())


@pages.post("/<night>/shown")
@allow(NIGHT_DIRECTOR)
@limited(KEEPING)
def reveal(night: str) -> Response:
    """Show the standing to everybody, or hide it again."""
    shown = bool(request.form.get("shown"))
    return _done(night, "shown", lambda _: [StandingShown(shown)], "night.standing")


@pages.post("/<night>/penalty")
@allow(NIGHT_DIRECTOR)
@limited(KEEPING)
def penalize(night: str) -> Response:
    """Take points off or give some, for a reason that is shown."""
    form = posted()
    points = read_within(form, "points", 0, 1, MOST_PENALTY)
    if form.value("kind") == "bonus":
        points = -points
    who = number_posted("entrant")
    why = tidy_name(form.value("why"))[:200]
    if form.errors or not carry_out(night, form, "points", lambda _: [PenaltyGiven(who, points, why)]):
        return _standing(night, form)
    return see_other(url_for("night.standing", night=night))


@pages.post("/<night>/play-off")
@allow(NIGHT_DIRECTOR)
@limited(KEEPING)
def play_off(night: str) -> Response:
    """Note the winner of the extra hand between equals."""
    winner = number_posted("entrant")
    return _done(night, "points", lambda found: [extra_hand(found, winner)], "night.standing")


@pages.get("/<night>/plan")
@allow(NIGHT_DIRECTOR)
def plan(night: str) -> Response:
    """The form to change a night's plan."""
    return _plan(night, _looked_up())


@pages.post("/<night>/plan")
@allow(NIGHT_DIRECTOR)
@limited(KEEPING)
def replan(night: str) -> Response:
    """Change the plan from now on."""
    form = posted()
    changed = _read_plan(form, find_night(night).night.plan)
    if changed is None:
        return _plan(night, form)

    def make(found: Night) -> list[Event]:
        return [] if found.plan == changed else [PlanChanged(changed)]

    if not carry_out(night, form, "movement", make):
        return _plan(night, form)
    return see_other(url_for("night.night_page", night=night))


def _looked_up() -> Form:
    """The form of a plan for which other rules were chosen, to show the ways that these have; else an empty one."""
    return Form(request.args) if "rules" in request.args else Form()


def _read_plan(form: Form, before: Plan | None = None) -> Plan | None:
    """The plan of a form with its rules and tables; None, with a sentence beside each field that is wrong."""
    plan, seats = read_plan(form), read_within(form, "seats", 2, 2, MOST_SEATS) if form.value("seats") else 0
    if plan is None or form.errors:
        return None
    kept, problems = with_rules(plan, seats, before)
    for field, problem in problems.items():
        form.refuse(field, problem)
    return None if problems else kept


def _done(night: str, field: str, make: Make, to: str = "night.night_page", *, needs_seen: bool = False) -> Response:
    """Write what a button asks for, and go back to the page; or the night's page with the reason."""
    form = Form()
    if not carry_out(night, form, field, make, needs_seen=needs_seen):
        return _standing(night, form) if to == "night.standing" else desk_page(night, form)
    return see_other(url_for(to, night=night))


def _phones(night: str, form: Form) -> Response:
    refuse_alone()
    read = find_night(night)
    path = door_of(night, read.night.door)
    return respond(
        "night/phones.html",
        status=form.status,
        form=form,
        code=code_of(night, read.night.door) if read.night.door else "",
        path=path,
        address=shared_address(path),
        at=shared_address(url_for("door.door_page")),
        plays=rules_of(read.night.plan) is not None,
        **of_night(read),
    )


def _index(form: Form) -> Response:
    shelf = shelf_named(request.args.get("shelf", "")) or Shelf.OPEN
    nights = current_store().nights.list_nights(among=nights_seen_here(), shelves=[shelf])
    homes = {*current_store().nights.homes().values()}
    shown = next((each.id for each in nights if not each.fault and each.id not in homes), "")
    last = current_store().nights.read(shown)
    suggested = last.night.plan if last else Plan("", VARIANTS[0].name)
    return respond(
        "night/index.html",
        status=form.status,
        form=form,
        nights=nights,
        shelf=shelf,
        shelves=[(Shelf.OPEN, "Nights"), (Shelf.ARCHIVE, "Archive"), (Shelf.BIN, "Deleted nights")],
        Shelf=Shelf,
        name=f"{this_evening():%A} night",
        tonight=this_evening().isoformat(),
        money_said=money_said,
        **_choices(suggested, form),
    )


def _choices(plan: Plan, form: Form) -> dict[str, Any]:
    """The variables of a plan's form, with the ways that its rules have."""
    houses = [row.house.name for row in current_store().houses.list_houses()]
    there = [*houses, *(game.name for game in games().values())]
    usual = seats_asked(plan)
    seats = read_within(Form(form.values), "seats", 0, 2, MOST_SEATS) if form.values else usual
    lacks = ways_lacking(plan, form.value("rules", plan.rules), seats)
    ways = {}
    for name, known in (("movement", MOVEMENTS), ("spare", SPARES)):
        offered = [(each.value, label) for each, label in known.items() if each not in lacks]
        why = dict.fromkeys(lacks[each] for each in known if each in lacks)
        ways[name] = offered, "" if name in form.errors else " ".join(why)
        if form.values and form.value(name) not in dict(offered):
            form.values = MultiDict({**form.values, name: offered[0][0]})
    return {
        "plan": plan,
        "rules": [*dict.fromkeys([plan.rules, *there])],
        "seats": usual or "",
        "ways": ways,
        **{
            name: [(each.value, label) for each, label in known.items()]
            for name, known in (("byes", BYES), ("orders", ORDERS))
        },
    }


def desk_page(night: str, form: Form) -> Response:
    """The night's page, with what was typed and why it was refused."""
    read = find_night(night)
    found = without_games(read.night, is_gone)
    return respond(
        "night/night.html",
        "night/_round.html",
        "night/_undo.html",
        status=form.status,
        form=form,
        last=found.last,
        number=len(found.rounds) + 1,
        undoes=last_said(read),
        takes=undo_takes(read),
        undone=undone_draw(read.batches),
        clock=clock_of(found, found.last),
        hint=_hint(found),
        next_tables=_next_tables(found),
        tv=screen_of(read),
        where=_where(found, found.last),
        late=[each for each in found.here if found.last and each not in found.last.present],
        fills_table=not found.plan.movement.is_fixed and len(found.waiting) >= at_a_table(found),
        games=_games(found.rounds[-1:]),
        games_before=partial(_games, found.rounds[-2:-1]),  # only the whole page asks: it is fetched every few seconds
        seconds=SECONDS,
        **of_night(read),
    )


def _games(rounds: Sequence[Round]) -> dict[int, Playing | None]:
    """The games of a round, by table."""
    return {table.number: playing(table) for there in rounds for table in there.tables}


def _hint(night: Night) -> str:
    """The advice on a plan before the first draw: on its deals, and on a chart for those who are here."""
    plan, people = night.plan, len(night.here)
    if night.rounds or not people:
        return ""
    if not plan.target and plan.deals not in (even := plan.even_deals()):
        return (
            f"Where one pauses, {several(plan.deals, 'deal')} a round come out uneven: not all play the same number."
            f" {series(map(str, sorted(even[:2])), 'or')} come out even."
        )
    if not plan.movement.is_fixed:
        return ""
    try:
        most = most_rounds(plan.movement, people)
    except NoChart as fault:
        return str(fault)
    return f"This movement has {most} rounds for {people}." if most < plan.rounds else ""


def _next_tables(night: Night) -> str:
    """The tables that the next draw makes of those who are here, and how many sit out; empty for a chart."""
    plan, people = night.plan, sum(not night.entrants[each].rests for each in night.here)
    pairs = plan.movement.of_pairs
    if plan.movement.is_fixed or not people:
        return ""
    try:
        made = partial(split, people, plan.sizes, pairs)
        tables, at_three, out = made(Spare.SIT_OUT if plan.movement.moves_losers else plan.spare)
    except ValueError as fault:
        return as_sentence(str(fault))
    many = Counter(each.seats * (1 + pairs) for each in tables) + Counter({3: at_three // 3})
    says = series(f"{several(number, 'table')} of {each}" for each, number in sorted(many.items(), reverse=True))
    if not out:
        return f"{says}."
    says += (
        f"; {several(out, 'pair' if pairs else 'person', 'pairs' if pairs else 'people')} sit{'s' * (out == 1)} out."
    )
    ways = {*Spare} - ways_lacking(plan, plan.rules, seats_asked(plan)).keys()
    fewer = plan.movement is Movement.DRAWN and min(made(each)[2] for each in ways) < out
    return f"{says} “Change the plan” has a way to seat more." if fewer else says


def _where(night: Night, there: Round | None) -> list[tuple[str, str]]:
    """Everybody by name, with table and seat."""
    return sorted(seats(night, there)) if there else []


def _standing(night: str, form: Form) -> Response:
    read = find_night(night)
    rows = standing(read.night) if sees_standing(read) else None
    places = Counter(row.place for row in rows or () if row.rounds >= read.night.plan.rounds)
    return respond(
        "night/standing.html",
        status=form.status,
        form=form,
        rows=rows,
        level=[row for row in rows or () if row.place and places[row.place] > 1],
        day=day_said,
        **of_night(read),
    )


def _plan(night: str, form: Form) -> Response:
    read = find_night(night)
    return respond(
        "night/plan.html", status=form.status, form=form, **of_night(read), **_choices(read.night.plan, form)
    )
