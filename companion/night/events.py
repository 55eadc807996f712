"""Events of a night of several tables, as they are kept for ever."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from math import floor
from typing import TypeAlias, get_args

Side: TypeAlias = tuple[int, ...]
"""Entrants by number who score together: two of a pair, and one who plays alone or where pairs enter."""
Seating: TypeAlias = tuple[Side, ...]
"""The sides of one table, in the order of their first seats: sides sit in turn, clockwise from North."""
MOST_DEALS, MOST_SEATS = 30, 8


@dataclass(frozen=True)
class Sizes:
    """The number of people at a table, and of its sides."""

    seats: int = 4
    sides: int = 2

    @property
    def of_a_side(self) -> int:
        """The number of people who score together."""
        return self.seats // self.sides

    @property
    def in_pairs(self) -> bool:
        """True for a table of two pairs."""
        return (self.seats, self.sides) == (4, 2)

    @property
    def alone(self) -> bool:
        """True if each scores alone."""
        return self.seats == self.sides


IN_PAIRS = Sizes()


class Movement(str, Enum):
    """How people move from round to round."""

    DRAWN = "drawn"
    """Each round is drawn from those who are here, with the rounds before in mind."""
    PAIRS = "pairs"
    """Pairs: each round is drawn from those who are here, with the rounds before in mind."""
    A_STAYS = "a-stays"
    """Pairs: the A pairs stay at their tables, and the B pairs move up one."""
    ALL_PAIRS = "all-pairs"
    """Pairs: each pair meets each other pair once."""
    CHART = "chart"
    """The individual chart (M1), for numbers of people that it has."""
    SEATS = "seats"
    """North stays, East up one, South down one, West up two (M2)."""
    LOSERS = "losers"
    """The losers of a table move up one, and the winners stay there; partners part."""
    LOSING_PAIRS = "losing-pairs"
    """Pairs: the losing pair of a table moves up one, and the winning pair stays."""

    @property
    def of_pairs(self) -> bool:
        """True if an entrant is a pair."""
        return self in {Movement.PAIRS, Movement.A_STAYS, Movement.ALL_PAIRS, Movement.LOSING_PAIRS}

    @property
    def is_fixed(self) -> bool:
        """True if it needs the same entrants in every round."""
        return self in {Movement.A_STAYS, Movement.ALL_PAIRS, Movement.CHART, Movement.SEATS}

    @property
    def moves_losers(self) -> bool:
        """True if the result of a round decides who sits where in the next one."""
        return self in {Movement.LOSERS, Movement.LOSING_PAIRS}


class Spare(str, Enum):
    """The ways to seat people who are too many for full tables."""

    SIT_OUT = "sit-out"
    THREES = "threes"
    """They play at tables of one fewer, as far as that works out: of three, beside tables of two pairs."""
    PAUSE = "pause"
    """They sit down as one more at tables where each plays alone; where that is one too many, one pauses each deal."""


class Bye(str, Enum):
    """The points for a round in which somebody sat out, or played at a table of three beside those of two pairs."""

    OWN = "own"
    """The average of the entrant's own other rounds."""
    WINNERS = "winners"
    """The average of that round's winning sides."""
    NOTHING = "nothing"


class RankedBy(str, Enum):
    """The figure that decides the standing first."""

    POINTS = "points"
    WINS = "wins"


