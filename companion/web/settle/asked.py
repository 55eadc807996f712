"""A question on its page: how people put it, its fields and piles of cards, and what was entered in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from companion.cards import Card, CardError, Suit, parse_card, spell
from companion.rules.choices import Bidding
from companion.rules.referee import OnPage, Options, QuestionError, RefereeQuestion, Settled, fields_on_page
from companion.rules.variant import Variant
from companion.web.core.forms import number_in
from companion.web.settle.case import Case, Facts


@dataclass(frozen=True, eq=False)
class QuestionPage:
    """One question: how people put it, and the record that answers it.

    A field comes from the record (``on_page`` in ``companion/rules/referee/``) and is drawn by ``drawn.fields`` in
    ``settle/_asks.html``. A box without a field of its own is a ``drawn.tick`` there, which :attr:`pose` reads.
    :attr:`knows` fills in what the table knows.
    """

    key: str
    """Part of its address."""
    title: str
    note: str
    """Other words for it."""
    record: type[RefereeQuestion]
    piles: tuple[OnPage, ...] = ()
    knows: Callable[[AskedQuestion], Mapping[str, Any]] = lambda _asked: {}
    """Its fields as the table knows them, apart from :attr:`Case.known`."""
    pose: Callable[[AskedQuestion], RefereeQuestion] = lambda asked: asked.fill()
    """The question as entered and known; raises :class:`QuestionError` where something is missing or can't be read."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Fields that never differ."""
    of_game: bool = False
    """True if it is about the numbers of a game, and can be asked nowhere else."""
    arises: Callable[[Variant], bool] = lambda _variant: True
    """True if it can come up in a variant at all."""


def piles_of(record: type[RefereeQuestion], *names: str) -> tuple[OnPage, ...]:
    """Return the fields of a question that are piles of cards on its page."""
    return tuple(fields_on_page(record)[name] for name in names)


def with_bids(variant: Variant) -> bool:
    """Return True if anybody bids."""
    return variant.bid is not Bidding.NONE


