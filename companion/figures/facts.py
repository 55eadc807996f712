"""The facts of a game, flat: a row for each player in each deal, for each player in each game, for each meld seen.

Rows hold the journal's facts, with names as they were written, whatever person they belong to.
"""

from __future__ import annotations

from typing import NamedTuple

FACTS_VERSION = 6
"""Goes up whenever a row would say something else of the same game; what is kept of them is then made again."""

Place = tuple[str, int]
"""A game and the number of one of its deals; 0 for the game as a whole."""

BIDDER, PARTNER, OTHER, NO_ROLE = "I", "P", "O", "-"
"""The side that bid: my own, my partner's, another side's; nobody's. They are never mixed."""
PASSED_OUT = "passed-out"
"""In place of an outcome where nobody had the bid."""


class SeatInDeal(NamedTuple):
    """One player in one deal that counts; amounts are in the variant's unit."""

    game: str
    number: int
    seat: int
    name: str
    """The name as it was written when the deal was played."""
    rules: str
    """The rules under which points can be compared (``gather.rules_id``)."""
    role: str
    team: str
    """The letter of the side that shares the result."""
    first: int
    """1 for one player of each team: what a team has is counted there."""
    players: int
    """How many took part in the deal."""
    auction: int
    """1 if trump is bid for."""
    outcome: str
    end: str
    """How the deal ended; empty where nobody had the bid."""
    bid: int | None
    """The winning bid, no matter whose; None where nobody had one, and for the moon, which is no amount."""
    forced: int
    next_bid: int | None
    """The highest bid of anybody but the bidder, where the auction was entered bid by bid."""
    least: int
    """The lowest bid of the variant."""
    meld_own: int | None
    """None where the hand's meld is not known apart from its side's."""
    seen: int
    """1 if the hand's melds are known one by one."""
    meld_side: int
    trick_side: int
    trick_all: int
    change_side: int
    change_other: int | None
    """The best change of another team."""
    corrected: int
    seconds: int
    """How long the deal took, without long pauses."""

    @property
    def place(self) -> Place:
        return self.game, self.number

    @property
    def played(self) -> bool:
        """True if the deal was played to its last trick."""
        return self.end == "played"

    @property
    def moon(self) -> bool:
        """True if the moon was bid: it is made or set as other bids are, and no amount (bid.moon)."""
        return self.role != NO_ROLE and self.bid is None

    @property
    def margin(self) -> int:
        """By how much the bid was made, or below 0 missed."""
        return self.meld_side + self.trick_side - (self.bid or 0)


class SeatInGame(NamedTuple):
    """One player of a game; a player who left it to a substitute has no part in its result."""

    game: str
    seat: int
    name: str
    """The name as it is written now."""
    rules: str
    side: str
    sides: int
    whole: int
    """1 if the player was there from the first deal."""
    finished: int
    won: int
    also_won: int
    """How many sides won."""
    points: int
    best_other: int
    """The best score of another side."""
    deals: int
    """Deals that count, apart from those that nobody bid for."""
    goal: int
    """The target, or where there is none the winner's points."""
    behind: int
    """The most points behind after a deal that counts."""
    ahead: int
    turns: int
    """How often the lead of the game went from one side to another."""
    evening: str
    """The day, as ``2026-11-20``; empty where the time is damaged."""
    at: str
    """The time when the game began."""
    first_second: int = 0
    """The time of its first step, in seconds since 1970; 0 where that is not known."""
    last_second: int = 0
    """The time when its last deal that counts ended, on the same evening."""
    from_paper: int = 0
    """1 if it went on from paper: how its first scores were made is not known."""

    @property
    def place(self) -> Place:
        return self.game, 0


class MeldSeen(NamedTuple):
    """One meld that a player showed, known by its cards or its name."""

    game: str
    number: int
    seat: int
    name: str
    rules: str
    kind: str
    called: str
    """The players' words for it: ``double pinochle``."""

    @property
    def place(self) -> Place:
        return self.game, self.number


class GameFacts(NamedTuple):
    """All the rows of one game."""

    games: tuple[SeatInGame, ...]
    deals: tuple[SeatInDeal, ...]
    melds: tuple[MeldSeen, ...]
