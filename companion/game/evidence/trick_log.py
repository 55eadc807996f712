"""The trick log of a deal: what was shown, what was played, and each play in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.cards import Card, Suit
from companion.rules.choices import Draw
from companion.rules.count import count_cards, trick_bonus
from companion.rules.play import Turn, trick_winner
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Play:
    """One card played to a trick."""

    seat: int
    card: Card


@dataclass(frozen=True)
class TrickLog:
    """The record of the play of one deal; seats count clockwise from 0."""

    variant: Variant
    players: int
    trump: Suit | None
    hand_size: int
    """Cards in each hand when the play began, or the playoff of a two-handed game."""
    plays: tuple[Play, ...] = ()
    """In the order in which they fell."""
    shown: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    """By seat, the cards on the table as the play began, each as often as it was there."""
    leader: int | None = None
    """The seat that had to lead first, where that is known."""
    bid: int | None = None
    laid_away: tuple[Card, ...] = ()
    """Cards out of every hand then: laid away, or played before the playoff."""
    kitty: tuple[Card, ...] = ()
    """Cards of the kitty that were shown: its taker holds them or has laid them away."""
    kitty_taker: int | None = None

    @property
    def turned(self) -> int:
        """How many of the plays fell to tricks that are complete."""
        return len(self.plays) - len(self.plays) % self.players

    def cut(self, plays: int) -> TrickLog:
        """Return the log after a number of plays."""
        return replace(self, plays=self.plays[:plays])


@dataclass(frozen=True)
class LoggedPlay:
    """One play in its place."""

    place: int
    """Its index in the log."""
    trick: int
    """Counted from 1."""
    seat: int
    card: Card
    turn: Turn
    """The cards on the table; the hand is left out."""
    due: int | None
    """The seat whose turn it was; None where nobody knows who had to lead."""
    winner: int | None
    """The seat that takes the trick, where this card completes it."""
    earlier: Mapping[Card, int]
    """How often this player had played each card before."""


def moments(log: TrickLog) -> Iterator[LoggedPlay]:
    """Every play with the trick that it fell to (play.winner)."""
    trick: list[Play] = []
    number, due, broken = 1, log.leader, False
    played: dict[int, Counter[Card]] = {}
    for place, play in enumerate(log.plays):
        turn = Turn(log.trump, tuple(each.card for each in trick), (), broken, place == 0, log.bid)
        trick.append(play)
        winner = _winner(log, trick) if len(trick) == log.players else None
        own = played.setdefault(play.seat, Counter())
        yield LoggedPlay(place, number, play.seat, play.card, turn, due, winner, dict(own))
        own[play.card] += 1
        due = (play.seat + 1) % log.players
        if winner is not None:
            broken = broken or any(each.card.suit is log.trump for each in trick)
            number, due, trick = number + 1, winner, []


def _winner(log: TrickLog, trick: list[Play]) -> int:
    return trick[trick_winner(log.variant, log.trump, [each.card for each in trick])].seat


def next_seat(log: TrickLog) -> int | None:
    """Return the seat whose turn it is; None before the first lead where nobody knows who leads."""
    played = list(moments(log))
    if not played:
        return log.leader
    last = played[-1]
    return (last.seat + 1) % log.players if last.winner is None else last.winner


def running_count(log: TrickLog) -> dict[int, int]:
    """By seat, the counters in the tricks taken so far, with what the deal's first and last one add (count.total)."""
    taken = dict.fromkeys(range(log.players), 0)
    for moment in moments(log):
        if moment.winner is not None:
            opens = moment.trick == 1 and log.variant.draw is not Draw.STOCK  # else the first fell before this log
            bonus = trick_bonus(log.variant, opens, moment.trick == log.hand_size)
            taken[moment.winner] += count_cards(log.variant, (*moment.turn.trick, moment.card)) + bonus
    return taken
