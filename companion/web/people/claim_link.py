"""Makes another phone a person's: an address signed with the key of the games, and good for an hour."""

from __future__ import annotations

from itsdangerous import BadData, URLSafeTimedSerializer

GOOD_FOR_SECONDS = 3600
_USE = "another phone of a person"


def make_token(key: str, person: str, maker: str = "") -> str:
    """A part of an address that only whoever holds the key can make."""
    return URLSafeTimedSerializer(key, salt=_USE).dumps([person, maker])


def read_token(key: str, token: str) -> tuple[str, str]:
    """For whom and by which phone it was made with this key, less than an hour ago; empty if it was not.

    What the machine itself made names no phone.
    """
    try:
        person, maker = URLSafeTimedSerializer(key, salt=_USE).loads(token, max_age=GOOD_FOR_SECONDS)
    except (BadData, ValueError):
        return "", ""
    return str(person), str(maker)
