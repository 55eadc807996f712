"""Work that waits in the database for whichever process takes it: photos to be read, decks to be learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.store.journal import Body

LEASE_SECONDS = 15
"""So long work is somebody's; whoever still works on it renews that."""
MOST_TRIES = 3
"""Work over which so many have died is not tried again."""

REFUSED = "refused"
"""Where an answer says in one sentence why there is no other."""
LOST = "Whoever was at this stopped, again and again. The score is safe; try once more, or enter the cards by hand."


@dataclass(frozen=True)
class Work:
    """Something to be done; ``tries`` is how often it was taken, this time included."""

    id: str
    kind: str
    content: bytes
    about: Body
    tries: int


@dataclass(frozen=True)
class Place:
    """A place in the line: what it is about, and the answer once there is one."""

    id: str
    kind: str
    about: Body
    answer: Body | None


class Waiting(Protocol):
    """The line of each kind of work: first come, first served, by any process, each piece by one at a time."""

    def hand_in(self, kind: str, content: bytes, about: Body, most: int, most_bytes: int) -> str | None:
        """Queue up work; its id, or nothing where ``most`` pieces or ``most_bytes`` of this kind wait already."""
        ...

    def take(self, kind: str) -> Work | None:
        """The next piece that is nobody's, and is the caller's for ``LEASE_SECONDS``; nothing if none waits."""
        ...

    def wait_for_work(self, kind: str, timeout: float) -> None:
        """Wait until work of this kind is handed in or given back, but no longer than this.

        :raises Closed: if the store is closed meanwhile.
        """
        ...

    def renew(self, work: Work) -> None:
        """Go on having the work."""
        ...

    def give_back(self, work: Work) -> None:
        """Let another have the work at once."""
        ...

    def answer(self, work: Work, answer: Body) -> bool:
        """Say what it led to; false where another has taken it over since, whose answer counts."""
        ...

    def find(self, work_id: str) -> Place | None:
        """The place of this id, unless it is long past."""
        ...

    def ahead(self, work_id: str) -> int:
        """How many come first; 0 when it is at hand or done."""
        ...

    def length(self, kind: str) -> int:
        """How many pieces of this kind have no answer yet."""
        ...

    def wait_for_answer(self, work_id: str, timeout: float) -> None:
        """Wait until there is an answer, but no longer than this."""
        ...

    def forget_old(self) -> int:
        """Throw away what was handed in a day ago, answered or not; how many pieces that were."""
        ...
