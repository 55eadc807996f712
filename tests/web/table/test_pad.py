"""The score pad: a deal told on one page comes to what the same deal comes to step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask import Flask

from companion.cards import Suit
from companion.figures.facts import NO_ROLE
from companion.figures.gather import GameJournal, facts_of
from companion.game.state import Phase
from companion.rules.choices import ThrowIn
from companion.rules.options import with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from companion.rules.variants.partnership import SITE
from companion.web.core.game import open_game
from tests.game.table import EIGHT
from tests.web.conftest import browser
from tests.web.corrector import page_of
from tests.web.games import GAMES, on_one_form
from tests.web.table_player import Player, begin, words

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture
def sit(make_app: Callable[..., Flask]) -> Callable[[Variant], Player]:
    """Sits down at a new game, on a phone that has chosen nothing."""
    app = make_app(ENTERED="pad")

    def sit_down(variant: Variant) -> Player:
        return Player(app, browser(app), begin(app, variant, NAMES[: variant.players[0]]))

    return sit_down


def phase(player: Player) -> Phase:
    return player.state.phase


def field_values(page: str) -> Mapping[str, str]:
    """By name, what the pad's text fields hold."""
    fields = re.findall(r"<input[^>]*>", page)
    found = [(re.search(r'name="([^"]+)"', each), re.search(r'value="([^"]*)"', each)) for each in fields]
    return {name[1]: value[1] for name, value in found if name and value and 'type="hidden"' not in name.string}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_it_is_the_first_page_of_every_variant(variant: Variant, sit: Callable[[Variant], Player]) -> None:
    assert "Write it down" in sit(variant).see()


