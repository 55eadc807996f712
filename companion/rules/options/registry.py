"""Every option of a variant by its key: how its value is written, what would do, and the clauses behind it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.clauses import CLAUSES
from companion.rules.options import values
from companion.rules.options.choices import (
    BidAndMeld,
    Bidding,
    BidRounds,
    Bury,
    CardRank,
    Count,
    Discards,
    Draw,
    Exposed,
    FalseClaim,
    FirstDealer,
    FirstLead,
    Forced,
    Head,
    PassOrder,
    RedealBy,
    Renege,
    RunAbsorbs,
    SetCosts,
    Sides,
    ThrowIn,
    TrumpNeeds,
    Unit,
)
from companion.rules.options.units import IN_UNIT, NoTenth, in_other_unit
from companion.rules.options.values import BadValue, ValueFormat
from companion.rules.options.variant import Variant


class OptionError(ValueError):
    """An option that does not exist, or a value that it can't take; the message says what would do."""


@dataclass(frozen=True)
class Option:
    """One choice a table makes."""

    key: str
    """As in the public interface: ``play.head``."""
    title: str
    group: str
    """Where a player would look for it."""
    form: ValueFormat
    also: tuple[str, ...] = ()
    """Clauses on it besides the one of its own name."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """Ids of the clauses behind it, the one of its own name first."""
        return self.key, *self.also

    def clauses_for(self, variant: Variant) -> tuple[str, ...]:
        """The clauses behind it, and those on the value that this variant gives it: ``play.head.never``."""
        return tuple(dict.fromkeys((*self.clauses, *self.value_clauses(variant))))

    def value_clauses(self, variant: Variant) -> tuple[str, ...]:
        """The clauses on the very value that this variant gives it; none where one clause speaks of all values."""
        names = [name for each in _listed(self.read(variant)) for name in _value_names(each)]
        ids = [f"{self.key}{sign}{name}" for name in names for sign in ".-"]
        return tuple(clause for clause in ids if clause in CLAUSES)

    @property
    def field(self) -> str:
        """The variant's field that holds it."""
        return self.key.replace(".", "_").replace("-", "_")

    def read(self, variant: Variant) -> Any:
        """The variant's value as it is written in JSON."""
        return self.form.dump(getattr(variant, self.field))

    def differs(self, variant: Variant, parent: Variant) -> bool:
        """Whether two variants give it different values; in JSON's false and 0 that would be lost."""
        return bool(getattr(variant, self.field) != getattr(parent, self.field))


_CARDS, _SEATS = "The cards and the deal", "Who sits where"
_BIDDING, _EXCHANGE = "Bidding", "Kitty and exchange"
_MELD, _PLAY, _COUNTING = "Meld", "Play", "Counting tricks"
_KEEPING, _PENALTIES = "Keeping meld, being set, throwing in", "Penalties"
_ENDING, _CHECKS = "Ending the game", "Checks"

