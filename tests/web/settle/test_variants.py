"""What the referee asks and answers under rules that differ: only what can arise, with all that it hangs on."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants import find_variant
from tests.web.played_game import seat_game
from tests.web.settle_table import OVER, in_play
from tests.web.table_player import Player, begin, words


@pytest.fixture
def player(app: Flask, client: FlaskClient) -> Player:
    """A game of ``site`` after one deal; Ann dealt it, so Bob deals the next."""
    return seat_game(app, client, find_variant("site"), [OVER])


def test_a_meld_is_judged_upon_what_lies_there(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, find_variant("two-handed"), ("Ann", "Bob")))
    player.do("turn", turned="10H")
    player.do("trick", seat="1")
    player.do("lay", seat="1", meld="royal.H.1 KH QH")
    there = f"/game/{player.game}/settle/laid-meld"
    assert "May it be laid now?" in words(client.get(there))
    again = words(client.get(f"{there}/ruling?seat=1&meld=queens&put=QS+QC+QD"))
    assert "It does not count: one meld a turn" in again
    later = words(client.get(f"{there}/ruling?seat=1&meld=run&put=AH+10H+JH&lost=1"))
    assert "only the player who has just taken a trick may meld" in later
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
    assert "Whose slip was it?" in words(player.client.get(f"{there}/out-of-turn"))
    assert "Whose slip was it?" not in words(player.client.get(f"{there}/exposed-card"))
    assert "Whose slip was it?" not in words(player.client.get(f"{there}/wrong-pack"))
    assert "Whose slip was it?" not in words(player.client.get(f"{there}/wrong-deal"))


def _partners_in_play(app: Flask, client: FlaskClient) -> str:
    """The address of the questions of a game of ``partnership``: Cy and Ann have the bid, Bob dealt."""
    return in_play(seat_game(app, client, find_variant("partnership"), [OVER]))


def test_a_card_shown_is_asked_about_by_purpose_and_by_player(app: Flask, client: FlaskClient) -> None:
    there = f"{_partners_in_play(app, client)}/exposed-card"
    page = words(client.get(there))
    assert "Was it done on purpose?" in page
    assert "Who showed it?" in page
    assert "A renege only if it was done on purpose." in words(client.get(f"{there}/ruling?found=play&seat=1"))
    by_accident = words(client.get(f"{there}/ruling?found=play&seat=1&purpose=no"))
    assert "No renege: the card was shown by accident." in by_accident
    on_purpose = words(client.get(f"{there}/ruling?found=play&seat=1&purpose=yes"))
    assert "Showing a card that is no meld on purpose is a renege." in on_purpose
    assert "Bob & Di reneged." in on_purpose


def test_until_the_first_lead_the_bidder_may_show_cards_and_the_bidder_s_partner_may_not(
    app: Flask, client: FlaskClient
) -> None:
    there = f"{_partners_in_play(app, client)}/exposed-card/ruling?found=meld&purpose=yes"
    assert "until the first lead the bidder may let cards be seen" in words(client.get(f"{there}&seat=2"))
    assert "Ann & Cy reneged." in words(client.get(f"{there}&seat=0"))
    assert "A renege only if it was not the bidder." in words(client.get(there))


def test_without_a_game_only_the_bidder_is_told_apart(client: FlaskClient) -> None:
    there = "/settle/three-handed/exposed-card"
    page = words(client.get(there))
    assert "The bidder" in page
    assert "Another player" in page
    bidder = f"{there}/ruling?found=meld&purpose=yes&bidder="
    assert "No renege" in words(client.get(f"{bidder}yes"))
    assert "is a renege" in words(client.get(f"{bidder}no"))
    assert "Was it done on purpose?" not in words(client.get("/settle/doubles/exposed-card"))
    assert "the table’s own custom" in words(client.get("/settle/doubles/exposed-card/ruling?found=play"))


def test_a_late_misdeal_of_partners_is_charged_with_the_counters_until_then(app: Flask, client: FlaskClient) -> None:
    there = f"{_partners_in_play(app, client)}/wrong-deal"
    assert "Whose slip was it?" in words(client.get(there))
    ruling = words(client.get(f"{there}/ruling?found=play"))
    assert "a misdeal is a renege of the dealer’s side" in ruling
    assert "Bob & Di misdealt." in ruling
    assert "Counters taken until then" in ruling


def test_what_the_trick_log_shows_to_be_too_late_is_ruled_so(app: Flask, client: FlaskClient) -> None:
    player = seat_game(app, client, find_variant("double-deck"), [])
    there = in_play(player, bid="500")
    hopeless = "cards=JS+JS+JS+JS+JH+JH+JH+JH+QC+QC+QC+QC+QD+KS+KH+10D+10C+KC+KD+10S&found=play"
    assert "The hand may be declared" in words(client.get(f"{there}/hopeless-hand/ruling?{hopeless}"))
    assert "may throw in" in words(client.get(f"{there}/throw-in/ruling"))
    player.send("tricks/choose", kept="1")
    for seat, card in enumerate(("AS", "KS", "QS", "JS")):
        player.send("tricks/card", seat=str(seat), card=card)
    assert "Too late" in words(client.get(f"{there}/hopeless-hand/ruling?{hopeless}"))
    assert "too late to throw in" in words(client.get(f"{there}/throw-in/ruling"))


def test_the_bidder_alone_can_have_laid_away_wrongly(app: Flask, client: FlaskClient) -> None:
    player = seat_game(app, client, find_variant("check"), [], names=("Ann", "Bob", "Cy"))
    player.do("take", seat="1", amount="300")
    player.do("trump", trump="S")
    wrong = "cards=AS&hand=KS+QS&found=play"
    assert "Bob reneged." in words(client.get(f"/game/{player.game}/settle/wrong-discard/ruling?{wrong}"))


def test_the_first_lead_that_hangs_on_the_bid_asks_for_it(client: FlaskClient) -> None:
    lead = "/settle/doubles/play?trump=S&card=AH&first=1"
    assert 'name="bid"' in client.get(lead).text
    assert client.get(f"{lead}&bid=52&rule=1").status_code == 303
    assert 'name="bid"' not in client.get("/settle/site/play?card=AH").text


def test_cards_seen_elsewhere_decide_too_and_are_told_once_they_are_wanted(client: FlaskClient) -> None:
    led = "/settle/site/play?trump=D&trick=AH&card=9C&held=9S"
    page = client.get(led).text
    assert "Enter cards seen elsewhere" in page
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
    assert "Legal only if somebody had bid." in words(client.get(f"{passed}&meld=yes"))
    assert "A hand with meld must open" in words(client.get(f"{passed}&meld=yes&unopened=1"))
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
