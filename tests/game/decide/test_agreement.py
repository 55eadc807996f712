"""Both sides agree: who may say what when, what it leads to, and that a signed game changes only by all."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Suit
from companion.game.commands import (
    AnswerDeal,
    AskSides,
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    NameTrump,
    Pass,
    Redo,
    Refusal,
    ReleaseGame,
    RenamePlayers,
    ShowNumber,
    SignGame,
    TakeBid,
    Undo,
)
from companion.game.decide import decide
from companion.game.decide.command import Moment, carried_over
from companion.game.fold import deals_asked, disputed_deals, is_signed, last_step, sides_against, sides_open
from companion.game.seen import Touched
from companion.rules.score.facts import DealEnd
from tests.conftest import tries
from tests.game.random_commands import Maker
from tests.game.table import Table

ASK, RIGHT, WRONG, THEIRS = AskSides(asked=True), *(AnswerDeal("A", 1, agrees=x) for x in (True, False)), "B"
B_RIGHT, B_WRONG = (AnswerDeal(THEIRS, 1, agrees=x) for x in (True, False))
UNCOUNTED = (
    TakeBid(0, 300),
    NameTrump(Suit.SPADES),
    ShowNumber("A", None, 120),
    ShowNumber("B", None, 60),
    CloseMeld(),
)
COUNTED = (*UNCOUNTED, EndDeal(DealEnd.PLAYED, {"A": 180}))
DEAL = (*COUNTED, ConfirmDeal())
AGAIN = CorrectDeal(1, (*UNCOUNTED, EndDeal(DealEnd.PLAYED, {"A": 190})))
SHORT = {"end.target": 300}
"""One deal ends the game."""
RENAMED = RenamePlayers(("Anna", "Ben", "Cleo", "Dan"))
SIGNED = (ASK, *DEAL, SignGame("A"), SignGame("B"))
OPEN_AGAIN = (*SIGNED, ReleaseGame("A"), ReleaseGame("B"))

REFUSED: tuple[tuple[tuple[Command, ...], Command, str], ...] = (
    (DEAL, RIGHT, "doesn’t ask"),
    (DEAL, SignGame("A"), "doesn’t ask"),
    ((), AskSides(asked=False), "has it already"),
    ((ASK,), ASK, "has it already"),
    ((ASK,), RIGHT, "Nobody is asked about deal 1"),
    ((ASK, *COUNTED), RIGHT, "Nobody is asked about deal 1"),
    ((*DEAL, ASK), RIGHT, "Nobody is asked about deal 1"),
    ((ASK, *DEAL), AnswerDeal("C", 1, agrees=True), "which side"),
    ((ASK, *DEAL, RIGHT), RIGHT, "said already"),
    ((ASK, *DEAL, WRONG), SignGame("B"), "Ann & Cleo said that deal 1 is not right"),
    ((ASK, *COUNTED), SignGame("A"), "goes on"),
    ((ASK, *DEAL), SignGame("C"), "which side"),
    ((ASK, *DEAL, SignGame("A")), SignGame("A"), "signed already"),
    ((ASK, *DEAL), ReleaseGame("A"), "has not signed"),
    ((*SIGNED, ReleaseGame("A")), ReleaseGame("A"), "already withdrew its signature"),
    *(
        (SIGNED, each, "Every side has signed")
        for each in (Undo(), Redo(), AGAIN, RENAMED, RIGHT, AskSides(asked=False))
    ),
    ((ASK, *DEAL, SignGame("B")), AskSides(asked=False), "Ben & Dan signed the result"),
    ((*SIGNED, ReleaseGame("A")), Undo(), "Every side has signed"),
    ((*SIGNED, ReleaseGame("A"), SignGame("A"), ReleaseGame("B")), Undo(), "Every side has signed"),
)
"""What was done, what is asked then, and words of the refusal. The deal ends the game where somebody signs."""


def table(*commands: Command) -> Table:
    """A table of which one deal ends the game."""
    return Table(options=SHORT).do(*commands)


def said(at: Table) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Of each deal about which sides are asked, who has still to answer and who disputes it."""
    return [(sides_open(at.state, deal), sides_against(deal)) for deal in deals_asked(at.state)]


@pytest.mark.parametrize(("before", "asked", "says"), REFUSED)
def test_what_has_not_its_time_is_refused_in_words(before: tuple[Command, ...], asked: Command, says: str) -> None:
    refusal = table(*before).ask(asked)
    assert isinstance(refusal, Refusal)
    assert says in refusal.says


def test_nobody_is_asked_where_the_table_does_not_say_so() -> None:
    at = table(*DEAL)
    assert (said(at), at.state.agreement.since) == ([], None)


def test_each_side_answers_and_a_deal_that_one_disputes_is_marked() -> None:
    at = table(ASK, *DEAL)
    assert said(at) == [(("A", "B"), ())]
    assert said(at.do(RIGHT, B_WRONG)) == [((), ("B",))]
    assert [deal.number for deal in disputed_deals(at.state)] == [1]
    assert said(at.do(B_RIGHT)) == [((), ())]


def test_a_game_goes_on_while_a_deal_is_disputed() -> None:
    at = Table().do(ASK, *DEAL, WRONG, TakeBid(1, 300))
    assert at.state.deal is not None
    assert (at.state.deal.number, said(at)) == (2, [(("B",), ("A",))])


