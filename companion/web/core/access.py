"""Permission to open a page, see a game, write to it and share its links, decided before the view runs.

Each view declares with :func:`allow` its users and its effect on the game in the request; an
application with a view that declares nothing does not start.

In an open house (``HOME`` is ``open``) everybody in it sees every game, and writes unless they only watch. In one by
invitation (``invited``) an address alone opens nothing: a device sees the games and nights with a place for it, and
the owner names the keepers of house rules, seasons and nights. In a club
(``club``) accounts have an office; anyone signed in sees every game and writes where they have a place, and anyone
else is treated as if invited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from flask import Flask, abort, current_app, g, request

from companion.game.fold import is_signed
from companion.store.audit import Action
from companion.store.club import Account, Office
from companion.store.entries import GameRow, Shelf
from companion.store.errors import Damaged
from companion.store.membership import HOUSE, Role
from companion.store.nights import NightRead
from companion.web.core.current import current_store, journal
from companion.web.core.game import find_mark, open_game, was_carried_out
from companion.web.core.identity import Home, account_here, home, is_club, record_for_club, sign_in_here
from companion.web.core.seat import Joined, join, looks_on, member_here, seat_of
from companion.web.core.security import SAFE_METHODS, View, marking


class Who(Enum):
    """The people who may open a view."""

    ANYBODY = auto()
    """Everybody: the rules, and what a link opens."""
    MEMBERS = auto()
    """Members of a club, and guests at the game in the request."""
    SIGNED_IN = auto()
    """Members of a club alone, also if the request names a game."""
    PLACES = auto()
    """Phones with a place at a game, watchers excepted, in a house by invitation; members in a club."""
    KEEPERS = auto()
    """Keepers of what all games share: in a house by invitation the named phones, in a club directors."""
    AT_NIGHT = auto()
    """Viewers of the night in the request, or of any night: in a house by invitation those with a place there."""
    DESK = auto()
    """Writers at the night in the request: its directors, and in an open house everybody."""
    NIGHT_DIRECTOR = auto()
    """Writers as in ``DESK``; while the standing is hidden its directors alone, since it would show something of it."""
    NAMES_KEEPERS = auto()
    """People who name the directors of the night in the request, or keepers of the house: those already named."""
    DIRECTORS = auto()
    """Directors of a club."""


class Act(Enum):
    """A view's effect on the game in the request."""

    READ = auto()
    RECORD = auto()
    """Writes to its record: for those with a place, unless the game is locked."""
    TAKE_PART = auto()
    """Writes beside its record, such as a photo: for those with a place."""
    TIDY = auto()
    """Archives, deletes and restores it: as ``TAKE_PART``, and for directors of the club."""
    MANAGE = auto()
    """Makes its links, hands it over and locks it: for its owner."""
    JOIN = auto()
    """Changes only the place of the phone that asks; the view judges by itself."""


ANYBODY, MEMBERS, SIGNED_IN, PLACES, KEEPERS, AT_NIGHT, DESK, NIGHT_DIRECTOR, NAMES_KEEPERS, DIRECTORS = Who
READ, RECORD, TAKE_PART, TIDY, MANAGE, JOIN = Act


@dataclass(frozen=True)
class Access:
    """A view's declaration."""

    who: Who
    act: Act = READ

    @property
    def office(self) -> Office | None:
        """The lowest office with access; None if nobody has to be signed in."""
        if self.who in {KEEPERS, DIRECTORS, DESK, NIGHT_DIRECTOR, NAMES_KEEPERS}:
            return Office.DIRECTOR
        return None if self.who is ANYBODY else Office.MEMBER


def allow(who: Who, act: Act = READ) -> Callable[[View], View]:
    """Declare who may open the decorated view, and its effect on the game in the request."""
    return marking("access", Access(who, act))


def access_to(app: Flask, endpoint: str) -> Access:
    """Return a view's declaration.

    :raises LookupError: if it declares nothing.
    """
    declared: Access | None = getattr(app.view_functions[endpoint], "access", None)
    if declared is None:
        raise LookupError(f"{endpoint} does not declare who may ask for it: decorate its view with @allow(…)")
    return declared


def check_declared(app: Flask) -> None:
    """Check that every view of ``app`` declares its access.

    :raises LookupError: naming the first that does not.
    """
    for endpoint in app.view_functions:
        access_to(app, endpoint)


