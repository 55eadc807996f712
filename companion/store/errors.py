"""Errors about rows and files, each with a sentence that a person can act on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StoreError(Exception):
    """The stored games could not be read or written; the message says what is wrong and how to fix it."""


class NotFound(StoreError):
    """No game has this id, or no night."""

    def __init__(self, game_id: str, what: str = "game") -> None:
        super().__init__(f"there is no {what} {game_id!r} here")
        self.game_id = game_id


class InBin(NotFound):
    """The game has been deleted, and can still be brought back."""

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.args = (f"game {game_id!r} has been deleted; it can still be brought back",)


class SeatHeld(StoreError):
    """Another device holds the seat."""

    def __init__(self, game_id: str, seat: int, holder: str) -> None:
        super().__init__(f"seat {seat} of game {game_id!r} is held by another device")
        self.holder = holder
        """Its id as a member."""


class Damaged(StoreError):
    """A stored record can't be read any more; its neighbors still can."""


class NotShown(Damaged):
    """A game or a night that no page can show; the message names the faulty entry, if it is known."""


FAULTS = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError)
"""The exceptions that a fold or a view may raise over impossible entries: any error of Python."""


@contextmanager
def blaming(where: str) -> Iterator[None]:
    """Report any failure over stored entries as ``NotShown``, with its place.

    :raises NotShown: in place of any of ``FAULTS``.
    """
    try:
        yield
    except FAULTS as fault:
        raise NotShown(f"{where}: {str(fault) or type(fault).__name__}") from fault


class Unavailable(StoreError):
    """The file or database can't be used just now, for a reason outside the companion; nothing was written.

    ``reason`` is a clause that a person understands: ``the disk is full``.
    """

    def __init__(self, where: str | Path, reason: str, remedy: str) -> None:
        super().__init__(f"{where} can't be used now: {reason}. {remedy}")
        self.reason = reason
        self.remedy = remedy


class Older(StoreError):
    """The tables were written by an older companion, and only ``companion upgrade`` changes that."""

    def __init__(self, where: str | Path, version: int, needed: int) -> None:
        super().__init__(
            f"{where} was written by an older companion (its tables have version {version}, this one needs {needed}), "
            "and nothing was changed. Stop the companion and run: companion upgrade. It makes a copy first, and says "
            "how to go back"
        )


class Newer(StoreError):
    """The tables were written by a newer companion, so this one does not touch them."""

    def __init__(self, where: str | Path, version: int, known: int, way_back: str) -> None:
        super().__init__(
            f"{where} was written by a newer companion (its tables have version {version}, this one knows {known}), "
            "and nothing was changed. Install the newer version again; or, to stay with this one, go back to the copy "
            f"that companion upgrade made: {way_back}"
        )


class Closed(StoreError):
    """The store is being closed, so waiting for news ends."""

    def __init__(self) -> None:
        super().__init__("the companion is stopping")


class AlreadyThere(StoreError):
    """A row that had to be new exists already, so its whole transaction was rolled back."""

    def __init__(self) -> None:
        super().__init__("nothing was written: it is there already")


class Conflict(StoreError):
    """Someone else wrote first: the game or night is no longer at the version that the writer saw."""

    def __init__(self, game_id: str, seen_version: int, current_version: int, what: str = "game") -> None:
        super().__init__(
            f"{what} {game_id!r} has moved on: it is at version {current_version}, and the writer saw {seen_version}"
        )
        self.game_id = game_id
        self.seen_version = seen_version
        self.current_version = current_version


class TwoCopies(StoreError):
    """Two copies of one night went on apart, and only one of them may be here."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"another copy of the night {name} is here, and each has entries that the other lacks. Delete the one that "
            "is not right: it stays in the bin of nights for a while"
        )


class NameTaken(StoreError):
    """Another has this name, whatever its capitals."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"there is a {what} called {name} already; give this one another name")
        self.name = name


class KeyUsed(StoreError):
    """A form's key comes again with other content than it was used for; nothing was written."""

    def __init__(self, what: str, name: str = "") -> None:
        used = f"the {what} {name}" if name else f"another {what}"
        super().__init__(
            f"this form has already been used for {used}, so nothing was written; "
            "to keep this too, tap the button once more"
        )


class Overtaken(StoreError):
    """The row was changed or deleted by someone else after its writer read it; nothing was written."""

    def __init__(self, what: str, own_id: str) -> None:
        super().__init__(f"{what} {own_id!r} has been changed or deleted meanwhile")
