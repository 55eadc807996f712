"""``companion backup | restore``: a copy of everything, and back again."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path

import click

from companion.cli.alone import the_only_server
from companion.cli.commands import UserError
from companion.cli.store import opened
from companion.cli.where import Where, find_settings, kept_in
from companion.store import StoreError, data_folder
from companion.store.backup import Unsound, back_up_into
from companion.store.backup import restore as put_back
from companion.store.backup import upgrade as bring_up_to_date
from companion.store.games import judge_game
from companion.store.store import file_of

_kept = kept_in("Where the games are kept.")


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--to", "folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Name it by now.")
@click.option("--keep", type=click.IntRange(1), metavar="N", help="Keep the newest N of DIR.")
@_kept
def backup(file: Path | None, folder: Path | None, keep: int | None, where: Where) -> None:
    """Copy everything into a new file, also while the companion runs.

    With --to it goes into a folder under a name with the time, of which the newest are kept, as many as
    COMPANION_BACKUP_KEEP says where --keep does not. It is an SQLite file, whatever database the games are in, and
    holds the signing key: keep it as safe as the games.
    """
    if (file is None) == (folder is None) or (keep is not None and folder is None):
        raise click.UsageError("Missing argument 'FILE': give a new file; or --to DIR, and --keep N if you like")
    with opened(where) as store:
        if folder is not None:
            file = back_up_into(store, folder, keep or _usual_keep(), datetime.now(timezone.utc)).file
        elif file is not None:
            store.backup(file)
    if file is not None:
        click.echo(f"{file}: {file.stat().st_size:,} bytes")


def _usual_keep() -> int:
    keep: int = find_settings(None, None, os.environ)["BACKUP_KEEP"].value
    return keep


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@_kept
def restore(file: Path, where: Where) -> None:
    """Check everything in a backup, then put it in the place of what is there, which is set aside.

    Stop the companion first. A backup of an older companion, or of the other kind of database, will do. With findings
    nothing is changed, and it ends with status 1.
    """
    there = file_of(where.address)
    folder = there.parent if there else data_folder(where.data)
    aside = folder / f"before-restore-{datetime.now(timezone.utc):%Y%m%dT%H%M%SZ}.db"
    with the_only_server(where):
        try:
            restored = put_back(file, where.address, aside, judge_game)
        except Unsound as fault:
            click.echo(str(fault))
            sys.exit(1)
        except (StoreError, OSError) as fault:
            raise UserError(str(fault)) from fault
    for each in restored:
        if each.rows:
            click.echo(f"{each.table}: {each.rows:,}")
    if aside.exists():
        click.echo(f"What was there before is in {aside}")
    click.echo("All is well with what was restored.")


@click.command()
@click.option("--copied", is_flag=True, help="PostgreSQL: a copy was made by pg_dump already, so make none.")
@_kept
def upgrade(copied: bool, where: Where) -> None:
    """Copy everything, then bring the tables of an older companion up to date; print how to go back.

    Stop the companion first. The copy of an SQLite file lies beside it; one of PostgreSQL is made by pg_dump, in the
    data folder.
    """
    if not where.is_there:
        raise UserError(f"there are no games in {file_of(where.address)}; say by --data where the games are kept")
    with the_only_server(where):
        try:
            done = bring_up_to_date(where.address, data_folder(where.data), copied=copied)
        except StoreError as fault:
            raise UserError(str(fault)) from fault
    if done is None:
        click.echo("The tables are up to date.")
    else:
        click.echo(f"{done.where} is up to date (version {done.version}).")
        click.echo(going_back(done.copy, done.way_back))


def going_back(copy: Path | None, commands: Iterable[str]) -> str:
    """How to go back to the version from before an upgrade."""
    then = "".join(f"\n    {command}" for command in commands)
    copied = f"A copy of what was there before is in {copy}. " if copy else ""
    elsewhere = "\nThen let COMPANION_DATABASE_URL name that database." * (copy is None or copy.suffix == ".dump")
    return (
        f"{copied}To go back: stop the companion, install the version from before, and with it run{then}{elsewhere}\n"
        "What was played after the upgrade is not in the copy."
    )
