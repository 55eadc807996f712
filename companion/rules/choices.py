"""Choices of a table: the values of a variant's options, as enums and small records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from companion.cards import Card, Rank


class Choice(str, Enum):
    """An option's value that is one of a few words."""

    def __str__(self) -> str:
        return str(self.value)


class Unit(Choice):
    ONES = "ones"
    TENS = "tens"


class Sides(Choice):
    EACH = "each"
    OPPOSITE = "opposite"
    ALTERNATE = "alternate"
    CALLED = "called"


class SitsOut(Choice):
    """The player who takes no part where more people sit than are dealt to (deal.sits-out)."""

    LAST_DEALER = "last-dealer"
    DEALER = "dealer"


class CardRank(Choice):
    TEN_HIGH = "ten-high"
    STANDARD = "standard"


class FirstDealer(Choice):
    CUT = "cut"
    RANDOM = "random"
    ANY = "any"


class RedealBy(Choice):
    SAME = "same"
    NEXT = "next"


class Bidding(Choice):
    """How trump is won: by an auction, by both partners' single bids, or by a turned card (bid)."""

    AUCTION = "auction"
    SUMMED = "summed"
    NONE = "none"


class BidRounds(Choice):
    UNTIL_PASS = "until-pass"  # noqa: S105 - a pass in the auction, not a password
    ONE_TURN = "one-turn"
    TWO_TURNS = "two-turns"


class Forced(Choice):
    """The rule for deals in which nobody bids, or for a bid made before anyone speaks (bid.forced)."""

    DEALER = "dealer"
    DEALER_AUTOMATIC = "dealer-automatic"
    FIRST_HAND_AUTOMATIC = "first-hand-automatic"
    FIRST_HAND = "first-hand"
    FIRST_WITH_MELD = "first-with-meld"
    REDEAL = "redeal"


class TrumpNeeds(Choice):
    NOTHING = "nothing"
    MARRIAGE = "marriage"
    MARRIAGE_UNLESS_MIN = "marriage-unless-min"
    RUN_MARRIAGE_OR_DIX = "run-marriage-or-dix"


class Bury(Choice):
    """The cards that the bidder may lay away for the kitty (kitty.bury)."""

    ANY = "any"
    NO_TRUMP = "no-trump"
    NO_ACES = "no-aces"
    SHOWN = "shown"


class Draw(Choice):
    """How hands change or come about after the deal (draw)."""

    NONE = "none"
    UNUSED = "unused"
    DISCARD_AND_DRAW = "discard-and-draw"
    STOCK = "stock"
    KEEP_OR_REJECT = "keep-or-reject"


class Discards(Choice):
    """For whom rejected cards count (draw.discards)."""

    DRAWER = "drawer"
    OPPONENT = "opponent"


class PassOrder(Choice):
    PARTNER_FIRST = "partner-first"
    BOTH = "both"


class LeadBy(Choice):
    """The player who leads to the first trick where there is a bidder (lead.by)."""

    BIDDER = "bidder"
    FIRST_HAND = "first-hand"


class Defenders(Choice):
    """How the players against a bidder and a called partner score (sides.defenders)."""

    TOGETHER = "together"
    TRICKS = "tricks"
    EACH = "each"


class FirstLead(Choice):
    ANY = "any"
    TRUMP = "trump"
    TRUMP_UNLESS_MIN = "trump-unless-min"
    NO_TRUMP = "no-trump"


class Head(Choice):
    """The cases in which a card must beat the best so far (play.head)."""

    ALWAYS = "always"
    ALWAYS_IN_SUIT = "always-in-suit"
    IN_SUIT = "in-suit"
    FREE_IF_BEATEN = "free-if-beaten"
    TRUMPS = "trumps"
    TRUMP_LED = "trump-led"
    NEVER = "never"


class Count(Choice):
    SIMPLE = "simple"
    FIVES = "fives"
    CLASSIC = "classic"


class RoundUp(Choice):
    """The last digits of a count that go up to the next ten (count.round-up)."""

    FROM_SEVEN = "from-7"
    FROM_FIVE = "from-5"
    ALWAYS = "always"
    NEVER = "never"

    @property
    def least(self) -> int:
        """The least last digit that goes up; 10 where none does."""
        return {RoundUp.FROM_SEVEN: 7, RoundUp.FROM_FIVE: 5, RoundUp.ALWAYS: 1}.get(self, 10)


class BidBy(Choice):
    """The count that decides a bid where counts are rounded (count.round-bid)."""

    ROUNDED = "rounded"
    EXACT = "exact"


