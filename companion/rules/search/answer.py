"""Answers a question from the rulebook: the clauses, best first, with their meaning at the table that asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.rules.clauses import CLAUSES, Clause
from companion.rules.search.german import in_english
from companion.rules.search.here import InForce, rule_of, says_here, shares, standings
from companion.rules.search.ranking import clause_ranking
from companion.rules.search.spelling import correct_words
from companion.rules.search.terms import read_terms, split_words
from companion.rules.texts import read_file
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

_Words = tuple[str, ...]

MOST_FOUND = 24
LONGEST_QUESTION = 300
"""How many characters of a question are read."""
_LEAST = 0.5
"""The least share of the best answer's score for a further one."""
_AT_LEAST = 3
"""How many answers are given even if the later ones are far behind."""
_AT_HAND = 1.2
"""How much more a clause on what the table is doing counts."""
_FOLLOWS = 0.85
"""The share of its rule's score that the clause on the value in force keeps."""


@dataclass(frozen=True)
class Match:
    """A clause that answers a question."""

    clause: Clause
    here: str | None
    """The rule at the table that asked; None where the clause says everything, or no table asked."""


def look_up(question: str, variant: Variant | None = None, at_hand: tuple[str, ...] = ()) -> tuple[Match, ...]:
    """Find the clauses for a question in a player’s own words, best first, with their meaning at one table.

    ``variant`` holds the table’s rules, a house’s changes included. The ids of the clauses on what it is doing begin
    with one of ``at_hand``. Spelling, case and endings do not matter, and a clause’s id finds it. No words, or none
    that the rulebook knows, find nothing.

    >>> from companion.rules.variants import find_variant
    >>> found = look_up("how many cards do we swap", find_variant("site"))[0]
    >>> found.clause.id, found.here
    ('pass.count', 'Once trump is named, partners pass each other four cards.')
    """
    asked = question[:LONGEST_QUESTION]
    words = without_name(correct_words(in_english(split_words(asked))), variant)
    ranks = _ranked(clause_ranking().scores(read_terms(words)), variant, at_hand)
    top = max(ranks.values(), default=0)
    if (named := asked.strip().lower()) in CLAUSES:
        ranks[named] = 2 * top + 1
    known = (clause for clause, rank in ranks.items() if rank > 0)
    best = sorted(known, key=lambda clause: (-ranks[clause], rule_of(clause) is not None))
    near = sum(ranks[clause] >= _LEAST * top for clause in best)
    return tuple(_found(clause, variant) for clause in best[: min(max(near, _AT_LEAST), MOST_FOUND)])


def _ranked(scores: Mapping[str, float], variant: Variant | None, at_hand: tuple[str, ...]) -> dict[str, float]:
    """The scores as they count at this table: the clause on the value in force follows its rule."""
    kept = shares(variant)
    near = {clause: _AT_HAND for clause in scores if clause.startswith(at_hand)}
    ranks = {clause: score * kept[clause] * near.get(clause, 1) for clause, score in scores.items()}
    in_force = _values_in_force(variant) if variant else {}
    for clause, rule in in_force.items():
        best = max(ranks.get(clause, 0), ranks.get(rule, 0))
        ranks[rule], ranks[clause] = best, max(ranks.get(clause, 0), _FOLLOWS * best)
    return ranks


@lru_cache(maxsize=64)
def _values_in_force(variant: Variant) -> Mapping[str, str]:
    """The clauses on the values in force at a table, each with its rule."""
    holding = (clause for clause, standing in standings(variant).items() if standing is InForce.HOLDS)
    return {clause: rule for clause in holding if (rule := rule_of(clause))}


def _found(clause: str, variant: Variant | None) -> Match:
    return Match(CLAUSES[clause], says_here(variant, clause) if variant else None)


def variant_named(question: str) -> Variant | None:
    """The variant of the rulebook that a question names; None where it names none.

    >>> variant_named("How do you win two-handed?").key
    'two-handed'
    """
    words = split_words(question)
    return next((find_variant(key) for name, key in _names() if _places(words, name)), None)


def without_name(words: Sequence[str], variant: Variant | None) -> list[str]:
    """Return the words without the name of the game, as that says nothing about the question."""
    for name, key in _names():
        if variant is not None and key == variant.key:
            for at in _places(tuple(words), name):
                return [*words[:at], *words[at + len(name) :]]
    return list(words)


def _places(words: _Words, name: _Words) -> list[int]:
    return [at for at in range(len(words) - len(name) + 1) if words[at : at + len(name)] == name]


def called(key: str) -> tuple[str, ...]:
    """Return the other names that players have for a variant."""
    return tuple(" ".join(words) for words, each in _names() if each == key)


@lru_cache(maxsize=1)
def _names() -> tuple[tuple[_Words, str], ...]:
    """Every name of a variant as its words, the longest first."""
    return tuple(sorted(_each_name(), key=lambda named: -len(named[0])))


def _each_name() -> Iterator[tuple[_Words, str]]:
    for key, names in read_file("search")["games"].items():
        yield from ((split_words(name), key) for name in names.split(","))
