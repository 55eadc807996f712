"""``companion serve`` starts where it says, on a port that is free, and stops when asked."""

from __future__ import annotations

import re
import signal
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.cli.commands import UserError
from companion.cli.network import UNSAFE_PORTS, listen_on
from companion.store import NewEntry, NewGame, open_store
from companion.store.membership import hashed
from companion.store.photos import Example
from companion.vision.samples import find_sample
from companion.web.core.assets import HERE_ONLY, network_address
from companion.web.photo.case import Purpose
from companion.web.photo.checked import CheckedReading, FoundCard
from tests.cli.serving import HERE, _address, served
from tests.conftest import PATIENCE_SECONDS

AT = "2026-11-20T19:00:00.000+00:00"


@contextmanager
def taken_port() -> Iterator[int]:
    with closing(socket.socket()) as taken:
        taken.bind((HERE, 0))
        taken.listen()
        yield taken.getsockname()[1]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_server_answers_where_it_says_and_stops_cleanly(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path, "--host", HERE, "--port", "0") as (process, lines):
        address = _address(lines, "On this machine: ")
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS) as answer:
            assert answer.status == 200
        process.send_signal(how)
        rest, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, rest, errors) == (0, "Stopped. Every game is saved.\n", "")
    assert (tmp_path / "companion.db").exists()


def test_a_phone_that_follows_a_game_does_not_keep_the_server_from_stopping(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    game = store.journal.create_game(NewGame("Friday", "site", AT), [NewEntry("Counted", {"v": 1}, "Ann", AT)]).game_id
    store.close()
    with served(tmp_path, "--host", HERE, "--port", "0") as (process, lines):
        address = _address(lines, "On this machine: ")
        with urllib.request.urlopen(f"{address}live/{game}", timeout=PATIENCE_SECONDS) as following:
            assert following.readline() == b"event: changed\n"
            process.send_signal(signal.SIGINT)
            rest, errors = process.communicate(timeout=PATIENCE_SECONDS)
            assert b"data: 1" in following.read()
        assert (process.returncode, rest, errors) == (0, "Stopped. Every game is saved.\n", "")


def test_a_second_server_on_an_sqlite_file_is_refused_with_the_reason(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--host", HERE, "--port", "0"),
        served(tmp_path, "--host", HERE, "--port", "0") as (second, _),
    ):
        _, errors = second.communicate(timeout=PATIENCE_SECONDS)
        assert second.returncode == 2
        assert "another companion serves the games" in errors
        assert "companion copy --from sqlite:" in errors


def test_the_photos_of_an_sqlite_file_are_left_to_nobody(tmp_path: Path) -> None:
    with served(tmp_path, "--host", HERE, "--port", "0", "--no-reader") as (process, _):
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, "read by the server itself" in errors) == (2, True)


def test_two_servers_on_postgresql_serve_the_same_games(tmp_path: Path, postgres: str) -> None:
    store = open_store(database=postgres)
    game = store.journal.create_game(NewGame("Friday", "site", AT), [NewEntry("Counted", {"v": 1}, "Ann", AT)]).game_id
    words = ("--host", HERE, "--port", "0")
    with served(tmp_path, *words, database=postgres) as one, served(tmp_path, *words, database=postgres) as other:
        followed = [
            urllib.request.urlopen(f"{_address(lines, 'On this machine: ')}live/{game}", timeout=PATIENCE_SECONDS)
            for _, lines in (one, other)
        ]
        assert all(b"data: 1\n" in iter(stream.readline, b"") for stream in followed)
        store.journal.append(game, 1, "k", [NewEntry("Counted", {"v": 1}, "Ben", AT)])
        assert all(b"data: 2\n" in iter(stream.readline, b"") for stream in followed)
        for process, _ in (one, other):
            process.send_signal(signal.SIGTERM)
            rest, errors = process.communicate(timeout=PATIENCE_SECONDS)
            assert (process.returncode, rest, errors) == (0, "Stopped. Every game is saved.\n", "")
        for stream in followed:
            stream.close()
    store.close()


def test_a_lesson_at_hand_is_given_up_when_the_server_stops(tmp_path: Path) -> None:
    device, sample = "a" * 22, find_sample("fan-of-twelve")
    spread = CheckedReading(tuple(FoundCard(card, True) for card in sample.cards), (1, 1), (), Purpose("site"))
    store = open_store(tmp_path)
    for number in range(21):
        store.examples.keep(
            hashed(device), Example(f"photo{number}", sample.picture.read_bytes(), spread.to_json(), AT)
        )
    store.close()
    with served(tmp_path, "--host", HERE, "--port", "0") as (process, lines):
        headers = {"Cookie": f"device={device}", "Sec-Fetch-Site": "same-origin"}
        learn = urllib.request.Request(f"{_address(lines, 'On this machine: ')}deck/learn", b"game=", headers)
        with urllib.request.urlopen(learn, timeout=PATIENCE_SECONDS) as answer:
            assert "/deck/lesson/" in answer.url
        process.send_signal(signal.SIGTERM)
        rest, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, rest, errors) == (0, "Stopped. Every game is saved.\n", "")
    with closing(open_store(tmp_path)) as store:
        assert store.examples.find_deck(hashed(device)) is None


def test_a_server_for_the_table_prints_its_network_address_and_a_code_for_the_phones(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (_, lines):
        assert _address(lines, "On this machine: ").startswith("http://127.0.0.1:")
        if (network := network_address()) is not None:
            assert _address(lines, "On your network: ").startswith(f"http://{network}:")
            assert any("█" in line for line in lines)


def test_a_server_for_this_machine_alone_prints_no_code_but_what_to_do(tmp_path: Path) -> None:
    with served(tmp_path, "--host", HERE, "--port", "0") as (_, lines):
        assert not any("█" in line or "On your network" in line for line in lines)
        assert HERE_ONLY in lines
        with urllib.request.urlopen(_address(lines, "On this machine: "), timeout=PATIENCE_SECONDS) as answer:
            page = answer.read().decode()
    assert HERE_ONLY in page
    assert "qr.svg" not in page


def test_a_data_folder_that_cannot_be_used_is_one_line_and_status_2(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with served(tmp_path / "file" / "data", "--host", HERE, "--port", "0") as (process, lines):
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, lines) == (2, [])
        assert errors.startswith("Error: ")
        assert errors.count("\n") == 1


def test_where_the_default_port_is_taken_the_next_free_one_is_used() -> None:
    with taken_port() as port, closing(listen_on(HERE, None, port)) as listening:
        assert port < listening.getsockname()[1] < port + 50


def test_a_port_that_was_asked_for_and_is_taken_is_refused() -> None:
    with taken_port() as port, pytest.raises(UserError, match=f"port {port} is taken"):
        listen_on(HERE, port, 8700)


@pytest.mark.parametrize("port", sorted(UNSAFE_PORTS))
def test_a_port_that_browsers_refuse_is_refused_here_first(port: int) -> None:
    with pytest.raises(UserError, match=f"browsers refuse to open port {port}"):
        listen_on(HERE, port, 8700)


def test_unsafe_ports_are_passed_over_in_the_search() -> None:
    with closing(listen_on(HERE, None, 5060)) as listening:
        assert listening.getsockname()[1] > 5061


@pytest.mark.parametrize("host", ["no such host", "192.0.2.77"])
def test_a_host_that_is_not_this_machine_is_named(host: str) -> None:
    with pytest.raises(UserError, match=host):
        listen_on(host, 0, 8700)
