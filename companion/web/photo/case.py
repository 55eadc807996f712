"""The purpose of a photo: the owner of its cards, the rules to count them by, and the page for the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import url_for

from companion.cards import Card, Suit, speak
from companion.game.commands import Refusal, ShowCards
from companion.game.decide import decide
from companion.game.events import MeldSource
from companion.game.state import DealState, GameState, Phase
from companion.rules.known import find_game, games
from companion.rules.names import unnamed
from companion.rules.variant import Variant
from companion.web.core.forms import number_in, seat_in
from companion.web.core.game import OpenGame, open_game
from companion.web.core.identity import this_phone
from companion.web.core.security import local_path

MOST_SEATS = 8
_USUAL = next(iter(games()))
"""The game to count cards by if none is chosen."""


class Kind(str, Enum):
    """The kind of photo."""

    MELD = "meld"
    HAND = "hand"
    TRICK = "trick"
    TRICKS = "tricks"
    DECK = "deck"
    """Known cards, to teach the reader a deck."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Purpose:
    """The purpose of a photo.

    A photo for a game is priced by that table's rules, whatever ``variant`` is.
    """

    variant: str
    trump: Suit | None = None
    next: str = ""
    """The address on this server that takes the outcome; empty where it is only shown."""
    back: str = ""
    game: str = ""
    kind: Kind = Kind.MELD
    into: str = ""
    """The field for the outcome in a GET to ``next``; if it is empty, the cards are posted."""
    seat: int | None = None
    """The photographer of a trick, among the active players in the order of play from 0."""
    leader: int | None = None
    last: bool = False
    """True if the last trick is among these tricks."""
    first: bool = False
    """True if the first one is, where it counts."""
    join: str = ""
    """The photo to join this one with."""
    whose: str = ""
    """The seat of the meld, as chosen with the photo, or the side of the tricks; empty if not chosen."""
    deal: int | None = None
    """The number of the game's deal into which it is taken, and no other; None where it only answers a question."""

    @classmethod
    def for_meld(cls, table: OpenGame, deal: DealState, seat: int, taken_by: str, back: str) -> Purpose:
        """A player's meld, which the page at the address ``taken_by`` takes."""
        return cls._in(table, deal, back, trump=deal.trump, next=taken_by, whose=str(seat))

    @classmethod
    def for_counters(cls, table: OpenGame, deal: DealState, side: str, here: str) -> Purpose:
        """A side's tricks, whose counters come back to the form at the address ``here``."""
        return cls._in(table, deal, here, kind=Kind.TRICKS, next=here, into=f"points-{side}", whose=side)

    @classmethod
    def for_trick(cls, table: OpenGame, deal: DealState, own: int | None, due: int | None, here: str) -> Purpose:
        """The next trick of the trick log, whose cards come back to it.

        :param own: the seat that the photographer sits for.
        :param due: the leader's seat, if known.
        """
        purpose = cls._in(table, deal, here, trump=deal.trump, next=here, into="fallen")
        return purpose.as_trick(table.state.seats_in(deal), own, due)

    @classmethod
    def for_asking(cls, table: OpenGame, deal: DealState, own: int | None, back: str) -> Purpose:
        """A trick, in any deal, photographed only to ask for its winner."""
        purpose = replace(cls._in(table, deal, back, trump=deal.trump), deal=None)
        return purpose.as_trick(table.state.seats_in(deal), own)

    @classmethod
    def for_pile(cls, variant: str, trump: Suit | None, into: str, here: str, game: str) -> Purpose:
        """A hand for a question; its cards return to the question at the address ``here``."""
        return cls(variant, trump, next=here, back=here, game=game, kind=Kind.HAND, into=into)

    @classmethod
    def for_deck(cls, game: str) -> Purpose:
        """Known cards, to learn the deck of a game, or of this device."""
        keep, back = (url_for(f"deck.{view}", game=game or None) for view in ("keep", "deck_page"))
        return cls(_USUAL, next=keep, back=back, game=game, kind=Kind.DECK)

    @classmethod
    def _in(cls, table: OpenGame, deal: DealState, back: str, **said: Any) -> Purpose:
        return cls(table.state.variant.key, game=table.game, deal=deal.number, back=back, **said)

    def as_trick(self, seats: Sequence[int], own: int | None, leader: int | None = None) -> Purpose:
        """The purpose for a trick of the players at ``seats``: it is shown in the order of play."""
        places = (seats.index(seat) if seat in seats else None for seat in (own, leader))
        return replace(self, kind=Kind.TRICK, seat=next(places), leader=next(places))

    @property
    def url(self) -> str:
        """The page to take such a photo on, whatever its kind at first."""
        query: dict[str, Any] = {"kind": self.kind, **self.asked}
        return url_for("photo.camera_page", **query)

    @property
    def asked(self) -> dict[str, str]:
        """Return its fields for a link or a form, without unset ones."""
        said = {name: _text(value) for name, value in asdict(self).items()}
        return {name: text for name, text in said.items() if text}

    @property
    def next_fields(self) -> list[tuple[str, str]]:
        """The fields already in the address of ``next``: a form sent by GET has to repeat them, with trump and deal."""
        own = [("trump", str(self.trump))] if self._names_trump else []
        own += [] if self.deal is None else [("deal", str(self.deal))]
        said = {self.into, *dict(own)}
        return [*((name, text) for name, text in parse_qsl(urlsplit(self.next).query) if name not in said), *own]

    @property
    def _names_trump(self) -> bool:
        """Return True if the trump chosen here is returned too: a trick is judged by it on both pages."""
        return self.kind is Kind.TRICK and self.trump is not None


