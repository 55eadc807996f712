"""What the table shows while a stock lasts: what lies there, what may be melded, what to remember, the log."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards import spell
from companion.game.evidence.at_table import log_of
from companion.game.log import log_lines
from companion.game.view import view
from companion.game.view.tricks import StockView
from tests.game.stock_table import told

_TURNED = ("turned 10H",)
_PINOCHLE = (*_TURNED, "lays Ann pinochle QS JD")


def _stock(*lines: str, **options: Any) -> StockView:
    seen = view(told(lines, options).state).stock
    assert seen
    return seen


def test_before_the_first_trick_nobody_may_meld() -> None:
    stock = _stock("turned 9H")
    assert (stock.turn, stock.choices, stock.exchange, stock.tricks, stock.most) == (None, (), None, 0, 12)
    assert [(table.name, table.points, table.turned) for table in stock.tables] == [("Ann", 10, 10), ("Ben", 0, 0)]


def test_after_a_trick_its_winner_has_every_meld_to_choose_from() -> None:
    stock = _stock(*_TURNED, "trick Ben")
    assert stock.turn
    assert stock.turn.seat == 1
    assert (len(stock.choices), stock.exchange) == (12, 10)


def test_what_lies_there_shortens_what_the_hand_must_give() -> None:
    choices = {choice.name: choice for choice in _stock(*_PINOCHLE, "trick Ann").choices}
    assert (choices["marriage in spades"].builds, choices["marriage in clubs"].builds) == (True, False)
    assert spell(choices["double pinochle"].needed) == "JD QS"


def test_after_a_meld_a_dix_and_the_exchange_are_left() -> None:
    stock = _stock(*_PINOCHLE)
    assert [choice.name for choice in stock.choices] == ["dix"]
    assert stock.exchange == 10
    assert [laid.name for laid in stock.melded] == ["pinochle"]
    shown = _stock(*_PINOCHLE, "lays Ann dix 9H")
    assert (shown.choices, shown.exchange) == ((), 0)
    assert _stock(*_PINOCHLE, "exchange Ann").exchange is None


def test_cards_lie_before_their_player_as_they_were_laid_and_those_played_are_marked() -> None:
    stock = _stock(*_PINOCHLE, "gone Ann QS", "trick Ann", "lays Ann queens QS QH QC QD", "trick Ann", "exchange Ann")
    ann, ben = stock.tables
    assert [(str(each.card), each.played) for each in ann.cards] == [
        ("QS", True),
        *((card, False) for card in ("JD", "QS", "QH", "QC", "QD")),
    ]
    assert [laid.points for laid in ann.melds] == [40, 60, 10]
    assert (ann.points, ann.entered_sum, ben.cards, str(stock.turned_up)) == (110, None, (), "9H")


def test_a_sum_told_in_between_is_shown_beside_what_was_laid() -> None:
    ann = _stock(*_PINOCHLE, "sum A 200").tables[0]
    assert (ann.points, ann.entered_sum) == (40, 200)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ((), "Ann deals three or four at a time."),
        ((), "Then Ann turns up a card: its suit is trump."),
        ((), "The rest lies face down as the stock; the turned-up card is its last."),
        (_TURNED, "Ben leads first."),
        (_TURNED, "Any card may be played to any lead."),
        (_TURNED, "The winner of a trick may lay one meld, then draws first and leads."),
        (
            (*_TURNED, "exchange Ben", "trick Ben last"),
            "Ben may meld once more, then draws the last face-down card and shows it; Ann takes 9♥\ufe0e.",
        ),
        ((*_TURNED, "trick Ben last", "close"), "Ben leads, having taken the last trick of the stock."),
        ((*_TURNED, "close"), "Now suit must be followed, and a player who cannot must trump."),
        ((*_TURNED, "close"), "Counters are rounded to tens. A last digit of 7 or more goes up, a smaller one down."),
    ],
)
def test_the_table_is_reminded_of_what_comes_next(lines: tuple[str, ...], says: str) -> None:
    assert says in [reminder.says for reminder in view(told(lines).state).reminders]


def test_without_a_stock_the_hand_left_of_the_dealer_leads() -> None:
    seen = view(told((*_TURNED, "close"), {"bid": "none", "pass.count": 0}, "site").state)
    assert "Ben leads first, any card." in [reminder.says for reminder in seen.reminders]
    assert seen.stock is None


def test_every_step_is_told_in_a_sentence() -> None:
    table = told((*_PINOCHLE, "exchange Ann", "gone Ann QS", "back Ann QS", "trick Ben last", "claim A A 40"))
    said = [line.says.replace("\ufe0e", "") for line in log_lines(table.history)]
    assert said[2:] == [
        "10♥ was turned up. Trump: hearts.",
        "Ann took a trick.",
        "Ann melded pinochle: 40.",
        "Ann melded dix: 10.",
        "Ann exchanged 9♥ for 10♥.",
        "Ann played Q♠ from the table.",
        "Ann still has Q♠ on the table.",
        "Ben took the last trick of the stock.",
        "Ann declared out.",
    ]


def test_whoever_thinks_of_declaring_out_sees_the_score_with_the_meld() -> None:
    claim = view(told(_PINOCHLE).state).claim
    assert claim
    assert (claim.target, claim.so_far) == (1000, (("A", 40), ("B", 0)))
    assert view(told(_PINOCHLE, {"end.deal": True}).state).claim is None
    assert view(told(()).state).claim is None


def test_where_every_deal_is_a_game_no_target_is_in_force() -> None:
    assert view(told(_PINOCHLE, {"end.deal": True}).state).target is None


def test_a_meld_proves_nothing_about_the_playoff_as_played_cards_need_not_be_marked() -> None:
    state = told((*_PINOCHLE, "gone Ann QS", "trick Ben last", "close")).state
    assert state.deal
    log = log_of(state, state.deal)
    assert (log.shown, log.leader, spell(log.laid_away)) == ({0: (), 1: ()}, 1, "QS")
