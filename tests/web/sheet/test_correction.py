"""Correcting a deal through its page: its pad filled in, what is changed there, and what stays as it was entered."""

from __future__ import annotations

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
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player, begin

GONE = "The bids that were called one by one go"


def test_the_page_of_a_deal_is_its_pad_filled_in(table: Player) -> None:
    filled = {name: text for name, text in page_of(table, 2).fields.items() if text}
    wanted = {"seat": "0", "amount": "300", "trump": "S", "meld-A": "150", "meld-B": "40"}
    assert filled.items() >= {**wanted, "points-A": "180", "points-B": "70", "end": "played"}.items()


SLIPS: list[tuple[dict[str, str], dict[str, int]]] = [
    ({"points_A": "200"}, {"A": 350, "B": 90}),
    ({"amount": "340"}, {"A": -340, "B": 110}),
    ({"seat": "1"}, {"A": 330, "B": -300}),
    ({"seat": "2", "amount": "340"}, {"A": -340, "B": 110}),
    ({"meld_A": "", "trump": "H"}, {"A": -300, "B": 110}),
    ({"seat": "1", "meld_B": "60", "points_B": "80"}, {"A": 320, "B": -300}),
    ({"made_A": "70", "made_B": "30", "minus-B": "1"}, {"A": 70, "B": -30}),
]


@pytest.mark.parametrize(("changed", "change"), SLIPS, ids=lambda case: str(case)[:30])
def test_a_slip_is_corrected(table: Player, changed: dict[str, str], change: dict[str, int]) -> None:
    page_of(table, 2).tell(**changed).confirm()
    assert table.state.deals[1].change == change
    assert "This is what the score sheet says already." in page_of(table, 2).tell().says


def test_a_forgotten_meld(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="S")
    table.do("meld/close", meld_A="150")
    table.do("count", points_A="180")
    table.do("confirm")
    page_of(table, 1).tell(meld_B="60").confirm()
    assert table.state.deals[0].change == {"A": 330, "B": 130}


def test_the_wrong_ending(table: Player) -> None:
    page_of(table, 2).tell(end="renege", offender="B").confirm()
    ended = table.state.deals[1].ended
    assert ended is not None
    assert (ended.end, dict(ended.points)) == (DealEnd.RENEGE, {"A": 180, "B": 70})
    page_of(table, 2).tell(end="played").confirm()
    assert table.state.deals[1].change == {"A": 330, "B": 110}


def test_who_reneged_says_that_somebody_did(table: Player) -> None:
    page_of(table, 2).tell(offender="B", points_A="240", points_B="").confirm()
    assert table.state.deals[1].change == {"A": 390, "B": 0}
    page = page_of(table, 2)
    assert (page.fields["end"], page.fields["offender"], page.fields["points-A"]) == ("renege", "B", "240")
    assert "This is what the score sheet says already." in page.tell().says


def test_nothing_is_written_without_a_confirmation(table: Player) -> None:
    page, version = with_meld(table, 1, "60"), table.version
    assert page.send().answer.status_code == 200
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
    page = page_of(table, 1).tell(trump="H")
    assert "Trump: hearts. Bob: meld 20." in page.says
    page.confirm()
    assert table.state.deals[0].trump is Suit.HEARTS
    assert (table.state.deals[0].meld("A"), table.state.deals[0].meld("B")) == (60, 20)


