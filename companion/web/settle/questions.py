"""The questions of the referee, in the words in which people ask them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.rules.choices import Bidding, Draw
from companion.rules.referee import Mishap, Settled
from companion.rules.variant import Variant
from companion.web.settle.case import Case, Facts, Pile
from companion.web.settle.mishap import (
    DISCARD_PILES,
    EXPOSED_PILES,
    HOPELESS_PILES,
    PACK_PILES,
    ask_mishap,
    asks_about_mishap,
    happens,
)
from companion.web.settle.play import (
    LAID_PILES,
    MELD_PILES,
    PLAY_PILES,
    TRICK_PILES,
    TRUMP_PILES,
    ask_bid,
    ask_laid_meld,
    ask_meld,
    ask_opening,
    ask_play,
    ask_trick,
    ask_trump,
    asks_about_bidding,
    asks_about_laid_meld,
    asks_about_meld,
    asks_about_play,
)
from companion.web.settle.score import ask_needed, ask_throw_in, ask_winner, asks_about_numbers, asks_about_winner


@dataclass(frozen=True)
class QuestionPage:
    """One question: how people put it, what it asks for, and who answers it."""

    key: str
    """Part of its address."""
    title: str
    note: str
    """What else people call it."""
    template: str
    settle: Callable[[Case, Facts], Settled]
    asks: Callable[[Case, Facts], Mapping[str, object]]
    """What else the page needs: which of its fields this variant knows."""
    piles: tuple[Pile, ...] = ()
    of_game: bool = False
    """Whether it is about the numbers of a game, and can be asked nowhere else."""
    arises: Callable[[Variant], bool] = field(default=lambda _variant: True)
    """Whether it can come up in a variant at all."""


@dataclass(frozen=True)
class Tile:
    """Questions that people look for in one place."""

    title: str
    note: str
    askings: tuple[QuestionPage, ...]

    def open_to(self, case: Case) -> tuple[QuestionPage, ...]:
        """Those of its questions that can come up in this case."""
        here = (asking for asking in self.askings if asking.arises(case.variant))
        return tuple(asking for asking in here if case.table or not asking.of_game)


def _mishap(mishap: Mishap, title: str, note: str, piles: tuple[Pile, ...] = ()) -> QuestionPage:
    key = mishap.value
    ask = ask_mishap(mishap)
    asks = asks_about_mishap(mishap)
    return QuestionPage(key, title, note, "mishap", ask, asks, piles, arises=lambda variant: happens(mishap, variant))


def _with_bids(variant: Variant) -> bool:
    return variant.bid is not Bidding.NONE


_PLAY = QuestionPage(
    "play",
    "Did that card have to be played?",
    "Was it a renege?",
    "play",
    ask_play,
    asks_about_play,
    PLAY_PILES,
)
_TRICK = QuestionPage(
    "trick", "Who takes the trick?", "Two of the same, trumps, tens", "trick", ask_trick, asks_about_play, TRICK_PILES
)
_NUMBERS = (
    QuestionPage(
        "needed",
        "What is still needed?",
        "Set already?",
        "needed",
        ask_needed,
        asks_about_numbers,
        of_game=True,
        arises=_with_bids,
    ),
    QuestionPage(
        "throw-in",
        "May they throw in?",
        "Giving up",
        "throw-in",
        ask_throw_in,
        asks_about_numbers,
        of_game=True,
        arises=_with_bids,
    ),
)
_MELD = QuestionPage(
    "meld",
    "What is this meld worth?",
    "Which card counts for what",
    "meld",
    ask_meld,
    asks_about_meld,
    MELD_PILES,
)
_LAID = QuestionPage(
    "laid-meld",
    "May it be laid now?",
    "Upon what lies there already",
    "laid-meld",
    ask_laid_meld,
    asks_about_laid_meld,
    LAID_PILES,
    of_game=True,
    arises=lambda variant: variant.draw is Draw.STOCK,
)
_AUCTION = (
    QuestionPage(
        "bid",
        "Was that bid allowed?",
        "Too low, too high, a pass",
        "bid",
        ask_bid,
        asks_about_bidding,
        arises=_with_bids,
    ),
    QuestionPage(
        "opening", "Who must open?", "And with how much", "opening", ask_opening, asks_about_bidding, arises=_with_bids
    ),
    QuestionPage(
        "trump",
        "May they name it?",
        "Marriage, run or dix",
        "trump",
        ask_trump,
        asks_about_bidding,
        TRUMP_PILES,
        arises=_with_bids,
    ),
)
_MISHAPS = (
    _mishap(Mishap.WRONG_PACK, "The pack was wrong", "A card missing, or one too many", PACK_PILES),
    _mishap(Mishap.WRONG_DEAL, "It was dealt wrongly", "A hand with too many or too few cards"),
    _mishap(Mishap.EXPOSED_CARD, "A card was shown", "Seen by others, and no meld", EXPOSED_PILES),
    _mishap(Mishap.OUT_OF_TURN, "Out of turn", "A card or a bid before its time"),
    _mishap(Mishap.WRONG_DISCARD, "Laid away wrongly", "Too many, too few, or the wrong cards", DISCARD_PILES),
    _mishap(Mishap.WRONG_DRAW, "Drawn wrongly", "Not as many as were discarded"),
    _mishap(Mishap.HOPELESS_HAND, "A hopeless hand", "No ace, and hardly a counter", HOPELESS_PILES),
)
_WINNER = QuestionPage(
    "winner", "Who has won?", "Both over, level, out by a bid", "winner", ask_winner, asks_about_winner, of_game=True
)

TILES: tuple[Tile, ...] = (
    Tile(_PLAY.title, _PLAY.note, (_PLAY,)),
    Tile(_TRICK.title, _TRICK.note, (_TRICK,)),
    Tile("Are they set already?", "What is still needed; may they throw in?", _NUMBERS),
    Tile(_MELD.title, _MELD.note, (_MELD, _LAID)),
    Tile("Was that bid allowed?", "Who must open; may they name that suit?", _AUCTION),
    Tile("Something went wrong", "Misdeal, wrong pack, exposed card, out of turn", _MISHAPS),
    Tile(_WINNER.title, _WINNER.note, (_WINNER,)),
)
"""The questions as the first page shows them, by what they are about."""

ASKINGS: Mapping[str, QuestionPage] = {asking.key: asking for tile in TILES for asking in tile.askings}
"""Every question by its key."""
