"""Several photos of one table: a card in two of them counts once, unless somebody says otherwise."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import parse_card, parse_cards
from companion.store import Unavailable
from companion.store.photos import Photos
from companion.web.core.current import current_store
from companion.web.photo.case import Purpose
from companion.web.photo.checked import CheckedReading, FoundCard, copies_of, join_cards
from tests.web.conftest import browser
from tests.web.form_reader import forms_of, submitted, without_keys
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


def test_the_first_photo_can_be_left_out_and_the_others_stay_for_the_same_player(client: FlaskClient) -> None:
    first = send(client, "QS JD", trump="S", variant="site")
    for cards in ("KS QS", "AS"):
        send(client, cards, join=first.rpartition("/")[2])
    assert client.get(first).text.count("Leave this photo out") == 3
    assert client.post(f"{first}/leave-out", data={"photo": "1"}).location == first
    page = client.get(first).text
    assert "3 cards" in page
    assert "Meld, " in page, "no trump is named"
    assert "jack of diamonds" not in page.split('id="missed"')[0]
    assert page.count("Leave this photo out") == 2


@pytest.mark.parametrize("left", [0, 1, 2], ids=["first", "second", "third"])
@pytest.mark.parametrize("apart", [None, 1, 2], ids=["all alike", "second apart", "third apart"])
def test_a_photo_that_was_left_out_can_be_put_back(client: FlaskClient, left: int, apart: int | None) -> None:
    first = send(client, "QS JD", trump="S", variant="site")
    all_three = [first, *(send(client, cards, join=first.rpartition("/")[2]) for cards in ("KS QS", "QS AS"))]
    if apart:
        client.post(f"{all_three[apart]}/apart", data={"apart": "1"})
    before = without_keys(client.get(first).text)
    for _ in range(2):
        client.post(f"{all_three[left]}/leave-out", data={"photo": "1"})
    page = client.get(first).text
    assert page.count("A photo is left out.") == 1
    assert page.count("Leave this photo out") == 2
    submitted(client, first, f"{all_three[left]}/take-in")
    assert without_keys(client.get(first).text) == before


def test_what_is_added_once_the_first_photo_is_left_out_counts(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "KS", join=first.rpartition("/")[2])
    client.post(f"{first}/leave-out", data={"photo": "1"})
    [form] = forms_of(client.get(first).text, "/add")
    assert form.action == f"{second}/add"
    assert client.post(form.action, data={**form.sent, "card": "AS"}).location == f"{first}?adding=1"
    assert "2 cards" in client.get(first).text


def test_what_another_phone_says_of_photos_of_which_the_first_is_left_out_is_not_lost(client: FlaskClient) -> None:
    first = send(client, "QS JD", variant="site")
    send(client, "KS QS", join=first.rpartition("/")[2])
    client.post(f"{first}/leave-out", data={"photo": "1"})
    answer = client.post(f"{first}/price", data={"trump": "S"}, headers={"HX-Request": "true"})
    assert "<output>40</output>" in answer.text, "of the king and queen alone"


def test_where_all_photos_are_left_out_at_once_all_of_them_stay(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "KS", join=first.rpartition("/")[2])
    for photo in (first, second):
        client.post(f"{photo}/leave-out", data={"photo": "1"})
    page = client.get(first).text
    assert "3 cards" in page
    assert page.count("Leave this photo out") == 2


def test_a_photo_that_was_left_out_and_is_sent_again_counts_once(client: FlaskClient) -> None:
    first = send(client, "AS 10S", kind="tricks")
    told = {"kind": "tricks", "join": first.rpartition("/")[2], "key": "of the form"}
    second = send(client, "KD", **told)
    client.post(f"{second}/leave-out", data={"photo": "1"})
    send(client, "KD", **told)
    submitted(client, first, f"{second}/take-in")
    assert "3 cards" in client.get(first).text


def test_once_the_first_photo_is_gone_the_others_can_still_be_put_right(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "KS", join=first.rpartition("/")[2])
    with client.application.app_context(), current_store().database.write() as rows:
        rows.run("delete from photo where id = ?", first.rpartition("/")[2])
    for way in ("apart", "leave-out", "take-in", "price"):
        assert client.post(f"{second}/{way}", data={"apart": "1"}).location == second
    assert "1 card<" in client.get(second).text


def test_a_photo_is_put_back_only_where_it_is_kept(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "KS", join=first.rpartition("/")[2])
    client.post(f"{second}/leave-out", data={"photo": "1"})
    with client.application.app_context(), current_store().database.write() as rows:
        rows.run("delete from photo where id = ?", second.rpartition("/")[2])
    assert "left out" not in client.get(first).text


def test_what_is_removed_on_the_page_of_a_card_whose_photo_is_left_out_can_be_put_back(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "KS", join=first.rpartition("/")[2])
    client.post(f"{second}/leave-out", data={"photo": "1"})
    after = client.get(client.post(f"{second}/card/0", data={"remove": "1", "was": "KS"}).location)
    assert "Removed: the king of spades" in client.get(after.location).text


def test_a_photo_that_stands_alone_is_not_left_out(client: FlaskClient) -> None:
    address = send(client, "QS JD")
    assert "Leave this photo out" not in client.get(address).text
    assert client.post(f"{address}/leave-out", data={"photo": "1"}).location == address


def test_a_photo_that_was_to_join_a_joined_one_joins_the_first(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "KS", join=first.rpartition("/")[2])
    assert client.get(send(client, "AS", join=second.rpartition("/")[2])).location == first
    assert "4 cards" in client.get(first).text


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


def test_a_card_that_was_added_as_one_more_counts_beside_all_that_the_photos_show() -> None:
    joined = [checked("KD").add(parse_card("AS"), (), "key", more=True), checked("AS KD"), checked("AS", apart=True)]
    assert join_cards(joined) == parse_cards("AS AS AS KD")
    assert copies_of(joined) == [[0, 2], [0, 0], [1]]


def test_a_card_that_another_photo_shows_is_added_as_one_more(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "AC", join=first.rpartition("/")[2])
    for cards in ("4 cards", "5 cards"):
        client.post(f"{first}/add", data={"card": "AC"})
        assert cards in client.get(first).text
    client.post(f"{second}/leave-out", data={"photo": "1"})
    assert "4 cards" in client.get(first).text
