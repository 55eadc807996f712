"""The case of a question, its rules and the deal on the table; beside it the facts. Both are in the address."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property
from typing import Any, TypeVar

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.cards import Card, parse_cards, speak
from companion.game.state import DealState, GameState, side_mark
from companion.game.view.auction import bids_say
from companion.rules.contract import Contract
from companion.rules.json_text import RequestError
from companion.rules.known import find_game
from companion.rules.meld.tiles import MeldTile, meld_tiles
from companion.rules.options import OptionError, differences, with_options
from companion.rules.records import read
from companion.rules.referee import NOBODY, OnPage, QuestionError, RefereeQuestion, Settled, fields_on_page
from companion.rules.score.facts import side_name
from companion.rules.variant import Variant
from companion.rules.variants import VariantError
from companion.web.core.assets import url_with_query
from companion.web.core.forms import NoNumber, number_in, parse_whole, seat_in
from companion.web.core.game import OpenGame, open_game

LONGEST_WORD = 600
NO_DEAL = "There is no deal to ask about here. Open this question from the table of a game."
_Asked = TypeVar("_Asked", bound=RefereeQuestion)


@dataclass(frozen=True)
class Facts:
    """The fields of a question as they were filled in, by name."""

    said: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, args: MultiDict[str, str]) -> Facts:
        """Return the fields of an address or a form, without empty ones."""
        said = {name: tuple(value.strip()[:LONGEST_WORD] for value in args.getlist(name)) for name in args}
        return cls({name: tuple(filter(None, values)) for name, values in said.items() if any(values)})

    def word(self, name: str) -> str:
        """Return the text of a field; empty where nothing was entered."""
        return self.said.get(name, ("",))[0]

    def words(self, name: str) -> tuple[str, ...]:
        """Return everything that was ticked in a field."""
        return self.said.get(name, ())

    def says(self, *names: str) -> bool:
        """Return True if anything was entered in one of these fields."""
        return any(name in self.said for name in names)

    def cards(self, name: str) -> tuple[Card, ...]:
        """Return the cards of a pile in the order in which they were tapped.

        :raises CardError: if something there is no card.
        """
        return parse_cards(self.word(name))

    def number(self, name: str, title: str) -> int | None:
        """Return the whole number in a field, None if it is empty.

        :raises QuestionError: with a sentence that names ``title``, if it is no whole number or too large for a score.
        """
        text = self.word(name)
        try:
            return parse_whole(text) if text else None
        except NoNumber as error:
            raise QuestionError(f"{title}: {error}") from error

    def fill(self, record: type[_Asked], known: Mapping[str, Any]) -> _Asked:
        """Return the question with these facts.

        :param known: its fields as the table knows them, for those that were left empty.
        :raises QuestionError: if something is missing, or can't be read.
        :raises CardError: if something there is no card.
        """
        held = {each.name: known[each.name] for each in fields(record) if each.name in known}
        for name, page in fields_on_page(record).items():
            entered = self._entered(page)
            if entered is not None:
                try:
                    held[name] = read(entered, page.holds, f"“{page.words}”")
                except RequestError as error:
                    raise QuestionError(f"{error}.") from None
            elif page.default is MISSING and name not in held:
                raise QuestionError(page.needed)
        return record(**held)

    def _entered(self, page: OnPage) -> object:
        """Return what a field says, as JSON would hold it; None where it is empty."""
        name, word = page.form, self.word(page.form)
        if page.kind == "tick":
            return not page.default if word else None
        if page.kind == "amount":
            return self.number(name, page.words)
        if page.kind in ("card", "cards"):
            cards = [str(card) for card in self.cards(name)]
            return next(iter(cards), None) if page.kind == "card" else cards or None
        if page.kind == "suits":
            return [*self.words(name)] or None
        if page.of == "seat":
            seats = [seat for each in self.words(name) if (seat := number_in(each)) is not None]
            if page.kind == "choices":
                return next(iter(seats), None)
            return seats or ([] if NOBODY in self.words(name) else None)
        return {"yes": True, "no": False}.get(word) if page.holds == bool | None else word or None

    def but(self, **changed: str) -> Facts:
        """Return these facts with some fields filled in again; an empty text takes a field away."""
        kept = {name: values for name, values in self.said.items() if name not in changed}
        return Facts(kept | {name: (value,) for name, value in changed.items() if value})

    def query(self, *left_out: str) -> dict[str, list[str]]:
        """Return the facts as an address carries them."""
        return {name: list(values) for name, values in self.said.items() if name not in left_out}


STRANGE_RULES = "This link to a ruling is not whole: its table’s rules can’t be read. Ask for the link again."


@dataclass(frozen=True)
class Case:
    """The rules that decide, and the table that asks."""

    variant: Variant
    table: OpenGame | None = None
    """The game that asks; None for a question without a game, and for a ruling by a link."""
    asked_by: str = ""
    """The key of a game by which a question without a table was asked; empty where nobody named one."""

    @cached_property
    def state(self) -> GameState | None:
        """The game as it stands."""
        return self.table.state if self.table else None

    @cached_property
    def deal(self) -> DealState | None:
        """The deal on the table; between games and after the last deal the one before."""
        state = self.state
        return None if state is None else state.deal or next(reversed(state.deals), None)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that take part, clockwise from the dealer's left; empty where there is no game."""
        state, deal = self.state, self.deal
        return state.auction_of(deal).order if state and deal else ()

    @property
    def contract(self) -> Contract | None:
        """The bid of that deal, once it is made."""
        return self.deal.contract if self.deal else None

    @property
    def bids_say(self) -> tuple[str, ...]:
        """Words for the bids of that deal, for each side with a contract."""
        return bids_say(self.state, self.deal) if self.state and self.deal else ()

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """Everything known at the table, by the names of the fields that ask for it."""
        deal = self.deal
        if deal is None:
            return {}
        bid = {"bid": deal.contract.bid} if deal.contract else {}
        trump = {"trump": deal.trump} if deal.trump else {}
        return {"untrumped": deal.untrumped, "players": len(self.seats), **trump, **bid}

    @property
    def sides(self) -> tuple[tuple[str, str], ...]:
        """The sides in that deal, with their names; empty where there is no game."""
        state, deal = self.state, self.deal
        return tuple((side, self.name(side)) for side in state.sides_in(deal)) if state and deal else ()

    @property
    def players(self) -> tuple[tuple[str, str], ...]:
        """The players of that deal, by seat, with their names."""
        return tuple((str(seat), self.state.names[seat]) for seat in self.seats) if self.state else ()

    @property
    def rules_key(self) -> str:
        """The key of the rules where no game decides; empty where a table changed them."""
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

    def seat(self, text: str) -> int | None:
        """Return the player that a field names, if it names one of this deal."""
        seat = seat_in(text, self.state.players) if self.state else None
        return seat if seat in self.seats else None

    def side_of(self, seat: int | None) -> str | None:
        """Return the side of a player, where that is known."""
        return self.state.side_of(seat) if self.state and seat is not None else None

    def name(self, side: str) -> str:
        """Return a side's name at this table."""
        return self.state.side_name(side) if self.state else side_name(side)

    def mark(self, side: str) -> str:
        """Return the mark of a side in a ruling that may be recorded: names are filled in where it is shown."""
        return side_mark(side) if self.state else side_name(side)

    def with_names(self, settled: Settled) -> Settled:
        """Return a ruling with the names of this table."""
        if self.state is None:
            return settled
        names = self.state.with_names
        steps = tuple(replace(step, says=names(step.says)) for step in settled.steps)
        elsewhere = tuple(replace(there, says=names(there.says)) for there in settled.elsewhere)
        follows = settled.consequence and replace(settled.consequence, says=names(settled.consequence.says))
        return replace(settled, says=names(settled.says), steps=steps, elsewhere=elsewhere, consequence=follows)

    def url(self, endpoint: str, question: str = "", facts: Facts | None = None) -> str:
        """Return the address of a page of this case, with what was entered."""
        entered = facts.query() if facts else {}
        place = {"game": self.table.game} if self.table else {"variant": self.key}
        if question:
            place["question"] = question
        rules = {} if self.table or "rules" in entered else {name: [value] for name, value in self._changes.items()}
        return url_with_query(f"settle.{endpoint}", rules | entered, **place)

    def melded_by(self, seat: int | None) -> tuple[Card, ...]:
        """Return the cards that a player melded in this deal."""
        state, deal = self.state, self.deal
        shown = state.meld_shown_by(deal, state.side_of(seat), seat) if state and deal and seat is not None else None
        return shown.cards if shown else ()

    def shown_by_others(self, seat: int | None, on_table: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards that other players melded, without those of this trick: no other hand can hold them."""
        state, deal = self.state, self.deal
        if state is None or deal is None or seat is None:
            return ()
        shown = [card for each in deal.shown if state.hand_of(each) not in (None, seat) for card in each.cards]
        for card in on_table:
            if card in shown:
                shown.remove(card)
        return tuple(shown)

    @property
    def tiles(self) -> tuple[MeldTile, ...]:
        """The melds that a player may lay, once the trump card of a stock is turned up."""
        deal = self.deal
        return tuple(meld_tiles(self.variant, deal.stock.turned.card.suit)) if deal and deal.stock else ()

    @property
    def can_be_counted(self) -> bool:
        """True if all meld of the deal is entered, and there is no result yet."""
        deal = self.deal
        return deal is not None and deal.meld_closed and deal.scored is None and deal.ended is None

    @property
    def unmelded(self) -> tuple[str, ...]:
        """The sides whose meld counts and was not entered, or not of every partner."""
        return self.state.sides_unmelded(self.deal) if self.state and self.deal else ()


def case_of_game(game: str) -> Case:
    """Return the case of a game; 404 if there is none."""
    table = open_game(game)
    return Case(table.state.variant, table)


def case_of_rules(key: str, facts: Facts) -> Case:
    """Return the case of the game of this key with the options that a link carries; 404 if it can't be read."""
    try:
        changes = json.loads(facts.word("rules") or "{}")
        if not isinstance(changes, dict):
            abort(404, STRANGE_RULES)
        variant = with_options(find_game(key), changes)
    except (ValueError, VariantError, OptionError):
        abort(404, STRANGE_RULES)
    speak(variant.card_names)
    return Case(variant, asked_by=key)
