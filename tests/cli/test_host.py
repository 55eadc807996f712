"""Both commands serve alike, and are stopped without losing what is being answered."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.store import NewEntry, NewGame, Office, open_store
from tests.conftest import PATIENCE_SECONDS, also

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGTERM")

AT = "2026-11-20T19:00:00.000+00:00"
NEVER = "2099-01-01T00:00:00.000+00:00"
SERVERS = {"serve": ("--host", "127.0.0.1", "--port", "0"), "host": ("--listen", "127.0.0.1:0")}


@contextmanager
def served(command: str, data: Path, **environ: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process, and its address once it is ready."""
    words = [sys.executable, "-m", "companion", command, *SERVERS[command], "--data", str(data)]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environ}
    ) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"127\.0\.0\.1:\d+", process.stdout.readline())
            address = f"http://{found[0]}" if found else ""
            if "METRICS" not in "".join(environ):
                wait_until_ready(address)
            yield process, address
        finally:
            process.kill()


def wait_until_ready(address: str) -> None:
    """Ask until it is; an address that is empty is nobody's."""
    if not address:
        return
    give_up = monotonic() + PATIENCE_SECONDS
    while monotonic() < give_up:
        if CliRunner().invoke(main, ["health", "--url", address]).exit_code == 0:
            return
    raise AssertionError(f"{address} is not ready")


@pytest.fixture
def game(tmp_path: Path) -> str:
    with closing(open_store(tmp_path)) as store:
        first = NewEntry("Counted", {"v": 1}, "Ann", AT)
        return store.journal.create_game(NewGame("Friday", "site", AT), [first]).game_id


def _begin_game(address: str) -> tuple[int, str]:
    """The answer to the form that begins a game; where it leads nobody answers any more."""
    form = "name-0=Ann&name-1=Bob&name-2=Cy&name-3=Di&dealer=0&start=1&key=begun"
    headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}
    with closing(HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE_SECONDS)) as line:
        line.request("POST", "/new/site", form, headers)
        answer = line.getresponse()
        answer.read()
        return answer.status, answer.headers["Location"]


@pytest.mark.parametrize("command", [also("serve"), "host"])
def test_whoever_is_being_answered_is_and_whoever_follows_is_let_go(command: str, tmp_path: Path, game: str) -> None:
    with served(command, tmp_path) as (process, address), ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(1))
        following = [stack.enter_context(_follow(f"{address}/live/{game}")) for _ in range(100)]
        assert all(each.readline() == b"event: changed\n" for each in following)
        with _locked(tmp_path):
            answer = pool.submit(_begin_game, address)
            _let_it_begin(address)
            process.send_signal(signal.SIGTERM)
            assert all(b"data: 1" in each.read() for each in following)
        status, leads_to = answer.result(PATIENCE_SECONDS)
        assert (status, leads_to[:6]) == (303, "/game/")
        process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 0
    with closing(open_store(tmp_path)) as store:
        assert store.journal.list_games()[0].title == "Ann, Bob, Cy, Di"


@pytest.mark.parametrize("command", [also("serve"), "host"])
def test_what_cannot_be_answered_is_refused_when_the_server_has_to_end(command: str, tmp_path: Path) -> None:
    with served(command, tmp_path) as (process, address), ThreadPoolExecutor(1) as pool, _locked(tmp_path):
        answer = pool.submit(_begin_game, address)
        _let_it_begin(address)
        process.send_signal(signal.SIGTERM)
        assert answer.result(PATIENCE_SECONDS)[0] == 503
        process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 0


@contextmanager
def _locked(data: Path) -> Iterator[None]:
    """Another program holds the file: whoever writes waits for it."""
    with closing(sqlite3.connect(data / "companion.db", isolation_level=None)) as other:
        other.execute("begin immediate")
        yield
        other.execute("rollback")


def _follow(address: str) -> closing[HTTPResponse]:
    return closing(urllib.request.urlopen(address, timeout=PATIENCE_SECONDS))


def _let_it_begin(address: str) -> None:
    """Requests that came later are answered, so what came before is being looked at."""
    for _ in range(10):
        urllib.request.urlopen(f"{address}/", timeout=PATIENCE_SECONDS).close()


def test_after_it_is_killed_it_serves_again_and_the_games_stay_this_server_s_alone(tmp_path: Path, game: str) -> None:
    with served("host", tmp_path) as (process, _):
        process.kill()
        process.communicate(timeout=PATIENCE_SECONDS)
    with served("host", tmp_path, COMPANION_LOG="json") as (process, address):
        with urllib.request.urlopen(f"{address}/live/{game}/poll", timeout=PATIENCE_SECONDS) as answer:
            request_id = answer.headers["X-Request-Id"]
        with served("host", tmp_path) as (second, _):
            _, errors = second.communicate(timeout=PATIENCE_SECONDS)
            assert (second.returncode, "another companion serves the games" in errors) == (2, True)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 0
    lines = [json.loads(line) for line in errors.splitlines()]
    assert [line["route"] for line in lines if line.get("request_id") == request_id] == ["/live/<game>/poll"]
    assert game not in errors


