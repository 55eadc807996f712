"""Two phones at once: what touches is shown, what does not touch is carried out on the game as it stands."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Suit, parse_card, parse_cards
from companion.game.commands import (
    ChooseTrickLog,
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    EndDeal,
    MakeBid,
    NameTrump,
    Pass,
    PlayCard,
    RecordChecks,
    Redo,
    Refusal,
    RenamePlayers,
    ShowCards,
    ShowMelds,
    ShowNumber,
    StopGame,
    TakeBid,
    Undo,
)
from companion.game.decide import decide
from companion.game.decide.command import Clash, Moment, carried_over, moment_at
from companion.game.events import DealBegun, GameReopened, GameWon, MeldShown
from companion.game.seen import Touched
from companion.rules.score.facts import CheckMeld, DealEnd, Misdeal
from tests.conftest import tries
from tests.game.random_commands import Maker
from tests.game.table import Table

ANN, BEN, CLEO = 0, 1, 2
AUCTION = ()
MELD = (TakeBid(ANN, 300), NameTrump(Suit.SPADES))
PLAY = (*MELD, ShowNumber("A", None, 120), ShowNumber("B", None, 60), CloseMeld())
COUNTED = (*PLAY, EndDeal(DealEnd.PLAYED, {"A": 180}))
TRICKS = (*PLAY, ChooseTrickLog(kept=True))
A_RUN = parse_cards("AS 10S KS QS JS")
RENAMED = RenamePlayers(("Anna", "Ben", "Cleo", "Dan"))
NO_MARRIAGE = EndDeal(DealEnd.PLAYED, {"A": 100})

Case = tuple[tuple[Command, ...], Command, Command]
BESIDE: tuple[Case, ...] = (
    (MELD, ShowNumber("A", None, 120), ShowNumber("B", None, 60)),
    (MELD, ShowCards(ANN, A_RUN), ShowMelds("A", CLEO, {"pinochle": 1})),
    (MELD, ShowNumber("A", ANN, 150), ShowNumber("A", CLEO, 40)),
    (MELD, ShowCards(ANN, A_RUN), ShowNumber("B", None, 60)),
    (MELD, ShowNumber("A", None, 120), RENAMED),
    (AUCTION, MakeBid(250), RENAMED),
    (PLAY, EndDeal(DealEnd.PLAYED, {"A": 180}), RENAMED),
    (PLAY, EndDeal(DealEnd.PLAYED, {"A": 180}), ChooseTrickLog(kept=True)),
    (COUNTED, ConfirmDeal(), RENAMED),
    (AUCTION, RENAMED, RenamePlayers(("Ann", "Ben", "Cleo", "Dana"))),
    (PLAY, RENAMED, Undo(back_to=3)),
    ((*COUNTED, ConfirmDeal()), MakeBid(250), CorrectDeal(1, (*MELD, CloseMeld(), NO_MARRIAGE))),
)
"""How far the deal is, and two commands of which neither touches the other."""
AFTER_A_CARD: Case = (TRICKS, PlayCard(BEN, parse_card("AS")), EndDeal(DealEnd.PLAYED, {"A": 180}))
"""A card that is recorded changes no count; but once a deal has ended no card falls."""
TOUCHING: tuple[Case, ...] = (
    (AUCTION, MakeBid(250), MakeBid(260)),
    (AUCTION, MakeBid(250), Pass()),
    (AUCTION, Pass(), TakeBid(BEN, 300)),
    (AUCTION, TakeBid(BEN, 300), TakeBid(ANN, 300)),
    (MELD[:1], NameTrump(Suit.HEARTS), NameTrump(Suit.SPADES)),
    (MELD, ShowNumber("A", None, 120), ShowNumber("A", None, 140)),
    (MELD, ShowNumber("A", ANN, 120), ShowNumber("A", None, 140)),
    (MELD, ShowNumber("A", None, 120), CloseMeld()),
    (MELD, CloseMeld(), ShowNumber("A", None, 120)),
    (PLAY, EndDeal(DealEnd.PLAYED, {"A": 180}), EndDeal(DealEnd.PLAYED, {"A": 190})),
    (PLAY, EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT), EndDeal(DealEnd.PLAYED, {"A": 190})),
    (COUNTED, Undo(), ConfirmDeal()),
    (COUNTED, ConfirmDeal(), Undo()),
    (COUNTED, RENAMED, Undo()),
    (PLAY, EndDeal(DealEnd.PLAYED, {"A": 180}), Undo(back_to=3)),
    ((*COUNTED, Undo()), EndDeal(DealEnd.PLAYED, {"A": 170}), Redo()),
    (TRICKS, PlayCard(BEN, parse_card("AS")), PlayCard(BEN, parse_card("KS"))),
    (TRICKS, EndDeal(DealEnd.PLAYED, {"A": 180}), PlayCard(BEN, parse_card("AS"))),
    (AUCTION, RENAMED, RenamePlayers(("Annie", "Ben", "Cleo", "Dan"))),
)


def name_of(told: object) -> str:
    """The last commands of a case, for the name of its test."""
    if not isinstance(told, tuple):
        return type(told).__name__
    return "-".join(type(each).__name__ for each in told[-2:]) or "auction"


def moment(table: Table) -> Moment:
    return Moment(tuple(table.history), table.state)


def meant(so_far: tuple[Command, ...], first: Command, second: Command) -> Command | Clash:
    """What the second command means once the first, given at the same moment, is written down."""
    table = Table().do(*so_far)
    seen = moment(table)
    return carried_over(seen, moment(table.do(first)), second)


@pytest.mark.parametrize("case", [*BESIDE, *((so_far, b, a) for so_far, a, b in BESIDE), AFTER_A_CARD], ids=name_of)
def test_what_does_not_touch_is_carried_out_whoever_was_first(case: Case) -> None:
    so_far, first, _ = case
    over = meant(*case)
    assert not isinstance(over, Touched)
    Table().do(*so_far, first, over)


@pytest.mark.parametrize("case", TOUCHING, ids=name_of)
def test_what_touches_is_shown_with_what_was_told_meanwhile(case: Case) -> None:
    so_far, first, _ = case
    over, seen = meant(*case), len(Table().do(*so_far).history)
    assert isinstance(over, Touched)
    assert not over.same
    assert over.theirs == tuple(Table().do(*so_far, first).history[seen:])


SAME: tuple[tuple[tuple[Command, ...], Command], ...] = (
    (AUCTION, MakeBid(250)),
    (AUCTION, Pass()),
    (MELD, ShowNumber("A", None, 120)),
    (PLAY, EndDeal(DealEnd.PLAYED, {"A": 180})),
    (COUNTED, ConfirmDeal()),
    (AUCTION, RENAMED),
)


@pytest.mark.parametrize(("so_far", "told"), SAME, ids=name_of)
def test_what_two_phones_tell_alike_is_told_already(so_far: tuple[Command, ...], told: Command) -> None:
    over = meant(so_far, told, told)
    assert isinstance(over, Touched)
    assert over.same


def test_a_correction_rests_on_whether_the_game_is_over() -> None:
    table = Table("site", {"end.target": None}).do(*COUNTED, ConfirmDeal())
    seen = moment(table)
    now = moment(table.do(StopGame()))
    assert isinstance(carried_over(seen, now, CorrectDeal(1, (*MELD, CloseMeld(), NO_MARRIAGE))), Touched)


def test_checks_of_two_sides_do_not_touch() -> None:
    table = Table("check").do(TakeBid(ANN, 300), NameTrump(Suit.SPADES))
    seen = moment(table)
    now = moment(table.do(RecordChecks("A", (CheckMeld.SEVEN_NINES,))))
    assert carried_over(seen, now, other := RecordChecks("B", (CheckMeld.SEVEN_NINES,))) is other
    assert isinstance(carried_over(seen, now, RecordChecks("A", ())), Touched)


def test_a_step_that_was_taken_back_and_done_again_touches_nothing() -> None:
    table = Table().do(*MELD)
    seen = moment(table)
    now = moment(table.do(Undo(), Redo()))
    assert carried_over(seen, now, MakeBid(1)) == MakeBid(1)
    assert carried_over(seen, now, ShowNumber("A", None, 120)) == ShowNumber("A", None, 120)


def test_of_a_stale_renaming_only_the_changed_name_is_meant() -> None:
    over = meant(AUCTION, RENAMED, RenamePlayers(("Ann", "Ben", "Cleo", "Dana")))
    assert over == RenamePlayers(("Anna", "Ben", "Cleo", "Dana"))


@pytest.mark.parametrize("version", [-1, 0, 1, 99])
def test_a_version_at_which_no_step_ended_was_seen_by_nobody(version: int) -> None:
    assert moment_at(Table().history, version) is None


def test_the_game_as_it_stood_at_a_version() -> None:
    table = Table()
    before = moment(table)
    assert moment_at(table.do(MakeBid(250)).history, 2) == before


def accepted(at: Moment, random: Random) -> Command:
    """A command at random; mostly one that the rules allow now."""
    maker = Maker(at.state, random)
    tried = [maker.command() for _ in range(12)]
    return next((each for each in tried if not isinstance(decide(at.history, each, at.state), Refusal)), tried[0])


FOLLOWS = (DealBegun, GameWon, GameReopened)
"""What a correction brings with it hangs on the game as it stands, and its writer does not choose it."""


@settings(max_examples=tries(25))
@given(
    seed=st.integers(0, 2**32),
    variant=st.sampled_from(["site", "doubles", "check", "bruce-7", "three-handed", "summed"]),
)
def test_what_is_written_is_what_its_writer_saw_and_takes_nothing_from_others(seed: int, variant: str) -> None:
    """At each moment of a random game two phones tell something at once.

    Whatever is carried out leads to the events that it would have led to on the page that its writer saw, and every
    meld that the other phone told stands afterwards.
    """
    random, table = Random(seed), Table(variant)
    for _ in range(20):
        seen = moment(table)
        first, second = accepted(seen, random), accepted(seen, random)
        if not isinstance(table.ask(first), Refusal):
            table.do(first)
        now = moment(table)
        over, wanted = carried_over(seen, now, second), decide(seen.history, second, seen.state)
        if isinstance(over, Touched):
            assert over.theirs
            continue
        written = decide(now.history, over, now.state)
        if isinstance(written, Refusal) or isinstance(wanted, Refusal):
            continue
        chosen = [event for event in wanted if not isinstance(event, FOLLOWS)]
        assert [event for event in written if not isinstance(event, FOLLOWS)] == chosen
        table.do(over)
        first_told = [recorded.event for recorded in now.history[len(seen.history) :]]
        stands = table.state.deal.shown if table.state.deal else ()
        if not isinstance(over, (Undo, Redo)) and table.state.deal and seen.state.deal:
            same_deal = table.state.deal.number == seen.state.deal.number
            assert not same_deal or all(event in stands for event in first_told if isinstance(event, MeldShown))
