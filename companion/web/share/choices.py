"""The places at a table as forms ask for them and pages name them."""

from __future__ import annotations

from flask import g

from companion.game.record.state import GameState
from companion.store.membership import Member, Role, hashed
from companion.web.base.actor import marked
from companion.web.base.current import current_store
from companion.web.base.game import OpenGame
from companion.web.base.homes import is_club
from companion.web.base.seat import Joined
from companion.web.base.signed_in import device_of


def who_choices(state: GameState) -> list[tuple[str, str, str]]:
    """Who a phone may say it is: what its form sends, what it is called, and what that means."""
    seats = [(str(seat), name, _plays(state, seat)) for seat, name in enumerate(state.names)]
    return [
        *seats,
        (Role.SCORER.value, "I keep the score", "for everybody"),
        (Role.WATCHER.value, "I only look on", "without buttons that write"),
    ]


def place_said(state: GameState, role: Role, seat: int | None) -> str:
    """A place in words, for a list: a player's name, or what the others do."""
    if seat is not None and seat < state.players:
        return state.names[seat]
    return "Keeps the score" if role is Role.SCORER else "Looks on"


def handed_to_said(state: GameState, role: Role, seat: int | None) -> str:
    """The phone to which a game is handed over, in words."""
    if seat is not None and seat < state.players:
        return state.names[seat]
    return "the phone that keeps the score" if role is Role.SCORER else "a phone that only looks on"


def stays_said(state: GameState, role: Role | None, seat: int | None) -> str:
    """What a phone is that has handed its game over, in words."""
    if role is None:
        return "You will be nobody in particular at this game."
    if seat is not None and seat < state.players:
        return f"You will be {state.names[seat]}, as now, and no more."
    return "You will keep the score, as now, and no more." if role is Role.SCORER else "You will only look on."


def places(state: GameState) -> list[tuple[str, str, str]]:
    """The places for which a link can be handed out."""
    seats = [(str(seat), name, _plays(state, seat)) for seat, name in enumerate(state.names)]
    return [
        *seats,
        (Role.SCORER.value, "Somebody who keeps the score", "for everybody"),
        (Role.WATCHER.value, "Somebody who only looks on", "without buttons that write"),
    ]


def _plays(state: GameState, seat: int) -> str:
    partners = [state.names[other] for other in state.seats_of(state.side_of(seat)) if other != seat]
    return f"plays with {' and '.join(partners)}" if partners else "plays alone"


def place_taken(table: OpenGame, who: Joined) -> str:
    """A place that this device takes, for the audit log, with who held its seat until then."""
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
