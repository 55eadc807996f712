"""A card that was taken out of a reading, as the address of the page that offers to put it back tells it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.store.json.hints import dataclass_form
from companion.web.base.sealed import seal_json, unseal_json
from companion.web.photo.checked import CheckedReading, FoundCard

USE = "removed card"


@dataclass(frozen=True)
class Removed:
    """A card that was taken out: of which photo and from which place there, and how many cards stayed."""

    photo: str
    index: int
    stayed: int
    found: FoundCard

    @property
    def sealed(self) -> str:
        """As part of an address; :func:`read_removed` is the inverse."""
        return seal_json(USE, _REMOVED.dump(self))

    def fits(self, photo: str, checked: CheckedReading) -> bool:
        """Whether it is this photo's, and no card has come or gone there since."""
        return (photo, len(checked.found)) == (self.photo, self.stayed)

    def back_in(self, checked: CheckedReading) -> CheckedReading:
        """The reading with the card where it lay, as sure or doubtful as it was."""
        return replace(checked, found=(*checked.found[: self.index], self.found, *checked.found[self.index :]))


_REMOVED = dataclass_form(Removed)


def removed_from(photo: str, checked: CheckedReading, index: int) -> Removed:
    """What is lost with the card at ``index`` of a photo in which it still stands.

    :raises IndexError: if nothing was found there.
    """
    return Removed(photo, index, len(checked.found) - 1, checked.found[index])


def read_removed(token: str) -> Removed | None:
    """The removed card that an address tells of; None where it tells of none, or of one that we did not seal."""
    try:
        removed: Removed = _REMOVED.load(unseal_json(USE, token))
    except ValueError:
        return None
    return removed
