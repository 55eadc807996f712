"""Asks about cards that fell: whether one had to be played, and who takes the trick."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.cards import Card, Suit, parse_cards
from companion.rules.choices import Draw, FalseClaim, FirstLead
from companion.rules.play import Turn
from companion.rules.referee import KnownHand, PlayedCard, QuestionError, Settled, TakenTrick, settle_play, settle_trick
from companion.web.settle.case import Case, melded_by, shown_by_others
from companion.web.settle.facts import Facts, Pile

TRICK = Pile("trick", "The trick so far", "in the order in which the cards fell")
CARD = Pile("card", "The card in question", "the one that was played", most=1)
HELD = Pile("held", "What else was in that hand", "as far as you know it; nothing if nobody knows")
GONE = Pile("gone", "Cards seen elsewhere", "played before, shown by others, or in the kitty", aside=True)
PLAY_PILES = (TRICK, CARD, HELD, GONE)
TRICK_PILES = (replace(TRICK, title="The trick"),)


def ask_play(case: Case, facts: Facts) -> Settled:
    """Whether the card had to be played (play.follow, play.trump, play.head).

    :raises QuestionError: if something is missing, or can't be so.
    """
    played = facts.cards(CARD.name)
    if not played:
        raise QuestionError("Tap the card in question: the one that somebody played.")
    trick, who = facts.cards(TRICK.name), player(case, facts)
    turn = Turn(
        trump_of(case, facts),
        trick,
        (),
        broken=not facts.says("unbroken"),
        first_lead=facts.says("first"),
        bid=_bid(case, facts),
        stock=facts.says("stock"),
    )
    return settle_play(
        case.variant,
        PlayedCard(
            turn,
            played[0],
            _hand(case, facts, who, (*trick, *played)),
            turned=not facts.says("open"),
            side=_side(case, who),
            accuser=facts.word("accuser") or None,
            who=case.state.names[who] if case.state and who is not None else "the player",
            players=len(case.seats) or None,
        ),
        case.mark,
    )


def ask_trick(case: Case, facts: Facts) -> Settled:
    """Who takes the trick (play.winner).

    :raises QuestionError: if something is missing, or can't be so.
    """
    cards, lead = facts.cards(TRICK.name), leader(case, facts)
    order = in_order(case, lead)
    names = tuple(case.state.names[seat] for seat in order) if case.state else ()
    trick = TakenTrick(trump_of(case, facts), cards, names[: len(cards)], players=len(case.seats) or None)
    return settle_trick(case.variant, trick)


def trump_of(case: Case, facts: Facts) -> Suit | None:
    """The trump suit: as it was told, else that of the deal on the table."""
    return facts.suit("trump") or (case.deal.trump if case.deal else None)


def leader(case: Case, facts: Facts) -> int | None:
    """The seat that led the trick, where somebody said so."""
    return next((seat for seat in case.seats if str(seat) == facts.word("lead")), None)


def in_order(case: Case, lead: int | None) -> tuple[int, ...]:
    """The seats in the order in which they play to a trick; nobody where the leader is not known."""
    if lead is None:
        return ()
    place = case.seats.index(lead)
    return (*case.seats[place:], *case.seats[:place])


def player(case: Case, facts: Facts) -> int | None:
    """Who played the card in question: it follows from who led and how many cards lay there."""
    order, place = in_order(case, leader(case, facts)), len(facts.word(TRICK.name).split())
    return order[place] if place < len(order) else None


def asks_about_play(case: Case, facts: Facts) -> dict[str, object]:
    """Which of its questions the page shows under this variant, and for this trick."""
    variant, leads = case.variant, not facts.word(TRICK.name)
    return {
        "trump_now": trump_of(case, facts),
        "leads": leads,
        "asks_broken": leads and variant.play_broken,
        "asks_first": leads and variant.lead_first is not FirstLead.ANY,
        "asks_bid": leads
        and variant.lead_first is FirstLead.TRUMP_UNLESS_MIN
        and not (case.deal and case.deal.contract),
        "asks_stock": variant.draw is Draw.STOCK,
        "asks_open": variant.score_renege_corrected,
        "asks_accuser": variant.score_false_claim is FalseClaim.AS_RENEGE,
        "who": player(case, facts),
        "melded": _perhaps_held(case, facts),
    }


def _perhaps_held(case: Case, facts: Facts) -> tuple[Card, ...]:
    """The cards that the player melded, apart from those told already."""
    told = Counter(f"{facts.word(CARD.name)} {facts.word(HELD.name)}".upper().split())
    melded = Counter(map(str, melded_by(case, player(case, facts))))
    return parse_cards((melded - told).elements())


def _hand(case: Case, facts: Facts, who: int | None, on_table: tuple[Card, ...]) -> KnownHand:
    """What is known of the hand from which the last card on the table was played."""
    rest, lacked = facts.cards(HELD.name), facts.suits("lacks")
    # A card that somebody names may be one of those that were melded, so no copy is counted twice.
    seen = Counter(facts.cards(GONE.name)) | Counter(shown_by_others(case, who, on_table[:-1]))
    gone = tuple(seen.elements())
    if facts.says("whole"):
        return KnownHand.whole(rest, gone)
    lacks = frozenset(card for card in case.variant.pack.counts if card.suit in lacked and card != on_table[-1])
    left = facts.number("left", "Cards in that hand")
    return KnownHand(rest, lacks, None if left is None else left - 1, gone)


def _bid(case: Case, facts: Facts) -> int | None:
    contract = case.deal.contract if case.deal else None
    return contract.bid if contract else facts.number("bid", "The bid")


def _side(case: Case, who: int | None) -> str | None:
    return case.state.side_of(who) if case.state and who is not None else None
