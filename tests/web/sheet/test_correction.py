"""Correcting a deal through its page: what was told, the step that opens, old and new, and what follows."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import Suit
from companion.rules.options import with_options
from companion.rules.score import DealEnd
from companion.rules.variants.doubles import DOUBLES
from companion.rules.variants.site import SITE
from tests.web.corrector import Corrector, page_of
from tests.web.form_reader import forms_of
from tests.web.played_game import Told, seat_game
from tests.web.table_player import FRAGMENT, Player, begin, words


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """Ann has made 300 in spades three times: 990 to 330."""
    return seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)] * 3)


def with_meld(player: Player, number: int, meld: str) -> Corrector:
    """The page of a deal in which Ann and Cy showed another meld, not yet confirmed."""
    return page_of(player, number).tap("Ann & Cy: meld").tell("/meld/close", points_A=meld)


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
    assert (done.sent["points-A"], done.sent["points-B"]) == ("150", "40")
    assert "as told" in page_of(table, 2).tap("Trump").says
    assert "Ann had the bid at 300" in page_of(table, 2).tap("Ann won").says


def test_a_wrong_counter(table: Player) -> None:
    page_of(table, 2).tap("Tricks counted").tell("/count", points_A="200").confirm()
    assert table.state.deals[1].change == {"A": 350, "B": 90}


def test_a_wrong_bid(table: Player) -> None:
    page_of(table, 2).tap("Ann won the bid").tell("/take", 1, amount="340").confirm()
    assert table.state.deals[1].change == {"A": -340, "B": 110}


def test_a_wrong_bidder(table: Player) -> None:
    page_of(table, 2).tap("Ann won the bid").tell("/take", 0, seat="1").confirm()
    assert table.state.deals[1].change == {"A": 330, "B": -300}


def test_another_bidder_with_another_bid(table: Player) -> None:
    page_of(table, 2).tap("Ann won the bid").tell("/take", 2, seat="2", amount="340").confirm()
    assert table.state.deals[1].change == {"A": -340, "B": 110}


def test_a_forgotten_meld(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="S")
    table.do("meld/close", points_A="150")
    table.do("count", points_A="180")
    table.do("confirm")
    page = page_of(table, 1).tap("Bob & Di: no meld.")
    assert re.search(r'id="points-B"[^>]*autofocus', page.answer.text)
    page.tell("/meld/close", points_B="60").confirm()
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
    assert "there is nothing to correct" in page.tap("Bob won").tell("/take", 2).says
    calls = table.state.deals[0].calls
    page_of(table, 1).tap("Tricks counted").tell("/count", points_A="110").confirm()
    assert table.state.deals[0].calls == calls
    page_of(table, 1).tap("Bob won").tell("/take", 1, amount="270").confirm()
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
    for way, path, fields in (("each", "/bid", {"amount": "250"}), ("result", "/take", {"seat": "1", "amount": "260"})):
        link = re.search(rf'href="([^"]*how={way}[^"]*)"', page.answer.text)
        assert link
        page.answer = client.get(link[1].replace("&amp;", "&"))
        page.tell(path, -1, **fields)
    assert "Bob won the bid at 260. › Bob bid 250." in page.says


def test_a_preview_shows_old_and_new_and_writes_nothing(table: Player) -> None:
    version = table.version
    says = with_meld(table, 1, "60").says
    assert "was +330 −300" in says
    assert "was 990 360" in says
    assert "Deals 2 and 3 stay as told; the totals after this deal follow." in says
    assert "bid 300, meld 60, took 180 of 250: 240 < 300 – set, −300" in says
    assert table.version == version


@pytest.mark.parametrize(("deals", "says"), [(2, "Deal 2 stays"), (3, "Deals 2 and 3 stay"), (4, "Deals 2 to 4 stay")])
def test_the_deals_after_the_corrected_one_are_counted_as_people_say_them(
    app: Flask, client: FlaskClient, deals: int, says: str
) -> None:
    player = seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)] * deals)
    assert f"{says} as told" in with_meld(player, 1, "60").says


def test_later_deals_follow_and_the_log_says_who_and_when(table: Player) -> None:
    table.client.post(f"/game/{table.game}/share/seat", data={"seat": "2"})
    sheet = with_meld(table, 1, "60").confirm()
    assert [deal.change["A"] for deal in table.state.deals] == [-300, 330, 330]
    assert table.state.scores() == {"A": 360, "B": 330}
    assert "corrected" in sheet
    log = words(table.client.get(f"/game/{table.game}/log"))
    assert re.search(r"Deal 1 was corrected: Ann & Cy −300, Bob & Di \+110\. Cy, \d\d:\d\d UTC", log)
    assert log.count("Scored: Ann & Cy +330") == 3, "nothing is deleted"


def test_undoing_a_correction_restores_the_deal(table: Player) -> None:
    before = table.state
    with_meld(table, 1, "60").confirm()
    table.do("undo")
    assert table.state == before
    assert "Taken back: Deal 1 was corrected" in words(table.client.get(f"/game/{table.game}/log"))


def test_a_deal_is_corrected_as_often_as_one_likes(table: Player) -> None:
    for meld, change in (("60", -300), ("150", 330), ("200", 380)):
        with_meld(table, 1, meld).confirm()
        assert table.state.deals[0].change["A"] == change


def test_several_steps_are_put_right_before_one_confirmation(table: Player) -> None:
    page = with_meld(table, 2, "200").tap("Tricks counted").tell("/count", points_A="200")
    assert [line for line in page.lines() if "new" in line] == [
        "Ann & Cy: meld 200. new",
        "Tricks counted: Ann & Cy 200, Bob & Di 50. new",
    ]
    page.confirm()
    assert table.state.deals[1].change == {"A": 400, "B": 90}


def test_a_correction_that_ends_the_game_says_so_first(table: Player) -> None:
    table.do("take", seat="1", amount="300")
    page = with_meld(table, 2, "700")
    assert "This ends the game. Ann & Cy: 1540, at or above the target of 1500." in page.says
    assert "The deal on the table now is given up." in page.says
    assert "Ann & Cy win the game" in page.confirm()
    assert table.state.won is not None
    page = with_meld(table, 1, "60")
    assert "The game is no longer over: it goes on, and Di deals." in page.says
    assert "Ann & Cy win" not in page.confirm()


def test_a_victory_that_moves_to_an_earlier_deal_strikes_what_came_after(table: Player) -> None:
    with_meld(table, 2, "700").confirm()
    page = with_meld(table, 1, "700")
    assert "The game is decided otherwise." in page.says
    assert "What came after deal 2 stays on the sheet, struck through, and does not count." in page.says
    assert page.confirm().count("does not count") == 1
    says = with_meld(table, 3, "60").says
    assert "This deal came after the end of the game, so it still counts for nobody." in says


def test_a_deal_can_become_a_misdeal_and_the_next_dealer_follows(table: Player) -> None:
    page = page_of(table, 3).tap("Tricks counted").tell("/end", 1, end="misdeal", misdeal="card-fault")
    assert "The next deal is Cy’s, not Di’s." in page.says
    page.confirm()
    assert table.state.deal is not None
    assert table.state.names[table.state.deal.dealer] == "Cy"


def test_a_deal_nobody_bid_on_can_become_a_played_one(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("end", end="misdeal", misdeal="card-fault")
    table.do("confirm")
    page = page_of(table, 1).tap("A misdeal").tell("/take", seat="1", amount="300")
    page.tell("/trump", trump="H").tell("/meld/close", points_A="40", points_B="150").tell("/count", points_A="70")
    assert "Bob 300" in page.confirm()
    assert table.state.scores() == {"A": 110, "B": 330}


def test_a_deal_that_was_passed_out_can_become_a_played_one_and_passed_out_again(
    app: Flask, client: FlaskClient
) -> None:
    table = Player(app, client, begin(app, with_options(SITE, {"bid.forced": "redeal"})))
    table.do("pass-out")
    page = page_of(table, 1).tap("Nobody bid").tell("/take", seat="1", amount="300")
    page.tell("/trump", trump="H").tell("/meld/close", points_B="150").tell("/count", points_A="70").confirm()
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
    table = seat_game(app, client, DOUBLES, [Told(0, 60, (30, 22), 30)])
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


REFUSED: list[tuple[str, str, int, dict[str, str], str]] = [
    ("Ann won", "/take", 2, {"amount": "abc"}, "“abc” is not a whole number"),
    ("Ann won", "/take", 2, {"amount": ""}, "Please write how much was bid."),
    ("Ann won", "/take", 2, {"amount": "335"}, "335 is not a multiple of 10: 330 or 340 would do."),
    ("Ann won", "/take", 2, {"seat": "9"}, "Please choose who has the bid."),
    ("Trump", "/trump", 0, {"trump": "X"}, "Please tap one of the four suits."),
    ("Ann & Cy", "/meld/close", 0, {"points_A": "1e3"}, "“1e3” is not a whole number"),
    ("Ann & Cy", "/meld/close", 0, {"points_A": "55"}, "In tens a meld ends in 0: 50 or 60, not 55."),
    ("Tricks", "/count", 0, {"points_A": "251"}, "Counters run from 0 to 250"),
    ("Tricks", "/count", 0, {"points_A": "200", "points_B": "60"}, "these add up to 260"),
    ("Tricks", "/end", 0, {"end": "renege"}, "Please say which side it was."),
    ("Tricks", "/end", 1, {"end": "thrown-in"}, "No throw-in"),
    ("Tricks", "/end", 1, {"end": "lost"}, "Please say how the deal ended."),
    ("Tricks", "/end", 1, {"end": "misdeal", "misdeal": "rain"}, "Please say what was wrong with the deal."),
]


@pytest.mark.parametrize(("line", "path", "which", "changed", "says"), REFUSED, ids=[case[4][:40] for case in REFUSED])
def test_a_refused_step_stays_open_and_keeps_what_was_typed(
    table: Player, line: str, path: str, which: int, changed: dict[str, str], says: str
) -> None:
    page = page_of(table, 2).tap(line).send(path, which, **changed)
    assert page.answer.status_code == 422
    assert says in page.says
    for name, value in changed.items():
        if name.startswith(("points", "amount")):
            assert f'value="{value}"' in page.answer.text
    assert table.state.deals[1].change["A"] == 330


def test_the_first_step_that_no_longer_fits_opens_with_its_ruling(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)])
    before = page_of(table, 1).tap("Tricks counted").tell("/end", 1, end="misdeal", misdeal="card-fault")
    page = before.tap("Ann & Cy: meld").tell("/meld/close", points_A="160").tap("A misdeal")
    assert "How did it end?" in page.says
    page.tell("/count", points_A="180", points_B="").confirm()
    assert table.state.deals[0].change == {"A": 340, "B": 110}


def test_correcting_nothing_says_so(table: Player) -> None:
    page = page_of(table, 2).tap("Tricks counted").tell("/count")
    assert "there is nothing to correct" in page.says
    assert "Confirm" not in page.says


def test_a_confirmation_sent_twice_counts_once(table: Player) -> None:
    page = with_meld(table, 1, "60")
    (form,) = forms_of(page.answer.text, "/deal/1")
    first, version = table.client.post(form.action, data=form.sent | {"confirm": "1"}), table.version + 0
    second = table.client.post(form.action, data=form.sent | {"confirm": "1"})
    assert second.headers["Location"] == first.headers["Location"]
    assert table.version == version


def test_of_two_phones_that_correct_at_once_one_wins_and_the_other_sees_it(table: Player) -> None:
    mine, other = with_meld(table, 1, "60"), with_meld(table, 1, "70")
    other.confirm()
    mine.send("", confirm="1")
    assert mine.answer.status_code == 409
    assert "The score has moved on" in mine.says
    assert "was −300" not in mine.says
    assert table.state.deals[0].meld("A") == 70
    assert "Ann & Cy: meld 60. new" in mine.lines()
    mine.confirm()
    assert table.state.deals[0].meld("A") == 60


def test_htmx_gets_the_part_alone_with_its_address_and_is_sent_on_when_done(table: Player) -> None:
    page = page_of(table, 1).tap("Ann & Cy").send("/meld/close", 0, FRAGMENT, points_A="60")
    assert page.answer.text.lstrip().startswith('<section id="table"')
    assert "told=" in page.answer.headers["HX-Push-Url"]
    page.send("", 0, FRAGMENT, confirm="1")
    assert page.answer.headers["HX-Redirect"] == f"/game/{table.game}/sheet"


@pytest.mark.parametrize("number", [0, 4, 99])
def test_a_deal_that_is_not_on_the_sheet_is_not_found(table: Player, number: int) -> None:
    answer = table.client.get(f"/game/{table.game}/deal/{number}")
    assert answer.status_code == 404
    assert f"There is no finished deal {number}" in words(answer)


@pytest.mark.parametrize("query", ["told=nonsense", "at=99", "at=x"])
def test_an_address_that_is_not_whole_says_where_to_begin_again(table: Player, query: str) -> None:
    answer = table.client.get(f"/game/{table.game}/deal/1?{query}")
    assert answer.status_code == 400
    assert "Begin again at the score sheet" in words(answer)
