"""Misdeal, wrong pack, exposed card, out of turn, wrong discard: what it is here, and what follows (section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.cards import Card, Rank, Suit
from companion.rules.choices import Bidding, Choice, Draw, Exposed, PoorHand
from companion.rules.contract import judge_bury
from companion.rules.count import rank_points
from companion.rules.dealing import judge_discards
from companion.rules.describe import sentence
from companion.rules.meld.best import best_meld
from companion.rules.pack import judge_cards
from companion.rules.phrases import several
from companion.rules.referee.question import Options, RefereeQuestion, Said, check_sides, on_page
from companion.rules.referee.settled import (
    Consequence,
    Question,
    QuestionError,
    Settled,
    Step,
    Verdict,
    elsewhere,
    once,
)
from companion.rules.score.facts import DealEnd, Misdeal, Names, side_name
from companion.rules.score.unplayed import renege_clause
from companion.rules.variant import Variant


class Mishap(Choice):
    """The kinds of things that go wrong."""

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


_FOUND_SAYS = {
    Found.DEALING: "While dealing",
    Found.AUCTION: "In the bidding",
    Found.MELD: "Before the first lead",
    Found.PLAY: "During the play",
    Found.SCORED: "After the count",
}
_FOUND = {
    Mishap.OUT_OF_TURN: (Found.AUCTION, Found.PLAY, Found.SCORED),
    Mishap.WRONG_DISCARD: (Found.MELD, Found.PLAY, Found.SCORED),
    Mishap.WRONG_DRAW: (),
    Mishap.HOPELESS_HAND: (),
}
"""The times at which a mishap can come to light: all for one not listed here; where none, the time does not matter."""


def _times(variant: Variant, said: Said) -> Options:
    times = _FOUND.get(said["mishap"], tuple(Found))
    bids = variant.bid is not Bidding.NONE
    return tuple((found.value, _FOUND_SAYS[found]) for found in times if bids or found is not Found.AUCTION)


def _of(mishap: Mishap) -> Callable[[Variant, Said], bool]:
    return lambda _, said: said["mishap"] is mishap


def _asks_purpose(variant: Variant, said: Said) -> bool:
    """Return True if it matters whether it was done on purpose, and by whom (renege.exposed)."""
    return said["mishap"] is Mishap.EXPOSED_CARD and variant.renege_exposed is Exposed.ON_PURPOSE


def _asks_side(variant: Variant, said: Said) -> bool:
    """Return True if it matters whose slip it was, and no player is asked for."""
    if said["mishap"] is Mishap.WRONG_DEAL:
        return variant.misdeal_procedure
    if said["mishap"] is Mishap.EXPOSED_CARD:
        return variant.renege_exposed is Exposed.ALWAYS
    return said["mishap"] not in (Mishap.WRONG_PACK, Mishap.HOPELESS_HAND)


@dataclass(frozen=True, kw_only=True)
class MishapQuestion(RefereeQuestion):
    """A question about a mishap, and what follows (score.misdeal, renege.kinds)."""

    question = Question.MISHAP

    mishap: Mishap
    found: Found = on_page("When did it come to light?", Found.PLAY, options=_times)
    side: str | None = on_page("Whose slip was it?", None, of="side", when=_asks_side)
    """The side at fault; for a wrong deal the dealer's."""
    cards: tuple[Card, ...] = on_page("The cards", (), hint="those that it is about")
    """The cards that it is about: all seen of a pack, exposed, laid away, or the hopeless hand."""
    trump: Suit | None = on_page("Trump", None, when=_of(Mishap.WRONG_DISCARD))
    hand: tuple[Card, ...] = ()
    """For a wrong discard, the bidder's hand with the kitty taken up."""
    melded: tuple[Card, ...] = ()
    players: int = 0
    discarded: int = on_page("Discarded", 0, of="cards", when=_of(Mishap.WRONG_DRAW))
    drawn: int = on_page("Drawn", 0, of="cards", when=_of(Mishap.WRONG_DRAW))
    exchanged: bool = on_page("Cards have been exchanged since the deal", False, when=_of(Mishap.HOPELESS_HAND))
    played: bool = on_page("Its holder has played to the first trick", False, when=_of(Mishap.HOPELESS_HAND))
    turned: bool = on_page(
        "The trick still lies open",
        True,
        form="open",
        when=lambda variant, said: variant.score_renege_corrected and said["mishap"] is Mishap.OUT_OF_TURN,
    )
    """For a card out of turn: True once the trick has been turned face down."""
    on_purpose: bool | None = on_page(
        "Was it done on purpose?",
        None,
        form="purpose",
        options=(("yes", "On purpose"), ("no", "By accident")),
        when=_asks_purpose,
    )
    """For an exposed card: None where nobody has said."""
    bidder: bool | None = on_page(
        "Who showed it?",
        None,
        options=(("yes", "The bidder"), ("no", "Another player")),
        when=lambda variant, said: variant.bid is not Bidding.NONE and _asks_purpose(variant, said),
    )
    """For an exposed card: True if the bidder showed it; None where nobody has said."""

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        check_sides(variant, side=self.side)
        own, keys = _judge(variant, self, name), _HANGS_ON.get(self.mishap, ())
        return replace(own, elsewhere=elsewhere(variant, keys, own, lambda other: _judge(other, self, name)))


