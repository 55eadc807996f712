"""A whole game of every variant, from its tile to its winner, through the pages."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.score.facts import signed
from companion.rules.variants import VARIANTS
from companion.web.core.game import open_game
from tests.conftest import one_in
from tests.game.second_scorer.judge.figures import options_of
from tests.game.second_scorer.judge.game import Game, counting
from tests.game.second_scorer.room.plain import plain
from tests.web.corrector import page_of
from tests.web.games import GAMES, Told, by_side, sit_down
from tests.web.table_player import Player, words

BIDS_BY_DEALER = ("racehorse", "summed")
"""Where what is bid in these games hangs on who dealt."""


def play(table: Player, deal: Told) -> str:
    """Tell a deal as far as its result; the page that asks whether it is right."""
    state = table.state
    assert state.deal is not None
    least, most = state.trick_range(state.deal)
    if deal.seat is None:
        table.do("turn", turned="AS")
    else:
        assert state.names[deal.seat] + " names trump" in tell_bid(table, deal)
        table.do("trump", trump="S")
    if deal.partner is not None:
        table.do("call", card="KS")
    assert table.state.deal is not None
    melding = table.state.sides_melding(table.state.deal)
    page = table.do("meld/close", **by_side(melding, deal.meld, "meld"), **by_side(melding, deal.dix, "dix"))
    if deal.partner is not None:
        assert "Who has" in page
        page = table.do("partner", partner=deal.partner)
    sides = table.state.teams_of(table.state.deal).heads
    assert "Play, then count" in page
    if deal.taken is None:
        assert "Throw in instead" in page
        return table.do("end", end="thrown-in")
    empty = {f"empty_{side}": "1" for side in deal.empty}
    counted = sides if least < most else sides[:-1]
    return table.do("count", **by_side(counted, deal.taken), **empty)


def tell_bid(table: Player, deal: Told) -> str:
    """Tell who has the bid, or where partners' bids are added up all of them; the page that asks for trump."""
    if not deal.bids:
        return table.do("take", seat=deal.seat, amount=deal.bid)
    page = table.do("bids", **{f"bid-{seat}": str(bid) for seat, bid in enumerate(deal.bids) if bid})
    assert f"bid {deal.bid}" in page
    return page


def test_every_variant_has_its_game() -> None:
    assert set(GAMES) == {variant.key for variant in VARIANTS}, "each variant has a short game in tests/web/games.py"


@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_is_played_through_the_pages(app: Flask, client: FlaskClient, key: str) -> None:
    table = sit_down(app, client, key)
    scores = dict.fromkeys(table.state.sides, 0)
    for deal in GAMES[key].deals:
        assert table.state.won is None
        page = play(table, deal)
        assert table.state.deal is not None
        for side, change in zip(table.state.sides_in(table.state.deal), deal.change, strict=True):
            scores[side] += change
            assert f"{table.state.side_name(side)} {signed(change)} " in page
        page = table.do("confirm")
        assert table.state.scores() == scores
        for note in deal.notes:
            assert note in page
            assert note in words(client.get(f"/game/{table.game}/sheet"))
    page = table.do("stop") if GAMES[key].stops else page
    won = table.state.won
    assert won is not None
    assert ("".join(won.winners), won.clause) == (GAMES[key].winners, GAMES[key].clause)
    name = " & ".join(table.state.side_name(side) for side in won.winners)
    assert f"{name} {'win' if ' & ' in name else 'wins'}" in page
    for debt in GAMES[key].owed:
        assert debt in page
        assert debt in words(client.get(f"/game/{table.game}/sheet"))


def _second_score(table: Player) -> tuple[dict[str, int], str]:
    """What the second scorer makes of all that was told: every side's score, and the sides that have won."""
    state, players = table.state, table.state.players
    with table.app.test_request_context():
        history = open_game(table.game).history
    events = [{"seq": recorded.seq, **plain(recorded.event)} for recorded in history]
    standing = Game(options_of(state.variant.key, {}), players, {}, counting(events)).standing()
    return dict(standing.scores), "".join(standing.won.sides) if standing.won else ""


@pytest.mark.parametrize("key", one_in(3, GAMES))
def test_a_game_whose_dealers_are_changed_ends_with_the_score_of_the_second_scorer(
    app: Flask, client: FlaskClient, key: str
) -> None:
    table = sit_down(app, client, key)
    for number, deal in enumerate(GAMES[key].deals, 1):
        state = table.state
        assert state.deal is not None
        was, seats = state.deal.dealer, state.seats_in(state.deal)
        dealer = seats[(seats.index(was) + 1) % len(seats)]
        says = f"Deal {number} · {state.names[dealer]} dealt"
        assert says in table.do("dealer", dealer=dealer)
        assert says not in table.do("undo")
        assert says in table.do("redo")
        if key in BIDS_BY_DEALER:
            table.do("dealer", dealer=was)
        play(table, deal)
        table.do("confirm")
        if number == len(GAMES[key].deals) and GAMES[key].stops:
            table.do("stop")
        winners = "".join(table.state.won.winners) if table.state.won else ""
        assert (table.state.scores(), winners) == _second_score(table)
    assert winners == GAMES[key].winners
    page_of(table, 1).tell(end="misdeal").confirm()
    assert set(table.state.deals[0].change.values()) == {0}
    assert table.state.scores() == _second_score(table)[0]


@pytest.mark.parametrize("key", one_in(3, GAMES))
def test_the_sheet_the_log_and_the_corrections_of_a_game_can_be_read(app: Flask, client: FlaskClient, key: str) -> None:
    table = sit_down(app, client, key)
    deal = GAMES[key].deals[0]
    play(table, deal)
    table.do("confirm")
    sheet = words(client.get(f"/game/{table.game}/sheet"))
    for side, change in zip(table.state.sides, deal.change, strict=True):
        assert table.state.side_name(side) in sheet
        assert str(change).replace("-", "−") in sheet
    for page in ("log", "deal/1", "share", "names", "export.csv", "export.json"):
        assert client.get(f"/game/{table.game}/{page}").status_code == 200


@pytest.mark.parametrize("key", one_in(3, GAMES))
def test_the_pad_of_a_deal_sent_as_it_stands_corrects_nothing(app: Flask, client: FlaskClient, key: str) -> None:
    table = sit_down(app, client, key)
    play(table, GAMES[key].deals[0])
    table.do("confirm")
    page = page_of(table, 1).tell()
    assert "This is what the score sheet says already." in page.says
    assert "Confirm" not in page.says


@pytest.mark.parametrize("key", one_in(3, GAMES))
def test_any_deal_can_become_a_misdeal_and_again_what_it_was(app: Flask, client: FlaskClient, key: str) -> None:
    table = sit_down(app, client, key)
    play(table, GAMES[key].deals[0])
    table.do("confirm")
    change = table.state.deals[0].change
    first = page_of(table, 1)
    was = first.fields
    first.tell(end="misdeal", misdeal="card-fault").confirm()
    assert set(table.state.deals[0].change.values()) == {0}
    page_of(table, 1).tell(**{name: text for name, text in was.items() if name not in ("key", "seen")}).confirm()
    assert table.state.deals[0].change == change
