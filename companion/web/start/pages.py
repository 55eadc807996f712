"""A new game: its variant, seats and first dealer; and a rematch."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress

from flask import Blueprint, Flask, abort, g, request, url_for
from werkzeug.wrappers import Response

from companion.game.commands import Refusal
from companion.game.decide.start import start_game
from companion.game.events import Event, GameStarted
from companion.game.sample import sample_game
from companion.game.standing import dealer_of_rematch
from companion.game.state import Phase
from companion.game.view import view
from companion.rules.choices import FirstDealer
from companion.rules.clauses import find_clause
from companion.rules.dealing import all_sides
from companion.rules.house import HouseError, house_variant
from companion.rules.names import is_unnamed, same_name, table_problems, unnamed
from companion.rules.options import OptionError, with_options
from companion.rules.score.history import carries_over
from companion.rules.variant import Variant
from companion.rules.variants import VariantError
from companion.store.entries import Appended, Shelf
from companion.store.errors import SeatHeld
from companion.store.games import to_history
from companion.store.membership import NewOwner, Role
from companion.store.moments import now
from companion.web.core import security
from companion.web.core.access import JOIN, MEMBERS, SIGNED_IN, TAKE_PART, allow, is_sample, seen_here
from companion.web.core.current import current_store, find_rules, journal
from companion.web.core.forms import Form, number_in, parse_number, read_creation_key, seat_in
from companion.web.core.game import OpenGame, begin_game, open_game, rematch_key, rematch_of
from companion.web.core.identity import Home, home, this_phone
from companion.web.core.rendering import respond, see_other
from companion.web.core.seat import OWNER, Joined, join, joined, new_owner, was_removed
from companion.web.core.writing import write
from companion.web.people.facts import guest_beside, seatable
from companion.web.start import choosing, paper
from companion.web.start.seat_plan import plan_seats, swap_seats
from companion.web.table.ways import take_along

CUT = "cut"
TARGET = "target"
ASKED = "asked"
"""The field in which a table asks both sides to confirm each deal."""
CHIPS_SHOWN = 8
LOOKED_BACK = 100
"""The number of games searched for the last one played."""
LONGEST_SEARCH = 60
DEALS_FIRST = {
    FirstDealer.CUT: "The highest card deals. Cut, and tap whose it was; or leave it to chance here.",
    FirstDealer.RANDOM: "In this game chance picks the first dealer.",
    FirstDealer.ANY: "Chance picks the first dealer, unless you tap one.",
}
SAY_WHO_DEALS = "Please say who deals first, or cut for it."
NO_SUCH_VARIANT = "There is no variant of that name here. Start a new game from the first page to see those there are."
REMOVED = (
    "This phone was removed from the rematch, so it does not come along. "
    "The rematch’s owner can make a new link for it, under “Other phones” in its menu."
)

pages = Blueprint("start", __name__)
pages.add_url_rule("/game/<game>/paper", "paper", paper.correct, methods=["GET", "POST"])


def init_app(app: Flask) -> None:
    """Serve the start of games of ``app``."""
    app.register_blueprint(pages)


@pages.get("/new")
@allow(MEMBERS)
def choose() -> Response:
    """The games to choose from: the house's own, the ones played last, one for this many people, then all others.

    ``players`` in the address leaves those for this many people, ``q`` those that its words fit, and the names of
    ``QUESTIONS`` those for an answer.
    """
    people, answers = number_in(request.args.get("players", "")), choosing.answers(request.args)
    text = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    lately = journal().list_games(Shelf.OPEN, seen_here(), most=LOOKED_BACK)
    own = [(house, each, "") for house, each in _house_variants() if choosing.fits(each, people)]
    listed_here = (tile for _, tiles in choosing.all_games(people, {}) for tile in tiles)
    return respond(
        "start/choose.html",
        "start/_games.html",
        own=own,
        text=text,
        longest=LONGEST_SEARCH,
        found=choosing.find_games([*own, *listed_here], text) if text else [],
        answers_left=choosing.answers_left(people, answers),
        last=choosing.played_last(((game.variant, game.table.get("house")) for game in lately), people),
        recommended=choosing.recommended(people),
        questions=choosing.QUESTIONS,
        groups=choosing.all_games(people, answers),
        answers=answers,
        counts=[*choosing.RECOMMENDED],
        people=people,
    )


def _house_variants() -> Iterator[tuple[str, Variant]]:
    """The house variants by their ids; one that no longer holds is left to its own page."""
    for row in current_store().houses.list_houses():
        with suppress(HouseError):
            yield row.id, house_variant(row.house)


@pages.get("/new/<variant>")
@allow(MEMBERS)
def seats_page(variant: str) -> Response:
    """The seats of a new game, as many as ``players`` in the address, with those who sat there last on this phone."""
    found, people = _variant_or_404(variant), number_in(request.args.get("players", ""))
    seats = people if people is not None and choosing.fits(found, people) else found.players[0]
    return _page(found, _last_company(seats) or [""] * seats, Form())


def _last_company(seats: int) -> list[str]:
    """The people of this phone who last sat together at a table of this size, in their seats; empty if none did."""
    known = {same_name(name) for name in ("", *current_store().people.remembered_names(g.device))}
    for game in journal().list_games(None, seen_here(), most=LOOKED_BACK):
        names = ["" if is_unnamed(name) else name for name in game.table.get("names", ())]
        if (
            len(names) == seats
            and game.shelf in (Shelf.OPEN, Shelf.ARCHIVE)
            and known.issuperset(map(same_name, names))
        ):
            return names
    return []


@pages.post("/new/<variant>")
@allow(MEMBERS)
def begin(variant: str) -> Response:
    """Start the game, or show the seats as a button has rearranged them."""
    found, form = _variant_or_404(variant), Form(request.form)
    typed, dealer = _names(found, form), form.value("dealer")
    if "start" not in request.form:
        return _rearranged(found, typed, dealer)
    names = [name or unnamed(seat) for seat, name in enumerate(typed)]
    for seat, says in table_problems(names).items():
        form.refuse(f"name-{seat}", says)
    agreed = _to_target(found, form)
    history = paper.read_history(agreed, form, all_sides(found, len(names)))
    first = _first_dealer(dealer, len(names))
    if first is None:
        form.refuse("dealer", SAY_WHO_DEALS)
    if form.errors or first is None:
        return _page(found, typed, form, dealer)
    begun = start_game(agreed, names, first, asks_sides=bool(form.value(ASKED)), cut=dealer == CUT, history=history)
    if isinstance(begun, Refusal):
        form.refuse(begun.field or "seats", begun.says)
        return _page(found, typed, form, dealer)
    is_new = not journal().game_made_by(read_creation_key())
    if is_new and (before := _begun_before(begun, is_cut=dealer == CUT)):
        return see_other(url_for("table.show", game=before))
    _count_strangers()
    made = write(lambda: _create(begun, new_owner(OWNER)))
    if isinstance(made, Refusal):
        form.take(made, "seats")
        return _page(found, typed, form, dealer)
    return see_other(url_for("table.show", game=made.game_id))


def _begun_before(begun: Sequence[Event], *, is_cut: bool) -> str:
    """Return this phone's latest game if it began like this and nothing was entered since."""
    mine = current_store().members.games_of(g.device)
    latest = next(iter(journal().list_games(Shelf.OPEN, mine, most=1)), None)
    if latest is None or latest.version != len(begun):
        return ""
    events = [each.event for each in to_history(journal().read(latest.id))]
    asked = len(begun) - 1 if is_cut else len(begun)  # chance has named the dealer, which begins the first deal
    return latest.id if events[:asked] == list(begun[:asked]) else ""


