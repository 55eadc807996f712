"""The questions of the referee, by what people look for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.web.settle.asked import QuestionPage
from companion.web.settle.bidding import BID, OPENING, TRUMP
from companion.web.settle.case import Case
from companion.web.settle.mishap import CARDS_WRONG, PLAYED_WRONG
from companion.web.settle.play import LAID_MELD, MELD, PLAY, TRICK
from companion.web.settle.score import NEEDED, THROW_IN, WINNER


@dataclass(frozen=True)
class Tile:
    """Questions that people look for in one place."""

    title: str
    note: str
    pages: tuple[QuestionPage, ...]
    wrong: str = ""
    """For what went wrong, the part of the table's page that enters it without a question (``table/_wrong.html``)."""

    def open_to(self, case: Case) -> tuple[QuestionPage, ...]:
        """Return its questions that can come up in this case."""
        here = (page for page in self.pages if page.arises(case.variant))
        return tuple(page for page in here if case.table or not page.of_game)


TILES: tuple[Tile, ...] = (
    Tile(PLAY.title, PLAY.note, (PLAY,)),
    Tile(TRICK.title, TRICK.note, (TRICK,)),
    Tile("Are they set already?", "What is still needed; may they throw in?", (NEEDED, THROW_IN)),
    Tile(MELD.title, MELD.note, (MELD, LAID_MELD)),
    Tile("Was that bid allowed?", "Who must open; may they name that suit?", (BID, OPENING, TRUMP)),
    Tile(
        "Somebody played wrong", "Renege, out of turn, a card shown, laid away wrongly", (PLAY, *PLAYED_WRONG), "played"
    ),
    Tile("The cards were wrong", "Misdeal, a card missing or one too many", CARDS_WRONG, "cards"),
    Tile(WINNER.title, WINNER.note, (WINNER,)),
)
"""The questions as the first page shows them, by what they are about."""

QUESTION_PAGES: Mapping[str, QuestionPage] = {page.key: page for tile in TILES for page in tile.pages}
"""Every question by its key."""


def find_questions(words: str, case: Case) -> tuple[QuestionPage, ...]:
    """Return the questions that can come up in a case, with more than half of these words in title and note."""
    looked_for = _words(words)
    here = dict.fromkeys(page for tile in TILES for page in tile.open_to(case))
    return tuple(each for each in here if 2 * len(looked_for & _words(f"{each.title} {each.note}")) > len(looked_for))


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 2}
