"""The referee's pages: every question can be asked and answered, and a ruling is a link."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from companion.web.settle_questions import ASKINGS
from tests.web.played_game import Told, seat_game
from tests.web.table_player import FRAGMENT, Player, begin, words

HEARTS = "/settle/site/play?trump=D&trick=QH+JH&card=JH"
OVER = Told(1, 250, (0, 100), 0)
"""Bob bids 250, melds 100 and takes everything."""


@pytest.fixture
def player(app: Flask, client: FlaskClient) -> Player:
    """A game of ``site`` after one deal; Ann dealt it, so Bob deals the next."""
    return seat_game(app, client, find_variant("site"), [OVER])


def in_play(player: Player, bid: str = "300") -> str:
    """The address of the questions while Cy and Ann have the bid in spades and meld 20."""
    player.do("take", seat="2", amount=bid)
    player.do("trump", trump="S")
    player.do("meld/close", points_A="20", points_B="40")
    return f"/game/{player.game}/settle"


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_question_that_can_arise_opens_under_every_variant(client: FlaskClient, variant: Variant) -> None:
    first = client.get(f"/settle/{variant.key}")
    offered = [asking for asking in ASKINGS.values() if f"/settle/{variant.key}/{asking.key}" in unescape(first.text)]
    assert len(offered) >= 6
    for asking in ASKINGS.values():
        assert client.get(f"/settle/{variant.key}/{asking.key}").status_code in (200, 303)


def test_a_tapped_card_goes_into_the_address_and_a_reload_does_not_tap_again(client: FlaskClient) -> None:
    tap = client.get("/settle/site/play?trump=D&add=QH")
    assert tap.status_code == 303
    assert "add=" not in tap.headers["Location"]
    assert "trick=QH" in tap.headers["Location"]
    again = client.get(tap.headers["Location"])
    assert again.status_code == 200


def test_htmx_gets_the_question_alone_and_the_address_without_the_tap(client: FlaskClient) -> None:
    tap = client.get("/settle/site/play?trick=QH&add=JH", headers=FRAGMENT)
    assert tap.status_code == 200
    assert not tap.text.lstrip().startswith("<!doctype")
    assert "trick=QH+JH" in tap.headers["HX-Replace-Url"]


def test_a_card_goes_to_the_pile_in_hand_and_comes_out_again(client: FlaskClient) -> None:
    turned = client.get("/settle/site/play?trick=QH&to=held").headers["Location"]
    added = client.get(f"{turned}&add=AS").headers["Location"]
    assert "held=AS" in added
    assert "held" not in client.get(f"{added}&out=held:0").headers["Location"].replace("into=held", "")


def test_one_card_is_in_question_and_a_second_takes_its_place(client: FlaskClient) -> None:
    assert "card=AS" in client.get("/settle/site/play?into=card&card=QH&add=AS").headers["Location"]


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
        ("trick=QH+QH&card=QH", "queen of hearts"),
        ("trick=QH+XX&card=10H", "no such card"),
        ("trick=QH+JH+9H+10H&card=AH", "A trick of 4 cards is complete"),
        ("trick=QH&card=9H&left=many", "whole number"),
        ("trick=QH&card=9H&held=AH+KH&left=2", "take some away"),
    ],
)
def test_what_cannot_be_is_said_plainly(client: FlaskClient, facts: str, says: str) -> None:
    answer = client.get(f"/settle/site/play?trump=D&{facts}&rule=1")
    assert answer.status_code == 422
    assert says in words(answer)


def test_a_suit_that_was_not_held_besides_frees_the_player(client: FlaskClient) -> None:
    page = words(client.get("/settle/site/play/ruling?trump=D&trick=QH&card=9H&lacks=H"))
    assert "Allowed" in page


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
def test_link_and_picture_say_what_the_table_was_told_and_lead_nowhere_else(player: Player, asked: str) -> None:
    page = player.client.get(f"{in_play(player)}/{asked}").text
    verdict = re.search('id="verdict"[^>]*>([^<]+)', page)
    link = re.search('class="link" href="([^"]+)"', page)
    picture = re.search('href="(/ruling/[^"]+png)"', page)
    assert verdict
    assert link
    assert picture
    alone = player.client.get(link[1])
    assert verdict[1] in alone.text
    assert player.game not in alone.text + link[1] + picture[1]
    assert player.client.get(picture[1]).content_type == "image/png"


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


def test_a_house_rule_travels_in_the_link(client: FlaskClient) -> None:
    page = words(client.get('/settle/site/play/ruling?rules={"play.head":"never"}&trump=D&trick=QH+JH&card=JH'))
    assert "Allowed" in page


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
    page = unescape(player.client.get(f"/game/{player.game}/settle/meld?trump=S").text)
    assert "/photo" in page
    assert "into=cards" in page


def test_a_question_with_many_cards_still_gets_its_photo(client: FlaskClient) -> None:
    cards = "+".join(f"{rank}{suit}" for suit in "SHCD" for rank in ("A", "10", "K", "Q", "J") for _ in range(4))
    page = unescape(client.get(f"/settle/double-deck/wrong-pack?found=play&cards={cards}").text)
    link = re.search('href="(/photo/[^"]+)"', page)
    assert link
    assert "/settle/double-deck/wrong-pack?" in client.get(link[1]).text


def test_the_button_that_enters_says_what_it_changes(player: Player) -> None:
    button = player.client.get(f"{in_play(player)}{RENEGE}").text.split("Enter it")[1].split("</button>")[0]
    assert "Ann &amp; Cy −300" in button


def test_a_ruling_is_a_picture_too(client: FlaskClient) -> None:
    picture = client.get(HEARTS.replace("/play?", "/play/ruling.png?"))
    assert picture.content_type == "image/png"
    assert Image.open(BytesIO(picture.data)).width == 1080


def test_there_is_no_picture_of_a_question_half_asked(client: FlaskClient) -> None:
    assert client.get("/settle/site/play/ruling.png?trick=QH").status_code == 404


RENEGE = "/play/ruling?trick=QH+JH&card=JH&lead=2&held=AH"
"""Cy leads; Ann, the bidder's partner, held the ace and did not play it."""


