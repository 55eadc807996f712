"""What a question is about: the rules in force, the deal on the table, and the facts given, all in the address."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.cards import Card, CardError, Suit, parse_card, parse_cards, spell
from companion.game.state import DealState, GameState, side_mark
from companion.rules.auction import Auction
from companion.rules.known import find_game
from companion.rules.options import OptionError, differences, with_options
from companion.rules.pack import Pack
from companion.rules.referee import QuestionError, Settled
from companion.rules.score.facts import side_name
from companion.rules.variant import Variant
from companion.rules.variants import VariantError
from companion.web.core.assets import url_with_query
from companion.web.core.forms import NoNumber, parse_whole
from companion.web.core.game import OpenGame, open_game

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
        """These facts with some fields filled in again; an empty text takes a field away."""
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


def used_up(pack: Pack, laid: Counter[Card]) -> frozenset[Card]:
    """The cards of which no further copy can be entered."""
    return frozenset(card for card, copies in pack.counts.items() if laid[card] >= copies)


STRANGE_RULES = "This link to a ruling is not whole: its table’s rules can’t be read. Ask for the link again."


@dataclass(frozen=True)
class Case:
    """The rules that decide, and who sits at the table."""

    variant: Variant
    table: OpenGame | None = None
    """The game that asks; None for a ruling that somebody was sent, and for a question without a game."""
    asked_by: str = ""
    """The key of a game by which a question without a table was asked; empty where nobody named one."""

    @property
    def state(self) -> GameState | None:
        """The game as it stands."""
        return self.table.state if self.table else None

    @property
    def deal(self) -> DealState | None:
        """The deal on the table; between games and after the last deal the one before."""
        state = self.state
        return None if state is None else state.deal or next(reversed(state.deals), None)

    @property
    def seats(self) -> tuple[int, ...]:
        """Those who take part, clockwise from the dealer's left; nobody where there is no game."""
        state, deal = self.state, self.deal
        return state.auction_of(deal).order if state and deal else ()

    @property
    def rules_key(self) -> str:
        """The key that says which rules decide where no game does; empty where a table changed them."""
        return "" if self.table or self._changes else self.key

    @property
    def key(self) -> str:
        """The key of the game whose rules these are, or that the table changed."""
        return self.asked_by or self.variant.key

    @property
    def _changes(self) -> dict[str, str]:
        """How an address carries the options in which a table differs from the game of its key."""
        changes = differences(self.variant, find_game(self.key))
        return {"rules": json.dumps(changes, separators=(",", ":"))} if changes else {}

    def name(self, side: str) -> str:
        """What a side is called at this table."""
        return self.state.side_name(side) if self.state else side_name(side)

    def mark(self, side: str) -> str:
        """What stands for a side in a ruling that may be recorded: names are filled in where it is shown."""
        return side_mark(side) if self.state else side_name(side)

    def with_names(self, settled: Settled) -> Settled:
        """A ruling with the names of this table."""
        if self.state is None:
            return settled
        names = self.state.with_names
        steps = tuple(replace(step, says=names(step.says)) for step in settled.steps)
        elsewhere = tuple(replace(there, says=names(there.says)) for there in settled.elsewhere)
        return replace(settled, says=names(settled.says), steps=steps, elsewhere=elsewhere)

    def url(self, endpoint: str, question: str = "", facts: Facts | None = None) -> str:
        """The address of a page of this case, with what was entered."""
        entered = facts.query() if facts else {}
        place = {"question": question} if question else {}
        if self.table:
            return url_with_query(f"settle.{endpoint}", entered, game=self.table.game, **place)
        rules = {} if "rules" in entered else {name: [value] for name, value in self._changes.items()}
        return url_with_query(f"settle.{endpoint}_by_rules", rules | entered, variant=self.key, **place)


def case_of_game(game: str) -> Case:
    """The case of a game; 404 if there is none."""
    table = open_game(game)
    return Case(table.state.variant, table)


def case_of_rules(key: str, facts: Facts) -> Case:
    """The case of the game of this key with the options that a link carries; 404 if it can't be read."""
    try:
        changes = json.loads(facts.word("rules") or "{}")
        if not isinstance(changes, dict):
            abort(404, STRANGE_RULES)
        return Case(with_options(find_game(key), changes), asked_by=key)
    except (ValueError, VariantError, OptionError):
        abort(404, STRANGE_RULES)


def shown_by_others(case: Case, seat: int | None, on_table: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that other players melded and that are not in this trick: they can't be in the hand asked about."""
    state, deal = case.state, case.deal
    if state is None or deal is None or seat is None:
        return ()
    shown = [card for each in deal.shown if state.hand_of(each) not in (None, seat) for card in each.cards]
    for card in on_table:
        if card in shown:
            shown.remove(card)
    return tuple(shown)


def melded_by(case: Case, seat: int | None) -> tuple[Card, ...]:
    """The cards that a player melded in this deal."""
    state, deal = case.state, case.deal
    shown = state.meld_shown_by(deal, state.side_of(seat), seat) if state and deal and seat is not None else None
    return shown.cards if shown else ()


def auction_of(case: Case) -> Auction | None:
    """The auction of the deal asked about, if there is a game."""
    return case.state.auction_of(case.deal) if case.state and case.deal else None
