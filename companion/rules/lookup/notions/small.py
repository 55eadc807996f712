"""Words that tell less of what is asked than their rarity says."""

from __future__ import annotations

_SILENT = "a an and are be do does in is it of the to"
SILENT = frozenset(_SILENT.split())
"""Words that tell nothing by themselves; beside another they still say in which order things come."""

_QUIET = (
    "a about also am an and another any anyone are as at be been being bro but by can card could count dear "
    "did do does doing done for from game get give go had hand has have he her here hers hey hi him his how i "
    "id if ill im in into is it its ive just let lets like lol ma me mine my now of off ok okay on one or our "
    "ours out pinochle player please point really rule s shall she should sir so some somebody someone still t "
    "than thanks that the their theirs them then there these they thing this those to too two u up ur us very "
    "was we well were what whats where which while why will with would yes you your yours"
)
QUIET = frozenset(_QUIET.split())
"""Words that nearly every question holds, so that they tell little."""

_WEAK = "card player game hand rule one two three four five six point table score play"
WEAK = frozenset(("#figure", "#hand", "some suit", "the game", *_WEAK.split()))
"""Words and notions that tell something, but less than others as rare."""
