"""A finished deal, its score and where a game stands, as facts: what the scoring reads and what it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.cards import Suit
from companion.rules.choices import Aim, Choice, Discards, Draw, Moon, RoundUp, SaveBy
from companion.rules.count import cheapest_cards, dearest_cards, players_of, rounded, total_range
from companion.rules.dealing import tricks_in_deal
from companion.rules.phrases import minus
from companion.rules.variant import Variant


class DealEnd(Choice):
    """How a deal came to its end."""

    PLAYED = "played"
    THROWN_IN = "thrown-in"
    NO_MARRIAGE = "no-marriage"
    RENEGE = "renege"
    MISDEAL = "misdeal"
    CLAIM = "claim"
    POINTS = "points"
    """Only what each side made was entered; nothing else of the deal is known."""


class CheckMeld(Choice):
    """The melds that earn checks when they are shown or dealt (end.checks)."""

    FLUSH = "flush"
    ACES_AROUND = "aces-around"
    ROUNDTABLE = "roundtable"
    DOUBLE_MARRIAGE = "double-marriage"
    DOUBLE_PINOCHLE = "double-pinochle"
    DOUBLE_AROUND = "double-around"
    AROUND = "around"
    """Kings, queens or jacks."""
    SEVEN_NINES = "seven-nines"

    @property
    def words(self) -> str:
        """The player's words for it: ``double pinochle``."""
        return "kings, queens or jacks around" if self is CheckMeld.AROUND else str(self).replace("-", " ")


class Misdeal(Choice):
    """The fault of a deal that does not count (score.misdeal)."""

    CARD_FAULT = "card-fault"
    TECHNICAL = "technical"
    PROCEDURE = "procedure"


class Begun(Choice):
    """How far the play is known to have come."""

    UNLED = "unled"
    LED = "led"
    TRICK = "trick"
    """Everybody has played to the first trick."""


class Outcome(Choice):
    """The result of the bid."""

    MADE = "made"
    SET = "set"
    THROWN_IN = "thrown-in"
    NO_MARRIAGE = "no-marriage"
    RENEGE = "renege"
    VOID = "void"
    COUNTED = "counted"
    """Played without a bid, or stopped by a claim: what was taken counts."""
    POINTS_ONLY = "points-only"
    """The points of each side were entered, and not judged."""


@dataclass(frozen=True)
class Ending:
    """How a deal ended and what was counted then, as it is asked for, recorded and scored; figures are by side.

    The command and the event of a deal's end are endings themselves, and the facts of a deal hold one.
    """

    end: DealEnd = DealEnd.PLAYED
    points: Mapping[str, int] = field(default_factory=dict)
    """Trick points, the last trick included; all of them, or those taken until the deal was broken off.

    Where only the points of a deal are entered, those."""
    tricks: Mapping[str, int] = field(default_factory=dict)
    """Tricks taken, where a rule asks for them."""
    quad_pinochle: frozenset[str] = frozenset()
    """The sides that showed four of a winning meld (end.quad-pinochle)."""
    offender: str | None = None
    misdeal: Misdeal | None = None
    claimant: str | None = None
    """The side that declared out."""
    kitty_seen: bool = True
    """True if the bidder looked at the kitty before giving up."""
    meld: Mapping[str, int] = field(default_factory=dict)
    """The meld laid with no trump, where the deal ended before one was named (score.no-marriage.opponents)."""

    @property
    def took_kitty(self) -> bool:
        """True if the bidder has seen the kitty, if there is one: every bidder who does not give up takes it."""
        return self.kitty_seen or self.end is not DealEnd.THROWN_IN


@dataclass(frozen=True)
class DealFacts:
    """The known facts of a finished deal; sides are named ``A``, ``B``, … and amounts are in the variant's unit."""

    sides: tuple[str, ...]
    bidder: str | None
    bid: int | None
    meld: Mapping[str, int] = field(default_factory=dict)
    dix: Mapping[str, int] = field(default_factory=dict)
    """The part of a side's meld that dixes made."""
    ended: Ending = Ending()
    begun: Begun | None = None
    """How far the play had come; None where nobody has said."""
    partner: str | None = None
    """The called partner; None where the bidder plays alone."""
    bids: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Each partner's single bid by side, where bids are added up; 0 for a pass."""
    check_melds: Mapping[str, tuple[CheckMeld, ...]] = field(default_factory=dict)
    """The melds of each side that earn checks; a meld shown twice is named twice."""
    trump: Suit | None = None
    """Asked for where what a deal is worth depends on it (units.spades)."""
    aim: Aim = Aim.POINTS
    """The bidder's task; where that is no amount, the bid is its cost if it fails."""
    sits_out: tuple[str, ...] = ()
    """The sides that take no part; a deal is settled with them all the same where units are paid (units.prices)."""

    @property
    def is_led(self) -> bool:
        """True if a card is known to have been played."""
        return self.begun is Begun.LED or self.has_trick

    @property
    def has_trick(self) -> bool:
        """True if everybody is known to have played to the first trick."""
        return self.begun is Begun.TRICK or any(self.ended.tricks.values()) or any(self.ended.points.values())