def _count_strangers() -> None:
    if home() is Home.INVITED:
        security.count(security.BEGINNING)


@pages.post("/sample")
@allow(MEMBERS)
def sample() -> Response:
    """The sample game of this phone or account, which is made if there is none."""
    key = f"sample:{this_phone()}"
    game = journal().game_made_by(key)
    if game is None:
        _count_strangers()
        begun, *then = sample_game()
        game = _create(begun, new_owner(OWNER), key, then, Shelf.SAMPLE).game_id
    return see_other(url_for("table.show", game=game))


@pages.get("/game/<game>/rematch")
@allow(SIGNED_IN)
def ask_rematch(game: str) -> Response:
    """The question about the first dealer of a rematch."""
    table = _over_or_422(game)
    return respond(
        "start/rematch.html",
        game=game,
        seen=view(table.state),
        dealer=dealer_of_rematch(table.state),
        deals_first=DEALS_FIRST[table.state.variant.deal_first],
        goes_on=rematch_of(game) is not None,
    )


@pages.post("/game/<game>/rematch")
@allow(SIGNED_IN, TAKE_PART)
def rematch(game: str) -> Response:
    """Begin a rematch with the present people and rules; every phone that asks gets the one new table."""
    table = _over_or_422(game)
    state, choice = table.state, Form(request.form).value("dealer")
    dealer = _first_dealer(choice, state.players) if choice else dealer_of_rematch(state)
    if dealer is None:
        abort(422, SAY_WHO_DEALS)
    asks_sides = state.agreement.since is not None
    begun = start_game(state.variant, state.names, dealer, previous=game, asks_sides=asks_sides, cut=choice == CUT)
    if isinstance(begun, Refusal):
        abort(422, begun.says)
    shelf = Shelf.SAMPLE if is_sample(game) else Shelf.OPEN
    again = rematch_of(game) or _create(begun, _owner_of_rematch(table), rematch_key(game), shelf=shelf).game_id
    return _led_on(table, again, joined(table))


