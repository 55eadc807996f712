"""What is removed from a reading and put back, and what two phones say of one photo at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.database import Body
from companion.store.photos import Photos
from companion.vision.serve import Pack, Picture
from tests.web.conftest import browser
from tests.web.form_reader import submitted, without_keys
from tests.web.photo_reader import FakeReading, read_pinochle, reading, send
from tests.web.spelled_photos import read_what_it_says


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_pinochle))


@pytest.fixture
def spelled(make_app: Callable[..., Flask]) -> FlaskClient:
    """A client whose photos show what they spell."""
    return browser(make_app(READER=read_what_it_says))


def read_doubtfully(content: bytes, pack: Pack) -> Picture:
    """A reader of "photos" that spell their cards, none of which it is sure of."""
    seen: Any = FakeReading(tuple(each._replace(sure=False) for each in reading(content.decode()).cards))
    return Picture(b"jpeg", seen)


def listed(page: str) -> str:
    """The part of a reading's page that lists its cards."""
    return page.split('<ul class="found">')[1].split("</ul>")[0]


def test_a_removed_card_is_gone(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    page = client.get(address).text
    assert "1 card<" in page
    assert "No meld in these cards" in page


def test_a_photo_from_which_all_cards_were_removed_can_be_taken_again(client: FlaskClient) -> None:
    address = send(client)
    for index, card in enumerate(("QS", "JD")):
        assert "Take it again" not in client.get(address).text
        client.post(f"{address}/card/{index}", data={"remove": "1", "was": card})
    assert "Take it again" in client.get(address).text


def test_a_removed_card_can_be_put_back_where_it_lay_as_doubtful_as_it_was(client: FlaskClient) -> None:
    address = send(client)
    before = without_keys(client.get(address).text)
    after = client.post(f"{address}/card/1", data={"remove": "1", "was": "JD"}).location
    assert "Removed: the jack of diamonds" in client.get(after).text
    assert submitted(client, after, f"{address}/card/1/put-back").location == address
    assert without_keys(client.get(address).text) == before


def test_a_doubtful_card_that_was_removed_can_be_put_back_from_the_next_that_is_asked(
    make_app: Callable[..., Flask],
) -> None:
    client = browser(make_app(READER=read_doubtfully))
    address = send(client, b"QS JD KH")
    after = client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"}).location
    assert urlsplit(after).path == f"{address}/card/1"
    submitted(client, after, f"{address}/card/0/put-back")
    assert "3 cards I am not sure of" in client.get(address).text


def test_what_was_removed_is_put_back_once(client: FlaskClient) -> None:
    address = send(client)
    after = client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"}).location
    for _ in range(2):
        client.post(f"{address}/card/0/put-back", data={"key": "same"})
    page = client.get(after).text
    assert "2 cards" in page
    assert "Removed: " not in page


def test_what_was_removed_can_be_put_back_as_long_as_the_photo_is_kept(spelled: FlaskClient) -> None:
    address = send(spelled, b"QS JD KH")
    spelled.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    spelled.post(f"{address}/card/2", data={"card": "KH", "was": "KH"})
    spelled.post(f"{address}/add", data={"card": "10S"})
    assert "One card was removed" in spelled.get(address).text
    submitted(spelled, address, f"{address}/card/0/put-back")
    page = spelled.get(address).text
    assert "4 cards" in page
    assert "was removed" not in page


def test_of_a_joined_photo_it_is_put_back_from_the_page_of_all(client: FlaskClient) -> None:
    first = send(client)
    second = send(client, join=first.rpartition("/")[2])
    after = client.post(f"{second}/card/0", data={"remove": "1", "was": "QS"}).location
    shown = client.get(after).location
    assert urlsplit(shown).path == first
    assert "Removed: the queen of spades" in client.get(shown).text
    assert "The photos show 3" in client.get(shown).text
    submitted(client, shown, f"{second}/card/0/put-back")
    assert "The photos show 4" in client.get(first).text


@pytest.mark.parametrize("told", ["", "made.up", "-", "-0", "{photo}-1", "{photo}-7", "{photo}-"])
def test_an_address_that_tells_of_nothing_removed_offers_nothing(client: FlaskClient, told: str) -> None:
    address = send(client)
    client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    page = client.get(f"{address}?removed={told.format(photo=address.rpartition('/')[2])}").text
    assert "1 card<" in page
    assert "Removed: " not in page


def test_a_second_tap_on_remove_takes_no_second_card(client: FlaskClient) -> None:
    address = send(client)
    for _ in range(2):
        answer = client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
        assert "Removed: the queen of spades" in client.get(answer.location).text
    assert "1 card<" in client.get(address).text


def test_a_second_tap_on_remove_spares_the_twin(spelled: FlaskClient) -> None:
    address = send(spelled, b"QS QS JD")
    for _ in range(2):
        spelled.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    assert "2 cards<" in spelled.get(address).text


def test_the_address_of_a_card_that_was_removed_shows_no_other_and_brings_it_back(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    assert "Removed: the queen of spades" in client.get(f"{address}/card/0").text
    submitted(client, f"{address}/card/0", f"{address}/card/0/put-back")
    assert "2 cards<" in client.get(address).text


@pytest.mark.parametrize(
    ("first", "then", "says", "stands"),
    [
        ({"card": "KS"}, "JS", "Someone else changed this card first", "king of spades"),
        ({"remove": "1"}, "QS", "Someone else removed this card first", "Removed: the queen of spades"),
        ({"remove": "1"}, "JS", "Someone else removed this card first", "Removed: the queen of spades"),
    ],
    ids=["named", "confirmed and removed", "removed"],
)
def test_what_is_said_of_a_card_that_another_phone_changed_is_not_dropped_without_a_word(
    client: FlaskClient, first: dict[str, str], then: str, says: str, stands: str
) -> None:
    address = send(client)
    client.post(f"{address}/card/0", data={**first, "was": "QS"})
    answer = client.post(f"{address}/card/0", data={"card": then, "was": "QS"})
    assert answer.status_code == 409
    assert says in answer.text
    assert stands in answer.text
    assert "jack of spades" not in listed(client.get(address).text)


def test_a_correction_that_is_sent_again_is_the_one_that_stands(client: FlaskClient) -> None:
    address = send(client)
    for _ in range(2):
        answer = client.post(f"{address}/card/0", data={"card": "JS", "was": "QS"})
        assert answer.location == address
    assert "jack of spades" in listed(client.get(address).text)


def test_where_another_phone_removed_a_card_the_others_can_still_be_put_right(spelled: FlaskClient) -> None:
    address = send(spelled, b"QS JD KH")
    spelled.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    spelled.post(f"{address}/card/2", data={"card": "AH", "was": "KH"})
    page = listed(spelled.get(address).text)
    assert "ace of hearts" in page
    assert "king of hearts" not in page


def test_what_two_phones_put_right_at_once_is_both_kept(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    address, [change] = send(client), [Photos.change_reading]

    def second(kept: Photos, photo: str, how: Callable[[Body], Body]) -> Body | None:
        monkeypatch.setattr(Photos, "change_reading", change)
        client.post(f"{address}/card/1", data={"card": "KH", "was": "JD"})
        return change(kept, photo, how)

    monkeypatch.setattr(Photos, "change_reading", second)
    client.post(f"{address}/card/0", data={"card": "KS", "was": "QS"})
    page = client.get(address).text
    assert "king of spades" in page
    assert "king of hearts" in page