@pytest.mark.thorough
@pytest.mark.parametrize("command", SERVERS)
def test_hundreds_follow_by_a_few_threads_and_each_hears_of_a_write(command: str, tmp_path: Path, game: str) -> None:
    phones = 300
    room = {"COMPANION_WATCHERS": str(phones), "COMPANION_WATCHERS_EACH": str(phones)}
    with served(command, tmp_path, **room) as (process, address), ExitStack() as lines:
        following = [lines.enter_context(_follow(f"{address}/live/{game}")) for _ in range(phones)]
        assert [each.readline() for each in following] == [b"event: changed\n"] * phones
        assert len(list(Path(f"/proc/{process.pid}/task").iterdir())) < phones / 10
        with closing(open_store(tmp_path)) as store:
            store.journal.append(game, 1, None, [NewEntry("Counted", {"v": 1}, "Ann", AT)])
        assert all(b"data: 2\n" in iter(each.readline, b"") for each in following)
        with pytest.raises(urllib.error.HTTPError, match="503"):
            urllib.request.urlopen(f"{address}/live/{game}", timeout=PATIENCE_SECONDS)
        following[0].close()
        lines.enter_context(closing(_follow_when_there_is_room(f"{address}/live/{game}")))


def _follow_when_there_is_room(address: str) -> HTTPResponse:
    give_up = monotonic() + PATIENCE_SECONDS
    while monotonic() < give_up:
        with suppress(urllib.error.HTTPError):
            found: HTTPResponse = urllib.request.urlopen(address, timeout=PATIENCE_SECONDS)
            return found
        sleep(0.05)
    raise AssertionError("nobody’s place was given back")


def test_lines_that_know_no_parts_follow_too(tmp_path: Path, game: str) -> None:
    with served("host", tmp_path) as (_, address), ExitStack() as lines:
        host, _, port = address.removeprefix("http://").partition(":")
        line = lines.enter_context(socket.create_connection((host, int(port)), PATIENCE_SECONDS))
        line.sendall(f"GET /live/{game} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        told = lines.enter_context(line.makefile("rb"))
        assert b"event: changed\n" in iter(told.readline, b"")
        assert b"event: beat\n" in iter(told.readline, b"")


REFUSED = {
    "no address": (("--listen", "8700"), {}, "--listen: write an address and a port"),
    "no folder": (("--data", "/dev/null/games"), {}, "cannot be made"),
    "a misspelled setting": ((), {"COMPANION_WATCHER": "1"}, "do you mean COMPANION_WATCHERS?"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_cannot_be_served_is_said_before_anything_is_started(why: str, tmp_path: Path) -> None:
    words, environ, says = REFUSED[why]
    words = ("host", "--data", str(tmp_path), "--listen", "127.0.0.1:0", *words)
    done = CliRunner().invoke(main, words, env=environ)
    assert (done.exit_code, done.output.count("\n"), says in done.output) == (2, 1, True)


def test_an_address_for_figures_that_is_none_is_said_in_a_line(tmp_path: Path) -> None:
    with served("host", tmp_path, COMPANION_METRICS="192.0.2.1:9") as (process, _):
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode != 0
    assert "COMPANION_METRICS: nothing can be served at 192.0.2.1:9" in errors
    assert "Traceback" not in errors


def test_whatever_asks_for_its_health_hears_why_there_is_none() -> None:
    nobody = CliRunner().invoke(main, ["health"], env={"COMPANION_LISTEN": "127.0.0.1:1"})
    assert (nobody.exit_code, "http://127.0.0.1:1/ does not answer" in nobody.output) == (1, True)


@pytest.mark.thorough
@pytest.mark.parametrize("command", SERVERS)
def test_sixty_phones_behind_one_address_sign_in_and_all_follow(tmp_path: Path, game: str, command: str) -> None:
    phones = 60
    with closing(open_store(tmp_path)) as store:
        ways = [store.ways_in.invite(Office.MEMBER, "", AT, NEVER) for _ in range(phones)]
    with served(command, tmp_path, COMPANION_HOME="club") as (_, address), ExitStack() as lines:
        for number, way in enumerate(ways):
            phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            assert phone.open(f"{address}/in/{way}", timeout=PATIENCE_SECONDS).status == 200
            form = urlencode({"name": f"Member {number}", "key": "k"}).encode()
            sent = urllib.request.Request(f"{address}/in/{way}", form, {"Sec-Fetch-Site": "same-origin"})
            assert "/account?came=1" in phone.open(sent, timeout=PATIENCE_SECONDS).url
            follows = lines.enter_context(closing(phone.open(f"{address}/live/{game}", timeout=PATIENCE_SECONDS)))
            assert follows.readline() == b"event: changed\n"
