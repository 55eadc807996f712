"""What may happen at a night, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.night.events import (
    Bye,
    CashCounted,
    DoorChanged,
    EntrantCame,
    EntrantLeft,
    EntrantRenamed,
    EntrantRested,
    EntryPaid,
    Event,
    GameBegun,
    LastUndone,
    Movement,
    NightClosed,
    NightOpened,
    PenaltyGiven,
    Plan,
    PlanChanged,
    PlayOffWon,
    PrizeGiven,
    RankedBy,
    RoundDrawn,
    SeatsSwapped,
    SetsPaid,
    Sizes,
    Spare,
    StandingShown,
    TablesAdded,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.judge import Refused, further_tables, next_round, play_off, refuse
from companion.night.money import money, place_prizes, prize_lines, shares
from companion.night.record import judge_record
from companion.night.standing import RoundKind, standing
from companion.night.state import Batch, Night, fold

PLAN = Plan("Thursday", "Single deck", entry=500, per_set=25)
ROUND = RoundDrawn(1, "drawn/1", "x", (((1, 2), (3, 4)),), (5,))
FULL = TableTotals((300, 100), (0, 1), 4)


def opened(people: int = 5, plan: Plan = PLAN) -> list[Batch]:
    return [[NightOpened(plan)], [EntrantCame(number, (f"P{number}",)) for number in range(1, people + 1)]]


def told(*events: Event, plan: Plan = PLAN) -> Night:
    return fold([*opened(plan=plan), *([event] for event in events)])


def totals_of(night: Night) -> dict[int, int]:
    return {row.entrant: row.total for row in standing(night)}


def refused(batches: Sequence[Batch], event: Event) -> str:
    with pytest.raises(Refused) as found:
        refuse(fold(batches), event)
    return str(found.value)


def test_a_side_s_points_count_for_each_of_its_players() -> None:
    assert totals_of(told(ROUND, TotalsEntered(1, 1, FULL))) == {1: 300, 2: 300, 3: 100, 4: 100, 5: 0}


@pytest.mark.parametrize(("bye", "counts"), [(Bye.OWN, 200), (Bye.WINNERS, 300), (Bye.NOTHING, 0)])
def test_sitting_out_counts_as_the_club_says(bye: Bye, counts: int) -> None:
    later = RoundDrawn(2, "drawn/1", "x", (((5, 1), (2, 3)),), (4,))
    night = told(
        ROUND, TotalsEntered(1, 1, FULL), later, TotalsEntered(2, 1, TableTotals((200, 50), (0, 0), 4)),
        plan=replace(PLAN, bye=bye),
    )  # fmt: skip
    row = next(row for row in standing(night) if row.entrant == 5)
    assert [(line.kind, line.points) for line in row.lines] == [(RoundKind.OUT, counts), (RoundKind.PLAYED, 200)]


def test_a_table_of_three_counts_like_sitting_out() -> None:
    three = RoundDrawn(2, "drawn/1", "x", (((1,), (2,), (3,)),), (4, 5))
    night = told(ROUND, TotalsEntered(1, 1, FULL), three, TotalsEntered(2, 1, TableTotals((900, 20, 10), (0, 0, 0), 4)))
    assert totals_of(night)[1] == 600
    assert totals_of(night)[3] == 200
    assert all(line.kind is RoundKind.THREE and not line.won for line in standing(night)[0].lines[1:])


def test_a_round_that_the_bell_cut_short_counts_as_it_is_or_per_deal() -> None:
    cut = TotalsEntered(1, 1, TableTotals((301, -100), (0, 1), 3))
    assert totals_of(told(ROUND, cut))[1] == 301
    night = told(ROUND, cut, plan=replace(PLAN, per_deal=True))
    assert (totals_of(night)[1], totals_of(night)[3]) == (401, -133)
    assert standing(night)[0].lines[0].cut == 3


def test_a_round_counts_once_every_table_has_its_totals() -> None:
    tables = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
    batches = [*opened(8), [RoundDrawn(1, "drawn/1", "x", tables)], [TotalsEntered(1, 1, FULL)]]
    assert all(row.rounds == 0 and row.total == 0 for row in standing(fold(batches)))


def test_rows_that_are_level_in_what_the_plan_names_share_a_place_whatever_else_they_differ_in() -> None:
    rows = standing(told(ROUND, TotalsEntered(1, 1, TableTotals((100, 100), (1, 0), 4))))
    assert [(row.place, row.entrant) for row in rows] == [(1, 1), (1, 2), (1, 3), (1, 4), (5, 5)]


def test_rounds_won_come_first_where_the_club_says_so() -> None:
    later = RoundDrawn(2, "drawn/1", "x", (((1, 3), (2, 4)),), (5,))
    events = (ROUND, TotalsEntered(1, 1, FULL), later, TotalsEntered(2, 1, TableTotals((10, 990), (0, 0), 4)))
    first = standing(told(*events))[:3]
    assert [row.entrant for row in first] == [2, 4, 1]
    by_wins = standing(told(*events, plan=replace(PLAN, order=RankedBy.WINS)))
    assert [row.entrant for row in by_wins[:3]] == [2, 4, 1] and by_wins[0].wins == 2


def test_under_half_of_the_rounds_is_listed_apart() -> None:
    rounds = [
        event
        for number in (1, 2, 3)
        for event in (replace(ROUND, number=number, out=(5,) if number == 1 else ()), TotalsEntered(number, 1, FULL))
    ]
    last = standing(told(*rounds))[-1]
    assert (last.entrant, last.place, len(last.lines), last.rounds) == (5, 0, 1, 3)


def test_a_correction_keeps_what_was_there_before() -> None:
    right = TableTotals((310, 100), (0, 1), 4)
    night = told(ROUND, TotalsEntered(1, 1, FULL), TotalsCorrected(1, 1, FULL, right, "slip"))
    assert totals_of(night)[1] == 310
    assert night.rounds[0].tables[0].corrected_from == (FULL,)


def test_who_left_keeps_every_result() -> None:
    night = told(ROUND, TotalsEntered(1, 1, FULL), EntrantLeft(1))
    assert totals_of(night)[1] == 300
    assert 1 not in next_round(fold([*opened(8), [EntrantLeft(1)]]), "x").tables[0][0]


def test_a_penalty_is_a_line_of_its_own() -> None:
    row = standing(told(ROUND, TotalsEntered(1, 1, FULL), PenaltyGiven(1, 50, "late")))[1]
    assert (row.entrant, row.total, row.penalty, row.lines[0].points) == (1, 250, 50, 300)


def test_a_bonus_adds_points_and_is_a_line_of_its_own() -> None:
    rows = standing(told(ROUND, TotalsEntered(1, 1, FULL), PenaltyGiven(3, -250, "first of the season")))
    assert (rows[0].entrant, rows[0].total, rows[0].penalty) == (3, 350, -250)


def test_an_extra_hand_parts_those_who_are_level_until_another_round_is_over() -> None:
    level: list[Event] = [ROUND, TotalsEntered(1, 1, FULL)]
    won = told(*level, PlayOffWon(1, 2, (1, 2)))
    assert [(row.place, row.entrant) for row in standing(won)[:3]] == [(1, 2), (2, 1), (3, 3)]
    batches = [*opened(), *([event] for event in level)]
    assert play_off(fold(batches), 2) == PlayOffWon(1, 2, (1, 2))
    assert "P5 shares no place" in refused(batches, PlayOffWon(1, 5))
    assert "Others are level" in refused(batches, PlayOffWon(1, 1, (1, 3)))
    assert "Another round was played" in refused(batches, PlayOffWon(2, 1))
    later: list[Event] = [replace(ROUND, number=2), TotalsEntered(2, 1, TableTotals((0, 0), (0, 0), 4))]
    assert [row.place for row in standing(told(*level, PlayOffWon(1, 2), *later))[:2]] == [1, 1]


def test_an_extra_hand_decides_its_own_tie_alone() -> None:
    events: list[Event] = [ROUND, TotalsEntered(1, 1, FULL), PlayOffWon(1, 1, (1, 2))]
    assert [(row.place, row.entrant) for row in standing(told(*events))[:4]] == [(1, 1), (2, 2), (3, 3), (3, 4)]
    # The totals were 200 : 200. Now 3 and 4 are level with both, and played no extra hand.
    right = TotalsCorrected(1, 1, FULL, TableTotals((200, 200), (0, 1), 4))
    assert [row.place for row in standing(told(*events, right))[:4]] == [1, 1, 1, 1]


def test_a_tie_that_others_joined_is_open_again_and_one_of_three_is_parted_hand_by_hand() -> None:
    drawn = TotalsEntered(1, 1, TableTotals((200, 200), (0, 0), 4))

    def ranked(*hands: PlayOffWon) -> list[tuple[int, int]]:
        return [(row.place, row.entrant) for row in standing(told(ROUND, drawn, PenaltyGiven(4, 10, "late"), *hands))]

    three = (1, 2, 3)
    assert ranked(PlayOffWon(1, 1, (1, 4)))[:3] == [(1, 1), (1, 2), (1, 3)], "a hand against 4 decides nothing here"
    assert ranked(PlayOffWon(1, 3, three))[:3] == [(1, 3), (2, 1), (2, 2)]
    assert ranked(PlayOffWon(1, 3, three), PlayOffWon(1, 2, (1, 2)))[:3] == [(1, 3), (2, 2), (3, 1)]
    assert ranked(PlayOffWon(1, 3, (1, 2, 3, 4)))[:2] == [(1, 3), (2, 1)], "of four who were level, one fell back since"


def test_a_round_to_a_target_has_as_many_deals_as_it_takes() -> None:
    plan = replace(PLAN, target=500, per_deal=True)
    night = told(ROUND, TotalsEntered(1, 1, TableTotals((510, 340), (1, 7), 0)), plan=plan)
    row = standing(night)[0]
    assert (row.total, row.lines[0].cut) == (510, 0)
    refuse(fold([*opened(plan=plan), [ROUND]]), TotalsEntered(1, 1, TableTotals((510, 340), (0, 1), 9)))
    assert "between 1 and 4" in refused([*opened(), [ROUND]], TotalsEntered(1, 1, TableTotals((1, 2), (0, 0), 0)))
    changed = PlanChanged(replace(plan, target=400))
    assert "stay as they are" in refused([*opened(plan=plan), [ROUND]], changed)


def test_those_who_came_late_and_sat_out_get_a_further_table_in_the_round_that_is_open() -> None:
    late = [EntrantCame(number, (f"P{number}",)) for number in (6, 7, 8, 9)]
    batches = [*opened(), [EntrantRested(5)], [replace(ROUND, out=(5,))], late]
    added = further_tables(fold(batches), "x")
    assert sorted(each for side in added.tables[0] for each in side) == [6, 7, 8, 9], "who asked to sit out does"
    refuse(fold(batches), added)
    after = judge_record([*batches, [added], [TotalsEntered(1, 1, FULL)], [TotalsEntered(1, 2, FULL)]])
    assert [table.number for table in after.rounds[0].tables] == [1, 2] and after.rounds[0].out == (5,)
    assert sum(row.total for row in standing(after)) == 4 * 400
    assert "has a seat already" in refused([*batches, [added]], added)
    with pytest.raises(ValueError, match="TablesAdded does not fit"):
        judge_record([*batches, [TablesAdded(1, (((1, 6), (7, 8)),))]])
    with pytest.raises(Refused, match="3 people are too few"):
        further_tables(fold([*batches, [EntrantLeft(6)]]), "x")


def test_a_further_table_waits_for_a_round_and_leaves_a_chart_alone() -> None:
    with pytest.raises(Refused, match="Draw the next round"):
        further_tables(fold([*opened(9), [ROUND], [TotalsEntered(1, 1, FULL)]]), "x")
    with pytest.raises(Refused, match="chart seats everybody"):
        further_tables(fold([*opened(9, replace(PLAN, movement=Movement.SEATS)), [ROUND]]), "x")


def test_the_result_of_a_round_seats_the_next_where_losers_move() -> None:
    plan = replace(PLAN, movement=Movement.LOSERS)
    tables = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
    over = [[TotalsEntered(1, 1, TableTotals((90, 100), (0, 0), 4))], [TotalsEntered(1, 2, FULL)]]
    drawn = next_round(fold([*opened(8, plan), [replace(ROUND, tables=tables, out=())], *over]), "x")
    assert drawn.tables == (((3, 7), (4, 8)), ((5, 1), (6, 2)))
    assert drawn.how.startswith("losers/")


def test_money_counts_entries_sets_and_prizes() -> None:
    paid = [EntryPaid(number) for number in (1, 2, 3)]
    counted = money(
        told(
            *paid,
            ROUND,
            TotalsEntered(1, 1, TableTotals((300, -90), (0, 2), 4)),
            SetsPaid(3, 50),
            PrizeGiven("First", 1000),
        )
    )
    assert (counted.entries, counted.by_sets, counted.prizes, counted.left) == (1500, {3: 50, 4: 50}, 1000, 550)
    assert (counted.sets, counted.coming_in) == (50, 1550), "what nobody paid is not there to be won"
    assert counted.unpaid == (4, 5)


@pytest.mark.parametrize(
    ("pool", "expected"),
    [(6150, [3075, 1845, 1230]), (950, [475, 285, 190]), (300, [150, 90, 60]), (101, [51, 30, 20]), (0, [0, 0, 0])],
)
def test_shares_are_to_the_cent_and_lose_nothing(pool: int, expected: list[int]) -> None:
    assert shares(pool, (50, 30, 20)) == expected
    assert sum(shares(9999, (70, 20, 10))) == 9999


def test_those_who_share_a_place_share_the_prizes_of_the_places_they_fill() -> None:
    rows = standing(told(ROUND, TotalsEntered(1, 1, FULL)))
    won = {row.entrant: cents for row, cents in place_prizes(rows, (500, 300, 201))}
    assert won == {1: 400, 2: 400, 3: 101, 4: 100}


def test_prizes_name_everybody_who_is_level() -> None:
    lines = dict(prize_lines(standing(told(ROUND, TotalsEntered(1, 1, FULL)))))
    assert [row.entrant for row in lines["Place 1"]] == [1, 2]
    assert [row.entrant for row in lines["Most sets"]] == [3, 4]


def test_a_high_round_is_of_those_who_played_one() -> None:
    below = TableTotals((-10, -30), (0, 0), 4)
    assert [
        row.entrant for row in dict(prize_lines(standing(told(ROUND, TotalsEntered(1, 1, below)))))["High round"]
    ] == [1, 2]
    three = RoundDrawn(1, "drawn/1", "x", (((1,), (2,), (3,)),), (4, 5))
    nobody = told(three, TotalsEntered(1, 1, TableTotals((9, 8, 7), (0, 0, 0), 4)))
    assert "High round" not in dict(prize_lines(standing(nobody)))


def test_a_round_is_drawn_again_only_while_no_table_has_totals() -> None:
    batches = [*opened(), [ROUND]]
    refuse(fold(batches), next_round(fold(batches), "y", again=True))
    assert "has its totals or a game" in refused([*batches, [TotalsEntered(1, 1, FULL)]], ROUND)
    assert "has its totals or a game" in refused([*batches, [GameBegun(1, 1, "g")]], ROUND)


def test_a_table_begins_one_game_and_nobody_moves_there_any_more() -> None:
    batches = [*opened(), [ROUND], [GameBegun(1, 1, "g")]]
    assert fold(batches).rounds[0].tables[0].game == "g"
    assert "has its game already" in refused(batches, GameBegun(1, 1, "other"))
    assert "plays on a phone" in refused(batches, SeatsSwapped(1, 1, 2))
    assert "no such table" in refused(batches, GameBegun(1, 9, "g"))
    assert not fold([*batches, [LastUndone()]]).rounds[0].tables[0].game


def test_the_next_round_waits_for_every_table() -> None:
    with pytest.raises(Refused, match="Table 1 of round 1 has no totals yet"):
        next_round(fold([*opened(), [ROUND]]), "x")


def test_who_rests_sits_out_one_round() -> None:
    night = fold([*opened(9), [EntrantRested(4)]])
    drawn = next_round(night, "x")
    assert drawn.out == (4,)
    assert not fold([*opened(9), [EntrantRested(4)], [drawn]]).entrants[4].rests


def test_a_chart_needs_the_same_people_in_every_round() -> None:
    batches = opened(12, replace(PLAN, movement=Movement.CHART))
    drawn = next_round(fold(batches), "x")
    assert drawn.how == "chart"
    over = [[TotalsEntered(1, number, FULL)] for number in (1, 2, 3)]
    batches = [*batches, [drawn], *over]
    assert next_round(fold(batches), "x").number == 2
    with pytest.raises(Refused, match="needs the same 12 as in round 1, and 11 are here"):
        next_round(fold([*batches, [EntrantLeft(3)]]), "x")


ENTERED = [*opened(), [ROUND], [TotalsEntered(1, 1, FULL)]]


@pytest.mark.parametrize(
    ("batches", "event", "says"),
    [
        (opened(), EntrantCame(6, ("p1",)), "There is a p1 already"),
        (opened(), EntrantCame(1, ("P1",)), "P1 is here already"),
        (opened(), EntrantCame(6, ("",)), "Write a name"),
        (opened(), EntrantRenamed(1, ("P2",)), "There is a P2 already"),
        (opened(), EntrantRested(9), "Nobody here has this number"),
        ([*opened(), [EntrantLeft(1)]], EntrantLeft(1), "P1 has left already"),
        (opened(), TotalsEntered(1, 1, FULL), "There is no such round"),
        ([*opened(), [ROUND]], TotalsEntered(1, 2, FULL), "There is no such table"),
        (ENTERED, TotalsEntered(1, 1, FULL), "Table 1 has its totals already: 300 : 100"),
        (ENTERED, TotalsCorrected(1, 1, FULL, FULL), "are the totals that are there already"),
        (ENTERED, TotalsCorrected(1, 1, replace(FULL, deals=3), FULL), "changed since you opened the page"),
        (ENTERED, SeatsSwapped(1, 1, 3), "Table 1 has its totals already"),
        ([*opened(), [ROUND]], SeatsSwapped(1, 1, 1), "Choose two people"),
        ([*opened(), [ROUND]], TotalsEntered(1, 1, TableTotals((1, 2), (3, 2), 4)), "there can’t be 5 sets"),
        ([*opened(), [ROUND]], TotalsEntered(1, 1, TableTotals((1, 2), (0, 0), 5)), "between 1 and 4"),
        ([*opened(), [ROUND]], NightClosed(), "tables without totals"),
        (opened(), PenaltyGiven(1, 0, "late"), "above 0"),
        (opened(), PenaltyGiven(1, 10, ""), "what the penalty or bonus is for"),
        (opened(), PlanChanged(replace(PLAN, movement=Movement.PAIRS)), "other kind of night"),
        ([*opened(), [ROUND]], PlanChanged(replace(PLAN, deals=6)), "stay as they are"),
        ([*ENTERED, [NightClosed()]], EntrantLeft(1), "This night is over"),
        ([*ENTERED, [DoorChanged(2)]], DoorChanged(2), "changed meanwhile"),
        ([*ENTERED, *([DoorChanged(code)] for code in range(2, 21))], DoorChanged(21), "20 codes at most"),
    ],
)
def test_what_may_not_happen_is_refused_with_the_reason(batches: Sequence[Batch], event: Event, says: str) -> None:
    assert says in refused(batches, event)


def test_an_undo_strikes_the_last_tap_and_never_the_first() -> None:
    assert fold([*ENTERED, [LastUndone()]]).rounds[0].tables[0].totals is None
    assert fold([[NightOpened(PLAN)], [LastUndone()], [LastUndone()]]).plan == PLAN
    refuse(fold([*ENTERED, [NightClosed()]]), LastUndone())


def test_a_hidden_standing_shows_at_the_end_or_when_the_director_says_so() -> None:
    hidden = opened(plan=replace(PLAN, hidden=True))
    assert not fold(hidden).shows_standing
    assert fold([*hidden, [StandingShown(True)]]).shows_standing
    assert fold([*hidden, [ROUND], [TotalsEntered(1, 1, FULL)], [NightClosed()]]).shows_standing


def test_entries_that_fit_no_night_are_refused() -> None:
    with pytest.raises(ValueError, match="begins with NightOpened"):
        fold([[EntrantLeft(1)]])
    with pytest.raises(ValueError, match="EntrantLeft does not fit"):
        fold([[NightOpened(PLAN)], [EntrantLeft(1)]])


@pytest.mark.parametrize(
    ("variant", "options"), [("nothing", "{}"), ("site", "[]"), ("site", '{"bid.min": "x"}'), ("site", "{")]
)
def test_a_night_by_rules_that_nobody_can_play_is_refused(variant: str, options: str) -> None:
    judge_record([[NightOpened(replace(PLAN, variant="site", options='{"bid.min": 200}'))]])
    with pytest.raises(ValueError, match="has a plan that no night has"):
        judge_record([[NightOpened(replace(PLAN, variant=variant, options=options))]])


THREES = replace(PLAN, sizes=Sizes(3, 3), hands=3)


@pytest.mark.parametrize(
    "plan",
    [
        *(replace(PLAN, sizes=Sizes(*sizes)) for sizes in [(1, 1), (4, 1), (5, 2), (9, 9), (3, 4), (0, 0)]),
        replace(THREES, hands=9),
        replace(THREES, movement=Movement.LOSERS),
        replace(THREES, sizes=Sizes(2, 2), spare=Spare.THREES),
    ],
)
def test_a_record_with_tables_that_no_rules_have_is_refused(plan: Plan) -> None:
    judge_record(opened(plan=THREES))
    with pytest.raises(ValueError, match="has a plan that no night has"):
        judge_record([[NightOpened(plan)]])


@pytest.mark.parametrize(
    ("sizes", "fits", "refused"),
    [
        (Sizes(3, 3), [(1, 1, 1), (1, 1), (1, 1, 1, 1)], [(2, 2), (1,) * 5, (1, 2)]),
        (Sizes(2, 2), [(1, 1), (1, 1, 1)], [(1,), (2,)]),
        (Sizes(6, 2), [(3, 3)], [(2, 2), (1,) * 6, (3,), (3, 3, 3), (3, 2)]),
        (Sizes(4, 2), [(2, 2), (1, 1, 1)], [(1, 1), (1, 1, 1, 1), (3, 3)]),
    ],
)
def test_a_record_seats_tables_of_its_plan_alone(
    sizes: Sizes, fits: list[tuple[int, ...]], refused: list[tuple[int, ...]]
) -> None:
    def record(sides: tuple[int, ...]) -> None:
        seats = iter(range(1, 10))
        table = tuple(tuple(next(seats) for _ in range(many)) for many in sides)
        judge_record([*opened(9, replace(PLAN, sizes=sizes)), [RoundDrawn(1, "drawn/1", "x", (table,))]])

    for sides in fits:
        record(sides)
    for sides in refused:
        with pytest.raises(ValueError, match="RoundDrawn does not fit"):
            record(sides)


def test_a_record_keeps_its_tables_once_a_round_was_drawn() -> None:
    with pytest.raises(ValueError, match="tables of other sizes"):
        judge_record([*opened(), [ROUND], [PlanChanged(THREES)]])


@pytest.mark.parametrize("event", [PrizeGiven("first", 10**7), PrizeGiven("first", -1), CashCounted("pot", -(10**7))])
def test_a_record_with_money_that_nobody_can_enter_is_refused(event: Event) -> None:
    judge_record([*opened(), [CashCounted("pot", -500)], [PrizeGiven("first", 1000)]])
    with pytest.raises(ValueError, match=f"a {type(event).__name__} does not fit"):
        judge_record([*opened(), [event]])
