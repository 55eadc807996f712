"""What a person puts right in a reading before its cards are accepted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import parse_cards
from companion.store.journal import Body
from companion.store.tables.photos import Photos
from companion.vision.serve.picture import Pack, Picture
from companion.web.base.current import photos
from companion.web.photo.corrections import MOST_CARDS
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


def read_with_guesses(content: bytes, pack: Pack) -> Picture:
    """A queen that may as well be another spade, and that the reader is sure of all the same."""
    [seen, _] = reading("QS JD").cards
    told: Any = FakeReading((seen._replace(guesses=parse_cards("QS KS JS")),))
    return Picture(b"jpeg", told)


def listed(page: str) -> str:
    """The part of a reading's page that lists its cards."""
    return page.split('<ul class="found">')[1].split("</ul>")[0]


def test_a_corrected_card_changes_the_meld(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/card/1", data={"card": "KS", "was": "JD"})
    page = client.get(address).text
    assert "Marriage in spades" in page
    assert "please check" not in page


def test_a_card_that_a_person_named_says_so(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/card/0", data={"card": "KS", "was": "QS"})
    assert "checked by you" in client.get(address).text
    assert "You named this the <strong>king of spades" in client.get(f"{address}/card/0").text
    assert "I read this as the <strong>jack of diamonds" in client.get(f"{address}/card/1").text


def test_a_removed_card_is_gone(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    page = client.get(address).text
    assert "1 card<" in page
    assert "No meld in these cards" in page


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
        ({"card": "KS"}, "JS", "Meanwhile this card was named otherwise", "king of spades"),
        ({"remove": "1"}, "QS", "Meanwhile this card was removed", "Removed: the queen of spades"),
        ({"remove": "1"}, "JS", "Meanwhile this card was removed", "Removed: the queen of spades"),
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


def test_a_missed_card_is_added_once_however_often_it_is_tapped(client: FlaskClient) -> None:
    address = send(client)
    for _ in range(2):
        client.post(f"{address}/add", data={"card": "KS", "key": "one"})
    page = client.get(address).text
    assert "3 cards" in page
    assert "added by you" in page


def test_what_two_phones_add_at_once_is_both_there(client: FlaskClient) -> None:
    address = send(client)
    for key in ("one", "other"):
        client.post(f"{address}/add", data={"card": "KS", "key": key})
    client.post(f"{address}/add", data={"card": "AS", "key": "one"})  # from a page that was gone back to
    assert "5 cards" in client.get(address).text


def test_a_card_that_was_named_otherwise_since_is_not_added_again_by_the_same_form(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/add", data={"card": "KS", "key": "one"})
    client.post(f"{address}/card/2", data={"card": "JS", "was": "KS"})
    client.post(f"{address}/add", data={"card": "KS", "key": "one"})
    assert "3 cards" in client.get(address).text


def test_a_photo_takes_no_end_of_cards_and_says_so(client: FlaskClient) -> None:
    address = send(client)
    with client.application.app_context():
        photo = address.rpartition("/")[2]
        full = [{"card": "QS", "sure": True}] * MOST_CARDS
        assert photos().change_reading(photo, lambda body: {**body, "found": full})
    answer = client.post(f"{address}/add", data={"card": "KS"})
    assert answer.status_code == 422
    assert "A photo takes no more than 200 cards." in answer.text


def test_htmx_gets_the_reading_alone(client: FlaskClient) -> None:
    address = send(client)
    answer = client.post(f"{address}/add", data={"card": "KS"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "3 cards" in answer.text


@pytest.mark.parametrize(
    ("index", "card", "heading"), [(0, "QS", "As it stands"), (1, "JD", "Most likely")], ids=["sure", "doubtful"]
)
def test_the_card_as_read_is_the_first_that_is_offered_and_a_tap_confirms_it(
    client: FlaskClient, index: int, card: str, heading: str
) -> None:
    address = send(client)
    page = client.get(f"{address}/card/{index}").text
    assert f"<h2>{heading}</h2>" in page
    offered = re.findall(r'name="card" value="(\w+)"', page.split('class="likely"')[1])
    assert offered[0] == card
    client.post(f"{address}/card/{index}", data={"card": offered[0], "was": card})
    assert ("please check" in client.get(address).text) == (index == 0)


def test_what_else_a_sure_card_may_be_is_offered_after_it(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READER=read_with_guesses))
    page = client.get(f"{send(client)}/card/0").text
    assert "<h2>As it stands, or else</h2>" in page
    likely = page.split('class="likely"')[1].split("</div>")[0]
    assert re.findall(r'value="(\w+)"', likely) == ["QS", "KS", "JS"]


def test_while_a_card_is_doubtful_taking_them_is_possible_and_not_the_main_button(client: FlaskClient) -> None:
    address = send(client, next="/g/abc/meld", trump="S", variant="site")
    page = client.get(address).text
    assert re.search(r"<button>Take these cards · 40, 1 unchecked</button>", page)
    assert re.search(r'class="button primary wide"[^>]*>Look at it<', page)
    client.post(f"{address}/card/1", data={"card": "JD", "was": "JD"})
    assert '<button class="primary">Take these cards · 40</button>' in client.get(address).text


def test_a_card_that_is_none_is_refused_with_its_spelling(client: FlaskClient) -> None:
    answer = client.post(f"{send(client)}/add", data={"card": "ZZ"})
    assert answer.status_code == 422
    assert "rank then suit" in answer.text


def test_more_copies_than_the_pack_holds_are_pointed_out_and_kept(client: FlaskClient) -> None:
    address = send(client)
    for _ in range(2):
        client.post(f"{address}/add", data={"card": "QS"})
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
