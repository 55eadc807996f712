"""A photo is taken into the deal and the game that it was made for, and as the page said, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask

from companion.rules.variants.partnership import SITE
from tests.web.conftest import browser
from tests.web.form_reader import forms_of, submitted
from tests.web.played_game import seat_game
from tests.web.settle_table import in_play
from tests.web.spelled_photos import read_what_it_says, send
from tests.web.table_player import FRAGMENT, Player, words

PAST = "This photo was taken for deal 1, and deal 2 is on the table now"
TAKE = re.compile(r"Take (these cards|\d+ to the count|this trick)")


@pytest.fixture
def ann(make_app: Callable[..., Flask]) -> Player:
    client = browser(make_app(READER=read_what_it_says))
    return seat_game(client.application, client, SITE, [])


def melding(player: Player) -> None:
    player.do("take", seat="2", amount="300")
    player.do("trump", trump="S")


def to_play_of_next_deal(player: Player) -> None:
    """Finish the deal on the table, whatever has been told of it, and play on to the tricks of the next."""
    if player.state.phase.value == "meld":
        player.do("meld/close")
    player.do("count", points_A="200")
    player.do("confirm")
    in_play(player)


def asked(player: Player, kind: str, page: str = "") -> dict[str, str]:
    """What the link to a photo of one kind says on a page of the game."""
    links = re.findall('href="/photo/[?]([^"]+)"', unescape(player.client.get(f"/game/{player.game}/{page}").text))
    said = [dict(parse_qsl(link)) for link in links]
    return next(each for each in said if each.get("kind", "meld") == kind and "next" in each)


def take_form(player: Player, reading: str) -> tuple[str, dict[str, str]]:
    """Where the button that takes the cards of a reading leads, and what it sends."""
    page = player.client.get(reading).text
    form = next(each for each in forms_of(page) if each.action.startswith(f"/game/{player.game}/"))
    return form.action, dict(form.fields)


def test_a_meld_read_in_one_deal_is_not_written_into_the_next(ann: Player) -> None:
    melding(ann)
    link = asked(ann, "meld")
    action, form = take_form(ann, send(ann.client, "KS QS", **link))
    assert {"key", "seen", "deal"} <= form.keys()
    to_play_of_next_deal(ann)
    ann.do("undo")
    assert (ann.state.phase.value, ann.state.deal and ann.state.deal.number) == ("meld", 2)
    version = ann.version
    for sent in (form, {**form, "seen": str(version), "deal": "2"}):
        answer = ann.client.post(action, data={**sent, "key": f"late {len(sent)}"})
        assert answer.status_code == 409
        assert PAST in words(answer)
        assert "Back to the photo and its cards" in words(answer)
    assert ann.version == version


def test_the_page_of_a_photo_says_that_its_deal_is_over_and_leads_to_the_table(ann: Player) -> None:
    melding(ann)
    link = asked(ann, "meld")
    reading = send(ann.client, "KS QS", **link)
    assert TAKE.search(ann.client.get(reading).text)
    to_play_of_next_deal(ann)
    page = ann.client.get(reading)
    assert PAST in words(page)
    assert not TAKE.search(page.text)
    assert PAST in words(ann.client.get("/photo/", query_string=link))


def test_a_meld_is_not_taken_where_somebody_told_the_same_one_meanwhile_and_the_photo_stays(ann: Player) -> None:
    melding(ann)
    reading = send(ann.client, "KS QS", **asked(ann, "meld"))
    action, form = take_form(ann, reading)
    ann.do("meld/number", meld_A="40")
    answer = ann.client.post(action, data=form)
    assert answer.status_code == 409
    assert f'href="{reading}"' in answer.text
    assert submitted(ann.client, reading, urlsplit(action).path).status_code == 303


def test_a_meld_is_taken_where_somebody_told_the_other_sides_meanwhile(ann: Player) -> None:
    melding(ann)
    action, form = take_form(ann, send(ann.client, "KS QS", **asked(ann, "meld")))
    ann.do("meld/number", meld_B="40")
    assert ann.client.post(action, data=form).status_code == 303
    assert ann.state.deal is not None
    assert {shown.side: shown.points for shown in ann.state.deal.shown} == {"A": 40, "B": 40}


def test_cards_that_were_put_right_since_are_not_taken_as_they_were(ann: Player) -> None:
    melding(ann)
    reading = send(ann.client, "KS QS JD", **asked(ann, "meld"))
    action, form = take_form(ann, reading)
    ann.client.post(f"{reading}/card/2", data={"remove": "1", "was": "JD"})
    answer = ann.client.post(action, data=form)
    assert answer.status_code == 409
    assert "The cards of this photo were corrected since" in words(answer)
    assert f'href="{reading}"' in answer.text
    assert ann.state.deal is not None
    assert ann.state.deal.shown == ()
    assert submitted(ann.client, reading, urlsplit(action).path).status_code == 303


def test_a_photo_of_one_table_is_not_written_at_another(ann: Player) -> None:
    melding(ann)
    other = seat_game(ann.app, ann.client, SITE, [])
    melding(other)
    _, form = take_form(ann, send(ann.client, "KS QS", **asked(ann, "meld")))
    answer = ann.client.post(f"/game/{other.game}/meld/photo", data={**form, "seen": str(other.version)})
    assert answer.status_code == 409
    assert "This photo was taken at another table" in words(answer)
    assert other.state.deal is not None
    assert other.state.deal.shown == ()


def test_counters_read_in_one_deal_are_not_filled_in_for_the_next(ann: Player) -> None:
    in_play(ann)
    action, form = take_form(ann, send(ann.client, "AS 10S", **asked(ann, "tricks")))
    assert 'value="20"' in ann.client.get(urlsplit(action).path, query_string=form).text
    to_play_of_next_deal(ann)
    answer = ann.client.get(urlsplit(action).path, query_string=form)
    assert answer.status_code == 409
    assert PAST in words(answer)
    assert 'value="20"' not in answer.text
    assert "deal=1" not in answer.text


def test_counters_that_come_when_their_deal_has_been_counted_are_not_dropped_without_a_word(ann: Player) -> None:
    in_play(ann)
    link = asked(ann, "tricks")
    reading = send(ann.client, "AS 10S", **link)
    action, form = take_form(ann, reading)
    ann.do("count", points_A="200")
    says = "Deal 1 doesn’t wait for its counters now, so those of the photo are not entered."
    answer = ann.client.get(urlsplit(action).path, query_string=form)
    assert answer.status_code == 409
    assert says in words(answer)
    assert "points-" not in answer.text
    for page in (ann.client.get(reading), ann.client.get("/photo/", query_string=link)):
        assert says in words(page)
        assert not TAKE.search(page.text)
    ann.do("undo")
    assert 'value="20"' in ann.client.get(urlsplit(action).path, query_string=form).text


def test_what_a_photo_counted_leaves_the_address_once_it_is_written(ann: Player) -> None:
    in_play(ann)
    _, form = take_form(ann, send(ann.client, "AS 10S", **asked(ann, "tricks")))
    page = f"/game/{ann.game}/"
    count = next(each for each in forms_of(ann.client.get(page, query_string=form).text) if each.id == "count")
    answer = ann.client.post(count.action, data={**count.sent, "points-B": "230"}, headers=FRAGMENT)
    assert answer.status_code == 200
    assert answer.headers["HX-Replace-Url"] == page
    assert "not entered" not in answer.text


def test_a_trick_read_in_one_deal_is_not_recorded_in_the_next(ann: Player) -> None:
    in_play(ann)
    ann.send("tricks/choose", kept="1")
    reading = send(ann.client, "AS KS QS 9S", **asked(ann, "trick", "tricks/"))
    told = {f"player-{index}": str(index) for index in range(4)}
    ann.client.post(f"{reading}/players", data={"leader": "0", "trump": "S", **told})
    action, form = take_form(ann, reading)
    page = ann.client.get(urlsplit(action).path, query_string=form)
    record = next(each for each in forms_of(page.text) if each.action.endswith("/tricks/trick"))
    to_play_of_next_deal(ann)
    for answer in (
        ann.client.get(urlsplit(action).path, query_string=form),
        ann.client.post(record.action, data={**dict(record.fields), "lead": "0"}),
    ):
        assert answer.status_code == 409
        assert "From the photo, as they fell" not in answer.text
    assert PAST in words(ann.client.get(urlsplit(action).path, query_string=form))
