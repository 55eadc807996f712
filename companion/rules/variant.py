"""A variant: one complete set of options, without a function in it, so that it prints, compares and stores."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import CardNames
from companion.rules import choices, values
from companion.rules.pack import PACKS, Pack
from companion.rules.values import Unless, Whole, option


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

    unit: choices.Unit = option("unit", choices.Unit.TENS)

    players: tuple[int, int] = option("players", (4, 4), values.PLAYERS)
    """Least and most."""

    sides: choices.Sides = option("sides", choices.Sides.OPPOSITE, also=("res.five-call",))
    sides_defenders: choices.Defenders = option(
        "sides.defenders", choices.Defenders.TOGETHER, also=("res.five",), off="together"
    )

    pack: Pack = option("pack", PACKS["48"], values.PACK)

    hand_size: int = option("hand.size", 12, Whole(1, 40))

    card_rank: choices.CardRank = option("card.rank", choices.CardRank.TEN_HIGH)
    card_names: CardNames = option("card.names", CardNames.ENGLISH, off="english")

    deal_first: choices.FirstDealer = option("deal.first", choices.FirstDealer.ANY, off="any")
    deal_packet: str = option("deal.packet", "three or four at a time", values.TEXT, also=("deal.cut",))
    deal_redeal: choices.RedealBy = option(
        "deal.redeal", choices.RedealBy.NEXT, also=("deal.rotate", "res.redeal"), off="next"
    )
    deal_sits_out: choices.SitsOut = option(
        "deal.sits-out", choices.SitsOut.LAST_DEALER, also=("players",), off="last-dealer"
    )

    draw: choices.Draw = option(
        "draw", choices.Draw.NONE, also=("res.players-bruce", "res.two-handed-draw"), off="none"
    )
    draw_discards: choices.Discards = option("draw.discards", choices.Discards.DRAWER)

    bid: choices.Bidding = option("bid", choices.Bidding.AUCTION, also=("res.summed",))
    bid_min: int = option("bid.min", 250, Whole(0, 100_000), points=True)
    bid_step: tuple[tuple[int, int], ...] = option("bid.step", ((0, 10),), values.STEPS, points=True)
    bid_max_jump: int | None = option(
        "bid.max-jump", None, Unless(Whole(1, 100_000)), also=("bid.step",), off=None, points=True
    )
    bid_barred: tuple[int, ...] = option("bid.barred", (), values.ENDINGS, also=("bid.step",), off=[], points=True)
    """Endings of bids that may not be named: of the last two digits in tens, of the last one in ones."""
    bid_rounds: choices.BidRounds = option("bid.rounds", choices.BidRounds.UNTIL_PASS, also=("bid.order",))
    bid_forced: choices.Forced = option("bid.forced", choices.Forced.DEALER)
    bid_forced_amount: int = option("bid.forced-amount", 250, Whole(0, 100_000), points=True)
    bid_dealer_discount: int = option("bid.dealer-discount", 0, Whole(0, 1000), off=0, points=True)
    bid_lone_may_decline: bool = option("bid.lone-may-decline", False, off=False)
    bid_pass_help: bool = option("bid.pass-help", False, off=False)
    bid_meld_bids: int | None = option("bid.meld-bids", None, Unless(Whole(1, 100_000)), off=None, points=True)
    """First-round bids under this figure tell partner about meld; None if none do."""
    bid_moon: choices.Moon | None = option("bid.moon", None, values.MOON, also=("res.moon",), off=None, points=True)
    """The gain and cost of a bid to take every trick; None where there is no such bid."""
    bid_no_trick: choices.Moon | None = option(
        "bid.no-trick", None, values.NO_TRICK, also=("res.moon",), off=None, points=True
    )
    """The gain for taking no trick at all, and the cost of taking one; None where that can't be said."""

    trump_needs: choices.TrumpNeeds = option("trump.needs", choices.TrumpNeeds.NOTHING, off="nothing")

    kitty_size: int = option("kitty.size", 0, Whole(0, 12), off=0)
    kitty_shown: bool = option("kitty.shown", True)
    kitty_counts: bool = option("kitty.counts", True, also=("res.racehorse-count",))
    """True if cards laid away count for the bidder's tricks."""
    kitty_deal_out: bool = option("kitty.deal-out", False, off=False)
    kitty_bury: choices.Bury = option("kitty.bury", choices.Bury.ANY, off="any")

    pass_count: int = option("pass.count", 0, Whole(0, 8), off=0)
    pass_order: choices.PassOrder = option("pass.order", choices.PassOrder.PARTNER_FIRST)

    lead_by: choices.LeadBy = option("lead.by", choices.LeadBy.BIDDER, also=("lead.who",), off="bidder")
    lead_first: choices.FirstLead = option("lead.first", choices.FirstLead.ANY, also=("lead.who",), off="any")

    play_head: choices.Head = option("play.head", choices.Head.ALWAYS)
    play_broken: bool = option("play.broken", False, off=False)

    count: choices.Count = option("count", choices.Count.SIMPLE, also=("count.simple", "count.fives", "count.classic"))
    count_first_trick: int = option("count.first-trick", 0, Whole(0, 1000), off=0, points=True)
    count_last_trick: int = option(
        "count.last-trick", 10, Whole(0, 1000), also=("res.triple-last", "count.total"), points=True
    )
    count_round: bool = option("count.round", False, off=False)
    count_round_up: choices.RoundUp = option("count.round-up", choices.RoundUp.FROM_SEVEN)
    count_round_bid: choices.BidBy = option("count.round-bid", choices.BidBy.ROUNDED, off="rounded")

    meld_table: choices.MeldTable = option(
        "meld.table",
        choices.MeldTable(),
        values.MELD_TABLE,
        also=(
            "meld.needs-trump",
            "meld.multiple",
            "meld.marriages",
            "meld.quad",
            "meld.over-four",
            "res.run-in-doubles",
        ),
    )
    meld_names: choices.MeldNames = option("meld.names", choices.MeldNames.PINOCHLE, off="pinochle")
    meld_run_absorbs: choices.RunAbsorbs = option("meld.run-absorbs", choices.RunAbsorbs.ABSORBS)
    meld_run_extra: bool = option("meld.run-extra", False, off=False)
    meld_run_rest: bool = option("meld.run-rest", False, off=False)
    """True if a run laid on its marriage pays only what the marriage has not paid."""
    meld_roundhouse: choices.Roundhouse = option(
        "meld.roundhouse", choices.Roundhouse(), values.ROUNDHOUSE, off="parts"
    )

    score_meld_min: choices.MeldMin | None = option("score.meld-min", None, values.MELD_MIN, off=None, points=True)
    score_save: choices.Save = option("score.save", choices.Save(choices.SaveBy.POINTS, 1), values.SAVE, points=True)
    score_set: choices.SetCosts = option("score.set", choices.SetCosts.BID)
    score_set_opponents: choices.LostBidPays = option(
        "score.set.opponents", choices.LostBidPays(), values.SET_PAYS, off="own", points=True
    )
    score_bid_only: bool = option("score.bid-only", False, also=("score.made",), off=False)
    score_game_points: choices.GamePoints | None = option("score.game-points", None, values.GAME_POINTS, off=None)
    """The score of a made and a failed bid; None where a deal is scored by meld and tricks, or in units."""
    score_unplayed: bool = option("score.unplayed", False, off=False)
    score_throw_in: choices.ThrowIn = option("score.throw-in", choices.ThrowIn.MORE_THAN_POOL)
    score_throw_in_opponents: choices.LostBidPays = option(
        "score.throw-in.opponents", choices.LostBidPays(), values.THROW_IN_PAYS, points=True
    )
    score_renege: choices.Renege = option(
        "score.renege", choices.Renege.SIDE, also=("score.renege.side", "renege.kinds")
    )
    score_double_set: int = option("score.double-set", 2, values.ONE_OR_TWO, also=("res.double-set",))
    score_bid_and_meld: choices.BidAndMeld = option(
        "score.bid-and-meld", choices.BidAndMeld.SUM, also=("res.bid-and-meld",)
    )
    score_false_claim: choices.FalseClaim = option("score.false-claim", choices.FalseClaim.NOTHING, off="nothing")
    score_renege_corrected: bool = option("score.renege.corrected", False, off=False)
    score_no_marriage: bool = option("score.no-marriage", False, off=False)
    score_no_marriage_opponents: choices.NoMarriagePays = option(
        "score.no-marriage.opponents", choices.NoMarriagePays(), values.NO_MARRIAGE_PAYS, off="nothing", points=True
    )

    renege_exposed: choices.Exposed = option(
        "renege.exposed", choices.Exposed.NEVER, also=("renege.kinds",), off="never"
    )

    misdeal_procedure: bool = option("misdeal.procedure", False, also=("score.misdeal.procedure",), off=False)
    """True if a misdeal that is noticed after the first card is a renege of the dealer's side."""
    misdeal_technical: bool = option("misdeal.technical", False, also=("score.misdeal.technical",), off=False)
    misdeal_hands: tuple[choices.PoorHand, ...] = option(
        "misdeal.hands", (), values.POOR_HANDS, also=("res.redeal",), off=[]
    )
    """Further hands for which a table deals again."""

    end_target: int | None = option("end.target", 1000, Unless(Whole(1, 1_000_000)), points=True)

    end_spread: int | None = option("end.spread", None, Unless(Whole(1, 1_000_000)), off=None, points=True)
    """The lead over everyone else that wins the game at once; None where none does."""
    floor: int | None = option("floor", None, Unless(Whole(-1_000_000, -1)), off=None, points=True)

    end_tie: tuple[choices.TieRule | choices.Extend, ...] = option(
        "end.tie",
        (choices.TieRule.BIDDER, choices.TieRule.HIGH),
        values.TIE,
        also=("end.tie-bidder", "end.tie-high"),
        points=True,
    )
    end_all_tricks: choices.AllTricks = option(
        "end.all-tricks", choices.AllTricks(), values.ALL_TRICKS, also=("end.order",), off="nothing", points=True
    )

    units_prices: choices.UnitPrices | None = option(
        "units.prices", None, values.UNIT_PRICES, off=None, bids_priced=True
    )
    """The worth of a bid in units; None where a deal is scored in points."""
    units_spades: int = option("units.spades", 1, Whole(1, 10), off=1)
    """How many times as much a deal is worth when spades are trump."""
    units_spades_from: int | None = option("units.spades-from", None, Unless(Whole(0, 100_000)), off=None, points=True)
    """The bid from which it is; None where it is for every bid."""
    units_hearts: int = option("units.hearts", 1, Whole(1, 10), off=1)
    units_kitty: int | None = option(
        "units.kitty", None, Unless(Whole(0, 100_000)), also=("units.unseen",), off=None, points=True
    )
    """The bid from which a kitty of units pays and is paid like a player; None where there is none."""

    check_stake: int = option("check.stake", 0, Whole(0, 100_000), also=("end.checks", "res.check"), off=0)
    """The worth of one check; 0 where no checks are kept."""
    check_melds: choices.CheckMelds = option(
        "check.melds", choices.CheckMelds(), values.CHECK_MELDS, also=("res.check",)
    )
    check_nines: int = option("check.nines", 5, values.CHECKS)
    check_contract: choices.UnitPrices | None = option("check.contract", None, values.UNIT_PRICES, bids_priced=True)
    """The checks that a made bid gains; None where bids gain none, and the kitty and a lost play cost one each."""
    check_set: int = option("check.set", 2, values.ONE_OR_TWO)
    """How many times as many the others gain from a failed one."""
    check_slam: int = option("check.slam", 0, values.CHECKS, off=0)
    """The gain for taking every trick."""
    check_game: int = option("check.game", 5, values.CHECKS)
    check_lead: int | None = option("check.lead", None, Unless(Whole(1, 100_000)), off=None, points=True)
    """The points of the winner's lead, begun or whole, that gain one check more; None where none do."""
    check_minus: int = option("check.minus", 0, values.CHECKS, off=0)
    """The winner's further gain where somebody else is below zero."""

    end_deal: bool = option("end.deal", False, off=False)
    end_deals: int | None = option("end.deals", None, Unless(Whole(1, 1_000)), off=None)
    """The counted deal that ends the game at any score; None where it has no last deal."""
    end_deals_level: choices.LevelAtEnd = option("end.deals-level", choices.LevelAtEnd.TIE)
    end_declare_out: bool = option("end.declare-out", False, off=False)
    end_bid_out: bool = option("end.bid-out", False, off=False)
    end_slide_out: int | None = option("end.slide-out", None, Unless(Whole(1, 100), off=False), off=False)
    """The opponents' failed bids after which a side at the target wins without a bid of its own."""
    end_no_progress: int | None = option(
        "end.no-progress", None, Unless(Whole(1, 1_000_000), off=False), off=False, points=True
    )
    end_quad_pinochle: choices.FourFold | None = option(
        "end.quad-pinochle", None, values.FOUR_FOLD, off=False, points=True
    )

    def conduct_of(self, *clauses: str) -> tuple[str, ...]:
        """Return the clauses on conduct, of these, that its texts have."""
        return tuple(clause for clause in clauses if clause in self.conduct)

    @property
    def scale(self) -> int:
        """The worth of one in the meld table in the variant's unit."""
        return 10 if self.unit is choices.Unit.TENS else 1

    @property
    def moon(self) -> choices.Moon | None:
        """The moon, where it can be bid: in an auction, for points (bid.moon)."""
        return self.moon_for(choices.Aim.EVERY_TRICK)

    def moon_for(self, aim: choices.Aim) -> choices.Moon | None:
        """Return what a bid of this aim brings and costs; None where nobody can bid so, and where it is an amount.

        A called partner is found by a card of trump, so there nothing is said that does without one.
        """
        if self.bid is not choices.Bidding.AUCTION or not self.scores_points:
            return None
        if aim is choices.Aim.NO_TRICK:
            return None if self.sides is choices.Sides.CALLED else self.bid_no_trick
        return self.bid_moon if aim else None

    @property
    def said_for_trump(self) -> tuple[choices.Aim, ...]:
        """The aims that the bidder may name in place of trump (bid.moon.untrumped, bid.no-trick)."""
        if self.sides is choices.Sides.CALLED:
            return ()
        return tuple(aim for aim in choices.Aim if (moon := self.moon_for(aim)) and moon.untrumped)

    @property
    def scores_points(self) -> bool:
        """True if a side scores what it melds and takes: no units, no points for the game alone."""
        return not self.pays_units and self.score_game_points is None

    @property
    def bonus_tricks(self) -> dict[str, int]:
        """The tricks of a deal that add something beyond their cards, ``first`` and ``last``, with what they add."""
        adding = {"first": self.count_first_trick, "last": self.count_last_trick}
        return {name: adds for name, adds in adding.items() if adds}

    @property
    def last_tie_rule(self) -> choices.TieRule | choices.Extend | None:
        """The tie rule that leaves a game open: the first that does not ask who bid; None where ties decide nothing."""
        if self.end_deal or self.end_bid_out or self.end_target is None:
            return None
        return next((rule for rule in self.end_tie if rule is not choices.TieRule.BIDDER), None)

    @property
    def pays_units(self) -> bool:
        """True if each deal is settled in units between the bidder and each other player (units.prices)."""
        return self.units_prices is not None

    @property
    def keeps_checks(self) -> bool:
        """True if checks are kept at this table (check.stake)."""
        return self.check_stake > 0
