"""The page of the other phones: how they come, who is here, and what the owner hands out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import url_for
from werkzeug.wrappers import Response

from companion.store.membership import Role, hashed
from companion.web.base import actor
from companion.web.base.admission import by_invitation, may_manage
from companion.web.base.assets import shared_address
from companion.web.base.current import current_store
from companion.web.base.forms import Form
from companion.web.base.game import OpenGame
from companion.web.base.htmx import respond
from companion.web.base.presence import presence
from companion.web.base.seat import joined, member_here
from companion.web.share.choices import account_names, place_said, places, who_choices

MARK_LETTERS = 12


@dataclass(frozen=True)
class Phone:
    """A phone that belongs to a game, as the page lists it."""

    id: str
    says: str
    role: Role
    owns: bool
    here: bool
    """Whether it was heard of just now."""
    named: str
    """Its account, or the mark that the log has behind its name."""
    this: bool
    """Whether it is the one that looks."""


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
    """What the owner of a game is shown; of the links nothing that opens one."""
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
    """The phones of a game, which of them are here, and a mark that changes with any of that."""
    phones, who = phones_of(table), joined(table)
    return {"game": table.game, "phones": phones, "who": who, "mark": hashed(repr((phones, who)))[:MARK_LETTERS]}


def phones_of(table: OpenGame) -> list[Phone]:
    """The phones that belong to a game, its owner's first."""
    here, mine, names = presence().here(table.game), member_here(table.game), account_names()
    return [
        Phone(
            each.id,
            place_said(table.state, each.role, each.seat),
            each.role,
            each.owns,
            each.id in here,
            names.get(each.id, each.id[: actor.MARK_LETTERS]),
            mine is not None and each.id == mine.id,
        )
        for each in current_store().members.members_of(table.game)
    ]
