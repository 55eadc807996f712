"""What one has to be to ask for a page: in a club an account with an office, in an invited home a phone with a place.

An open home asks nothing of anybody.

Whatever stands in no list here is for those who are signed in, so that a page that is new is shut until somebody thinks
of it. Whose a game is, and who may write to it, is ``admission``'s; a page of a game is open to whoever it lets in.
"""

from __future__ import annotations

from flask import Flask, g

from companion.store.club import Account, Office
from companion.web.base.current import current_store
from companion.web.base.homes import Home, home, is_club
from companion.web.base.signed_in import account_here

FOR_ANYBODY = frozenset(
    (
        *("static", "assets", "worker", "health", "setup", "home"),
        *("rulebook", "card", "settle", "share"),  # the rules, and what a link opens
        *("club.sign_in", "club.by_passkey", "club.look", "club.use"),
    )
)
"""Families and views for whoever asks."""
BEGINS_GAMES = frozenset(("start.ask_rematch", "start.rematch"))
"""Asked at a game that is there, and yet for those alone who are signed in."""
HOUSE_AFFAIRS = frozenset(
    (
        *("house.bring_in", "house.choose", "house.make", "house.edit", "house.delete"),
        *("season.make", "season.change", "season.end", "season.remove"),
    )
)
"""House rules and seasons, which all games share."""
FOR_PLACES = HOUSE_AFFAIRS | {"shelf.bring_in"}
"""In an invited home: for phones that have a place at a game, and do not only watch it."""
FOR_DIRECTORS = HOUSE_AFFAIRS | frozenset(
    (
        *("club.members", "club.log", "club.invite", "club.take_back", "club.let_in", "club.appoint"),
        *("club.sign_out_everywhere", "club.send_out"),
    )
)


def init_app(app: Flask) -> None:
    """Let templates ask the same, so that nothing is offered that would be refused."""
    app.jinja_env.globals.update(may_ask=may_ask, looks_after=looks_after, runs_tables=runs_tables)


def office_for(endpoint: str) -> Office | None:
    """The lowest office that is asked of whoever asks there; None if nobody has to be signed in."""
    if endpoint in FOR_DIRECTORS:
        return Office.DIRECTOR
    return None if {endpoint, endpoint.partition(".")[0]} & FOR_ANYBODY else Office.MEMBER


def may_ask(endpoint: str) -> bool:
    """Whether whoever asks now may do so there."""
    if home() is Home.INVITED:
        return endpoint not in FOR_PLACES or _has_place()
    needed = office_for(endpoint)
    return not is_club() or needed is None or _reaches(account_here(), needed)


def _has_place() -> bool:
    if "has_place" not in g:
        g.has_place = current_store().members.writes_somewhere(g.device)
    found: bool = g.has_place
    return found


def runs_tables() -> bool:
    """Whether whoever asks looks after every game of the club: writes to it, and hands out its places."""
    return is_club() and _reaches(account_here(), Office.DIRECTOR)


def looks_after(office: Office) -> bool:
    """Whether the account that asks looks after an office, as :meth:`Office.looks_after` says."""
    mine = account_here()
    return mine is not None and mine.office.looks_after(office)


def _reaches(account: Account | None, office: Office) -> bool:
    return account is not None and account.office.reaches(office)
