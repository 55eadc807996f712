"""Random names for games and photographs."""

from __future__ import annotations

import secrets

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without 0, 1, i, l and o, which are misread aloud and on paper
_LENGTH = 12


def random_id() -> str:
    """Twelve letters and digits that go into an address as they are and can be read out; no two alike in practice."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
