"""The table's page at the end of a deal: counters, throwing in, what goes wrong, the result, the end of the game."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.events import GameWon
from companion.game.state import Phase
from companion.rules.choices import FalseClaim, Renege, Save, SaveBy
from companion.rules.score.facts import Outcome
from companion.rules.variant import Variant
from companion.rules.variants.double_deck import DOUBLES
from companion.rules.variants.partnership import KITTY_PARTNERSHIP, SITE
from companion.rules.variants.three_handed import THREE_HANDED
from tests.web.new_game import write
from tests.web.played_game import Told, seat_game
from tests.web.table_player import NAMES, Player, begin, words

Play = Callable[..., Player]


@pytest.fixture
def play(app: Flask, client: FlaskClient) -> Play:
    """A table whose meld is told: Ann has the bid, spades are trump."""

    def reach(variant: Variant = SITE, bid: int = 330, meld: tuple[int, int] = (120, 60)) -> Player:
        player = Player(app, client, begin(app, variant))
        player.do("take", seat="0", amount=str(bid))
        player.do("trump", trump="S")
        player.do("meld/close", meld_A=str(meld[0]), meld_B=str(meld[1]))
        return player

    return reach


def test_what_the_bidder_needs_is_said(play: Play) -> None:
    page = play().see()
    assert "Bid 330, meld 120: 210 of 250 in tricks still needed." in page
    assert "can win the game" not in page
    assert "Ann leads first, any card." in page


def test_one_side_is_enough_and_the_result_waits_to_be_confirmed(play: Play) -> None:
    player = play(meld=(60, 60))
    page = player.do("count", points_A="240", points_B="")
    assert "bid 330, meld 60, took 240 of 250: 300 < 330 – set, −330" in page
    assert "Ann & Cy −330 makes −330" in page
    assert "Bob & Di +70 makes 70" in page
    assert player.state.scores() == {"A": 0, "B": 0}
    assert "Deal 2 · Bob dealt" in player.do("confirm")
    assert player.state.scores() == {"A": -330, "B": 70}


def test_change_goes_back_to_the_counting(play: Play) -> None:
    player = play()
    player.do("count", points_A="240")
    assert "Counters: 250 in all" in player.do("undo")


def test_after_a_change_of_mind_the_figures_stand_as_they_were_typed(play: Play) -> None:
    player = play(DOUBLES, bid=60, meld=(90, 10))
    player.do("count", points_A="50", quad_A="1", all_tricks="A")
    player.do("undo")
    page = player.client.get(f"/game/{player.game}/").text
    assert re.search(r'id="points-A"[^>]*value="50"', page)
    assert re.search(r'id="points-B"[^>]*value="0"', page)
    assert 'name="quad-A" value="1" checked' in page
    assert 'name="all_tricks" value="A" checked' in page


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        ("251", "", "Counters run from 0 to 250, the last trick included; 251 cannot be."),
        ("245", "", "Counters come in steps of 10; 245 cannot be."),
        ("240", "20", "All tricks together are worth 250; these add up to 260."),
        ("abc", "", "“abc” is not a whole number."),
        ("", "", "Please enter the counters."),
    ],
)
def test_counters_that_cannot_be_come_back_with_the_reason(play: Play, a: str, b: str, says: str) -> None:
    player = play()
    answer = player.send("count", points_A=a, points_B=b)
    assert answer.status_code == 422
    assert words(answer).count(says) == 2  # above the form, and beside the field
    assert f'value="{a}"' in answer.text
    assert player.state.phase is Phase.PLAY


def test_the_first_trick_counts_with_the_others_where_the_table_says_so(play: Play) -> None:
    player = play(replace(SITE, count_first_trick=10))
    assert "Counters: 260 in all, first and last trick included" in player.see()
    answer = player.send("count", points_A="270")
    assert "Counters run from 0 to 260, the first and the last trick included; 270 cannot be." in words(answer)


def test_a_wrong_figure_is_marked_where_it_was_typed(play: Play) -> None:
    answer = play().send("count", points_A="224", points_B="26", filled="points-A")
    assert words(answer).count("Counters come in steps of 10; 26 cannot be.") == 2
    assert re.search(r'id="points-B"[^>]*aria-invalid="true"', answer.text)
    assert 'value="224"' in answer.text


def test_figures_that_do_not_add_up_are_all_taken_as_typed(play: Play) -> None:
    answer = play().send("count", points_A="240", points_B="20", filled="points-B")
    assert "All tricks together are worth 250; these add up to 260." in words(answer)


def test_a_deal_is_confirmed_once_however_often_the_button_is_tapped(play: Play) -> None:
    player = play()
    player.do("count", points_A="240")
    form = {"key": "the same key", "seen": str(player.version)}
    for _ in range(3):
        assert player.client.post(f"/game/{player.game}/confirm", data=form).status_code == 303
    assert len(player.state.deals) == 1
    assert player.send("confirm").status_code == 422


def test_throwing_in_is_offered_only_where_the_rules_allow_it(play: Play) -> None:
    assert "Throw in instead" not in play().see()
    hopeless = play(meld=(60, 60))
    assert "Throw in instead: Ann & Cy −330, Bob & Di +60" in hopeless.see()
    assert "thrown in before the first lead" in hopeless.do("end", end="thrown-in")


def test_throwing_in_against_the_rules_is_refused_with_the_sum(play: Play) -> None:
    answer = play().send("end", end="thrown-in")
    assert answer.status_code == 422
    assert "No throw-in: meld 120 and all 250 in tricks make 370" in words(answer)


def test_every_trick_needs_no_number(play: Play) -> None:
    player = play(DOUBLES, bid=60, meld=(30, 10))
    assert "Who took every single trick?" in player.see()
    page = player.do("count", all_tricks="A")
    assert "This ends the game" in page
    page = player.do("confirm")
    assert "Ann & Cy win" in page
    assert "Every trick went to Ann & Cy: the game is won at once." in page
    assert "end.all-tricks" in page
    assert player.state.phase is Phase.OVER


def test_every_trick_with_another_number_is_refused(play: Play) -> None:
    player = play(DOUBLES, bid=60, meld=(30, 10))
    answer = player.send("count", all_tricks="A", points_A="40")
    assert answer.status_code == 422
    assert "all 50 counters" in words(answer)
    assert 'value="A" checked' in answer.text


def test_a_quadruple_pinochle_is_told_by_a_tick(play: Play) -> None:
    player = play(DOUBLES, bid=60, meld=(90, 10))
    page = player.do("count", points_A="30", quad_A="1")
    assert "This ends the game" in page


def test_a_trick_worth_nothing_saves_the_meld_where_a_trick_is_enough(play: Play) -> None:
    variant = replace(SITE, score_save=Save(SaveBy.TRICK))
    player = play(variant)
    assert "took a trick" not in player.see()
    asked = player.send("count", points_A="250")
    assert asked.status_code == 422
    assert "Did Bob & Di take a trick, even one worth nothing? A trick None" in words(asked)
    assert "Bob & Di +60" in player.do("count", points_A="250", empty_B="1")
    player.do("undo")
    assert "Bob & Di 0" in player.do("count", points_A="250", none_B="1")


def test_a_renege_needs_its_side_and_may_tell_the_tricks_so_far(play: Play) -> None:
    player = play()
    refused = player.send("end", end="renege", **{"so-far-A": "120"})
    assert refused.status_code == 422
    assert "Please say which side it was." in words(refused)
    assert 'value="120"' in refused.text
    page = player.do("end", end="renege", offender="B", **{"so-far-A": "120"})
    assert "A renege, charged to Bob & Di: everything of this deal is lost, 0." in page
    player.do("confirm")
    scored = player.state.deals[0].scored
    assert scored is not None
    assert scored.outcome is Outcome.RENEGE


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        ("abc", "", "“abc” is not a whole number."),
        ("251", "", "Counters run from 0 to 250"),
        ("200", "100", "All tricks together are worth 250; these are 300 already."),
    ],
)
def test_tricks_before_a_renege_must_be_possible(play: Play, a: str, b: str, says: str) -> None:
    answer = play().send("end", end="renege", offender="B", **{"so-far-A": a, "so-far-B": b})
    assert answer.status_code == 422
    assert says in words(answer)


def test_a_misdeal_counts_for_nobody_and_the_same_player_deals(play: Play) -> None:
    player = play()
    assert "The deal is void" in player.do("end", end="misdeal", misdeal="card-fault")
    assert "Deal 2 · Ann dealt" in player.do("confirm")


def test_only_the_faults_that_the_table_knows_are_offered(play: Play) -> None:
    plain = play().see()
    assert "A hopeless hand" not in plain
    assert "Dealt wrongly" not in plain
    assert "false claim" not in plain
    full = replace(
        SITE,
        misdeal_technical=True,
        score_renege=Renege.THREE,
        misdeal_procedure=True,
        score_false_claim=FalseClaim.AS_RENEGE,
        score_renege_corrected=True,
    )
    page = play(full).see()
    assert "A hopeless hand" in page
    assert "Dealt wrongly" in page
    assert "A false claim of a renege counts against the side that made it." in page
    assert "A slip corrected before the trick is turned costs nothing" in page


def test_a_deal_dealt_wrongly_is_the_dealers_renege_where_the_table_plays_so(play: Play) -> None:
    player = play(replace(SITE, score_renege=Renege.THREE, misdeal_procedure=True))
    assert "noticed after the first card: the dealer’s renege" in player.see()
    assert "A renege, charged to Ann & Cy" in player.do("end", end="misdeal", misdeal="procedure")


def test_counters_taken_until_a_late_misdeal_count_where_the_penalty_looks_at_them(
    app: Flask, client: FlaskClient
) -> None:
    player = Player(app, client, begin(app, replace(SITE, misdeal_procedure=True)))
    player.do("take", seat="1", amount="250")
    player.do("trump", trump="S")
    player.do("meld/close", meld_A="20", meld_B="60")
    assert "If it was dealt wrongly: counters until then" in player.see()
    refused = player.send("end", end="misdeal", misdeal="procedure", **{"dealt-A": "200", "dealt-B": "100"})
    assert "these are 300 already" in words(refused)
    page = player.do("end", end="misdeal", misdeal="procedure", **{"dealt-B": "240"})
    assert "the bid, or meld and tricks so far, whichever is more, +300" in page


def test_a_misdeal_before_the_play_is_only_dealt_again(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, replace(SITE, misdeal_procedure=True)))
    assert "before the first card: dealt again" in player.see()
    assert "The deal is void" in player.do("end", end="misdeal", misdeal="procedure")


@pytest.mark.parametrize("fields", [{"end": "nonsense"}, {"end": "misdeal", "misdeal": "nonsense"}, {}])
def test_an_ending_that_is_none_is_refused(play: Play, fields: dict[str, str]) -> None:
    assert play().send("end", **fields).status_code == 422


def test_a_misdeal_can_be_called_before_trump_is_named(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, SITE))
    assert "Something went wrong" in player.see()
    assert "The deal is void" in player.do("end", end="misdeal", misdeal="card-fault")


def test_the_game_ends_by_itself_and_can_be_taken_up_again(play: Play) -> None:
    player = play(replace(SITE, end_target=300))
    player.do("count", points_A="210")
    page = player.do("confirm")
    assert "Ann & Cy win" in page
    assert "Undo deal 1: +330" in page
    assert "Is this right?" in player.do("undo")


def test_counters_read_from_a_photo_stand_in_the_form_and_outlive_the_next_photo(
    play: Play, client: FlaskClient
) -> None:
    game = play().game
    page = client.get(f"/game/{game}/?points-A=85").text
    assert re.search(r'name="points-A"[^>]*\s+value="85"', page)
    photo = re.search(r'href="(/photo/\?kind=tricks[^"]*into=points-B[^"]*)"', page)
    assert photo is not None
    start = client.get(html.unescape(photo[1])).text
    assert f'name="next" value="/game/{game}/?points-A=85"' in start


def test_the_last_deal_of_a_game_that_is_over_is_the_last_that_counts(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, SITE, [Told(0, 300, (900, 0), 200), Told(1, 250, (0, 170), 50)])
    write(app, table.game, GameWon("A", "end.target", "A: 1500, at or above the target of 1500.", deal=1))
    last = table.see().partition("The last deal")[2]
    assert "bid 300, meld 900" in last
    assert "bid 250" not in last


def test_counters_that_were_laid_away_are_no_trick(play: Play) -> None:
    player = play(KITTY_PARTNERSHIP, meld=(400, 60))
    assert "Ann & Cy took no trick: all the counters were laid away" in player.see()
    assert "Bob & Di took no trick" not in player.see()
    assert "Ann & Cy −330" in player.do("count", points_A="40", none_A="1")


def test_more_counters_than_can_be_laid_away_need_a_trick(play: Play) -> None:
    refused = play(KITTY_PARTNERSHIP, meld=(400, 60)).send("count", points_A="50", none_A="1")
    assert refused.status_code == 422
    assert "cannot have taken 50 without a trick: at most 40, laid away, count without one." in words(refused)


def test_nobody_asks_for_a_trick_of_a_side_without_meld(play: Play) -> None:
    assert "Is this right?" in play(KITTY_PARTNERSHIP, meld=(60, 0)).do("count", points_A="250")


def test_each_side_without_counters_is_asked_once(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, THREE_HANDED, NAMES[:3]))
    player.do("take", seat="0", amount="25")
    player.do("trump", trump="S")
    player.do("meld/close", meld_A="10", meld_B="4", meld_C="4")
    for way in ("count", "pad"):
        assert "Did Bob take a trick" in words(player.send(way, points_A="25", points_B="0", points_C="0"))
        asked = player.send(way, points_A="25", points_B="0", points_C="0", empty_B="1")
        assert "Did Cy take a trick" in words(asked)
        assert '<input type="hidden" name="empty-B" value="1">' in asked.text
