"""``companion export | import | copy | check | backup | restore | upgrade``: games out of the store and into it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import click

from companion.cli.commands import UserError, user_errors
from companion.cli.where import Where, find_settings, kept_in, the_only_server
from companion.store import NotFound, Shelf, Store, StoreError, data_folder, open_store
from companion.store.backup import Unsound, back_up_into
from companion.store.backup import restore as put_back
from companion.store.backup import upgrade as bring_up_to_date
from companion.store.bundle import export_night, import_all, many
from companion.store.copying import contents, digest
from companion.store.database import Database, Opening
from companion.store.errors import Older
from companion.store.files import (
    CUT_OFF,
    check_store,
    export_game,
    house_document,
    import_game,
    is_bundle,
    is_cut_off,
    is_house_document,
    read_house_document,
    sheet_csv,
)
from companion.store.games import judge_game
from companion.store.moments import now, stamp
from companion.store.sqlite import Sqlite
from companion.store.store import copy_database, file_of

_kept = kept_in("Where the games are kept.")
GAMES_NAMED = 10


@click.command()
@click.argument("game")
@click.option("--format", "form", type=click.Choice(["json", "csv"]), default="json", show_default=True)
@_kept
def export(game: str, form: str, where: Where) -> None:
    """Write a game to standard output, as JSON or as CSV: all that was journaled, or the score sheet.

    The id of a house variant or of a night writes that one, as JSON; a night with the games of its tables.
    """
    with opened(where) as store:
        house, night = store.houses.find(game), store.nights.version(game)
        if form == "csv" and (house or night):
            raise UserError(
                f"{game} is a {'house variant' if house else 'night'}, which has no score sheet: leave out --format"
            )
        try:
            if form == "csv":
                text = sheet_csv(judge_game(store.journal.read(game)))
            elif house is not None:
                text = _json(house_document(house.house))
            else:
                text = _json(export_night(store, game) if night else export_game(store.journal, game))
        except NotFound as fault:
            raise UserError(f"{fault}; {games_there_are(store)}") from fault
    _write(text)


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@_kept
def import_(file: Path, where: Where) -> None:
    """Bring in a game or a house variant that export wrote (- for standard input), and print its id here.

    Of a night or of a file of all games it prints how much is new here. What is here already is not brought in twice.
    """
    document = _read_json(file)
    with opened(where, make=True) as store:
        if is_house_document(document):
            click.echo(store.houses.bring_in(read_house_document(document), now()).id)
        elif is_bundle(document):
            click.echo(import_all(store, document, judge_game, now(), takes_belongings=True).says)
        else:
            click.echo(import_game(store.journal, document, judge_game).game_id)


@click.command()
@click.option("--from", "source", required=True, metavar="URL", help="The database that holds the games.")
@click.option("--to", "target", required=True, metavar="URL", help="An empty one to copy them into.")
def copy(source: str, target: str) -> None:
    """Copy everything into an empty database of the same or another kind; then see that both hold the same.

    A database is sqlite:FILE or postgresql://USER@HOST/NAME. Stop the companion first, or what is written meanwhile
    stays behind.
    """
    begun = monotonic()
    with user_errors(StoreError):
        copied = copy_database(source, target)
    for each in copied:
        if each.rows:
            click.echo(f"{each.table}: {each.rows:,}")
    click.echo(f"Copied in {monotonic() - begun:.1f} s. Both hold the same: {digest(copied)}")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_kept
def check(as_json: bool, where: Where) -> None:
    """Check the file and every game and night in it, and write nothing.

    With findings, or with tables of an older companion, end with status 1.
    """
    with opened(where, opening=Opening.READ) as kept, _up_to_date(kept) as store:
        games, nights = len(store.journal.list_games()), len(store.nights.every())
        findings = check_store(store, judge_game)
        held = digest(contents(store.database))
        older, lacking = _older(kept.database), kept.database.lacking
    if as_json:
        found = {"games": games, "nights": nights, "findings": findings, "digest": held, "lacking": lacking}
        click.echo(json.dumps(found))
    else:
        checked = many(games, "game") + (f" and {many(nights, 'night')}" if nights else "")
        well = f"Nothing is wrong with {checked}." if older else f"All is well with {checked}."
        click.echo("\n".join((*(findings or [well]), *([str(older)] if older else ()))))
    sys.exit(1 if findings or older else 0)


def _older(database: Database) -> Older | None:
    """The error of all other commands for tables of an older companion; None if these are up to date."""
    lacking = database.lacking
    return Older(database.where, lacking[0] - 1, lacking[-1]) if lacking else None


@contextmanager
def _up_to_date(store: Store) -> Iterator[Store]:
    """The store, or an updated copy of an older file, so that the file itself stays as it is.

    :raises Older: if it is an older one of another database.
    """
    older = _older(store.database)
    if older is None:
        yield store
        return
    if not isinstance(store.database, Sqlite):
        raise older
    with TemporaryDirectory() as folder:
        store.backup(Path(folder) / "checked.db")
        with closing(open_store(Path(folder), f"sqlite:{Path(folder) / 'checked.db'}")) as copy:
            yield copy


def _write(text: str) -> None:
    """Print as UTF-8 whatever the terminal's own encoding, since files are made of this."""
    sys.stdout.buffer.write(text.encode())


