"""Who has agreed with what: the choice of a table, and the signatures under its result."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Agreement:
    """Whether the sides of a table are asked, and which of them have signed; what they say of a deal is the deal's."""

    since: int | None = None
    """The number of the first deal about which they are asked; None where they are not."""
    signed: frozenset[str] = frozenset()
    """The sides whose signature is under the result."""
    released: frozenset[str] = frozenset()
    """Those of them that would let go of it; empty until every side has signed."""

    def is_signed(self, sides: Collection[str]) -> bool:
        """Whether every side has signed, so that none changes the result alone."""
        return bool(self.signed) and self.signed >= frozenset(sides)

    def after_signing(self, side: str) -> Agreement:
        """The same with this side's signature."""
        return replace(self, signed=self.signed | {side}, released=self.released - {side})

    def after_release(self, side: str, sides: Collection[str]) -> Agreement:
        """The same once this side lets go: what every side has signed is open when the last of them does."""
        if not self.is_signed(sides):
            return replace(self, signed=self.signed - {side})
        released = self.released | {side}
        return self.unsigned() if released >= self.signed else replace(self, released=released)

    def unsigned(self) -> Agreement:
        """The same without signatures."""
        return replace(self, signed=frozenset(), released=frozenset())


NOT_ASKED = Agreement()
"""What holds until a table chooses otherwise."""
