"""``companion config | setup | invite | release``: settings, and ways in that no phone can open."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta, timezone
from pathlib import Path

import click

from companion.cli.commands import UserError
from companion.cli.store import games_there_are, opened
from companion.cli.where import DATABASE_HELP, Where, find_settings, kept_in
from companion.settings import SettingValue, terminal_address
from companion.store import Action, AuditEntry, NotFound, Office, Role, Store
from companion.store.membership import HOUSE
from companion.store.moments import at, now


@click.command()
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Where games are kept.")
@click.option("--database", metavar="URL", help=DATABASE_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def config(data: Path | None, database: str | None, as_json: bool) -> None:
    """Show every setting, its value and where it was found. Passwords and keys are hidden."""
    found = find_settings(data, database, os.environ).values()
    if as_json:
        click.echo(json.dumps({each.setting.variable: {"value": each.shown, "from": each.origin} for each in found}))
    else:
        click.echo("\n\n".join(map(_shown, found)))


def _shown(found: SettingValue) -> str:
    return f"{found.setting.variable} = {found.shown}  ({found.origin})\n    {found.setting.says}"


@click.command()
@kept_in("Where the games are kept.")
def setup(where: Where) -> None:
    """Print the address of the page that shows what reaches the companion. It is good for an hour.

    The page says what to set, where the companion is behind a proxy.
    """
    from companion.cli.store import opened
    from companion.web.setup import make_token

    settings = find_settings(None, None, os.environ)
    with opened(where) as store:
        key = settings["SECRET_KEY"].value or store.secret.key()
    click.echo(terminal_address(settings["URL"].value, f"/setup/check/{make_token(key)}"))
    click.echo("Open it the way that your players come in: by the same name, with the same browser.")


INVITED_FOR = timedelta(days=7)
MACHINE = "companion invite"
NO_CLUB = "Set COMPANION_HOME=club, or start it with --home club: else there is no page that takes this link."


@click.command()
@click.argument("game", required=False)
@click.option("--owner-lost", is_flag=True, help="Let the game belong to nobody: any phone that writes can make links.")
@click.option("--house", is_flag=True, help="Let a phone look after house rules, seasons and nights.")
@click.option("--club", type=click.Choice([each.value for each in Office]), help="Invite somebody into the club.")
@kept_in("Where the games are kept.")
def invite(game: str | None, owner_lost: bool, house: bool, club: str | None, where: Where) -> None:
    """Make a link by which a phone keeps the score of a game, looks after the house, or comes into a club.

    For a game that no phone can open, such as one from before --home invited, and with --owner-lost for one whose
    owner's phone is gone. The phone that uses the link can hand the game over.

    With --house instead of a game, for the phone of a house's owner with --home invited: it makes house rules and
    seasons, opens nights, and names others who may.

    With --club instead of a game, for the first owner of a club (--club owner), or when no owner can sign in any more.
    These links are good for a week, and once.
    """
    if [game is not None, house, club is not None].count(True) != 1:
        raise UserError("name a game, or say --house, or --club owner for a way into the club")
    settings = find_settings(None, None, os.environ)
    with opened(where) as store:
        if house:
            path = f"/keep/{store.keepers.make_link(HOUSE, now())}"
        else:
            path = _into_club(store, Office(club)) if club else _into_game(store, str(game), owner_lost)
    click.echo(f"On the phone, {terminal_address(settings['URL'].value, path)}")
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


HERE = "this machine"


@click.command()
@click.argument("name")
@kept_in("Where the games are kept.")
def release(name: str, where: Where) -> None:
    """Let go of a person whose phone is lost, and make a link for the new one.

    The person is no phone's then, until the new one uses the link, which is good for an hour. Who may see the person's
    page stays as it was.
    """
    from companion.web.people.naming import make_token

    settings = find_settings(None, None, os.environ)
    with opened(where) as store:
        people = store.sayings.people()
        person = people.key(name)
        phones = people.phones.get(person)
        if not phones:
            raise UserError(f"{name} is on no phone: the first to say “This is me” there decides")
        entry = AuditEntry(None, now(), "companion release", Action.PERSON_RELEASED, name)
        store.sayings.release(person, HERE, now(), entry=entry)
        key = settings["SECRET_KEY"].value or store.secret.key()
    address = terminal_address(settings["URL"].value, f"/who/phone/{make_token(key, person)}")
    click.echo(f"On the new phone, {address}")