@dataclass(frozen=True)
class DealScore:
    """The changes by a deal, with their working."""

    outcome: Outcome
    change: Mapping[str, int]
    """By side, what is added to its score."""
    working: tuple[str, ...]
    """Sentences that lead from the facts to the change."""
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class MissingFact:
    """A fact that nobody has given and a result depends on."""

    field: str
    """Of the history or the ending that lacks it."""
    says: str
    """Text to follow "It depends on": ``how many deals were played before``."""
    clause: str


Names = Callable[[str], str]


def side_name(side: str) -> str:
    """Return the name of a side where its players' names are not known."""
    return f"Side {side}"


def signed(points: int) -> str:
    """A change as it is written on a score sheet: ``+120``, ``−330``, ``0``."""
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else figure(points)


def figure(points: int) -> str:
    """A score as it is written on a score sheet: ``120``, ``−330``."""
    return minus(str(points))


def result(outcome: Outcome, change: Mapping[str, int], working: tuple[str, ...], ids: tuple[str, ...]) -> DealScore:
    """A score whose clauses are named once each, the weightiest first."""
    return DealScore(outcome, dict(change), working, tuple(dict.fromkeys(ids)))


def contract(deal: DealFacts) -> tuple[str, int]:
    """The bidder and the bid.

    :raises ValueError: if nobody bid.
    """
    if deal.bidder is None or deal.bid is None:
        raise ValueError("this ending needs a bidder and a bid")
    return deal.bidder, deal.bid


def counted_meld(variant: Variant, meld: int) -> int:
    """Return what counts of a side's meld: nothing below the minimum (score.meld-min)."""
    least = variant.score_meld_min
    return meld if least is None or least.is_met(meld) else 0


def moon_of(variant: Variant, deal: DealFacts) -> Moon | None:
    """Return what a bid of every trick or none brings and costs in a deal; None where an amount was bid."""
    return {Aim.EVERY_TRICK: variant.bid_moon, Aim.NO_TRICK: variant.bid_no_trick}.get(deal.aim)


def moon_silence(variant: Variant, deal: DealFacts) -> str:
    """Say why the others score nothing where such a bid is the bidder's alone (bid.moon, bid.no-trick)."""
    return f"nothing, as the {variant.meld_names.called(deal.aim)} was bid"


def meld_unplayed(variant: Variant, deal: DealFacts, side: str) -> int:
    """Return what counts of a side's meld without a trick: 0 for those who can't score in a moon (bid.moon)."""
    moon = moon_of(variant, deal)
    if moon and (side == deal.bidder or not moon.others_score):
        return 0
    return counted_meld(variant, deal.meld.get(side, 0))


def taken_points(variant: Variant, deal: DealFacts, side: str) -> int:
    """A side's trick points as they count: rounded to tens where the table does so (count.round)."""
    return rounded(variant, deal.ended.points.get(side, 0))


def rounding_clauses(variant: Variant) -> tuple[str, ...]:
    """The clauses on how counts are rounded; none where they count as they are."""
    other = variant.count_round_up is not RoundUp.FROM_SEVEN
    return ("count.round", *(("count.round-up",) if other else ())) if variant.count_round else ()


def asks_all_tricks(variant: Variant, aim: Aim = Aim.POINTS) -> bool:
    """Return True if it matters who took every trick (end.all-tricks, bid.moon, check.slam).

    :param aim: what was bid; where that is no trick, nobody is paid for all of them (bid.no-trick).
    """
    if aim:
        return aim is Aim.EVERY_TRICK
    slam = variant.keeps_checks and variant.check_slam > 0
    return slam or variant.end_all_tricks.wins or variant.end_all_tricks.bonus > 0


