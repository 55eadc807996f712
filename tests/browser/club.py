"""The companion as a club serves it: ``companion host`` behind a real Caddy, which has an authority of its own."""

from __future__ import annotations

import json
import os
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from click.testing import CliRunner

from companion.cli import main
from tests.browser.conftest import PLAIN_NAME
from tests.conftest import PATIENCE_SECONDS
from tests.ports import free_port

CADDYFILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]


@dataclass
class Club:
    """A companion behind Caddy."""

    url: str
    root: Path
    """Caddy's own authority."""
    logs: list[Path]
    hosts: list[subprocess.Popen[str]]
    environ: dict[str, str]

    def ask(self, path: str, form: str | None = None) -> Answer:
        """An answer under a certificate that Caddy's authority has signed; a form is sent as from a page there."""
        context = ssl.create_default_context(cafile=str(self.root))
        length = f"Content-Length: {len(form)}\r\nOrigin: {self.url}\r\n" if form is not None else ""
        kind = "Content-Type: application/x-www-form-urlencoded\r\nCookie: device=" + "a" * 22 + "\r\n"
        head = f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\nHost: {self.url[8:]}\r\nConnection: close\r\n"
        with (
            socket.create_connection(("127.0.0.1", int(self.url.rpartition(":")[2])), PATIENCE_SECONDS) as plain,
            context.wrap_socket(plain, server_hostname=PLAIN_NAME) as line,
        ):
            line.sendall(f"{head}{kind}{length}\r\n{form or ''}".encode())
            whole = b"".join(iter(lambda: line.recv(65536), b"")).decode()
        first, *rest = whole.partition("\r\n\r\n")[0].splitlines()
        return Answer(int(first.split()[1]), dict(each.lower().split(": ", 1) for each in rest))

    def answers(self) -> bool:
        """Whether Caddy does, over https, for a companion that is there."""
        try:
            return self.ask("/healthz").status == 200
        except OSError:
            return False

    def lines(self) -> list[dict[str, Any]]:
        """What was logged so far."""
        return [json.loads(line) for log in self.logs for line in log.read_text(encoding="utf-8").splitlines()]


@contextmanager
def _hosted(folder: Path, environ: dict[str, str], log: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """One ``companion host``, and where it listens."""
    words = [sys.executable, "-m", "companion", "host", "--listen", "127.0.0.1:0"]
    with log.open("w") as errors:
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True, env=environ, cwd=folder)
    try:
        assert process.stdout is not None
        found = re.search(r"127\.0\.0\.1:\d+", process.stdout.readline())
        assert found, log.read_text()
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()


@contextmanager
def _behind_caddy(caddy: Path, folder: Path, environ: dict[str, str], upstreams: Sequence[str]) -> Iterator[None]:
    port = free_port()
    told = {
        "CADDY_UPSTREAM": " ".join(upstreams),
        "CADDY_TLS": "tls internal",
        "CADDY_OPTIONS": f"admin off\nskip_install_trust\nauto_https disable_redirects\nhttp_port {port}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    argv: list[str | Path] = [caddy, "run", "--config", CADDYFILE, "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("w") as log:
        process = subprocess.Popen(argv, env={**environ, **told}, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


@contextmanager
def club(caddy: Path, folder: Path, hosts: int, database: str, home: str = "open") -> Iterator[Club]:
    """So many servers on one database behind one Caddy, ready to be asked."""
    url = f"https://{PLAIN_NAME}:{free_port()}"
    environ = {
        **os.environ,
        "COMPANION_URL": url,
        "COMPANION_TRUSTED_PROXIES": "127.0.0.1",
        "COMPANION_LOG": "json",
        "COMPANION_HOME": home,
        "COMPANION_DATA": str(folder / "data"),
        "COMPANION_DATABASE_URL": database,
    }
    logs = [folder / f"host-{number}.log" for number in range(hosts)]
    with ExitStack() as stack:
        started = [stack.enter_context(_hosted(folder, environ, log)) for log in logs]
        stack.enter_context(_behind_caddy(caddy, folder, environ, [address for _, address in started]))
        root = folder / "caddy/pki/authorities/local/root.crt"
        made = Club(url, root, logs, [process for process, _ in started], environ)
        for _, address in started:
            _wait_for(partial(_is_ready, address))
        _wait_for(made.answers)
        yield made


def _is_ready(address: str) -> bool:
    return CliRunner().invoke(main, ["health", "--url", f"http://{address}"]).exit_code == 0


def _wait_for(is_so: Callable[[], bool]) -> None:
    give_up = monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert monotonic() < give_up
        sleep(0.05)
