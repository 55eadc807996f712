"""What was entered wrong in a deal: the dealer is changed, and each slip leads to the step where it was entered."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.state import Phase
from companion.rules.variants import find_variant
from tests.web.form_reader import fields_of
from tests.web.table_player import Player, begin, words


@pytest.fixture
def ann(app: Flask, client: FlaskClient) -> Player:
    return Player(app, client, begin(app, find_variant("site")))


@pytest.fixture
def counting(ann: Player) -> Player:
    """Ann has the bid of 300, and the tricks are counted now."""
    ann.do("take", seat="0", amount="300")
    ann.do("trump", trump="S")
    ann.do("meld/close", meld_A="120", meld_B="60")
    return ann


def page_of(at: Player, path: str = "") -> str:
    return at.client.get(f"/game/{at.game}/{path}").text


def test_the_dealer_can_be_changed_while_the_deal_is_played(counting: Player) -> None:
    assert "The dealer was changed: Cy dealt." in counting.do("dealer", dealer="2")
    assert counting.state.deal is not None
    assert counting.state.deal.dealer == 2
    counting.do("undo")
    assert counting.state.deal.dealer == 0
    assert "is the dealer already" in words(counting.send("dealer", dealer="0"))
    counting.do("redo")
    counting.do("count", points_A="180")
    assert "Deal 2 · Di dealt" in counting.do("confirm")


def test_bids_in_turn_are_undone_before_the_dealer_is_changed(ann: Player) -> None:
    ann.do("bid", amount="250")
    assert "depends on who dealt" in words(ann.send("dealer", dealer="2"))
    ann.do("undo")
    ann.do("dealer", dealer="2")


def slips_of(at: Player) -> dict[str, str]:
    """What the page offers as entered wrong in the deal on the table, each sentence with its step."""
    found = re.findall(r'name="step" value="(\d+)"><svg.*?</svg>\s+([^<]*)<', page_of(at))
    return {unescape(says): step for step, says in found}


def test_something_went_wrong_begins_with_slips(counting: Player) -> None:
    wrong = counting.see().split("Something went wrong")[1]
    order = ("It was entered wrong", "won the bid at", "Trump:", "Change the dealer: Ann dealt", "Who reneged?")
    places = [wrong.index(words) for words in order]
    assert places == sorted(places)


@pytest.mark.parametrize(("asked", "summary"), [("played", "Somebody played wrong"), ("cards", "The cards were wrong")])
def test_a_link_opens_its_part_of_what_went_wrong(counting: Player, asked: str, summary: str) -> None:
    opened = re.findall(r'<details class="panel" open>\s*<summary>([^<]*)', page_of(counting, f"?wrong={asked}"))
    assert opened == [summary]


@pytest.mark.parametrize(
    ("slip", "asks", "field"),
    [
        ("Ann won the bid at 300.", "Write it down", r'name="seat" value="0" checked'),
        ("Ann won the bid at 300.", "Write it down", r'name="amount"[^>]*\s+value="300"'),
        ("Trump: spades.", "Write it down", r'name="trump" value="S"[^>]* checked'),
        ("Ann & Cy: meld 120.", "Write it down", r'name="meld-A"[^>]*\s+value="120"'),
        ("Bob & Di: meld 60.", "Write it down", r'name="meld-B"[^>]*\s+value="60"'),
        ("Bob & Di: meld 60.", "Meld is done", r'name="meld-B"[^>]*\s+value="60"'),
    ],
)
def test_each_slip_leads_to_the_step_where_it_was_entered(counting: Player, slip: str, asks: str, field: str) -> None:
    counting.see("?how=pad" if "Write" in asks else "?how=each")
    answer = counting.swap("undo", step=slips_of(counting)[slip])
    assert asks in words(answer)
    assert re.search(field, answer.text)
    counting.do("redo")
    assert counting.state.phase is Phase.PLAY


def test_a_slip_goes_back_over_nothing_but_its_deal(counting: Player) -> None:
    counting.do("count", points_A="180")
    counting.do("confirm")
    counting.do("take", seat="1", amount="300")
    won = slips_of(counting)["Bob won the bid at 300."]
    counting.do("trump", trump="S")
    counting.do("dealer", dealer="3")
    names = {f"name-{seat}": name for seat, name in enumerate(("Anna", "Bob", "Cy", "Di"))}
    counting.do("names", **names, **{"substitute-0": "0"})
    page = counting.do("undo", step=won)
    state = counting.state
    assert state.deal is not None
    assert (state.names[0], state.deal.dealer, state.deal.contract, len(state.deals)) == ("Anna", 3, None, 1)
    assert "Correct deal 1" in page
    assert "Taken back: Bob won the bid at 300, and what was entered after it." in words(
        counting.client.get(f"/game/{counting.game}/log")
    )
    answer = counting.send("undo", step=won)
    assert (answer.status_code, "no longer there" in words(answer)) == (422, True)


def test_a_slip_in_the_deal_before_leads_to_its_pad(counting: Player) -> None:
    counting.do("count", points_A="180")
    counting.do("confirm")
    assert f'href="/game/{counting.game}/deal/1">Correct deal 1<' in page_of(counting)
    page = page_of(counting, "deal/1")
    filled = {name: text for name, text in fields_of(page, "pad").items() if text}
    assert filled.items() >= {"seat": "0", "amount": "300", "trump": "S", "meld-B": "60", "points-A": "180"}.items()
