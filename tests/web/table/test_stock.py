"""A deal with a stock at the table: the turned-up card, melds, cards played since, claims, and only the score."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.state import Phase
from companion.rules.options import with_options
from companion.rules.variants import find_variant
from tests.web.corrector import page_of
from tests.web.table_player import FRAGMENT, Player, begin, words


def sit_down(app: Flask, client: FlaskClient, options: Mapping[str, Any] | None = None) -> Player:
    """Ann and Bob at a two-handed table; Ann deals."""
    variant = with_options(find_variant("two-handed"), options or {})
    return Player(app, client, begin(app, variant, ("Ann", "Bob")))


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """A table where the ten of hearts has been turned up."""
    player = sit_down(app, client)
    player.do("turn", turned="10H")
    return player


def test_the_turned_up_card_is_asked_for_first(app: Flask, client: FlaskClient) -> None:
    player = sit_down(app, client)
    page = player.see()
    assert "Which card is turned up?" in page
    assert "Then Ann turns up a card: its suit is trump." in page
    assert "seven of spades" not in client.get(f"/game/{player.game}/").text
    page = player.do("turn", turned="9H")
    assert "♥ Hearts , 9♥ up" in page
    assert "Dix turned up 10" in page
    assert "Bob leads first." in page


def test_the_seven_is_the_dix_of_the_long_pack(app: Flask, client: FlaskClient) -> None:
    player = sit_down(app, client, {"pack": "64"})
    assert "seven of spades" in client.get(f"/game/{player.game}/").text
    assert "Dix turned up 10" in player.do("turn", turned="7S")


def test_whoever_takes_a_trick_may_lay_one_meld_and_a_dix_besides(table: Player) -> None:
    page = table.do("trick", seat="1")
    assert "Bob may meld" in page
    assert "Exchange the dix for 10♥ shows it for 10" in page
    page = table.do("lay", seat="1", meld="royal.H.1 KH QH")
    assert "Bob melded 40 A dix may still be shown too. Dix 10" in page
    assert "Pinochle 40" not in page
    page = table.do("exchange", seat="1", dix="1")
    assert "Bob melded 50" in page
    assert "♥ Hearts , 9♥ up" in page
    assert "Royal marriage 40 Dix 10" in page


def test_a_meld_grows_on_the_table_and_is_offered_with_what_the_hand_must_give(table: Player) -> None:
    table.do("trick", seat="0")
    table.do("lay", seat="0", meld="pinochle.S.1 JD QS")
    page = table.do("trick", seat="0")
    assert "Marriage in spades 20 · with K♠" in page
    assert "Lay other cards from the hand Marriage in spades, 20 Q♠ from the hand Lay it with K♠" in page
    page = table.do("lay", seat="0", meld="marriage.S.1 KS")
    assert "Ann 60" in page
    assert table.state.deal
    assert table.state.deal.stock
    assert [str(card) for card in table.state.deal.stock.laid_by(0)] == ["JD", "QS", "KS"]


def test_other_cards_of_the_hand_can_be_laid_instead(table: Player) -> None:
    table.do("trick", seat="0")
    table.do("lay", seat="0", meld="pinochle.S.1 JD QS")
    table.do("trick", seat="0")
    stamp = {"key": "other cards", "seen": str(table.version), "seat": "0", "meld": "marriage.S.1 KS"}
    answer = table.client.post(f"/game/{table.game}/lay", data=stamp | {"hand-marriage.S.1": "QS"})
    assert answer.status_code == 303
    assert table.state.deal
    assert table.state.deal.stock
    assert [str(card) for card in table.state.deal.stock.laid_by(0)] == ["JD", "QS", "KS", "QS"]


def test_a_card_that_was_played_is_barred_until_it_is_put_back(table: Player) -> None:
    table.do("lay", seat="0", meld="pinochle.S.1 JD QS")
    page = words(table.swap("gone", seat="0", gone="QS"))
    assert "Ann played Q♠ from the table" in page
    table.do("trick", seat="0")
    answer = table.swap("lay", seat="0", meld="marriage.S.1 KS")
    assert answer.status_code == 422
    assert "Q♠ has been played: it can’t form a new meld." in words(answer)
    assert "meld.played" in words(answer)
    table.do("gone", seat="0", back="QS")
    assert "Ann melded 20" in table.do("lay", seat="0", meld="marriage.S.1 KS")


@pytest.mark.parametrize(
    ("path", "fields", "says"),
    [
        ("trick", {}, "Please say which player this was."),
        ("trick", {"seat": "7"}, "Please say which player this was."),
        ("lay", {"seat": "0", "meld": "nonsense"}, "Please tap one of the melds."),
        ("lay", {"seat": "0", "meld": "run.H.1 XX"}, "Please tap one of the melds."),
        ("lay", {"seat": "0", "meld": "pinochle.S.1"}, "At least one card of a meld must come from the hand."),
        ("lay", {"seat": "0", "meld": "aces.S.2 AS AH AC AD"}, "no price for that as one meld"),
        ("gone", {"seat": "0", "gone": "KS"}, "K♠ does not lie before Ann."),
        ("gone", {"seat": "0", "back": "KS"}, "Ann has not played K♠ from the table."),
        ("gone", {"seat": "0", "gone": "elephant"}, "no such card"),
        ("gone", {"seat": "0"}, "Please tap a card."),
        ("turn", {}, "Please tap a card."),
        ("turn", {"turned": "AS"}, "Not now: the stock is being played."),
        ("end", {"end": "claim"}, "Please tap the player who declares out."),
        ("end", {"end": "claim", "claimant": "A"}, "Please count the tricks of Ann"),
        ("end", {"end": "claim", "claimant": "A", "claim-A": "251"}, "Counters run from 0 to 250"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(table: Player, path: str, fields: dict[str, str], says: str) -> None:
    version = table.version
    for answer in (table.send(path, **fields), table.swap(path, **fields)):
        assert answer.status_code == 422
        assert says in words(answer)
    assert table.version == version


def test_a_form_sent_twice_lays_one_meld_and_a_late_one_none(table: Player) -> None:
    table.do("trick", seat="1")
    seen = str(table.version)
    form = {"key": "twice", "seen": seen, "seat": "1", "meld": "royal.H.1 KH QH"}
    for _ in range(2):
        assert table.client.post(f"/game/{table.game}/lay", data=form).status_code == 303
    assert table.state.deal
    assert table.state.deal.meld("B") == 40
    late = table.client.post(f"/game/{table.game}/lay", data={**form, "key": "late"}, headers=FRAGMENT)
    assert late.status_code == 409
    assert table.state.deal.meld("B") == 40


def test_the_last_trick_of_the_stock_leads_to_the_playoff(table: Player) -> None:
    page = table.do("trick", seat="0", last="1")
    assert "Ann may meld once more, then draws the last face-down card and shows it; Bob takes 10♥." in page
    assert "Ann took a trick" not in page
    page = table.do("meld/close")
    assert "Meld: Ann 0, Bob 0." in page
    assert "Ann leads, having taken the last trick of the stock." in page
    assert "Now suit must be followed" in page
    page = table.do("count", points_A="87")
    assert "Ann: meld 0, took 87 of 250, counted as 90: +90." in page
    assert "Bob: meld 0, took 163 of 250, counted as 160: +160." in page


def test_the_pad_begins_with_what_was_laid_and_a_meld_laid_later_counts(table: Player) -> None:
    table.do("lay", seat="0", meld="aces.S.1 AS AH AC AD")
    assert 'value="100"' in table.client.get(f"/game/{table.game}/?how=pad").text
    table.do("meld/number", meld_A="130", save="meld-A")
    assert "130 was entered as the sum and counts now; the next meld replaces it." in table.see("?how=each")
    table.do("trick", seat="0")
    table.do("lay", seat="0", meld="pinochle.S.1 JD QS")
    assert table.state.deal
    assert table.state.deal.meld("A") == 140


def test_dixes_that_stay_when_meld_is_lost_are_told_apart(app: Flask, client: FlaskClient) -> None:
    player = sit_down(app, client, {"score.save": {"by": "trick", "dix_safe": True}})
    page = player.see("?how=pad")
    assert "Nines Ann Bob" in page
    player.do("pad", meld_A="30", dix_A="10")
    assert player.state.deal
    assert (player.state.deal.meld("A"), player.state.deal.dix("A")) == (40, 10)


def test_a_wrong_claim_shows_what_it_costs_before_it_counts(table: Player) -> None:
    assert "The player who claims wins with 1000 or more, and loses with less." in table.see()
    page = table.do("end", end="claim", claimant="A", claim_A="57")
    assert "This ends the game Ann declared out with 60 of 1000: the game goes to Bob." in page
    assert "Ann: meld 0, took 57, counted as 60: +60." in page
    page = table.do("undo")
    assert "Bob took a trick" in page
    table.do("end", end="claim", claimant="A", claim_A="57")
    assert "Bob wins" in table.do("confirm")
    assert table.state.won
    assert table.state.won.clause == "end.declare-out"
    assert "declared out Ann dealt" in words(table.client.get(f"/game/{table.game}/sheet"))


def test_where_every_deal_is_a_game_nobody_declares_out_and_no_target_is_shown(app: Flask, client: FlaskClient) -> None:
    player = sit_down(app, client, {"end.deal": True})
    page = player.do("turn", turned="AS")
    assert "declares out" not in page
    assert "To 1000" not in page
    player.do("meld/close")
    assert "Each side can win the game with 127 or more in tricks." in player.see()
    player.do("count", points_A="130")
    assert "Ann wins" in player.do("confirm")


def test_a_claim_can_be_corrected_and_a_deal_put_right_without_a_bid(table: Player) -> None:
    table.do("lay", seat="0", meld="aces.S.1 AS AH AC AD")
    table.do("end", end="claim", claimant="A", claim_A="57")
    table.do("confirm")
    page = page_of(table, 1)
    assert "amount" not in page.fields
    page.tell(end="played", meld_A="200", meld_B="0", points_A="130").confirm()
    assert table.state.scores() == {"A": 330, "B": 120}
    assert table.state.phase is Phase.TURN
    page = page_of(table, 1).tell(end="claim", claimant="B", points_A="", points_B="90")
    page.confirm()
    assert table.state.won
    assert (table.state.won.side, table.state.won.clause) == ("A", "end.declare-out")


def test_a_laid_meld_is_someone_elses_or_never_happened(table: Player) -> None:
    table.do("lay", seat="0", meld="aces.S.1 AS AH AC AD")
    table.do("lay", seat="1", meld="royal.H.1 KH QH")
    table.do("end", end="claim", claimant="A", claim_A="57")
    table.do("confirm")
    page_of(table, 1).tell(**{"laid-2": "no", "laid-3": "no"}).confirm()
    assert (table.state.deals[0].meld("A"), table.state.deals[0].meld("B")) == (100, 0)
    page_of(table, 1).tell(**{"laid-0": "1", "laid-1": "1"}).confirm()
    assert (table.state.deals[0].meld("A"), table.state.deals[0].meld("B")) == (0, 100)


def test_without_an_auction_and_without_a_stock_the_meld_follows_the_turned_up_card(
    app: Flask, client: FlaskClient
) -> None:
    variant = with_options(find_variant("site"), {"bid": "none", "pass.count": 0})
    player = Player(app, client, begin(app, variant))
    assert "Only the score" not in player.see()
    page = player.do("turn", turned="9H")
    assert "Meld is done" in page
    assert player.state.deal
    assert player.state.deal.meld("A") == 0
    player.do("meld/close", meld_A="120", meld_B="40")
    page = player.do("count", points_A="150")
    assert "Ann & Cy +270" in page
    player.do("confirm")
    assert player.state.scores() == {"A": 270, "B": 140}


def test_those_who_only_watch_see_what_is_melded(table: Player) -> None:
    table.do("lay", seat="0", meld="aces.S.1 AS AH AC AD")
    table.do("lay", seat="1", meld="royal.H.1 KH QH")
    shared = table.client.post(f"/game/{table.game}/share/watch", data={"key": "k"}, base_url="http://192.168.1.7:8700")
    link = re.search(r"/watch/[\w-]+", shared.text)
    assert link
    page = words(table.client.get(link[0]))
    assert "Ann has melded 100: aces around." in page
    assert "Bob has melded 40: royal marriage." in page
