"""What a person puts right in a reading before its cards are accepted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import browser
from tests.web.photo_reader import read_pinochle, send


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_pinochle))


def test_a_corrected_card_changes_the_meld(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/card/1", data={"card": "KS", "was": "JD"})
    page = client.get(address).text
    assert "Marriage in spades" in page
    assert "please check" not in page


def test_a_removed_card_is_gone(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    page = client.get(address).text
    assert "1 card<" in page
    assert "No meld in these cards" in page


def test_a_second_tap_on_remove_takes_no_second_card(client: FlaskClient) -> None:
    address = send(client)
    for _ in range(2):
        client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    assert "1 card<" in client.get(address).text


def test_a_missed_card_is_added_once_however_often_it_is_tapped(client: FlaskClient) -> None:
    address = send(client)
    for _ in range(2):
        client.post(f"{address}/add", data={"card": "KS", "count": "2"})
    page = client.get(address).text
    assert "3 cards" in page
    assert "added by you" in page


def test_htmx_gets_the_reading_alone(client: FlaskClient) -> None:
    address = send(client)
    answer = client.post(f"{address}/add", data={"card": "KS", "count": "2"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "3 cards" in answer.text


def test_a_card_that_is_none_is_refused_with_its_spelling(client: FlaskClient) -> None:
    answer = client.post(f"{send(client)}/add", data={"card": "ZZ", "count": "2"})
    assert answer.status_code == 422
    assert "rank then suit" in answer.text


def test_more_copies_than_the_pack_holds_are_pointed_out_and_kept(client: FlaskClient) -> None:
    address = send(client)
    for count in ("2", "3"):
        client.post(f"{address}/add", data={"card": "QS", "count": count})
    page = client.get(address).text
    assert "More queens of spades than the pack holds" in page
    assert "4 cards" in page


def test_the_same_cards_can_be_counted_under_another_variant_and_trump(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/price", data={"variant": "doubles", "trump": "H"})
    page = client.get(address).text
    assert "<output>4</output>" in page
    assert "Hearts" in page


def test_accepting_posts_the_cards_to_the_page_that_asked(client: FlaskClient) -> None:
    page = client.get(send(client, next="/g/abc/meld", trump="S", variant="site")).text
    assert 'action="/g/abc/meld"' in page
    assert 'name="cards" value="QS JD"' in page
    assert 'name="key"' in page
