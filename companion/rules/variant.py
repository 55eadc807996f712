"""A variant: one complete set of options, without a function in it, so that it prints, compares and stores."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.choices import (
    AllTricks,
    BidAndMeld,
    Bidding,
    BidRounds,
    Bury,
    CardRank,
    Count,
    Defenders,
    Discards,
    Draw,
    Exposed,
    Extend,
    FalseClaim,
    FirstDealer,
    FirstLead,
    Forced,
    Head,
    LeadBy,
    LevelAtEnd,
    MeldMin,
    MeldTable,
    Moon,
    NoMarriagePays,
    PassOrder,
    PoorHand,
    RedealBy,
    Renege,
    Roundhouse,
    RunAbsorbs,
    Save,
    SaveBy,
    SetCosts,
    Sides,
    SitsOut,
    ThrowIn,
    ThrowInPays,
    TieRule,
    TrumpNeeds,
    Unit,
    UnitPrices,
)
from companion.rules.pack import PACKS, Pack


@dataclass(frozen=True)
class Variant:
    """Every choice that a table makes before it deals; ids as in ``../shared/interface.md``."""

    key: str
    name: str
    summary: str
    """One line on which game this is."""
    parent: str | None = None
    """The key of the variant that this one was made from."""
    rests_on: tuple[str, ...] = ()
    """Clauses on the variant as a whole: where its texts are silent, what we settled."""
    conduct: tuple[str, ...] = ()
    """Clauses of its texts on conduct at the table; not used in scoring."""

    unit: Unit = Unit.TENS
    players: tuple[int, int] = (4, 4)
    """Least and most."""
    sides: Sides = Sides.OPPOSITE
    sides_defenders: Defenders = Defenders.TOGETHER
    hand_size: int = 12
    pack: Pack = PACKS["48"]
    card_rank: CardRank = CardRank.TEN_HIGH

    deal_first: FirstDealer = FirstDealer.ANY
    deal_packet: str = "three or four at a time"
    deal_redeal: RedealBy = RedealBy.NEXT
    deal_sits_out: SitsOut = SitsOut.LAST_DEALER

    draw: Draw = Draw.NONE
    draw_discards: Discards = Discards.DRAWER

    bid: Bidding = Bidding.AUCTION
    bid_min: int = 250
    bid_step: tuple[tuple[int, int], ...] = ((0, 10),)
    bid_max_jump: int | None = None
    bid_barred: tuple[int, ...] = ()
    """Endings of bids that may not be named: of the last two digits in tens, of the last one in ones."""
    bid_rounds: BidRounds = BidRounds.UNTIL_PASS
    bid_forced: Forced = Forced.DEALER
    bid_forced_amount: int = 250
    bid_dealer_discount: int = 0
    bid_lone_may_decline: bool = False
    bid_pass_help: bool = False
    bid_meld_bids: int | None = None
    """First-round bids under this figure tell partner about meld; None if none do."""

    bid_moon: Moon | None = None
    """What a bid to take every trick brings and costs; None where there is no such bid."""

    trump_needs: TrumpNeeds = TrumpNeeds.NOTHING
    kitty_size: int = 0
    kitty_shown: bool = True
    kitty_counts: bool = True
    """Whether what is laid away counts for the bidder's tricks."""
    kitty_deal_out: bool = False
    kitty_bury: Bury = Bury.ANY
    pass_count: int = 0
    pass_order: PassOrder = PassOrder.PARTNER_FIRST
    lead_by: LeadBy = LeadBy.BIDDER
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
    score_bid_only: bool = False
    score_unplayed: bool = False
    score_throw_in: ThrowIn = ThrowIn.MORE_THAN_POOL
    score_throw_in_opponents: ThrowInPays = field(default_factory=ThrowInPays)
    score_renege: Renege = Renege.SIDE
    score_double_set: int = 2
    score_bid_and_meld: BidAndMeld = BidAndMeld.SUM
    score_false_claim: FalseClaim = FalseClaim.NOTHING
    score_renege_corrected: bool = False
    score_no_marriage: bool = False
    score_no_marriage_opponents: NoMarriagePays = field(default_factory=NoMarriagePays)
    renege_exposed: Exposed = Exposed.NEVER
    misdeal_technical: bool = False
    misdeal_hands: tuple[PoorHand, ...] = ()
    """Further hands for which a table deals again."""
    misdeal_procedure: bool = False
    """Whether a misdeal that is noticed after the first card is a renege of the dealer's side."""

    check_stake: int = 0
    """What one check is worth; 0 where no checks are kept."""
    check_nines: int = 5
    check_game: int = 5

    units_prices: UnitPrices | None = None
    """What a bid is worth in units; None where a deal is scored in points."""
    units_spades: int = 1
    """How many times as much a deal is worth when spades are trump."""
    units_hearts: int = 1
    units_kitty: int | None = None
    """The bid from which a kitty of units pays and is paid like a player; None where there is none."""

    end_target: int | None = 1000
    floor: int | None = None
    end_tie: tuple[TieRule | Extend, ...] = (TieRule.BIDDER, TieRule.HIGH)
    end_all_tricks: AllTricks = field(default_factory=AllTricks)
    end_deal: bool = False
    end_deals: int | None = None
    """The counted deal after which the game is over, wherever the scores stand; None where it has no last deal."""
    end_deals_level: LevelAtEnd = LevelAtEnd.TIE
    end_declare_out: bool = False
    end_bid_out: bool = False
    end_slide_out: int | None = None
    """Failed bids of the opponents that let a side at the target win without a bid of its own."""
    end_no_progress: int | None = None
    end_quad_pinochle: int | None = None
    """Trick points that a side with a quadruple pinochle needs to win the game by it."""

    def conduct_of(self, *clauses: str) -> tuple[str, ...]:
        """Those of these clauses on conduct that its texts have."""
        return tuple(clause for clause in clauses if clause in self.conduct)

    @property
    def scale(self) -> int:
        """What one in the meld table is worth in the variant's unit."""
        return 10 if self.unit is Unit.TENS else 1

    @property
    def moon(self) -> Moon | None:
        """The moon, where it can be bid: in an auction, for points (bid.moon)."""
        return self.bid_moon if self.bid is Bidding.AUCTION and not self.pays_units else None

    @property
    def pays_units(self) -> bool:
        """Whether each deal is settled in units between the bidder and each other player (units.prices)."""
        return self.units_prices is not None

    @property
    def keeps_checks(self) -> bool:
        """Whether checks are kept at this table (check.stake)."""
        return self.check_stake > 0
