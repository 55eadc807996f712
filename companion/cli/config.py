"""``companion config | setup``: what this server was told, and the page that shows what reaches it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from companion.cli.where import DATABASE_HELP, Where, find_settings, kept_in
from companion.settings import Found, address_told


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
        click.echo("\n\n".join(map(_told, found)))


def _told(found: Found) -> str:
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
    click.echo(address_told(settings["URL"].value, f"/setup/check/{make_token(key)}"))
    click.echo("Open it the way that your players come in: by the same name, with the same browser.")
