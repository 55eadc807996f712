"""``companion serve | host | health``: the app for the phones around the table, or on a server behind a proxy."""

from __future__ import annotations

import io
import logging
import os
import signal
import socket
import sys
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import click

from companion.cli.commands import UserError, user_errors
from companion.cli.network import Certificate, is_loopback, listen_on, read_certificate, web_address
from companion.cli.where import Where, find_settings, kept_in, the_only_server
from companion.settings import HOMES, SettingError, read_listening, show_listening

if TYPE_CHECKING:
    from flask import Flask

    from companion.web.server import Listener


DEFAULT_PORT = 8700
LOOKS_SECONDS = 0.5
EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104  # the phones around the table have to reach it
WHO_COMES_IN = (
    "Who sees the games: anyone who comes in (open, the usual), each phone those to which it was invited (invited), or "
    "anyone who signs in (club)."
)
FILE = click.Path(dir_okay=False, path_type=Path)
NO_NAME = "The certificate names neither {network} nor any one name, so this is http; docs/https.md says what helps."


@click.command()
@click.option(
    "--host",
    default=EVERY_ADDRESS[0],
    metavar="H",
    help="Listen at this address only; 127.0.0.1 for none but this machine.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="P",
    help="Listen at this port; 8700 or the next free one if not given.",
)
@kept_in("Keep the games here.")
@click.option(
    "--home",
    type=click.Choice(HOMES),
    help=WHO_COMES_IN,
)
@click.option("--no-reader", is_flag=True, help="Leave the photos to companion reader (in PostgreSQL only).")
@click.option("--cert", type=FILE, metavar="FILE", help="Serve https, too, at the next port, by this PEM file.")
@click.option("--key", type=FILE, metavar="FILE", help="The certificate's private key.")
@click.option("--open", "open_browser", is_flag=True, help="Open the browser, too.")
def serve(
    host: str,
    port: int | None,
    where: Where,
    home: str | None,
    no_reader: bool,
    cert: Path | None,
    key: Path | None,
    open_browser: bool,
) -> None:
    """Run the companion for the phones around the table. Ctrl-C stops it; no game is lost by that."""
    from companion.store.store import file_of

    certificate = read_certificate(cert, key)
    with ExitStack() as stack:
        listening = stack.enter_context(closing(listen_on(host, port, DEFAULT_PORT)))
        taken = _port_of(listening)
        safe = stack.enter_context(closing(listen_on(host, None if port else port, taken + 1))) if certificate else None
        stack.enter_context(the_only_server(where))
        make_ready(where, upgrades=file_of(where.address) is not None)
        ports = {"http": taken, "https": _port_of(safe)} if safe else {}
        names = certificate.names if certificate else ()
        asked = {"READS": not no_reader, "HERE_ONLY": is_loopback(listening), "CERTIFIED": names, "PORTS": ports}
        app = make_app(where, **home_typed(home), **asked)
        if port is None and taken != DEFAULT_PORT:
            click.echo(f"Port {DEFAULT_PORT} is taken, so this is port {taken}.")
        here = _address_here("127.0.0.1" if host in EVERY_ADDRESS else host, app, taken)
        _announce(here, host, taken, app)
        if open_browser:
            webbrowser.open(here)
        run(app, _listeners(listening, safe, certificate))


def _port_of(listening: socket.socket) -> int:
    port: int = listening.getsockname()[1]
    return port


def _listeners(
    listening: socket.socket, safe: socket.socket | None, certificate: Certificate | None
) -> Sequence[Listener]:
    from companion.web.server import Listener

    if safe is None or certificate is None:
        return [Listener(listening)]
    return [Listener(listening), Listener(safe, certificate.tls, certificate.renewal())]


