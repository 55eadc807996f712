"""What has been told about a question. All of it stands in the address: a ruling is a link, and nothing is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.cards import Card, CardError, Suit, parse_card, parse_cards, spell
from companion.rules.pack import Pack
from companion.rules.referee import QuestionError
from companion.web.base.numbers import NoNumber, parse_whole

LONGEST_WORD = 600


@dataclass(frozen=True)
class Pile:
    """A place for cards that a question asks for."""

    name: str
    title: str
    hint: str
    """What belongs there, in a few words."""
    most: int = 99
    """How many cards it takes; one more takes the place of the last."""
    aside: bool = False
    """Whether it is shown only once somebody wants it."""


@dataclass(frozen=True)
class Facts:
    """The fields of a question as they were filled in, by name."""

    said: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, args: MultiDict[str, str]) -> Facts:
        """The fields of an address or a form, empty ones left out."""
        said = {name: tuple(value.strip()[:LONGEST_WORD] for value in args.getlist(name)) for name in args}
        return cls({name: tuple(filter(None, values)) for name, values in said.items() if any(values)})

    def word(self, name: str) -> str:
        """What was said in a field; empty where nothing was."""
        return self.said.get(name, ("",))[0]

    def words(self, name: str) -> tuple[str, ...]:
        """Everything that was ticked in a field."""
        return self.said.get(name, ())

    def says(self, name: str) -> bool:
        """Whether a box was ticked."""
        return name in self.said

    def suit(self, name: str) -> Suit | None:
        """The suit that was chosen, if one was."""
        return next((suit for suit in Suit if suit.value == self.word(name)), None)

    def suits(self, name: str) -> frozenset[Suit]:
        """Every suit that was ticked."""
        return frozenset(suit for suit in Suit if suit.value in self.words(name))

    def cards(self, name: str) -> tuple[Card, ...]:
        """The cards of a pile in the order in which they were tapped.

        :raises CardError: if something there is no card.
        """
        return parse_cards(self.word(name))

    def number(self, name: str, title: str) -> int | None:
        """The whole number in a field, None if it is empty.

        :raises QuestionError: with a sentence that names ``title``, if it is no whole number or too large for a score.
        """
        text = self.word(name)
        if not text:
            return None
        try:
            return parse_whole(text)
        except NoNumber as error:
            raise QuestionError(f"{title}: {error}") from error

    def but(self, **changed: str) -> Facts:
        """These facts with some fields filled in anew; an empty text takes a field away."""
        kept = {name: values for name, values in self.said.items() if name not in changed}
        return Facts(kept | {name: (value,) for name, value in changed.items() if value})

    def query(self, *left_out: str) -> dict[str, list[str]]:
        """The facts as an address carries them."""
        return {name: list(values) for name, values in self.said.items() if name not in left_out}


def tapped(facts: Facts, piles: tuple[Pile, ...]) -> Facts | None:
    """The facts after the tap that they carry: another pile in hand, a card added to it, or one taken out.

    None where nothing was tapped, or the question asks for no cards.

    :raises CardError: if something there is no card.
    """
    if not piles:
        return None
    if facts.says("to"):
        return facts.but(to="", into=facts.word("to"))
    if facts.says("hold"):
        return facts.but(hold="", held=spell((*facts.cards("held"), parse_card(facts.word("hold")))))
    if facts.says("add"):
        return _added(facts, piles).but(add="")
    name, _, place = facts.word("out").partition(":")
    if name in {pile.name for pile in piles} and place.isdecimal():
        cards = facts.cards(name)
        kept = (*cards[: int(place)], *cards[int(place) + 1 :])
        return facts.but(**{"out": "", name: spell(kept)})
    return None


def pile_in_hand(facts: Facts, piles: tuple[Pile, ...]) -> Pile:
    """The pile that the next tap fills: the one chosen, else the first that has no card yet."""
    chosen = next((pile for pile in piles if pile.name == facts.word("into")), None)
    return chosen or piles[0]


def _added(facts: Facts, piles: tuple[Pile, ...]) -> Facts:
    pile = pile_in_hand(facts, piles)
    cards = (*facts.cards(pile.name)[: pile.most - 1], parse_card(facts.word("add")))
    return facts.but(**{pile.name: spell(cards)})


def laid_cards(facts: Facts, piles: tuple[Pile, ...]) -> tuple[dict[str, tuple[Card, ...]], str]:
    """By pile, its cards; and a sentence about what is no card, such as a link that was cut off may hold."""
    laid, wrong = dict[str, tuple[Card, ...]](), ""
    for pile in piles:
        try:
            laid[pile.name] = facts.cards(pile.name)
        except CardError as error:
            laid[pile.name], wrong = (), f"{pile.title}: {error}."
    return laid, wrong


def used_up(pack: Pack, told: Counter[Card]) -> frozenset[Card]:
    """The cards of which no further copy can be told."""
    return frozenset(card for card, copies in pack.counts.items() if told[card] >= copies)