def _text(value: Any) -> str:
    if value is True:
        return "1"
    return "" if value is None or value is False else str(value)


def read_purpose(values: Mapping[str, str]) -> Purpose:
    """Read a purpose from a link, a form or the store; invalid values fall back to a meld alone."""
    variant = values.get("variant", "")
    return Purpose(
        variant=variant if variant in games() else _USUAL,
        trump=next((suit for suit in Suit if suit.value == values.get("trump")), None),
        next=local_path(values.get("next", "")),
        back=local_path(values.get("back", "")),
        game=values.get("game", ""),
        kind=next((kind for kind in Kind if kind.value == values.get("kind")), Kind.MELD),
        into=_word(values.get("into", "")),
        seat=seat_in(values.get("seat", ""), MOST_SEATS),
        leader=seat_in(values.get("leader", ""), MOST_SEATS),
        last=bool(values.get("last")),
        first=bool(values.get("first")),
        join=values.get("join", "")[:40],
        whose=_word(values.get("whose", "")),
        deal=number_in(values.get("deal", "")),
    )


def sweep_in(values: Mapping[str, str]) -> str:
    """Return the secret name of a live camera's sweep; empty where none is given."""
    return _word(values.get("sweep", ""))


def _word(text: str) -> str:
    return text if text.replace("-", "").replace("_", "").isalnum() and len(text) <= 40 else ""


