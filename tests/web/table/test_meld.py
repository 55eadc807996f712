"""The table's page while meld is told: by number, by melds, by cards, by photo."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.events import MeldSource
from companion.game.state import Phase
from companion.rules.variants.double_deck import DOUBLES
from companion.rules.variants.partnership import SITE
from tests.web.conftest import browser
from tests.web.table_player import Player, begin, words


@pytest.fixture
def ann(app: Flask, client: FlaskClient) -> Player:
    """Ann, who has bid 330 in spades; her table tells meld now."""
    player = Player(app, client, begin(app, SITE))
    player.do("take", seat="0", amount="330")
    player.do("trump", trump="S")
    return player


def meld(player: Player) -> tuple[int, int]:
    deal = player.state.deal
    assert deal is not None
    return deal.meld("A"), deal.meld("B")


def test_the_sides_are_in_the_order_of_every_page(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, SITE))
    player.do("take", seat="1", amount="250")
    page = player.do("trump", trump="S")
    assert page.rindex("Meld of Ann & Cy") < page.rindex("Meld of Bob & Di")


def test_numbers_that_were_typed_are_saved_with_the_last_button(ann: Player) -> None:
    page = ann.do("meld/close", meld_A="120", meld_B="60")
    assert "Play, then count" in page
    assert meld(ann) == (120, 60)


def test_a_number_can_be_saved_without_closing_the_meld(ann: Player) -> None:
    ann.do("meld/number", meld_A="120", save="meld-A")
    assert meld(ann) == (120, 0)
    assert ann.state.phase is Phase.MELD


def test_numbers_go_by_player_as_well(ann: Player) -> None:
    assert "Meld of Cy" in ann.see("?A=number.2")
    ann.do("meld/number", meld_A_0="100", meld_A_2="40")
    page = ann.see("?A=number.2")
    assert meld(ann) == (140, 0)
    assert "Ann: 100" in page
    assert "Cy: 40" in page


def test_a_sum_for_both_takes_the_place_of_the_players_and_the_page_says_so(ann: Player) -> None:
    ann.do("meld/number", meld_A_0="100")
    assert "This replaces the 100 entered player by player." in ann.see("?A=number")
    ann.do("meld/number", meld_A="60")
    assert meld(ann) == (60, 0)
    assert "This replaces the 60 entered together." in ann.see("?A=melds.0")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("abc", "“abc” is not a whole number."),
        ("45", "In tens a meld ends in 0: 40 or 50, not 45."),
        ("99990", "99990 cannot be: two hands of 12 cards meld at most 3600."),
    ],
)
@pytest.mark.parametrize("path", ["meld/number", "meld/close"])
def test_a_meld_that_cannot_be_comes_back_with_the_reason(ann: Player, path: str, typed: str, says: str) -> None:
    answer = ann.send(path, meld_B=typed)
    assert answer.status_code == 422
    assert says in words(answer)
    assert f'value="{typed}"' in answer.text
    assert 'href="#meld-B"' in answer.text
    assert ann.state.phase is Phase.MELD


def test_saving_an_empty_field_asks_for_a_number(ann: Player) -> None:
    assert "Please write the meld, 0 if there is none." in words(ann.send("meld/number", save="meld-A"))


def test_what_was_typed_for_the_other_side_survives_a_refusal(ann: Player) -> None:
    answer = ann.send("meld/close", meld_A="120", meld_B="45")
    assert answer.status_code == 422
    assert 'value="120"' in answer.text


def test_closing_twice_with_the_same_form_closes_once(ann: Player) -> None:
    form = {"key": "the same key", "seen": str(ann.version), "meld-A": "120", "meld-B": "60"}
    versions = set()
    for _ in range(2):
        assert ann.client.post(f"/game/{ann.game}/meld/close", data=form).status_code == 303
        versions.add(ann.version)
    assert len(versions) == 1
    assert meld(ann) == (120, 60)


def test_a_stale_form_closes_nothing(ann: Player) -> None:
    seen = ann.version
    ann.do("meld/number", meld_A="120")
    answer = ann.client.post(f"/game/{ann.game}/meld/close", data={"key": "late", "seen": str(seen), "meld-B": "60"})
    assert answer.status_code == 409
    assert 'value="60"' in answer.text
    assert meld(ann) == (120, 0)


def test_a_close_of_which_one_number_is_refused_writes_nothing(ann: Player) -> None:
    seen = ann.version
    answer = ann.send("meld/close", meld_A="120", meld_B="99990")
    assert (answer.status_code, ann.version) == (422, seen)
    assert 'value="120"' in answer.text


def test_numbers_and_the_end_of_the_meld_are_one_step_and_stay_typed_when_it_is_undone(ann: Player) -> None:
    page = ann.do("meld/close", meld_A="120", meld_B="60")
    assert "Undo: meld " in page
    ann.do("undo")
    assert (ann.state.phase, meld(ann)) == (Phase.MELD, (0, 0))
    assert re.findall(r'value="(\d+)" form="done"', ann.client.get(f"/game/{ann.game}/").text) == [
        "120",
        "60",
    ]


def test_a_close_that_two_phones_repeat_at_once_is_told_to_both_as_done(ann: Player) -> None:
    form = {"seen": str(ann.version), "meld-A": "120", "meld-B": "60"}
    for number in range(10):
        sent = form | {"key": f"round {number}", "seen": str(ann.version)}
        with ThreadPoolExecutor(4) as phones:
            posts = [phones.submit(browser(ann.app).post, f"/game/{ann.game}/meld/close", data=sent) for _ in range(4)]
        assert {post.result().status_code for post in posts} == {303}
        ann.do("undo")


def test_tapping_a_meld_adds_it_and_tapping_less_takes_it_back(ann: Player) -> None:
    assert "Royal marriage 40" in ann.see("?A=melds")
    ann.do("meld/melds?A=melds", side="A", seat="0", more="royal")
    ann.do("meld/melds?A=melds", side="A", seat="0", more="dix")
    page = ann.do("meld/melds?A=melds", side="A", seat="0", more="dix")
    assert "2 × · 20" in page
    assert meld(ann) == (60, 0)
    ann.do("meld/melds?A=melds", side="A", seat="0", less="dix")
    assert meld(ann) == (50, 0)


def test_a_meld_that_the_pack_cannot_hold_is_refused(ann: Player) -> None:
    for _ in range(2):
        ann.do("meld/melds?A=melds", side="A", seat="0", more="dix")
    answer = ann.send("meld/melds?A=melds", side="A", seat="0", more="dix")
    assert answer.status_code == 422
    assert "These melds can’t lie side by side." in words(answer)
    assert meld(ann) == (20, 0)


def test_a_meld_of_no_such_name_or_side_is_refused(ann: Player) -> None:
    assert "There is no such meld here: nonsense." in words(ann.send("meld/melds", side="A", seat="0", more="nonsense"))
    assert "Please say whose meld this is." in words(ann.send("meld/melds", side="Q", more="dix"))


def test_the_melds_told_are_listed_with_cards_points_and_clause(ann: Player) -> None:
    page = ann.do("meld/melds?A=melds.2", side="A", seat="2", more="pinochle")
    assert "Cy: 40" in page
    assert "meld.pinochle" in page


def test_tapping_cards_counts_the_best_meld(ann: Player) -> None:
    cards = ""
    for card in ("JD", "QS", "KS"):
        ann.do("meld/cards?A=cards.0", seat="0", cards=cards, add=card)
        cards = f"{cards} {card}".strip()
    assert meld(ann) == (80, 0)
    page = ann.do("meld/cards?A=cards.0", seat="0", cards=cards, remove="KS")
    assert meld(ann) == (40, 0)
    assert "Take out" not in page  # what a button is called is in its label
    assert 'aria-label="Take out the queen of spades"' in ann.client.get(f"/game/{ann.game}/?A=cards.0").text


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"seat": "0", "cards": "AS AS", "add": "AS"}, "This pack has 2 of the ace of spades, not 3."),
        ({"seat": "0", "cards": "AS ZZ"}, "no such card: 'ZZ'"),
        ({"seat": "9", "cards": "AS"}, "say whose cards these are"),
    ],
)
def test_cards_that_cannot_be_are_refused(ann: Player, fields: dict[str, str], says: str) -> None:
    answer = ann.send("meld/cards?A=cards.0", **fields)
    assert answer.status_code == 422
    assert says in words(answer)
    assert meld(ann) == (0, 0)


def test_cards_of_a_photo_are_taken_for_the_player_it_was_for(ann: Player) -> None:
    page = ann.see()
    assert "Photo" in page
    answer = ann.client.post(
        f"/game/{ann.game}/meld/photo", data={"key": "one", "seat": "2", "cards": "JD QS", "photo": "p"}
    )
    assert answer.status_code == 303
    deal = ann.state.deal
    assert deal is not None
    [shown] = deal.shown
    assert (shown.seat, shown.source, shown.points) == (2, MeldSource.PHOTO, 40)


def test_a_photo_of_one_side_leaves_the_other_told_as_it_was(ann: Player) -> None:
    ann.see("?way=cards")
    sent = {"key": "one", "seat": "2", "cards": "JD QS", "photo": "p"}
    answer = ann.client.post(f"/game/{ann.game}/meld/photo?A=cards.2&B=number", data=sent)
    assert "B=number" in answer.headers["Location"]
    assert "Meld of Bob & Di" in words(ann.client.get(answer.headers["Location"]))


def test_a_photo_with_too_many_cards_leads_back_to_it(ann: Player) -> None:
    sent = {"key": "one", "seat": "2", "cards": "JD JD JD", "photo": "p1"}
    answer = ann.client.post(f"/game/{ann.game}/meld/photo", data=sent)
    assert answer.status_code == 422
    assert "This pack has 2 of the jack of diamonds, not 3." in words(answer)
    assert 'href="/photo/p1"' in answer.text
    spoilt = ann.client.post(f"/game/{ann.game}/meld/photo", data={**sent, "key": "two", "cards": "XX"})
    assert "no such card: 'XX'" in words(spoilt)


def test_a_photo_knows_what_it_is_for_and_the_way_back(ann: Player) -> None:
    page = unescape(ann.client.get(f"/game/{ann.game}/?A=melds.2").text)
    links = [urlsplit(link) for link in re.findall(r'href="(/photo/[^"]*)"', page)]
    asked = parse_qs(links[0].query)
    assert asked["variant"] == [ann.state.variant.key]
    assert asked["trump"] == ["S"]
    assert asked["whose"] == ["2"]
    assert asked["next"] == [f"/game/{ann.game}/meld/photo?A=melds.2&B=number"]
    assert asked["back"] == [f"/game/{ann.game}/?A=melds.2"]


def test_bidders_cards_without_the_marriage_asked_for_are_noticed(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, DOUBLES))
    player.do("take", seat="0", amount="60")
    player.do("trump", trump="H")
    warning = "No marriage in hearts is shown"
    assert warning in player.do("meld/cards?A=cards.0", seat="0", cards="", add="AS")
    assert warning not in player.do("meld/cards?A=cards.0", seat="0", cards="AS KH", add="QH")


def test_the_way_used_last_is_offered_first_next_time(ann: Player) -> None:
    ann.see("?A=melds&way=melds")
    assert "Royal marriage" in ann.see()


def test_telling_nothing_is_no_meld(ann: Player) -> None:
    assert "Bid 330, meld 0" in ann.do("meld/close")
