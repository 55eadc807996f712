"""Names that people type, for players, house variants and decks: tidied alike, and refused for the same reason.

A person's name is a ``PersonName``, made by :func:`person_name` alone, wherever somebody types one; one that was kept
before these limits is shown by :func:`shown_name`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NewType
from unicodedata import category, combining, normalize

LONGEST_PERSON = 30
"""The most letters of a person's name: a page of a game on a phone shows it whole."""
LONGEST_NAME = 60
"""The most letters of any other name: of house rules, a season, a night."""
JOINERS = "\u200c\u200d"
"""Unseen, but part of how some scripts and pictures are written."""
_VARIANTS = "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Unseen, too: which form of the sign before is meant."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Signs that count as letters or accents and show nothing."""
_NOT_COMPARED = dict.fromkeys(map(ord, JOINERS + _VARIANTS))
_LOOSE_JOINERS = re.compile(rf"^[{JOINERS}]+|[{JOINERS}]+$|(?<=[{JOINERS}])[{JOINERS}]+")
"""The joiners that join nothing in a word."""
UNSEEN = "Please use only letters, digits and signs that can be seen; this name holds one that can’t. Write it again."
NAMELESS = "Please write a name for this player."
_UNNAMED = re.compile(r"player \d{1,2}")
HIDDEN_SIGN = "\ufffd"
"""Stands where a kept name has a sign that can't be shown."""

PersonName = NewType("PersonName", str)
"""A person's name as :func:`person_name` made it."""


class NameRefused(ValueError):
    """Error for text that is no person's name; the message says what would be one."""


def person_name(typed: str, missing: str = NAMELESS) -> PersonName:
    """The person's name that somebody typed.

    >>> person_name(" Ann  Lee ")
    'Ann Lee'

    :param missing: what to say where nothing was typed.
    :raises NameRefused: if there is none, or it is too long or holds what can't be seen.
    """
    name = tidy_name(typed)
    if problem := name_problem(name, LONGEST_PERSON, missing):
        raise NameRefused(problem)
    return PersonName(name)


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown key: the known ones most like it, or nothing.

    >>> did_you_mean("play.haed", ("play.head", "play.lead", "unit"))
    'did you mean play.head or play.lead?'
    """
    from difflib import get_close_matches

    near = get_close_matches(typed, [*known], cutoff=0.7)
    return f"did you mean {' or '.join(near)}?" if near else ""


def unnamed(seat: int) -> PersonName:
    """Return the name of a player whom nobody has named, by seat.

    >>> unnamed(0), is_unnamed("Player 1"), is_unnamed("Ann")
    ('Player 1', True, False)
    """
    return PersonName(f"Player {seat + 1}")


def is_unnamed(name: str) -> bool:
    """Return True if a name only says which seat somebody has."""
    return _UNNAMED.fullmatch(same_name(name)) is not None


def team_name(names: Sequence[str]) -> str:
    """Return the name of players who play together.

    >>> team_name(["Ann", "Cy"]), team_name(["Player 1", "Player 3"]), team_name(["Player 1", "Cy"])
    ('Ann & Cy', 'Players 1 & 3', 'Player 1 & Cy')
    """
    if len(names) > 1 and all(map(is_unnamed, names)):
        return f"Players {' & '.join(name.split()[-1] for name in names)}"
    return " & ".join(names)


def table_problems(typed: Sequence[str]) -> Mapping[int, str]:
    """Return by place the faults in the names of people who play together; empty when all are fine."""
    problems: dict[int, str] = {}
    first_at: dict[str, int] = {}
    for place, each in enumerate(typed):
        twin = first_at.setdefault(same_name(each), place)
        try:
            name = person_name(each)
        except NameRefused as refusal:
            problems[place] = str(refusal)
            continue
        if twin != place:
            problems[place] = f"{name} is here twice: add a letter so that the two can be distinguished."
    return problems


def shown_name(kept: str) -> PersonName:
    """A name that was kept, as it can be shown: with a sign in place of each that can't be seen, and cut if too long.

    >>> shown_name("ev\\u202eil"), shown_name("Ann")
    ('ev�il', 'Ann')
    """
    try:
        return person_name(kept)
    except NameRefused:
        seen = "".join(sign if _can_be_seen(sign) else HIDDEN_SIGN for sign in tidy_name(kept))
        whole = seen if _shows(seen) else HIDDEN_SIGN
        return PersonName(whole if len(whole) <= LONGEST_PERSON else f"{whole[: LONGEST_PERSON - 1].rstrip()}…")


def is_shown_otherwise(kept: str) -> bool:
    """Return True if a name that was kept is shown with other signs than it has."""
    return bool(name_problem(tidy_name(kept), LONGEST_PERSON, NAMELESS))


def tidy_name(name: str) -> str:
    """A name without spaces around it, one between its words, and each letter with its accents as one.

    >>> tidy_name("  Ann \\t Lee "), tidy_name("Rene\\u0301")
    ('Ann Lee', 'René')
    """
    words = name.split()
    seen = [word for each in words if (word := _LOOSE_JOINERS.sub("", each))]
    return normalize("NFC", " ".join(seen or words))


def name_problem(name: str, longest: int, missing: str) -> str:
    """Say why a tidied name won't do: there is none, it is too long, or it holds what can't be seen; else empty.

    :param longest: the most letters that it may have.
    :param missing: what to say where there is none.
    """
    if not name:
        return missing
    if len(name) > longest:
        return f"Please use at most {longest} letters; this name has {len(name)}."
    return unseen_in(name)


def unseen_in(name: str) -> str:
    """Say why a name with invisible signs (control, direction, half a letter) won't do; empty where it will.

    >>> unseen_in("Ann\\u202eBob") == unseen_in("Ann\\0") == unseen_in("\\u3164") == UNSEEN, unseen_in("Zoë 👩‍👧")
    (True, '')
    """
    return "" if not name or (all(map(_can_be_seen, name)) and _shows(name)) else UNSEEN


def _can_be_seen(sign: str) -> bool:
    """Return True if a sign is seen, or belongs to how one that is seen is written."""
    return sign in JOINERS or (sign.isprintable() and sign not in _BLANK)


def _shows(name: str) -> bool:
    """Return True if anything of a name is seen by itself."""
    return any(category(sign)[0] in "LNPS" for sign in name)


@lru_cache(10_000)
def same_name(name: str) -> str:
    """Return the form that look-alike names share: capitals and invisible signs do not matter."""
    return normalize("NFC", tidy_name(name).casefold().translate(_NOT_COMPARED))


def plain_letters(text: str) -> str:
    """Letters as somebody in a hurry types them: small, and without accents.

    >>> plain_letters("Zoë O’Brien")
    "zoe o'brien"
    """
    letters = normalize("NFKD", text.replace("’", "'")).casefold()
    return "".join(letter for letter in letters if not combining(letter))


def words_of(text: str) -> tuple[str, ...]:
    """The words by which a game is found, each once.

    >>> words_of("Zoë, Ann Lee, Ann")
    ('zoe', 'ann', 'lee')
    """
    return tuple(dict.fromkeys(plain_letters(text).replace(",", " ").split()))