def ruled(verdict: Verdict, says: str, why: str, clauses: tuple[str, ...], cards: tuple[Card, ...] = ()) -> Settled:
    """Return a ruling on a mishap with its one reason."""
    return Settled(Question.MISHAP, verdict, says, (Step(why, cards),), once(*clauses))


def reneged(settled: Settled, incident: MishapQuestion, name: Names) -> Settled:
    """Return the ruling with the renege to enter, where its side is known."""
    if incident.side is None:
        return settled
    renege = Consequence(f"{name(incident.side)} reneged.", DealEnd.RENEGE, offender=incident.side)
    return replace(settled, consequence=renege)


def too_late(incident: MishapQuestion) -> Settled:
    """Return the ruling where the deal can’t be broken off any more, or not yet (score.renege)."""
    says = "The deal stands: " + (
        "it has been counted." if incident.found is Found.SCORED else "nothing has been played yet."
    )
    return ruled(Verdict.ANSWER, says, "A renege stops a deal while it is played.", ("score.renege",))


def renege_clauses(variant: Variant) -> tuple[str, ...]:
    """Return the clauses on what a renege is, and on what it costs in this variant."""
    return "renege.kinds", "score.renege", renege_clause(variant)


def judge_exposed(variant: Variant, incident: MishapQuestion, name: Names) -> Settled:
    """Return the ruling on a card shown after the deal (renege.exposed)."""
    if incident.found is Found.AUCTION:
        says = "No renege yet: before trump is named the card is taken back, and the bidding goes on."
        why = "A renege breaks the rules of play; here nothing has been won or lost by it."
        return ruled(Verdict.ANSWER, says, why, ("renege.exposed", "renege.kinds"), incident.cards)
    if incident.found is Found.SCORED:
        return too_late(incident)
    if incident.found is Found.MELD and incident.cards and not Counter(incident.cards) - Counter(incident.melded):
        says, clauses = (
            "No renege: meld lies open for everybody to see.",
            ("renege.exposed", *variant.conduct_of("conduct.meld-lies")),
        )
        return ruled(Verdict.ANSWER, says, "These cards are meld.", clauses, incident.cards)
    return _EXPOSED[variant.renege_exposed](variant, incident, name)


def _exposed_freely(_variant: Variant, incident: MishapQuestion, _name: Names) -> Settled:
    says = "No renege by these rules: what a card shown costs is the table’s own custom."
    why = "Nothing in the rules of this game speaks of cards that are shown."
    return ruled(Verdict.ANSWER, says, why, ("renege.exposed.never", "renege.exposed"), incident.cards)