def test_a_renege_shows_what_it_costs_and_is_entered_with_one_button(player: Player) -> None:
    there = in_play(player)
    page = words(player.client.get(f"{there}{RENEGE}"))
    assert "Ann & Cy reneged." in page
    assert "−300" in page
    entered = player.do(f"settle{RENEGE.replace('/ruling', '/enter')}")
    assert "Is this right?" in entered
    assert "−300" in entered
    after = player.do("confirm")
    assert player.state.standing.scores["A"] == -300
    assert "Not legal: Ann held the ace of hearts" in words(player.client.get(f"/game/{player.game}/log"))
    assert after


def test_an_entered_ruling_can_be_undone(player: Player) -> None:
    there = in_play(player)
    player.do(f"settle{RENEGE.replace('/ruling', '/enter')}")
    player.do("undo")
    assert player.state.deal is not None
    assert player.state.deal.ended is None
    assert "Enter it" in player.client.get(f"{there}{RENEGE}").text


def test_a_ruling_without_consequence_is_kept_in_the_log(player: Player) -> None:
    in_play(player)
    player.do("settle/trick/enter?trick=QH+9S+AH+9S&lead=1")
    assert "Cy takes the trick with the nine of spades." in words(player.client.get(f"/game/{player.game}/log"))


def test_counters_taken_until_then_change_what_a_renege_of_the_others_pays(player: Player) -> None:
    there = in_play(player, "250")
    renege = "/play/ruling?trick=QH+JH&card=JH&lead=3&held=AH"
    assert "+250" in words(player.client.get(f"{there}{renege}"))
    assert "+260" in words(player.client.get(f"{there}{renege}&so-far-A=240"))


def test_a_ruling_on_an_old_page_is_not_entered(player: Player) -> None:
    there = in_play(player)
    stale = {"key": "old", "seen": "1"}
    answer = player.client.post(f"{there}{RENEGE.replace('/ruling', '/enter')}", data=stale)
    assert answer.status_code == 409
    assert "The score has moved on" in words(answer)