@dataclass(frozen=True)
class Plan:
    """The director's choices for a night. Money is in cents."""

    name: str
    rules: str
    """The rules of the tables, in words."""
    movement: Movement = Movement.DRAWN
    rounds: int = 6
    deals: int = 4
    minutes: int = 0
    """The length of a round by the clock; 0 without one."""
    target: int = 0
    """The points that end a round in place of the deals, unless the clock does before; 0 without one."""
    spare: Spare = Spare.SIT_OUT
    bye: Bye = Bye.OWN
    order: RankedBy = RankedBy.POINTS
    hidden: bool = False
    """True if the standing is hidden until the night is over."""
    per_deal: bool = False
    """True if a table that the bell cut short counts its points for each deal played times the deals of a round."""
    entry: int = 0
    """The price that an entrant pays to play."""
    per_set: int = 0
    """The price that each player of a side pays when it is set."""
    variant: str = ""
    """The key of the variant of the rules; empty where they are words alone, and in older nights."""
    options: str = ""
    """Every option's value as JSON: a night keeps the rules that it began with."""
    sizes: Sizes = Sizes()
    """The full tables."""
    hands: int = 0
    """The number at a table who play at a time, while the others pause; 0 for everybody."""

    def deals_at(self, sides: int) -> int:
        """Return the deals of a round at a table with this many sides: each plays as many, also where one pauses.

        >>> plan = Plan("", "", deals=9, sizes=Sizes(3, 3), hands=3)
        >>> plan.deals_at(3), plan.deals_at(4)
        (9, 12)
        """
        if not self.sizes.alone or sides == self.sizes.sides:
            return self.deals
        exact = self.deals_of_each() * sides / min(sides, self.hands or sides)
        return min(max(floor(exact + Fraction(1, 2)), 1), MOST_DEALS)

    def deals_of_each(self) -> Fraction:
        """Return how many deals of a round somebody at a full table plays."""
        return Fraction(self.deals * min(self.sizes.sides, self.hands or self.sizes.sides), self.sizes.sides)

    def even_deals(self) -> tuple[int, ...]:
        """Return the numbers of deals in which all play as many, the nearest first; every number where nobody pauses.

        >>> Plan("", "", deals=4, spare=Spare.PAUSE, sizes=Sizes(3, 3), hands=3).even_deals()[:2]
        (3, 6)
        """
        more = {Spare.THREES: -1, Spare.PAUSE: 1}.get(self.spare, 0)

        def is_even(deals: int) -> bool:
            each = replace(self, deals=deals).deals_of_each()
            tables = (
                each * many / min(many, self.hands or many) for many in (self.sizes.sides, self.sizes.sides + more)
            )
            return all(number.denominator == 1 for number in (each, *tables))

        return tuple(sorted(filter(is_even, range(1, MOST_DEALS + 1)), key=lambda each: abs(each - self.deals)))

    def most_deals(self, sides: int) -> int:
        """Return the most deals that a table with this many sides plays in a round."""
        return MOST_DEALS if self.target else self.deals_at(sides)

    def cut_short(self, totals: TableTotals) -> int:
        """How many deals were played, where the bell cut the round of a table short; 0 where it did not."""
        return totals.deals if not self.target and totals.deals < self.deals_at(len(totals.points)) else 0


@dataclass(frozen=True)
class NightOpened:
    """A night began."""

    plan: Plan
    game: str = ""
    """Of a night that is a game played at home before, the seal of the game's first entry, the same in each copy."""


@dataclass(frozen=True)
class PlanChanged:
    """The director chose something else, from now on."""

    plan: Plan


@dataclass(frozen=True)
class EntrantCame:
    """Somebody is here, or a pair is; for the first time or again."""

    number: int
    names: tuple[str, ...]
    house: bool = False
    """True if they fill a place and are left out of the standing."""


@dataclass(frozen=True)
class EntrantLeft:
    """They play no more after the round that is being played; what they scored stays."""

    number: int


@dataclass(frozen=True)
class EntrantRested:
    """They sit out the next round only, or after all they don't."""

    number: int
    rests: bool = True


@dataclass(frozen=True)
class EntrantStays:
    """They sit at one table in every round that is drawn from now on, as somebody does who can't walk."""

    number: int
    table: int = 0
    """The number of the table; 0 if they move as all others do."""


@dataclass(frozen=True)
class EntrantRenamed:
    """A name was corrected."""

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class RoundDrawn:
    """Everybody's seat in the next round, written out; a round without a result may be drawn again."""

    number: int
    how: str
    """The movement and the version of its drawing."""
    seed: str
    tables: tuple[Seating, ...]
    out: tuple[int, ...] = ()


@dataclass(frozen=True)
class TablesAdded:
    """Further tables of the open round, for people who sat out or came late."""

    number: int
    tables: tuple[Seating, ...]
    out: tuple[int, ...] = ()
    """The entrants who still sit out."""


@dataclass(frozen=True)
class SeatsSwapped:
    """Two entrants changed places in the round that is open."""

    number: int
    one: int
    other: int


