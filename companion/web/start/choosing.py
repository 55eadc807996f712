"""The choice of a game: the latest ones, one for each number of people, a search, and three questions for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.choices import Unit
from companion.rules.dealing import hands_dealt
from companion.rules.known import KNOWN_TABLES
from companion.rules.names import plain_letters
from companion.rules.search.answer import called
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

PLAYED_SHOWN = 3
ANY_NUMBER = "As many as come"
KNOWN = "As known tables play it"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
Tile = tuple[str, Variant, str]
"""The key of a variant or a known table, or the id of a house variant; the rules; who plays a known table's."""
Group = tuple[str, Sequence[Tile]]


def _suits(people: int) -> str:
    """The variant for this many: the first made for that number in which nobody sits out."""
    fitting = (each for each in VARIANTS if fits(each, people))
    return min(fitting, key=lambda each: (hands_dealt(each, people) < people, each.players[1] - each.players[0])).key


@dataclass(frozen=True)
class GameQuestion:
    """A question about the game that a table plays."""

    name: str
    """The name of its part of the address."""
    asks: str
    answers: Mapping[str, tuple[str, Callable[[Variant], bool]]]
    """The answers by their value in the address, each with the variants it leaves."""


QUESTIONS = (
    GameQuestion(
        "deck",
        "Which deck?",
        {
            "single": ("48 cards", lambda each: each.pack.size == 48),
            "double": ("80 cards", lambda each: each.pack.size == 80),
            "more": ("More", lambda each: each.pack.size > 80),
        },
    ),
    GameQuestion(
        "bids",
        "How do bids sound?",
        {
            "tens": ("200, 250", lambda each: each.unit is Unit.TENS),
            "ones": ("20, 25", lambda each: each.unit is Unit.ONES),
        },
    ),
    GameQuestion(
        "cards",
        "What comes before the play?",
        {
            "passed": ("Partners pass cards", lambda each: each.pass_count > 0),
            "kitty": ("A kitty", lambda each: each.kitty_size > 0),
            "neither": ("Neither", lambda each: not each.pass_count and not each.kitty_size),
        },
    ),
)


def answers(args: Mapping[str, str]) -> dict[str, str]:
    """The answers in an address, by the name of their question."""
    return {each.name: args[each.name] for each in QUESTIONS if args.get(each.name) in each.answers}


def fits(variant: Variant, people: int | None, given: Mapping[str, str] | None = None) -> bool:
    """Return True if a variant suits this many people and the answers; without answers all do.

    :param given: the answers, by the name of their question.
    """
    if people is not None and not variant.players[0] <= people <= variant.players[1]:
        return False
    asked = {question.name: question.answers for question in QUESTIONS}
    return all(asked[name][answer][1](variant) for name, answer in (given or {}).items())


RECOMMENDED: Mapping[int, str] = {
    people: _suits(people)
    for people in sorted({count for each in VARIANTS for count in range(each.players[0], each.players[1] + 1)})
}
"""The variant for a table without rules of its own yet, by the number of people."""


def played_last(played: Iterable[tuple[str, str | None]], people: int | None) -> list[Tile]:
    """The few that were played last; house rules stand above them.

    :param played: key and own rules' name of what was played, the newest first; what is not listed is passed over.
    """
    variants: dict[tuple[str, str | None], Tile] = {(each.key, None): (each.key, each, "") for each in VARIANTS}
    tables = {(each.variant.key, each.house.name): (key, each.variant, "") for key, each in KNOWN_TABLES.items()}
    listed = variants | tables
    return [listed[each] for each in dict.fromkeys(played) if each in listed and fits(listed[each][1], people)][
        :PLAYED_SHOWN
    ]


def recommended(people: int | None) -> list[Tile]:
    """The variant for this many people; none where nobody has said how many there are."""
    key = RECOMMENDED.get(people or 0)
    return [(key, find_variant(key), "")] if key else []


def all_games(people: int | None, given: Mapping[str, str]) -> list[Group]:
    """Every variant once, by how many play, then the known tables; as far as they fit."""
    fixed = sorted({each.players[0] for each in VARIANTS if _is_fixed(each)})
    groups: list[tuple[str, list[tuple[str, Variant]]]] = [
        (f"For {NUMBERS[count]}", [(each.key, each) for each in VARIANTS if _is_fixed(each) and count in each.players])
        for count in fixed
    ]
    groups.append((ANY_NUMBER, [(each.key, each) for each in VARIANTS if not _is_fixed(each)]))
    fitting = [(title, [(*each, "") for each in found if fits(each[1], people, given)]) for title, found in groups]
    tables = [
        (key, table.variant, f"played by {table.played_by}, read {table.source.read_on}")
        for key, table in KNOWN_TABLES.items()
        if fits(table.variant, people, given)
    ]
    return [group for group in (*fitting, (KNOWN, tables)) if group[1]]


def answers_left(people: int | None, given: Mapping[str, str]) -> dict[str, set[str]]:
    """The answers, by the name of their question, that leave a game beside those given to the other questions."""
    return {
        asked.name: {value for value in asked.answers if all_games(people, {**given, asked.name: value})}
        for asked in QUESTIONS
    }


def find_games(tiles: Iterable[Tile], text: str) -> list[Tile]:
    """The games that each word fits: of their name, of what players call them, of who and of how many play.

    The beginning of a word is enough; a figure is a number of players.
    """
    typed = _WORD.findall(plain_letters(text))
    return [tile for tile in tiles if all(any(_begins(word, each) for word in _words(tile)) for each in typed)]


_WORD = re.compile(r"[^\W_]+")
"""A word or a figure: "3-handed" has two."""


def _begins(word: str, typed: str) -> bool:
    return word == typed if typed in _FIGURES else word.startswith(typed)


def _words(tile: Tile) -> set[str]:
    key, variant, played_by = tile
    counts = range(variant.players[0], variant.players[1] + 1)
    said = " ".join((key, variant.name, variant.summary, played_by, "pinochle players handed", *called(variant.key)))
    words = set(_WORD.findall(plain_letters(said))) - _FIGURES
    return words | {str(count) for count in counts} | {NUMBERS[count] for count in counts}


_FIGURES = {str(count) for count in range(len(NUMBERS))}


def _is_fixed(variant: Variant) -> bool:
    least, most = variant.players
    return least == most