def test_a_wrong_pack_voids_the_deal(player: Player) -> None:
    in_play(player)
    player.do("settle/wrong-pack/enter?found=play")
    player.do("confirm")
    assert player.state.standing.scores["A"] == 0


def test_a_meld_is_judged_upon_what_lies_there(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, find_variant("two-handed"), ("Ann", "Bob")))
    player.do("turn", card="10H")
    player.do("trick", seat="1")
    player.do("lay", seat="1", meld="royal.H.1 KH QH")
    there = f"/game/{player.game}/settle/laid-meld"
    assert "May it be laid now?" in words(client.get(there))
    again = words(client.get(f"{there}/ruling?seat=1&meld=queens&put=QS+QC+QD"))
    assert "It does not count: One meld a turn" in again
    later = words(client.get(f"{there}/ruling?seat=1&meld=run&put=AH+10H+JH&lost=1"))
    assert "Only the player who has just taken a trick may meld" in later
    assert client.get(f"{there}?seat=1&rule=1").status_code == 422


def test_what_nobody_bids_for_is_not_asked_about(client: FlaskClient) -> None:
    page = words(client.get("/settle/two-handed"))
    assert "Was that bid allowed?" not in page
    assert "May they name" not in page
    assert "Are they set already?" not in page
    assert "In the bidding" not in words(client.get("/settle/two-handed/wrong-pack"))


@pytest.mark.parametrize(
    ("question", "asks", "leaves_out"),
    [
        ("wrong-discard", ("Before the first lead", "During the play"), ("While dealing", "In the bidding")),
        ("out-of-turn", ("In the bidding", "During the play"), ("While dealing",)),
        ("hopeless-hand", (), ("When did it come to light?",)),
    ],
)
def test_a_mishap_is_asked_only_about_when_it_can_come_to_light(
    client: FlaskClient, question: str, asks: tuple[str, ...], leaves_out: tuple[str, ...]
) -> None:
    page = words(client.get(f"/settle/check/{question}"))
    assert all(time in page for time in asks)
    assert not any(time in page for time in leaves_out)


def test_whose_slip_it_was_is_asked_only_where_it_matters(player: Player) -> None:
    there = in_play(player)
    assert "Whose slip was it?" in words(player.client.get(f"{there}/exposed-card"))
    assert "Whose slip was it?" not in words(player.client.get(f"{there}/wrong-pack"))
    assert "Whose slip was it?" not in words(player.client.get(f"{there}/wrong-deal"))


def test_the_bidder_alone_can_have_laid_away_wrongly(app: Flask, client: FlaskClient) -> None:
    player = seat_game(app, client, find_variant("check"), [], names=("Ann", "Bob", "Cy"))
    player.do("take", seat="1", amount="300")
    player.do("trump", trump="S")
    wrong = "cards=AS&hand=KS+QS&found=play"
    assert "Bob reneged." in words(client.get(f"/game/{player.game}/settle/wrong-discard/ruling?{wrong}"))


def test_the_first_lead_that_hangs_on_the_bid_asks_for_it(client: FlaskClient) -> None:
    lead = "/settle/doubles/play?trump=S&card=AH&first=1"
    refused = client.get(f"{lead}&rule=1")
    assert refused.status_code == 422
    assert 'name="bid"' in refused.text
    assert client.get(f"{lead}&bid=52&rule=1").status_code == 303
    assert 'name="bid"' not in client.get("/settle/site/play?card=AH").text


def test_cards_seen_elsewhere_decide_too_and_are_told_once_they_are_wanted(client: FlaskClient) -> None:
    led = "/settle/site/play?trump=D&trick=AH&card=9C&held=9S"
    page = client.get(led).text
    assert "Tell cards seen elsewhere" in page
    assert "to-gone" not in page
    assert "to-gone" in client.get(f"{led}&into=gone").text
    seen = "+".join(card for rank in ("10", "K", "Q", "J", "9") for card in (f"{rank}H", f"{rank}H"))
    assert "It depends" in words(client.get(led.replace("/play?", "/play/ruling?")))
    told = client.get(f"{led.replace('/play?', '/play/ruling?')}&lacks=D&gone=AH+{seen}")
    assert "Allowed" in words(told)


