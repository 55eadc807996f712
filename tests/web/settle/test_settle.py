"""The referee's pages: every question can be asked and answered, and a ruling is a link."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.house import make_house
from companion.rules.known import games
from companion.rules.variants import find_variant
from companion.web.core.current import current_store
from companion.web.photo.case import case_of, read_purpose
from companion.web.settle.questions import QUESTION_PAGES
from tests.web import new_game
from tests.web.conftest import NOW
from tests.web.played_game import seat_game
from tests.web.settle_table import OVER, in_play
from tests.web.spelled_photos import asked_for, photo_of_pile
from tests.web.table_player import FRAGMENT, Player, words

HEARTS = "/settle/site/play?trump=D&trick=QH+JH&card=JH"


@pytest.fixture
def player(app: Flask, client: FlaskClient) -> Player:
    """A game of ``site`` after one deal; Ann dealt it, so Bob deals the next."""
    return seat_game(app, client, find_variant("site"), [OVER])


@pytest.mark.parametrize("key", games())
def test_every_question_that_can_arise_opens_for_every_game(client: FlaskClient, key: str) -> None:
    assert client.get(f"/settle?variant={key}").location == f"/settle/{key}"
    first = client.get(f"/settle/{key}")
    assert games()[key].name in words(first)
    offered = [page for page in QUESTION_PAGES.values() if f"/settle/{key}/{page.key}" in unescape(first.text)]
    assert len(offered) >= 6
    for page in QUESTION_PAGES.values():
        assert client.get(f"/settle/{key}/{page.key}").status_code in (200, 303)


def test_words_that_mean_a_question_lead_to_it_and_others_to_the_rulebook(player: Player) -> None:
    settle = f"/game/{player.game}/settle"
    asked = player.client.get(f"{settle}?q=I+think+he+played+out+of+turn")
    assert asked.status_code == 303 and "/rules/" in asked.headers["Location"]
    found = player.client.get(f"{settle}?q=out+of+turn").text
    assert f'href="{settle}/out-of-turn"' in found and f'href="{settle}/play"' not in found


def test_a_wrong_card_is_one_of_play_while_a_score_pad_waits_for_the_count(player: Player) -> None:
    player.do("take", seat="1", amount="300")
    player.do("trump", trump="S")
    asked = player.client.get(f"/game/{player.game}/settle/out-of-turn").text
    assert re.search(r'value="play" checked', asked)


def test_cards_of_a_known_table_are_photographed_and_counted_for_it(client: FlaskClient) -> None:
    link = photo_of_pile(client, "/settle/widow/play?trump=S", "held")
    assert asked_for(link)["variant"] == "widow" and client.get(link).status_code == 200
    assert case_of(read_purpose(asked_for(link))).variant == games()["widow"]


def test_a_table_s_words_name_cards_in_its_rulings_and_on_its_pad_and_on_no_other_page(client: FlaskClient) -> None:
    asked = "trump=D&trick=QH&card=AS&held=OH+AS"
    ruling = words(client.get(f"/settle/binokel/play/ruling?{asked}"))
    assert "the player held the Ober of hearts and had to follow suit" in ruling
    assert "The Ober of hearts was winning when the Ass of spades fell." in ruling
    pad = client.get(f"/settle/binokel/play?{asked}")
    assert "U♦" in words(pad) and 'aria-label="Unter of diamonds"' in pad.text and 'value="JD"' in pad.text
    assert "in each suit two of Ass, Zehner, König, Ober and Unter" in words(client.get("/rules/card/binokel"))
    elsewhere = words(client.get(f"/settle/site/play?{asked}"))
    assert "J♦" in elsewhere and "U♦" not in elsewhere


def test_a_tapped_card_goes_into_the_address_and_a_reload_does_not_tap_again(client: FlaskClient) -> None:
    tap = client.get("/settle/site/play?trump=D&add=QH")
    assert tap.status_code == 303
    assert "add=" not in tap.headers["Location"]
    assert "trick=QH" in tap.headers["Location"]
    again = client.get(tap.headers["Location"])
    assert again.status_code == 200


@pytest.mark.parametrize(
    "asked", ["site/play", "site/trick", "site/meld", "doubles/trump", "three-handed/wrong-discard"]
)
def test_a_suit_stays_chosen_while_cards_are_tapped(client: FlaskClient, asked: str) -> None:
    after = client.get(f"/settle/{asked}?trump=H&add=QH").headers["Location"]
    assert 'value="H" checked' in client.get(after).text


def test_htmx_gets_the_question_alone_and_the_address_without_the_tap(client: FlaskClient) -> None:
    tap = client.get("/settle/site/play?into=trick&trick=QH&add=JH", headers=FRAGMENT)
    assert tap.status_code == 200
    assert not tap.text.lstrip().startswith("<!doctype")
    assert "trick=QH+JH" in tap.headers["HX-Replace-Url"]


def test_a_card_goes_to_the_pile_in_hand_and_comes_out_again(client: FlaskClient) -> None:
    turned = client.get("/settle/site/play?trick=QH&to=held").headers["Location"]
    added = client.get(f"{turned}&add=AS").headers["Location"]
    assert "held=AS" in added
    assert "held" not in client.get(f"{added}&out=held:0").headers["Location"].replace("into=held", "")


Taps = tuple[str, ...]


@pytest.mark.parametrize(
    ("taps", "piles", "into"),
    [
        (("add=KH", "add=AH", "add=QS"), {"trick": ["KH AH QS"]}, "The card in question"),  # three of four have played
        (("add=KH", "add=AH"), {"trick": ["KH AH"]}, "The trick so far"),
        (("add=KH", "add=AH", "to=card", "add=QS"), {"trick": ["KH AH"], "card": ["QS"]}, "What else was in that hand"),
        (
            ("add=KH", "to=card", "add=QS", "add=10H", "add=AS"),
            {"trick": ["KH"], "card": ["QS"], "held": ["10H AS"]},
            "What else was in that hand",
        ),
        (("to=card", "add=KH", "add=AH"), {"card": ["KH"], "held": ["AH"]}, "What else was in that hand"),
        (("add=KH", "to=card", "add=QS", "out=card:0"), {"trick": ["KH"]}, "The card in question"),
        (("add=KH", "to=card", "add=QS", "out=card:0", "add=JS"), {"trick": ["KH"], "card": ["JS"]}, "What else"),
    ],
)
@pytest.mark.parametrize("scripted", [True, False])
def test_a_card_goes_to_the_row_that_is_named_and_moves_on_only_once_that_is_full(
    client: FlaskClient, taps: Taps, piles: dict[str, list[str]], into: str, scripted: bool
) -> None:
    there = "/settle/site/play?trump=S"
    for tap in taps:
        answer = client.get(f"{there}&{tap}", headers=FRAGMENT if scripted else {})
        there = answer.headers["HX-Replace-Url" if scripted else "Location"]
    laid = parse_qs(urlsplit(there).query)
    assert {name: laid[name] for name in ("trick", "card", "held") if name in laid} == piles
    assert f"Tap a card: it goes to “{into}" in words(client.get(there))


def test_two_players_have_one_card_before_the_one_in_question(client: FlaskClient) -> None:
    after = client.get("/settle/two-handed/play?trump=S&add=KH").headers["Location"]
    assert "it goes to “The card in question”" in words(client.get(after))


def test_a_card_that_would_replace_the_one_in_question_says_so_first(client: FlaskClient) -> None:
    page = words(client.get("/settle/site/play?trick=KH&card=QH&into=card"))
    assert "Tap a card: it replaces the queen of hearts as “The card in question”." in page
    assert "card=AS" in client.get("/settle/site/play?into=card&card=QH&add=AS").headers["Location"]


def test_the_next_row_is_a_button_beside_the_pad(client: FlaskClient) -> None:
    for into, following in (("trick", "card"), ("card", "held")):
        assert f'id="next" name="to" value="{following}"' in client.get(f"/settle/site/play?into={into}").text
    assert 'id="next"' not in client.get("/settle/site/play?into=held").text


def test_a_ruling_says_verdict_reasons_clauses_and_other_tables(client: FlaskClient) -> None:
    page = words(client.get(HEARTS.replace("/play?", "/play/ruling?")))
    assert "It depends" in page
    assert "Legal only if the player held no" in page
    assert "The queen of hearts was winning" in page
    assert "play.head" in page
    assert "At other tables" in page


def test_what_is_missing_is_said_beside_what_was_told(client: FlaskClient) -> None:
    answer = client.get("/settle/site/play?trump=D&trick=QH&rule=1")
    assert answer.status_code == 422
    assert "Tap the card in question" in words(answer)
    assert 'name="trick" value="QH"' in answer.text


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ("trick=QH+XX&card=10H", "no such card"),
        ("trick=QH&card=9H&left=many", "whole number"),
        ("trick=QH&card=9H&left=-5", "Did you mean 5? Trump"),
    ],
)
def test_what_cannot_be_is_said_plainly(client: FlaskClient, facts: str, says: str) -> None:
    answer = client.get(f"/settle/site/play?trump=D&{facts}&rule=1")
    assert answer.status_code == 422
    assert says in words(answer)


@pytest.mark.parametrize("pile", ["trick", "card", "held", "gone"])
def test_a_pile_with_no_such_card_is_named(client: FlaskClient, pile: str) -> None:
    title = {"trick": "The trick so far", "card": "The card in question", "held": "What else was in that hand"}
    cards = {"trick": "QH", "card": "9C", pile: "XX"}
    answer = client.get("/settle/site/play/ruling", query_string=cards)
    assert answer.status_code == 422
    assert f"{title.get(pile, 'Cards seen elsewhere')}: no such card: 'XX'" in words(answer)


def test_a_ruling_of_a_game_is_a_link_that_shows_no_game(player: Player) -> None:
    there = in_play(player)
    page = player.client.get(f"{there}/play/ruling?trick=QH+JH&card=JH&lead=2").text
    link = unescape(page.split('class="link" href="')[1].split('"')[0])
    assert player.game not in link
    alone = player.client.get(link)
    assert "Legal only if Ann held no" in words(alone)
    assert player.game not in alone.text


ANSWERED = (
    "play/ruling?trick=QH+JH&card=JH&lead=2",
    "trick/ruling?trick=QH+9S+AH+9S&lead=1",
    "needed/ruling?taken-B=30",
    "throw-in/ruling",
    "meld/ruling?cards=QS+JD",
    "bid/ruling?amount=250&before=300",
    "opening/ruling",
    "trump/ruling?trump=H",
    "wrong-pack/ruling",
    "winner/ruling",
)


@pytest.mark.parametrize("asked", ANSWERED)
def test_a_link_says_what_the_table_was_told_and_leads_nowhere_else(player: Player, asked: str) -> None:
    page = player.client.get(f"{in_play(player)}/{asked}").text
    verdict = re.search('id="verdict"[^>]*>([^<]+)', page)
    link = re.search('class="link" href="([^"]+)"', page)
    assert verdict
    assert link
    alone = player.client.get(link[1])
    assert verdict[1] in alone.text
    assert player.game not in alone.text + link[1]


def test_a_ruling_that_nobody_gave_is_no_page(client: FlaskClient) -> None:
    answer = client.get("/ruling/eyJhc2tlZCI6IldobyB3aW5zPyJ9.c2lnbmVk")
    assert answer.status_code == 404
    assert "not whole" in words(answer)


def test_the_player_follows_from_who_led(player: Player) -> None:
    there = in_play(player)
    page = words(player.client.get(f"{there}/play/ruling?trick=QH+JH&card=JH&lead=2&held=AH"))
    assert "Not legal: Ann held the ace of hearts" in page


def test_who_takes_the_trick_is_named(player: Player) -> None:
    there = in_play(player)
    page = words(player.client.get(f"{there}/trick/ruling?trick=QH+9S+AH+9S&lead=1"))
    assert "Cy takes the trick with the nine of spades." in page


def test_what_is_needed_follows_from_the_deal(player: Player) -> None:
    there = in_play(player)
    page = words(player.client.get(f"{there}/needed/ruling?led=1&taken-B=30"))
    assert "Ann & Cy: set already: 280 more are needed and only 220 are still out" in page
    assert "throw in" in words(player.client.get(f"{there}/throw-in/ruling")).lower()


def test_a_count_that_is_no_number_comes_back_as_typed(player: Player) -> None:
    answer = player.client.get(f"{in_play(player)}/needed?taken-A=all&rule=1")
    assert answer.status_code == 422
    assert 'value="all"' in answer.text


def test_who_has_won_after_the_last_deal(player: Player) -> None:
    page = words(player.client.get(f"/game/{player.game}/settle/winner/ruling"))
    assert "Nobody has won yet: no side is at the target." in page


def test_an_impossible_sum_of_counters_is_refused_by_the_referee_too(player: Player) -> None:
    answer = player.client.get(f"{in_play(player)}/needed?taken-A=200&taken-B=100&rule=1")
    assert answer.status_code == 422
    assert "All tricks together are worth 250" in words(answer)


def test_a_link_with_broken_rules_says_so(client: FlaskClient) -> None:
    answer = client.get("/settle/site/play?rules=%7Bbroken")
    assert answer.status_code == 404
    assert "can’t be read" in words(answer)


def test_every_page_of_a_game_leads_to_the_referee(player: Player) -> None:
    for page in ("", "sheet", "log", "share", "names", "deal/1"):
        assert f"/game/{player.game}/settle" in player.client.get(f"/game/{player.game}/{page}").text


def test_cards_that_the_player_melded_are_offered(player: Player) -> None:
    player.do("take", seat="2", amount="300")
    player.do("trump", trump="S")
    player.do("meld/cards", seat="0", cards="KH", add="QH")
    page = player.client.get(f"/game/{player.game}/settle/play?lead=2&trick=AH+9H&card=9C").text
    assert 'name="hold" value="KH"' in page
    held = player.client.get(f"/game/{player.game}/settle/play?lead=2&trick=AH+9H&card=9C&hold=KH")
    assert "held=KH" in held.headers["Location"]


def test_cards_can_be_photographed_and_come_back(player: Player) -> None:
    question = f"/game/{player.game}/settle/meld?trump=S"
    assert 'name="photo" value="cards">Photograph them' in player.client.get(question).text
    assert asked_for(photo_of_pile(player.client, question, "cards"))["into"] == "cards"


def test_what_was_ticked_outlasts_a_photo(player: Player) -> None:
    told = "trump=H&trick=QH&card=JH&lead=2&whole=1&lacks=H&lacks=S"
    asked = asked_for(photo_of_pile(player.client, f"/game/{player.game}/settle/play?{told}", "held"))
    kept = parse_qs(urlsplit(asked["next"]).query)
    assert kept == parse_qs(told)


def test_a_pile_that_a_question_does_not_have_is_not_photographed(client: FlaskClient) -> None:
    assert photo_of_pile(client, "/settle/site/trick?trump=S", "held") == "/settle/site/trick?trump=S"


def test_a_question_with_many_cards_still_gets_its_photo(client: FlaskClient) -> None:
    cards = "+".join(f"{rank}{suit}" for suit in "SHCD" for rank in ("A", "10", "K", "Q", "J") for _ in range(4))
    link = photo_of_pile(client, f"/settle/double-deck/wrong-pack?found=play&cards={cards}", "cards")
    assert "/settle/double-deck/wrong-pack?" in client.get(link).text


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ("trick=QH+9S&trump=S", "Hearts were led and trumped with spades; the highest trump wins."),
        ("trick=QH+AH&trump=S", "Hearts were led; spades are trump, and none lies there"),
        ("trick=QH+AH&trump=H", "Hearts were led, which are trump; the highest wins."),
        ("trick=QH+AH", "The ace of hearts takes the trick: card 2 of 2."),
        ("trick=QH+AH", "So it is whichever suit is trump."),
        ("trick=QH+9S", "With spades as trumps: The nine of spades takes the trick: card 2 of 2."),
    ],
)
def test_a_ruling_on_a_trick_names_the_trump(client: FlaskClient, told: str, says: str) -> None:
    assert says in words(client.get(f"/settle/site/trick/ruling?{told}"))


def test_the_start_page_leads_to_the_questions_even_before_the_first_game(client: FlaskClient) -> None:
    assert 'href="/settle"' in client.get("/").text
    page = words(client.get("/settle", follow_redirects=True))
    assert "What do you disagree about?" in page and "At the table of" not in page


def test_settling_without_a_table_begins_with_the_game_played_last(client: FlaskClient) -> None:
    game = new_game.begin(client, variant="double-deck")
    asked = client.get("/settle")
    assert asked.location == "/settle/double-deck"
    page = client.get(asked.location)
    assert f'href="/game/{game}/settle"' in page.text
    assert '<option value="double-deck" selected>' in page.text


def test_the_rules_of_a_house_decide_without_a_game(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        house = current_store().houses.add(make_house("Ours", "site", {"play.head": "never"}), NOW)
    asked = client.get(f"/settle?variant={house.id}")
    assert urlsplit(asked.location).path == "/settle/site"
    assert parse_qs(urlsplit(asked.location).query) == {"rules": ['{"play.head":"never"}']}
    assert client.get(asked.location).status_code == 200


@pytest.mark.parametrize("name", ["variant", "game", "question", "endpoint", "_anchor", "_scheme", "_external", "view"])
def test_a_name_in_an_address_never_steers_where_its_links_lead(client: FlaskClient, player: Player, name: str) -> None:
    for page in ("/settle/site/trick", f"/game/{player.game}/settle/trick"):
        answer = client.get(page, query_string={name: "x", "add": "AS"})
        assert answer.status_code == 303
        where = urlsplit(answer.location)
        assert (where.path, parse_qs(where.query)[name], parse_qs(where.query)["trick"]) == (page, ["x"], ["AS"])
        assert client.get(answer.location).status_code == 200


def test_a_tapped_card_is_no_answer_to_a_question_without_cards(client: FlaskClient) -> None:
    assert client.get("/settle/site/bid?add=QS").status_code == 200
