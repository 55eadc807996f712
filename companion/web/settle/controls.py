"""What a page asks a question with: controls and piles of cards for the fields of its record, and what it adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from companion.cards import Card, CardError, Suit, parse_card, spell
from companion.rules.choices import Bidding
from companion.rules.pack import Pack
from companion.rules.referee import OnPage, RefereeQuestion
from companion.rules.variant import Variant
from companion.web.settle.case import Case, Facts


@dataclass(frozen=True)
class QuestionControl:
    """One thing on the page of a question; ``settle/_controls.html`` draws each kind."""

    kind: str
    words: str = ""
    name: str = ""
    hint: str = ""
    options: tuple[tuple[object, str], ...] = ()
    """What can be chosen, or is listed: a value, and its words."""
    now: object = None
    """What is chosen or shown where nobody has said anything."""
    of: str = ""
    """What a number counts: ``bid``, ``counters``, ``meld`` or ``cards``."""
    inside: tuple[QuestionControl, ...] = ()


YES_OR_NO = (("yes", "Yes"), ("no", "No"))
_KINDS = {bool: "tick", Suit: "trump", Suit | None: "trump", int: "amount", int | None: "amount"}


def control(
    record: type[RefereeQuestion], name: str, options: tuple[tuple[object, str], ...] = (), now: object = ""
) -> QuestionControl:
    """A field of a question as its page asks for it.

    :param options: what can be chosen, where it is one of a few.
    """
    page, hint = _on_page(record, name)
    kind = "choices" if options else "suits" if hint == tuple[str, ...] | None else _KINDS[hint]
    return QuestionControl(kind, page.words, page.form or name, page.hint, options, now, page.of)


def _on_page(record: type[RefereeQuestion], name: str) -> tuple[OnPage, Any]:
    """How a field is asked for, and its type."""
    page: OnPage = next(each.metadata["page"] for each in fields(record) if each.name == name)
    return page, get_type_hints(record)[name]


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


def piles_of(record: type[RefereeQuestion], *names: str) -> tuple[Pile, ...]:
    """The piles of those fields of a question that are cards."""
    asked = ((name, *_on_page(record, name)) for name in names)
    return tuple(
        Pile(page.form or name, page.words, page.hint, 1 if hint is Card else 99, page.aside)
        for name, page, hint in asked
    )


@dataclass(frozen=True)
class QuestionPage:
    """One question: how people put it, what it asks for, and who answers it."""

    key: str
    """Part of its address."""
    title: str
    note: str
    """What else people call it."""
    pose: Callable[[Case, Facts], RefereeQuestion]
    """The question with what was entered, and with what the table knows; raises :class:`QuestionError` where that
    can't be read, or something is missing."""
    asks: Callable[[Case, Facts], Iterator[QuestionControl]]
    """What the page asks for, as far as it matters in this case."""
    piles: tuple[Pile, ...] = ()
    of_game: bool = False
    """Whether it is about the numbers of a game, and can be asked nowhere else."""
    arises: Callable[[Variant], bool] = field(default=lambda _variant: True)
    """Whether it can come up in a variant at all."""


def with_bids(variant: Variant) -> bool:
    """Whether anybody bids."""
    return variant.bid is not Bidding.NONE


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


def used_up(pack: Pack, laid: Counter[Card]) -> frozenset[Card]:
    """The cards of which no further copy can be entered."""
    return frozenset(card for card, copies in pack.counts.items() if laid[card] >= copies)
