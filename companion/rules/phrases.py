"""Short pieces of sentences that rulings, workings and cards share."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable

from companion.cards import CardNames, Rank
from companion.rules.choices import Aim, MeldNames, Sides
from companion.rules.variant import Variant

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_OF_PLAYERS = (
    (r"\bbidding side that\b", "bidder who"),
    (r"\bside that\b", "player who"),
    (r"\bside(s?)\b", r"player\1"),
    (r"\bits\b", "their"),
)
_OF_BINOKEL = (
    (r"\brun\b", "family"),
    (r"\bruns\b", "families"),
    (r"\bmarriage(s?)\b", r"pair\1"),
    (r"\bMarriage(s?)\b", r"Pair\1"),
    (r"\bpinochle(s?)\b", r"Binokel\1"),
)


def count_word(number: int) -> str:
    """A small number as people say it: ``four``; larger ones in figures."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def bid_says(variant: Variant, amount: int, aim: Aim) -> str:
    """A bid as players say it: ``300``, or ``the moon`` (bid.moon, bid.no-trick)."""
    return f"the {variant.meld_names.called(aim)}" if aim else str(amount)


def bid_verb(variant: Variant, aim: Aim) -> str:
    """Return how a bid was made: ``said`` where this aim is named in place of trump, else ``bid``."""
    return "said" if aim in variant.said_for_trump else "bid"


def series(parts: Iterable[str], joint: str = "and") -> str:
    """``a, b and c``; empty where there is none."""
    *first, last = [*parts] or [""]
    return f"{', '.join(first)} {joint} {last}" if first else last


def several(number: int, one: str, many: str = "") -> str:
    """A number of things; several of them are called ``many``, or as one with an s.

    >>> several(1, "game"), several(3, "game"), several(0, "person", "people")
    ('1 game', '3 games', '0 people')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def both_or_several(sides: Collection[str]) -> str:
    """Begin a sentence on several sides of a game: ``Both`` where there are just two."""
    return "Both" if len(sides) == 2 else "Several"


def begun_large(words: str) -> str:
    """Words with a capital first; the rest keeps its own, unlike with ``capitalize``: ``Double Binokel``."""
    return f"{words[:1].upper()}{words[1:]}"


def begun_small(says: str) -> str:
    """Return a sentence as it follows a colon; a card's sign stays as it is.

    >>> begun_small("These cards meld 40."), begun_small("A pass is final."), begun_small("QS is no card.")
    ('these cards meld 40.', 'a pass is final.', 'QS is no card.')
    """
    return f"{says[0].lower()}{says[1:]}" if says[1:2].islower() or says[1:2] == " " else says


def as_sentence(says: str) -> str:
    """The words with a capital first and one full stop at the end.

    >>> as_sentence("this file is damaged"), as_sentence("Nobody bid.")
    ('This file is damaged.', 'Nobody bid.')
    """
    return f"{begun_large(says).removesuffix('.')}."


def minus(number: str) -> str:
    """A number in digits with a minus sign that is as wide as a digit.

    >>> minus("-330")
    '−330'
    """
    return number.replace("-", "\N{MINUS SIGN}")


def of_players(variant: Variant, says: str) -> str:
    """A sentence about sides, changed to speak of players where everybody plays alone.

    >>> from companion.rules.variants import find_variant
    >>> of_players(find_variant("cutthroat"), "A side that takes no trick at all loses its meld.")
    'A player who takes no trick at all loses their meld.'
    """
    if variant.sides is not Sides.EACH or "side" not in says:
        return says
    for sides, players in _OF_PLAYERS:
        says = re.sub(sides, players, says)
    return says


def at_table(variant: Variant, says: str) -> str:
    """Return a sentence of the rules in a table's own words: its sides, its cards and its melds.

    >>> from companion.rules.known import KNOWN_TABLES
    >>> binokel = KNOWN_TABLES["binokel"].variant
    >>> at_table(binokel, "The king and queen in a run are not paid again as a marriage.")
    'The König and Ober in a family are not paid again as a pair.'
    """
    says = of_players(variant, says)
    if variant.meld_names is MeldNames.BINOKEL:
        for pinochle, binokel in _OF_BINOKEL:
            says = re.sub(pinochle, binokel, says)
    if variant.card_names is CardNames.ENGLISH:
        return says
    tens = (Rank.TEN,) if re.search(r"\bace", says, re.IGNORECASE) else ()  # elsewhere ten is a number
    for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, *tens):
        english, own = CardNames.ENGLISH.of(rank), variant.card_names.of(rank)
        article = "An" if own.word[0] in "AEIOU" else "A"
        says = re.sub(rf"\bAn? {english.word}\b", f"{article} {own.word}", says)
        says = re.sub(rf"\ban? {english.word}\b", f"{article.lower()} {own.word}", says)
        says = re.sub(rf"\b{english.plural}\b", own.plural, says, flags=re.IGNORECASE)
        says = re.sub(rf"\b{english.word}\b", own.word, says, flags=re.IGNORECASE)
    return says


def too_little(variant: Variant) -> str:
    """Say what is too little to keep meld where trick points keep it; a trick that adds some is enough (score.save)."""
    if variant.score_save.at_least > 1:
        return f"less than {variant.score_save.at_least} in tricks"
    tricks = " or the ".join(variant.bonus_tricks)
    return f"neither a counter nor the {tricks} trick" if tricks else "no counter at all"


def just_enough(variant: Variant) -> str:
    """Say what keeps meld where trick points do (score.save)."""
    if variant.score_save.at_least > 1:
        return f"at least {variant.score_save.at_least} in tricks"
    tricks = " or the ".join(variant.bonus_tricks)
    return f"a counter or the {tricks} trick" if tricks else "a counter"


def shown(value: object, limit: int = 60) -> str:
    """A value as a message quotes it: a word in quotes, anything else as JSON writes it."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, default=repr, skipkeys=True)
    return text if len(text) <= limit else text[: limit - 1] + "…"
