"""An installation without the reader of photos, and without Pillow: every other page, and one line that says so."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from flask import Flask

from companion.rules.variants import find_variant
from tests.web.conftest import browser
from tests.web.spelled_photos import photo_links
from tests.web.table_player import Player, begin

ABSENT = ("cv2", "numpy", "PIL", "pi_heif", "psycopg", "psycopg_pool", "uvicorn", "a2wsgi", "h11")
BARE = f"""
import sys
sys.modules.update(dict.fromkeys({ABSENT}))
from pathlib import Path
from companion.web import create_app
client = create_app(Path(sys.argv[1]), COMPRESS=False, SIMULATED_DEALS=0).test_client()
for path in ("/", "/photo/", "/deck/", "/rules/", "/settle/site", "/new/site"):
    answer = client.get(path)
    print(path, answer.status_code, "reader is not installed" in answer.text)
"""


def test_the_pages_need_neither_the_reader_nor_pillow_nor_any_server(tmp_path: Path) -> None:
    printed = subprocess.run(
        [sys.executable, "-c", BARE, tmp_path], check=True, capture_output=True, text=True
    ).stdout.splitlines()

    assert printed == [
        "/ 200 True",
        "/photo/ 404 True",
        "/deck/ 404 True",
        "/rules/ 200 False",
        "/settle/site 200 False",
        "/new/site 200 False",
    ]


def test_a_table_offers_no_photo_where_none_is_read(make_app: Callable[..., Flask]) -> None:
    links = {}
    for says in ("", "No photos here."):
        app = make_app(WITHOUT_PHOTOS=says)
        player = Player(app, browser(app), begin(app, find_variant("site")))
        player.do("take", seat=0, amount=300)
        player.do("trump", trump="S")
        links[says] = photo_links(player)

    assert links[""]
    assert links["No photos here."] == []
