"""What players ask, by the clause that answers it: people rarely know what a rule is called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from companion.rules.lookup.asked.bidding import BIDDING
from companion.rules.lookup.asked.cards import CARDS
from companion.rules.lookup.asked.ending import ENDING
from companion.rules.lookup.asked.melds import MELDS
from companion.rules.lookup.asked.play import PLAY
from companion.rules.lookup.asked.scoring import SCORING

_CHAPTERS = (CARDS, BIDDING, MELDS, PLAY, SCORING, ENDING)

QUESTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        clause: tuple(re.findall(r"[^?.]+[?.]", " " + questions))
        for chapter in _CHAPTERS
        for clause, questions in chapter.items()
    }
)
"""The questions of each clause."""
