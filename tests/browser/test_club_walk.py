"""What docs/hosting.md promises a club, walked through on what a test machine has: Caddy, PostgreSQL, two browsers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import BrowserContext

from companion.cli import main
from tests.browser.club import Club, club
from tests.browser.club_walk import first_evening

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.name == "nt", reason="companion host is not for Windows"),
]


@pytest.fixture
def served(caddy: Path, tmp_path: Path, postgres: str) -> Iterator[Club]:
    with club(caddy, tmp_path, 1, postgres, home="club") as made:
        yield made


def run(environ: dict[str, str], *words: str) -> str:
    result = CliRunner().invoke(main, words, env=environ)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_club_plays_its_first_evening_and_a_copy_of_it_is_put_back_elsewhere(
    served: Club, browsers: list[BrowserContext], tmp_path: Path
) -> None:
    pytest.importorskip("webauthn", reason="it is not built for every machine")
    printed = run(served.environ, "invite", "--club", "owner")
    first_evening(printed.split()[-1], browsers)

    copy, elsewhere = tmp_path / "copy.zip", {**served.environ, "COMPANION_DATABASE_URL": f"sqlite:{tmp_path}/else.db"}
    run(served.environ, "backup", str(copy))
    run(elsewhere, "restore", str(copy))
    here, there = (json.loads(run(environ, "check", "--json")) for environ in (served.environ, elsewhere))
    assert here["digest"] == there["digest"]
    assert here["games"] == there["games"] == 1
