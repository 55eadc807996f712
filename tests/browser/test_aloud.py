"""The score is read aloud where the browser has a voice; without one there is no button."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.rules.variants.partnership import SITE
from tests.browser.conftest import Phone, Server
from tests.web.new_game import play_one_deal, state_of
from tests.web.table_player import begin

VOICE = """
window.said = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
const voice = { cancel() {}, speak: (said) => window.said.push(said.text) };
Object.defineProperty(window, "speechSynthesis", { value: voice });
"""
NO_VOICE = 'Object.defineProperty(window, "speechSynthesis", { value: undefined });'


def test_the_score_is_read_aloud(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    phone = make_phone(server=server)
    phone.page.add_init_script(VOICE)
    game = begin(server.app, SITE)
    play_one_deal(server.app, game)
    page = phone.open(f"/game/{game}/sheet")
    page.get_by_role("button", name="Read the score").tap()
    scores = state_of(server.app, game).scores()
    (said,) = page.evaluate("said")
    assert said.startswith(f"Ann & Cy: {scores['A']}. Bob & Di: {scores['B']}. ")


@pytest.mark.thorough
def test_without_a_voice_there_is_no_button(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    phone = make_phone(server=server)
    phone.page.add_init_script(NO_VOICE)
    game = begin(server.app, SITE)
    play_one_deal(server.app, game)
    page = phone.open(f"/game/{game}/sheet")
    expect(page.get_by_text("Back to the table")).to_be_visible()
    expect(page.get_by_role("button", name="Read the score")).to_have_count(0)
