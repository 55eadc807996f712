"""``companion invite``: a way into a game that no phone can open any more."""

from __future__ import annotations

import os

import click

from companion.cli.commands import UserError
from companion.cli.store import games_there_are, opened
from companion.cli.where import Where, find_settings, kept_in
from companion.settings import address_told
from companion.store import NotFound, Role
from companion.store.moments import now


@click.command()
@click.argument("game")
@click.option("--owner-lost", is_flag=True, help="Let the game belong to nobody: whoever writes hands out its links.")
@kept_in("Where the games are kept.")
def invite(game: str, owner_lost: bool, where: Where) -> None:
    """Make a link by which a phone keeps the score of a game.

    For a game that no phone can open, such as one from before --home invited, and with --owner-lost for one whose
    owner's phone is gone. Whoever uses the link then can hand the game over.
    """
    with opened(where) as store:
        try:
            token = store.links.make_link(game, Role.SCORER, now())
        except NotFound as fault:
            raise UserError(f"{fault}; {games_there_are(store)}") from fault
        if owner_lost:
            store.members.disown(game)
    url = find_settings(None, None, os.environ)["URL"].value
    click.echo(f"On the phone, {address_told(url, f'/link/{token}')}")
