"""A server, what it writes into, and how each of them is killed and started again; for ``bench.crash``."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.cluster import Cluster, children_of

SERVERS = {"serve": ("serve", "--host", "127.0.0.1", "--port", "0"), "host": ("host", "--listen", "127.0.0.1:0")}
VICTIMS = {
    "server": "all processes of the server",
    "worker": "the process of companion host that answers, which the other starts anew",
    "database": "all processes of PostgreSQL, which is started again on the same folder",
    "everything": "both, server and PostgreSQL",
}


@dataclass
class House:
    """A server over a database; ``cluster`` is the PostgreSQL that holds it, if it is one of ours."""

    database: str
    server_name: str = "serve"
    cluster: Cluster | None = None
    server: subprocess.Popen[str] | None = None
    address: str = ""
    """Where the server answers since it was started last."""

    @contextmanager
    def running(self) -> Iterator[None]:
        """Have the server run while the block lasts."""
        self.start()
        try:
            yield
        finally:
            self._kill_server()

    def start(self) -> None:
        """Start the server; it has said where it listens."""
        command = [sys.executable, "-m", "companion.cli", *SERVERS[self.server_name], "--database", self.database]
        self.server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
        )
        assert self.server.stdout is not None  # noqa: S101 - a pipe
        found = re.search(r"127\.0\.0\.1:\d+", self.server.stdout.readline())
        assert found  # noqa: S101 - it says so first
        self.address = found[0]

    def kill(self, victim: str) -> None:
        """Kill one of ``VICTIMS`` by SIGKILL, and start again what nobody else would."""
        if victim == "worker":
            assert self.server  # noqa: S101 - it runs
            for pid in children_of(self.server.pid):
                os.kill(pid, signal.SIGKILL)
        if victim in ("server", "everything"):
            self._kill_server()
        if victim in ("database", "everything"):
            assert self.cluster  # noqa: S101 - asked for with PostgreSQL only
            self.cluster.kill()
            self.cluster.start()
        if victim in ("server", "everything"):
            self.start()

    def _kill_server(self) -> None:
        assert self.server  # noqa: S101 - it runs
        if os.name == "nt":
            self.server.kill()
        else:
            os.killpg(self.server.pid, signal.SIGKILL)
        self.server.communicate()


def sqlite_house(folder: Path, server_name: str = "serve") -> House:
    """A server over a fresh file in a folder."""
    return House(f"sqlite:{folder / 'companion.db'}", server_name)
