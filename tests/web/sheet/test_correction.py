"""Correcting a deal through its page: what was told, the step that opens, old and new, and what follows."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import Suit
from companion.rules.options import with_options
from companion.rules.score import DealEnd
from companion.rules.variants.double_deck import DOUBLES
from companion.rules.variants.partnership import SITE
from companion.rules.variants.three_handed import CUTTHROAT
from tests.web.corrector import page_of, with_meld
from tests.web.form_reader import forms_of
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player, begin


def test_the_page_of_a_deal_lists_what_was_told(table: Player) -> None:
    assert list(page_of(table, 2).lines()) == [
        "Ann won the bid at 300.",
        "Trump: spades.",
        "Ann & Cy: meld 150.",
        "Bob & Di: meld 40.",
        "Tricks counted: Ann & Cy 180, Bob & Di 70.",
    ]


def test_what_opens_is_filled_in(table: Player) -> None:
    counted = page_of(table, 2).tap("Tricks counted")
    (form,) = forms_of(counted.answer.text, "/deal/2/count")
    assert (form.sent["points-A"], form.sent["points-B"]) == ("180", "70")
    melds = page_of(table, 2).tap("Bob & Di: meld")
    (done,) = forms_of(melds.answer.text, "/deal/2/meld/close")
    assert (done.sent["meld-A"], done.sent["meld-B"]) == ("150", "40")
    assert "as entered" in page_of(table, 2).tap("Trump").says
    (bid,) = forms_of(page_of(table, 2).tap("Ann won").answer.text, "/deal/2/pad")
    assert (bid.sent["seat"], bid.sent["amount"]) == ("0", "300")


SLIPS: list[tuple[str, str, dict[str, str], dict[str, int]]] = [
    ("Tricks counted", "/count", {"points_A": "200"}, {"A": 350, "B": 90}),
    ("Ann won the bid", "/pad", {"amount": "340"}, {"A": -340, "B": 110}),
    ("Ann won the bid", "/pad", {"seat": "1"}, {"A": 330, "B": -300}),
    ("Ann won the bid", "/pad", {"seat": "2", "amount": "340"}, {"A": -340, "B": 110}),
    ("", "/pad", {"points_A": "200"}, {"A": 350, "B": 90}),
    ("", "/pad", {"meld_A": "", "trump": "H"}, {"A": -300, "B": 110}),
    ("", "/pad", {"seat": "1", "meld_B": "60", "points_B": "80"}, {"A": 320, "B": -300}),
]


@pytest.mark.parametrize(("line", "path", "changed", "change"), SLIPS, ids=lambda case: str(case)[:30])
def test_a_slip_is_corrected_on_the_pad_or_step_by_step(
    table: Player, line: str, path: str, changed: dict[str, str], change: dict[str, int]
) -> None:
    page = page_of(table, 2)
    (page.tap(line) if line else page).tell(path, **changed).confirm()
    assert table.state.deals[1].change == change


def test_a_forgotten_meld(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="S")
    table.do("meld/close", meld_A="150")
    table.do("count", points_A="180")
    table.do("confirm")
    page = page_of(table, 1).tap("Bob & Di: no meld.")
    assert re.search(r'id="meld-B"[^>]*autofocus', page.answer.text)
    page.tell("/meld/close", meld_B="60").confirm()
    assert table.state.deals[0].change == {"A": 330, "B": 130}


def test_the_wrong_ending(table: Player) -> None:
    page_of(table, 2).tap("Tricks counted").tell("/end", 0, end="renege", offender="B").confirm()
    assert table.state.deals[1].ended is not None
    assert table.state.deals[1].ended.end is DealEnd.RENEGE
    page_of(table, 2).tap("A renege").tell("/count", points_A="180", points_B="70").confirm()
    assert table.state.deals[1].change == {"A": 330, "B": 110}


def test_a_renege_tells_what_was_taken_before(table: Player) -> None:
    taken = {"so-far-A": "240"}
    page_of(table, 2).tap("Tricks counted").tell("/end", 0, end="renege", offender="B", **taken).confirm()
    assert table.state.deals[1].change == {"A": 390, "B": 0}
    page = page_of(table, 2).tap("A renege, charged to Bob & Di.")
    assert forms_of(page.answer.text, "/deal/2/end")[0].sent["so-far-A"] == "240"


def test_nothing_is_written_without_a_confirmation(table: Player) -> None:
    page, version = with_meld(table, 1, "60"), table.version
    assert page.send("").answer.status_code == 200
    assert table.version == version


def test_another_trump_counts_melds_anew_and_keeps_the_rest(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="S")
    table.do("meld/cards", seat="0", cards="KS QS KH", add="QH")
    table.do("meld/melds", side="B", seat="1", more="royal")
    table.do("meld/close")
    table.do("count", points_A="180")
    table.do("confirm")
    page = page_of(table, 1).tap("Trump: spades").tell("/trump", trump="H")
    assert [line for line in page.lines() if "new" in line] == ["Trump: hearts. new", "Bob: meld 20. new"]
    page.confirm()
    assert table.state.deals[0].trump is Suit.HEARTS
    assert (table.state.deals[0].meld("A"), table.state.deals[0].meld("B")) == (60, 20)


def test_bids_told_one_by_one_stay_where_the_contract_does(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    for path, fields in (("bid", {"amount": "260"}), *[("pass", {})] * 3, ("trump", {"trump": "S"})):
        table.do(path, **fields)
    for path, fields in (("meld/close", {}), ("count", {"points_A": "100"}), ("confirm", {})):
        table.do(path, **fields)
    page = page_of(table, 1)
    assert "Bob won the bid at 260. › Bob bid 260. Cy passed. Di passed. Ann passed." in page.says
    assert "there is nothing to correct" in page.tap("Bob won").tell("/pad").says
    assert "there is nothing to correct" in page_of(table, 1).tell("/pad").says
    calls = table.state.deals[0].calls
    page_of(table, 1).tap("Tricks counted").tell("/count", points_A="110").confirm()
    assert table.state.deals[0].calls == calls
    page_of(table, 1).tap("Bob won").tell("/pad", amount="270").confirm()
    assert table.state.deals[0].calls == ()


def test_an_auction_can_be_told_again_bid_by_bid(table: Player) -> None:
    page = page_of(table, 2).tap("Ann won the bid")
    each = re.search(r'href="([^"]*how=each[^"]*)"', page.answer.text)
    assert each
    page.answer = table.client.get(each[1].replace("&amp;", "&"))
    page.tell("/bid", amount="260")
    for _ in range(3):
        assert "passes" in page.says
        page.tell("/pass")
    page.confirm()
    deal = table.state.deals[1]
    assert deal.contract is not None
    assert (deal.contract.bid, len(deal.calls), deal.meld("A")) == (260, 4, 150)


def test_an_auction_begun_anew_can_still_be_told_by_its_result(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, SITE, [Told(1, 260, (150, 40), 180)])
    page = page_of(table, 1).tap("Bob won the bid")
    for way, path, fields in (("each", "/bid", {"amount": "250"}), ("pad", "/pad", {"seat": "1", "amount": "260"})):
        link = re.search(rf'href="([^"]*how={way}[^"]*)"', page.answer.text)
        assert link
        page.answer = client.get(link[1].replace("&amp;", "&"))
        page.tell(path, -1, **fields)
    assert "Bob won the bid at 260. › Bob bid 250." in page.says


def test_a_deal_can_become_a_misdeal_and_the_next_dealer_follows(table: Player) -> None:
    page = page_of(table, 3).tap("Tricks counted").tell("/end", 1, end="misdeal", misdeal="card-fault")
    assert "The next deal is Cy’s, not Di’s." in page.says
    page.confirm()
    assert table.state.deal is not None
    assert table.state.names[table.state.deal.dealer] == "Cy"


def test_a_chosen_dealer_stays_unless_a_correction_changes_who_deals_next(table: Player) -> None:
    def dealer() -> str:
        assert table.state.deal is not None
        return table.state.names[table.state.deal.dealer]

    assert dealer() == "Di"
    table.do("dealer", dealer="0")
    page_of(table, 3).tap("Tricks counted").tell("/count", points_A="150").confirm()
    assert dealer() == "Ann"
    table.do("undo")
    assert dealer() == "Ann"
    page_of(table, 3).tap("Tricks counted").tell("/end", 1, end="misdeal", misdeal="card-fault").confirm()
    assert dealer() == "Cy"
    table.do("undo")
    assert dealer() == "Ann"
    table.do("undo")
    assert dealer() == "Di"


def test_a_deal_nobody_bid_on_can_become_a_played_one(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("end", end="misdeal", misdeal="card-fault")
    table.do("confirm")
    page = page_of(table, 1).tap("A misdeal")
    page.tell("/pad", seat="1", amount="300", trump="H", meld_A="40", meld_B="150", points_A="70")
    assert "Bob 300" in page.confirm()
    assert table.state.scores() == {"A": 110, "B": 330}


def test_a_deal_that_was_passed_out_can_become_a_played_one_and_passed_out_again(
    app: Flask, client: FlaskClient
) -> None:
    table = Player(app, client, begin(app, with_options(SITE, {"bid.forced": "redeal"})))
    table.do("pass-out")
    page = page_of(table, 1).tap("Nobody bid").tell("/pad", seat="1", amount="300")
    page.tell("/trump", trump="H").tell("/meld/close", meld_A="0", meld_B="150").tell(
        "/count", points_A="70"
    ).confirm()
    assert table.state.scores() == {"A": 70, "B": 330}
    page = page_of(table, 1).tap("Bob won the bid")
    (url,) = re.findall(r'formaction="([^"]+pass-out[^"]*)"', page.answer.text)
    page.answer = client.post(url.replace("&amp;", "&"), data={"key": "nobody"})
    assert page.answer.status_code == 303, page.says
    page.answer = client.get(page.answer.headers["Location"])
    assert "Nobody bid: the deal is thrown in and passes on." in page.says
    page.confirm()
    assert table.state.scores() == {"A": 0, "B": 0}


def test_a_variant_is_asked_for_all_that_it_needs(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, DOUBLES, [Told(0, 60, (90, 22), 30)])
    page = page_of(table, 1).tap("Tricks counted")
    assert "Who took every single trick?" in page.says
    assert "quadruple pinochle" in page.says
    page.tell("/count", all_tricks="A", points_A="50").confirm()
    assert table.state.won is not None
    assert table.state.won.clause == "end.all-tricks"


def test_no_marriage_needs_neither_trump_nor_meld(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, DOUBLES, [Told(0, 60, (30, 22), 30)])
    page_of(table, 1).tap("Trump").tell("/end", 0, end="no-marriage").confirm()
    assert table.state.deals[0].change == {"A": -60, "B": 0}
    assert table.state.deals[0].trump is None


def test_of_three_sides_what_was_entered_for_the_third_is_no_old_rest(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, CUTTHROAT, ("Ann", "Bob", "Cy")))
    told = {"meld_A": "20", "meld_B": "4", "meld_C": "2"}
    table.do("take", seat="0", amount="20")
    table.do("trump", trump="S")
    table.do("meld/close", **told)
    table.do("count", points_A="12", points_B="8", points_C="5")
    table.do("confirm")
    page = page_of(table, 1).tap("Tricks counted").send("/count", points_A="10", points_B="7")
    assert page.answer.status_code == 422
    assert "these add up to 22" in page.says
    (form,) = forms_of(page.answer.text, "/deal/1/count")
    assert [form.sent[f"points-{side}"] for side in "ABC"] == ["10", "7", "5"]
    page.tell("/count", points_C="8").confirm()
    assert table.state.deals[0].change == {"A": 30, "B": 11, "C": 10}