class SubstituteGets(str, Enum):
    """The part of the open round that counts for a substitute, and not for the one who leaves."""

    ALL = "all"
    """Nothing was played yet."""
    REST = "rest"
    """The deals that follow; those before were noted."""
    NOTHING = "nothing"
    """The substitute plays it to its end for the one who leaves."""


@dataclass(frozen=True)
class SubstituteSeated:
    """Somebody took the place of an entrant who leaves: at the table, and in the rounds that follow."""

    number: int
    """The last round that was drawn."""
    leaving: int
    entrant: int
    names: tuple[str, ...] = ()
    """The names of a substitute who comes for it, one of them perhaps of the pair that leaves; empty for an entrant."""
    gets: SubstituteGets = SubstituteGets.NOTHING
    deals: int = 0
    """Where the substitute gets the rest: the deals played by then, and the side's points and sets in them."""
    points: int = 0
    sets: int = 0


@dataclass(frozen=True)
class ClockStarted:
    """The clock of a round runs; the bell rings the minutes of the plan later."""

    number: int
    at: str


@dataclass(frozen=True)
class GameBegun:
    """A table of the open round keeps its score in a game of the companion."""

    number: int
    table: int
    game: str
    """The id of the game, which knows nothing of the night; of one played at home before, its seal."""


@dataclass(frozen=True)
class TableTotals:
    """The score of a table, side by side."""

    points: tuple[int, ...]
    sets: tuple[int, ...]
    deals: int
    """How many deals were played: fewer than those of a round if the bell cut it short. 0 where a round is to a target
    and nobody counted them."""


@dataclass(frozen=True)
class TotalsEntered:
    """A table's totals, counted from 1, as its slip says."""

    number: int
    table: int
    totals: TableTotals


@dataclass(frozen=True)
class TotalsCorrected:
    """The director corrected a table's totals."""

    number: int
    table: int
    old: TableTotals
    totals: TableTotals
    why: str = ""


@dataclass(frozen=True)
class PenaltyGiven:
    """Points taken from an entrant, outside any round; below 0 a bonus."""

    entrant: int
    points: int
    why: str


@dataclass(frozen=True)
class PlayOffWon:
    """The extra hand after a round that decides between players who were level."""

    number: int
    """The round after which it was played; after another one it decides nothing any more."""
    entrant: int
    level: tuple[int, ...] = ()
    """The entrants who were level, and so played it: it decides between no others. Empty in older nights."""


@dataclass(frozen=True)
class EntryPaid:
    """An entrant paid to play, or after all did not."""

    entrant: int
    paid: bool = True


@dataclass(frozen=True)
class SetsPaid:
    """An entrant has paid this much for sets so far."""

    entrant: int
    cents: int


@dataclass(frozen=True)
class PrizeGiven:
    """A prize was given."""

    what: str
    """The reason for it, and who gets it."""
    cents: int


@dataclass(frozen=True)
class CashCounted:
    """Money in (or out, below 0) that is neither entry, set nor prize: a side pot, what was carried over."""

    what: str
    cents: int


@dataclass(frozen=True)
class StandingShown:
    """The standing is shown to everybody, or hidden again."""

    shown: bool


@dataclass(frozen=True)
class DoorChanged:
    """The next of the night's codes lets phones in, and the one before no longer does; with 0 none does."""

    code: int


@dataclass(frozen=True)
class DayCorrected:
    """The night was played on another day than it was opened for."""

    day: str
    """As ``2026-11-20``."""


@dataclass(frozen=True)
class NightClosed:
    """The night is over."""


@dataclass(frozen=True)
class LastUndone:
    """The last tap that still counted was undone."""


Event = (
    NightOpened
    | PlanChanged
    | EntrantCame
    | EntrantLeft
    | EntrantRested
    | EntrantStays
    | EntrantRenamed
    | RoundDrawn
    | TablesAdded
    | SeatsSwapped
    | SubstituteSeated
    | ClockStarted
    | GameBegun
    | TotalsEntered
    | TotalsCorrected
    | PenaltyGiven
    | PlayOffWon
    | EntryPaid
    | SetsPaid
    | PrizeGiven
    | CashCounted
    | StandingShown
    | DoorChanged
    | DayCorrected
    | NightClosed
    | LastUndone
)

EVENTS: tuple[type[Event], ...] = get_args(Event)
"""Every kind of event."""