def _exposed_on_purpose(variant: Variant, incident: MishapQuestion, name: Names) -> Settled:
    if incident.on_purpose is False:
        says, why = "No renege: the card was shown by accident.", "Only showing it on purpose would be one."
        return ruled(Verdict.ANSWER, says, why, ("renege.exposed",), incident.cards)
    in_meld = incident.found is Found.MELD
    if in_meld and incident.bidder:
        says = "No renege: until the first lead the bidder may let cards be seen."
        return ruled(Verdict.ANSWER, says, "Everybody else may show only meld.", ("renege.exposed",), incident.cards)
    by_whom = in_meld and incident.bidder is None and variant.bid is not Bidding.NONE
    if incident.on_purpose is None or by_whom:
        says = _NOT_SAID[incident.on_purpose is None, by_whom]
        why = "By accident it is none; and until the first lead the bidder may let cards be seen."
        return ruled(Verdict.DEPENDS, says, why, ("renege.exposed", "renege.kinds"), incident.cards)
    says = "Showing a card that is no meld on purpose is a renege."
    return _exposed_renege(variant, incident, name, says, "renege.exposed")


_NOT_SAID = {
    (True, False): "A renege only if it was done on purpose.",
    (False, True): "A renege only if it was not the bidder.",
    (True, True): "A renege only if it was done on purpose, and not by the bidder.",
}
"""The missing facts: the purpose, and whether it was the bidder."""


def _exposed_always(variant: Variant, incident: MishapQuestion, name: Names) -> Settled:
    says = "Showing a card that is no meld is a renege."
    return _exposed_renege(variant, incident, name, says, "renege.exposed.always")


def _exposed_renege(variant: Variant, incident: MishapQuestion, name: Names, says: str, clause: str) -> Settled:
    clauses = (clause, *renege_clauses(variant))
    settled = ruled(Verdict.NOT_LEGAL, says, "Only meld may be shown to the others.", clauses, incident.cards)
    return reneged(settled, incident, name)


_EXPOSED: Mapping[Exposed, Callable[[Variant, MishapQuestion, Names], Settled]] = {
    Exposed.NEVER: _exposed_freely,
    Exposed.ON_PURPOSE: _exposed_on_purpose,
    Exposed.ALWAYS: _exposed_always,
}


_HANGS_ON: Mapping[Mishap, tuple[str, ...]] = {
    Mishap.WRONG_DEAL: ("misdeal.procedure",),
    Mishap.EXPOSED_CARD: ("renege.exposed",),
    Mishap.OUT_OF_TURN: ("score.renege.corrected",),
    Mishap.WRONG_DISCARD: ("kitty.bury",),
    Mishap.HOPELESS_HAND: ("misdeal.technical",),
}


def _judge(variant: Variant, incident: MishapQuestion, name: Names) -> Settled:
    return _JUDGES[incident.mishap](variant, incident, name)


def _wrong_pack(variant: Variant, incident: MishapQuestion, _name: Names) -> Settled:
    clauses = ("score.misdeal.card-fault", "res.redeal")
    ruling = judge_cards(variant.pack, incident.cards)
    missing = variant.pack.size - len(incident.cards)
    if incident.cards and ruling and missing == 0:
        says = "The pack is right: no card is missing or extra."
        return ruled(Verdict.NOT_LEGAL, says, f"It holds {variant.pack.size} cards as it should.", ("pack",))
    why = ruling.says if not ruling else f"The pack of this game has {variant.pack.size} cards."
    if incident.found is Found.SCORED:
        says = "The deal has been counted and stands; fix the pack before the next one."
        return ruled(Verdict.ANSWER, says, "A wrong pack voids a deal while it is melded or played.", clauses)
    says = "A wrong pack: the deal is void, and the same dealer deals again."
    settled = ruled(Verdict.ANSWER, says, why, clauses, incident.cards if not ruling else ())
    return replace(settled, consequence=_void(Misdeal.CARD_FAULT, "The pack was wrong: the deal is void."))


