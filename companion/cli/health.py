"""``companion health``: whether the companion on this machine is ready, for whatever starts it anew if it is not."""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request

import click

from companion.cli.network import web_address
from companion.cli.where import find_settings

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
