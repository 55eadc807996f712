"""Several photos of one table: a card in two of them counts once, unless somebody says otherwise."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import parse_cards
from companion.store import Unavailable
from companion.store.tables.photos import Photos
from companion.web.photo.checked import CheckedReading, FoundCard, copies_of, join_cards
from companion.web.photo.purpose import Purpose
from tests.web.conftest import browser
from tests.web.form_reader import submitted
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


def test_a_photo_of_tricks_that_its_form_sends_twice_is_one_and_another_by_the_same_form_is_another(
    client: FlaskClient,
) -> None:
    first = send(client, "AS 10S", kind="tricks")
    told = {"kind": "tricks", "join": first.rpartition("/")[2], "key": "of the form"}
    assert len({send(client, "KD", **told) for _ in range(2)}) == 1
    assert "3 cards" in client.get(first).text
    send(client, "AD", **told)
    assert "4 cards" in client.get(first).text


def test_a_photo_that_two_processes_read_at_once_is_one(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    first = send(client, "AS 10S", kind="tricks")
    told = {"kind": "tricks", "join": first.rpartition("/")[2], "key": "of the form"}
    second, find = send(client, "KD", **told).rpartition("/")[2], Photos.find_photo
    monkeypatch.setattr(Photos, "find_photo", lambda kept, photo: None if photo == second else find(kept, photo))
    assert send(client, "KD", **told).rpartition("/")[2] == second
    monkeypatch.undo()
    assert "3 cards" in client.get(first).text


def test_a_photo_that_was_kept_and_not_joined_is_joined_when_it_is_sent_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = send(client, "AS 10S", kind="tricks")
    told = {"kind": "tricks", "join": first.rpartition("/")[2], "key": "of the form"}

    def fail(_kept: Photos, _photo: str, _change: object) -> None:
        raise Unavailable("the database", "the disk is full", "Make room.")

    monkeypatch.setattr(Photos, "change_reading", fail)
    assert client.post("/photo/", data={"taken": (io.BytesIO(b"KD"), "a.jpg"), **told}).status_code == 503
    monkeypatch.undo()
    send(client, "KD", **told)
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


def test_the_first_photo_can_be_left_out_and_the_next_takes_its_place_for_the_same_player(client: FlaskClient) -> None:
    first = send(client, "QS JD", trump="S", variant="site")
    second, third = (send(client, cards, join=first.rpartition("/")[2]) for cards in ("KS QS", "AS"))
    assert client.get(first).text.count("Leave this photo out") == 3
    answer = client.post(f"{first}/leave-out", data={"photo": "1"})
    assert answer.location == second
    page = client.get(second).text
    assert "3 cards" in page
    assert "Meld, " in page, "no trump is named"
    for left in (first, third):
        assert client.get(left).location == second
    client.post(f"{second}/leave-out", data={"photo": "1"})
    page = client.get(third).text
    assert "1 card<" in page
    assert "Leave this photo out" not in page


def test_the_first_photo_is_left_out_once_however_often_it_is_tapped(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second, _ = (send(client, cards, join=first.rpartition("/")[2]) for cards in ("KS", "AS"))
    for _ in range(2):
        assert client.post(f"{first}/leave-out", data={"photo": "1"}).location == second
    assert "2 cards" in client.get(second).text


@pytest.mark.parametrize("left", [0, 1, 2], ids=["first", "second", "third"])
def test_a_photo_that_was_left_out_can_be_put_back(client: FlaskClient, left: int) -> None:
    first = send(client, "QS JD", trump="S", variant="site")
    all_three = [first, *(send(client, cards, join=first.rpartition("/")[2]) for cards in ("KS", "AS"))]
    now_first = client.post(f"{all_three[left]}/leave-out", data={"photo": "1"}).location
    page = client.get(now_first).text
    assert page.count("A photo is left out.") == 1
    submitted(client, now_first, f"{all_three[left]}/take-in")
    page = client.get(now_first).text
    assert "4 cards" in page
    assert "left out" not in page
    assert page.count("Leave this photo out") == 3


def test_all_that_were_left_out_can_be_put_back_whichever_was_the_first(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second, third = (send(client, cards, join=first.rpartition("/")[2]) for cards in ("KS", "AS"))
    for photo in (second, first):
        client.post(f"{photo}/leave-out", data={"photo": "1"})
    assert client.get(third).text.count("A photo is left out.") == 2
    for photo in (first, second, first):
        client.post(f"{photo}/take-in", data={"photo": "1"})
    page = client.get(third).text
    assert "4 cards" in page
    assert page.count("Leave this photo out") == 3


def test_a_photo_that_was_never_left_out_is_not_put_back(client: FlaskClient) -> None:
    address = send(client, "QS JD")
    client.post(f"{address}/take-in", data={"photo": "1"})
    assert "Photo 2" not in client.get(address).text


def test_a_photo_that_stands_alone_is_not_left_out(client: FlaskClient) -> None:
    address = send(client, "QS JD")
    assert "Leave this photo out" not in client.get(address).text
    assert client.post(f"{address}/leave-out", data={"photo": "1"}).location == address


def test_a_photo_that_was_to_join_one_that_is_left_out_joins_the_next(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "KS", join=first.rpartition("/")[2])
    client.post(f"{first}/leave-out", data={"photo": "1"})
    assert client.get(send(client, "AS", join=first.rpartition("/")[2])).location == second
    assert "2 cards" in client.get(second).text


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
