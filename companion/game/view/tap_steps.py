"""How far one tap beside a number goes, where bids, counters and melds are told."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.count import smallest_count
from companion.rules.variant import Variant


class TapSteps(NamedTuple):
    """How far one tap beside a number goes, the shortest way first."""

    bid: tuple[int, ...]
    counters: tuple[int, ...]
    meld: tuple[int, ...]


def tap_steps(variant: Variant) -> TapSteps:
    """The steps in which a table's bids, counters and melds are told.

    >>> from companion.rules.variants import find_variant
    >>> tap_steps(find_variant("site"))
    TapSteps(bid=(10, 50), counters=(10,), meld=(10,))
    """
    _, step = variant.bid_step[0]
    return TapSteps((step, 5 * step), (smallest_count(variant),), (variant.scale,))