def _read_json(file: Path) -> object:
    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as fault:
        raise UserError(f"{file} cannot be read: {fault.strerror}") from fault
    if text.startswith(b"SQLite format 3"):
        raise UserError(f"{file} is a backup: companion restore {file} puts it in the place of what is there")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:
        if is_cut_off(text):
            raise UserError(f"{file} {CUT_OFF}") from fault
        raise UserError(f"{file} is no JSON that can be read: {fault}") from fault


def games_there_are(store: Store) -> str:
    """The first games outside the bin, to help after a misspelling."""
    rows = store.journal.list_games()
    games = [f"{game.id} ({game.title})" for game in rows if game.shelf is not Shelf.BIN]
    if not games:
        return f"there are no games in {store.database.where}"
    more = f" and {len(games) - GAMES_NAMED} more" if len(games) > GAMES_NAMED else ""
    return f"the games are {', '.join(games[:GAMES_NAMED])}{more}"


@contextmanager
def opened(where: Where, *, make: bool = False, opening: Opening | None = None) -> Iterator[Store]:
    """The existing store; a missing one is created only if asked for.

    :raises UserError: if there is none, or what is done with it fails for a reason that a person can fix.
    """
    with user_errors(StoreError), closing(where.open(make=make, opening=opening)) as store:
        yield store


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

    Stop the companion first. A backup of an older companion, or of the other kind of database, will do. With findings,
    change nothing and end with status 1.
    """
    there = file_of(where.address)
    folder = there.parent if there else data_folder(where.data)
    aside = folder / f"before-restore-{stamp(datetime.now(timezone.utc))}.db"
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

    Stop the companion first. The copy of an SQLite file is beside it; one of PostgreSQL is made by pg_dump, in the
    data folder.
    """
    if not where.is_there:
        raise UserError(f"there are no games in {file_of(where.address)}; say by --data where the games are kept")
    with the_only_server(where), user_errors(StoreError):
        done = bring_up_to_date(where.address, data_folder(where.data), copied=copied)
    if done is None:
        click.echo("The tables are up to date.")
    else:
        click.echo(f"{done.where} is up to date (version {done.version}).")
        click.echo(going_back(done.copy, done.way_back))


def going_back(copy: Path | None, commands: Iterable[str]) -> str:
    """The way back to the version before an upgrade."""
    then = "".join(f"\n    {command}" for command in commands)
    copied = f"A copy of what was there before is in {copy}. " if copy else ""
    elsewhere = "\nThen let COMPANION_DATABASE_URL name that database." * (copy is None or copy.suffix == ".dump")
    return (
        f"{copied}To go back: stop the companion, install the version from before, and with it run{then}{elsewhere}\n"
        "What was played after the upgrade is not in the copy."
    )
