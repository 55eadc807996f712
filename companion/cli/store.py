"""``companion export | import | copy | check``: games out of the store, into it, and sound."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import click

from companion.cli.commands import UserError
from companion.cli.where import Where, kept_in
from companion.store import NotFound, Shelf, Store, StoreError, open_store
from companion.store.copying import contents, digest
from companion.store.database import Opening
from companion.store.errors import Older
from companion.store.files import (
    check_store,
    export_game,
    house_document,
    import_game,
    is_house_document,
    read_house_document,
    sheet_csv,
)
from companion.store.games import judge_game
from companion.store.moments import now
from companion.store.sqlite import Sqlite
from companion.store.store import copy_database

_kept = kept_in("Where the games are kept.")
GAMES_NAMED = 10


@click.command()
@click.argument("game")
@click.option("--format", "form", type=click.Choice(["json", "csv"]), default="json", show_default=True)
@_kept
def export(game: str, form: str, where: Where) -> None:
    """Write a game to standard output, as JSON or as CSV: all that was journaled, or the score sheet.

    The id of a house variant writes that one, as JSON.
    """
    with opened(where) as store:
        house = store.houses.find(game)
        if house is not None and form == "csv":
            raise UserError(f"{game} is a house variant, which has no score sheet: leave out --format")
        try:
            if form == "csv":
                text = sheet_csv(judge_game(store.journal.read(game)))
            else:
                text = _json(export_game(store.journal, game) if house is None else house_document(house.house))
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

    What is here already is not brought in twice.
    """
    document = _read_json(file)
    with opened(where, make=True) as store:
        if is_house_document(document):
            click.echo(store.houses.bring_in(read_house_document(document), now()).id)
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
    try:
        copied = copy_database(source, target)
    except StoreError as fault:
        raise UserError(str(fault)) from fault
    for each in copied:
        if each.rows:
            click.echo(f"{each.table}: {each.rows:,}")
    click.echo(f"Copied in {monotonic() - begun:.1f} s. Both hold the same: {digest(copied)}")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_kept
def check(as_json: bool, where: Where) -> None:
    """Check the file and every game in it, and write nothing; with findings, end with status 1."""
    with opened(where, opening=Opening.READ) as kept, _up_to_date(kept) as store:
        games = len(store.journal.list_games())
        findings = check_store(store, judge_game)
        held = digest(contents(store.database))
        lacking = kept.database.lacking
    if as_json:
        click.echo(json.dumps({"games": games, "findings": findings, "digest": held, "lacking": lacking}))
    else:
        click.echo("\n".join(findings) or f"All is well with {games} game{'s' * (games != 1)}.")
        if lacking:
            older = f"The tables are of an older companion (they lack version {lacking[0]})."
            click.echo(f"{older} Update them: companion upgrade")
    sys.exit(1 if findings else 0)


@contextmanager
def _up_to_date(store: Store) -> Iterator[Store]:
    """The store, or a copy of an older file that is up to date, so that the file itself can be left as it is.

    :raises Older: if it is an older one of another database.
    """
    if not store.database.lacking:
        yield store
        return
    if not isinstance(store.database, Sqlite):
        raise Older(store.database.where, store.database.lacking[0] - 1, store.database.lacking[-1])
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
        raise UserError(f"{file} is no JSON that can be read: {fault}") from fault


def games_there_are(store: Store) -> str:
    """The first games that are not in the bin, for whoever misspelled one."""
    rows = store.journal.list_games()
    games = [f"{game.id} ({game.title})" for game in rows if game.shelf is not Shelf.BIN]
    if not games:
        return f"there are no games in {store.database.where}"
    more = f" and {len(games) - GAMES_NAMED} more" if len(games) > GAMES_NAMED else ""
    return f"the games are {', '.join(games[:GAMES_NAMED])}{more}"


@contextmanager
def opened(where: Where, *, make: bool = False, opening: Opening | None = None) -> Iterator[Store]:
    """The store that is there; one that is not there yet is made only if that is asked for.

    :raises UserError: if there is none, or what is done with it fails for a reason that a person can put right.
    """
    try:
        store = where.open(make=make, opening=opening)
        try:
            yield store
        finally:
            store.close()
    except StoreError as fault:
        raise UserError(str(fault)) from fault
