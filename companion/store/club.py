"""Who belongs to a club: accounts with an office each, where they are signed in, and the ways in that were handed out.

Of the token of a sign-in and of a way in only the SHA-256 is kept (``membership.hashed``), so that a copy of the store
signs nobody in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Office(str, Enum):
    """What an account does in its club; each may all that those after it may."""

    OWNER = "owner"
    """Looks after the club and whoever is in it."""
    DIRECTOR = "director"
    """Looks after the tables: every game, the house rules, and who is a member."""
    MEMBER = "member"
    """Begins games, and sees those of the others."""

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return self.value

    @property
    def said(self) -> str:
        """As it stands in a sentence."""
        return "an owner" if self is Office.OWNER else f"a {self}"

    def reaches(self, other: Office) -> bool:
        """Whether it is this office or a higher one than ``other``."""
        return _ORDER.index(self) <= _ORDER.index(other)

    def looks_after(self, other: Office) -> bool:
        """Whether it invites to ``other``, appoints to it, and removes those who have it.

        Owners do so with everybody, directors with members.
        """
        return self is Office.OWNER or (self is Office.DIRECTOR and other is Office.MEMBER)


_ORDER = (Office.OWNER, Office.DIRECTOR, Office.MEMBER)


@dataclass(frozen=True)
class Account:
    """Somebody who signs in."""

    id: str
    name: str
    office: Office
    at: str
    """Since when."""
    seen_at: str = ""
    """When a device of theirs was last heard of; empty if none is signed in."""


@dataclass(frozen=True)
class SignIn:
    """A device on which an account is signed in."""

    id: str
    """The hash of its token: by it the sign-in is ended; it opens nothing."""
    account: str
    device: str
    """What kind of device it says that it is."""
    at: str
    seen_at: str


@dataclass(frozen=True)
class WayIn:
    """What a token leads to, once: an office for somebody new, or the account of somebody who is there."""

    id: str
    office: Office | None
    """Of an invitation."""
    account: str | None
    """Whose it is; of an invitation nobody's yet."""
    made_by: str
    """The account that handed it out; empty if it was made on the machine itself."""
    at: str
    ends_at: str


@dataclass(frozen=True)
class Passkey:
    """A key pair of somebody's device, of which the store has the public half."""

    id: str
    """As its device knows it, in base64url."""
    account: str
    public_key: bytes
    uses: int
    """How often it was used, as far as its device counts that."""
    device: str
    at: str
    used_at: str = ""
