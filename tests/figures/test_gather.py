"""The facts of a game follow from what still counts of it: undo, redo, corrections, names and substitutes."""

from __future__ import annotations

from companion.cards import Suit
from companion.figures.facts import GameFacts
from companion.figures.gather import facts_of
from companion.figures.results import records
from companion.game.commands import (
    CloseMeld,
    ConfirmDeal,
    CorrectDeal,
    CorrectPaper,
    DealStep,
    EndDeal,
    MakeBid,
    NameTrump,
    Pass,
    PassOut,
    Redo,
    RenamePlayers,
    ShowNumber,
    TakeBid,
    Undo,
)
from companion.rules.score.facts import DealEnd
from companion.rules.score.history import History
from tests.figures.second_teller.games import game_journal, mine_of
from tests.game.table import Table


def deal(seat: int, bid: int, melds: tuple[int, int], taken: int) -> tuple[DealStep, ...]:
    shown = [ShowNumber(side, None, points) for side, points in zip("AB", melds, strict=True)]
    return TakeBid(seat, bid), NameTrump(Suit.SPADES), *shown, CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": taken})


def played(*deals: tuple[DealStep, ...]) -> Table:
    table = Table()
    for told in deals:
        table.do(*told, ConfirmDeal())
    return table


def facts(table: Table) -> GameFacts:
    return facts_of(game_journal("g", table.history))


MADE, SET = deal(0, 300, (120, 40), 190), deal(1, 350, (20, 60), 150)


def test_a_deal_has_a_row_for_each_player_in_their_roles() -> None:
    rows = facts(played(MADE)).deals
    assert [(row.name, row.role, row.team, row.first) for row in rows] == [
        ("Ann", "I", "A", 1),
        ("Ben", "O", "B", 1),
        ("Cleo", "P", "A", 0),
        ("Dan", "O", "B", 0),
    ]
    assert [(row.meld_side, row.trick_side, row.trick_all, row.change_side, row.change_other) for row in rows[:2]] == [
        (120, 190, 250, 310, 100),
        (40, 60, 250, 100, 310),
    ]
    assert rows[0].margin == 10


def test_undo_and_redo_change_no_figure() -> None:
    table = played(MADE, SET)
    before = facts(table)
    table.do(Undo())
    assert len(facts(table).deals) == 4
    table.do(Redo())
    assert facts(table) == before


def test_a_correction_takes_the_place_of_what_was_told() -> None:
    table = played(MADE)
    table.do(CorrectDeal(1, deal(0, 300, (120, 40), 170)))
    first = facts(table).deals[0]
    assert (first.outcome, first.change_side, first.corrected) == ("set", -300, 1)


def test_a_deal_nobody_wanted_counts_for_its_auction_only() -> None:
    table = Table("site", {"bid.forced": "redeal"}).do(Pass(), Pass(), Pass(), Pass())
    assert {(row.outcome, row.role, row.end, row.auction) for row in facts(table).deals} == {("passed-out", "-", "", 1)}


def test_the_last_other_bid_is_known_where_the_auction_was_told() -> None:
    table = Table().do(MakeBid(250), MakeBid(260), MakeBid(270), Pass(), Pass(), Pass())
    table.do(NameTrump(Suit.HEARTS), CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 250}), ConfirmDeal())
    row = facts(table).deals[2]
    assert (row.role, row.bid, row.next_bid) == ("I", 270, 260)
    assert {row.next_bid for row in facts(played(MADE)).deals} == {None}


def test_a_name_put_right_holds_for_the_deals_before() -> None:
    table = played(MADE).do(RenamePlayers(("Anna", "Ben", "Cleo", "Dan"))).do(*SET, ConfirmDeal())
    told = facts(table)
    assert [row.name for row in told.deals if row.seat == 0] == ["Anna", "Anna"]
    assert [row.whole for row in told.games] == [1, 1, 1, 1]


def test_a_substitute_counts_from_the_first_deal_of_theirs() -> None:
    table = played(MADE).do(RenamePlayers(("Eve", "Ben", "Cleo", "Dan"), (0,))).do(*SET, ConfirmDeal())
    told = facts(table)
    assert [row.name for row in told.deals if row.seat == 0] == ["Ann", "Eve"]
    assert (told.games[0].name, told.games[0].whole) == ("Eve", 0)


def test_nobody_takes_over_once_the_game_is_over() -> None:
    table = played(deal(0, 300, (1300, 0), 200))
    assert "nobody can take over" in table.refused(RenamePlayers(("Eve", "Ben", "Cleo", "Dan"), (0,))).says
    table.do(RenamePlayers(("Eve", "Ben", "Cleo", "Dan")))
    assert facts(table).games[0].whole


def test_points_from_paper_are_part_of_a_game_and_of_its_records_but_its_length_is_none() -> None:
    plain, on_paper = played(MADE), played(MADE)
    on_paper.do(CorrectPaper(History({"A": 1000, "B": 40})))
    rows = {row.side: row for row in facts(on_paper).games}
    before = {row.side: row for row in facts(plain).games}
    assert rows["A"].points == before["A"].points + 1000
    assert rows["B"].behind == 960 + before["A"].points - before["B"].points
    won = played()
    won.do(CorrectPaper(History({"A": 1490, "B": 40}))).do(*MADE, ConfirmDeal())
    best = {each.key: each.value for each in records(mine_of([facts(won)], "Ann"))}
    assert best["points"] == 1490 + before["A"].points
    assert {"shortest", "longest"}.isdisjoint(best)


def test_a_pause_of_an_hour_is_no_play() -> None:
    table = played(MADE)
    told = game_journal("g", table.history)
    slow = {seq: 60.0 * seq + (3600 if seq > 3 else 0) for seq in told.seconds}
    assert facts_of(type(told)("g", table.history, slow, "", "")).deals[0].seconds == 60 * (len(table.history) - 3)


def test_pass_out_of_a_told_result_is_no_bid_of_anybody() -> None:
    table = Table("site", {"bid.forced": "redeal"}).do(PassOut())
    assert {row.bid for row in facts(table).deals} == {None}
