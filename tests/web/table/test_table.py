"""The table's page: auction and trump, and what every form on it can rely on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import Suit
from companion.game.state import Phase
from companion.rules.choices import Forced
from companion.rules.variants.double_deck import DOUBLES
from companion.rules.variants.partnership import SITE
from tests.web.table_player import FRAGMENT, Player, begin, words


@pytest.fixture
def ann(app: Flask, client: FlaskClient) -> Player:
    """Ann at a table that plays the single deck in tens."""
    return Player(app, client, begin(app, SITE))


@pytest.fixture
def eve(app: Flask, client: FlaskClient) -> Player:
    """Eve at a table that plays doubles."""
    return Player(app, client, begin(app, DOUBLES, ("Eve", "Flo", "Guy", "Hal")))


def test_a_new_deal_shows_the_dealer_the_score_and_who_bids(ann: Player) -> None:
    page = ann.see()
    for said in ("Ann & Cy 0", "Bob & Di 0", "Deal 1 · Ann dealt", "To 1500", "Bob to bid", "Nobody has bid yet."):
        assert said in page


def test_the_calls_lead_to_trump(ann: Player) -> None:
    assert "High bid 250 , Bob." in ann.do("bid", amount="250")
    ann.do("pass")
    page = ann.do("pass")
    assert "Bob 250 Cy pass Di pass" in page
    assert "Bob names trump" in ann.do("pass")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Please write the bid, or pass."),
        ("abc", "“abc” is not a whole number. Write it in digits, like 60."),
        ("-250", "“-250” is below 0, and this never is. Did you mean 250?"),
        ("25０", "“25０” is not a whole number. Write it in digits, like 60."),
        ("9" * 4000, f"{'9' * 20} has too many digits for a score."),
        ("255", "255 is not a multiple of 10: 250 or 260 would do."),
        ("400", "400 is too high a jump: bid 250 or 260, or pass."),
    ],
)
def test_a_bid_that_cannot_be_comes_back_with_the_reason(ann: Player, typed: str, says: str) -> None:
    answer = ann.send("bid", amount=typed)
    assert answer.status_code == 422
    assert says in words(answer)
    assert f'value="{typed}"' in answer.text
    assert ann.state.deal is not None
    assert ann.state.deal.calls == ()


def test_a_refusal_cites_its_clause(ann: Player) -> None:
    assert "bid.step" in words(ann.send("bid", amount="255"))


def test_a_result_that_cannot_be_keeps_what_was_chosen(ann: Player) -> None:
    answer = ann.send("pad?how=pad", seat="2", amount="abc")
    assert answer.status_code == 422
    assert "“abc” is not a whole number" in words(answer)
    assert 'value="2" checked' in answer.text
    assert "Tap who has the bid, and write how much." in words(ann.send("pad?how=pad", amount="330"))


def test_the_table_that_may_pass_out_can_say_so(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, replace(SITE, bid_forced=Forced.REDEAL)))
    assert "Nobody bid" in player.see("?how=pad")
    assert "Deal 2 · Bob dealt" in player.do("pass-out")


def test_a_dealer_with_an_automatic_bid_has_it_from_the_start(eve: Player) -> None:
    page = eve.see()
    assert "High bid 50 , Eve as dealer, before anyone spoke." in page
    assert "51 about 10 to 19 meld" in page


def test_trump_is_one_of_four_buttons(ann: Player) -> None:
    ann.do("take", seat="0", amount="330")
    assert words(ann.send("trump", trump="X")).count("Please tap one of the four suits.")
    page = ann.do("trump", trump="H")
    assert ann.state.deal is not None
    assert ann.state.deal.trump is Suit.HEARTS
    assert "First Cy passes 4 cards to Ann, then Ann passes 4 back." in page


def test_a_bidder_without_a_marriage_sees_the_cost_before_it_counts(eve: Player) -> None:
    eve.do("take", seat="1", amount="60")
    assert "No marriage in any suit" in eve.see()
    page = eve.do("end", end="no-marriage")
    assert "bid 60 without a marriage in any suit" in page
    assert eve.state.phase is Phase.CONFIRM
    assert "Flo names trump" in eve.do("undo")


def test_a_table_without_that_rule_offers_no_such_button(ann: Player) -> None:
    ann.do("take", seat="1", amount="300")
    assert "No marriage in any suit" not in ann.see()
    assert ann.send("end", end="no-marriage").status_code == 422


def test_a_lone_bidder_may_decline_where_the_table_plays_so(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, replace(SITE, bid_lone_may_decline=True)))
    player.do("bid", amount="250")
    for _ in range(2):
        player.do("pass")
    assert "Bob declines" in player.do("pass")
    assert "Deal 2" in player.do("pass-out")


def test_a_pass_with_help_is_offered_where_it_means_something(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, replace(SITE, bid_pass_help=True)))
    assert "Pass with help" in player.see()
    assert "Bob pass, with help" in player.do("pass", help="1")


def test_a_form_sent_twice_counts_once(ann: Player) -> None:
    form = {"key": "the same key", "seen": str(ann.version), "amount": "250"}
    for _ in range(2):
        assert ann.client.post(f"/game/{ann.game}/bid", data=form).status_code == 303
    assert ann.state.deal is not None
    assert [call.amount for call in ann.state.deal.calls] == [250]


def test_a_form_from_an_older_page_is_not_carried_out(ann: Player) -> None:
    seen = ann.version
    ann.do("bid", amount="250")
    answer = ann.client.post(f"/game/{ann.game}/bid", data={"key": "late", "seen": str(seen), "amount": "270"})
    assert answer.status_code == 409
    assert "Another phone has changed this since the page was opened" in words(answer)
    assert 'value="270"' in answer.text
    assert ann.state.deal is not None
    assert len(ann.state.deal.calls) == 1


def test_htmx_gets_the_part_that_changes_and_everyone_else_the_page(ann: Player) -> None:
    part = ann.swap("bid", amount="250")
    assert part.status_code == 200
    assert part.text.lstrip().startswith('<section id="table"')
    assert "Cy to bid" in words(part)
    refused = ann.swap("bid", amount="abc")
    assert refused.status_code == 422
    assert refused.text.lstrip().startswith('<section id="table"')
    assert "<!doctype html>" in ann.client.get(f"/game/{ann.game}/").text


def test_a_phone_that_has_the_newest_page_gets_nothing_new(ann: Player) -> None:
    path = f"/game/{ann.game}/"
    assert ann.client.get(f"{path}?since={ann.version}", headers=FRAGMENT).status_code == 204
    assert ann.client.get(f"{path}?since=1", headers=FRAGMENT).status_code == 200


def test_the_scores_fill_the_screen_and_follow_the_table(ann: Player) -> None:
    path = f"/game/{ann.game}/totals"
    assert f'<a href="{path}">' in ann.client.get(f"/game/{ann.game}/").text
    ann.do("points", made_A="330", made_B="150")
    page = ann.client.get(path)
    assert "Ann & Cy 330 Bob & Di 150 Deal 2 · Bob dealt · To 1500 Close Both ways round" in words(page)
    assert f'class="close" href="/game/{ann.game}/"' in page.text
    both = ann.client.get(f"{path}?both=1", headers=FRAGMENT)
    assert words(both).count("Ann & Cy 330 Bob & Di 150 Deal 2 · Bob dealt · To 1500") == 2
    assert both.text.count('class="board turned" aria-hidden="true"') == 1
    assert f'hx-get="{path}?both=1&amp;since={ann.version}"' in both.text
    assert f'class="ways-round" href="{path}"' in both.text
    assert ann.client.get(f"{path}?since={ann.version}", headers=FRAGMENT).status_code == 204


def test_the_last_step_is_named_before_it_is_taken_back_and_done_again(ann: Player) -> None:
    assert "Undo" not in ann.see()
    assert "Undo: Bob bid 250." in ann.do("bid", amount="250")
    page = ann.do("undo")
    assert "Bob to bid" in page
    assert "Redo what was undone" in page
    assert "Cy to bid" in ann.do("redo")


def test_whoever_is_on_turn_is_told(ann: Player) -> None:
    ann.client.post(f"/game/{ann.game}/share/seat", data={"seat": "1"})
    assert "Your turn" in ann.see()
    assert "Your turn" not in ann.do("bid", amount="250")


@pytest.mark.parametrize(
    "query", ["?game=x&_external=1&_anchor=x", "?how=<b>&way=<b>", "?A=cards.99&B=..&C=melds.1", "?since=x"]
)
def test_a_strange_address_shows_the_table_all_the_same(ann: Player, query: str) -> None:
    assert "Bob to bid" in ann.see(query)
    ann.do("take", seat="0", amount="330")
    assert "Ann names trump" in ann.see(query)
    ann.do("trump", trump="S")
    assert "Meld is done" in ann.see(query)


@pytest.mark.parametrize("path", ["", "bid", "meld/photo", "undo"])
def test_a_table_that_does_not_exist_leads_home(client: FlaskClient, path: str) -> None:
    answer = (
        client.post(f"/game/nosuchgame99/{path}", data={"key": "one"}) if path else client.get("/game/nosuchgame99/")
    )
    assert answer.status_code == 404
    assert "This table link doesn’t exist." in words(answer)
