"""Answers what a trick log proves, and reads the log of a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cards import Card
from companion.cli.ask.fields import Fields, RequestError, show, whole
from companion.cli.ask.variant import read_variant
from companion.game.evidence import Play, Proof, TrickLog, evidence, next_seat, running_count
from companion.rules.dealing import tricks_in_deal
from companion.rules.variant import Variant

EVIDENCE_KEYS = (
    *("trump", "players", "hand_size", "plays", "shown", "leader", "bid"),
    *("laid_away", "kitty", "kitty_taker"),
)


def answer_evidence(fields: Fields) -> dict[str, Any]:
    """What the log proves, the counters taken so far, and whose turn it is.

    :raises RequestError: if the log cannot be read.
    """
    log = _log(read_variant(fields), fields)
    proofs = evidence(log, [f"seat {seat}" for seat in range(log.players)])
    return {
        "question": "evidence",
        "proofs": [_proof(proof) for proof in proofs],
        "counters": {str(seat): points for seat, points in running_count(log).items()},
        "next": next_seat(log),
    }


def tell_evidence(answer: Mapping[str, Any]) -> str:
    """The proofs in words."""
    lines = [f"{proof['says']} ({', '.join(proof['clauses'])})" for proof in answer["proofs"]]
    counters = ", ".join(f"seat {seat} {points}" for seat, points in answer["counters"].items())
    return "\n".join([*(lines or ["Nothing is proven."]), f"Counters so far: {counters}."])


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "kind": str(proof.kind),
        "seat": proof.seat,
        "plays": list(proof.places),
        "trick": proof.trick,
        "proven_by": proof.proven_by,
        "says": proof.says,
        "clauses": list(proof.clauses),
    }


def _log(variant: Variant, fields: Fields) -> TrickLog:
    players = fields.number("players") if fields.has("players") else variant.players[1]
    if not variant.players[0] <= players <= variant.players[1]:
        raise RequestError(f"'players' must be from {variant.players[0]} to {variant.players[1]}, not {players}")
    return TrickLog(
        variant,
        players,
        fields.suit_or_none("trump"),
        fields.number("hand_size") if fields.has("hand_size") else tricks_in_deal(variant),
        _plays(fields, players),
        _shown(fields, players),
        _seat(fields, "leader", players),
        fields.number_or_none("bid"),
        fields.cards_or_none("laid_away"),
        fields.cards_or_none("kitty"),
        _seat(fields, "kitty_taker", players),
    )


def _seat(fields: Fields, key: str, players: int) -> int | None:
    return _in_range(fields.number(key), players) if fields.has(key) else None


def _in_range(seat: int, players: int) -> int:
    if seat >= players:
        raise RequestError(f"seats run from 0 to {players - 1}, so there is no seat {seat}")
    return seat


def _plays(fields: Fields, players: int) -> tuple[Play, ...]:
    told = fields.need("plays")
    if not isinstance(told, list):
        raise RequestError(f'\'plays\' must be a list such as [[0, "AS"], [1, "10S"]], not {show(told)}')
    return tuple(_play(each, players) for each in told)


def _play(value: object, players: int) -> Play:
    if not isinstance(value, list) or len(value) != 2:
        raise RequestError(f'a play must be [seat, card] such as [0, "AS"], not {show(value)}')
    seat, card = value
    (read,) = Fields({"plays": [card]}, "'plays'").cards("plays")
    return Play(_in_range(whole(seat, "a seat"), players), read)


def _shown(fields: Fields, players: int) -> dict[int, tuple[Card, ...]]:
    """By seat, the cards on the table as the play began."""
    if not fields.has("shown"):
        return {}
    told = Fields.read(fields.need("shown"), [str(seat) for seat in range(players)], "'shown'")
    return {int(seat): told.cards(seat) for seat in told.values if told.has(seat)}
