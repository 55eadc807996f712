"""The notions that players' words stand for: every way of saying one is read as the same thing.

A phrase wins over the words in it, and a longer phrase over a shorter one; ``#`` marks a notion that is no thing of the
game but a way of asking. Words that are in no list stand for themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.rules.lookup.notions.asking import ASKING
from companion.rules.lookup.notions.bidding import BIDDING
from companion.rules.lookup.notions.dealing import DEALING
from companion.rules.lookup.notions.melds import MELDS
from companion.rules.lookup.notions.play import PLAY
from companion.rules.lookup.notions.scoring import SCORING
from companion.rules.lookup.notions.small import QUIET, SILENT, WEAK

__all__ = ["NOTIONS", "QUIET", "SILENT", "WEAK"]

NOTIONS: Mapping[str, str] = MappingProxyType({**ASKING, **DEALING, **BIDDING, **MELDS, **PLAY, **SCORING})
"""Each notion with the words and phrases that stand for it, parted by commas."""
