"""Misdeal, wrong pack, exposed card, out of turn, wrong discard: what it is here, and what follows (section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.cards import Card, Rank, Suit
from companion.rules.choices import Choice, Draw, Renege
from companion.rules.count import rank_points
from companion.rules.deal import DealEnd, Misdeal, Names, side_name
from companion.rules.dealing import judge_discards
from companion.rules.kitty import judge_bury
from companion.rules.pack import judge_cards
from companion.rules.referee.readings import elsewhere
from companion.rules.referee.settled import Consequence, Question, QuestionError, Settled, Step, Verdict, once
from companion.rules.renege import RENEGE_CLAUSE
from companion.rules.variant import Variant


class Mishap(Choice):
    """What went wrong."""

    WRONG_PACK = "wrong-pack"
    """The pack lacks a card, or has one too many or a foreign one."""
    WRONG_DEAL = "wrong-deal"
    """A hand got the wrong number of cards, or the deal went wrong in another way."""
    EXPOSED_CARD = "exposed-card"
    OUT_OF_TURN = "out-of-turn"
    WRONG_DISCARD = "wrong-discard"
    """The kitty was laid away wrongly, or too late."""
    WRONG_DRAW = "wrong-draw"
    """Another number of cards drawn than discarded."""
    HOPELESS_HAND = "hopeless-hand"
    """No ace and hardly a counter."""


class Found(Choice):
    """When it came to light."""

    DEALING = "dealing"
    AUCTION = "auction"
    MELD = "meld"
    """From the naming of trump to the first lead."""
    PLAY = "play"
    SCORED = "scored"
    """After the deal was counted."""


@dataclass(frozen=True)
class Incident:
    """What happened, when it was found and what can be seen of it."""

    mishap: Mishap
    found: Found
    side: str | None = None
    """The side of whoever did it; for a wrong deal the dealer's."""
    cards: tuple[Card, ...] = ()
    """The cards that it is about: all seen of a pack, exposed, laid away, or the hopeless hand."""
    trump: Suit | None = None
    hand: tuple[Card, ...] = ()
    """For a wrong discard, the bidder's hand with the kitty taken up."""
    melded: tuple[Card, ...] = ()
    players: int = 0
    discarded: int = 0
    drawn: int = 0
    exchanged: bool = False
    """For a hopeless hand: whether cards have been exchanged since the deal."""
    played: bool = False
    """For a hopeless hand: whether its holder has played to the first trick."""
    turned: bool = True
    """For a card out of turn: whether the trick has been turned face down since."""


def settle_mishap(variant: Variant, incident: Incident, name: Names = side_name) -> Settled:
    """What a mishap is under this variant, and what follows (score.misdeal, renege.kinds).

    :raises QuestionError: if what was told of it cannot be judged.
    """
    own = _judge(variant, incident, name)
    keys = _HANGS_ON.get(incident.mishap, ())
    return replace(own, elsewhere=elsewhere(variant, keys, own, lambda other: _judge(other, incident, name)))


_HANGS_ON: Mapping[Mishap, tuple[str, ...]] = {
    Mishap.WRONG_DEAL: ("score.renege",),
    Mishap.OUT_OF_TURN: ("score.renege.corrected",),
    Mishap.WRONG_DISCARD: ("kitty.bury",),
    Mishap.HOPELESS_HAND: ("misdeal.technical",),
}


def _judge(variant: Variant, incident: Incident, name: Names) -> Settled:
    return _JUDGES[incident.mishap](variant, incident, name)


def _settled(verdict: Verdict, says: str, why: str, clauses: tuple[str, ...], cards: tuple[Card, ...] = ()) -> Settled:
    return Settled(Question.MISHAP, verdict, says, (Step(why, cards),), once(*clauses))


def _void(kind: Misdeal, says: str) -> Consequence:
    return Consequence(says, DealEnd.MISDEAL, misdeal=kind)


def _reneged(settled: Settled, incident: Incident, name: Names) -> Settled:
    """The same ruling with the renege to enter, where it is told whose it is."""
    if incident.side is None:
        return settled
    renege = Consequence(f"{name(incident.side)} reneged.", DealEnd.RENEGE, offender=incident.side)
    return replace(settled, consequence=renege)


