"""The picture that a page shows: whose turn, what is needed, who can still win, the sheet and the reminders."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards import Suit
from companion.game.commands import (
    CloseMeld,
    Command,
    ConfirmDeal,
    EndDeal,
    MakeBid,
    NameTrump,
    Pass,
    PassOut,
    Refusal,
    ShowNumber,
    StopGame,
    TakeBid,
)
from companion.game.view import view
from companion.game.view.auction import AuctionView
from companion.game.view.outlook import look_ahead
from companion.game.view.play import PlayView
from companion.game.view.sheet import sheet_rows
from companion.game.view.turn import Awaited
from companion.rules.score import DealEnd
from tests.game.table import EIGHT, Table


def _deal(seat: int, bid: int, a: int, b: int) -> tuple[Command, ...]:
    """A deal up to the play."""
    return TakeBid(seat, bid), NameTrump(Suit.HEARTS), ShowNumber("A", None, a), ShowNumber("B", None, b), CloseMeld()


def _whole(seat: int, bid: int, a: int, b: int, taken: int) -> tuple[Command, ...]:
    return *_deal(seat, bid, a, b), EndDeal(DealEnd.PLAYED, {"A": taken}), ConfirmDeal()


def _auction(table: Table) -> AuctionView:
    auction = view(table.state).auction
    assert auction is not None
    return auction


def _play(table: Table) -> PlayView:
    play = view(table.state).play
    assert play is not None
    return play


def test_the_result_to_confirm_says_what_each_side_gets_and_whether_it_ends_the_game() -> None:
    made = view(Table().do(*_whole(0, 250, 20, 0, 250)[:-1]).state)
    assert made.preview is not None
    assert {made.side(entry.side).name for entry in made.preview.change} == {"Ann & Cleo", "Ben & Dan"}
    assert made.wins is None
    last = Table().do(*(_whole(0, 250, 1500, 0, 250)[:-1]))
    ending = view(last.state).wins
    assert ending is not None
    assert last.do(ConfirmDeal()).state.won == ending
    assert view(last.state).preview is None


def test_the_auction_shows_who_speaks_and_what_may_be_bid() -> None:
    auction = _auction(Table().do(MakeBid(250)))
    assert (auction.next_seat, auction.high_seat, auction.high_amount) == (1, 0, 250)
    assert [amount for amount, _ in auction.bids] == [260, 270]
    assert auction.highest == 270
    assert not auction.may_pass_out


def test_the_automatic_bid_is_shown_as_such_with_what_bids_tell_partner() -> None:
    auction = _auction(Table("doubles"))
    assert (auction.high_seat, auction.high_amount, auction.automatic) == (3, 50, True)
    assert auction.bids[0] == (51, "about 10 to 19 meld")


def test_only_the_seat_on_turn_is_waited_for() -> None:
    table = Table()
    assert [view(table.state, seat).is_on_turn for seat in (0, 1, 2, 3, None)] == [True, False, False, False, False]
    table.do(TakeBid(2, 300))
    assert [view(table.state, seat).is_on_turn for seat in range(4)] == [False, False, True, False]
    table.do(NameTrump(Suit.SPADES))
    assert view(table.state).turn == Awaited((0, 1, 2, 3), "Ann, Ben, Cleo and Dan meld")
    table.do(ShowNumber("A", 0, 20), ShowNumber("B", None, 40))
    assert view(table.state).turn == Awaited((2,), "Cleo melds")
    table.do(ShowNumber("A", 2, 0))
    assert view(table.state).turn.seats == ()


@pytest.mark.parametrize(
    ("variant", "bid", "meld", "needed", "possible"),
    [
        ("site", 300, 120, 180, True),
        ("site", 250, 500, 10, True),
        ("site", 330, 60, 270, False),
        ("doubles", 52, 30, 22, True),
        ("doubles", 52, 60, 20, True),
        ("doubles", 52, 18, 52, False),
    ],
)
def test_the_bidders_see_what_they_still_need(variant: str, bid: int, meld: int, needed: int, possible: bool) -> None:
    play = _play(Table(variant).do(*_deal(0, bid, meld, 0)))
    (need,) = play.needs
    assert (need.needed, need.possible) == (needed, possible)
    assert str(bid) in need.says


def test_what_is_needed_is_told_in_counters_and_as_the_most_where_cards_stay_undealt() -> None:
    (need,) = _play(Table().do(*_deal(0, 250, 500, 0))).needs
    assert need.says == "Bid 250, meld 500: 10 of 250 in tricks still needed."
    (need,) = _bruce(4).needs
    assert need.says == "Bid 4, meld 4: 1 of at most 16 in tricks still needed."
    (need,) = _bruce(40).needs
    assert need.says == "Bid 40, meld 4: 36 more needed, and all tricks make at most 16: this bid will be set."


def _bruce(bid: int) -> PlayView:
    """Bruce’s game of three once the meld is told: the bidder, left of the dealer, has shown 4."""
    table = Table("bruce-5", names=EIGHT[:3]).do(TakeBid(0, bid), NameTrump(Suit.SPADES))
    melds = [ShowNumber(side, seat, 4 if side == "A" else 0) for seat, side in enumerate("ABC")]
    return _play(table.do(*melds, CloseMeld()))


def test_the_page_asks_only_what_the_rules_ask() -> None:
    site, doubles = _play(Table().do(*_deal(0, 300, 0, 0))), _play(Table("doubles").do(*_deal(0, 60, 60, 60)))
    assert (site.asks_all_tricks, site.quad_pinochle, site.asks_tricks) == (False, (), ())
    assert (doubles.asks_all_tricks, doubles.quad_pinochle, doubles.asks_tricks) == (True, ("A", "B"), ())
    by_trick = Table("site", {"score.save": {"by": "trick"}}).do(*_deal(0, 300, 0, 0))
    assert not _play(by_trick).asks_tricks
    melded = _play(Table("site", {"score.save": {"by": "trick"}}).do(*_deal(0, 300, 100, 0)))
    assert (melded.asks_tricks, melded.asks_no_trick) == (("A",), ())
    kitty = _play(Table("kitty-partnership").do(*_deal(0, 300, 100, 0)))
    assert (kitty.asks_tricks, kitty.asks_no_trick) == (("A",), ("A",))


def test_a_throw_in_is_shown_with_what_it_costs_or_why_it_is_not_allowed() -> None:
    refused = _play(Table().do(*_deal(0, 310, 60, 100)))
    assert not refused.throw_in
    allowed = _play(Table().do(*_deal(0, 330, 60, 100)))
    assert allowed.throw_in
    assert allowed.throw_in_costs == "Ann & Cleo −330, Ben & Dan +100"


def test_the_result_is_shown_before_it_is_confirmed() -> None:
    table = Table().do(*_deal(0, 330, 60, 0), EndDeal(DealEnd.PLAYED, {"A": 240}))
    preview = view(table.state).preview
    assert preview is not None
    assert preview.working[0] == "Ann & Cleo: bid 330, meld 60, took 240 of 250: 300 < 330 – set, −330."


def test_nobody_leads_before_anyone_has_scored_nor_when_all_are_level() -> None:
    assert look_ahead(Table().state).leaders == ()
    assert look_ahead(Table().do(*_whole(0, 250, 200, 100, 100)).state).leaders == ("A",)
    assert look_ahead(Table().do(*_whole(0, 250, 150, 150, 130), *_whole(0, 250, 150, 150, 120)).state).leaders == ()


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        (300, 200, ("Ann & Cleo can win the game with 10 or more", "Ben & Dan cannot win")),
        (0, 200, ("Ann & Cleo can win the game with 250 or more", "Ben & Dan cannot win")),
        (100, 1500, ("Ann & Cleo can win the game with 150 or more", "Ben & Dan can win the game with 110 or more")),
    ],
)
def test_each_side_sees_how_it_can_win_with_this_deal(a: int, b: int, says: tuple[str, str]) -> None:
    table = Table().do(*_whole(0, 250, 1200, 0, 240), *_deal(0, 250, a, b))
    told = look_ahead(table.state).chances
    assert [sentence.startswith(said) for sentence, said in zip(told, says, strict=True)] == [True, True], told


def test_the_sheet_has_a_row_a_deal_with_the_running_totals() -> None:
    table = Table("site", {"bid.forced": "redeal"}).do(
        *_whole(0, 300, 120, 80, 180), PassOut(), *_whole(1, 300, 0, 0, 0)
    )
    rows = sheet_rows(table.state)
    assert [(row.number, row.outcome, row.dealer, row.bidder) for row in rows] == [
        (1, "made", "Dan", "Ann"),
        (2, "passed-out", "Ann", ""),
        (3, "set", "Ben", "Ben"),
    ]
    assert [dict(row.running) for row in rows] == [{"A": 300, "B": 150}, {"A": 300, "B": 150}, {"A": 300, "B": -150}]
    assert rows[1].working == ("Nobody bid: the deal is thrown in and passes on.",)


_FIRST_HAS_IT: dict[str, Any] = {"bid.forced": "first-hand-automatic", "bid.forced-amount": 250}
_STRICT: dict[str, Any] = {"card.rank": "standard", "play.broken": True}
_OTHER: dict[str, Any] = {"trump.needs": "run-marriage-or-dix", "pass.order": "both", "lead.first": "no-trump"}


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (Table(), "If everyone passes, Dan has the bid as dealer, at 250."),
        (Table("site", {"bid.forced": "first-hand"}), "Ann, left of the dealer, must open."),
        (Table("site", {"bid.forced": "first-with-meld"}), "The first hand that holds any meld must open."),
        (Table("site", _FIRST_HAS_IT), "Ann, left of the dealer, has 250 unless somebody bids more."),
        (Table("site", {"bid.forced": "redeal"}), "If everyone passes, the deal is thrown in and passes on."),
        (Table("doubles"), "Dan as dealer has 50 unless somebody bids more."),
        (Table("doubles").do(Pass()), "Dan as dealer has 50 unless somebody bids more."),
        (Table("doubles").do(TakeBid(3, 50)), "At 50 any suit may be named."),
        (Table("doubles").do(TakeBid(0, 55)), "The bidder must hold a marriage, king and queen, of the suit named."),
        (
            Table("site", _OTHER).do(TakeBid(0, 300)),
            "The bidder must hold a run, a marriage or the dix of the suit named.",
        ),
        (
            Table("site", _OTHER).do(TakeBid(0, 300), NameTrump(Suit.CLUBS)),
            "Ann and Cleo exchange 4 cards at once, before the meld.",
        ),
        (
            Table().do(TakeBid(1, 300), NameTrump(Suit.CLUBS)),
            "First Dan passes 4 cards to Ben, then Ben passes 4 back.",
        ),
        (Table("doubles").do(*_deal(0, 55, 20, 20)), "Ann leads first, and must lead a trump."),
        (Table("doubles").do(*_deal(0, 55, 20, 20)), "No duty to beat."),
        (Table(), "Dan deals three or four at a time."),
        (Table("doubles").do(*_deal(0, 55, 20, 20)[:2]), "A side’s meld counts only if it is at least 20."),
        (Table("site", _STRICT).do(*_deal(0, 300, 20, 20)), "The ten ranks below the jack."),
        (
            Table("site", _STRICT).do(*_deal(0, 300, 20, 20)),
            "No trump may be led before one has been played, except from a hand of trumps.",
        ),
        (Table("doubles").do(*_deal(3, 50, 20, 20)), "Dan leads first, any card."),
        (Table("site", {"lead.by": "first-hand"}).do(*_deal(3, 250, 20, 20)), "Ann leads first, any card."),
        (
            Table("site", _OTHER).do(*_deal(0, 300, 20, 20)),
            "Ann leads first, and may not lead a trump while holding another suit.",
        ),
    ],
)
def test_the_table_is_reminded_of_what_the_rules_ask_now(table: Table, says: str) -> None:
    assert says in [reminder.says for reminder in view(table.state).reminders]


def test_who_has_it_if_nobody_bids_is_not_told_once_somebody_bid() -> None:
    reminded = view(Table().do(MakeBid(250)).state).reminders
    assert "bid.forced" not in [reminder.clause for reminder in reminded]


def test_a_game_that_is_over_can_still_be_looked_at() -> None:
    table = Table().do(*_whole(0, 250, 1300, 0, 250))
    seen = view(table.state, 0)
    assert (seen.auction, seen.play, seen.preview, seen.dealer, seen.reminders) == (None, None, None, None, ())
    assert table.state.won
    assert [side.leads for side in seen.sides] == [True, False]


def test_a_pass_may_be_said_with_help_where_the_table_has_it() -> None:
    table = Table("site", {"bid.pass-help": True}).do(Pass(helps=True))
    assert _auction(table).next_seat == 1


def test_a_side_that_wins_however_the_tricks_fall_is_told_so_and_nobody_else() -> None:
    sure = {"score.save": {"by": "nothing"}, "end.target": 500}
    told = look_ahead(Table("site", sure).do(*_deal(0, 250, 500, 0)).state).chances
    assert told == ("Ann & Cleo will win with this deal, whatever the tricks.", "Ben & Dan cannot win with this deal.")
    told = look_ahead(Table("site", sure).do(*_deal(0, 250, 490, 0)).state).chances
    assert told[0] == "Ann & Cleo can win the game with 10 or more in tricks."


ENDLESS = {"end.target": None, "end.deals": None}


def test_a_game_without_an_end_may_be_stopped_between_two_deals_and_at_no_other_time() -> None:
    """What the page offers is what the game takes."""
    table, may = Table("site", ENDLESS), list[tuple[bool, bool]]()

    def look() -> None:
        may.append((view(table.state).may_stop, not isinstance(table.ask(StopGame()), Refusal)))

    look()
    for command in (*_whole(0, 250, 20, 0, 250), MakeBid(250), Pass()):
        table.do(command)
        look()
    steps = len(_whole(0, 250, 20, 0, 250))
    assert may == [*[(False, False)] * steps, (True, True), (False, False), (False, False)]


def test_a_game_with_an_end_of_its_own_is_not_stopped() -> None:
    assert not view(Table().do(*_whole(0, 250, 20, 0, 250)).state).may_stop


def test_a_stopped_game_says_after_how_many_deals_that_counted() -> None:
    table = Table("site", ENDLESS).do(*_whole(0, 250, 20, 0, 250))
    table.do(EndDeal(DealEnd.MISDEAL), ConfirmDeal()).do(*_whole(0, 250, 20, 0, 250))
    won = table.do(StopGame()).state.won
    assert won is not None
    assert won.says.endswith("the most after 2 deals.")
    assert won.deal == 3
