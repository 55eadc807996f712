"""What a person puts right in a reading before its cards are accepted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import parse_cards
from companion.vision.serve import Pack, Picture
from companion.web.core.current import photos
from companion.web.photo.pages import MOST_CARDS
from tests.web.conftest import browser
from tests.web.form_reader import submitted
from tests.web.photo_reader import FakeReading, read_pinochle, reading, send


def read_with_one_more(content: bytes, pack: Pack) -> Picture:
    """A pinochle of which the reader is sure, and maybe a king."""
    told = reading("QS JD KS")
    sure = tuple(each._replace(sure=True) for each in told.cards)
    return Picture(b"jpeg", told._replace(cards=sure[:2], maybe=told.cards[2:]))


def read_after_a_sweep(content: bytes, pack: Pack) -> Picture:
    """A pinochle whose jack the live camera saw before the picture was taken."""
    queen, jack = reading("QS JD").cards
    told: Any = FakeReading((queen, jack._replace(outline=(), sure=True)))
    return Picture(b"jpeg", told)


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_pinochle))


def read_with_guesses(content: bytes, pack: Pack) -> Picture:
    """A queen that may as well be another spade, and that the reader is sure of all the same."""
    [seen, _] = reading("QS JD").cards
    told: Any = FakeReading((seen._replace(guesses=parse_cards("QS KS JS")),))
    return Picture(b"jpeg", told)


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


def test_a_card_that_two_phones_miss_is_added_once_and_a_second_copy_on_purpose(client: FlaskClient) -> None:
    address = send(client)
    assert 'name="seen" value="2"' in client.get(address).text.split('id="missed"')[1]
    for key in ("one", "other"):
        client.post(f"{address}/add", data={"card": "KS", "key": key, "seen": "2"})
    assert "3 cards" in client.get(address).text
    client.post(f"{address}/add", data={"card": "KS", "key": "queued", "after": "one", "seen": "2"})
    assert "4 cards" in client.get(address).text
    client.post(f"{address}/add", data={"card": "KS", "key": "later", "seen": "4"})
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
    assert "A photo takes at most 200 cards." in answer.text


def test_a_card_to_add_that_was_not_tapped_is_asked_for(client: FlaskClient) -> None:
    answer = client.post(f"{send(client)}/add", data={"card": ""})
    assert answer.status_code == 422
    assert "Please tap a card." in answer.text


def test_htmx_gets_the_reading_alone(client: FlaskClient) -> None:
    address = send(client)
    answer = client.post(f"{address}/add", data={"card": "KS"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "3 cards" in answer.text


@pytest.mark.parametrize(("index", "card"), [(0, "QS"), (1, "JD")], ids=["sure", "doubtful"])
def test_that_the_card_is_right_is_the_first_answer_and_a_tap_confirms_it(
    client: FlaskClient, index: int, card: str
) -> None:
    address = send(client)
    page = client.get(f"{address}/card/{index}").text
    first = re.search(r'<button [^>]*name="card" value="(\w+)"[^>]*>([^<]+)', page)
    assert first
    assert first.groups() == (card, "Yes, that is right")
    client.post(f"{address}/card/{index}", data={"card": card, "was": card})
    assert ("please check" in client.get(address).text) == (index == 0)


def test_what_else_a_sure_card_may_be_is_offered_after_it(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READER=read_with_guesses))
    page = client.get(f"{send(client)}/card/0").text
    likely = page.split('class="likely"')[1].split("</div>")[0]
    assert re.findall(r'value="(\w+)"', likely) == ["KS", "JS"]


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


def test_what_may_be_one_more_is_drawn_and_asked_about_and_not_counted(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READER=read_with_one_more))
    address = send(client, next="/g/abc/meld", trump="S", variant="site")
    page = client.get(address).text
    assert "Maybe one more card here" in page
    assert "2 cards" in page
    assert re.search(r'class="m0 ask maybe"\s+aria-label="king of spades, maybe one more here"', page)
    assert "<button>Take these cards · 40, 1 unchecked</button>" in page
    [link] = re.findall(r'class="button primary wide" href="([^"]+)">Look at it<', page)
    assert link == f"{address}/card/2"
    assert "Maybe there is one more card here, the <strong>king of spades" in client.get(link).text


def test_one_more_counts_once_a_person_has_named_it(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READER=read_with_one_more))
    address = send(client, next="/g/abc/meld", trump="S", variant="site")
    client.post(f"{address}/card/2", data={"card": "AS", "was": "KS"})
    page = client.get(address).text
    assert "3 cards" in page
    assert 'aria-label="ace of spades, checked by you' in page
    assert "Maybe one more" not in page


def test_where_there_is_no_more_card_nothing_is_asked_any_more_unless_it_is_put_back(
    make_app: Callable[..., Flask],
) -> None:
    client = browser(make_app(READER=read_with_one_more))
    address = send(client, next="/g/abc/meld", trump="S", variant="site")
    client.post(f"{address}/card/2", data={"remove": "1", "was": "KS"})
    page = client.get(address).text
    assert "Maybe one more" not in page
    assert '<button class="primary">Take these cards · 40</button>' in page
    submitted(client, address, f"{address}/card/2/put-back")
    assert "Maybe one more card here" in client.get(address).text


def test_a_deck_is_not_learned_while_one_more_card_may_lie_there(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READER=read_with_one_more))
    page = client.get(send(client, kind="deck", next="/deck/keep")).text
    assert "Look first at each card that the reader is not sure of." in page


def test_the_cards_to_correct_come_before_what_they_come_to(client: FlaskClient) -> None:
    page = client.get(send(client)).text
    places = [
        page.index(part) for part in ('<figure class="photo"', '<ul class="found">', 'id="missed"', 'id="outcome"')
    ]
    assert places == sorted(places)


def test_of_a_card_in_a_fan_the_index_is_marked_and_enlarged(make_app: Callable[..., Flask]) -> None:
    index = ((180.0, 110.0), (200.0, 110.0), (200.0, 140.0), (180.0, 140.0))

    def read(content: bytes, pack: Pack) -> Picture:
        fan = reading("QS JD")
        return Picture(b"jpeg", fan._replace(cards=(fan.cards[0], fan.cards[1]._replace(indices=(index,)))))

    client = browser(make_app(READER=read))
    address = send(client)
    marked = 'points="180,110 200,110 200,140 180,140"'
    assert marked in client.get(address).text
    page = client.get(f"{address}/card/1").text
    assert marked in page
    assert 'viewBox="135 65 110 120"' in page
    client.post(f"{address}/card/1", data={"card": "JD", "was": "JD"})
    assert marked not in client.get(address).text


def test_what_the_cards_come_to_stands_with_them(client: FlaskClient) -> None:
    assert '<a class="num" href="#outcome">Meld 40</a>' in client.get(send(client)).text


def test_a_card_outside_the_picture_is_said_to_be_and_can_be_corrected(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READER=read_after_a_sweep))
    address = send(client, trump="S")
    page = client.get(address).text
    assert page.count("<polygon") == 1
    assert "sure, outside the picture" in page
    card = client.get(f"{address}/card/1").text
    assert "outside the picture: the camera saw it while you were aiming" in card
    assert "<image" not in card
    client.post(f"{address}/card/1", data={"card": "JH", "was": "JD"})
    corrected = client.get(address).text
    assert "checked by you" in corrected
    assert "outside the picture" not in corrected
    client.post(f"{address}/card/1", data={"remove": "1", "was": "JH"})
    assert "1 card<" in client.get(address).text
    assert "outside the picture" not in client.get(f"{address}/card/0").text