def _wrong_pack(variant: Variant, incident: Incident, _name: Names) -> Settled:
    clauses = ("score.misdeal.card-fault", "res.redeal")
    ruling = judge_cards(variant.pack, incident.cards)
    missing = variant.pack.size - len(incident.cards)
    if incident.cards and ruling and missing == 0:
        says = "The pack is right: every card is there, and none too often."
        return _settled(Verdict.NOT_LEGAL, says, f"It holds {variant.pack.size} cards as it should.", ("pack",))
    why = ruling.says if not ruling else f"The pack of this game has {variant.pack.size} cards."
    if incident.found is Found.SCORED:
        says = "The deal has been counted and stands; put the pack right before the next one."
        return _settled(Verdict.ANSWER, says, "A wrong pack voids a deal while it is melded or played.", clauses)
    says = "A wrong pack: the deal is void, and the same dealer deals again."
    settled = _settled(Verdict.ANSWER, says, why, clauses, incident.cards if not ruling else ())
    return replace(settled, consequence=_void(Misdeal.CARD_FAULT, "The pack was wrong: the deal is void."))


def _wrong_deal(variant: Variant, incident: Incident, name: Names) -> Settled:
    clauses = ("score.misdeal.procedure", "res.redeal")
    if incident.found is Found.SCORED:
        says = "The deal has been counted and stands."
        return _settled(Verdict.ANSWER, says, "A misdeal must be noticed before the deal is counted.", clauses)
    if incident.found is Found.PLAY and variant.score_renege is Renege.THREE:
        says = "Noticed after play began, a misdeal is a renege of the dealer’s side."
        why = "Three-handed, it should have been noticed before the first card was played."
        settled = _settled(Verdict.ANSWER, says, why, (*clauses[:1], "score.renege.three"))
        if incident.side is None:
            return settled
        charged = Consequence(
            f"{name(incident.side)} misdealt.", DealEnd.MISDEAL, offender=incident.side, misdeal=Misdeal.PROCEDURE
        )
        return replace(settled, consequence=charged)
    says = "A misdeal: the deal is void, and the same dealer deals again."
    settled = _settled(Verdict.ANSWER, says, "Nobody scores anything for it.", clauses)
    return replace(settled, consequence=_void(Misdeal.PROCEDURE, "A misdeal: the deal is void."))


def _exposed(variant: Variant, incident: Incident, name: Names) -> Settled:
    if incident.found is Found.DEALING:
        return _wrong_deal(variant, incident, name)
    if incident.found is Found.AUCTION:
        says = "No renege yet: before trump is named the card is taken back, and the bidding goes on."
        why = "A renege breaks the rules of play; here nothing has been won or lost by it."
        return _settled(Verdict.ANSWER, says, why, ("renege.kinds",), incident.cards)
    if incident.found is Found.SCORED:
        return _too_late(incident)
    says = "Showing a card that is no meld is a renege."
    why = "Only meld may be shown to the others."
    return _reneged(_settled(Verdict.NOT_LEGAL, says, why, _renege_clauses(variant), incident.cards), incident, name)


def _out_of_turn(variant: Variant, incident: Incident, name: Names) -> Settled:
    if incident.found is Found.AUCTION:
        says = "A word out of turn does not count: whoever is on turn speaks."
        why = "The bidding runs clockwise from the dealer’s left."
        return _settled(Verdict.NOT_LEGAL, says, why, ("bid.order",))
    if incident.found in (Found.DEALING, Found.SCORED):
        return _too_late(incident)
    if variant.score_renege_corrected and not incident.turned:
        says = "A card out of turn may be taken back without penalty: the trick still lies open."
        return _settled(
            Verdict.ANSWER, says, "It was another player’s turn.", ("score.renege.corrected", "renege.kinds")
        )
    says = "Playing out of turn is a renege."
    why = "The winner of a trick leads, and the others follow clockwise."
    settled = _settled(Verdict.NOT_LEGAL, says, why, (*_renege_clauses(variant), "play.winner"), incident.cards)
    return _reneged(settled, incident, name)