def _wrong_deal(variant: Variant, incident: MishapQuestion, name: Names) -> Settled:
    clauses = ("score.misdeal.procedure", "res.redeal")
    if incident.found is Found.SCORED:
        says = "The deal has been counted and stands."
        return ruled(Verdict.ANSWER, says, "A misdeal must be noticed before the deal is counted.", clauses)
    if incident.found is Found.PLAY and variant.misdeal_procedure:
        says = "Noticed after play began, a misdeal is a renege of the dealer’s side."
        why = "It should have been noticed before the first card was played."
        settled = ruled(Verdict.ANSWER, says, why, (*clauses[:1], renege_clause(variant)))
        if incident.side is None:
            return settled
        charged = Consequence(
            f"{name(incident.side)} misdealt.", DealEnd.MISDEAL, offender=incident.side, misdeal=Misdeal.PROCEDURE
        )
        return replace(settled, consequence=charged)
    says = "A misdeal: the deal is void, and the same dealer deals again."
    settled = ruled(Verdict.ANSWER, says, "Nobody scores anything for it.", clauses)
    return replace(settled, consequence=_void(Misdeal.PROCEDURE, "A misdeal: the deal is void."))


def _exposed(variant: Variant, incident: MishapQuestion, name: Names) -> Settled:
    judge = _wrong_deal if incident.found is Found.DEALING else judge_exposed
    return judge(variant, incident, name)


def _void(kind: Misdeal, says: str) -> Consequence:
    return Consequence(says, DealEnd.MISDEAL, misdeal=kind)


def _out_of_turn(variant: Variant, incident: MishapQuestion, name: Names) -> Settled:
    if incident.found is Found.AUCTION:
        says = "A bid out of turn does not count: the player on turn speaks."
        why = "The bidding runs clockwise from the dealer’s left."
        return ruled(Verdict.NOT_LEGAL, says, why, ("bid.order",))
    if incident.found in (Found.DEALING, Found.SCORED):
        return too_late(incident)
    if variant.score_renege_corrected and not incident.turned:
        says = "A card out of turn may be taken back without penalty: the trick still lies open."
        why = "It was another player’s turn."
        return ruled(Verdict.ANSWER, says, why, ("score.renege.corrected", "renege.kinds"))
    says = "Playing out of turn is a renege."
    why = "The winner of a trick leads, and the others follow clockwise."
    settled = ruled(Verdict.NOT_LEGAL, says, why, (*renege_clauses(variant), "play.winner"), incident.cards)
    return reneged(settled, incident, name)


def _wrong_discard(variant: Variant, incident: MishapQuestion, name: Names) -> Settled:
    if incident.trump is None:
        raise QuestionError("What may be laid away hangs on trump: say which suit it is.")
    if not variant.kitty_size:
        raise QuestionError("There is no kitty in this game, so nothing is laid away.")
    ruling = judge_bury(variant, incident.trump, incident.hand, incident.melded, incident.cards)
    if ruling:
        return ruled(
            Verdict.LEGAL,
            ruling.says,
            "The number is allowed, and none is in the meld.",
            ruling.clauses,
            incident.cards,
        )
    if incident.found is Found.SCORED:
        return too_late(incident)
    if incident.found is not Found.PLAY:
        says = "The bidder corrects it before leading: other cards are laid away."
        return ruled(Verdict.NOT_LEGAL, says, ruling.says, ruling.clauses, incident.cards)
    says = "Once the bidder has led, a wrong discard is a renege."
    clauses = (*ruling.clauses, *renege_clauses(variant))
    return reneged(ruled(Verdict.NOT_LEGAL, says, ruling.says, clauses, incident.cards), incident, name)


def _wrong_draw(variant: Variant, incident: MishapQuestion, name: Names) -> Settled:
    if variant.draw is not Draw.DISCARD_AND_DRAW:
        raise QuestionError("Nobody discards and draws in this game.")
    players = incident.players or variant.players[1]
    ruling = judge_discards(variant, players, incident.discarded, incident.drawn)
    why = f"{incident.discarded} discarded and {incident.drawn} drawn, at a table of {players}."
    if ruling:
        return ruled(Verdict.LEGAL, "As many were drawn as discarded.", why, ruling.clauses)
    settled = ruled(Verdict.NOT_LEGAL, ruling.says, why, (*ruling.clauses, "score.renege.bruce"))
    return reneged(settled, incident, name)


