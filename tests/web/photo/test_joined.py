"""Several photos of one table: a card in two of them counts once, unless somebody says otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import parse_cards
from companion.web.photo.checked import CheckedReading, FoundCard, copies_of, join_cards
from companion.web.photo.purpose import Purpose
from tests.web.conftest import browser
from tests.web.spelled_photos import read_what_it_says, send


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_what_it_says))


def test_a_card_in_two_photos_of_a_meld_counts_once_unless_somebody_says_otherwise(client: FlaskClient) -> None:
    first = send(client, "QS JD", trump="S")
    second = send(client, "QS KS", trump="S", join=first.rpartition("/")[2])
    assert client.get(second).location == first
    assert "3 cards" in client.get(first).text
    client.post(f"{second}/apart", data={"apart": "1"})
    assert "4 cards" in client.get(first).text
    client.post(f"{second}/apart", data={"apart": "0"})
    assert "3 cards" in client.get(first).text


def test_the_page_says_why_joined_photos_show_more_cards_than_it_counts(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    send(client, "QS KS", join=first.rpartition("/")[2])
    assert "The photos show 4: a card that is in several of them counts once." in client.get(first).text


def test_cards_of_one_photo_need_no_such_explanation(client: FlaskClient) -> None:
    assert "The photos show" not in client.get(send(client, "QS JD")).text


def test_a_joined_photo_can_be_left_out_again(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "QS KS", join=first.rpartition("/")[2])
    client.post(f"{second}/leave-out", data={"photo": "2"})
    assert "2 cards" in client.get(first).text


def test_photos_of_tricks_are_summed(client: FlaskClient) -> None:
    first = send(client, "AS 10S", kind="tricks", variant="site")
    send(client, "AS", kind="tricks", variant="site", join=first.rpartition("/")[2])
    assert "<output>30</output>" in client.get(first).text


def checked(cards: str, apart: bool = False) -> CheckedReading:
    return CheckedReading(
        tuple(FoundCard(card, True) for card in parse_cards(cards)), (1, 1), (), Purpose("site"), apart=apart
    )


def test_joining_keeps_the_most_copies_that_one_photo_shows() -> None:
    joined = [checked("AS AS KD"), checked("AS KD KD"), checked("AS", apart=True)]
    assert join_cards(joined) == parse_cards("AS AS AS KD KD")
    assert copies_of(joined) == [[0, 1, 0], [0, 0, 1], [2]]