def may_ask(endpoint: str) -> bool:
    """Return True if this request may open the view, at its night if the view is about one."""
    declared = access_to(current_app, endpoint)
    night = str((request.view_args or {}).get("night", ""))
    if declared.who in {AT_NIGHT, DESK, NIGHT_DIRECTOR, NAMES_KEEPERS} and directs(night):
        return True
    if home() is Home.INVITED:
        return declared.who not in _NARROWED or _NARROWED[declared.who](night)
    if is_club():
        return declared.office is None or _reaches(account_here(), declared.office)
    return declared.who is not NAMES_KEEPERS and (declared.who is not NIGHT_DIRECTOR or _shows_standing(night))


def keeps_house() -> bool:
    """Return True if this device looks after what all games of the house share."""
    if is_club():
        return runs_tables()
    return home() is Home.OPEN or current_app.config["ALONE"] or HOUSE in _kept()


def _kept() -> frozenset[str]:
    """The house and nights this device was named to look after; read from the store once a request."""
    if "kept" not in g:
        g.kept = current_store().keepers.kept_by(g.device)
    found: frozenset[str] = g.kept
    return found


def _is_at_night(night: str) -> bool:
    seen = nights_seen_here()
    return seen is None or (night in seen if night else bool(seen))


def _shows_standing(night: str) -> bool:
    found = current_store().nights.read(night)
    return found is None or found.night.shows_standing


def sees_standing(read: NightRead) -> bool:
    """Return True if this device sees a night's totals and standing; hidden ones are shown to its directors."""
    return read.night.shows_standing or directs(read.row.id)


_NARROWED: Mapping[Who, Callable[[str], bool]] = {
    PLACES: lambda _: current_store().members.writes_somewhere(g.device),
    KEEPERS: lambda _: keeps_house(),
    AT_NIGHT: _is_at_night,
    DESK: lambda _: False,
    NIGHT_DIRECTOR: lambda _: False,
    NAMES_KEEPERS: lambda _: False,
}
"""The conditions of a house by invitation, at the request's night if it names one; directors are admitted before."""


def runs_tables() -> bool:
    """Return True if this account manages every game of the club: writes to it, and makes its links."""
    return is_club() and _reaches(account_here(), Office.DIRECTOR)


def looks_after(office: Office) -> bool:
    """Return True if the requesting account looks after an office, as in :meth:`Office.looks_after`."""
    mine = account_here()
    return mine is not None and mine.office.looks_after(office)


def _reaches(account: Account | None, office: Office) -> bool:
    return account is not None and account.office.reaches(office)


ALONE = (
    "The companion runs on this phone alone, so no other phone and no television shows what it has. "
    "“Other phones” in a game’s menu passes the game on."
)
BY_INVITATION = (
    "Games here are for those who were invited, and this phone was not invited to this one. "
    "Ask somebody at the table for a link: “Other phones” in the game’s menu makes one."
)
SIGN_IN_FIRST = (
    "This is for the members of the club, and nobody is signed in on this phone. "
    "Sign in; or ask somebody at the table for a link to their game: “Other phones” in its menu makes one."
)
BEGIN_SIGNED_IN = "Sign in to begin a game. Ask a member of the club at the table, or sign in on this phone."
NO_PLACE = (
    "Games are imported by those who play here, and this phone has no place at a game. "
    "Ask somebody at the table for a link, or begin a game."
)
NO_KEEPER = (
    "House rules, seasons and nights belong to the house. Ask its owner for a link: "
    "“Who looks after the house”, on the page of house rules, makes one."
)
NOT_AT_NIGHT = (
    "This night is for those who have a place at it, and this phone has none. Ask its director for tonight’s code."
)
FOR_NIGHT_DIRECTORS = (
    "Only those who direct this night, or look after the house, can do that. Ask the phone that opened the night."
)
FOR_DIRECTORS_ONLY = "Only a director or an owner of the club can do that. Ask one of them."
LOOKS_ON = (
    "This phone is view-only at this game, so nothing was written. "
    "To write, say who you are under “Other phones” in the game’s menu."
)
LOOKS_ON_DIRECTOR = (
    "You see this game view-only, so nothing was written. To write, tap “Keep score here” on the table’s page; "
    "the log then says that you did."
)
LOOKS_ON_BY_LINK = (
    "This phone is view-only at this game, so nothing was written. To write, ask the game’s owner for another link."
)
LOCKED = (
    "This game is locked: its result stands, so nothing was written. "
    "Its owner can unlock it under “Other phones” in the game’s menu."
)
SIGNED = (
    "Every side has signed this result, so it stays as it is. "
    "It can be changed once each side has withdrawn its signature, on the table’s page."
)
OF_A_NIGHT = (
    "This game is played at a night that goes on, so only the night’s director archives, deletes or restores it. "
    "Ask the director; the totals of a table can be corrected at any time."
)
NOT_YOURS = "Only the owner of this game can do that. “Other phones” in the game’s menu says which it is."
PLACE_BY_LINK = (
    "Here every phone has the place that its link gave it, so nothing was changed. "
    "Ask the game’s owner for another link."
)
Finder = Callable[[str], str | None]