@pytest.mark.parametrize("changed", [(AGAIN,), (Undo(), ConfirmDeal())])
def test_every_side_is_asked_again_about_a_deal_that_was_told_again(changed: tuple[Command, ...]) -> None:
    assert said(table(ASK, *DEAL, RIGHT, B_WRONG, *changed)) == [(("A", "B"), ())]


def test_an_undo_takes_back_the_last_step_and_no_sides_word() -> None:
    at = Table().do(ASK, *DEAL, TakeBid(1, 300), RIGHT, B_WRONG)
    assert [type(each.event).__name__ for each in last_step(at.history)] == ["AuctionWon"]
    assert said(at.do(Undo())) == [((), ("B",))]
    assert said(at.do(B_RIGHT, Redo())) == [((), ())]
    assert at.state.deal is not None
    assert at.state.deal.contract is not None


def test_what_was_said_of_a_correction_does_not_stand_once_that_is_taken_back() -> None:
    at = table(ASK, *DEAL, RIGHT, AGAIN, WRONG)
    assert said(at.do(Undo())) == [(("B",), ())]
    assert said(at.do(B_WRONG, Redo())) == [(("B",), ("A",))]


def test_signatures_stand_under_what_was_signed_alone() -> None:
    for change in ((AGAIN,), (Undo(), ConfirmDeal())):
        assert not table(ASK, *DEAL, SignGame("A"), *change).state.agreement.signed
    assert table(ASK, *DEAL, SignGame("A"), Undo(), Redo()).state.agreement.signed == {"A"}
    taken_back = table(ASK, *DEAL, AGAIN, Undo(), SignGame("A"), Redo())
    assert not taken_back.state.agreement.signed


def test_what_every_side_signed_is_open_once_each_has_let_go() -> None:
    at = table(*SIGNED)
    assert is_signed(at.state)
    assert said(at) == [((), ())], "who signed the result is asked about no deal"
    assert is_signed(at.do(ReleaseGame("B"), SignGame("B"), ReleaseGame("A")).state)
    assert not is_signed(at.do(ReleaseGame("B")).state)
    assert said(at.do(AGAIN)) == [(("A", "B"), ())]


def test_an_undo_reaches_the_last_step_beneath_signatures_that_were_let_go_of() -> None:
    at = table(*OPEN_AGAIN, Undo())
    assert (at.state.won, at.state.agreement.signed) == (None, frozenset())


def test_one_signature_alone_is_taken_back_by_its_side() -> None:
    assert not table(ASK, *DEAL, SignGame("A"), ReleaseGame("A")).state.agreement.signed


@pytest.mark.parametrize(
    ("before", "first", "second"),
    [
        ((ASK, *DEAL), RIGHT, B_WRONG),
        ((ASK, *DEAL), RIGHT, AGAIN),
        ((ASK, *DEAL), SignGame("A"), SignGame("B")),
        (SIGNED, ReleaseGame("A"), ReleaseGame("B")),
        ((ASK, *DEAL), RIGHT, Undo()),
    ],
)
def test_what_two_sides_say_at_once_does_not_touch(
    before: tuple[Command, ...], first: Command, second: Command
) -> None:
    seen = table(*before)
    for one, other in ((first, second), (second, first)):
        if isinstance(one, (CorrectDeal, Undo)):
            continue
        now = Table.of(seen.history).do(one)
        assert carried_over(_at(seen), _at(now), other) == other
        assert not isinstance(now.ask(other), Refusal)


@pytest.mark.parametrize("second", [WRONG, SignGame("A")])
def test_an_answer_is_on_the_deal_as_its_phone_showed_it(second: Command) -> None:
    seen = table(ASK, *DEAL)
    now = Table.of(seen.history).do(AGAIN)
    assert isinstance(carried_over(_at(seen), _at(now), second), Touched)


def test_two_phones_of_one_side_that_say_the_same_are_told_so() -> None:
    seen = table(ASK, *DEAL)
    now = Table.of(seen.history).do(RIGHT)
    for mine, same in ((RIGHT, True), (WRONG, False)):
        touched = carried_over(_at(seen), _at(now), mine)
        assert isinstance(touched, Touched)
        assert touched.same is same


def _at(table: Table) -> Moment:
    return Moment(tuple(table.history), table.state)


@settings(max_examples=tries(25))
@given(st.integers(0, 2**32), st.lists(st.sampled_from("ABrs"), max_size=8))
def test_a_signed_game_never_changes_but_by_all(seed: int, moves: list[str]) -> None:
    chance, at = Random(seed), table(*SIGNED)
    for move in moves:
        before, signed = at.state, is_signed(at.state)
        command = _move(chance, at, move)
        decision = decide(at.history, command)
        if isinstance(decision, Refusal):
            continue
        at.do(command)
        after = at.state
        if signed:
            assert isinstance(command, (SignGame, ReleaseGame))
            assert (after.deals, after.names, after.won) == (before.deals, before.names, before.won)
            freed = before.agreement.released | ({command.side} if isinstance(command, ReleaseGame) else set())
            assert is_signed(after) or freed == {"A", "B"}


def _move(chance: Random, at: Table, move: str) -> Command:
    """Somebody releases or signs, or asks for anything at all."""
    if move in "AB":
        return ReleaseGame(move)
    if move == "s":
        return SignGame(chance.choice("AB"))
    whatever: tuple[Command, ...] = (Undo(), Redo(), AGAIN, RENAMED, WRONG, B_RIGHT, ASK, AskSides(asked=False), Pass())
    return chance.choice((*whatever, Maker(at.state, chance).command()))
