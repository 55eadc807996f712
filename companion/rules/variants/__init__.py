"""The variants in the order in which the app lists them."""

from __future__ import annotations

from difflib import get_close_matches

from companion.rules.variant import Variant
from companion.rules.variants import bruce, double_deck, partnership, three_handed, two_handed

VARIANTS: tuple[Variant, ...] = (
    *partnership.FAMILY,
    *bruce.FAMILY,
    *two_handed.FAMILY,
    *three_handed.FAMILY,
    *double_deck.FAMILY,
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
