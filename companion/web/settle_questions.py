"""The questions of the referee, in the words in which people ask them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.rules.referee import Settled
from companion.web.settle_case import Case
from companion.web.settle_facts import Facts, Pile
from companion.web.settle_play import (
    PLAY_PILES,
    TRICK_PILES,
    ask_play,
    ask_trick,
    asks_about_play,
    share_play,
)
from companion.web.settle_standing import ask_needed, ask_throw_in, asks_about_numbers


@dataclass(frozen=True)
class Asking:
    """One question: how people put it, what it asks for, and who answers it."""

    key: str
    """As the referee calls it, and part of its address."""
    title: str
    note: str
    """What else people call it."""
    settle: Callable[[Case, Facts], Settled]
    asks: Callable[[Case, Facts], Mapping[str, object]]
    """What the page needs besides: which of its fields this variant knows."""
    piles: tuple[Pile, ...] = ()
    shared: Callable[[Case, Facts], Facts] = field(default=lambda _case, facts: facts)
    """The facts as a link carries them to people who have no part in the game."""


ASKINGS: Mapping[str, Asking] = {
    asking.key: asking
    for asking in (
        Asking(
            "play",
            "Did that card have to be played?",
            "Was it a renege?",
            ask_play,
            asks_about_play,
            PLAY_PILES,
            share_play,
        ),
        Asking(
            "trick", "Who takes the trick?", "Trumps, tens, two of the same", ask_trick, asks_about_play, TRICK_PILES
        ),
        Asking("needed", "What do we still need?", "Are they set already?", ask_needed, asks_about_numbers),
        Asking(
            "throw-in", "May they throw in?", "Give the deal up before the first lead", ask_throw_in, asks_about_numbers
        ),
    )
}

TILES: tuple[tuple[Asking, ...], ...] = tuple(
    tuple(ASKINGS[key] for key in keys) for keys in (("play",), ("trick",), ("needed", "throw-in"))
)
"""The questions as the first page shows them; those of one tile lead to each other."""
