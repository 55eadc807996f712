"""What a question is about: the rules in force, the deal on the table, and the facts given, all in the address."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, TypeVar, get_type_hints

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.cards import Card, Suit, parse_cards, speak
from companion.game.state import DealState, GameState, side_mark
from companion.rules.contract import Contract
from companion.rules.json_text import RequestError
from companion.rules.known import find_game
from companion.rules.options import OptionError, differences, with_options
from companion.rules.records import read
from companion.rules.referee import OnPage, QuestionError, RefereeQuestion, Settled
from companion.rules.score.facts import side_name
from companion.rules.variant import Variant
from companion.rules.variants import VariantError
from companion.web.core.assets import url_with_query
from companion.web.core.forms import NoNumber, parse_whole
from companion.web.core.game import OpenGame, open_game

LONGEST_WORD = 600
NOBODY = "nobody"
"""The tick in place of players where none of them is meant."""
_Asked = TypeVar("_Asked", bound=RefereeQuestion)


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

    def fill(self, record: type[_Asked], **known: object) -> _Asked:
        """The question with these facts.

        :param known: its fields as the table knows them, for what nobody has said.
        :raises QuestionError: if something is missing, or can't be read.
        :raises CardError: if something there is no card.
        """
        hints, held = get_type_hints(record), dict(known)
        for each in fields(record):
            page: OnPage | None = each.metadata.get("page")
            if page is None:
                continue
            value = self._said(page.form or each.name, page.words, hints[each.name], each.default)
            if value is not None:
                held[each.name] = _read(value, hints[each.name], page)
            elif each.default is MISSING and each.name not in held:
                raise QuestionError(page.needed)
        return record(**held)

    def _said(self, name: str, title: str, hint: Any, default: object) -> object:
        """What a field says, as JSON would hold it; None where nothing was said."""
        if hint is bool:
            return not default if self.says(name) else None
        if hint == bool | None:
            return {"yes": True, "no": False}.get(self.word(name))
        if hint in (int, int | None):
            return self.number(name, title)
        if hint == tuple[str, ...] | None:
            return list(self.words(name)) or None
        if hint == tuple[int, ...] | None:
            seats = [int(word) if word.isdecimal() else word for word in self.words(name)]
            return [seat for seat in seats if seat != NOBODY] if seats else None
        if hint is Card:
            return next(map(str, self.cards(name)), None)
        if hint in (tuple[Card, ...], tuple[Card, ...] | None):
            return [str(card) for card in self.cards(name)] or None
        return self.word(name) or None

    def but(self, **changed: str) -> Facts:
        """These facts with some fields filled in again; an empty text takes a field away."""
        kept = {name: values for name, values in self.said.items() if name not in changed}
        return Facts(kept | {name: (value,) for name, value in changed.items() if value})

    def query(self, *left_out: str) -> dict[str, list[str]]:
        """The facts as an address carries them."""
        return {name: list(values) for name, values in self.said.items() if name not in left_out}


def _read(value: object, hint: Any, page: OnPage) -> object:
    try:
        return read(value, hint, f"“{page.words}”")
    except RequestError as error:
        raise QuestionError(f"{error}.") from None


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
    def contract(self) -> Contract | None:
        """The bid of that deal, once it is made."""
        return self.deal.contract if self.deal else None

    @property
    def trump(self) -> Suit | None:
        """The trump suit of that deal, once it is named."""
        return self.deal.trump if self.deal else None

    @property
    def untrumped(self) -> bool:
        """True if no suit is trump in that deal."""
        return self.deal is not None and self.deal.untrumped

    @property
    def sides(self) -> tuple[tuple[str, str], ...]:
        """The sides in that deal, with what they are called; none where there is no game."""
        state, deal = self.state, self.deal
        return tuple((side, self.name(side)) for side in state.sides_in(deal)) if state and deal else ()

    @property
    def players(self) -> tuple[tuple[int, str], ...]:
        """Those who take part, by seat, with their names."""
        return tuple((seat, self.state.names[seat]) for seat in self.seats) if self.state else ()

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

    def trump_in(self, facts: Facts) -> Suit | None:
        """The trump suit: as entered, else that of the deal on the table."""
        return facts.suit("trump") or self.trump

    def seat_in(self, facts: Facts, name: str) -> int | None:
        """The player who was chosen, if one was."""
        return next((seat for seat in self.seats if str(seat) == facts.word(name)), None)

    def side_of(self, seat: int | None) -> str | None:
        """The side of a player, where that is known."""
        return self.state.side_of(seat) if self.state and seat is not None else None

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
        place = {"game": self.table.game} if self.table else {"variant": self.key}
        if question:
            place["question"] = question
        rules = {} if self.table or "rules" in entered else {name: [value] for name, value in self._changes.items()}
        return url_with_query(f"settle.{endpoint}", rules | entered, **place)


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
        variant = with_options(find_game(key), changes)
    except (ValueError, VariantError, OptionError):
        abort(404, STRANGE_RULES)
    speak(variant.card_names)
    return Case(variant, asked_by=key)


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