def test_a_card_seen_elsewhere_is_counted_once_with_the_melds(player: Player) -> None:
    player.do("take", seat="2", amount="300")
    player.do("trump", trump="S")
    player.do("meld/cards", seat="0", cards="KH", add="QH")
    asked = "play/ruling?lead=2&trick=JH&card=9C&gone=KH+KH"
    assert player.client.get(f"/game/{player.game}/settle/{asked}").status_code == 200


def test_what_is_still_needed_is_asked_once_somebody_has_the_bid(player: Player) -> None:
    answer = player.client.get(f"/game/{player.game}/settle/needed?rule=1")
    assert answer.status_code == 422
    assert "Nobody has the bid yet" in words(answer)


def test_a_pass_is_judged_by_the_meld_of_the_hand(client: FlaskClient) -> None:
    passed = "/settle/four-handed/bid/ruling?passed=1"
    assert "It depends" in words(client.get(passed))
    assert "A hand with meld must open" in words(client.get(f"{passed}&meld=yes"))
    assert "Allowed" in words(client.get(f"{passed}&meld=no"))
    assert "Did that hand hold any meld?" not in words(client.get("/settle/site/bid"))


def test_before_a_deal_is_counted_nobody_can_have_won(app: Flask, client: FlaskClient) -> None:
    player = seat_game(app, client, find_variant("site"), [])
    asked = f"/game/{player.game}/settle/winner?rule=1"
    early = client.get(asked)
    assert early.status_code == 422
    assert "nobody can have won" in words(early)
    assert "write what each side has taken" not in words(early)
    in_play(player)
    assert "write what each side has taken" in words(client.get(asked))


def test_without_a_game_the_players_have_numbers(client: FlaskClient) -> None:
    page = words(client.get("/settle/partnership/opening/ruling"))
    assert "Player 1, at the dealer’s left, must open" in page
    assert "seat" not in page.lower()


def test_a_pass_that_was_right_is_called_so(client: FlaskClient) -> None:
    page = words(client.get("/settle/site/bid/ruling?passed=1"))
    assert "The pass was right: a pass is final." in page


def test_a_pass_that_offers_help_is_judged_by_the_table(client: FlaskClient) -> None:
    passed = "bid/ruling?passed=1&before=250&helps=1"
    assert "a pass says nothing more" in words(client.get(f"/settle/site/{passed}"))
    assert "Allowed" in words(client.get(f'/settle/site/{passed}&rules={{"bid.pass-help":true}}'))


def test_a_sum_is_right_or_not_and_a_mishap_is_answered(client: FlaskClient) -> None:
    assert "Not right" in words(client.get("/settle/site/meld/ruling?trump=S&cards=QS+JD&claimed=60"))
    assert "Right: these" in words(client.get("/settle/site/meld/ruling?trump=S&cards=QS+JD&claimed=40"))
    assert "The answer" in words(client.get("/settle/site/out-of-turn/ruling?found=play"))


def test_a_draw_without_its_numbers_is_not_judged(client: FlaskClient) -> None:
    refused = client.get("/settle/bruce-7/wrong-draw/ruling?discarded=3")
    assert refused.status_code == 422
    assert "how many were drawn" in words(refused)
    assert 'value="3"' in refused.text


def test_a_trick_holds_no_more_cards_than_people_play_at_this_table(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, find_variant("bruce-7"), ("Ann", "Bob", "Cy")))
    there = f"/game/{player.game}/settle"
    answer = client.get(f"{there}/trick?trump=S&trick=AH+KH+QH+JH&rule=1")
    assert answer.status_code == 422
    assert "more than a trick holds at a table of 3" in words(answer)
    assert "complete at a table of 3" in words(client.get(f"{there}/play?trump=S&trick=AH+KH+QH&card=JH&rule=1"))


def test_the_start_page_leads_to_the_referee_without_a_game(client: FlaskClient) -> None:
    assert 'href="/settle"' in client.get("/").text
    assert "Which pinochle do you play?" in words(client.get("/settle"))