class MeldNames(Choice):
    """The game with the words for the melds (meld.names)."""

    PINOCHLE = "pinochle"
    BINOKEL = "binokel"

    @property
    def moon(self) -> str:
        """The name there of a bid to take every trick (bid.moon)."""
        return self.called(Aim.EVERY_TRICK)

    def called(self, aim: Aim) -> str:
        """Return the name there of a bid of this aim; empty where it is an amount (bid.moon, bid.no-trick)."""
        names = {Aim.EVERY_TRICK: ("moon", "Durch"), Aim.NO_TRICK: ("nullo", "Untendurch")}
        return names.get(aim, ("", ""))[self is MeldNames.BINOKEL]


class RunAbsorbs(Choice):
    ABSORBS = "absorbs"
    ADDS = "adds"


class SaveBy(Choice):
    NOTHING = "nothing"
    TRICK = "trick"
    POINTS = "points"


class SetCosts(Choice):
    """The cost of a failed bid (score.set)."""

    BID = "bid"
    BID_KEEPS_MELD = "bid-keeps-meld"
    BID_AND_MELD = "bid+meld"
    TWICE = "twice"
    CREDITED = "credited"
    NOTHING = "nothing"


class ThrowIn(Choice):
    NEVER = "never"
    ALWAYS = "always"
    MORE_THAN_POOL = "shortfall>pool"
    POOL_OR_MORE = "shortfall>=pool"


class Renege(Choice):
    BRUCE = "bruce"
    THREE = "three"
    SIDE = "side"
    SIDE_ALL_COUNTERS = "side-all-counters"


class Exposed(Choice):
    """The cases in which showing a card that is no meld is a renege (renege.exposed)."""

    NEVER = "never"
    ON_PURPOSE = "on-purpose"
    """On purpose: in the play by anybody, before it by anybody but the bidder."""
    ALWAYS = "always"


class BidAndMeld(Choice):
    SUM = "sum"
    LARGER = "larger"


class FalseClaim(Choice):
    NOTHING = "nothing"
    AS_RENEGE = "as-renege"


def _short_says(what: str, has: int, needs: int, nothing: str) -> str:
    """By how much a figure misses what is needed; of nothing that is plain."""
    return f"{what} is {needs - has} short of {needs}" if has else f"{nothing}, and {needs} is needed"


@dataclass(frozen=True)
class MeldMin:
    """The meld below which a side scores none: ``points`` itself suffices, unless more is asked (score.meld-min)."""

    points: int
    more_than: bool = False

    def is_met(self, meld: int) -> bool:
        return meld > self.points if self.more_than else meld >= self.points

    def missed_says(self, meld: int) -> str:
        """By how much a meld that does not suffice misses it."""
        return (
            f"meld {meld} is not {self}"
            if self.more_than
            else _short_says(f"meld {meld}", meld, self.points, "nothing was melded")
        )

    def __str__(self) -> str:
        return f"more than {self.points}" if self.more_than else f"at least {self.points}"


@dataclass(frozen=True)
class Save:
    """The trick points that a side must take in the play to keep its meld (score.save)."""

    by: SaveBy
    at_least: int = 1
    """Trick points needed, where ``by`` is points."""
    loses_tricks: bool = False
    """True if the trick points of a side that did not save are lost as well."""
    dix_safe: bool = False
    """True if the dixes are always kept, apart from a renege."""

    def missed_says(self, points: int) -> str:
        """By how much trick points that do not suffice miss it."""
        if self.by is SaveBy.TRICK:
            return "no trick was taken"
        if self.at_least == 1:
            return "no counters were taken"
        return _short_says(f"{points} in tricks", points, self.at_least, "nothing was taken in tricks")


@dataclass(frozen=True)
class LostBidPays:
    """The score of the others for a bid that is lost, in the play or without it (score.set, score.throw-in)."""

    meld: bool = True
    """True if they score their meld, no trick needed; only without play."""
    bonus: int = 0
    """The points that they score beyond what they made, in the variant's unit."""
    half_bid: bool = False
    """True if each of them scores half the bid beyond it."""

    def beyond(self, bid: int) -> int:
        """Return the points beyond what they made where this was bid; the half of an odd bid is rounded up."""
        return (bid + 1) // 2 if self.half_bid else self.bonus


@dataclass(frozen=True)
class NoMarriagePays:
    """The score of the opponents of a bidder without a marriage (score.no-marriage.opponents)."""

    meld: bool = False
    """True if they score their meld, no trick needed."""
    at_least: int = 0
    """The least meld that counts then, in place of the table's own minimum; 0 where that one holds."""

    @property
    def least(self) -> MeldMin | None:
        """The least meld that counts then."""
        return MeldMin(self.at_least) if self.at_least else None


@dataclass(frozen=True)
class AllTricks:
    """The reward for taking every trick: the game, or a bonus in the variant's unit (end.all-tricks)."""

    wins: bool = False
    bonus: int = 0


