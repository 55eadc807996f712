"""What lets its holder look at how requests arrive: signed with the key of the games, and good for an hour.

Being on the machine itself proves nothing here: behind a proxy that was not set up yet everybody seems to be.
"""

from __future__ import annotations

from itsdangerous import BadData, URLSafeTimedSerializer

GOOD_FOR_SECONDS = 3600
_USE = "setup check"


def make_token(key: str) -> str:
    """A part of an address that only whoever holds the key can make."""
    return URLSafeTimedSerializer(key, salt=_USE).dumps("")


def is_good(key: str, token: str) -> bool:
    """Whether it was made with this key, less than an hour ago."""
    try:
        URLSafeTimedSerializer(key, salt=_USE).loads(token, max_age=GOOD_FOR_SECONDS)
    except BadData:
        return False
    return True
