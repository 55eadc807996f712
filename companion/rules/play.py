"""The play of tricks: the plays that are allowed, why the others are not, and who takes the trick (section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

from companion.cards import Card, Rank, Suit, spell
from companion.rules.choices import CardRank, Draw, FirstLead, Head
from companion.rules.count import count_cards
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant

_STANDARD_ORDER = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE, Rank.EIGHT, Rank.SEVEN)
_BEATS_PLAIN = frozenset({Head.ALWAYS, Head.ALWAYS_IN_SUIT, Head.IN_SUIT, Head.FREE_IF_BEATEN})
_BEATS_TRUMPED = frozenset({Head.ALWAYS_IN_SUIT})
_BEATS_TRUMP_LED = frozenset(Head) - {Head.NEVER}
_OVERTRUMPS = frozenset({Head.ALWAYS, Head.ALWAYS_IN_SUIT, Head.FREE_IF_BEATEN, Head.TRUMPS})


class Duty(Enum):
    """The duty that binds the player on turn."""

    NONE = "none"
    LEAD_TRUMP = "lead-trump"
    LEAD_PLAIN = "lead-plain"
    LEAD_UNBROKEN = "lead-unbroken"
    FOLLOW = "follow"
    BEAT = "beat"
    TRUMP = "trump"
    OVERTRUMP = "overtrump"


@dataclass(frozen=True)
class Turn:
    """One player's turn to play, as far as the rules look at it."""

    trump: Suit | None
    trick: tuple[Card, ...]
    """The cards played so far, the lead first; empty for the player who leads."""
    hand: tuple[Card, ...]
    broken: bool = True
    """True if a trump has been played to a trick of this deal."""
    first_lead: bool = False
    """True if this is the first card of the deal."""
    bid: int | None = None
    stock: bool = False
    """True if a two-handed stock still lasts."""


@dataclass(frozen=True)
class LegalPlays:
    """The view of a turn that answers: which cards are legal, and why the others are not."""

    legal: tuple[Card, ...]
    """In the hand's order, twins included."""
    duty: Duty
    why: Ruling
    """The reason why only these are legal."""
    hand: tuple[Card, ...]

    def __contains__(self, card: Card) -> bool:
        return card in self.legal

    def __len__(self) -> int:
        return len(self.legal)

    def judge(self, card: Card) -> Ruling:
        """Judge whether ``card`` may be played, with the reason.

        :raises ValueError: if it is not in the hand.
        """
        if card not in self.hand:
            raise ValueError(f"{card} is not in the hand {spell(self.hand)}")
        if card in self.legal:
            return allow(f"{card.symbols} may be played.", *self.why.clauses)
        return refuse(f"{card.symbols} may not be played: {self.why.says}", *self.why.clauses)


@lru_cache(maxsize=8)
def rank_strength(order: CardRank) -> Mapping[Rank, int]:
    """Return the strength of each rank, the ace highest (card.rank)."""
    ranks = tuple(Rank) if order is CardRank.TEN_HIGH else _STANDARD_ORDER
    return {rank: len(ranks) - place for place, rank in enumerate(ranks)}


def trick_winner(variant: Variant, trump: Suit | None, trick: Sequence[Card]) -> int:
    """The place in ``trick`` of the card that takes it so far (play.winner, card.identical).

    :raises ValueError: if nothing has been played.
    """
    if not trick:
        raise ValueError("a trick without a card has no winner")
    strength = rank_strength(variant.card_rank)
    suit = trump if any(card.suit is trump for card in trick) else trick[0].suit
    # max keeps the first of equals: the one played first ranks higher.
    return max(range(len(trick)), key=lambda i: strength[trick[i].rank] if trick[i].suit is suit else 0)


def trick_points(variant: Variant, trick: Sequence[Card]) -> Mapping[str, int]:
    """Return the worth of a trick's cards, and what it adds as the deal's last one, or first where that counts."""
    first = {"first": variant.count_first_trick} if variant.count_first_trick else {}
    return {"cards": count_cards(variant, trick), **first, "last": variant.count_last_trick}


def legal_plays(variant: Variant, turn: Turn) -> LegalPlays:
    """Every card that may be played, and the duty that bars the others (play.follow, play.trump, play.head).

    At least one card is legal while the hand holds one.
    """
    duty, why = _duty(variant, turn)
    if variant.draw is Draw.STOCK and not turn.stock:
        why = replace(why, clauses=(*why.clauses, "play.playoff"))
    legal = [card for card in turn.hand if _fulfils(variant, turn, duty, card)]
    return LegalPlays(tuple(legal), duty, why, turn.hand)


def _duty(variant: Variant, turn: Turn) -> tuple[Duty, Ruling]:
    if turn.stock:
        return Duty.NONE, allow("While the stock lasts any card may be played.", "play.stock")
    if not turn.trick:
        return _lead_duty(variant, turn)
    led = turn.trick[0].suit
    if any(card.suit is led for card in turn.hand):
        return _suit_duty(variant, turn, led)
    if turn.trump and any(card.suit is turn.trump for card in turn.hand):
        return _trump_duty(variant, turn, turn.trump)
    return Duty.NONE, allow("Without the suit led and without trump, any card may be played.", "play.trump")


