"""A game played halfway, for somebody new to look around in: what a table may have entered by the fifth deal."""

from __future__ import annotations

from companion.cards import Suit, parse_cards
from companion.game.commands import (
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    DealStep,
    EndDeal,
    EnterRuling,
    MakeBid,
    NameTrump,
    Pass,
    Refusal,
    ShowCards,
    ShowNumber,
    TakeBid,
)
from companion.game.decide import decide
from companion.game.decide.start import start_game
from companion.game.events import Event, MeldSource
from companion.game.fold import Recorded
from companion.rules.referee.settled import Consequence, Question, Verdict
from companion.rules.score.facts import DealEnd
from companion.rules.variants.partnership import FOUR_HANDED

NAMES = ("Ann", "Ben", "Cleo", "Dan")
_DAN, _ANN, _CLEO = 3, 0, 2
PHOTOGRAPHED = parse_cards("AS 10S KS QS JS KH QH")
"""The cards of the sample photo to which the score sheet leads."""


def _deal(bidder: int, bid: int, trump: Suit, meld: tuple[int, int], taken: int) -> tuple[DealStep, ...]:
    """A deal played out; what the first side took decides what the second did."""
    shown = (ShowNumber(side, None, points) for side, points in zip("AB", meld, strict=True))
    return (TakeBid(bidder, bid), NameTrump(trump), *shown, CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": taken}))


_RENEGED = EnterRuling(
    Question.PLAY,
    Verdict.NOT_LEGAL,
    "Ben could follow suit and did not: a renege.",
    ("play.follow", "score.renege"),
    Consequence("The deal ends with a renege.", DealEnd.RENEGE, offender="B"),
)
COMMANDS: tuple[Command, ...] = (
    *(*_deal(_ANN, 260, Suit.HEARTS, (80, 60), 150), ConfirmDeal()),
    *(MakeBid(150), Pass(), MakeBid(200), Pass(), Pass(), NameTrump(Suit.SPADES)),
    ShowCards(_CLEO, PHOTOGRAPHED, MeldSource.PHOTO),
    *(ShowNumber("B", None, 100), CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 130}), ConfirmDeal()),
    *(*_deal(_CLEO, 320, Suit.CLUBS, (140, 60), 110), ConfirmDeal()),
    CorrectDeal(1, _deal(_ANN, 260, Suit.HEARTS, (80, 60), 190)),
    *(TakeBid(_ANN, 250), NameTrump(Suit.SPADES), ShowNumber("A", None, 80), ShowNumber("B", None, 20), CloseMeld()),
    *(_RENEGED, ConfirmDeal()),
    *(TakeBid(_CLEO, 200), NameTrump(Suit.DIAMONDS), ShowNumber("A", None, 150)),
)


def sample_game() -> list[tuple[Event, ...]]:
    """Return what each step recorded, from the start of the game on.

    :raises ValueError: if the rules refuse a step.
    """
    steps = [_recorded(start_game(FOUR_HANDED, NAMES, _DAN, cut=True))]
    history = [Recorded(seq, 1, event) for seq, event in enumerate(steps[0], 1)]
    for batch, command in enumerate(COMMANDS, 2):
        steps.append(_recorded(decide(history, command)))
        history += (Recorded(seq, batch, event) for seq, event in enumerate(steps[-1], len(history) + 1))
    return steps


def _recorded(decision: tuple[Event, ...] | Refusal) -> tuple[Event, ...]:
    if isinstance(decision, Refusal):
        raise ValueError(decision.says)
    return decision