def asks_tricks(variant: Variant) -> bool:
    """Return True if a side without trick points can keep its meld by an empty trick (score.save)."""
    return variant.score_save.by is SaveBy.TRICK


def points_needed(variant: Variant, bid: int, meld: int) -> int:
    """The trick points that the bidding side must still take to make its bid, minimums included."""
    least = variant.score_save.at_least if variant.score_save.by is SaveBy.POINTS else 0
    return max(bid - counted_meld(variant, meld), least, 0)


def can_be_made(variant: Variant, deal: DealFacts) -> bool:
    """Return True if the bidder could still make the bid by taking every trick."""
    if deal.aim:
        return True
    laid, least = deal.meld.get(deal.bidder or "", 0), variant.score_meld_min
    if least is not None and not least.is_met(laid):
        return False
    return points_needed(variant, deal.bid or 0, laid) <= total_range(variant, players_of(variant, len(deal.sides)))[1]


def is_set_at_once(variant: Variant, deal: DealFacts) -> bool:
    """Return True if the bid is lost without a card played, because it is out of reach (score.unplayed)."""
    return variant.score_unplayed and deal.bidder is not None and not can_be_made(variant, deal)


def laid_away(variant: Variant, bidder: str | None, side: str) -> int:
    """Return the most that a side can count without a trick: cards laid away for it (kitty.counts, draw.discards)."""
    if variant.draw is Draw.KEEP_OR_REJECT:
        taken_over = variant.draw_discards is Discards.OPPONENT and bidder is not None
        piles = (0 if side == bidder else 2) if taken_over else 1
        return dearest_cards(variant, piles * variant.hand_size)
    counts = variant.kitty_counts and not variant.kitty_deal_out and side == bidder
    return dearest_cards(variant, variant.kitty_size) if counts else 0


def took_trick(variant: Variant, deal: DealFacts, side: str) -> bool | None:
    """Return True if a side took a trick, as entered or as its counters prove; None where neither says so.

    Counters prove one if they are more than can be laid away, and none if they are fewer than any trick holds.
    """
    tricks, points = deal.ended.tricks, deal.ended.points.get(side, 0)
    if side in tricks:
        return tricks[side] > 0
    if sum(tricks.values()) == tricks_in_deal(variant):
        return False
    if points > laid_away(variant, deal.bidder, side):
        return True
    cards = max(players_of(variant, len(deal.sides)), variant.players[0])  # a team is one side here
    return False if points < cheapest_cards(variant, cards) else None


def takes_all_tricks(variant: Variant, deal: DealFacts) -> str | None:
    """Return the side that took every trick of a deal, if it was played out and this is known.

    None where no trick was bid: nobody is paid for all of them then (bid.no-trick).
    """
    if deal.ended.end is not DealEnd.PLAYED or deal.aim is Aim.NO_TRICK:
        return None
    took = {side: took_trick(variant, deal, side) for side in deal.sides}
    takers = [side for side, took_one in took.items() if took_one is not False]
    return takers[0] if len(takers) == 1 and took[takers[0]] else None


@dataclass(frozen=True)
class Standing:
    """The standing of a game between deals: the scores, and what the ways to win look back on."""

    scores: Mapping[str, int]
    risen: frozenset[str] = frozenset()
    """Sides whose score has risen in some deal (end.no-progress)."""
    failed_against: Mapping[str, int] = field(default_factory=dict)
    """For a side at the target, the bids that its opponents have failed since it got there (end.slide-out)."""
    target: int | None = None
    """The target in force; it rises under end.tie-extend and stays there."""
    playing: tuple[str, ...] = ()
    """The sides that can still win: fewer than all once level sides play on alone (end.tie-high)."""
    counted: int = 0
    """The deals that count so far, for a game of a set number of them (end.deals)."""


@dataclass(frozen=True)
class Victory:
    """The winner, and the clause that says so."""

    winner: str
    clause: str
    says: str
    also: tuple[str, ...] = ()
    """The sides that win with the winner: a called partner, or the others of a team made by this deal (res.five)."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Every side that wins."""
        return (self.winner, *self.also)


def opening(variant: Variant, sides: tuple[str, ...]) -> Standing:
    """The standing before the first deal of a game in which all begin at 0."""
    return Standing(dict.fromkeys(sides, 0), target=variant.end_target, playing=sides)


def highest(scores: Mapping[str, int]) -> tuple[str, ...]:
    """The sides with the best score; several where they are level."""
    best = max(scores.values())
    return tuple(side for side, points in scores.items() if points == best)