_WORTHLESS = 13
_ENTER_HAND = "Enter the hand as it was dealt, all of its cards."


def _hopeless(variant: Variant, incident: MishapQuestion, _name: Names) -> Settled:
    fitting = (hand for hand in variant.misdeal_hands if incident.cards and hand.fits(incident.cards))
    listed = next((hand for hand in fitting if not (hand.no_meld and _melds(variant, incident.cards))), None)
    if listed:
        return _listed_hand(incident, listed)
    clauses = ("misdeal.technical", "score.misdeal.technical")
    if variant.misdeal_hands and not variant.misdeal_technical:
        if not incident.cards:
            raise QuestionError(_ENTER_HAND)
        says = "The hand is played: it is none of those that this table deals again."
        return ruled(Verdict.NOT_LEGAL, says, sentence(variant, "misdeal.hands"), ("misdeal.hands",), incident.cards)
    if not variant.misdeal_technical:
        says = "At this table a hand without aces is played like any other."
        why = "Only a table that has agreed on it throws in a hopeless hand."
        return ruled(Verdict.NOT_LEGAL, says, why, clauses[:1], incident.cards)
    if not incident.cards:
        raise QuestionError(_ENTER_HAND)
    worth, ranks = rank_points(variant.count, variant.unit), Counter(card.rank for card in incident.cards)
    worthless = sum(n for rank, n in ranks.items() if not worth.get(rank))
    hopeless = not ranks[Rank.ACE] and worthless >= _WORTHLESS
    aces = several(ranks[Rank.ACE], "ace") if ranks[Rank.ACE] else "no aces"
    why = f"The hand has {aces} and {worthless} cards without value."
    if not hopeless:
        says = f"Not hopeless enough: it takes no ace and at least {_WORTHLESS} cards without value."
        return ruled(Verdict.NOT_LEGAL, says, why, clauses, incident.cards)
    says = "The hand may be declared: all meld is void, and the same dealer deals again."
    return _declared(incident, says, why, clauses)


def _melds(variant: Variant, cards: tuple[Card, ...]) -> bool:
    """Return True if a hand melds more than dixes, whatever is trump."""
    counts = (best_meld(variant, trump, cards) for trump in Suit)
    return any(count.total > count.dix for count in counts)


def _listed_hand(incident: MishapQuestion, hand: PoorHand) -> Settled:
    held = sum(card.rank in hand.ranks for card in incident.cards)
    why = f"Of the ranks that the table names, the hand holds {held}."
    agreed = "If the partner agrees, the" if hand.partner_agrees else "The"
    return _declared(incident, f"{agreed} same dealer deals again, and nothing counts.", why, ("misdeal.hands",))


def _declared(incident: MishapQuestion, says: str, why: str, clauses: tuple[str, ...]) -> Settled:
    """Return the ruling on a hand that may be declared, unless that comes too late."""
    if incident.exchanged or incident.played:
        too_late = "cards were exchanged" if incident.exchanged else "its holder has played to the first trick"
        late = f"Too late: it counts as it was dealt, and {too_late}."
        return ruled(Verdict.NOT_LEGAL, late, why, clauses, incident.cards)
    settled = ruled(Verdict.LEGAL, says, why, (*clauses, "res.redeal"), incident.cards)
    return replace(settled, consequence=_void(Misdeal.TECHNICAL, "A hopeless hand: the deal is void."))


_JUDGES: Mapping[Mishap, Callable[[Variant, MishapQuestion, Names], Settled]] = {
    Mishap.WRONG_PACK: _wrong_pack,
    Mishap.WRONG_DEAL: _wrong_deal,
    Mishap.EXPOSED_CARD: _exposed,
    Mishap.OUT_OF_TURN: _out_of_turn,
    Mishap.WRONG_DISCARD: _wrong_discard,
    Mishap.WRONG_DRAW: _wrong_draw,
    Mishap.HOPELESS_HAND: _hopeless,
}
