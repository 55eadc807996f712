"""An answer of the referee, and the same question at other tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.cards import Card, Suit
from companion.rules.choices import Choice
from companion.rules.describe import sentence
from companion.rules.options import OPTIONS, OptionError, with_options
from companion.rules.phrases import series
from companion.rules.score.facts import DealEnd, Misdeal, MissingFact
from companion.rules.variant import Variant
from companion.rules.words import WORDS


class QuestionError(ValueError):
    """A question that says what cannot be; the message says what, and what to change."""


class Question(Choice):
    """The questions, by the words of pages, requests and the log."""

    PLAY = "play"
    TRICK = "trick"
    THROW_IN = "throw-in"
    NEEDED = "needed"
    MELD = "meld"
    LAID_MELD = "laid-meld"
    BID = "bid"
    OPENING = "opening"
    TRUMP = "trump"
    MISHAP = "mishap"
    WINNER = "winner"


class Verdict(Choice):
    """How a question is answered."""

    LEGAL = "legal"
    NOT_LEGAL = "not-legal"
    DEPENDS = "depends"
    """On unknown cards; the conditions say which."""
    ANSWER = "answer"
    """The question was not whether something is allowed."""


@dataclass(frozen=True)
class Step:
    """One sentence of the reasons, with the cards that it speaks of."""

    says: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Condition:
    """Cards on which a verdict depends."""

    says: str
    """The cards in words: ``hearts``, ``ace or ten of hearts``."""
    cards: tuple[Card, ...]
    """High to low."""
    wanted: bool = False
    """True if they must all have been held; otherwise none of them may have been."""


@dataclass(frozen=True)
class Elsewhere:
    """The answer of tables that chose otherwise in one option."""

    option: str
    """The option's key."""
    values: tuple[Any, ...]
    """Its values that lead to this answer, as JSON writes them."""
    rules: tuple[str, ...]
    """The values in sentences, in the same order."""
    verdict: Verdict
    says: str


@dataclass(frozen=True)
class Consequence:
    """The entry in the score if the table agrees; the game room turns it into the end of the deal."""

    says: str
    """One sentence about what is entered, with sides as the question named them."""
    end: DealEnd
    offender: str | None = None
    misdeal: Misdeal | None = None
    claimant: str | None = None


@dataclass(frozen=True)
class Settled:
    """A ruling in plain words, with its reasons, its clauses and its consequence."""

    question: Question
    verdict: Verdict
    says: str
    """One sentence in plain words that fits a phone and can be read aloud."""
    steps: tuple[Step, ...]
    clauses: tuple[str, ...]
    """Ids of the clauses that decide, the weightiest first; a clause's own record says if it is our resolution."""
    elsewhere: tuple[Elsewhere, ...] = ()
    """The differing answers of other tables; none where all agree."""
    conditions: tuple[Condition, ...] = ()
    """Where the verdict depends: all of them must hold for the play to be legal."""
    consequence: Consequence | None = None
    side: str | None = None
    """The winner of the game, or the bidder with a called partner; None where several share it."""
    winners: tuple[str, ...] = ()
    """Every side that has won the game."""
    asks: tuple[MissingFact, ...] = ()
    """The missing facts that would decide a question about a deal."""


def once(*ids: str) -> tuple[str, ...]:
    """Clause ids without repetition, in their order."""
    return tuple(dict.fromkeys(ids))


class Reading(NamedTuple):
    """One option at another value."""

    option: str
    value: Any
    """As JSON writes it."""
    title: str
    """The rule as players say it."""
    variant: Variant


_READINGS: Mapping[str, tuple[Any, ...]] = {
    "meld.roundhouse": ("parts", {"bonus": 1}, {"flat": 24}),
    "meld.table": (
        {"pinochle": [4, 30, 45, 60]},
        {"pinochle": [4, 30, 60, 90]},
        {"pinochle": [4, 30, 90, 300]},
        {"run": [15, 30, 45, 60]},
        {"run": [15, 150, 225, 300]},
    ),
    "score.save": ({"by": "nothing"}, {"by": "trick"}, {"by": "points", "at_least": 1}),
    "end.tie": (["bidder", "high"], ["high"], ["another"]),
}
"""Readings of options whose values are no single words (section 11)."""


def other_readings(variant: Variant, keys: tuple[str, ...]) -> Iterator[Reading]:
    """Every common value of these options that the variant does not have, one option changed at a time."""
    for key in keys:
        now = OPTIONS[key].read(variant)
        for value in _values(key):
            try:
                changed = with_options(variant, {key: value})
            except OptionError:
                continue
            if OPTIONS[key].read(changed) != now and WORDS[key].asked(changed):
                yield Reading(key, value, sentence(changed, key, variant), changed)


def _values(key: str) -> tuple[Any, ...]:
    """A word's other words, listed readings, or yes and no."""
    return _READINGS.get(key) or OPTIONS[key].form.choices or (True, False)


def for_each_trump(variant: Variant, ask: Callable[[Suit | None], Settled]) -> Settled:
    """The ruling where nobody has entered trump: the same with each suit as trump, or what it is with each."""
    found = {suit: ask(suit) for suit in (*Suit, *((None,) if variant.said_for_trump else ()))}
    first, *others = found.values()
    clauses = once(*(clause for each in found.values() for clause in each.clauses))
    if all((each.verdict, each.says) == (first.verdict, first.says) for each in others):
        steps = tuple(step for step in first.steps if all(step in each.steps for each in others))
        differ = tuple(there for there in first.elsewhere if all(there in each.elsewhere for each in others))
        return replace(
            first, steps=(*steps, Step("So it is whichever suit is trump.")), clauses=clauses, elsewhere=differ
        )
    suits: dict[str, list[str]] = {}
    for suit, each in found.items():
        suits.setdefault(each.says, []).append(suit.word if suit else "nothing")
    steps = tuple(Step(f"With {series(words, 'or')} as trumps: {says}") for says, words in suits.items())
    says = "It depends on which suit is trump, which nobody has entered."
    return Settled(first.question, Verdict.DEPENDS, says, steps, clauses)


def _asked(ask: Callable[[Variant], Settled], variant: Variant) -> Settled | None:
    """Return the answer there; None where the question lacks a fact that it needs there."""
    try:
        return ask(variant)
    except QuestionError:
        return None


def _differ(own: Settled, there: Settled) -> bool:
    """Return True if an answer is another one, not the same for another reason."""
    if own.verdict is not there.verdict or own.winners != there.winners:
        return True
    if own.question is Question.WINNER:
        return False
    return own.verdict in (Verdict.DEPENDS, Verdict.ANSWER) and own.says != there.says


def elsewhere(
    variant: Variant, keys: tuple[str, ...], own: Settled, ask: Callable[[Variant], Settled]
) -> tuple[Elsewhere, ...]:
    """Where other tables answer otherwise: readings with the same answer stand together.

    :param ask: settles the question under another variant, without looking further afield itself.
    """
    found: dict[tuple[str, str], list[tuple[Reading, Settled]]] = {}
    for reading in other_readings(variant, keys):
        there = _asked(ask, reading.variant)
        if there is not None and _differ(own, there):
            found.setdefault((reading.option, there.says), []).append((reading, there))
    return tuple(
        Elsewhere(
            option,
            tuple(reading.value for reading, _ in group),
            tuple(reading.title for reading, _ in group),
            group[0][1].verdict,
            says,
        )
        for (option, says), group in found.items()
    )