def make_ready(where: Where, *, upgrades: bool) -> None:
    """Make the tables before anything is started that could only fail over them.

    :param upgrades: whether those of an older companion are brought up to date, after a copy, which is named. At home
        nobody types a command for that. A server may be started again by a program, at night: there it is refused.
    :raises UserError: if the games can't be kept there.
    """
    from companion.cli.store import going_back
    from companion.store import StoreError
    from companion.store.database import Opening
    from companion.store.sqlite import Sqlite

    with user_errors(StoreError):
        store = where.open(make=True, opening=Opening.UPGRADE if upgrades else Opening.AS_IT_IS)
    with closing(store):
        copy = store.database.copied if isinstance(store.database, Sqlite) else None
    if copy is not None:
        click.echo(f"The tables of an older companion were brought up to date in {store.database.where}.")
        click.echo(going_back(copy, [f"companion restore {copy} --database {where.address}"]))


def home_typed(home: str | None) -> dict[str, str]:
    """The kind of house, if typed; it overrides the settings."""
    return {"HOME": home} if home else {}


def make_app(where: Where, **config: Any) -> Flask:
    """The application over these games.

    :raises UserError: if it can't be made.
    """
    from companion.shipped import NotSetUp
    from companion.store import StoreError, data_folder
    from companion.store.store import file_of
    from companion.web import create_app

    if not config["READS"] and file_of(where.address) is not None:
        raise UserError("--no-reader: photos of games in an SQLite file are read by the server itself; leave it out")
    try:
        return create_app(where.data, where.database, **config)
    except (StoreError, SettingError, NotSetUp) as fault:
        raise UserError(str(fault)) from fault
    except OSError as fault:
        folder = fault.filename or data_folder(where.data)
        raise UserError(f"the games cannot be kept in {folder}: {fault.strerror}; choose another --data") from fault


def _address_here(host: str, app: Flask, port: int) -> str:
    """The address for this machine's own browser: https if the certificate covers it."""
    from companion.web.core.security import is_certified

    certified = next((each for each in (host, "localhost") if is_certified(each, app.config["CERTIFIED"])), None)
    if certified:
        return web_address(certified, app.config["PORTS"]["https"], "https")
    return web_address(host, port)


def _announce(here: str, host: str, port: int, app: Flask) -> None:
    from companion.web.core.assets import HERE_ONLY, NO_NETWORK, network_address
    from companion.web.core.security import host_for_phones

    click.echo(f"On this machine: {here}")
    if app.config["URL"]:
        click.echo(f"For everybody: {app.config['URL']}")
    network = network_address() if host in EVERY_ADDRESS else None if app.config["HERE_ONLY"] else host
    names = app.config["CERTIFIED"]
    if network is not None:
        certified = host_for_phones(names, network)
        plain = web_address(network, port)
        there = web_address(certified, app.config["PORTS"]["https"], "https") if certified else plain
        click.echo(f"On your network: {there}")
        _show_code(there)
        if names:
            click.echo(f"Without https: {plain}" if certified else NO_NAME.format(network=network))
    else:
        if names:
            click.echo(f"Without https: {web_address('127.0.0.1', port)}")
        click.echo(HERE_ONLY if app.config["HERE_ONLY"] else NO_NETWORK)
    click.echo("Ctrl-C stops it.")
    sys.stdout.flush()


def _show_code(address: str) -> None:
    """A QR code of the address, for the phones to be pointed at; nothing where the terminal has no such characters."""
    import segno

    picture = io.StringIO()
    segno.make(address, micro=False).terminal(picture, compact=True)
    try:
        picture.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    click.echo(picture.getvalue())


def run(app: Flask, listeners: Sequence[Listener]) -> None:
    """Serve until Ctrl-C or a request to end; what is being answered is finished within five seconds."""
    from companion.web import server
    from companion.web.caretaker import looked_after
    from companion.web.log import write_json

    if app.config["LOG"] == "json":
        write_json()
    else:
        logging.basicConfig()
    stopped = Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stopped.set())
    # The loop has a thread of its own, so that uvicorn leaves the signals to us.
    with user_errors(SettingError), looked_after(app), ThreadPoolExecutor(1, "server") as pool:
        serving = pool.submit(server.run, app, listeners, stopped)
        while not wait([serving], LOOKS_SECONDS).done:  # on Windows a signal ends no wait
            pass
    is_answered = serving.result()
    click.echo("Stopped. Every game is saved.")
    if not is_answered:
        sys.stdout.flush()
        os._exit(0)  # a thread that was cut off would be waited for


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