@dataclass(frozen=True)
class AskedQuestion:
    """One question about one case, with what was entered so far."""

    case: Case
    page: QuestionPage
    facts: Facts

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """The fields of the question as the table knows them."""
        return {**self.case.known, **self.page.about, **self.page.knows(self)}

    def fill(self, **known: Any) -> RefereeQuestion:
        """Return the question with what was entered, else with what is known.

        :raises QuestionError: if something is missing, or can't be read.
        """
        return self.facts.fill(self.page.record, {**self.known, **known})

    def settle(self) -> Settled:
        """Return the answer, with the sides as recorded sentences mark them.

        :raises QuestionError: if something is missing, or cannot be so.
        """
        if self.unread:
            raise QuestionError(self.unread)
        try:
            return self.page.pose(self).settle(self.case.variant, self.case.mark)
        except CardError as error:
            raise QuestionError(f"{error}") from None

    def url(self, endpoint: str) -> str:
        """Return the address of another view of this question."""
        return self.case.url(endpoint, self.page.key, self.facts)

    def asks(self, name: str) -> bool:
        """Return True if the page asks for a field: it may matter, can be chosen, and the table does not know it."""
        how = self.fields[name]
        if how.of in ("seat", "side") and not self.case.sides:
            return False
        if how.kind == "choices" and not self.options(name):
            return False
        # A known suit is asked for still, as chosen already: people ask what would be so in another.
        if how.kind == "amount" and name in self.case.known:
            return False
        return how.when(self.case.variant, self._said)

    def options(self, name: str) -> Options:
        """Return what can be chosen in a field."""
        how = self.fields[name]
        options = how.options if isinstance(how.options, tuple) else how.options(self.case.variant, self._said)
        players = self.case.players if how.of == "seat" else ()
        return (*players, *options, *(self.case.sides if how.of == "side" else ()))

    @property
    def fields(self) -> Mapping[str, OnPage]:
        """The fields that the page can ask for, by name."""
        return fields_on_page(self.page.record)

    @cached_property
    def _said(self) -> Mapping[str, Any]:
        entered = {name: self.facts.word(how.form) for name, how in self.fields.items()}
        return {**self.page.about, **{name: word for name, word in entered.items() if word}}

    @property
    def trump(self) -> Suit | None:
        """The trump suit: as entered, else that of the deal on the table."""
        entered = next((suit for suit in Suit if suit.value == self.facts.word("trump")), None)
        return entered or self.known.get("trump")

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of play to the trick; empty where nobody has entered who led it."""
        seats, lead = self.case.seats, self.case.seat(self.facts.word("lead"))
        return () if lead is None else (*seats[seats.index(lead) :], *seats[: seats.index(lead)])

    @property
    def player(self) -> int | None:
        """The player of the card in question: it follows from who led and how many cards lay there."""
        return next(iter(self.order[len(self.laid["trick"]) :]), None)

    @property
    def perhaps_held(self) -> tuple[Card, ...]:
        """The cards that the player melded, apart from those entered already."""
        entered = Counter((*self.laid["card"], *self.laid["held"]))
        return tuple((Counter(self.case.melded_by(self.player)) - entered).elements())

    @cached_property
    def laid(self) -> dict[str, tuple[Card, ...]]:
        """The cards of each pile; those of a link that was cut off may be no cards, and are left out."""
        return {pile.form: self._read(pile)[0] for pile in self.page.piles}

    @property
    def unread(self) -> str:
        """A sentence about what is no card; empty where all are."""
        return next(filter(None, (self._read(pile)[1] for pile in self.page.piles)), "")

    def _read(self, pile: OnPage) -> tuple[tuple[Card, ...], str]:
        try:
            return self.facts.cards(pile.form), ""
        except CardError as error:
            return (), f"{pile.words}: {error}."

    @cached_property
    def counts(self) -> Counter[Card]:
        """The cards of all piles."""
        return Counter(card for cards in self.laid.values() for card in cards)

    @property
    def full(self) -> frozenset[Card]:
        """The cards of which no further copy can be entered."""
        return frozenset(card for card, copies in self.case.variant.pack.counts.items() if self.counts[card] >= copies)

    @property
    def into(self) -> OnPage | None:
        """The pile that the next tap fills: the chosen one, else the last begun, else the next where that is full."""
        chosen = next((pile for pile in self.page.piles if pile.form == self.facts.word("into")), None)
        if chosen or not self.page.piles:
            return chosen
        last = next((pile for pile in reversed(self._in_turn) if self.laid[pile.form]), self._in_turn[0])
        return (self.after(last) if self._is_full(last) else None) or last

    def after(self, pile: OnPage) -> OnPage | None:
        """Return the pile that is entered after another; None after the last."""
        return next((after for each, after in pairwise(self._in_turn) if each == pile), None)

    @property
    def _in_turn(self) -> tuple[OnPage, ...]:
        return tuple(pile for pile in self.page.piles if not pile.aside)

    def _is_full(self, pile: OnPage) -> bool:
        """Return True if a pile can take no more: one card in question, and before it one of each other player."""
        players = len(self.case.seats) or self.case.variant.players[1]
        most = {"card": 1, "trick": players - 1}.get(pile.form)
        return most is not None and len(self.laid[pile.form]) >= most

    def tapped(self) -> AskedQuestion | None:
        """Return the question after the tap that it carries: another pile in hand, a card added, or one taken out.

        None where nothing was tapped, or the question asks for no cards.

        :raises CardError: if something there is no card.
        """
        facts, into = self.facts, self.into
        if into is None:
            return None
        if facts.says("to"):
            return replace(self, facts=facts.but(to="", into=facts.word("to")))
        if facts.says("hold"):
            held = (*facts.cards("held"), parse_card(facts.word("hold")))
            return replace(self, facts=facts.but(hold="", held=spell(held)))
        if facts.says("add"):
            cards = facts.cards(into.form)[: 0 if into.kind == "card" else None]
            facts = facts.but(add="", **{into.form: spell((*cards, parse_card(facts.word("add"))))})
            after = replace(self, facts=facts)
            return replace(after, facts=facts.but(into="")) if after._is_full(into) else after
        name, _, text = facts.word("out").partition(":")
        place = number_in(text)
        if name not in self.laid or place is None:
            return None
        cards = facts.cards(name)
        return replace(self, facts=facts.but(out="", into=name, **{name: spell((*cards[:place], *cards[place + 1 :]))}))
