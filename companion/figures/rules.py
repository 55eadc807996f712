"""Under which rules points can be compared: a variant with its changes, whatever a table's target."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256

from companion.rules.options import differences
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

_FAR = ("end.target", "end.deals", "end.deals-level", "floor")
"""How far a game goes changes no deal of it."""


@lru_cache(maxsize=256)
def rules_id(variant: Variant) -> str:
    """The key of a variant, with a mark of its changes where it has some: ``site``, ``site~3f2a91``.

    Taken from the options as they are read today, so that an option added later changes no id.
    """
    changes = differences(variant, find_variant(variant.key))
    told = {key: value for key, value in changes.items() if key not in _FAR}
    if not told:
        return variant.key
    return f"{variant.key}~{sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:6]}"


def variant_of(rules: str) -> str:
    """The key of the variant that these rules are made of."""
    return rules.partition("~")[0]
