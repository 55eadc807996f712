"""``companion invite``: a way into a game, or into a club, that no phone can open any more, or yet."""

from __future__ import annotations

import os
from datetime import datetime, timedelta, timezone

import click

from companion.cli.commands import UserError
from companion.cli.store import games_there_are, opened
from companion.cli.where import Where, find_settings, kept_in
from companion.settings import address_told
from companion.store import Action, AuditEntry, NotFound, Office, Role, Store
from companion.store.moments import at, now

INVITED_FOR = timedelta(days=7)
MACHINE = "companion invite"
NO_CLUB = "Set COMPANION_HOME=club, or start it with --home club: else there is no page that takes this link."


@click.command()
@click.argument("game", required=False)
@click.option("--owner-lost", is_flag=True, help="Let the game belong to nobody: whoever writes hands out its links.")
@click.option("--club", type=click.Choice([each.value for each in Office]), help="Invite somebody into the club.")
@kept_in("Where the games are kept.")
def invite(game: str | None, owner_lost: bool, club: str | None, where: Where) -> None:
    """Make a link by which a phone keeps the score of a game, or comes into a club.

    For a game that no phone can open, such as one from before --home invited, and with --owner-lost for one whose
    owner's phone is gone. Whoever uses the link then can hand the game over.

    With --club instead of a game, for the first owner of a club (--club owner), or when no owner can sign in any more.
    The link is good for a week, and once.
    """
    if (game is None) == (club is None):
        raise UserError("name a game, or say --club owner for a way into the club")
    settings = find_settings(None, None, os.environ)
    with opened(where) as store:
        path = _into_club(store, Office(club)) if club else _into_game(store, str(game), owner_lost)
    click.echo(f"On the phone, {address_told(settings['URL'].value, path)}")
    if club and settings["HOME"].value != "club":
        click.echo(NO_CLUB)


def _into_club(store: Store, office: Office) -> str:
    ends_at = at(datetime.now(timezone.utc) + INVITED_FOR)
    entry = AuditEntry(None, now(), MACHINE, Action.INVITED, office.said)
    return f"/in/{store.ways_in.invite(office, '', now(), ends_at, entry)}"


def _into_game(store: Store, game: str, owner_lost: bool) -> str:
    try:
        token = store.links.make_link(
            game, Role.SCORER, now(), entry=AuditEntry(game, now(), MACHINE, Action.LINK_MADE, "Keeps the score")
        )
    except NotFound as fault:
        raise UserError(f"{fault}; {games_there_are(store)}") from fault
    if owner_lost:
        store.members.disown(game, AuditEntry(game, now(), MACHINE, Action.DISOWNED))
    return f"/link/{token}"