@dataclass(frozen=True)
class PhotoCase:
    """The purpose of a photo, and its game, if it has one."""

    purpose: Purpose
    variant: Variant
    """The variant whose figures price the cards."""
    table: OpenGame | None = None

    @property
    def owner(self) -> str:
        """The photo's owner: its game, or this device if it has none."""
        return self.table.game if self.table else this_phone()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who play, in the order of play; without a game, as many numbers as play the variant."""
        if self.table is None:
            return tuple(map(unnamed, range(self.variant.players[0])))
        state = self.table.state
        return tuple(state.names[seat] for seat in state.seats_in(state.deal)) if state.deal else ()

    @property
    def seen(self) -> int | None:
        """The version of the game at this moment; None without a game."""
        return self.table.version if self.table else None

    @property
    def owners(self) -> tuple[tuple[str, str, str], ...]:
        """The possible owners of the meld: seat, name and entered meld of each player; empty if no table takes it."""
        if self.table is None or self.purpose.kind is not Kind.MELD or not self.purpose.next:
            return ()
        state = self.table.state
        seats = state.seats_melding(state.deal) if state.deal else ()
        return tuple((str(seat), state.names[seat], _entered(state, seat)) for seat in seats)

    @property
    def has_owner(self) -> bool:
        """Return True if the meld's owner is chosen, or not needed."""
        return not self.owners or any(seat == self.purpose.whose for seat, *_ in self.owners)

    @property
    def heading(self) -> str:
        """The owner of the photographed meld or counters; empty if not chosen."""
        state = self.table.state if self.table else None
        if state and self.purpose.kind is Kind.TRICKS and self.purpose.whose in state.sides:
            return f"Counters of {state.side_name(self.purpose.whose)}"
        return "" if state is None or self._seat is None else f"{state.names[self._seat]}’s meld"

    @property
    def replaced(self) -> str:
        """The earlier entry for a player's meld, which the photo replaces; empty if there is none."""
        before = _entered(self.table.state, self._seat) if self.table and self._seat is not None else ""
        return f"This photo replaces the {before}." if before else ""

    @property
    def next_fields(self) -> list[tuple[str, str]]:
        """The fields for the page with the outcome: those of its address, and the leader of a trick."""
        fields, leader = self.purpose.next_fields, self._leader
        return fields if leader is None else [*(each for each in fields if each[0] != "lead"), ("lead", f"{leader}")]

    @property
    def past(self) -> str:
        """The reason that it is too late, once its deal is over; empty until then."""
        return past_of(self.purpose, self.table.state) if self.table else ""

    def why_not(self, cards: Sequence[Card]) -> str:
        """The table's reason against these cards as the chosen player's meld; empty if it accepts them.

        Only what is wrong with the cards is said: what the table waits for may have come by the time they are taken.
        """
        if self.table is None or self._seat is None or self.past:
            return ""
        command = ShowCards(self._seat, tuple(cards), MeldSource.PHOTO)
        judged = decide(self.table.history, command, self.table.state)
        return judged.says if isinstance(judged, Refusal) and judged.field == "cards" else ""

    @property
    def _leader(self) -> int | None:
        """The seat that led the trick, if it was chosen and the table knows its players."""
        state, place = self.table.state if self.table else None, self.purpose.leader
        seats = state.seats_in(state.deal) if state and state.deal else ()
        if self.purpose.kind is not Kind.TRICK or place is None or place >= len(seats):
            return None
        return seats[place]

    @property
    def _seat(self) -> int | None:
        """The player of the meld, if chosen."""
        if self.table is None or self.purpose.kind is not Kind.MELD:
            return None
        return seat_in(self.purpose.whose, self.table.state.players)


def case_of(purpose: Purpose) -> PhotoCase:
    """The case of a photo for this purpose; 404 if it is for a game that is not there."""
    if purpose.game:
        table = open_game(purpose.game)
        return PhotoCase(purpose, table.state.variant, table)
    variant = find_game(purpose.variant)
    speak(variant.card_names)
    return PhotoCase(purpose, variant)


def case_of_deck(game: str) -> PhotoCase:
    """The case of photos for learning a deck: the game's, or without a game this device's."""
    return case_of(Purpose.for_deck(game))


def past_of(purpose: Purpose, state: GameState) -> str:
    """The reason that a photo is not taken now: its deal is over, or not at its count; empty if it is taken."""
    if purpose.deal is None:
        return ""
    if state.deal is None or state.deal.number != purpose.deal:
        return past_says(f"{purpose.deal}", state)
    return uncounted_says(state) if purpose.kind is Kind.TRICKS else ""


def uncounted_says(state: GameState) -> str:
    """The reason that a photo's counters are not entered, if the deal does not wait for any; otherwise empty."""
    if state.deal is None or state.phase is Phase.PLAY:
        return ""
    return (
        f"Deal {state.deal.number} doesn’t wait for its counters now, so those of the photo are not entered. "
        "If it was counted wrongly, take that back first."
    )


def past_says(number: int | str, state: GameState) -> str:
    """The reason that a photo for deal ``number`` is not taken now."""
    now = f"deal {state.deal.number} is on the table now" if state.deal else "the game is over"
    return f"This photo was taken for deal {number}, and {now}: nothing of it is written. Take a new one at the table."


def _entered(state: GameState, seat: int) -> str:
    """The entered meld of a player, or of the whole side, in a few words; empty if there is none."""
    if state.deal is None:
        return ""
    side = state.side_of(seat)
    shown = state.meld_shown_by(state.deal, side, seat) or state.meld_shown_by(state.deal, side, None)
    if shown is None:
        return ""
    if shown.cards:
        return "one card entered" if len(shown.cards) == 1 else f"{len(shown.cards)} cards entered"
    return f"{shown.points} entered together" if state.hand_of(shown) is None else f"{shown.points} entered"