def _over_or_422(game: str) -> OpenGame:
    table = open_game(game)
    if table.state.phase is not Phase.OVER:
        abort(422, "This game is not over yet. A rematch can begin as soon as somebody has won it.")
    return table


def _owner_of_rematch(table: OpenGame) -> NewOwner:
    """The owner of the game before the rematch; this phone, if nobody owns it."""
    owner = next((each for each in current_store().members.members_of(table.game) if each.owns), None)
    if owner is None:
        return new_owner(joined(table))
    return NewOwner("", owner.role, owner.seat, now(), owner.id)


@pages.post("/game/<game>/come-along")
@allow(MEMBERS, JOIN)
def come_along(game: str) -> Response:
    """Take this phone to the rematch that has begun, once: with its role, and with its seat if that is free there."""
    table = open_game(game)
    again = rematch_of(game)
    if again is None:
        abort(422, "No rematch of this game has begun. Any player may begin one.")
    return _led_on(table, again, joined(table))


def _led_on(table: OpenGame, again: str, who: Joined) -> Response:
    """Lead to the rematch; this phone keeps its part there, unless it has or had one there already.

    :raise 403: if it was removed from the rematch.
    """
    there = open_game(again)
    if joined(there).role is None:
        if was_removed(again):
            abort(403, REMOVED)
        _come_along(there, who)
    return take_along(see_other(url_for("table.show", game=again)), table.game, again)


def _come_along(there: OpenGame, who: Joined) -> None:
    try:
        join(there.game, who, detail=_place_said(there, who))
    except SeatHeld:
        join(there.game, Joined(Role.WATCHER), detail=_place_said(there, Joined(Role.WATCHER)))


def _place_said(table: OpenGame, who: Joined) -> str:
    place = table.state.names[who.seat] if who.seat is not None else "keeps the score"
    return f"{'watches' if who.looks_on else place}, from the game before"


def _create(
    begun: Sequence[Event],
    owner: NewOwner,
    key: str | None = None,
    then: Sequence[Sequence[Event]] = (),
    shelf: Shelf = Shelf.OPEN,
) -> Appended:
    started = next(event for event in begun if isinstance(event, GameStarted))
    return begin_game(begun, started, owner, key, then=then, shelf=shelf)


def _variant_or_404(key: str) -> Variant:
    """The variant of this key, or the house variant of this id; 404 where there is none."""
    try:
        return find_rules(key)
    except (VariantError, HouseError):
        abort(404, NO_SUCH_VARIANT)


def _names(variant: Variant, form: Form) -> list[str]:
    """The names as typed, as many as there are fields and the variant has seats for."""
    least, most = variant.players
    fields = sum(f"name-{seat}" in form.values for seat in range(most))
    return [form.value(f"name-{seat}") for seat in range(max(least, fields))]


