"""The gate of the table: what a variant asks for that the table's pages do not do."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.variant import Variant

_GATES: tuple[tuple[Callable[[Variant], bool], str], ...] = ()


def unserved(variant: Variant) -> tuple[str, ...]:
    """What keeps this variant from being played through the table's pages, a sentence each; none if nothing does."""
    return tuple(says for asks, says in _GATES if asks(variant))