OPTIONS: Mapping[str, Option] = {
    option.key: option
    for option in (
        Option("unit", "Ones or tens", _COUNTING, values.word(Unit)),
        Option("players", "How many play", _SEATS, values.PLAYERS),
        Option("sides", "Who plays with whom", _SEATS, values.word(Sides), ("res.five-call",)),
        Option("pack", "The pack", _CARDS, values.PACK),
        Option("hand.size", "Cards in a hand", _CARDS, values.number(1, 40)),
        Option("card.rank", "Order of the cards", _CARDS, values.word(CardRank)),
        Option("deal.first", "First dealer", _CARDS, values.word(FirstDealer)),
        Option("deal.packet", "How cards are dealt", _CARDS, values.TEXT, ("deal.cut",)),
        Option(
            "deal.redeal", "Who deals after a throw-in", _CARDS, values.word(RedealBy), ("deal.rotate", "res.redeal")
        ),
        Option("draw", "Drawing cards", _EXCHANGE, values.word(Draw), ("res.players-bruce", "res.two-handed-draw")),
        Option("draw.discards", "Rejected cards count for", _EXCHANGE, values.word(Discards)),
        Option("bid", "How trump is won", _BIDDING, values.word(Bidding), ("res.summed",)),
        Option("bid.min", "Lowest bid", _BIDDING, values.number(0, 100_000)),
        Option("bid.step", "Steps between bids", _BIDDING, values.STEPS),
        Option("bid.max-jump", "Largest jump", _BIDDING, values.optional(values.number(1, 100_000)), ("bid.step",)),
        Option("bid.rounds", "Rounds of bidding", _BIDDING, values.word(BidRounds), ("bid.order",)),
        Option("bid.forced", "When nobody bids", _BIDDING, values.word(Forced)),
        Option("bid.forced-amount", "The forced bid", _BIDDING, values.number(0, 100_000)),
        Option("bid.dealer-discount", "The dealer may go lower", _BIDDING, values.number(0, 1000)),
        Option("bid.lone-may-decline", "A lone bidder may decline", _BIDDING, values.FLAG),
        Option("bid.pass-help", "Passing with help", _BIDDING, values.FLAG),
        Option("bid.meld-bids", "Bids that tell of meld", _BIDDING, values.optional(values.number(1, 100_000))),
        Option("trump.needs", "Naming trump", _BIDDING, values.word(TrumpNeeds)),
        Option("kitty.size", "Cards in the kitty", _EXCHANGE, values.number(0, 12)),
        Option("kitty.shown", "The kitty is shown", _EXCHANGE, values.FLAG),
        Option("kitty.counts", "Counters laid away", _EXCHANGE, values.FLAG, ("res.racehorse-count",)),
        Option("kitty.deal-out", "The kitty is shared out", _EXCHANGE, values.FLAG),
        Option("kitty.bury", "What may be laid away", _EXCHANGE, values.word(Bury)),
        Option("pass.count", "Cards passed to partner", _EXCHANGE, values.number(0, 8)),
        Option("pass.order", "Who passes first", _EXCHANGE, values.word(PassOrder)),
        Option("lead.first", "First lead", _PLAY, values.word(FirstLead), ("lead.who",)),
        Option("play.head", "Beating the best card", _PLAY, values.word(Head)),
        Option("play.broken", "Trump must be broken", _PLAY, values.FLAG),
        Option(
            "count", "What cards count", _COUNTING, values.word(Count), ("count.simple", "count.fives", "count.classic")
        ),
        Option("count.last-trick", "Last trick", _COUNTING, values.number(0, 1000), ("res.triple-last", "count.total")),
        Option("count.round", "Rounding", _COUNTING, values.FLAG),
        Option(
            "meld.table",
            "What melds pay",
            _MELD,
            values.MELD_TABLE,
            ("meld.needs-trump", "meld.multiple", "meld.quad", "meld.over-four", "res.run-in-doubles"),
        ),
        Option("meld.run-absorbs", "The marriage in a run", _MELD, values.word(RunAbsorbs)),
        Option("meld.run-extra", "Spare king or queen beside a run", _MELD, values.FLAG),
        Option("meld.roundhouse", "Roundhouse", _MELD, values.ROUNDHOUSE),
        Option("score.meld-min", "Least meld that counts", _KEEPING, values.MELD_MIN),
        Option("score.save", "To keep meld", _KEEPING, values.SAVE),
        Option("score.set", "A failed bid costs", _KEEPING, values.word(SetCosts)),
        Option("score.unplayed", "A hopeless bid is set at once", _KEEPING, values.FLAG),
        Option("score.throw-in", "Throwing in", _KEEPING, values.word(ThrowIn)),
        Option("score.throw-in.opponents", "The others then score", _KEEPING, values.THROW_IN_PAYS),
        Option(
            "score.renege",
            "Breaking the rules of play",
            _PENALTIES,
            values.word(Renege),
            ("score.renege.side", "renege.kinds"),
        ),
        Option(
            "score.double-set", "A bidder who breaks them loses", _PENALTIES, values.number(1, 2), ("res.double-set",)
        ),
        Option(
            "score.bid-and-meld", "An innocent bidder gains", _PENALTIES, values.word(BidAndMeld), ("res.bid-and-meld",)
        ),
        Option("score.false-claim", "A wrong accusation", _PENALTIES, values.word(FalseClaim)),
        Option("score.renege.corrected", "A slip put right in time", _PENALTIES, values.FLAG),
        Option("score.no-marriage", "A bidder without a marriage", _PENALTIES, values.FLAG),
        Option("renege.exposed", "Showing one’s cards", _PENALTIES, values.word(Exposed), ("renege.kinds",)),
        Option("misdeal.procedure", "A misdeal noticed late", _PENALTIES, values.FLAG, ("score.misdeal.procedure",)),
        Option("misdeal.technical", "A hopeless hand", _PENALTIES, values.FLAG, ("score.misdeal.technical",)),
        Option("end.target", "Target", _ENDING, values.optional(values.number(1, 1_000_000))),
        Option("floor", "Losing from below", _ENDING, values.optional(values.number(-1_000_000, -1))),
        Option("end.tie", "Several at the target", _ENDING, values.TIE, ("end.tie-bidder", "end.tie-high")),
        Option("end.all-tricks", "Taking every trick", _ENDING, values.ALL_TRICKS, ("end.order",)),
        Option("check.stake", "Stake for a check", _CHECKS, values.number(0, 100_000), ("end.checks", "res.check")),
        Option("check.nines", "Checks for seven nines", _CHECKS, values.number(0, 100)),
        Option("check.game", "Checks for the game", _CHECKS, values.number(0, 100)),
        Option("end.deal", "Every deal is a game", _ENDING, values.FLAG),
        Option("end.declare-out", "Declaring out", _ENDING, values.FLAG),
        Option("end.bid-out", "Win only by a bid", _ENDING, values.FLAG),
        Option("end.slide-out", "Sliding out", _ENDING, values.needing(1, 100)),
        Option("end.no-progress", "Winning before the others move", _ENDING, values.needing(1, 1_000_000)),
        Option("end.quad-pinochle", "Quadruple pinochle", _ENDING, values.needing(0, 10_000)),
    )
}