def _to_target(variant: Variant, form: Form) -> Variant:
    """The variant with this table's target, and no other change."""
    if not has_target(variant) or not form.value(TARGET):
        return variant
    target = parse_number(form, TARGET, form.value(TARGET))
    try:
        return variant if target is None else with_options(variant, {"end.target": target})
    except OptionError:
        form.refuse(TARGET, "Please write a target that somebody can reach, from 1 to 1,000,000.")
        return variant


def has_target(variant: Variant) -> bool:
    """Return True if its games go to a score, which each table may choose at the start."""
    return variant.end_target is not None and not variant.end_deal


def _first_dealer(choice: str, players: int) -> int | None:
    """The seat that deals first; drawn by lot here, at the edge, because the game itself knows no chance."""
    if choice == CUT:
        return secrets.randbelow(players)
    return seat_in(choice, players)


def _rearranged(variant: Variant, names: list[str], dealer: str) -> Response:
    """The page after a change of seats; the chosen player still deals first, from the new seat."""
    asked = request.form
    kept = (TARGET, ASKED, *filter(paper.is_of_paper, asked))
    form = Form({name: asked[name] for name in kept if name in asked})
    names, moved = swap_seats(names, asked.get("arrange", ""))
    if (seat := number_in(dealer)) is not None:
        dealer = str(moved.get(seat, CUT))
    if "add" in asked and len(names) < variant.players[1]:
        names.append("")
    if "fewer" in asked and len(names) > variant.players[0]:
        names.pop()
        dealer = CUT if dealer == str(len(names)) else dealer
    if "put" in asked:
        _put(variant, asked["put"], names, form)
    return _page(variant, names, form, dealer, moves_on="arrange" not in asked)


def _labels(variant: Variant, players: int) -> dict[str, str]:
    seats = {f"name-{seat}": unnamed(seat) for seat in range(players)}
    return {TARGET: "Target"} | seats | {f"carried-{side}": f"Side {side}" for side in all_sides(variant, players)}


def _opens_more(variant: Variant, form: Form) -> bool:
    """Return True if something below "More" was chosen or is wrong."""
    from_paper = any(form.value(name) for name in form.values if paper.is_of_paper(name))
    is_wrong = any(name == TARGET or paper.is_of_paper(name) for name in form.errors)
    own_target = form.value(TARGET) not in ("", str(variant.end_target))
    return from_paper or is_wrong or own_target or bool(form.value(ASKED))


def _put(variant: Variant, name: str, names: list[str], form: Form) -> None:
    """Seat a person at the first empty seat, or at one more if the variant has room."""
    if "" in names:
        names[names.index("")] = name
    elif len(names) < variant.players[1]:
        names.append(name)
    else:
        form.refuse("seats", f"Every seat has a name. Empty the one that {name} takes, then tap {name} again.")


def _page(variant: Variant, names: list[str], form: Form, dealer: str = CUT, *, moves_on: bool = False) -> Response:
    """The seats; ``moves_on`` puts the cursor into the first empty one."""
    sides = all_sides(variant, len(names))
    known = seatable(current_store().people.remembered_names(g.device))
    seated = {same_name(name) for name in names}
    chips = [name for name in known if same_name(name) not in seated][:CHIPS_SHOWN]
    return respond(
        "start/seats.html",
        "start/_seating.html",
        status=form.status,
        variant=variant,
        address=(request.view_args or {})["variant"],
        plan=plan_seats(variant, names),
        form=form,
        labels=_labels(variant, len(names)),
        opens_more=_opens_more(variant, form),
        dealer=dealer,
        known=known,
        has_target=has_target(variant),
        carries=sides if carries_over(variant) else (),
        asks_before=paper.asked(variant, sides),
        chips=[*chips, guest_beside(names)] if chips else [],
        cursor=names.index("") if moves_on and "" in names else None,
        deals_first=DEALS_FIRST[variant.deal_first],
        clauses=[find_clause(clause) for clause in ("deal.first", "sides", "end.target")],
    )
