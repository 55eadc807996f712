"""Work queued in the database for any worker: photos to read, decks to learn.

It waits in PostgreSQL for any process, and in the file of a companion on one phone for the worker beside its pages. The
database's clock alone says whose turn is over: those of the machines need not agree.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.store.database import Body, Database, random_id, to_json
from companion.store.schema import TABLE_OF_WORK
from companion.store.tables import Records, insert

LEASE_SECONDS = 15
"""The duration of a lease on work; a reader still at work renews it."""
KEPT_SECONDS = 24 * 3600
"""The time after which work is thrown away, answered or not."""
MOST_TRIES = 3
"""The number of processes that may die over a piece of work before it is given up."""

REFUSED = "refused"
"""The key of an answer's sentence that explains a refusal."""
LOST = "The photo reader stopped several times. The score is safe; try once more, or enter the cards by hand."


@dataclass(frozen=True)
class Work:
    """A piece of work; ``tries`` counts how often it was taken, this time included."""

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


class Waiting:
    """The line of each kind of work: first come, first served, by any process, each piece by one at a time."""

    def __init__(self, database: Database, *, in_file: bool = False) -> None:
        """``in_file``: in an SQLite file, which has no table for it before."""
        self._database = database
        self._words = _IN_SQLITE if in_file else _IN_POSTGRES
        if in_file:
            database.run(TABLE_OF_WORK)

    def hand_in(self, kind: str, content: bytes, about: Body, most: int, most_bytes: int) -> str | None:
        """Queue up work; its id, or nothing where ``most`` pieces or ``most_bytes`` of this kind wait already."""
        work_id = random_id()
        with self._database.write(_HELD.format(kind)) as rows:
            waiting = rows.first(_WAITING, kind)
            if waiting and (waiting["pieces"] >= most or waiting["bytes"] + len(content) > most_bytes):
                return None
            insert(rows, "work", id=work_id, kind=kind, content=content, about=to_json(about))
            rows.ring(_HELD.format(kind))
        return work_id

    def take(self, kind: str) -> Work | None:
        """The next piece that is nobody's, and is the caller's for ``LEASE_SECONDS``; nothing if none waits."""
        with self._database.write() as rows:
            free = kind, 2 * LEASE_SECONDS, MOST_TRIES
            for given_up in rows.all(self._in_words(_GIVE_UP), to_json({REFUSED: LOST}), *free):
                rows.ring(given_up["id"])
            row = rows.first(self._in_words(_TAKE), LEASE_SECONDS, *free)
        return None if row is None else _WORK.read(row)

    def wait_for_work(self, kind: str, timeout: float) -> None:
        """Wait until work of this kind is handed in or given back, but no longer than this.

        :raises Closed: if the store is closed meanwhile.
        """
        self._database.bell.wait(
            _HELD.format(kind),
            lambda: self._database.first(self._in_words(_ANY_FREE), kind, 2 * LEASE_SECONDS) is not None,
            timeout,
        )

    def renew(self, work: Work) -> None:
        """Go on having the work."""
        self._database.run(self._in_words(_RENEW), LEASE_SECONDS, work.id, work.tries)

    def give_back(self, work: Work) -> None:
        """Give the work back for another process at once."""
        with self._database.write() as rows:
            rows.run(_GIVE_BACK, work.id, work.tries)
            rows.ring(_HELD.format(work.kind))

    def answer(self, work: Work, answer: Body) -> bool:
        """Record its result; return False if another worker has taken it over, whose answer counts."""
        with self._database.write() as rows:
            counts = rows.count(_ANSWER, to_json(answer), work.id, work.tries) > 0
            rows.ring(work.id)
        return counts

    def find(self, work_id: str) -> Place | None:
        """The place of this id, unless it is long past."""
        return _PLACES.first(self._database, "id = ?", work_id)

    def ahead(self, work_id: str) -> int:
        """Return the number of pieces before it; 0 if it is current or done."""
        found = self._database.first(_AHEAD, work_id)
        return found["pieces"] if found else 0

    def length(self, kind: str) -> int:
        """Return the number of pieces of this kind without an answer."""
        waiting = self._database.first(_WAITING, kind)
        return int(waiting["pieces"]) if waiting else 0

    def wait_for_answer(self, work_id: str, timeout: float) -> None:
        """Wait until there is an answer, but no longer than this."""
        self._database.bell.wait(work_id, lambda: self._database.first(_UNANSWERED, work_id) is None, timeout)

    def forget_old(self) -> int:
        """Throw away what was handed in a day ago, answered or not; how many pieces that were."""
        return self._database.count(self._in_words(_FORGET), -KEPT_SECONDS)

    def _in_words(self, sql: str) -> str:
        return sql.format_map(self._words)


_HELD = "work of {}"
_WAITING = (
    "select count(*) as pieces, coalesce(sum(length(content)), 0) as bytes from work where kind = ? and answer is null"
)
_WORK = Records("work", Work)
_PLACES = Records("work", Place)
# A lease that goes further than any can was given before the database's clock was set back; the current time is when a
# transaction began, and another that began a little later may have taken the work since.
_FREE = (
    "kind = ? and answer is null "
    "and (leased_until is null or leased_until < current_timestamp or leased_until > {in_seconds})"
)
_ANY_FREE = f"select 1 from work where {_FREE} limit 1"  # noqa: S608 - all ours
_TAKE = f"""
update work set tries = tries + 1, leased_until = {{in_seconds}}
where id = (select id from work where {_FREE} and tries < ? order by place limit 1 {{by_itself}})
returning id, kind, content, about, tries
"""  # noqa: S608 - all ours
_GIVE_UP = f"update work set answer = ?, content = '' where {_FREE} and tries >= ? returning id"  # noqa: S608 - all ours
_MINE = "id = ? and tries = ? and answer is null"
_RENEW = f"update work set leased_until = {{in_seconds}} where {_MINE}"  # noqa: S608 - all ours
_GIVE_BACK = f"update work set leased_until = null, tries = tries - 1 where {_MINE}"  # noqa: S608 - all ours
_ANSWER = f"update work set answer = ?, content = '' where {_MINE}"  # noqa: S608 - all ours
_UNANSWERED = "select 1 from work where id = ? and answer is null"
_AHEAD = """
select count(*) as pieces from work other join work on work.kind = other.kind and other.place < work.place
where work.id = ? and work.answer is null and other.answer is null
"""
_FORGET = "delete from work where handed_in_at < {in_seconds}"
_IN_POSTGRES = {"in_seconds": "now() + make_interval(secs => ?)", "by_itself": "for update skip locked"}
_IN_SQLITE = {"in_seconds": "datetime('now', ? || ' seconds')", "by_itself": ""}
"""The words of each database for the moment some seconds from now, and for a row that no other process is taking."""
