"""``companion config`` and ``companion setup`` as somebody types them."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.rules.variants.partnership import SITE
from companion.store import open_store
from companion.web import create_app
from tests.web.conftest import NOW
from tests.web.table_player import begin


def test_each_setting_is_shown_with_where_it_was_found_and_no_password(tmp_path: Path) -> None:
    secret = tmp_path / "address"
    secret.write_text("postgresql://club:pa55@db/games", encoding="utf-8")
    environ = {"COMPANION_DATABASE_URL_FILE": str(secret), "COMPANION_SECRET_KEY": "pa55", "COMPANION_WATCHERS": "9"}

    said = CliRunner().invoke(main, ["config"], env=environ).output

    assert f"COMPANION_DATABASE_URL = postgresql://club:•••@db/games  (COMPANION_DATABASE_URL_FILE ({secret}))" in said
    assert "COMPANION_WATCHERS = 9  (COMPANION_WATCHERS)" in said
    assert "COMPANION_BACKUP_KEEP = 14  (usual)" in said
    assert "pa55" not in said


def test_what_is_typed_hides_the_database_of_the_environment() -> None:
    environ = {"COMPANION_DATABASE_URL": "postgresql://club@db/games"}
    said = json.loads(CliRunner().invoke(main, ["config", "--data", "games", "--json"], env=environ).output)
    assert said["COMPANION_DATA"] == {"value": "games", "from": "--data"}
    assert said["COMPANION_DATABASE_URL"] == {"value": "–", "from": "--data"}


@pytest.mark.parametrize("command", ["config", "serve", "check", "export", "setup", "reader"])
def test_a_misspelled_setting_stops_every_command_that_heeds_settings(command: str) -> None:
    words = [command, "game"] if command == "export" else [command]
    result = CliRunner().invoke(main, words, env={"COMPANION_TRUSTED_PROXY": "127.0.0.1"})
    assert (result.exit_code, "do you mean COMPANION_TRUSTED_PROXIES?" in result.output) == (2, True)


def test_the_printed_address_opens_the_page_that_shows_what_arrives(tmp_path: Path) -> None:
    environ = {"COMPANION_URL": "https://pinochle.example"}
    open_store(tmp_path).close()
    address = CliRunner().invoke(main, ["setup", "--data", str(tmp_path)], env=environ).output.splitlines()[0]
    assert address.startswith("https://pinochle.example/setup/check/")
    app = create_app(tmp_path, URL="https://pinochle.example")
    client = app.test_client()
    assert client.get(urlsplit(address).path).status_code == 200
    assert client.get(urlsplit(address).path + "x").status_code == 404
    app.extensions["store"].close()


@pytest.mark.parametrize(
    ("environ", "says"),
    [
        ({"COMPANION_URL": "https://pinochle.example/cards"}, "https://pinochle.example/cards/"),
        ({}, "after the companion's address: /"),
    ],
)
def test_every_command_says_an_address_in_one_way(tmp_path: Path, environ: dict[str, str], says: str) -> None:
    app = create_app(tmp_path)
    game = begin(app, SITE)
    app.extensions["store"].sayings.claim("ann", "a phone", NOW)
    app.extensions["store"].close()
    for words, path in ((["setup"], "setup/check/"), (["invite", game], "link/"), (["release", "Ann"], "who/phone/")):
        told = CliRunner().invoke(main, [*words, "--data", str(tmp_path)], env=environ).output
        assert f"{says}{path}" in told, told
