"""Spells a card: rank then suit, ``10S``, ``QD``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextvars import ContextVar
from enum import Enum
from typing import NamedTuple


class CardError(ValueError):
    """Text that names no card; the message says which text and how a card is written."""


class Suit(str, Enum):
    """The four suits, in the order in which a hand is shown."""

    SPADES = "S"
    HEARTS = "H"
    CLUBS = "C"
    DIAMONDS = "D"

    def __str__(self) -> str:
        return self.value

    @property
    def symbol(self) -> str:
        """The suit's sign, as text rather than as an emoji (U+FE0E)."""
        return _SYMBOLS[self.value] + "\ufe0e"

    @property
    def word(self) -> str:
        """The suit's plural English name: ``spades``."""
        return self.name.lower()


_SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


class Rank(str, Enum):
    """Every rank that a pinochle pack may hold, high to low (card.rank)."""

    ACE = "A"
    TEN = "10"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"

    def __str__(self) -> str:
        return self.value

    @property
    def letter(self) -> str:
        """The letter in the corner of such a card: ``Q``, or ``O`` for an Ober."""
        return _spoken.get().of(self).letter

    @property
    def word(self) -> str:
        """The table's word for it: ``queen`` or ``Ober``."""
        return _spoken.get().of(self).word

    @property
    def plural(self) -> str:
        """The table's word for several: ``queens`` or ``Ober``."""
        return _spoken.get().of(self).plural


class RankName(NamedTuple):
    """The names of a rank: its letter, its word, and its plural."""

    letter: str
    word: str
    plural: str


class CardNames(str, Enum):
    """The language of a table's names for cards (card.names)."""

    ENGLISH = "english"
    OBER = "ober"
    DAME = "dame"

    def __str__(self) -> str:
        return self.value

    def of(self, rank: Rank) -> RankName:
        """The names of a rank in these words."""
        english = rank.name.lower()
        return _NAMES[self].get(rank) or RankName(rank.value, english, f"{english}s")


_GERMAN = {
    Rank.ACE: RankName("A", "Ass", "Asse"),
    Rank.TEN: RankName("10", "Zehner", "Zehner"),
    Rank.KING: RankName("K", "König", "Könige"),
    Rank.NINE: RankName("9", "Neuner", "Neuner"),
    Rank.EIGHT: RankName("8", "Achter", "Achter"),
    Rank.SEVEN: RankName("7", "Siebener", "Siebener"),
}
_NAMES: dict[CardNames, dict[Rank, RankName]] = {
    CardNames.ENGLISH: {},
    CardNames.OBER: {
        **_GERMAN,
        Rank.QUEEN: RankName("O", "Ober", "Ober"),
        Rank.JACK: RankName("U", "Unter", "Unter"),
    },
    CardNames.DAME: {
        **_GERMAN,
        Rank.QUEEN: RankName("D", "Dame", "Damen"),
        Rank.JACK: RankName("B", "Bube", "Buben"),
    },
}
_spoken = ContextVar("card names", default=CardNames.ENGLISH)


def speak(names: CardNames) -> None:
    """Name cards in a table's words from here on: in this request alone, as translations are switched."""
    _spoken.set(names)


class Card(NamedTuple):
    """One card; equal cards are the pack's identical twins. Cards are ordered as a hand is held: see sort_cards."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank.value + self.suit.value

    def __repr__(self) -> str:
        return f"parse_card('{self}')"

    # As a tuple of words it would be ordered by letters, the ten before the ace.
    def __lt__(self, other: tuple[object, ...]) -> bool:
        return _held_order(self) < _held_order(other) if isinstance(other, Card) else NotImplemented

    def __le__(self, other: tuple[object, ...]) -> bool:
        return _held_order(self) <= _held_order(other) if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: tuple[object, ...]) -> bool:
        return _held_order(self) > _held_order(other) if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: tuple[object, ...]) -> bool:
        return _held_order(self) >= _held_order(other) if isinstance(other, Card) else NotImplemented

    @property
    def symbols(self) -> str:
        """The card for a reader: ``10♠``."""
        return self.rank.letter + self.suit.symbol

    @property
    def words(self) -> str:
        """The card for a screen reader: ``ten of spades``."""
        return f"{self.rank.word} of {self.suit.word}"


_LETTERS = {rank.value: rank for rank in Rank} | {
    name.letter: rank for names in _NAMES.values() for rank, name in names.items()
}
_SPELLING = {letter + suit.value: Card(rank, suit) for suit in Suit for letter, rank in _LETTERS.items()}
_SUIT_SIGNS = str.maketrans({"♠": "S", "♥": "H", "♣": "C", "♦": "D", "\ufe0e": None, "\ufe0f": None})


def parse_card(text: str) -> Card:
    """Return the card that ``text`` spells, in any case, by any table's letters (card.names) or a sign for the suit.

    >>> str(parse_card("10s")), str(parse_card("q♦")), str(parse_card("OS"))
    ('10S', 'QD', 'QS')

    :raises CardError: if the text names no card.
    :raises TypeError: if it is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a card is written as a text such as 'AS', not {text!r}")
    spelled = text.strip().translate(_SUIT_SIGNS).upper()
    try:
        return _SPELLING[spelled]
    except KeyError:
        raise CardError(f"no such card: {text!r}; write rank then suit, as in AS, 10H, QD, 9C") from None


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Return the cards spelled in a line (parted by spaces or commas) or in a list of spellings.

    :raises CardError: at the first spelling that names no card.
    """
    words = re.split(r"[\s,]+", text.strip()) if isinstance(text, str) else list(text)
    return tuple(parse_card(word) for word in words if word)


def spell(cards: Iterable[Card]) -> str:
    """The inverse of :func:`parse_cards`: ``'10S QD'``."""
    return " ".join(str(card) for card in cards)


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards by suit, then high to low, as a hand is held."""
    return tuple(sorted(cards, key=_held_order))


_SUIT_ORDER = {suit: i for i, suit in enumerate(Suit)}
_RANK_ORDER = {rank: i for i, rank in enumerate(Rank)}


def _held_order(card: Card) -> tuple[int, int]:
    return _SUIT_ORDER[card.suit], _RANK_ORDER[card.rank]
