"""The auction replayed word by word: who speaks, what may be said, who has the bid in the end (section 3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.moon import figures, in_place_of_trump
from tests.game.second_scorer.judge.seats import seats_of, side_of


@dataclass
class Auction:
    """One deal's auction, as far as it has come."""

    options: Options
    players: int
    dealer: int
    sits_out: list[int]
    said: list[tuple[int, int | None]] = field(default_factory=list)
    """Seat and bid; None for a pass."""
    shooter: int | None = None
    """Who bid the moon, which ends the auction."""

    @property
    def order(self) -> list[int]:
        """The seats in the order in which they speak; whose bid was automatic speaks last."""
        clockwise = [(self.dealer + 1 + n) % self.players for n in range(self.players)]
        seated = [seat for seat in clockwise if seat not in self.sits_out]
        first_is_bound = self.options["bid.forced"] == "first-hand-automatic"
        return seated[1:] + seated[:1] if first_is_bound else seated

    @property
    def first_hand(self) -> int:
        """The hand left of the dealer."""
        return self.order[-1] if self.options["bid.forced"] == "first-hand-automatic" else self.order[0]

    @property
    def unspoken(self) -> tuple[int, int] | None:
        """The bid that somebody has without a word, from the start or in the end (bid.forced)."""
        holder = {"dealer": self.dealer, "dealer-automatic": self.dealer, "first-hand-automatic": self.first_hand}
        forced = self.options["bid.forced"]
        return (holder[forced], self.options["bid.forced-amount"]) if forced in holder else None

    @property
    def high(self) -> tuple[int, int] | None:
        """Who holds the highest bid so far, of equal ones the first."""
        bids = [(seat, amount) for seat, amount in self.said if amount is not None]
        if self.shooter is not None:
            return self.shooter, self.options["bid.moon"]["failed"]
        if bids:
            return max(bids, key=lambda bid: bid[1])
        return self.unspoken if self.options["bid.forced"].endswith("automatic") else None

    @property
    def turn(self) -> int | None:
        """The seat on turn; None when all is said."""
        if self.options["bid"] == "none" or self.shooter is not None:
            return None
        summed = self.options["bid"] == "summed"
        turns = 1 if summed else {"one-turn": 1, "two-turns": 2}.get(self.options["bid.rounds"], 10**6)
        passed = {seat for seat, amount in self.said if amount is None}
        able = [s for s in self.order if s not in passed and sum(seat == s for seat, _ in self.said) < turns]
        if not able or (self.high and able == [self.high[0]] and not summed):
            return None
        last = self.order.index(self.said[-1][0]) if self.said else -1
        return next(s for s in self.order[last + 1 :] + self.order[: last + 1] if s in able)

    def _step(self, amount: int) -> int:
        return int([step for start, step in self.options["bid.step"] if start <= amount or start == self._first][-1])

    @property
    def _first(self) -> int:
        return int(self.options["bid.step"][0][0])

    def _is_barred(self, amount: int) -> bool:
        """bid.barred: of bids in tens the last two digits are looked at, of those in ones the last."""
        return amount % (100 if self.options["unit"] == "tens" else 10) in self.options["bid.barred"]

    def may_bid(self, amount: int) -> bool:
        """Whether the player on turn may bid so much."""
        if self.turn is None or self._is_barred(amount):
            return False
        if self.high is None or self.options["bid"] == "summed":
            return self._may_open(amount)
        jump = self.options["bid.max-jump"]
        above = amount > self.high[1] and amount % self._step(amount) == 0
        return above and (jump is None or amount <= self.high[1] + jump)

    @property
    def may_shoot(self) -> bool:
        """Whether the player on turn may bid the moon, whatever was bid before."""
        return (
            self.turn is not None
            and figures(self.options) is not None
            and not in_place_of_trump(self.options, every=True)
        )

    def _may_open(self, amount: int) -> bool:
        least = self.options["bid.min"]
        if self.high is None and self.turn == self.dealer:
            least -= self.options["bid.dealer-discount"]
        if amount < least or (amount % self._step(amount) and amount != least):
            return False
        bounded = self.options["bid.max-jump"] is not None and self.options["bid"] != "summed"
        return not bounded or amount <= self.options["bid.min"] + self._step(self.options["bid.min"])

    def may_pass(self, helps: bool) -> bool:
        """Whether the player on turn may pass; that a hand holds meld, nobody else sees."""
        must_open = self.options["bid.forced"] == "first-hand" and self.turn == self.first_hand and self.high is None
        return self.turn is not None and not must_open and (not helps or self.options["bid.pass-help"])

    def may_have_ended(self, seat: int, amount: int) -> bool:
        """Whether an auction of which only the result is told can have ended so."""
        if self.options["bid"] != "auction" or seat in self.sits_out:
            return False
        if (seat, amount) == self.unspoken:
            return True
        if self._is_barred(amount):
            return False
        automatic = self.unspoken if self.options["bid.forced"].endswith("automatic") else None
        least = self.options["bid.min"] - (self.options["bid.dealer-discount"] if seat == self.dealer else 0)
        if automatic:
            return amount > automatic[1] and amount % self._step(amount) == 0
        return amount >= least and (amount % self._step(amount) == 0 or amount == least)

    @property
    def may_pass_out(self) -> bool:
        """Whether a deal can stay without a bidder (bid.forced)."""
        return self.options["bid.forced"] in ("redeal", "first-with-meld")

    def result(self) -> tuple[int, int] | None:
        """Who has it for how much when all is said; None where the deal is thrown in."""
        high = self.high or self.unspoken
        if high is None or self.options["bid"] != "summed":
            return high
        own = seats_of(self.options, self.players, side_of(self.options, self.players, high[0]))
        said = sum(amount or 0 for seat, amount in self.said if seat in own)
        return high[0], said or high[1]

    def sums(self) -> dict[str, int]:
        """By side, what it must make where bids are added up (bid.summed)."""
        together: dict[str, int] = {}
        for seat, amount in self.said or ([self.unspoken] if self.unspoken else []):
            side = side_of(self.options, self.players, seat)
            together[side] = together.get(side, 0) + (amount or 0)
        if not any(together.values()) and self.unspoken:
            together[side_of(self.options, self.players, self.unspoken[0])] = self.unspoken[1]
        return {side: amount for side, amount in together.items() if amount}
