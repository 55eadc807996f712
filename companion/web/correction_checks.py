"""The part of a correction that puts the ledger of checks right: a box for each thing that a side can have shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.game.state import DealState, GameState
from companion.rules.check_tiles import check_tiles
from companion.rules.deal import CheckMeld
from companion.rules.variant import Variant
from companion.web.forms import Form


def boxes_of(variant: Variant, side: str) -> list[tuple[str, str, CheckMeld]]:
    """The boxes for one side: field, words and meld, one for each copy that a hand can hold; none without checks."""
    return [
        (f"check-{side}-{tile.meld}-{copy}", tile.name if copy == 1 else f"another {tile.name}", tile.meld)
        for tile in check_tiles(variant)
        for copy in range(1, tile.copies + 1)
    ]


def checks_as_told(state: GameState, deal: DealState) -> dict[str, object]:
    """The boxes that are ticked, as the deal has it."""
    told: dict[str, object] = {}
    for side in state.sides_in(deal):
        left = Counter(deal.check_melds.get(side, ()))
        for field, _, meld in boxes_of(state.variant, side):
            if left[meld] > 0:
                told[field] = 1
                left[meld] -= 1
    return told


def read_checks(form: Form, state: GameState, deal: DealState) -> Mapping[str, tuple[CheckMeld, ...]] | None:
    """What the boxes say, by side; None where no checks are kept."""
    if not check_tiles(state.variant):
        return None
    return {
        side: tuple(meld for field, _, meld in boxes_of(state.variant, side) if form.value(field))
        for side in state.sides_in(deal)
    }