def _lead_duty(variant: Variant, turn: Turn) -> tuple[Duty, Ruling]:
    trumps = any(card.suit is turn.trump for card in turn.hand)
    plains = any(card.suit is not turn.trump for card in turn.hand)
    reading = f"lead.first.{variant.lead_first}"
    if turn.first_lead and trumps and first_lead_is_trump(variant, turn.bid):
        return Duty.LEAD_TRUMP, refuse("the first lead must be a trump.", "lead.first", reading)
    if turn.first_lead and plains and variant.lead_first is FirstLead.NO_TRUMP:
        says = "the first lead may not be a trump while another suit is held."
        return Duty.LEAD_PLAIN, refuse(says, "lead.first", reading)
    if variant.play_broken and not turn.broken and plains:
        return Duty.LEAD_UNBROKEN, refuse("trump may not be led before a trump has been played.", "play.broken")
    if trumps and not plains and turn.first_lead and variant.lead_first is FirstLead.NO_TRUMP:
        return Duty.NONE, allow("Holding nothing but trumps, any of them may be led.", "lead.first", reading)
    if trumps and not plains and variant.play_broken and not turn.broken:
        return Duty.NONE, allow("Holding nothing but trumps, any of them may be led.", "play.broken")
    return Duty.NONE, allow("Any card may be led.", "lead.first" if turn.first_lead else "play.winner")


def first_lead_is_trump(variant: Variant, bid: int | None) -> bool:
    """Return True if the first lead must be a trump, where the leader holds one (lead.first)."""
    if variant.lead_first is FirstLead.TRUMP_UNLESS_MIN:
        return bid != variant.bid_min
    return variant.lead_first is FirstLead.TRUMP


def lacks_bid(variant: Variant, turn: Turn) -> bool:
    """Return True if nobody can say what may be led, because the first lead depends on an unknown bid (lead.first)."""
    asks = variant.lead_first is FirstLead.TRUMP_UNLESS_MIN and turn.bid is None
    return asks and turn.first_lead and not turn.trick


def _suit_duty(variant: Variant, turn: Turn, led: Suit) -> tuple[Duty, Ruling]:
    head, best = variant.play_head, _best_of(variant, turn.trick, led)
    trumped = led is not turn.trump and any(card.suit is turn.trump for card in turn.trick)
    binding = _BEATS_TRUMP_LED if led is turn.trump else _BEATS_TRUMPED if trumped else _BEATS_PLAIN
    if head in binding and any(_beats(variant, card, best) for card in turn.hand):
        says = f"you can beat the {best.symbols} in the suit led, so you must."
        return Duty.BEAT, refuse(says, "play.head", f"play.head.{head}", "play.follow")
    return Duty.FOLLOW, refuse(f"you hold {led.word}, the suit led, so you must follow.", "play.follow")


def _trump_duty(variant: Variant, turn: Turn, trump: Suit) -> tuple[Duty, Ruling]:
    head, trumped = variant.play_head, any(card.suit is trump for card in turn.trick)
    if trumped and head in _OVERTRUMPS:
        best = _best_of(variant, turn.trick, trump)
        if any(_beats(variant, card, best) for card in turn.hand):
            says = f"you have none of the suit led and can beat the {best.symbols}, so you must over-trump."
            return Duty.OVERTRUMP, refuse(says, "play.head", f"play.head.{head}", "play.trump")
        if head is Head.FREE_IF_BEATEN:
            says = "Unable to over-trump, you may play any card."
            return Duty.NONE, allow(says, "play.head", f"play.head.{head}")
    return Duty.TRUMP, refuse("you have none of the suit led but hold trump, so you must trump.", "play.trump")


def _fulfils(variant: Variant, turn: Turn, duty: Duty, card: Card) -> bool:
    if duty is Duty.NONE:
        return True
    if duty in (Duty.LEAD_TRUMP, Duty.TRUMP):
        return card.suit is turn.trump
    if duty in (Duty.LEAD_PLAIN, Duty.LEAD_UNBROKEN):
        return card.suit is not turn.trump
    suit = turn.trump if duty is Duty.OVERTRUMP else turn.trick[0].suit
    if card.suit is not suit:
        return False
    return duty is Duty.FOLLOW or _beats(variant, card, _best_of(variant, turn.trick, card.suit))


def _best_of(variant: Variant, trick: Sequence[Card], suit: Suit) -> Card:
    strength = rank_strength(variant.card_rank)
    return max((card for card in trick if card.suit is suit), key=lambda card: strength[card.rank])


def _beats(variant: Variant, card: Card, best: Card) -> bool:
    strength = rank_strength(variant.card_rank)
    return card.suit is best.suit and strength[card.rank] > strength[best.rank]


@dataclass(frozen=True)
class Barring:
    """The reason why a card held makes another one illegal."""

    duty: Duty
    clauses: tuple[str, ...]


def barring_cards(variant: Variant, turn: Turn, card: Card) -> Mapping[Card, Barring]:
    """Return the cards that make ``card`` illegal if the hand holds them, each with the reason.

    ``turn.hand`` is ignored. A play is legal if and only if the hand holds none of these cards.
    """
    return _barring_cards(variant, replace(turn, hand=()), card)


@lru_cache(maxsize=4096)  # the plays of a deal are looked at again after each further card
def _barring_cards(variant: Variant, turn: Turn, card: Card) -> Mapping[Card, Barring]:
    found = {}
    for other in variant.pack.counts:
        plays = legal_plays(variant, replace(turn, hand=(card, other)))
        if card not in plays:
            found[other] = _barring(turn, card, plays)
    return MappingProxyType(found)


def _barring(turn: Turn, card: Card, plays: LegalPlays) -> Barring:
    """Find the duty that a card breaks; one that does not follow broke that duty first, even a high one."""
    if plays.duty is Duty.BEAT and card.suit is not turn.trick[0].suit:
        return Barring(Duty.FOLLOW, ("play.follow",))
    return Barring(plays.duty, plays.why.clauses)
