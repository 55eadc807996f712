"""``companion static``: a folder for any static host, from which phones run the companion by themselves."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.commands import UserError
from companion.shipped import is_one_file

ONE_FILE = "this program can’t build the phone edition: run “companion static” in a checkout or from the package"


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--pyodide",
    "cache",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    metavar="FOLDER",
    help="Take Pyodide from this folder, which holds its archive as npm pack saves it.",
)
def static(folder: Path, cache: Path | None) -> None:
    """Write a folder from which phones run the companion.

    Any static host serves it over https; a phone then works by itself, offline. Pyodide is
    fetched by npm the first time, and kept. To try it here: python -m http.server --directory DIR
    """
    if is_one_file():
        raise UserError(ONE_FILE)
    from platformdirs import user_cache_path

    from companion.browser.build import BuildError, build
    from companion.browser.pyodide import PyodideError

    try:
        sizes = build(folder, cache or user_cache_path("pinochle-companion"))
    except (BuildError, PyodideError) as fault:
        raise UserError(str(fault)) from fault
    except OSError as fault:
        raise UserError(f"{fault.filename or folder} cannot be written: {fault.strerror}") from fault
    click.echo(f"{folder}: {len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB. Serve it over https.")