def test_bids_told_one_by_one_stay_where_the_contract_does(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    for path, fields in (("bid", {"amount": "260"}), *[("pass", {})] * 3, ("trump", {"trump": "S"})):
        table.do(path, **fields)
    for path, fields in (("meld/close", {}), ("count", {"points_A": "100"}), ("confirm", {})):
        table.do(path, **fields)
    calls = table.state.deals[0].calls
    assert len(calls) == 4
    assert "This is what the score sheet says already." in page_of(table, 1).tell().says
    for changed in ({"points_A": "110"}, {"trump": "H"}):
        page = page_of(table, 1).tell(**changed)
        assert GONE not in page.says
        page.confirm()
        assert table.state.deals[0].calls == calls
    page = page_of(table, 1).tell(amount="270")
    assert GONE in page.says
    page.confirm()
    assert table.state.deals[0].calls == ()


def test_a_deal_can_become_a_misdeal_and_the_next_dealer_follows(table: Player) -> None:
    page = page_of(table, 3).tell(end="misdeal")
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
    page_of(table, 3).tell(points_A="150").confirm()
    assert dealer() == "Ann"
    table.do("undo")
    assert dealer() == "Ann"
    page_of(table, 3).tell(end="misdeal", misdeal="card-fault").confirm()
    assert dealer() == "Cy"
    table.do("undo")
    assert dealer() == "Ann"
    table.do("undo")
    assert dealer() == "Di"


def test_a_deal_nobody_bid_on_can_become_a_played_one(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("end", end="misdeal", misdeal="card-fault")
    table.do("confirm")
    page = page_of(table, 1)
    page.tell(end="played", seat="1", amount="300", trump="H", meld_A="40", meld_B="150", points_A="70")
    assert "Bob 300" in page.confirm()
    assert table.state.scores() == {"A": 110, "B": 330}


def test_a_deal_that_was_passed_out_can_become_a_played_one_and_passed_out_again(
    app: Flask, client: FlaskClient
) -> None:
    table = Player(app, client, begin(app, with_options(SITE, {"bid.forced": "redeal"})))
    table.do("pass-out")
    assert "This is what the score sheet says already." in page_of(table, 1).tell().says
    page_of(table, 1).tell(seat="1", amount="300", trump="H", meld_A="0", meld_B="150", points_A="70").confirm()
    assert table.state.scores() == {"A": 70, "B": 330}
    page = page_of(table, 1).tell(end="passed-out")
    assert "Nobody bid: the deal is thrown in and passes on." in page.says
    page.confirm()
    assert table.state.scores() == {"A": 0, "B": 0}


def test_a_variant_is_asked_for_all_that_it_needs(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, DOUBLES, [Told(0, 60, (90, 22), 30)])
    page = page_of(table, 1).send(points_A="50", points_B="0")
    assert "Did Ann & Cy take every single trick?" in page.says
    page.tell(all_tricks="A").confirm()
    assert table.state.won is not None
    assert table.state.won.clause == "end.all-tricks"


def test_no_marriage_needs_neither_trump_nor_meld(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, DOUBLES, [Told(0, 60, (30, 22), 30)])
    page_of(table, 1).tell(end="no-marriage").confirm()
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
    page = page_of(table, 1).send(points_A="10", points_B="7")
    assert page.answer.status_code == 422
    assert "these add up to 22" in page.says
    assert [page.fields[f"points-{side}"] for side in "ABC"] == ["10", "7", "5"]
    page.tell(points_C="8").confirm()
    assert table.state.deals[0].change == {"A": 30, "B": 11, "C": 10}


@pytest.mark.parametrize(("answer", "other"), [("none-B", "empty-B"), ("empty-B", "none-B")])
def test_what_was_answered_about_a_trick_is_not_asked_again_and_can_be_corrected(
    app: Flask, client: FlaskClient, answer: str, other: str
) -> None:
    table = Player(app, client, begin(app, with_options(SITE, {"score.save": {"by": "trick"}})))
    told = {"seat": "0", "amount": "300", "trump": "S", "meld-A": "100", "meld-B": "40"}
    table.do("pad", **told, **{"points-A": "250", "points-B": "0", answer: "1"})
    assert page_of(table, 1).fields[answer] == "1"
    assert "Did Bob & Di take a trick" not in page_of(table, 1).tell(meld_A="120").says
    page_of(table, 1).tell(**{other: "1", answer: ""}).confirm()
    assert page_of(table, 1).fields[other] == "1"
    assert "Did Bob & Di take a trick" not in page_of(table, 1).send(points_A="240", points_B="10").says
    page_of(table, 1).tell(points_A="240", points_B="10").confirm()
    assert "Did Bob & Di take a trick" in page_of(table, 1).send(points_A="250", points_B="0").says


def test_a_misdeal_and_a_bid_that_was_set_at_once_sent_as_they_stand_correct_nothing(
    app: Flask, client: FlaskClient
) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("end", end="misdeal", misdeal="card-fault")
    table.do("confirm")
    table.do("take", seat="1", amount="500")
    table.do("trump", trump="S")
    table.do("meld/close", meld_A="40", meld_B="60")
    if table.state.phase.value == "play":
        table.do("count", points_A="100")
    table.do("confirm")
    for number in (1, 2):
        assert "This is what the score sheet says already." in page_of(table, number).tell().says
