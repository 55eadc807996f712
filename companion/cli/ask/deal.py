"""Reads what a score request tells of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TypeVar

from companion.cli.ask.fields import Fields, RequestError, show, whole
from companion.rules.choices import Bidding, Choice, Sides
from companion.rules.dealing import all_sides
from companion.rules.score.facts import CheckMeld, DealEnd, DealFacts, Ending, Misdeal
from companion.rules.score.teams import naming_side
from companion.rules.variant import Variant

DEAL_KEYS = (
    *("bidder", "bid", "trump", "meld", "dix", "points", "tricks", "end", "offender", "partner", "bids"),
    *("misdeal", "claimant", "quad_pinochle", "kitty_seen", "check_melds"),
)
_BY_SIDE = ("meld", "dix", "points", "tricks", "bids", "check_melds")


def sides_of(variant: Variant, fields: Fields, deal: Fields) -> tuple[str, ...]:
    """The sides' letters: as many as the request names, where the variant lets their number differ."""
    tables = [all_sides(variant, players) for players in range(variant.players[0], variant.players[1] + 1)]
    told = [fields.values.get("scores"), *(deal.values.get(key) for key in _BY_SIDE)]
    named = set(chain.from_iterable(each for each in told if isinstance(each, dict)))
    return next((sides for sides in tables if named <= set(sides)), tables[-1])


def read_deal(variant: Variant, fields: Fields, sides: tuple[str, ...]) -> DealFacts:
    """Return the deal that a request tells of.

    :raises RequestError: if it cannot be read, or tells what cannot be.
    """
    fields.suit_or_none("trump")
    ended = _ending(fields, sides)
    # A misdeal may be found before anyone has bid; only one that is judged as a renege needs the bid.
    void = ended.end is DealEnd.MISDEAL and not (ended.misdeal is Misdeal.PROCEDURE and ended.offender)
    bids = _bids(variant, fields, sides)
    bidder, bid = _contract(variant, fields, sides, bids, void)
    meld = amounts(fields, "meld", sides)
    return DealFacts(
        sides=sides,
        bidder=bidder,
        bid=bid,
        meld=meld,
        dix=_dix(fields, sides, meld),
        ended=ended,
        partner=_partner(variant, fields, sides, bidder),
        bids=bids,
        check_melds=_check_melds(fields, sides),
    )


def _ending(fields: Fields, sides: tuple[str, ...]) -> Ending:
    end = choice(fields, "end", DealEnd) if fields.has("end") else DealEnd.PLAYED
    misdeal = choice(fields, "misdeal", Misdeal) if end is DealEnd.MISDEAL else None
    offender = _side(fields, "offender", sides) if end is DealEnd.RENEGE else side_or_none(fields, "offender", sides)
    claimant = _side(fields, "claimant", sides) if end is DealEnd.CLAIM else side_or_none(fields, "claimant", sides)
    return Ending(
        end,
        amounts(fields, "points", sides),
        amounts(fields, "tricks", sides),
        frozenset(side_list(fields, "quad_pinochle", sides)),
        offender,
        misdeal,
        claimant,
        kitty_seen=fields.flag("kitty_seen", True),
    )


def _contract(
    variant: Variant, fields: Fields, sides: tuple[str, ...], bids: Mapping[str, tuple[int, ...]], void: bool
) -> tuple[str | None, int | None]:
    """The bidder and the bid; where bids are added up, the side of the highest bid and its sum."""
    if variant.bid is Bidding.NONE:
        return None, None
    bidder = side_or_none(fields, "bidder", sides) or naming_side(bids)
    if void:
        return bidder, fields.number_or_none("bid")
    if bidder is None:
        bidder = _side(fields, "bidder", sides)
    if not bids:
        return bidder, fields.number("bid")
    best = max(chain.from_iterable(bids.values()))
    if best not in bids.get(bidder, ()):
        raise RequestError(f"'bidder' must be the side of the highest bid, {best}, not {show(bidder)}")
    own = sum(bids[bidder])
    if fields.number_or_none("bid") not in (None, own):
        raise RequestError(f"'bid' must be the sum of the side's 'bids', {own}, or left out")
    return bidder, own