def init_app(app: Flask) -> None:
    """Restrict every view of ``app`` to its rights; templates offer only permitted functions."""
    app.extensions["game_of"] = {}
    app.before_request(admit)
    app.jinja_env.globals.update(
        may_manage=may_manage,
        may_write=may_write,
        is_locked=is_locked,
        is_sample=is_sample,
        by_invitation=by_invitation,
        may_ask=may_ask,
        directs=directs,
        looks_after=looks_after,
        runs_tables=runs_tables,
    )


def belongs(app: Flask, family: str, part: str, find: Finder) -> None:
    """Declare that a part of a family's addresses, or a field of its forms, identifies a game."""
    app.extensions["game_of"][family, part] = find


def refuse_alone() -> None:
    """Refuse functions for other phones and the television if the companion runs on one phone alone.

    :raise 404: then.
    """
    if current_app.config["ALONE"]:
        abort(404, ALONE)


def by_invitation() -> bool:
    """Return True if a device sees only the games that it belongs to."""
    return home() is Home.INVITED or (is_club() and account_here() is None)


def may_see(game: str) -> bool:
    """Return True if this device may view a game; a sample only if it belongs to it."""
    return member_here(game) is not None or not (by_invitation() or is_sample(game))


def seen_here() -> frozenset[str] | None:
    """The games that this device may look at; None where it sees all."""
    return current_store().members.games_of(g.device) if by_invitation() else None


def still_sees(game: str) -> Callable[[], bool] | None:
    """Return a later check of this device's right to see a game; None if everyone sees it."""
    store, device, account, sign_in = current_store(), g.device, account_here(), sign_in_here()
    if by_invitation():
        return lambda: store.members.find(game, device) is not None
    if account is None or sign_in is None:
        return None
    return lambda: any(each.id == sign_in.id for each in store.accounts.sign_ins_of(account.id))


def find_seen(game: str) -> GameRow | None:
    """A game as lists show it, if there is one and this device may look at it."""
    row = journal().find_game(game)
    return row if row and may_see(game) else None


def is_sample(game: str) -> bool:
    """Return True if a game is a sample."""
    row = journal().find_game(game)
    return row is not None and row.shelf is Shelf.SAMPLE


def is_locked(game: str) -> bool:
    """Return True if a game is locked for everyone; it is over then."""
    return open_game(game).state.won is not None and current_store().members.is_locked(game)


def may_write(game: str) -> bool:
    """Return True if this device, which sees the game, may write to it; signed games are closed to it."""
    return not looks_on(game) and not is_locked(game) and not is_signed(open_game(game).state)


def may_manage(game: str) -> bool:
    """Return True if this device makes a game's links: its owner, or any that writes if nobody owns it."""
    mine = member_here(game)
    if runs_tables() or (mine is not None and mine.owns):
        return True
    return may_see(game) and not looks_on(game) and not is_owned(game)


def kept_by_night(game: str) -> str:
    """Return why this device cannot move a game to another shelf: an open night needs it. Empty if it can."""
    night = _open_night_of(game)
    return OF_A_NIGHT if night and not directs(night) else ""


def directs_night_of(game: str) -> bool:
    """Return True if a game is part of an open night, and this device directs it."""
    night = _open_night_of(game)
    return night is not None and directs(night)


def directs(night: str) -> bool:
    """Return True if this device directs a night: as opener, named director, keeper of the house or club director."""
    if night and night in _kept():
        return True
    return runs_tables() if is_club() else current_app.config["ALONE"] or HOUSE in _kept()


