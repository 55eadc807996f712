"""The variants in the order in which the app lists them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.names import did_you_mean
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
    """The variant of the rulebook of this key, as games and house variants are stored with it.

    What people ask for by a key may be a known table too: :func:`companion.rules.known.find_game`.

    :raises VariantError: if there is none.
    """
    for variant in VARIANTS:
        if variant.key == key:
            return variant
    raise no_such_variant(key, (variant.key for variant in VARIANTS))


def no_such_variant(key: str, known: Iterable[str]) -> VariantError:
    """The error for an unknown key, with the nearest known one or all of them."""
    keys = list(known)
    hint = did_you_mean(key, keys) or f"there are {', '.join(keys)}"
    return VariantError(f"no such variant: {key!r}; {hint}")
