"""The effect of one crowding address on all others: ``python -m bench.crowding [--server host] [--seconds 15]``.

From 127.0.0.1 come lines that ask for the rulebook, twenty times each, and read nothing; lines that say nothing; and
bodies that drip. From 127.0.0.2 somebody else asks for the first page and for the server's health. Told are how soon
they were answered, and what the server still did after all those lines were closed. It ends with 1 where a bound is
missed.
"""

from __future__ import annotations

import argparse
import os
import resource
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection

from bench.bounds import Bounds
from bench.killing import SERVERS
from bench.serving import Server, family, served, spent_by

PIPELINED = b"GET /rules/ HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
DRIPS = b"POST /new/site HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\na"
BOUNDS = Bounds({"an answer": 1, "processor time for closed lines": 5}, unit="s")
SETTLES_SECONDS = 10.0
PATIENCE_SECONDS = 120.0
PAUSE_SECONDS = 0.2


@contextmanager
def crowd(port: int, lines: int, each: int) -> Iterator[None]:
    """Open connections from one address that ask without reading, and half as many that stay silent, or drip."""
    with ExitStack() as stack:
        for said, count in ((PIPELINED * each, lines), (b"", lines // 2), (DRIPS, lines // 2)):
            for _ in range(count):
                line = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS))
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.sendall(said)
        yield


def ask(port: int, path: str) -> float:
    """Seconds until somebody at another address has an answer."""
    begun = time.perf_counter()
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS, source_address=("127.0.0.2", 0))
    line.request("GET", path)
    answer = line.getresponse()
    answer.read()
    line.close()
    if answer.status != 200:
        raise SystemExit(f"{path} was answered {answer.status}")
    return time.perf_counter() - begun


def waits(port: int, seconds: float) -> list[float]:
    """Return the duration of each request from another address, one after the other."""
    until, found = time.perf_counter() + seconds, list[float]()
    while time.perf_counter() < until:
        found += [ask(port, path) for path in ("/healthz", "/")]
        time.sleep(PAUSE_SECONDS)
    return found


def spends(server: Server, seconds: float) -> float:
    """Seconds of processor time that the server takes meanwhile."""
    processes = list(family(server.process.pid))
    before = spent_by(processes)
    time.sleep(seconds)
    return spent_by(processes) - before


def main() -> int:
    """Crowd a server, and print how others fared beside the bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", choices=SERVERS, default="host")
    parser.add_argument("--lines", type=int, default=150, choices=range(1, 401), metavar="N")
    parser.add_argument("--each", type=int, default=20, choices=range(1, 101), metavar="N")
    parser.add_argument("--seconds", type=float, default=15)
    told = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as data, served(told.server, ("--data", data), 10) as server:
        quiet = waits(server.port, 2.0)
        with crowd(server.port, told.lines, told.each):
            crowded = waits(server.port, told.seconds)
        backlog = spends(server, SETTLES_SECONDS)
    print(f"{told.lines} lines with {told.each} requests each, as many others silent or dripping; {len(crowded)} asked")
    print(f"answered at most: {max(quiet):.2f} s before, meanwhile {BOUNDS.said('an answer', max(crowded))}")
    spent = BOUNDS.said("processor time for closed lines", backlog)
    print(f"processor time for closed lines: {spent}; load {os.getloadavg()[0]:.1f}")
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
