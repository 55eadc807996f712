"""Whole numbers as people type them, on every page: what is none gets a sentence that says so."""

from __future__ import annotations

import re

MOST_DIGITS = 7
_GROUPED = re.compile(r"[0-9]{1,3}(?:[ ,.\u00a0\u2009\u202f’'][0-9]{3})+")
_MINUS = re.compile(r"[-\u2010-\u2015\u2212]\s*(?=[0-9])")


class NoNumber(ValueError):
    """What was typed is no whole number of a score sheet; the message says why, to whoever typed it."""

    def __init__(self, says: str, meant: int | None = None) -> None:
        super().__init__(says)
        self.meant = meant
        """What was probably meant, where the message asks whether it was."""


def parse_whole(text: str) -> int:
    """The whole number that was typed, its thousands parted or not.

    >>> parse_whole("60"), parse_whole("1,250")
    (60, 1250)

    :raises NoNumber: if it is no number, is below 0, or has too many digits.
    """
    shown, typed = text[:20], re.sub(r"[^0-9]", "", text) if _GROUPED.fullmatch(text) else text
    if minus := _MINUS.match(typed):
        after = typed[minus.end() :][:20]
        meant = int(after) if after.isascii() and after.isdecimal() and len(after) <= MOST_DIGITS else None
        raise NoNumber(f"“{shown}” is below 0, and this never is. Did you mean {after}?", meant)
    if not (typed.isascii() and typed.isdecimal()):
        raise NoNumber(f"“{shown}” is not a whole number. Write it in digits, like 60.")
    if len(typed) > MOST_DIGITS:
        raise NoNumber(f"{shown} has too many digits for a score.")
    return int(typed)
