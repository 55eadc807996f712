"""Reads what people ask the referee, a record for each question, and has it settled."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from companion.cards import Card, CardError, Suit, parse_card
from companion.cli.ask.deal import DealRequest, ScoreRequest, check_keys, check_side
from companion.cli.ask.json_text import RequestError, show
from companion.cli.ask.requests import Cards, Request, Words, read, to_json, whole
from companion.game.evidence import Play, TrickLog, evidence, next_seat, running_count
from companion.rules import referee
from companion.rules.auction import Auction, Call, moon_call
from companion.rules.clauses import find_clause
from companion.rules.dealing import all_sides, tricks_in_deal
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld, MeldTurn
from companion.rules.play import Turn
from companion.rules.variant import Variant

_ANSWERED = (
    *("question", "verdict", "says", "steps", "conditions", "clauses"),
    *("resolutions", "elsewhere", "consequence"),
)
_SPELLED = {"places": "plays"}


def question_of(request: object) -> type[Request]:
    """The record of the question that a request asks.

    :raises RequestError: if there is no such question.
    """
    named = {"question": request.get("question")} if isinstance(request, dict) else request
    return _Evidence if named == {"question": "evidence"} else _REQUESTS[read(named, _Named).question]


@dataclass(frozen=True)
class _Named:
    question: referee.Question


@dataclass(frozen=True, kw_only=True)
class _Question(Request):
    question: str

    @abstractmethod
    def settle(self) -> referee.Settled:
        """Ask the referee."""

    def answer(self) -> dict[str, Any]:
        """The ruling, in the form of docs/referee.md."""
        try:
            settled = self.settle()
        except referee.QuestionError as error:
            raise RequestError(str(error)) from None
        body = to_json(settled)
        body["resolutions"] = [clause for clause in settled.clauses if find_clause(clause).resolution]
        return {key: body[key] for key in _ANSWERED}

    def check_sides(self, *keys: str) -> None:
        for key in keys:
            check_side(getattr(self, key), key, all_sides(self.rules, self.rules.players[1]))


@dataclass(frozen=True, kw_only=True)
class _Hand(_Question):
    """A hand that may be seen whole, in part or not at all."""

    hand: Cards | None = None
    holds: Cards | None = None
    lacks: Words | None = None
    cards_in_hand: int | None = None
    gone: Cards = ()

    def known(self, played: Card | None = None) -> referee.KnownHand:
        """What is known of the hand; ``played`` is the card in question, which is not part of it."""
        if self.hand is not None:
            if self.holds is not None or self.lacks is not None or self.cards_in_hand is not None:
                raise RequestError("'hand' is the whole hand: leave out 'holds', 'lacks' and 'cards_in_hand'")
            rest = list(self.hand)
            if played is not None and played not in rest:
                raise RequestError(f"'hand' must hold the card that was played, {show(str(played))}")
            if played is not None:
                rest.remove(played)
            return referee.KnownHand.whole(rest, self.gone)
        own = 0 if played is None else 1
        if self.cards_in_hand is not None and self.cards_in_hand < own:
            raise RequestError("'cards_in_hand' counts the card played too, so it is 1 or more")
        size = None if self.cards_in_hand is None else self.cards_in_hand - own
        lacks = frozenset(card for word in self.lacks or () for card in _meant(self.rules, word)) - {played}
        return referee.KnownHand(self.holds or (), lacks, size, self.gone)


def _meant(rules: Variant, word: str) -> list[Card]:
    """A card, or every card of a suit."""
    if word.upper() in set(Suit):
        return [card for card in rules.pack.counts if card.suit is Suit(word.upper())]
    try:
        return [parse_card(word)]
    except CardError as error:
        raise RequestError(f"'lacks': {error}; a letter alone is a whole suit") from None


@dataclass(frozen=True, kw_only=True)
class _Play(_Hand):
    trump: Suit | None = None
    trick: Cards = ()
    card: Card
    broken: bool = True
    first_lead: bool = False
    bid: int | None = None
    stock: bool = False
    turned: bool = True
    side: str | None = None
    accuser: str | None = None
    who: str = "the player"
    players: int | None = None

    def settle(self) -> referee.Settled:
        self.check_sides("side", "accuser")
        turn = Turn(self.trump, self.trick, (), self.broken, self.first_lead, self.bid, self.stock)
        hand = self.known(self.card)
        played = referee.PlayedCard(turn, self.card, hand, self.turned, self.side, self.accuser, self.who, self.players)
        return referee.settle_play(self.rules, played)


@dataclass(frozen=True, kw_only=True)
class _Trick(_Question):
    trump: Suit | None = None
    trick: Cards
    players: int | None = None

    def settle(self) -> referee.Settled:
        return referee.settle_trick(self.rules, referee.TakenTrick(self.trump, self.trick, players=self.players))


@dataclass(frozen=True, kw_only=True)
class _ThrowIn(_Question, DealRequest):
    led: bool = False

    def settle(self) -> referee.Settled:
        return referee.settle_throw_in(self.rules, self.facts(), self.led)


@dataclass(frozen=True, kw_only=True)
class _Needed(_Question, DealRequest):
    led: bool = True

    def settle(self) -> referee.Settled:
        return referee.settle_needed(self.rules, self.facts(), self.led)


@dataclass(frozen=True, kw_only=True)
class _Winner(_Question, ScoreRequest):
    def settle(self) -> referee.Settled:
        return referee.settle_winner(self.rules, referee.LastDeal(self.before(), self.facts()))

    def answer(self) -> dict[str, Any]:
        """The ruling, with all who have won, and what was not given that would decide."""
        settled = super().answer()
        scored = ScoreRequest.answer(self)
        return {**settled, **{key: scored[key] for key in ("winner", "winners", "asks") if key in scored}}


@dataclass(frozen=True, kw_only=True)
class _Meld(_Question, referee.ShownMeld):
    trump: Suit | None = None

    def settle(self) -> referee.Settled:
        return referee.settle_meld(self.rules, self)


@dataclass(frozen=True, kw_only=True)
class _Laid:
    kind: MeldKind
    suit: Suit | None = None
    from_hand: Cards
    copies: int | None = None
    """How many such melds are laid as one; as many as the hand has of any of their cards, where nobody says."""


@dataclass(frozen=True, kw_only=True)
class _LaidMeld(_Question):
    trump: Suit
    meld: Any
    laid: tuple[Any, ...] = ()
    this_turn: tuple[MeldKind, ...] = ()
    won_trick: bool = True
    playoff: bool = False

    def settle(self) -> referee.Settled:
        laid = tuple(read(each, Card, "'laid'") if isinstance(each, str) else self._laid(each) for each in self.laid)
        if isinstance(self.meld, str):
            raise RequestError('\'meld\' must be an object such as {"kind": "royal", "from_hand": ["KS", "QS"]}')
        turn = MeldTurn(self.trump, laid, self.this_turn, self.won_trick, self.playoff)
        return referee.settle_laid_meld(self.rules, turn, self._laid(self.meld))

    def _laid(self, value: object) -> LaidMeld:
        laid = read(value, _Laid, "a meld")
        copies = max(Counter(laid.from_hand).values(), default=1) if laid.copies is None else laid.copies
        return LaidMeld(laid.kind, laid.suit or self.trump, laid.from_hand, copies)


@dataclass(frozen=True, kw_only=True)
class _Opening(_Question):
    players: int | None = None
    dealer: int | None = None
    calls: tuple[Any, ...] = ()

    def auction(self) -> Auction:
        players = _players(self.rules, self.players)
        return Auction(
            players,
            players - 1 if self.dealer is None else self.dealer,
            tuple(_call(self.rules, call) for call in self.calls),
        )

    def settle(self) -> referee.Settled:
        return referee.settle_opening(self.rules, self.auction())


@dataclass(frozen=True, kw_only=True)
class _Bid(_Opening):
    amount: int | None = None
    seat: int | None = None
    helps: bool = False
    holds_meld: bool | None = None
    moon: bool = False

    def settle(self) -> referee.Settled:
        if self.moon and self.amount is not None:
            raise RequestError("'amount' must be left out where 'moon' is true")
        spoken = referee.SpokenBid(self.auction(), self.amount, self.seat, self.helps, self.holds_meld, self.moon)
        return referee.settle_bid(self.rules, spoken)


@dataclass(frozen=True, kw_only=True)
class _Trump(_Hand):
    trump: Suit
    bid: int
    side: str | None = None

    def settle(self) -> referee.Settled:
        self.check_sides("side")
        return referee.settle_trump(self.rules, referee.NamedTrump(self.trump, self.bid, self.known(), self.side))


@dataclass(frozen=True, kw_only=True)
class _Mishap(_Question):
    mishap: referee.Mishap
    found: referee.Found = referee.Found.PLAY
    side: str | None = None
    cards: Cards = ()
    trump: Suit | None = None
    hand: Cards = ()
    melded: Cards = ()
    players: int = 0
    discarded: int = 0
    drawn: int = 0
    exchanged: bool = False
    played: bool = False
    turned: bool = True
    on_purpose: bool | None = None
    bidder: bool | None = None

    def settle(self) -> referee.Settled:
        self.check_sides("side")
        same = {each.name: getattr(self, each.name) for each in fields(referee.Incident) if each.name != "by_bidder"}
        return referee.settle_mishap(self.rules, referee.Incident(**same, by_bidder=self.bidder))


_REQUESTS: Mapping[referee.Question, type[_Question]] = {
    referee.Question.PLAY: _Play,
    referee.Question.TRICK: _Trick,
    referee.Question.THROW_IN: _ThrowIn,
    referee.Question.NEEDED: _Needed,
    referee.Question.MELD: _Meld,
    referee.Question.LAID_MELD: _LaidMeld,
    referee.Question.BID: _Bid,
    referee.Question.OPENING: _Opening,
    referee.Question.TRUMP: _Trump,
    referee.Question.MISHAP: _Mishap,
    referee.Question.WINNER: _Winner,
}


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
        """What the log proves, the counters taken so far, and whose turn it is."""
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
        players = _players(self.rules, self.players)
        plays = tuple(map(_play, self.plays))
        check_keys(self.shown, "shown", [str(seat) for seat in range(players)])
        for seat in (*(each.seat for each in plays), self.leader, self.kitty_taker):
            if seat is not None and seat >= players:
                raise RequestError(f"seats run from 0 to {players - 1}, so there is no seat {seat}")
        size = tricks_in_deal(rules) if self.hand_size is None else self.hand_size
        shown = {int(seat): cards for seat, cards in self.shown.items() if cards is not None}
        known = (self.leader, self.bid, self.laid_away, self.kitty, self.kitty_taker)
        return TrickLog(rules, players, self.trump, size, plays, shown, *known)


def _players(rules: Variant, players: int | None) -> int:
    least, most = rules.players
    if players is not None and not least <= players <= most:
        raise RequestError(f"'players' must be from {least} to {most}, not {players}")
    return most if players is None else players


def _call(rules: Variant, value: object) -> Call:
    if not isinstance(value, list) or len(value) != 2:
        raise RequestError(f"a call must be [seat, amount], with null for a pass, not {show(value)}")
    seat, amount = value
    if amount == "moon" and (moon := moon_call(rules, whole(seat, "a seat"))):
        return moon
    return Call(whole(seat, "a seat"), None if amount is None else whole(amount, "an amount"))


def _play(value: object) -> Play:
    if not isinstance(value, list) or len(value) != 2:
        raise RequestError(f'a play must be [seat, card] such as [0, "AS"], not {show(value)}')
    seat, card = value
    return Play(whole(seat, "a seat"), read(card, Card, "'plays'"))
