"""The trick log as a page shows it: what lies on the table, whose turn it is, and what the log proves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import Card
from companion.game.evidence import Moment, Proof, moments, next_seat
from companion.game.evidence.at_table import counters_so_far, log_of, proofs
from companion.game.record.state import DealState, GameState
from companion.rules.pack import Pack


@dataclass(frozen=True)
class FallenCard:
    """A card of a trick, and who played it."""

    seat: int
    name: str
    card: Card


@dataclass(frozen=True)
class TrickView:
    """The trick on the table, or the one just taken while nobody has led to the next."""

    number: int
    """Of the trick that the next card belongs to, from 1."""
    most: int
    """How many tricks the deal has."""
    fallen: tuple[FallenCard, ...]
    taken_by: str
    """Who took it; empty while it is not complete."""
    due: int | None
    """Whose turn it is; None where nobody knows who leads, and once all is played."""
    full: frozenset[Card]
    """Cards of which every copy has been played."""
    counters: Mapping[str, int]
    """By side, the counters taken; empty where the table does not want to see them."""
    proofs: tuple[Proof, ...]

    @property
    def is_over(self) -> bool:
        """Whether every trick is recorded."""
        return self.number > self.most


def trick_view(state: GameState, deal: DealState) -> TrickView:
    """What the page of the tricks shows of a deal."""
    log, seats = log_of(state, deal), state.seats_in(deal)
    played = list(moments(log))
    begun = [moment for moment in played if moment.trick == played[-1].trick]
    taken = begun[-1].winner if begun else None
    number = 1 if not begun else begun[-1].trick + (taken is not None)
    due = next_seat(log)
    return TrickView(
        number,
        log.hand_size,
        tuple(_fallen(state, seats, moment) for moment in begun),
        "" if taken is None else state.names[seats[taken]],
        None if due is None or number > log.hand_size else seats[due],
        _used_up(state.variant.pack, played),
        counters_so_far(state, deal) if state.trick_log.counts else {},
        proofs(state, deal),
    )


def _fallen(state: GameState, seats: tuple[int, ...], moment: Moment) -> FallenCard:
    seat = seats[moment.seat]
    return FallenCard(seat, state.names[seat], moment.card)


def _used_up(pack: Pack, played: list[Moment]) -> frozenset[Card]:
    fell = Counter(moment.card for moment in played)
    return frozenset(card for card, copies in pack.counts.items() if fell[card] >= copies)
