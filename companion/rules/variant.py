"""A variant: one complete set of options, without a function in it, so that it prints, compares and stores."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from companion.rules.meld_table import MeldTable, Roundhouse
from companion.rules.pack import PACKS, Pack


class Choice(str, Enum):
    """An option's value that is one of a few words."""

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return str(self.value)


class Unit(Choice):
    ONES = "ones"
    TENS = "tens"


class Sides(Choice):
    EACH = "each"
    OPPOSITE = "opposite"
    ALTERNATE = "alternate"


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


class BidRounds(Choice):
    UNTIL_PASS = "until-pass"  # noqa: S105 - a pass in the auction, not a password
    ONE_TURN = "one-turn"
    TWO_TURNS = "two-turns"


class Forced(Choice):
    """What happens when nobody bids, or who has bid before anyone speaks (bid.forced)."""

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


class PassOrder(Choice):
    PARTNER_FIRST = "partner-first"
    BOTH = "both"


class FirstLead(Choice):
    ANY = "any"
    TRUMP = "trump"
    TRUMP_UNLESS_MIN = "trump-unless-min"
    NO_TRUMP = "no-trump"


class Head(Choice):
    """When a card must beat the best so far (play.head)."""

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


class RunAbsorbs(Choice):
    ABSORBS = "absorbs"
    ADDS = "adds"


class SaveBy(Choice):
    NOTHING = "nothing"
    TRICK = "trick"
    POINTS = "points"


class SetCosts(Choice):
    """What a failed bid costs (score.set)."""

    BID = "bid"
    BID_KEEPS_MELD = "bid-keeps-meld"
    BID_AND_MELD = "bid+meld"
    TWICE = "twice"
    CREDITED = "credited"


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


class BidAndMeld(Choice):
    SUM = "sum"
    LARGER = "larger"


class FalseClaim(Choice):
    NOTHING = "nothing"
    AS_RENEGE = "as-renege"


@dataclass(frozen=True)
class MeldMin:
    """The meld below which a side scores none: ``points`` itself suffices, unless more is asked (score.meld-min)."""

    points: int
    more_than: bool = False

    def is_met(self, meld: int) -> bool:
        return meld > self.points if self.more_than else meld >= self.points

    def __str__(self) -> str:
        return f"more than {self.points}" if self.more_than else f"at least {self.points}"


@dataclass(frozen=True)
class Save:
    """What a side must take in the play to keep its meld (score.save)."""

    by: SaveBy
    at_least: int = 1
    """Trick points needed, where ``by`` is points."""
    loses_tricks: bool = False
    """Whether the trick points of a side that did not save are lost as well."""
    dix_safe: bool = False
    """Whether the dixes are kept whatever happens, apart from a renege."""


@dataclass(frozen=True)
class ThrowInPays:
    """What the opponents of a side that throws in score (score.throw-in)."""

    meld: bool = True
    """Whether they score their meld, no trick needed."""
    bonus: int = 0
    """What they score beyond it, in the variant's unit."""


@dataclass(frozen=True)
class AllTricks:
    """What taking every trick earns: the game, or a bonus in the variant's unit (end.all-tricks)."""

    wins: bool = False
    bonus: int = 0


class TieRule(Choice):
    BIDDER = "bidder"
    HIGH = "high"
    ANOTHER = "another"


@dataclass(frozen=True)
class Extend:
    """The tie rule that moves the target up by ``step`` (end.tie-extend)."""

    step: int


@dataclass(frozen=True)
class Variant:
    """Every choice that a table makes before it deals; ids as in ``../shared/interface.md``."""

    key: str
    name: str
    summary: str
    """One line that tells a player which game this is."""

    unit: Unit = Unit.TENS
    players: tuple[int, int] = (4, 4)
    """Least and most."""
    sides: Sides = Sides.OPPOSITE
    hand_size: int = 12
    pack: Pack = PACKS["48"]
    card_rank: CardRank = CardRank.TEN_HIGH

    deal_first: FirstDealer = FirstDealer.ANY
    deal_packet: str = "three or four at a time"
    deal_redeal: RedealBy = RedealBy.NEXT

    bid_min: int = 250
    bid_step: tuple[tuple[int, int], ...] = ((0, 10),)
    bid_max_jump: int | None = None
    bid_rounds: BidRounds = BidRounds.UNTIL_PASS
    bid_forced: Forced = Forced.DEALER
    bid_forced_amount: int = 250
    bid_dealer_discount: int = 0
    bid_lone_may_decline: bool = False
    bid_pass_help: bool = False
    bid_meld_bids: int | None = None
    """First-round bids under this figure tell partner about meld; None where they tell nothing."""

    trump_needs: TrumpNeeds = TrumpNeeds.NOTHING
    pass_count: int = 0
    pass_order: PassOrder = PassOrder.PARTNER_FIRST
    lead_first: FirstLead = FirstLead.ANY
    play_head: Head = Head.ALWAYS
    play_broken: bool = False

    count: Count = Count.SIMPLE
    count_last_trick: int = 10
    count_round: bool = False

    meld_table: MeldTable = field(default_factory=MeldTable)
    meld_run_absorbs: RunAbsorbs = RunAbsorbs.ABSORBS
    meld_run_extra: bool = False
    meld_roundhouse: Roundhouse = field(default_factory=Roundhouse)

    score_meld_min: MeldMin | None = None
    score_save: Save = field(default_factory=lambda: Save(SaveBy.POINTS, 1))
    score_set: SetCosts = SetCosts.BID
    score_unplayed: bool = False
    score_throw_in: ThrowIn = ThrowIn.MORE_THAN_POOL
    score_throw_in_opponents: ThrowInPays = field(default_factory=ThrowInPays)
    score_renege: Renege = Renege.SIDE
    score_double_set: int = 2
    score_bid_and_meld: BidAndMeld = BidAndMeld.SUM
    score_false_claim: FalseClaim = FalseClaim.NOTHING
    score_renege_corrected: bool = False
    score_no_marriage: bool = False
    misdeal_technical: bool = False

    end_target: int | None = 1000
    floor: int | None = None
    end_tie: tuple[TieRule | Extend, ...] = (TieRule.BIDDER, TieRule.HIGH)
    end_all_tricks: AllTricks = field(default_factory=AllTricks)
    end_bid_out: bool = False
    end_slide_out: int | None = None
    """Failed bids of the opponents that let a side at the target win without a bid of its own."""
    end_no_progress: int | None = None
    end_quad_pinochle: int | None = None
    """Trick points that a side with a quadruple pinochle needs to win the game by it."""

    @property
    def scale(self) -> int:
        """What one in the meld table is worth in the variant's unit."""
        return 10 if self.unit is Unit.TENS else 1
