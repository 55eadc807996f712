"""How one option is told: a sentence for each of its values, and when anything hangs on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rules.options.choices import Bidding, Choice, Sides
from companion.rules.options.variant import Variant

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Saying(NamedTuple):
    """One value of a choice: a few words for its tile, and the sentence below them."""

    title: str
    says: str


@dataclass(frozen=True)
class Words:
    """What is said of one option."""

    says: Callable[[Variant], str]
    """The sentence for the value that a variant gives it."""
    choices: Mapping[str, Saying] = field(default_factory=dict)
    """A saying for each of its words, where its value is one of a few."""
    asked: Callable[[Variant], bool] = lambda _: True
    """Whether anything hangs on it in a variant: nobody shows a kitty that is not there."""
    changed: Callable[[Variant, Variant], str] | None = None
    """What is new against a parent, given first; None where the sentence itself says it."""


def of_choice(name: str, sayings: Mapping[Choice, Saying], asked: Callable[[Variant], bool] = lambda _: True) -> Words:
    """Words for a variant's field that holds one of an enum's words."""
    choices = {choice.value: saying for choice, saying in sayings.items()}
    return Words(lambda variant: choices[getattr(variant, name).value].says, choices, asked)


def of_flag(name: str, yes: str, no: str, asked: Callable[[Variant], bool] = lambda _: True) -> Words:
    """Words for a field that is true or false."""
    choices = {"true": Saying("Yes", yes), "false": Saying("No", no)}
    return Words(lambda variant: yes if getattr(variant, name) else no, choices, asked)


def of_number(name: str, some: str, none: str, asked: Callable[[Variant], bool] = lambda _: True) -> Words:
    """Words for a field that holds a number; ``none`` is for 0 and for no number at all, ``{}`` is its place."""

    def says(variant: Variant) -> str:
        value = getattr(variant, name)
        return some.format(str(value).replace("-", "−")) if value else none

    return Words(says, asked=asked)


def count_word(number: int) -> str:
    """A small number as people say it: ``four``; larger ones in figures."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def series(parts: Iterable[str], joint: str = "and") -> str:
    """``a, b and c``."""
    *first, last = parts
    return f"{', '.join(first)} {joint} {last}" if first else last


def of_players(variant: Variant, says: str) -> str:
    """A sentence about sides, told of players where everybody plays alone.

    >>> from companion.rules.variants import find_variant
    >>> of_players(find_variant("cutthroat"), "A side that takes no trick at all loses its meld.")
    'A player who takes no trick at all loses their meld.'
    """
    if variant.sides is not Sides.EACH:
        return says
    for sides, players in _OF_PLAYERS:
        says = re.sub(sides, players, says)
    return says


_OF_PLAYERS = (
    (r"\bbidding side that\b", "bidder who"),
    (r"\bside that\b", "player who"),
    (r"\bside(s?)\b", r"player\1"),
    (r"(?<!just )(?<!table has )\bits\b", "their"),
)


def has_bids(variant: Variant) -> bool:
    """Whether anybody bids, so that a bid can be made or fail (bid)."""
    return variant.bid is not Bidding.NONE
