"""Reads what people ask the referee in JSON, and has it settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card, Suit
from companion.cli.ask.deal import DealRequest, ScoreRequest, check_keys, missing
from companion.cli.ask.requests import Request, Rules, read
from companion.game.evidence import Play, TrickLog, evidence, next_seat, running_count
from companion.rules.clauses import find_clause
from companion.rules.dealing import tricks_in_deal
from companion.rules.json_text import RequestError, show
from companion.rules.records import Cards, to_json, whole
from companion.rules.referee import (
    QUESTIONS,
    NeededQuestion,
    Question,
    Settled,
    ThrowInQuestion,
    WinnerQuestion,
    players_at,
)

_ANSWERED = (
    *("question", "verdict", "says", "steps", "conditions", "clauses"),
    *("resolutions", "elsewhere", "consequence"),
)
_SPELLED = {"places": "plays"}


def settle(request: object) -> dict[str, Any]:
    """The answer to a question, in the form of docs/referee.md.

    :raises RequestError: if it can't be read.
    :raises QuestionError: if what was asked can't be so.
    """
    said: dict[str, Any] = dict(request) if isinstance(request, dict) else {}
    if said.get("question") == "evidence":
        return read(request, _Evidence).answer()
    question = read({"question": said.get("question")} if isinstance(request, dict) else request, _Named).question
    if question in _OF_DEAL:
        return read(request, _OF_DEAL[question]).answer()
    rules = read({key: said.pop(key) for key in ("variant", "options") if key in said}, Rules).rules
    del said["question"]
    return _said(read(said, QUESTIONS[question]).settle(rules))


@dataclass(frozen=True)
class _Named:
    question: Question


def _said_of_deal(settled: Settled) -> dict[str, Any]:
    """A ruling on a deal, with the missing facts."""
    return {**_said(settled), "asks": list(map(missing, settled.asks))}


def _said(settled: Settled) -> dict[str, Any]:
    body = to_json(settled)
    body["resolutions"] = [clause for clause in settled.clauses if find_clause(clause).resolution]
    return {key: body[key] for key in _ANSWERED}


@dataclass(frozen=True, kw_only=True)
class _ThrowIn(DealRequest):
    question: str
    led: bool = ThrowInQuestion.led

    def answer(self) -> dict[str, Any]:
        return _said_of_deal(ThrowInQuestion(deal=self.facts(), led=self.led).settle(self.rules))


@dataclass(frozen=True, kw_only=True)
class _Needed(DealRequest):
    question: str
    led: bool = NeededQuestion.led

    def answer(self) -> dict[str, Any]:
        return _said_of_deal(NeededQuestion(deal=self.facts(), led=self.led).settle(self.rules))


@dataclass(frozen=True, kw_only=True)
class _Winner(ScoreRequest):
    question: str

    def answer(self) -> dict[str, Any]:
        """The ruling, with all winners and the missing facts."""
        settled = WinnerQuestion(deal=self.facts(), before=self.before()).settle(self.rules)
        return {**_said_of_deal(settled), "winner": settled.side, "winners": list(settled.winners)}


_OF_DEAL: Mapping[Question, type[Request]] = {
    Question.THROW_IN: _ThrowIn,
    Question.NEEDED: _Needed,
    Question.WINNER: _Winner,
}
"""The questions about a deal, which is read as for a score."""


@dataclass(frozen=True, kw_only=True)
class _Evidence(Request):
    question: str
    trump: Suit | None = None
    players: int | None = None
    hand_size: int | None = None
    plays: tuple[Any, ...]
    shown: Mapping[str, Cards | None] = field(default_factory=dict)
    leader: int | None = None
    bid: int | None = None
    laid_away: Cards = ()
    kitty: Cards = ()
    kitty_taker: int | None = None

    def answer(self) -> dict[str, Any]:
        """The log's proofs, the counters taken so far, and the turn."""
        log = self.log()
        proofs = map(to_json, evidence(log, [f"seat {seat}" for seat in range(log.players)]))
        return {
            "question": "evidence",
            "proofs": [{_SPELLED.get(key, key): held for key, held in proof.items()} for proof in proofs],
            "counters": {str(seat): points for seat, points in running_count(log).items()},
            "next": next_seat(log),
        }

    def log(self) -> TrickLog:
        rules = self.rules
        players = players_at(rules, self.players)
        plays = tuple(map(_play, self.plays))
        check_keys(self.shown, "shown", [str(seat) for seat in range(players)])
        for seat in (*(each.seat for each in plays), self.leader, self.kitty_taker):
            if seat is not None and seat >= players:
                raise RequestError(f"seats run from 0 to {players - 1}, so there is no seat {seat}")
        size = tricks_in_deal(rules) if self.hand_size is None else self.hand_size
        shown = {int(seat): cards for seat, cards in self.shown.items() if cards is not None}
        known = (self.leader, self.bid, self.laid_away, self.kitty, self.kitty_taker)
        return TrickLog(rules, players, self.trump, size, plays, shown, *known)


def _play(value: object) -> Play:
    if not isinstance(value, list) or len(value) != 2:
        raise RequestError(f'a play must be [seat, card] such as [0, "AS"], not {show(value)}')
    seat, card = value
    return Play(whole(seat, "a seat"), read(card, Card, "'plays'"))
