"""A phone that runs the companion by itself in WebKit, without what an older iPhone lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.vision.samples import find_sample
from tests.browser.alone.games import OLDER_IPHONE, READER_HERE
from tests.browser.alone.host import StaticHost
from tests.browser.photos import SAMPLE
from tests.browser.webkit.driver import started
from tests.browser.webkit.table import SCORES, enter_deal

pytestmark = pytest.mark.thorough

FRAME = "#page"
"""Where the shell shows the companion's pages."""


def test_a_deal_is_there_again_without_the_host_and_a_photo_is_read(
    display: str, host: StaticHost, tmp_path: Path
) -> None:
    with started(display, tmp_path / "phone", OLDER_IPHONE) as phone:
        phone.open(f"{host.url}new/site")
        phone.frame = FRAME
        for seat, name in enumerate(("Ann", "Bob", "Cy", "Di")):
            phone.fill(f"#name-{seat}", name)
        phone.tap("label:has([name=dealer][value='3'])")
        phone.button("Start the game")
        phone.sees("", "#pad")
        phone.frame = ""
        phone.sees("This browser may delete your games", "#bar")
        phone.button("Later")
        phone.frame = FRAME
        enter_deal(phone, "Ann", 300, "♠", (190, 40), 140)
        phone.wait(SCORES, "330,150")
        game = phone.run("return location.pathname")
        phone.wait_for_work(f"return ({READER_HERE})(arguments[0])", host.url)
        assert phone.faults() == []
    host.stop()
    with started(display, tmp_path / "phone", OLDER_IPHONE) as phone:
        phone.open(host.url + game.lstrip("/"))
        phone.frame = FRAME
        phone.wait(SCORES, "330,150")
        phone.open(f"{host.url}photo/?trump=S")
        phone.choose("#chosen", find_sample(SAMPLE).picture)
        phone.sees("7 cards")
        phone.sees("170", "output")
        assert phone.faults() == []
