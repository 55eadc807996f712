"""``companion host | health``: the app on a server of one’s own, behind a proxy, and whether it is ready."""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request
from contextlib import closing

import click

from companion.cli.commands import UserError
from companion.cli.network import listen_on, web_address
from companion.cli.serve import WHO_COMES_IN, home_typed, make_app, make_ready, run
from companion.cli.where import Where, find_settings, kept_in, the_only_server
from companion.settings.written import HOMES, read_listening, show_listening


@click.command()
@click.option("--listen", metavar="HOST:PORT", help="Where your proxy asks; 127.0.0.1:8700 if not given.")
@kept_in("Keep the games here.")
@click.option(
    "--home",
    type=click.Choice(HOMES),
    help=WHO_COMES_IN,
)
@click.option("--no-reader", is_flag=True, help="Leave the photos to companion reader (in PostgreSQL only).")
def host(listen: str | None, where: Where, home: str | None, no_reader: bool) -> None:
    """Run the companion on a server, behind a proxy such as Caddy.

    SIGTERM finishes what is being answered, lets the phones go that follow, and ends it within five seconds.
    """
    from companion.web.server import Listener

    name, port = _address(listen)
    with the_only_server(where), closing(listen_on(name, port, port)) as listening:
        make_ready(where, upgrades=False)
        app = make_app(where, **home_typed(home), READS=not no_reader, HERE_ONLY=False)
        click.echo(f"Listening at {show_listening((name, listening.getsockname()[1]))}. SIGTERM or Ctrl-C stops it.")
        run(app, [Listener(listening)])


def _address(typed: str | None) -> tuple[str, int]:
    found: tuple[str, int] = find_settings(None, None, os.environ)["LISTEN"].value
    try:
        return read_listening(typed) if typed is not None else found
    except ValueError as fault:
        raise UserError(f"--listen: {fault}") from fault


PATIENCE_SECONDS = 5.0
_EVERY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked, not listened at


@click.command()
@click.option("--url", metavar="URL", help="Ask here; else where COMPANION_LISTEN says.")
def health(url: str | None) -> None:
    """Ask the companion on this machine whether it is ready. If it is not, say why and end with status 1."""
    if url is None:
        host, port = find_settings(None, None, os.environ)["LISTEN"].value
        url = web_address(_EVERY.get(host, host), port)
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/readyz", timeout=PATIENCE_SECONDS) as answer:  # noqa: S310 - its own
            click.echo(answer.read().decode().strip())
    except urllib.error.HTTPError as fault:
        click.echo(f"{url} answers {fault.code}: {fault.read(200).decode(errors='replace').strip()}", err=True)
        sys.exit(1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "reason", fault)
        click.echo(f"{url} does not answer: {getattr(reason, 'strerror', None) or reason}", err=True)
        sys.exit(1)