class Aim(Choice):
    """The bidder's task; false where that is an amount of points."""

    POINTS = ""
    EVERY_TRICK = "moon"
    NO_TRICK = "no-trick"

    @classmethod
    def of(cls, moon: bool, no_trick: bool = False) -> Aim:
        """The aim that a call or a stored event tells with a flag for each."""
        return cls.EVERY_TRICK if moon else cls.NO_TRICK if no_trick else cls.POINTS

    @property
    def tricks(self) -> str:
        """How many tricks the bidder must take, as a few words."""
        return "no trick" if self is Aim.NO_TRICK else "every trick"

    @property
    def clause(self) -> str:
        """The option for a bid of this aim."""
        return "bid.no-trick" if self is Aim.NO_TRICK else "bid.moon"


@dataclass(frozen=True)
class Moon:
    """A bid to take every trick, or none: what it brings where it is made, and costs where it fails."""

    made: int
    failed: int
    others_score: bool = False
    """True if the other side scores its meld and tricks as in any deal."""
    untrumped: bool = False
    """True if the bidder names it in place of trump, so that no suit is trump."""


@dataclass(frozen=True)
class FourFold:
    """The meld of which four in one hand win the game (end.quad-pinochle)."""

    melds: tuple[str, ...]
    """The kinds of meld; four of any of them will do."""
    at_least: int = 0
    """The trick points that the side needs as well."""

    def __str__(self) -> str:
        return f"quadruple {' or '.join(self.melds)}"


@dataclass(frozen=True)
class GamePoints:
    """The worth of a whole deal, however much was melded and taken (score.game-points)."""

    made: int
    failed: int
    saved: int
    """The score of each side that did not bid when the bid fails."""


class TieRule(Choice):
    BIDDER = "bidder"
    HIGH = "high"
    ANOTHER = "another"


class LevelAtEnd(Choice):
    """The rule for several who lead level after the last of a set number of deals (end.deals-level)."""

    TIE = "tie"
    SHARED = "shared"


@dataclass(frozen=True)
class Extend:
    """The tie rule that moves the target up by ``step`` (end.tie-extend)."""

    step: int


@dataclass(frozen=True)
class MeldTable:
    """The pay for each meld, in ones whatever the unit (meld.table).

    A list's n-th figure pays for n copies; copies beyond its end pay the best sum of listed figures. A marriage's
    single figure pays for each.
    """

    run: tuple[int, ...] = (15, 150)
    family: tuple[int, ...] = (0,)
    """Ace, ten, king, queen and jack of a suit that is not trump."""
    pinochle: tuple[int, ...] = (4, 30)
    aces: tuple[int, ...] = (10, 100)
    tens: tuple[int, ...] = (0,)
    """Ten of every suit: no meld in pinochle, but eight of them at some Binokel tables."""
    kings: tuple[int, ...] = (8, 80)
    queens: tuple[int, ...] = (6, 60)
    jacks: tuple[int, ...] = (4, 40)
    royal: tuple[int, ...] | int = 4
    marriage: tuple[int, ...] | int = 2
    dix: int = 1


@dataclass(frozen=True)
class PoorHand:
    """A hand as it was dealt for which a table deals again (misdeal.hands)."""

    ranks: tuple[Rank, ...]
    at_least: int
    """The least number of cards of these ranks; 0 where the hand must hold none of them."""
    partner_agrees: bool = False
    no_meld: bool = False
    """True if it must also meld nothing but dixes, whatever is trump."""

    def fits(self, cards: Iterable[Card]) -> bool:
        """Return True if these cards are such a hand."""
        held = sum(card.rank in self.ranks for card in cards)
        return held >= self.at_least if self.at_least else not held


@dataclass(frozen=True)
class UnitPrices:
    """The worth of a bid in units, by the figure from which each price holds, rising (units.prices)."""

    rows: tuple[tuple[int, int], ...]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self.rows)

    def at(self, bid: int) -> int:
        """The units that a bid of this height is worth; 0 below the first price."""
        return next((units for start, units in reversed(self.rows) if start <= bid), 0)


@dataclass(frozen=True)
class CheckMelds:
    """The checks that melds gain (check.melds)."""

    flush: int = 1
    aces_around: int = 1
    around: int = 0
    """Kings, queens or jacks around; those of a roundtable are paid with it."""
    roundtable: int = 2
    double_marriage: int = 1
    double_pinochle: int = 1
    double_around: int = 2


@dataclass(frozen=True)
class Roundhouse:
    """The pay for a marriage in every suit, beyond or instead of its parts; in ones (meld.roundhouse)."""

    bonus: int = 0
    flat: int | None = None
