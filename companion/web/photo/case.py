"""A photo's case: what it is for, by whose rules it is priced, whose cards it shows, and whose photo it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import Card
from companion.game.decide import decide
from companion.game.record.commands import ShowCards
from companion.game.record.events import MeldSource
from companion.game.record.refusal import Refusal
from companion.game.record.state import GameState, Phase
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from companion.web.base.device import this_phone
from companion.web.base.game import OpenGame, open_game
from companion.web.photo.purpose import Kind, Purpose


@dataclass(frozen=True)
class PhotoCase:
    """What a photo is for, and the game that it is taken in, if it is in one."""

    purpose: Purpose
    variant: Variant
    """The variant whose figures price the cards."""
    table: OpenGame | None = None

    @property
    def owner(self) -> str:
        """Whose photo it is: the game's, or this device's where it is for no game."""
        return self.table.game if self.table else this_phone()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who play, in the order of play; without a game, as many numbers as play the variant."""
        if self.table is None:
            return tuple(f"Player {seat + 1}" for seat in range(self.variant.players[0]))
        state = self.table.state
        return tuple(state.names[seat] for seat in state.seats_in(state.deal)) if state.deal else ()

    @property
    def seen(self) -> int | None:
        """The version of the game for which all this is true; None where it is for no game."""
        return self.table.version if self.table else None

    @property
    def owners(self) -> tuple[tuple[str, str, str], ...]:
        """Whose meld it may be: seat, name and what is told of each who takes part; nobody where no table takes it."""
        if self.table is None or self.purpose.kind is not Kind.MELD or not self.purpose.next:
            return ()
        state = self.table.state
        seats = state.seats_in(state.deal) if state.deal else ()
        return tuple((str(seat), state.names[seat], _told(state, seat)) for seat in seats)

    @property
    def has_owner(self) -> bool:
        """Whether it is said whose meld it is, or nobody needs to know."""
        return not self.owners or any(seat == self.purpose.whose for seat, *_ in self.owners)

    @property
    def heading(self) -> str:
        """Whose meld or whose counters are photographed; empty where nobody said."""
        state = self.table.state if self.table else None
        if state and self.purpose.kind is Kind.TRICKS and self.purpose.whose in state.sides:
            return f"Counters of {state.side_name(self.purpose.whose)}"
        return "" if state is None or self._seat is None else f"{state.names[self._seat]}’s meld"

    @property
    def replaced(self) -> str:
        """What was told before of a player's meld and is lost once the photo of it is taken; empty where nothing."""
        told = _told(self.table.state, self._seat) if self.table and self._seat is not None else ""
        return f"This photo takes the place of the {told} before." if told else ""

    @property
    def next_fields(self) -> list[tuple[str, str]]:
        """What the page that takes it is told besides the outcome: what its address says, and who led a trick."""
        fields, leader = self.purpose.next_fields, self._leader
        return fields if leader is None else [*(each for each in fields if each[0] != "lead"), ("lead", f"{leader}")]

    @property
    def past(self) -> str:
        """Why it is too late to take it, once its deal is over; empty while it is not."""
        return past_of(self.purpose, self.table.state) if self.table else ""

    def why_not(self, cards: Sequence[Card]) -> str:
        """Why the table takes these for no meld of the player whose they are said to be; empty where it does.

        Only what is wrong with the cards is told: what the table waits for may have come by the time they are taken.
        """
        if self.table is None or self._seat is None or self.past:
            return ""
        told = ShowCards(self._seat, tuple(cards), MeldSource.PHOTO)
        judged = decide(self.table.history, told, self.table.state)
        return judged.says if isinstance(judged, Refusal) and judged.field == "cards" else ""

    @property
    def _leader(self) -> int | None:
        """The seat that led the trick, if somebody said so and the table knows its players."""
        state, place = self.table.state if self.table else None, self.purpose.leader
        seats = state.seats_in(state.deal) if state and state.deal else ()
        if self.purpose.kind is not Kind.TRICK or place is None or place >= len(seats):
            return None
        return seats[place]

    @property
    def _seat(self) -> int | None:
        """The player whose meld it is, if somebody said so."""
        if self.table is None or self.purpose.kind is not Kind.MELD:
            return None
        return next((seat for seat in range(self.table.state.players) if str(seat) == self.purpose.whose), None)


def case_of(purpose: Purpose) -> PhotoCase:
    """The case of a photo for this purpose; 404 if it is for a game that is not there."""
    if purpose.game:
        table = open_game(purpose.game)
        return PhotoCase(purpose, table.state.variant, table)
    return PhotoCase(purpose, next(variant for variant in VARIANTS if variant.key == purpose.variant))


def case_of_deck(game: str) -> PhotoCase:
    """The case of the photos from which the deck of a game is learnt, or without one that of this device."""
    return case_of(Purpose.for_deck(game))


def past_of(purpose: Purpose, state: GameState) -> str:
    """Why a photo is not taken now: its deal is over, or not at its count; empty where it is taken."""
    if purpose.deal is None:
        return ""
    if state.deal is None or state.deal.number != purpose.deal:
        return past_says(f"{purpose.deal}", state)
    return uncounted_says(state) if purpose.kind is Kind.TRICKS else ""


def uncounted_says(state: GameState) -> str:
    """Why the counters of a photo are not entered, where the deal does not wait for any; empty where it does."""
    if state.deal is None or state.phase is Phase.PLAY:
        return ""
    return (
        f"Deal {state.deal.number} doesn’t wait for its counters now, so those of the photo are not entered. "
        "If it was counted wrongly, take that back first."
    )


def past_says(number: int | str, state: GameState) -> str:
    """Why a photo for deal ``number`` is not taken now."""
    now = f"deal {state.deal.number} is on the table now" if state.deal else "the game is over"
    return f"This photo was taken for deal {number}, and {now}: nothing of it is written. Take a new one at the table."


def _told(state: GameState, seat: int) -> str:
    """What stands of a player's meld, or of the side's together, in a few words; empty where nothing does."""
    if state.deal is None:
        return ""
    side = state.side_of(seat)
    shown = state.told_of(state.deal, side, seat) or state.told_of(state.deal, side, None)
    if shown is None:
        return ""
    if shown.cards:
        return "one card told" if len(shown.cards) == 1 else f"{len(shown.cards)} cards told"
    return f"{shown.points} told together" if state.hand_of(shown) is None else f"{shown.points} told"