def with_options(variant: Variant, changes: Mapping[str, Any]) -> Variant:
    """The variant with some options changed, each given as JSON writes it.

    A change of the unit takes every figure along that is not changed itself (unit).

    :raises OptionError: at an unknown key, a value that does not fit, or values that cannot stand together.
    """
    fields = {find_option(key).field: _loaded(variant, key, value) for key, value in changes.items()}
    unit = fields.get("unit", variant.unit)
    changed = replace(variant, **_figures_in(variant, unit, changes), **fields)
    if changed.unit is Unit.ONES and changed.count is not Count.SIMPLE:
        raise OptionError(f"count: {changed.count} needs the unit tens; in ones the count is simple")
    return changed


def _loaded(variant: Variant, key: str, value: Any) -> Any:
    option = OPTIONS[key]
    try:
        return option.form.load(value, getattr(variant, option.field))
    except BadValue as bad:
        raise OptionError(f"{key}: {_shown(value)} does not fit; {bad}") from None


def _figures_in(variant: Variant, unit: Unit, told: Collection[str]) -> dict[str, Any]:
    """By field, what the figures that are not told come to in a unit; nothing where it is the variant's own."""
    keys = [key for key in IN_UNIT if key not in told] if unit is not variant.unit else []
    return {OPTIONS[key].field: _figure_in(variant, unit, key) for key in keys}


def _figure_in(variant: Variant, unit: Unit, key: str) -> Any:
    value = OPTIONS[key].read(variant)
    try:
        return _loaded(variant, key, in_other_unit(key, value, unit))
    except NoTenth:
        raise OptionError(f"unit: in {unit} {key} {_shown(value)} would be no whole number; set it as well") from None
    except OptionError:
        raise OptionError(f"unit: in {unit} {key} {_shown(value)} would be too large; set it as well") from None


def find_option(key: str) -> Option:
    """The option of this key.

    :raises OptionError: if there is none; the message lists all keys.
    """
    try:
        return OPTIONS[key]
    except KeyError:
        raise OptionError(f"no such option: {_shown(key)}; there are {', '.join(OPTIONS)}") from None


def differences(variant: Variant, parent: Variant) -> dict[str, Any]:
    """The options in which a variant differs from its parent, by key, as JSON writes them.

    Where the units differ, a figure that is written alike means another amount, so it is among them.
    """
    differing = {key for key, option in OPTIONS.items() if option.differs(variant, parent)}
    if variant.unit is not parent.unit:
        differing |= {key for key in IN_UNIT if not _follows_unit(variant, parent, key)}
    return {key: option.read(variant) for key, option in OPTIONS.items() if key in differing}


def least_changes(variant: Variant, base: Variant) -> dict[str, Any]:
    """The fewest options that make a variant of its base by :func:`with_options`, by key, as JSON writes them.

    A figure that comes along with the unit by itself is not among them.
    """
    moves = variant.unit is not base.unit
    return {
        key: value
        for key, value in differences(variant, base).items()
        if not (moves and key in IN_UNIT and _follows_unit(variant, base, key))
    }


def _follows_unit(variant: Variant, parent: Variant, key: str) -> bool:
    """Whether a figure is what the parent's comes to in the variant's unit."""
    try:
        return bool(_figure_in(parent, variant.unit, key) == getattr(variant, OPTIONS[key].field))
    except OptionError:
        return False


def all_options(variant: Variant) -> dict[str, Any]:
    """Every option's value by key, as JSON writes it."""
    return {key: option.read(variant) for key, option in OPTIONS.items()}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _value_names(value: Any) -> tuple[str, ...]:
    """What the clauses on a value are called after: a word itself, or a record's first key and what it says yes to."""
    if not isinstance(value, dict):
        return (str(value),)
    return (*tuple(value)[:1], *(key.replace("_", "-") for key, each in value.items() if each is True))


def _shown(value: object, limit: int = 60) -> str:
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
