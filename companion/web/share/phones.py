"""The page of other phones: places as forms spell them and pages name them, and who is here."""

from __future__ import annotations

from typing import Any

from flask import g, url_for
from werkzeug.wrappers import Response

from companion.game.state import GameState
from companion.rules.phrases import series
from companion.store.membership import Member, Role, hashed
from companion.web.core import identity
from companion.web.core.access import by_invitation, may_manage
from companion.web.core.assets import shared_address
from companion.web.core.current import current_store
from companion.web.core.forms import Form
from companion.web.core.game import OpenGame
from companion.web.core.identity import device_of, is_club, marked
from companion.web.core.rendering import respond
from companion.web.core.seat import Joined, joined, member_here, presence


def who_choices(state: GameState) -> list[tuple[str, str, str]]:
    """The choices of a phone: its form's value, its name, and its meaning."""
    seats = [(str(seat), name, _plays(state, seat)) for seat, name in enumerate(state.names)]
    return [
        *seats,
        (Role.SCORER.value, "I keep the score", "for everybody"),
        (Role.WATCHER.value, "I’m just watching", "without buttons that write"),
    ]


def place_said(state: GameState, role: Role, seat: int | None) -> str:
    """A place in words, for a list: a player's name, or what the others do."""
    if seat is not None and seat < state.players:
        return state.names[seat]
    return "Keeps the score" if role is Role.SCORER else "Watches"


def handed_to_said(state: GameState, role: Role, seat: int | None) -> str:
    """The phone to which a game is handed over, in words."""
    if seat is not None and seat < state.players:
        return state.names[seat]
    return "the phone that keeps the score" if role is Role.SCORER else "a view-only phone"


def stays_said(state: GameState, role: Role | None, seat: int | None) -> str:
    """The part of a phone after it has handed its game over, in words."""
    if role is None:
        return "You will have no role in this game."
    if seat is not None and seat < state.players:
        return f"You will be {state.names[seat]}, as now."
    return "You will keep the score, as now." if role is Role.SCORER else "You will just watch."


def places(state: GameState) -> list[tuple[str, str, str]]:
    """The places for which a link can be handed out."""
    seats = [(str(seat), name, _plays(state, seat)) for seat, name in enumerate(state.names)]
    return [
        *seats,
        (Role.SCORER.value, "Somebody who keeps the score", "for everybody"),
        (Role.WATCHER.value, "Somebody who only watches", "without buttons that write"),
    ]


def _plays(state: GameState, seat: int) -> str:
    partners = [state.names[other] for other in state.seats_of(state.side_of(seat)) if other != seat]
    return f"plays with {series(partners)}" if partners else "plays alone"


def place_taken(table: OpenGame, who: Joined) -> str:
    """A seat taken by this device, for the audit log, with its holder until then."""
    place, mine = place_said(table.state, who.role or Role.WATCHER, who.seat), hashed(g.device)
    for each in current_store().members.members_of(table.game):
        if who.seat is not None and each.seat == who.seat and each.id != mine:
            return f"{place}, in place of {member_said(table.state, each)}"
    return place


def account_names() -> dict[str, str]:
    """The accounts of a club by their ids as members of a game; nothing at home."""
    accounts = current_store().accounts.list_accounts() if is_club() else []
    return {hashed(device_of(each)): each.name for each in accounts}


def member_said(state: GameState, member: Member) -> str:
    """A device at a game for the audit log: its account, or what it does there with a short mark."""
    names = account_names()
    if member.id in names:
        return names[member.id]
    if member.seat is not None and member.seat < state.players:
        return marked(f"{state.names[member.seat]}’s phone", member.id)
    return marked("the phone that keeps the score" if member.role is Role.SCORER else "a watching phone", member.id)


MARK_LETTERS = 12


def show_page(
    table: OpenGame,
    form: Form,
    made: str | None = None,
    closed: int | None = None,
    handed: tuple[str, str] | None = None,
) -> Response:
    """The page, or for htmx its part with the links to watch.

    :param made: the path of a link to watch that was made just now.
    :param closed: how many of those were closed just now.
    :param handed: whose place was handed out just now, and the path of its link.
    """
    path = url_for("share.ask_who", game=table.game)
    return respond(
        "share/share.html",
        "share/_watchers.html",
        status=form.status,
        form=form,
        choices=who_choices(table.state),
        path=path,
        address=shared_address(path),
        back=url_for("table.show", game=table.game),
        made=made,
        made_address=shared_address(made) if made else None,
        closed=closed,
        handed=handed,
        handed_address=shared_address(handed[1]) if handed else None,
        **owners_parts(table),
        **phones_parts(table),
    )


def owners_parts(table: OpenGame) -> dict[str, Any]:
    """The variables for the owner of a game; of the links nothing that opens one."""
    manages = may_manage(table.game)
    links = current_store().links.links_of(table.game) if manages else []
    return {
        "manages": manages,
        "may_choose": not by_invitation() or manages,
        "places": places(table.state),
        "links": [(link, place_said(table.state, link.role, link.seat)) for link in links],
        "version": table.version,
        "asks_sides": table.state.agreement.since is not None,
        "is_over": table.state.won is not None,
        "locked": current_store().members.is_locked(table.game),
    }


def phones_parts(table: OpenGame) -> dict[str, Any]:
    """The phones of a game with their presence, and a mark that changes with them."""
    phones, who = phones_of(table), joined(table)
    return {"game": table.game, "phones": phones, "who": who, "mark": hashed(repr((phones, who)))[:MARK_LETTERS]}


def phones_of(table: OpenGame) -> list[dict[str, Any]]:
    """The phones that belong to a game, its owner's first."""
    here, mine, names = presence().here(table.game), member_here(table.game), account_names()
    return [
        {
            "id": each.id,
            "says": place_said(table.state, each.role, each.seat),
            "role": each.role,
            "owns": each.owns,
            "here": each.id in here,
            # Its account, or the mark that the log has behind its name.
            "named": names.get(each.id, f"phone {each.id[: identity.MARK_LETTERS]}"),
            "this": mine is not None and each.id == mine.id,
        }
        for each in current_store().members.members_of(table.game)
    ]
