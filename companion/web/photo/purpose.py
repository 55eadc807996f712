"""What a photo is for: whose cards, counted how, and which page takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import url_for

from companion.cards import Suit
from companion.game.record.state import DealState
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from companion.web.base.game import OpenGame
from companion.web.base.security import local_path

MOST_SEATS = 8


class Kind(str, Enum):
    """What is photographed."""

    MELD = "meld"
    HAND = "hand"
    TRICK = "trick"
    TRICKS = "tricks"
    DECK = "deck"
    """Known cards, to teach the reader a deck."""

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Purpose:
    """What a photo is for.

    A photo for a game is priced by what that table plays, whatever ``variant`` says.
    """

    variant: str
    trump: Suit | None = None
    next: str = ""
    """The address on this server that takes the outcome; empty where it is only shown."""
    back: str = ""
    game: str = ""
    kind: Kind = Kind.MELD
    into: str = ""
    """The field in which ``next`` gets the outcome by GET; where it is empty the cards are posted."""
    seat: int | None = None
    """Which of those who play took the photo of a trick, in the order of play from 0."""
    leader: int | None = None
    last: bool = False
    """Whether the last trick is among these tricks."""
    join: str = ""
    """The photo that this one is to be joined with."""
    whose: str = ""
    """The seat whose meld it is, as it may be chosen with the photo, or the side whose tricks they are; empty where
    nobody said."""
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
        :param due: the seat that leads, if that is known.
        """
        purpose = cls._in(table, deal, here, trump=deal.trump, next=here, into="fallen")
        return purpose.as_trick(table.state.seats_in(deal), own, due)

    @classmethod
    def for_asking(cls, table: OpenGame, deal: DealState, own: int | None, back: str) -> Purpose:
        """A trick of which it is only asked who takes it, in whatever deal that is."""
        purpose = replace(cls._in(table, deal, back, trump=deal.trump), deal=None)
        return purpose.as_trick(table.state.seats_in(deal), own)

    @classmethod
    def for_pile(cls, variant: Variant, trump: Suit | None, into: str, here: str, game: str) -> Purpose:
        """A hand that a question is about, whose cards come back to the question at the address ``here``."""
        return cls(variant.key, trump, next=here, back=here, game=game, kind=Kind.HAND, into=into)

    @classmethod
    def for_deck(cls, game: str) -> Purpose:
        """Known cards, from which the deck of a game is learnt, or of this device."""
        keep, back = (url_for(f"deck.{view}", game=game or None) for view in ("keep", "show"))
        return cls(VARIANTS[0].key, next=keep, back=back, game=game, kind=Kind.DECK)

    @classmethod
    def _in(cls, table: OpenGame, deal: DealState, back: str, **said: Any) -> Purpose:
        return cls(table.state.variant.key, game=table.game, deal=deal.number, back=back, **said)

    def as_trick(self, seats: Sequence[int], own: int | None, leader: int | None = None) -> Purpose:
        """The same for a trick of those who play at ``seats``: it is told in the order of play."""
        places = (seats.index(seat) if seat in seats else None for seat in (own, leader))
        return replace(self, kind=Kind.TRICK, seat=next(places), leader=next(places))

    @property
    def url(self) -> str:
        """The page on which such a photo is taken, what kind it is said first."""
        told: dict[str, Any] = {"kind": self.kind, **self.asked}
        return url_for("photo.show", **told)

    @property
    def asked(self) -> dict[str, str]:
        """As a link or a form carries it, what is not said left out."""
        said = {name: _text(value) for name, value in asdict(self).items()}
        return {name: text for name, text in said.items() if text}

    @property
    def next_fields(self) -> list[tuple[str, str]]:
        """What the address of ``next`` says already: a form sent by GET has to repeat it, with trump and deal."""
        own = [("trump", str(self.trump))] if self._names_trump else []
        own += [] if self.deal is None else [("deal", str(self.deal))]
        said = {self.into, *dict(own)}
        return [*((name, text) for name, text in parse_qsl(urlsplit(self.next).query) if name not in said), *own]

    @property
    def _names_trump(self) -> bool:
        """Whether the trump that was chosen here goes back too: a trick is judged by it on both pages."""
        return self.kind is Kind.TRICK and self.trump is not None


def _text(value: Any) -> str:
    if value is True:
        return "1"
    return "" if value is None or value is False else str(value)


def read_purpose(values: Mapping[str, str]) -> Purpose:
    """What a photo is for, as a link, a form or the store says it; what makes no sense falls back to a meld alone."""
    known = next((variant.key for variant in VARIANTS if variant.key == values.get("variant")), VARIANTS[0].key)
    return Purpose(
        known,
        next((suit for suit in Suit if suit.value == values.get("trump")), None),
        local_path(values.get("next", "")),
        local_path(values.get("back", "")),
        values.get("game", ""),
        next((kind for kind in Kind if kind.value == values.get("kind")), Kind.MELD),
        _word(values.get("into", "")),
        _seat(values.get("seat", "")),
        _seat(values.get("leader", "")),
        bool(values.get("last")),
        values.get("join", "")[:40],
        _word(values.get("whose", "")),
        _number(values.get("deal", "")),
    )


def _word(text: str) -> str:
    return text if text.replace("-", "").replace("_", "").isalnum() and len(text) <= 40 else ""


def _seat(text: str) -> int | None:
    return int(text) if text in {str(seat) for seat in range(MOST_SEATS)} else None


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