def nights_seen_here() -> frozenset[str] | None:
    """The nights that this device may look at; None where it sees all."""
    if home() is not Home.INVITED or keeps_house():
        return None
    return current_store().nights.seen_by(g.device)


def _open_night_of(game: str) -> str | None:
    nights = current_store().nights
    of = nights.of_game(game)
    try:
        read = nights.read(of) if of else None
        goes_on = read is not None and not read.night.closed
    except Damaged:  # its own page says so; the game is played on without it
        return None
    # A file may say of any game that a night plays it.
    return of if read and read.row.opened_here and goes_on else None


def enter_as_director(game: str, detail: str, log: str, *, owns: bool = False) -> None:
    """Let this director's phone write to a game without a seat, and record that in the game's log and the club's."""
    join(game, Joined(Role.SCORER, owns=owns), detail=detail)
    record_for_club(Action.JOINED, log)


def is_owned(game: str) -> bool:
    """Return True if a game has an owner; imported games and those of early companions have none."""
    return any(member.owns for member in current_store().members.members_of(game))


def admit() -> None:
    """Refuse what this device may not see or write; of a player's write fill ``g.player``: the log says who wrote.

    :raise 403: with the way in, or to say otherwise.
    :raise 404: at every address of a game that is not there, or in the bin.
    """
    if not request.endpoint:
        return
    declared = access_to(current_app, request.endpoint)
    games, at_table = [*dict.fromkeys(_games_asked())], (request.view_args or {}).get("game", "")
    _ask_office(declared, bool(games))
    for game in games:
        if not may_see(game):
            abort(403, SIGN_IN_FIRST if is_club() and not account_here() else BY_INVITATION)
        if game == at_table:
            find_mark(game)  # 404 if there is none, or it is in the bin
        if declared.act is MANAGE and not may_manage(game):
            abort(403, NOT_YOURS if is_owned(game) else _looks_on_says())
        if declared.act not in {READ, JOIN, MANAGE}:
            _admit_to_write(game, declared.act)
    if at_table and request.method not in SAFE_METHODS:
        table = open_game(at_table)
        if (seat := seat_of(table)) is not None:
            g.player = table.state.names[seat]


def _ask_office(declared: Access, of_game: bool) -> None:
    if may_ask(request.endpoint or ""):
        return
    if home() is not Home.CLUB:
        abort(
            403, {KEEPERS: NO_KEEPER, PLACES: NO_PLACE, AT_NIGHT: NOT_AT_NIGHT}.get(declared.who, FOR_NIGHT_DIRECTORS)
        )
    if declared.who is SIGNED_IN:
        abort(403, BEGIN_SIGNED_IN)
    if declared.office is Office.DIRECTOR and account_here():
        abort(403, FOR_DIRECTORS_ONLY)
    if not of_game:
        abort(403, SIGN_IN_FIRST)


def _admit_to_write(game: str, act: Act) -> None:
    # Directors archive, delete and restore every game; what was played at it they change only from a place there.
    if act is TIDY and (kept := kept_by_night(game)):
        abort(403, kept)
    view_only = looks_on(game) and not (act is TIDY and (runs_tables() or directs_night_of(game)))
    closed = _looks_on_says() if view_only else LOCKED if act is RECORD and is_locked(game) else ""
    if request.method in SAFE_METHODS and is_signed(open_game(game).state):
        closed = closed or SIGNED  # a form is refused before anything is typed
    # Anyone who wrote, lost the answer and asks again learns that it was written, whatever became of the place since.
    if closed and not (act is RECORD and was_carried_out(game)):
        abort(403, closed)


def _looks_on_says() -> str:
    if runs_tables():
        return LOOKS_ON_DIRECTOR
    return LOOKS_ON_BY_LINK if by_invitation() else LOOKS_ON


def _games_asked() -> Iterator[str]:
    """The games that this request names, by whatever belongs to them."""
    parts = request.view_args or {}
    if "game" in parts:
        yield parts["game"]
        return
    finders: dict[tuple[str, str], Finder] = current_app.extensions["game_of"]
    for (family, part), find in finders.items():
        if family != request.blueprint:
            continue
        for value in [str(parts[part])] if part in parts else request.values.getlist(part):
            game = find(value) if value else None
            if game:
                yield game