def test_undo_is_named_after_what_it_takes_back(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.do("pad", seat=0, amount=300, trump="S", meld_A=190, meld_B=40, points_A=140)
    assert "Undo deal 1: +330 / +150" in page
    page = player.do("pad", seat=1, amount=300, trump="S")
    assert "Undo: bid and trump" in page
    player.do("undo")
    page = player.do("pad", seat=0, amount=300, trump="S", meld_A=1490, meld_B=40, points_A=140)
    assert "This ends the game" in page
    assert "Undo deal 2 " in page
    player.do("undo")
    player.do("pad", seat=0, amount=300, trump="S")
    page = player.do("pad", meld_A=1490, meld_B=40, points_A=140)
    assert "Undo: meld and end of the deal" in page
    player.do("undo")
    player.do("undo")
    assert player.state.phase is Phase.AUCTION


@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_of_every_variant_is_entered_with_one_form_a_deal(
    key: str, make_app: Callable[..., Flask]
) -> None:
    app, names = make_app(ENTERED="pad"), EIGHT[: GAMES[key].players or find_variant(key).players[0]]
    player = Player(app, browser(app), begin(app, find_variant(key), names))
    scores = dict.fromkeys(player.state.sides, 0)
    for told in GAMES[key].deals:
        deal = player.state.deal
        assert deal is not None
        for side, change in zip(player.state.sides_in(deal), told.change, strict=True):
            scores[side] += change
        if told.taken is None:
            player.do("pad", **on_one_form(player.state, told), close="1")
            player.do("end", end="thrown-in")
        else:
            player.do("pad", **on_one_form(player.state, told))
        if phase(player) is Phase.CONFIRM:  # the last deal of a game, a deal thrown in, and where checks are kept
            player.do("confirm")
        assert player.state.scores() == scores
    if GAMES[key].stops:
        player.do("stop")
    assert player.state.won is not None
    assert "".join(player.state.won.winners) == GAMES[key].winners


DEALS: Mapping[str, dict[str, Any]] = {
    "site": {"seat": 1, "amount": 300, "trump": "H", "meld_A": 40, "meld_B": 190, "points_A": 130},
    "doubles": {"seat": 0, "amount": 52, "trump": "S", "meld_A": 30, "meld_B": 22, "points_A": 26},
    "three-handed": {
        "seat": 2,
        "amount": 21,
        "trump": "C",
        "meld_A": 4,
        "meld_B": 2,
        "meld_C": 12,
        "points_A": 5,
        "points_B": 5,
        "points_C": 15,
    },
}


def step_by_step(player: Player, told: Mapping[str, Any]) -> None:
    """The same deal by the pages that ask for one thing at a time."""
    player.do("take", seat=told["seat"], amount=told["amount"])
    player.do("trump", trump=told["trump"])
    player.do("meld/close", **{name: n for name, n in told.items() if name.startswith("meld")})
    player.do("count", **{name: n for name, n in told.items() if name.startswith("points")})
    player.do("confirm")


@pytest.mark.parametrize("key", DEALS)
def test_a_deal_in_one_form_scores_as_it_does_step_by_step(key: str, sit: Callable[[Variant], Player]) -> None:
    at_once, stepwise = sit(find_variant(key)), sit(find_variant(key))
    at_once.do("pad", **DEALS[key])
    step_by_step(stepwise, DEALS[key])
    assert [deal.change for deal in at_once.state.deals] == [deal.change for deal in stepwise.state.deals]
    assert len(at_once.state.deals) == 1


@pytest.mark.parametrize("key", DEALS)
def test_a_deal_row_by_row_scores_the_same(key: str, sit: Callable[[Variant], Player]) -> None:
    at_once, by_row = sit(find_variant(key)), sit(find_variant(key))
    at_once.do("pad", **DEALS[key])
    told = DEALS[key]
    by_row.do("pad", seat=told["seat"], amount=told["amount"])
    assert phase(by_row) is Phase.TRUMP
    by_row.do("pad", trump=told["trump"])
    by_row.do("pad", **{name: n for name, n in told.items() if name.startswith("meld")})
    assert phase(by_row) is Phase.MELD
    by_row.do("pad", **{name: n for name, n in told.items() if name.startswith("points")})
    assert [deal.change for deal in by_row.state.deals] == [deal.change for deal in at_once.state.deals]


def test_what_cannot_be_written_yet_stays_in_its_field(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.swap("pad", trump="H", meld_A=40, points_A=130)
    assert page.status_code == 422
    assert "Please choose who has the bid." in words(page)
    assert phase(player) is Phase.AUCTION
    assert 'value="H" aria-label="Hearts" checked' in page.text
    page = player.swap("pad", trump="H", seat=1, amount=300)
    assert phase(player) is Phase.MELD
    assert "Bob bid 300" in words(page)


WITHOUT_TRUMP = {"seat": 1, "amount": 300, "meld_A": 40, "meld_B": 190, "points_A": 130}


def test_a_deal_is_written_down_without_trump_and_corrected_with_it(sit: Callable[[Variant], Player]) -> None:
    player, noted = sit(SITE), sit(SITE)
    player.do("pad", **WITHOUT_TRUMP)
    noted.do("pad", **WITHOUT_TRUMP, trump="H")
    assert player.state.scores() == noted.state.scores() != {"A": 0, "B": 0}
    page = page_of(player, 1)
    page.tell(seat="1", amount="300", trump="H", meld_A="40", meld_B="190", points_A="130").confirm()
    assert [deal.trump for deal in player.state.deals] == [Suit.HEARTS]
    assert player.state.scores() == noted.state.scores()


def test_a_meld_is_noted_before_trump_is_and_trump_after_it(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300, meld_B=190)
    player.do("pad", trump="H", meld_A=40)
    deal = player.state.deal
    assert deal
    assert (deal.trump, deal.meld("A"), deal.meld("B")) == (Suit.HEARTS, 40, 190)


def test_no_card_is_recorded_where_trump_is_not_entered(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300, meld_A=40, meld_B=190, close="1")
    player.do("tricks/choose", kept="1")
    assert "Trump is not entered in this deal." in words(player.send("tricks/card", seat=1, card="AS"))
    other = sit(SITE)
    other.do("tricks/choose", kept="1")
    assert "Please tap one of the four suits." in words(other.swap("pad", **WITHOUT_TRUMP)), "rulings depend on it"


def test_trump_is_asked_for_where_the_price_of_a_deal_depends_on_it(sit: Callable[[Variant], Player]) -> None:
    player = sit(find_variant("auction"))
    page = player.swap("pad", seat=0, amount=300, **{"meld-bidder": 100, "points-bidder": 200})
    assert "Please tap one of the four suits." in words(page)
    assert phase(player) is Phase.AUCTION


def test_a_wrong_figure_of_two_teams_is_marked_where_it_was_typed(sit: Callable[[Variant], Player]) -> None:
    player = sit(find_variant("five-handed"))
    told = {"seat": 0, "amount": 500, "trump": "H", "partner": 3, "points-bidder": 474, "points-others": 26}
    for side in "ABCDE":
        told[f"meld-{side}"] = 20
    page = player.swap("pad", **told, filled="points-bidder")
    assert "Counters come in steps of 10; 26 cannot be." in words(page)
    assert re.search(r'id="points-others"[^>]*aria-invalid="true"', page.text)
    page = player.swap("pad", **told, filled="points-others")
    assert "Counters come in steps of 10; 474 cannot be." in words(page)


def test_no_button_but_the_one_that_writes_it_down_ends_a_deal(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.swap("pad", **DEALS["site"], pad="1", close="1")
    assert phase(player) is Phase.PLAY
    assert field_values(page.text)["points-A"] == "130"


def test_counters_typed_before_the_meld_is_told_wait_for_it(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.swap("pad", seat=1, amount=300, trump="H", points_A=130)
    assert "No meld for Ann & Cy or Bob & Di?" in words(page)
    assert field_values(page.text)["points-A"] == "130"
    assert phase(player) is Phase.AUCTION, "nothing is written while something is asked"
    player.do("pad", seat=1, amount=300, trump="H", points_A=130, **{"no-meld": "AB"})
    assert [deal.meld("A") for deal in player.state.deals] == [0]


def test_the_result_is_shown_with_its_working_until_the_next_deal_is_told(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.do("pad", **DEALS["site"])
    assert "Deal 1: why?" in page
    assert "+330" not in page, "they were set"
    assert "−300" in page or "+310" in page
    assert "Correct deal 1" in page.partition("Deal 1: why?")[2].partition("Something went wrong")[0]
    page = player.do("pad", seat=0, amount=250)
    assert "Deal 1: why?" not in page


def test_what_the_deal_made_stands_below_the_scores_until_the_next_begins_and_not_after_an_undo_or_a_refusal(
    sit: Callable[[Variant], Player],
) -> None:
    player = sit(SITE)
    player.do("pad", **DEALS["site"])
    line = "Deal 1: Ann & Cy +170 Bob & Di +310"
    assert line in player.see()
    assert line not in words(player.swap("pad", amount=250)), "a refusal"
    assert line in player.see(), "it stands there, and does not come again"
    player.do("pad", seat=0, amount=250)
    assert line not in player.see()
    player.do("undo")
    assert line not in player.see()
    player.do("undo")
    assert line not in player.see()


def test_changing_one_row_fills_in_all_that_was_undone(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300, trump="H", meld_A=40, meld_B=190)
    page = player.client.get(f"/game/{player.game}/").text
    step = re.search(r'name="step" value="(\d+)" aria-label="Change the bid"', page)
    assert step
    page = player.swap("undo", step=step[1]).text
    assert phase(player) is Phase.AUCTION
    shown = field_values(page)
    assert (shown["amount"], shown["meld-A"], shown["meld-B"]) == ("300", "40", "190")
    assert re.search(r'name="seat" value="1" checked', page)
    player.do("pad", seat=0, amount=310, trump="H", meld_A=40, meld_B=190)
    assert phase(player) is Phase.MELD
    assert player.state.deal is not None
    assert player.state.deal.meld("B") == 190


def test_a_meld_is_corrected_by_typing_over_it(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300, trump="H", meld_A=40, meld_B=190)
    player.do("pad", meld_A=60, meld_B=190)
    assert player.state.deal is not None
    assert [player.state.deal.meld(side) for side in "AB"] == [60, 190]


def test_an_empty_pad_says_what_to_fill_in(sit: Callable[[Variant], Player]) -> None:
    page = sit(SITE).swap("pad", amount=250)
    assert page.status_code == 422
    assert "Nothing is filled in yet. Tap who has the bid" in words(page)


def test_a_pad_with_nothing_new_asks_for_no_bid_again(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300, trump="H")
    page = words(player.swap("pad"))
    assert "Nothing new is filled in yet." in page
    assert "Tap who has the bid" not in page


def test_a_deal_is_thrown_in_on_the_pad_and_the_next_begins_there(sit: Callable[[Variant], Player]) -> None:
    player = sit(find_variant("three-handed"))
    player.do("pad", seat=0, amount=25, trump="S", meld_A=4)
    asked = player.swap("pad", close=1)
    assert 'href="#pad-meld" id="no-meld-wrong">No meld for Bob or Cy?' in asked.text
    assert '<input type="hidden" name="close" value="1">' in asked.text
    player.do("pad", close=1, **{"no-meld": "BC"})
    assert "Throw in instead: Ann −25" in player.see()
    assert "Ann −25" in player.do("pad", end="thrown-in")
    assert "Write it down" in player.do("confirm")


GIVEN_UP = {"seat": 0, "amount": 330, "trump": "S", "meld_A": 60, "meld_B": 40}
OFFERED = "Throw in instead: Ann & Cy −330, Bob & Di +40"


def foreseen(player: Player, told: Mapping[str, Any]) -> str:
    """What the line above the button says of a pad with these fields."""
    fields = {name.replace("_", "-"): value for name, value in told.items()}
    return words(player.client.get(f"/game/{player.game}/count", query_string={"pad": "1", **fields}))


@pytest.mark.parametrize(
    ("changed", "offered"),
    [
        ({}, True),
        ({"meld_A": 80}, False),  # 330 is no more than 80 + 250
        ({"meld_B": ""}, False),
        ({"trump": ""}, True),  # a pad does without it
        ({"points_A": 100}, False),
    ],
    ids=["hopeless", "within reach", "a meld is missing", "no trump", "counters are there"],
)
def test_a_deal_is_thrown_in_beside_the_button_as_soon_as_its_bid_and_meld_stand(
    changed: Mapping[str, Any], offered: bool, sit: Callable[[Variant], Player]
) -> None:
    told = {**GIVEN_UP, **changed}
    player = sit(SITE)
    assert (OFFERED in foreseen(player, told)) == offered
    player.do("pad", **told)
    assert (OFFERED in player.see()) == offered


@pytest.mark.parametrize(
    ("taken", "says"),
    [
        ({"points_A": 150, "points_B": 120}, True),
        ({"points_A": 270}, False),
        ({"points_A": 150, "points_B": 100}, False),
    ],
)
def test_counters_that_do_not_add_up_are_said_before_they_are_written(
    taken: Mapping[str, int], says: bool, sit: Callable[[Variant], Player]
) -> None:
    assert ("Taken 270, not 250" in foreseen(sit(SITE), {**GIVEN_UP, **taken})) == says


def test_one_tap_throws_in_what_was_typed_and_the_table_confirms_it(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.do("pad", **GIVEN_UP, points_A=100, end="thrown-in")  # counters that came with the tap are no result
    assert "thrown in before the first lead" in page
    assert player.state.scores() == {"A": 0, "B": 0}
    player.do("confirm")
    assert player.state.scores() == {"A": -330, "B": 40}


@pytest.mark.parametrize("allowed", ["always", "never"])
def test_nothing_is_thrown_in_on_a_pad_where_the_rules_never_allow_it(
    allowed: str, sit: Callable[[Variant], Player]
) -> None:
    player = sit(with_options(SITE, {"score.throw-in": allowed}))
    assert (OFFERED in foreseen(player, GIVEN_UP)) == (allowed == "always")
    player.do("pad", **GIVEN_UP)
    assert (OFFERED in player.see()) == (allowed == "always")
    answer = player.swap("pad", **GIVEN_UP, **{"no-meld": "AB"}, end="thrown-in")
    assert (phase(player) is Phase.CONFIRM) == (allowed == "always"), words(answer)


def test_a_side_without_counters_is_asked_whether_it_took_a_trick(sit: Callable[[Variant], Player]) -> None:
    player = sit(find_variant("partnership"))
    told = {"seat": 0, "amount": 250, "trump": "S", "meld_A": 100, "meld_B": 40, "points_A": 250, "points_B": 0}
    page = player.swap("pad", **told)
    if "take a trick, even one worth nothing?" not in words(page):
        pytest.fail(words(page)[:400])
    player.do("pad", **told, empty_B=1)
    assert player.state.deals[0].change["B"] == 40


def test_a_deal_that_ends_the_game_is_looked_at_before_it_counts(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.do("pad", seat=0, amount=300, trump="H", meld_A=1490, meld_B=0, points_A=200)
    assert page.index("This ends the game") < page.index("+1690"), "before the result, above the bar"
    assert player.state.won is None


def test_what_the_counters_come_to_is_foreseen_while_the_meld_is_open(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300, trump="H")
    query = "pad=1&meld-A=40&meld-B=190&points-A=130"
    says = words(player.client.get(f"/game/{player.game}/count?{query}"))
    assert "Bob & Di +310" in says or "Bob & Di −300" in says


def test_two_numbers_are_a_deal_and_are_marked_as_points_only(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    assert "minus" in player.see("?how=points")
    page = player.do("points", made_A=330, made_B=250, **{"minus-B": "1"})
    assert player.state.scores() == {"A": 330, "B": -250}
    assert "Ann & Cy: +330, points only." in page
    assert "Deal 2" in page
    assert "points only" in words(player.client.get(f"/game/{player.game}/sheet"))
    assert "minus" in page, "the phone remembers the choice"


@pytest.mark.parametrize("variant", [each for each in VARIANTS if not each.pays_units], ids=lambda variant: variant.key)
def test_points_only_can_be_entered_in_every_variant_and_are_no_figures_of_bids_and_melds(
    variant: Variant, sit: Callable[[Variant], Player]
) -> None:
    player = sit(variant)
    assert player.state.deal is not None
    sides = player.state.sides_in(player.state.deal)
    player.do("points", **{f"made-{side}": place for place, side in enumerate(sides, 1)})
    assert player.state.deals[0].change == {side: place for place, side in enumerate(sides, 1)}
    with player.app.test_request_context():
        rows = facts_of(GameJournal(player.game, open_game(player.game).history, {}, "", "")).deals
    assert {(row.bid, row.meld_own, row.meld_side, row.trick_side) for row in rows} == {(None, None, 0, 0)}
    assert {row.role for row in rows} == {NO_ROLE}


def test_a_side_left_out_is_asked_for_and_nothing_is_written(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.swap("points", made_A=330, made_B="")
    assert page.status_code == 422
    assert "Please write the points of Bob & Di, 0 if there are none." in words(page)
    assert field_values(player.swap("points", how="points", made_A=330).text)
    assert not player.state.deals


def test_points_that_end_the_game_are_looked_at_first(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    page = player.do("points", made_A=1500, made_B=20, **{"sure-made-A": "1500"})
    assert "This ends the game" in page
    player.do("confirm")
    assert player.state.won is not None


def test_a_deal_in_units_is_not_entered_by_its_points(sit: Callable[[Variant], Player]) -> None:
    player = sit(find_variant("auction"))
    assert "Just the points" not in player.see()
    page = player.swap("points", made_A=6, made_B=3, made_C=3, **{"minus-B": "1", "minus-C": "1"})
    assert page.status_code == 422
    assert "A deal is settled in units by its bid." in words(page)


def test_points_after_the_bid_are_refused(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("pad", seat=1, amount=300)
    assert "Undo its bid first" in words(player.swap("points", made_A=330, made_B=150))


def test_points_only_are_corrected_from_the_sheet_and_can_become_a_whole_deal(sit: Callable[[Variant], Player]) -> None:
    player = sit(SITE)
    player.do("points", made_A=330, made_B=150)
    page = page_of(player, 1)
    assert field_values(page.answer.text)["made-A"] == "330"
    page.tell(made_A="320").confirm()
    assert player.state.scores() == {"A": 320, "B": 150}
    page = page_of(player, 1)
    page.tell(seat="0", amount="300", trump="H", meld_A="190", meld_B="40", points_A="140").confirm()
    assert player.state.scores() == {"A": 330, "B": 150}


SWEEP = {"seat": 0, "amount": 60, "trump": "S", "meld_A": 30, "meld_B": 22, "points_A": 50}


@pytest.mark.parametrize(("answer", "wins"), [("none-B", True), ("empty-B", False)])
def test_whether_the_others_took_a_trick_says_whether_one_side_took_all(
    answer: str, wins: bool, sit: Callable[[Variant], Player]
) -> None:
    player = sit(with_options(find_variant("doubles"), {"score.save": {"by": "trick"}}))
    page = words(player.send("pad", **SWEEP))
    assert "Did Bob & Di take a trick, even one worth nothing?" in page
    assert "every single trick" not in page
    player.do("pad", **SWEEP, **{answer: "1"})
    if wins:
        player.do("confirm")
    assert [deal.change["B"] for deal in player.state.deals] == [0 if wins else 22]
    assert (player.state.won is not None) == wins


def test_whether_one_side_took_all_is_asked_where_no_trick_is_asked_about(sit: Callable[[Variant], Player]) -> None:
    player = sit(find_variant("doubles"))
    assert "Did Ann & Cy take every single trick?" in words(player.send("pad", **SWEEP))
    player.do("pad", **SWEEP, all_tricks="A")
    player.do("confirm")
    assert player.state.won is not None


QUAD = {"seat": 0, "amount": 60, "trump": "S", "meld_A": 90, "meld_B": 22, "points_A": 30}


@pytest.mark.parametrize(("answer", "wins"), [("quad-A", True), ("no-quad-A", False)])
def test_a_quadruple_pinochle_is_asked_about_once(answer: str, wins: bool, sit: Callable[[Variant], Player]) -> None:
    player = sit(find_variant("doubles"))
    assert "Did Ann & Cy meld a quadruple pinochle? Yes No" in words(player.send("pad", **QUAD))
    player.do("pad", **QUAD, **{answer: "1"})
    if wins:
        player.do("confirm")
    assert (player.state.won is not None) == wins
    if not wins:
        assert "This is what the score sheet says already" in page_of(player, 1).tell().says
        page = page_of(player, 1).tell(points_A="35", points_B="15")
        assert "Did Ann & Cy meld a quadruple pinochle?" not in page.says


@pytest.mark.parametrize(("way", "called"), [("run", "run"), ("either", "pinochle or run")])
def test_the_table_is_asked_about_the_meld_that_wins_there(
    way: str, called: str, sit: Callable[[Variant], Player]
) -> None:
    player = sit(with_options(find_variant("doubles"), {"end.quad-pinochle": {way: 0}}))
    assert f"Did Ann & Cy meld a quadruple {called}? Yes No" in words(player.send("pad", **QUAD))


@pytest.mark.parametrize("less", [{"meld_A": 59}, {"points_A": 19}])
def test_no_quadruple_pinochle_is_asked_about_where_none_would_win(
    less: dict[str, int], sit: Callable[[Variant], Player]
) -> None:
    player = sit(find_variant("doubles"))
    player.do("pad", **QUAD | less)
    assert len(player.state.deals) == 1


BID_ALONE = [key for key, game in GAMES.items() if game.deals[0].seat is not None and not game.deals[0].bids]


@pytest.mark.parametrize("key", BID_ALONE)
def test_only_the_ways_that_a_game_has_are_offered(key: str, sit: Callable[[Variant], Player]) -> None:
    variant, told = find_variant(key), GAMES[key].deals[0]
    player = sit(variant)
    page = player.do("pad", seat=told.seat, amount=told.bid)
    if phase(player) is Phase.TRUMP:
        says = ("No marriage in any suit", "declines: throw the deal in")
        offered = [way in player.see("?how=step") for way in says]
        more = page.partition("More ways to enter this deal")[2].partition("Something went wrong")[0]
        assert ["No marriage" in more, "he bidder declines" in more] == offered
        page = player.do("pad", trump="S")
    if phase(player) is Phase.MELD:
        assert ("Meld is done: throw in" in page) == (variant.score_throw_in is not ThrowIn.NEVER)
