"""Reads what people ask the referee, a form for each question, and has it settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.cards import Card
from companion.cli.ask.deal import DEAL_KEYS, choice, read_deal, side_or_none, sides_of
from companion.cli.ask.evidence import EVIDENCE_KEYS, answer_evidence
from companion.cli.ask.fields import Fields, RequestError, show, whole
from companion.cli.ask.hand import HAND_KEYS, read_hand
from companion.cli.ask.score import standing_before
from companion.cli.ask.settled import spell_settled
from companion.cli.ask.variant import read_variant
from companion.rules.auction import Auction, Call
from companion.rules.dealing import all_sides
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld, MeldTurn
from companion.rules.play import Turn
from companion.rules.referee import (
    Found,
    Incident,
    LastDeal,
    Mishap,
    NamedTrump,
    PlayedCard,
    Question,
    QuestionError,
    Settled,
    ShownMeld,
    SpokenBid,
    TakenTrick,
    settle_bid,
    settle_laid_meld,
    settle_meld,
    settle_mishap,
    settle_needed,
    settle_opening,
    settle_play,
    settle_throw_in,
    settle_trick,
    settle_trump,
    settle_winner,
)
from companion.rules.variant import Variant

_ALWAYS = ("question", "variant", "options")


class _Form(NamedTuple):
    keys: tuple[str, ...]
    settle: Callable[[Variant, Fields], Settled]


def answer_referee(request: object) -> dict[str, Any]:
    """The ruling on one question, in the form of docs/referee.md.

    :raises RequestError: if the request cannot be read, or tells what cannot be.
    """
    if not isinstance(request, dict):
        raise RequestError(f"the request must be a JSON object, not {show(request)}")
    if request.get("question") == "evidence":
        return answer_evidence(Fields.read(request, (*_ALWAYS, *EVIDENCE_KEYS)))
    question = choice(Fields(request, "the request"), "question", Question)
    form = _FORMS[question]
    fields = Fields.read(request, (*_ALWAYS, *form.keys))
    try:
        return spell_settled(form.settle(read_variant(fields), fields))
    except QuestionError as error:
        raise RequestError(str(error)) from None


def _sides(variant: Variant) -> tuple[str, ...]:
    return all_sides(variant, variant.players[1])


def _play(variant: Variant, fields: Fields) -> Settled:
    (card,) = _one(fields, "card")
    turn = Turn(
        fields.suit_or_none("trump"),
        fields.cards_or_none("trick"),
        (),
        fields.flag("broken", True),
        fields.flag("first_lead", False),
        fields.number_or_none("bid"),
        fields.flag("stock", False),
    )
    played = PlayedCard(
        turn,
        card,
        read_hand(variant, fields, card),
        fields.flag("turned", True),
        side_or_none(fields, "side", _sides(variant)),
        side_or_none(fields, "accuser", _sides(variant)),
        fields.text("who") if fields.has("who") else "the player",
        fields.number_or_none("players"),
    )
    return settle_play(variant, played)


def _one(fields: Fields, key: str) -> tuple[Card]:
    value = fields.need(key)
    cards = Fields({key: [value]}, fields.name).cards(key)
    return (cards[0],)


def _trick(variant: Variant, fields: Fields) -> Settled:
    players = fields.number_or_none("players")
    return settle_trick(variant, TakenTrick(fields.suit_or_none("trump"), fields.cards("trick"), players=players))


def _throw_in(variant: Variant, fields: Fields) -> Settled:
    told = Fields.read(fields.need("deal"), DEAL_KEYS, "'deal'")
    deal = read_deal(variant, told, sides_of(variant, fields, told))
    return settle_throw_in(variant, deal, fields.flag("led", False))


def _needed(variant: Variant, fields: Fields) -> Settled:
    told = Fields.read(fields.need("deal"), DEAL_KEYS, "'deal'")
    deal = read_deal(variant, told, sides_of(variant, fields, told))
    return settle_needed(variant, deal, fields.flag("led", True))


def _meld(variant: Variant, fields: Fields) -> Settled:
    claimed = fields.number_or_none("claimed")
    return settle_meld(variant, ShownMeld(fields.suit_or_none("trump"), fields.cards("cards"), claimed))


def _laid_meld(variant: Variant, fields: Fields) -> Settled:
    turn = MeldTurn(
        fields.suit("trump"),
        tuple(_laid(fields, each) for each in _list(fields, "laid")),
        tuple(_kind(word) for word in _list(fields, "this_turn")),
        fields.flag("won_trick", True),
        fields.flag("playoff", False),
    )
    meld = _laid(fields, fields.need("meld"))
    if isinstance(meld, Card):
        raise RequestError('\'meld\' must be an object such as {"kind": "royal", "from_hand": ["KS", "QS"]}')
    return settle_laid_meld(variant, turn, meld)


def _laid(fields: Fields, value: object) -> LaidMeld | Card:
    """A meld, or a card that has left the table since."""
    if isinstance(value, str):
        return Fields({"laid": [value]}, "'laid'").cards("laid")[0]
    told = Fields.read(value, ("kind", "suit", "from_hand", "copies"), "a meld")
    suit = told.suit("suit") if told.has("suit") else fields.suit("trump")
    copies = told.number("copies") if told.has("copies") else 1
    return LaidMeld(_kind(told.need("kind")), suit, told.cards("from_hand"), copies)


def _kind(word: object) -> MeldKind:
    try:
        return MeldKind(word)
    except ValueError:
        kinds = ", ".join(kind.value for kind in MeldKind)
        raise RequestError(f"a meld’s kind must be one of {kinds}, not {show(word)}") from None


def _list(fields: Fields, key: str) -> list[object]:
    value = fields.need(key) if fields.has(key) else []
    if not isinstance(value, list):
        raise RequestError(f"{key!r} must be a list, not {show(value)}")
    return value


_AUCTION_KEYS = ("players", "dealer", "calls")


def _auction(variant: Variant, fields: Fields) -> Auction:
    players = fields.number("players") if fields.has("players") else variant.players[1]
    if not variant.players[0] <= players <= variant.players[1]:
        raise RequestError(f"'players' must be from {variant.players[0]} to {variant.players[1]}, not {players}")
    dealer = fields.number("dealer") if fields.has("dealer") else players - 1
    return Auction(players, dealer, tuple(_call(each) for each in _list(fields, "calls")))


def _call(value: object) -> Call:
    if not isinstance(value, list) or len(value) != 2:
        raise RequestError(f"a call must be [seat, amount], with null for a pass, not {show(value)}")
    seat, amount = value
    return Call(whole(seat, "a seat"), None if amount is None else whole(amount, "an amount"))


def _bid(variant: Variant, fields: Fields) -> Settled:
    spoken = SpokenBid(
        _auction(variant, fields),
        fields.number_or_none("amount"),
        fields.number_or_none("seat"),
        fields.flag("helps", False),
        fields.flag("holds_meld", False) if fields.has("holds_meld") else None,
    )
    return settle_bid(variant, spoken)


def _opening(variant: Variant, fields: Fields) -> Settled:
    return settle_opening(variant, _auction(variant, fields))


def _trump(variant: Variant, fields: Fields) -> Settled:
    side = side_or_none(fields, "side", _sides(variant))
    named = NamedTrump(fields.suit("trump"), fields.number("bid"), read_hand(variant, fields), side)
    return settle_trump(variant, named)


def _mishap(variant: Variant, fields: Fields) -> Settled:
    incident = Incident(
        choice(fields, "mishap", Mishap),
        choice(fields, "found", Found) if fields.has("found") else Found.PLAY,
        side_or_none(fields, "side", _sides(variant)),
        fields.cards_or_none("cards"),
        fields.suit_or_none("trump"),
        fields.cards_or_none("hand"),
        fields.cards_or_none("melded"),
        fields.number_or_none("players") or 0,
        fields.number_or_none("discarded") or 0,
        fields.number_or_none("drawn") or 0,
        fields.flag("exchanged", False),
        fields.flag("played", False),
        fields.flag("turned", True),
        fields.flag("on_purpose", False) if fields.has("on_purpose") else None,
        fields.flag("bidder", False) if fields.has("bidder") else None,
    )
    return settle_mishap(variant, incident)


def _winner(variant: Variant, fields: Fields) -> Settled:
    told = Fields.read(fields.need("deal"), DEAL_KEYS, "'deal'")
    before = standing_before(variant, fields, sides_of(variant, fields, told))
    return settle_winner(variant, LastDeal(before, read_deal(variant, told, tuple(before.scores))))


_PLAY_KEYS = (
    *("trump", "trick", "card", "broken", "first_lead", "bid", "stock", "turned", "side", "accuser", "who"),
    "players",
)
_MISHAP_KEYS = (
    *("mishap", "found", "side", "cards", "trump", "hand", "melded", "players", "discarded", "drawn"),
    *("exchanged", "played", "turned", "on_purpose", "bidder"),
)
_FORMS: Mapping[Question, _Form] = {
    Question.PLAY: _Form((*_PLAY_KEYS, *HAND_KEYS), _play),
    Question.TRICK: _Form(("trump", "trick", "players"), _trick),
    Question.THROW_IN: _Form(("deal", "led"), _throw_in),
    Question.NEEDED: _Form(("deal", "led"), _needed),
    Question.MELD: _Form(("trump", "cards", "claimed"), _meld),
    Question.LAID_MELD: _Form(("trump", "meld", "laid", "this_turn", "won_trick", "playoff"), _laid_meld),
    Question.BID: _Form((*_AUCTION_KEYS, "amount", "seat", "helps", "holds_meld"), _bid),
    Question.OPENING: _Form(_AUCTION_KEYS, _opening),
    Question.TRUMP: _Form(("trump", "bid", "side", *HAND_KEYS), _trump),
    Question.MISHAP: _Form(_MISHAP_KEYS, _mishap),
    Question.WINNER: _Form(("scores", "history", "deal"), _winner),
}
