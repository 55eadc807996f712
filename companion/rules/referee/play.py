"""Did that card have to be played? The ruling on one card, the hand known whole, in part or not at all (section 4).

With part of a hand unseen the answer is exact: *legal* if every hand that fits what was entered makes the card legal,
*not legal* if none does, and otherwise *depends*, with the fewest conditions that decide it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from companion.cards import Card, CardError, Rank, Suit, parse_card, sort_cards
from companion.rules.choices import Draw, FalseClaim, FirstLead, Head
from companion.rules.pack import Pack, judge_cards
from companion.rules.phrases import series, several
from companion.rules.play import Barring, Duty, Turn, barring_cards, lacks_bid, legal_plays, trick_winner
from companion.rules.referee.question import RefereeQuestion, check_sides, of_table, on_page
from companion.rules.referee.settled import (
    Condition,
    Consequence,
    Question,
    QuestionError,
    Settled,
    Step,
    Verdict,
    elsewhere,
    for_each_trump,
    once,
)
from companion.rules.score.facts import DealEnd, Names, side_name
from companion.rules.variant import Variant


@dataclass(frozen=True)
class KnownHand:
    """The known part of the hand from which a card was played, without that card."""

    rest: tuple[Card, ...] = ()
    """Other cards that it held."""
    lacks: frozenset[Card] = frozenset()
    """Cards of which it held no copy, other than the card played: a whole suit is all of its cards."""
    size: int | None = None
    """How many other cards it held; None where nobody has counted."""
    gone: tuple[Card, ...] = ()
    """Cards known to be elsewhere: played before, shown by others, laid away."""

    @classmethod
    def whole(cls, rest: Iterable[Card], gone: tuple[Card, ...] = ()) -> KnownHand:
        """A hand that lies open."""
        cards = tuple(rest)
        return cls(cards, size=len(cards), gone=gone)

    @property
    def unknown(self) -> int | None:
        """How many cards are unknown; None where nobody has counted."""
        return None if self.size is None else self.size - len(self.rest)


def unseen(pack: Pack, hand: KnownHand, on_table: Iterable[Card]) -> Counter[Card]:
    """Return the copies that may be among the hand's unknown cards: those neither seen elsewhere nor ruled out.

    :raises QuestionError: if the pack does not have those cards, or no hand can hold them.
    """
    seen = Counter([*hand.rest, *hand.gone, *on_table])
    ruling = judge_cards(pack, seen.elements())
    if not ruling:
        raise QuestionError(ruling.says)
    free = Counter({card: copies - seen[card] for card, copies in pack.counts.items()})
    possible = Counter({card: copies for card, copies in free.items() if copies and card not in hand.lacks})
    _check_room(hand, possible.total())
    return possible


def _check_room(hand: KnownHand, most: int) -> None:
    twice = sorted(card.words for card in set(hand.rest) & hand.lacks)
    if twice:
        raise QuestionError(f"The {twice[0]} is entered both as held and as not held; remove one of them.")
    if hand.unknown is None:
        return
    if hand.unknown < 0:
        raise QuestionError(
            f"{several(len(hand.rest), 'card was', 'cards were')} entered for a hand of {hand.size}; take some away."
        )
    if hand.unknown > most:
        raise QuestionError(
            f"The hand has {several(hand.unknown, 'card')} more than those named, but only {most} are left "
            "that it can be; look at the number of cards and at what it is said to lack."
        )


@dataclass(frozen=True, kw_only=True)
class HandQuestion(RefereeQuestion):
    """A question about a hand that may be seen whole, in part or not at all."""

    hand: tuple[Card, ...] | None = None
    """All of it, the card in question included."""
    whole: bool = on_page("The cards above are the whole rest of it", False, in_json=False)
    """True if nothing is to be added to ``holds``."""
    holds: tuple[Card, ...] | None = on_page(
        "What else was in that hand", None, form="held", hint="as far as you know it; nothing if nobody knows"
    )
    lacks: tuple[str, ...] | None = on_page("Apart from the card, it held none of these", None)
    """Cards, and letters of whole suits."""
    cards_in_hand: int | None = on_page(
        "Cards in that hand, with this one", None, form="left", hint="Only if you know it", of="cards"
    )
    gone: tuple[Card, ...] = on_page(
        "Cards seen elsewhere", (), hint="played before, shown by others, or in the kitty", aside=True
    )
    shown: tuple[Card, ...] = of_table(())
    """Cards melded by others. One in ``gone`` may be the same, so no copy is counted twice."""

    def known(self, played: Card | None = None) -> KnownHand:
        """Return what is known of the hand.

        :param played: the card in question, which is not part of it.
        :raises QuestionError: if it is entered in two ways, or as no hand can be.
        """
        gone = tuple((Counter(self.gone) | Counter(self.shown)).elements())
        if self.whole:
            return KnownHand.whole(self.holds or (), gone)
        if self.hand is not None:
            if self.holds is not None or self.lacks is not None or self.cards_in_hand is not None:
                raise QuestionError("'hand' is the whole hand: leave out 'holds', 'lacks' and 'cards_in_hand'")
            rest = list(self.hand)
            if played is not None and played not in rest:
                raise QuestionError(f"'hand' must hold the card that was played, {played}")
            if played is not None:
                rest.remove(played)
            return KnownHand.whole(rest, gone)
        own = 0 if played is None else 1
        if self.cards_in_hand is not None and self.cards_in_hand < own:
            raise QuestionError("'cards_in_hand' counts the card played too, so it is 1 or more")
        size = None if self.cards_in_hand is None else self.cards_in_hand - own
        lacks = frozenset(card for word in self.lacks or () for card in _meant(word)) - {played}
        return KnownHand(self.holds or (), lacks, size, gone)


def _meant(word: str) -> list[Card]:
    """A card, or every card of a suit."""
    if word.upper() in set(Suit):
        return [Card(rank, Suit(word.upper())) for rank in Rank]
    try:
        return [parse_card(word)]
    except CardError as error:
        raise QuestionError(f"'lacks': {error}; a letter alone is a whole suit") from None


@dataclass(frozen=True, kw_only=True)
class PlayQuestion(HandQuestion):
    """A question whether a card had to be played (play.follow, play.trump, play.head)."""

    question = Question.PLAY

    trump: Suit | None = on_page("Trump", None)
    trick: tuple[Card, ...] = on_page("The trick so far", (), hint="in the order in which the cards fell")
    card: Card = on_page(
        "The card in question",
        hint="the one that was played",
        needed="Tap the card in question: the one that somebody played.",
    )
    first_lead: bool = on_page(
        "It was the first card of the deal",
        False,
        form="first",
        when=lambda variant, said: "trick" not in said and variant.lead_first is not FirstLead.ANY,
    )
    bid: int | None = on_page(
        "The bid",
        None,
        hint="The first lead hangs on it",
        of="bid",
        when=lambda variant, said: "trick" not in said and variant.lead_first is FirstLead.TRUMP_UNLESS_MIN,
    )
    broken: bool = on_page(
        "No trump had been played yet",
        True,
        form="unbroken",
        when=lambda variant, said: "trick" not in said and variant.play_broken,
    )
    stock: bool = on_page("The stock was not used up yet", False, when=lambda variant, _: variant.draw is Draw.STOCK)
    turned: bool = on_page(
        "The trick still lies open", True, form="open", when=lambda variant, _: variant.score_renege_corrected
    )
    """True once the trick has been turned face down."""
    side: str | None = None
    """The side of the player, where a renege is to be entered."""
    accuser: str | None = on_page(
        "Who accuses?",
        None,
        hint="An accusation that fails has its price at this table.",
        of="side",
        options=(("", "Nobody"),),
        when=lambda variant, _: variant.score_false_claim is FalseClaim.AS_RENEGE,
    )
    """The accusing side, where a claim that fails has its price."""
    who: str = "the player"
    players: int | None = None
    """How many take part in the deal; None for as many as the variant lets."""
    untrumped: bool = False
    """True if no suit is trump; else a trump that is left out is not known."""

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        check_sides(variant, side=self.side, accuser=self.accuser)
        if self.trump is None and not self.untrumped:
            return for_each_trump(
                variant, lambda trump: replace(self, trump=trump, untrumped=True).settle(variant, name)
            )
        turn = Turn(self.trump, self.trick, (), self.broken, self.first_lead, self.bid, self.stock)
        hand = self.known(self.card)
        played = PlayedCard(turn, self.card, hand, self.turned, self.side, self.accuser, self.who, self.players)
        return settle_play(variant, played, name)


TAKEN_BACK = "The trick still lies open, so the card may be taken back without penalty."


@dataclass(frozen=True)
class PlayedCard:
    """A card that was played, and what is known about it."""

    turn: Turn
    """The moment before it was played; its hand is ignored."""
    card: Card
    hand: KnownHand
    turned: bool = True
    """True once the trick has been turned face down."""
    side: str | None = None
    """The side of the player, where a renege is to be entered."""
    accuser: str | None = None
    """The accusing side, where a claim that fails has its price."""
    who: str = "the player"
    players: int | None = None
    """How many take part in the deal; None for as many as the variant lets."""


def settle_play(variant: Variant, played: PlayedCard, name: Names = side_name) -> Settled:
    """Return whether a card was legal, by the known cards (play.follow, play.trump, play.head, play.broken).

    :raises QuestionError: if the trick or the hand cannot be so.
    """
    _check_trick(variant, played)
    played = _with_full_hand(variant, played)
    own = _judge(variant, played)
    keys = () if played.turn.stock else _LED if played.turn.trick else _LEADING
    others = elsewhere(variant, keys, own, lambda other: _judge(other, played))
    return _with_price(variant, played, replace(own, elsewhere=others), name)


_LED = ("play.head", "card.rank")
_LEADING = ("lead.first", "play.broken")


def _check_trick(variant: Variant, played: PlayedCard) -> None:
    most, named = played.players or variant.players[1], len(played.turn.trick)
    if named >= most:
        raise QuestionError(f"A trick of {named} cards is complete at a table of {most}: leave out the card asked for.")
    if played.card in played.hand.lacks:
        raise QuestionError(f"The {played.card.words} was played, so it can’t be among the cards not held.")


def _with_full_hand(variant: Variant, played: PlayedCard) -> PlayedCard:
    """A hand is known whole when as many cards were entered as a hand has.

    :raises QuestionError: if more were entered.
    """
    known, most = played.hand, variant.hand_size + variant.kitty_deal_out - 1
    cards = len(known.rest) if known.size is None else known.size
    if cards > most:
        raise QuestionError(f"A hand has {most + 1} cards here, and {cards + 1} were entered; remove some.")
    return replace(played, hand=replace(known, size=most)) if cards == most else played


def _judge(variant: Variant, played: PlayedCard) -> Settled:
    if lacks_bid(variant, played.turn):
        raise QuestionError("In this game the bid decides what may be led first: say how high it was.")
    possible = unseen(variant.pack, played.hand, (*played.turn.trick, played.card))
    barred = barring_cards(variant, played.turn, played.card)
    guilty = [card for card in played.hand.rest if card in barred]
    if guilty:
        return _broken(variant, played, barred, guilty)
    hidden = [card for card in possible if card in barred]
    unknown = played.hand.unknown
    if not hidden or unknown == 0:
        return _legal(variant, played)
    harmless = sum(copies for card, copies in possible.items() if card not in barred)
    if unknown is not None and unknown > harmless:
        return _broken_unseen(variant, played, barred, hidden, harmless)
    return _depends(variant, played, barred, hidden, possible)


def _broken(variant: Variant, played: PlayedCard, barred: Mapping[Card, Barring], guilty: list[Card]) -> Settled:
    duty = min((barred[card].duty for card in guilty), key=_WEIGHTIEST.index)
    proof = [card for card in guilty if barred[card].duty is duty]
    had = _had_to(variant, played, duty, sure=played.hand.unknown == 0)
    says = f"Not legal: {played.who} held {_named(proof)} and {had}."
    step = Step(f"Also held: {_named(guilty)}.", sort_cards(guilty))
    return _settled(variant, played, Verdict.NOT_LEGAL, says, (step,), [barred[card] for card in proof])


_WEIGHTIEST = (*(Duty.FOLLOW, Duty.BEAT, Duty.OVERTRUMP, Duty.TRUMP), *Duty)
"""Which duty a ruling names where several were broken."""


def _broken_unseen(
    variant: Variant, played: PlayedCard, barred: Mapping[Card, Barring], hidden: list[Card], harmless: int
) -> Settled:
    unknown = played.hand.unknown
    says = f"Not legal: whatever the unseen cards are, {played.who} held one that should have been played."
    step = Step(
        f"{several(unknown or 0, 'card of the hand is', 'cards of the hand are')} unseen, and only "
        f"{several(harmless, 'card is', 'cards are')} left that would excuse this one; "
        "so at least one of these was among them.",
        sort_cards(hidden),
    )
    return _settled(variant, played, Verdict.NOT_LEGAL, says, (step,), [barred[card] for card in hidden])


def _legal(variant: Variant, played: PlayedCard) -> Settled:
    plays = legal_plays(variant, replace(played.turn, hand=(played.card, *played.hand.rest)))
    if played.turn.stock:
        says = f"Legal: while the stock lasts any card may be played, so the {played.card.words} was too."
    elif played.hand.unknown != 0:
        says = f"Legal: whatever else {played.who} can have held, the {played.card.words} could be played."
    elif plays.duty is Duty.NONE:
        says = f"Legal: with this hand, the {played.card.words} could be played."
    else:
        says = f"Legal: the {played.card.words} does what was asked of {played.who}."
    free = (Barring(Duty.NONE, ("play.head", f"play.head.{variant.play_head}")),) if _is_freed(variant, played) else ()
    return _settled(variant, played, Verdict.LEGAL, says, (), [*free, Barring(plays.duty, plays.why.clauses)])


def _is_freed(variant: Variant, played: PlayedCard) -> bool:
    """Return True if a card is legal only because this table asks nobody to beat the best one here (play.head)."""
    turn = played.turn
    if turn.stock or not turn.trick:
        return False
    asked = set(barring_cards(replace(variant, play_head=Head.ALWAYS_IN_SUIT), turn, played.card))
    asked -= set(barring_cards(variant, turn, played.card))
    possible = unseen(variant.pack, played.hand, (*turn.trick, played.card)) if played.hand.unknown != 0 else ()
    return any(card in asked for card in (*played.hand.rest, *possible))


def _depends(
    variant: Variant,
    played: PlayedCard,
    barred: Mapping[Card, Barring],
    hidden: Collection[Card],
    possible: Counter[Card],
) -> Settled:
    conditions = tuple(_condition(cards, possible) for cards in _by_suit(played.turn, hidden))
    says = f"Legal only if {played.who} held {series([f'no {each.says}' for each in conditions])}."
    steps = tuple(Step(f"With any {each.says} in the hand it was a renege.", each.cards) for each in conditions)
    settled = _settled(
        variant, played, Verdict.DEPENDS, says, steps, [barred[card] for each in conditions for card in each.cards]
    )
    return replace(settled, conditions=conditions)


def _by_suit(turn: Turn, cards: Collection[Card]) -> list[tuple[Card, ...]]:
    """Cards in suits, the suit led first, each high to low."""
    led = turn.trick[0].suit if turn.trick else None
    suits = sorted(Suit, key=lambda suit: suit is not led)
    grouped = (sort_cards(card for card in cards if card.suit is suit) for suit in suits)
    return [group for group in grouped if group]


def _condition(cards: tuple[Card, ...], possible: Counter[Card]) -> Condition:
    """Name cards of one suit that must not have been held; by their suit where no other card of it is left."""
    suit = cards[0].suit
    if len(cards) > 1 and {card for card in possible if card.suit is suit} == set(cards):
        return Condition(suit.word, cards)
    return Condition(f"{series([card.rank.word for card in cards], 'or')} of {suit.word}", cards)


def _settled(
    variant: Variant,
    played: PlayedCard,
    verdict: Verdict,
    says: str,
    steps: tuple[Step, ...],
    reasons: list[Barring],
) -> Settled:
    playoff = ("play.playoff",) if variant.draw is Draw.STOCK and not played.turn.stock else ()
    broke = ("renege.kinds",) if verdict is Verdict.NOT_LEGAL else ()
    ids = [clause for reason in reasons for clause in reason.clauses]
    return Settled(
        Question.PLAY,
        verdict,
        says,
        (*_situation(variant, played), *steps),
        once(*ids, *playoff, *broke),
    )


def _situation(variant: Variant, played: PlayedCard) -> tuple[Step, ...]:
    trick, trump = played.turn.trick, played.turn.trump
    trumps = f"{trump.word} are trumps" if trump else "nothing is trump"
    if not trick:
        when = "the first card of the deal" if played.turn.first_lead else "a lead"
        return (Step(f"The {played.card.words} was {when}; {trumps}.", (played.card,)),)
    best = trick[trick_winner(variant, trump, trick)]
    led = Step(f"{trick[0].suit.word.capitalize()} were led and {trumps}.", trick)
    return led, Step(f"The {best.words} was winning when the {played.card.words} fell.", (best, played.card))


def _had_to(variant: Variant, played: PlayedCard, duty: Duty, sure: bool) -> str:
    """The duty in words; where the hand is not known whole, a void in the suit led is not known either."""
    if duty in (Duty.TRUMP, Duty.OVERTRUMP):
        trumped = "over-trump" if duty is Duty.OVERTRUMP else "trump"
        return f"had to {trumped}" if sure else f"had to follow suit, or else {trumped}"
    if duty is Duty.BEAT:
        led = played.turn.trick[0].suit
        best = played.turn.trick[trick_winner(variant, led, played.turn.trick)]
        return f"had to beat the {best.words}"
    return _DUTY_SAYS[duty]


_DUTY_SAYS = {
    Duty.FOLLOW: "had to follow suit",
    Duty.LEAD_TRUMP: "had to lead a trump",
    Duty.LEAD_PLAIN: "had to lead a suit other than trump",
    Duty.LEAD_UNBROKEN: "could not lead trump before one had been played",
    Duty.NONE: "was free",
}


def _named(cards: Collection[Card]) -> str:
    """Cards in few words: those of one suit by rank, others by their suits alone."""
    suits = [suit for suit in Suit if any(card.suit is suit for card in cards)]
    if len(suits) > 1:
        return series(suit.word for suit in suits)
    ranks = series(card.rank.word for card in sort_cards(set(cards)))
    return f"the {ranks} of {suits[0].word}"


def _with_price(variant: Variant, played: PlayedCard, own: Settled, name: Names) -> Settled:
    """The ruling with what it costs: a renege of the side at fault, or nothing yet (score.renege)."""
    if own.verdict is Verdict.NOT_LEGAL and played.side is not None:
        if variant.score_renege_corrected and not played.turned:
            return replace(
                own, steps=(*own.steps, Step(TAKEN_BACK)), clauses=once(*own.clauses, "score.renege.corrected")
            )
        reneged = Consequence(f"{name(played.side)} reneged.", DealEnd.RENEGE, offender=played.side)
        return replace(own, consequence=reneged)
    wrong = own.verdict is Verdict.LEGAL and variant.score_false_claim is FalseClaim.AS_RENEGE
    if not wrong or played.accuser is None:
        return own
    says = f"{name(played.accuser)} accused wrongly, which costs what the renege would have."
    charged = Consequence(says, DealEnd.RENEGE, offender=played.accuser)
    clauses = once(*own.clauses, "score.false-claim")
    return replace(own, steps=(*own.steps, Step(says)), clauses=clauses, consequence=charged)
