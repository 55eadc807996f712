"""Every clause of the rulebook as data: what rulings cite and the rules pages show."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from companion.rules.clauses import auction, cards, conduct, count, ending, melds, play, resolutions, score
from companion.rules.clauses.clause import Clause

__all__ = ["CLAUSES", "Clause", "ClauseError", "find_clause"]


class ClauseError(KeyError):
    """An id that names no clause; the message lists the nearest ids."""

    def __str__(self) -> str:
        return str(self.args[0])


_CHAPTERS = (cards, melds, auction, conduct, play, count, score, ending, resolutions)

CLAUSES: Mapping[str, Clause] = MappingProxyType(
    {clause.id: clause for chapter in _CHAPTERS for clause in chapter.CLAUSES}
)
"""All clauses by id, in the order in which the rules are read."""


def find_clause(clause_id: str) -> Clause:
    """Return the clause with this id.

    >>> find_clause("play.follow").title
    'Follow suit'

    :raises ClauseError: if there is none; the message names the ids most like it.
    """
    try:
        return CLAUSES[clause_id]
    except KeyError:
        near = difflib.get_close_matches(clause_id, CLAUSES, n=3, cutoff=0.5)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise ClauseError(f"no such clause: {clause_id!r}{hint}") from None


def clauses_of(*ids: str) -> list[Clause]:
    """The clauses of these ids, each once."""
    return [CLAUSES[each] for each in dict.fromkeys(ids) if each in CLAUSES]