def _bids(variant: Variant, fields: Fields, sides: tuple[str, ...]) -> Mapping[str, tuple[int, ...]]:
    """Each partner's single bid by side; nothing where bids are not added up."""
    if not fields.has("bids"):
        return {}
    by_side = Fields.read(fields.need("bids"), sides, "'bids'").values
    most = max(variant.players[1] // len(sides), 1)
    for side, listed in by_side.items():
        if not isinstance(listed, list) or not 1 <= len(listed) <= most:
            raise RequestError(f"'bids.{side}' must list {most} bids, 0 for a pass, not {show(listed)}")
    read = {
        side: tuple(whole(bid, f"bids.{side}") for bid in listed)
        for side, listed in by_side.items()
        if isinstance(listed, list)
    }
    return read if variant.bid is Bidding.SUMMED else {}


def _partner(variant: Variant, fields: Fields, sides: tuple[str, ...], bidder: str | None) -> str | None:
    partner = side_or_none(fields, "partner", sides)
    if variant.sides is not Sides.CALLED:
        return None
    if partner is not None and partner == bidder:
        raise RequestError("'partner' must be another player than the bidder, or null for a bidder alone")
    return partner


def _dix(fields: Fields, sides: tuple[str, ...], meld: Mapping[str, int]) -> Mapping[str, int]:
    dix = amounts(fields, "dix", sides)
    for side, points in dix.items():
        if points > meld.get(side, 0):
            raise RequestError(f"'dix' is a part of 'meld': side {side} cannot have {points} of {meld.get(side, 0)}")
    return dix


_ALSO_CALLED = {
    "run": CheckMeld.FLUSH,
    "aces": CheckMeld.ACES_AROUND,
    "nines": CheckMeld.SEVEN_NINES,
    "roundhouse": CheckMeld.ROUNDTABLE,
}


def _check_melds(fields: Fields, sides: tuple[str, ...]) -> Mapping[str, tuple[CheckMeld, ...]]:
    if not fields.has("check_melds"):
        return {}
    by_side = Fields.read(fields.need("check_melds"), sides, "'check_melds'").values
    return {side: tuple(_check_meld(word) for word in _words(side, listed)) for side, listed in by_side.items()}


def _words(side: str, listed: object) -> list[object]:
    if not isinstance(listed, list):
        raise RequestError(f"'check_melds.{side}' must be a list of melds, not {show(listed)}")
    return listed


def _check_meld(word: object) -> CheckMeld:
    spelled = word.strip().lower().replace(" ", "-").replace("_", "-") if isinstance(word, str) else ""
    try:
        return _ALSO_CALLED.get(spelled) or CheckMeld(spelled)
    except ValueError:
        known = ", ".join(map(str, CheckMeld))
        raise RequestError(f"'check_melds' must hold melds out of {known}, not {show(word)}") from None


def amounts(fields: Fields, key: str, sides: tuple[str, ...], least: int | None = 0) -> Mapping[str, int]:
    """Whole numbers by side; none where the key is left out.

    :raises RequestError: if the key holds anything else.
    """
    if not fields.has(key):
        return {}
    by_side = Fields.read(fields.need(key), sides, repr(key))
    return {side: whole(value, f"{key}.{side}", least) for side, value in by_side.values.items()}


def _side(fields: Fields, key: str, sides: tuple[str, ...]) -> str:
    side = fields.text(key)
    if side not in sides:
        raise RequestError(f"{key!r} must be one of {', '.join(sides)}, not {show(side)}")
    return side


def side_or_none(fields: Fields, key: str, sides: tuple[str, ...]) -> str | None:
    """:raises RequestError: unless the key names a side, or holds nothing."""
    return _side(fields, key, sides) if fields.has(key) else None


def side_list(fields: Fields, key: str, sides: tuple[str, ...]) -> list[str]:
    """Sides by letter; none where the key is left out.

    :raises RequestError: if the key holds anything else.
    """
    listed = fields.need(key) if fields.has(key) else []
    if not isinstance(listed, list) or not all(side in sides for side in listed):
        raise RequestError(f"{key!r} must be a list of sides out of {', '.join(sides)}, not {show(listed)}")
    return listed


_C = TypeVar("_C", bound=Choice)


def choice(fields: Fields, key: str, kind: type[_C]) -> _C:
    """:raises RequestError: unless the key holds one of the words of ``kind``."""
    word = fields.text(key)
    try:
        return kind(word)
    except ValueError:
        raise RequestError(f"{key!r} must be one of {', '.join(map(str, kind))}, not {show(word)}") from None