def _wrong_discard(variant: Variant, incident: Incident, name: Names) -> Settled:
    if incident.trump is None:
        raise QuestionError("What may be laid away hangs on trump: say which suit it is.")
    if not variant.kitty_size:
        raise QuestionError("There is no kitty in this game, so nothing is laid away.")
    ruling = judge_bury(variant, incident.trump, incident.hand, incident.melded, incident.cards)
    if ruling:
        return _settled(Verdict.LEGAL, ruling.says, "So many, and none of the meld.", ruling.clauses, incident.cards)
    if incident.found is Found.SCORED:
        return _too_late(incident)
    if incident.found is not Found.PLAY:
        says = "The bidder puts it right before leading: other cards are laid away."
        return _settled(Verdict.NOT_LEGAL, says, ruling.says, ruling.clauses, incident.cards)
    says = "Once the bidder has led, a wrong discard is a renege."
    clauses = (*ruling.clauses, *_renege_clauses(variant))
    return _reneged(_settled(Verdict.NOT_LEGAL, says, ruling.says, clauses, incident.cards), incident, name)


def _wrong_draw(variant: Variant, incident: Incident, name: Names) -> Settled:
    if variant.draw is not Draw.DISCARD_AND_DRAW:
        raise QuestionError("Nobody discards and draws in this game.")
    players = incident.players or variant.players[1]
    ruling = judge_discards(variant, players, incident.discarded, incident.drawn)
    why = f"{incident.discarded} discarded and {incident.drawn} drawn, at a table of {players}."
    if ruling:
        return _settled(Verdict.LEGAL, "As many were drawn as discarded.", why, ruling.clauses)
    settled = _settled(Verdict.NOT_LEGAL, ruling.says, why, (*ruling.clauses, "score.renege.bruce"))
    return _reneged(settled, incident, name)


_WORTHLESS = 13


def _hopeless(variant: Variant, incident: Incident, _name: Names) -> Settled:
    clauses = ("misdeal.technical", "score.misdeal.technical")
    if not variant.misdeal_technical:
        says = "At this table a hand without aces is played like any other."
        why = "Only a table that has agreed on it throws in a hopeless hand."
        return _settled(Verdict.NOT_LEGAL, says, why, clauses[:1], incident.cards)
    if not incident.cards:
        raise QuestionError("Tell the hand as it was dealt, all of its cards.")
    worth, ranks = rank_points(variant.count, variant.unit), Counter(card.rank for card in incident.cards)
    worthless = sum(n for rank, n in ranks.items() if not worth.get(rank))
    hopeless = not ranks[Rank.ACE] and worthless >= _WORTHLESS
    aces = "1 ace" if ranks[Rank.ACE] == 1 else f"{ranks[Rank.ACE] or 'no'} aces"
    why = f"The hand has {aces} and {worthless} cards without value."
    if not hopeless:
        says = f"Not hopeless enough: it takes no ace and at least {_WORTHLESS} cards without value."
        return _settled(Verdict.NOT_LEGAL, says, why, clauses, incident.cards)
    if incident.exchanged or incident.played:
        too_late = "cards were exchanged" if incident.exchanged else "its holder has played to the first trick"
        says = f"Too late: it counts as it was dealt, and {too_late}."
        return _settled(Verdict.NOT_LEGAL, says, why, clauses, incident.cards)
    says = "The hand may be declared: all meld is void, and the same dealer deals again."
    settled = _settled(Verdict.LEGAL, says, why, (*clauses, "res.redeal"), incident.cards)
    return replace(settled, consequence=_void(Misdeal.TECHNICAL, "A hopeless hand: the deal is void."))


def _too_late(incident: Incident) -> Settled:
    says = "The deal stands: " + (
        "it has been counted." if incident.found is Found.SCORED else "nothing has been played yet."
    )
    return _settled(Verdict.ANSWER, says, "A renege stops a deal while it is played.", ("score.renege",))


def _renege_clauses(variant: Variant) -> tuple[str, ...]:
    return "renege.kinds", "score.renege", RENEGE_CLAUSE[variant.score_renege]


_JUDGES: Mapping[Mishap, Callable[[Variant, Incident, Names], Settled]] = {
    Mishap.WRONG_PACK: _wrong_pack,
    Mishap.WRONG_DEAL: _wrong_deal,
    Mishap.EXPOSED_CARD: _exposed,
    Mishap.OUT_OF_TURN: _out_of_turn,
    Mishap.WRONG_DISCARD: _wrong_discard,
    Mishap.WRONG_DRAW: _wrong_draw,
    Mishap.HOPELESS_HAND: _hopeless,
}
