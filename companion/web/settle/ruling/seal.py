"""A ruling packed into a link: whoever has the link reads the answer, and finds no way into the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.options import differences, with_options
from companion.rules.referee import Settled
from companion.rules.variant import Variant
from companion.rules.variants import VariantError, find_variant
from companion.store.codec import from_json, to_json
from companion.web.base.sealed import seal_json, unseal_json

NOT_WHOLE = "This link to a ruling is not whole. Ask for it again at the table where it was given."
_USE = "ruling"


@dataclass(frozen=True)
class SealedRuling:
    """A ruling as it was given at a table: it needs nothing of the game to be read."""

    asked: str
    """The question, as people put it."""
    variant: Variant
    """With the rules of that table."""
    settled: Settled


def seal(ruling: SealedRuling) -> str:
    """The ruling as part of an address; it is signed, so that nobody can write one that was never given."""
    variant = ruling.variant
    packed = {
        "asked": ruling.asked,
        "variant": variant.key,
        "name": variant.name,
        "rules": differences(variant, find_variant(variant.key)),
        "settled": to_json(ruling.settled),
    }
    return seal_json(_USE, packed)


def unseal(token: str) -> SealedRuling:
    """The ruling in a link.

    :raises ValueError: if this server has given no such ruling.
    """
    try:
        packed = unseal_json(_USE, token)
        rules = with_options(find_variant(packed["variant"]), packed["rules"])
        return SealedRuling(packed["asked"], replace(rules, name=packed["name"]), from_json(packed["settled"], Settled))
    except (KeyError, ValueError, VariantError):
        # Signed here, it may still come from an edition of the companion that knew other rules.
        raise ValueError(NOT_WHOLE) from None
