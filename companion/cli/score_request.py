"""Answers a score request: what a deal changes, and whether the game is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.cli.fields import Fields, RequestError, show, whole
from companion.cli.variant_request import read_variant
from companion.rules.choices import Choice
from companion.rules.deal import Deal, DealEnd, DealScore, Misdeal
from companion.rules.ending import Standing, Victory, advance
from companion.rules.ruling import Ruling
from companion.rules.score import score_deal
from companion.rules.seating import all_sides
from companion.rules.variant import Variant

_DEAL_KEYS = (
    *("bidder", "bid", "trump", "meld", "dix", "points", "tricks", "end", "offender", "partner", "bids"),
    *("misdeal", "claimant", "quad_pinochle", "kitty_seen", "check_melds"),
)


def answer_score(request: object) -> dict[str, Any]:
    """A deal's score with its working and clauses, and the winner if the game is over (end.order).

    What the rules do not allow to have happened is answered ``{"refused": …}``.

    :raises RequestError: if the request cannot be read.
    """
    fields = Fields.read(request, ("variant", "options", "scores", "history", "deal"))
    variant = read_variant(fields)
    before = _standing(variant, fields)
    deal = _deal(Fields.read(fields.need("deal"), _DEAL_KEYS, "'deal'"), tuple(before.scores))
    score = score_deal(variant, deal)
    if isinstance(score, Ruling):
        return {"refused": {"says": score.says, "clauses": list(score.clauses)}}
    after, victory = advance(variant, before, deal, score)
    return _said(score, after, victory)


def _said(score: DealScore, after: Standing, victory: Victory | None) -> dict[str, Any]:
    working, clauses = list(score.working), list(score.clauses)
    if victory:
        working.append(victory.says)
        clauses.append(victory.clause)
    return {
        "outcome": str(score.outcome),
        "change": dict(score.change),
        "scores": dict(after.scores),
        "winner": victory.winner if victory else None,
        "how": victory.clause if victory else None,
        "checks": None,
        "working": working,
        "clauses": list(dict.fromkeys(clauses)),
    }


def _standing(variant: Variant, fields: Fields) -> Standing:
    sides = _sides(variant, fields.values.get("scores"))
    scores = _amounts(fields, "scores", sides, least=None)
    told = fields.need("history") if fields.has("history") else {}
    history = Fields.read(told, ("risen", "failed_bids"), "'history'")
    return Standing(
        scores={side: scores.get(side, 0) for side in sides},
        risen=frozenset(_side_list(history, "risen", sides)),
        failed_bids=_amounts(history, "failed_bids", sides),
        target=variant.end_target,
        playing=sides,
    )


def _sides(variant: Variant, scores: object) -> tuple[str, ...]:
    """The sides' letters: as many as the scores name, where the variant lets their number differ."""
    tables = [all_sides(variant, players) for players in range(variant.players[0], variant.players[1] + 1)]
    named = len(scores) if isinstance(scores, dict) else 0
    return next((sides for sides in tables if len(sides) == named), tables[0])


def _deal(fields: Fields, sides: tuple[str, ...]) -> Deal:
    end = _choice(fields, "end", DealEnd) if fields.has("end") else DealEnd.PLAYED
    _check_unused(fields, sides)
    meld, dix = _amounts(fields, "meld", sides), _amounts(fields, "dix", sides)
    for side, points in dix.items():
        if points > meld.get(side, 0):
            raise RequestError(f"'dix' is a part of 'meld': side {side} cannot have {points} of {meld.get(side, 0)}")
    misdeal = _choice(fields, "misdeal", Misdeal) if end is DealEnd.MISDEAL else None
    offender = _side(fields, "offender", sides) if end is DealEnd.RENEGE else _side_or_none(fields, "offender", sides)
    # A misdeal may be found before anyone has bid; only one that is judged as a renege needs the bid.
    void = misdeal is not None and not (misdeal is Misdeal.PROCEDURE and offender)
    return Deal(
        sides=sides,
        bidder=_side_or_none(fields, "bidder", sides) if void else _side(fields, "bidder", sides),
        bid=fields.number_or_none("bid") if void else fields.number("bid"),
        meld=meld,
        dix=dix,
        points=_amounts(fields, "points", sides),
        tricks=_amounts(fields, "tricks", sides),
        end=end,
        offender=offender,
        misdeal=misdeal,
        quad_pinochle=frozenset(_side_list(fields, "quad_pinochle", sides)),
    )


def _check_unused(fields: Fields, sides: tuple[str, ...]) -> None:
    """Checks the keys that only other variants have a use for, so that a slip in them is not passed over."""
    fields.suit_or_none("trump")
    fields.flag("kitty_seen", True)
    for key in ("partner", "claimant"):
        _side_or_none(fields, key, sides)
    for key in ("bids", "check_melds"):
        if fields.has(key):
            Fields.read(fields.need(key), sides, repr(key))


def _amounts(fields: Fields, key: str, sides: tuple[str, ...], least: int | None = 0) -> Mapping[str, int]:
    """:raises RequestError: unless the key holds whole numbers by side, or nothing."""
    if not fields.has(key):
        return {}
    by_side = Fields.read(fields.need(key), sides, repr(key))
    return {side: whole(value, f"{key}.{side}", least) for side, value in by_side.values.items()}


def _side(fields: Fields, key: str, sides: tuple[str, ...]) -> str:
    side = fields.text(key)
    if side not in sides:
        raise RequestError(f"{key!r} must be one of {', '.join(sides)}, not {show(side)}")
    return side


def _side_or_none(fields: Fields, key: str, sides: tuple[str, ...]) -> str | None:
    return _side(fields, key, sides) if fields.has(key) else None


def _side_list(fields: Fields, key: str, sides: tuple[str, ...]) -> list[str]:
    listed = fields.need(key) if fields.has(key) else []
    if not isinstance(listed, list) or not all(side in sides for side in listed):
        raise RequestError(f"{key!r} must be a list of sides out of {', '.join(sides)}, not {show(listed)}")
    return listed


_C = TypeVar("_C", bound=Choice)


def _choice(fields: Fields, key: str, kind: type[_C]) -> _C:
    word = fields.text(key)
    try:
        return kind(word)
    except ValueError:
        raise RequestError(f"{key!r} must be one of {', '.join(map(str, kind))}, not {show(word)}") from None
