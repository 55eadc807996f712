"""Telling examples of what a house variant changes, worked by the engine under both rules."""

from __future__ import annotations

from companion.rules.examples.deals import deal_examples
from companion.rules.examples.example import Example
from companion.rules.examples.melds import meld_examples
from companion.rules.examples.moments import moment_examples
from companion.rules.variant import Variant

__all__ = ["Example", "examples"]


def examples(parent: Variant, variant: Variant) -> tuple[Example, ...]:
    """Hands, deals and moments that a variant judges otherwise than its parent; none where none of ours tells."""
    return (
        *meld_examples(parent, variant),
        *moment_examples(parent, variant),
        *deal_examples(parent, variant),
    )
