"""The variants in the order in which the app lists them."""

from __future__ import annotations

from difflib import get_close_matches

from companion.rules.variant import Variant
from companion.rules.variants.bruce import BRUCE_5, BRUCE_7
from companion.rules.variants.double_deck import DOUBLE_DECK, DOUBLES, EIGHT_HANDED, FIVE_HANDED, RACEHORSE, TRIPLE_DECK
from companion.rules.variants.partnership import (
    FOUR_HANDED,
    HOYLE,
    JOEDOG,
    KITTY_PARTNERSHIP,
    PARTNERSHIP,
    SITE,
    SUMMED,
)
from companion.rules.variants.three_handed import CHECK, CUTTHROAT, THREE_HANDED
from companion.rules.variants.two_handed import TWO_HANDED, TWO_HANDED_DRAW

VARIANTS: tuple[Variant, ...] = (
    SITE,
    PARTNERSHIP,
    HOYLE,
    JOEDOG,
    FOUR_HANDED,
    KITTY_PARTNERSHIP,
    SUMMED,
    BRUCE_5,
    BRUCE_7,
    TWO_HANDED,
    TWO_HANDED_DRAW,
    THREE_HANDED,
    CUTTHROAT,
    CHECK,
    FIVE_HANDED,
    DOUBLES,
    DOUBLE_DECK,
    TRIPLE_DECK,
    RACEHORSE,
    EIGHT_HANDED,
)


class VariantError(ValueError):
    """A key that names no variant; the message lists those there are."""


def find_variant(key: str) -> Variant:
    """The variant of this key.

    :raises VariantError: if there is none.
    """
    for variant in VARIANTS:
        if variant.key == key:
            return variant
    known = [variant.key for variant in VARIANTS]
    near = get_close_matches(key, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    raise VariantError(f"no such variant: {key!r}; {hint}")
