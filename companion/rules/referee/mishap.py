"""Misdeal, wrong pack, exposed card, out of turn, wrong discard: what it is here, and what follows (section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.cards import Rank
from companion.rules.auction.kitty import judge_bury
from companion.rules.choices import Draw
from companion.rules.dealing.hands import judge_discards
from companion.rules.pack import judge_cards
from companion.rules.play.count import rank_points
from companion.rules.referee.exposed import judge_exposed
from companion.rules.referee.incident import Found, Incident, Mishap, renege_clauses, reneged, ruled, too_late
from companion.rules.referee.readings import elsewhere
from companion.rules.referee.settled import Consequence, QuestionError, Settled, Verdict
from companion.rules.score.facts import DealEnd, Misdeal, Names, side_name
from companion.rules.score.renege import RENEGE_CLAUSE
from companion.rules.variant import Variant


def settle_mishap(variant: Variant, incident: Incident, name: Names = side_name) -> Settled:
    """What a mishap is under this variant, and what follows (score.misdeal, renege.kinds).

    :raises QuestionError: if what was told of it cannot be judged.
    """
    own = _judge(variant, incident, name)
    keys = _HANGS_ON.get(incident.mishap, ())
    return replace(own, elsewhere=elsewhere(variant, keys, own, lambda other: _judge(other, incident, name)))


_HANGS_ON: Mapping[Mishap, tuple[str, ...]] = {
    Mishap.WRONG_DEAL: ("misdeal.procedure",),
    Mishap.EXPOSED_CARD: ("renege.exposed",),
    Mishap.OUT_OF_TURN: ("score.renege.corrected",),
    Mishap.WRONG_DISCARD: ("kitty.bury",),
    Mishap.HOPELESS_HAND: ("misdeal.technical",),
}


def _judge(variant: Variant, incident: Incident, name: Names) -> Settled:
    return _JUDGES[incident.mishap](variant, incident, name)


def _wrong_pack(variant: Variant, incident: Incident, _name: Names) -> Settled:
    clauses = ("score.misdeal.card-fault", "res.redeal")
    ruling = judge_cards(variant.pack, incident.cards)
    missing = variant.pack.size - len(incident.cards)
    if incident.cards and ruling and missing == 0:
        says = "The pack is right: every card is there, and none too often."
        return ruled(Verdict.NOT_LEGAL, says, f"It holds {variant.pack.size} cards as it should.", ("pack",))
    why = ruling.says if not ruling else f"The pack of this game has {variant.pack.size} cards."
    if incident.found is Found.SCORED:
        says = "The deal has been counted and stands; put the pack right before the next one."
        return ruled(Verdict.ANSWER, says, "A wrong pack voids a deal while it is melded or played.", clauses)
    says = "A wrong pack: the deal is void, and the same dealer deals again."
    settled = ruled(Verdict.ANSWER, says, why, clauses, incident.cards if not ruling else ())
    return replace(settled, consequence=_void(Misdeal.CARD_FAULT, "The pack was wrong: the deal is void."))


def _wrong_deal(variant: Variant, incident: Incident, name: Names) -> Settled:
    clauses = ("score.misdeal.procedure", "res.redeal")
    if incident.found is Found.SCORED:
        says = "The deal has been counted and stands."
        return ruled(Verdict.ANSWER, says, "A misdeal must be noticed before the deal is counted.", clauses)
    if incident.found is Found.PLAY and variant.misdeal_procedure:
        says = "Noticed after play began, a misdeal is a renege of the dealer’s side."
        why = "It should have been noticed before the first card was played."
        settled = ruled(Verdict.ANSWER, says, why, (*clauses[:1], RENEGE_CLAUSE[variant.score_renege]))
        if incident.side is None:
            return settled
        charged = Consequence(
            f"{name(incident.side)} misdealt.", DealEnd.MISDEAL, offender=incident.side, misdeal=Misdeal.PROCEDURE
        )
        return replace(settled, consequence=charged)
    says = "A misdeal: the deal is void, and the same dealer deals again."
    settled = ruled(Verdict.ANSWER, says, "Nobody scores anything for it.", clauses)
    return replace(settled, consequence=_void(Misdeal.PROCEDURE, "A misdeal: the deal is void."))


def _exposed(variant: Variant, incident: Incident, name: Names) -> Settled:
    judge = _wrong_deal if incident.found is Found.DEALING else judge_exposed
    return judge(variant, incident, name)


def _void(kind: Misdeal, says: str) -> Consequence:
    return Consequence(says, DealEnd.MISDEAL, misdeal=kind)


def _out_of_turn(variant: Variant, incident: Incident, name: Names) -> Settled:
    if incident.found is Found.AUCTION:
        says = "A word out of turn does not count: whoever is on turn speaks."
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


def _wrong_discard(variant: Variant, incident: Incident, name: Names) -> Settled:
    if incident.trump is None:
        raise QuestionError("What may be laid away hangs on trump: say which suit it is.")
    if not variant.kitty_size:
        raise QuestionError("There is no kitty in this game, so nothing is laid away.")
    ruling = judge_bury(variant, incident.trump, incident.hand, incident.melded, incident.cards)
    if ruling:
        return ruled(Verdict.LEGAL, ruling.says, "So many, and none of the meld.", ruling.clauses, incident.cards)
    if incident.found is Found.SCORED:
        return too_late(incident)
    if incident.found is not Found.PLAY:
        says = "The bidder puts it right before leading: other cards are laid away."
        return ruled(Verdict.NOT_LEGAL, says, ruling.says, ruling.clauses, incident.cards)
    says = "Once the bidder has led, a wrong discard is a renege."
    clauses = (*ruling.clauses, *renege_clauses(variant))
    return reneged(ruled(Verdict.NOT_LEGAL, says, ruling.says, clauses, incident.cards), incident, name)


def _wrong_draw(variant: Variant, incident: Incident, name: Names) -> Settled:
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


def _hopeless(variant: Variant, incident: Incident, _name: Names) -> Settled:
    clauses = ("misdeal.technical", "score.misdeal.technical")
    if not variant.misdeal_technical:
        says = "At this table a hand without aces is played like any other."
        why = "Only a table that has agreed on it throws in a hopeless hand."
        return ruled(Verdict.NOT_LEGAL, says, why, clauses[:1], incident.cards)
    if not incident.cards:
        raise QuestionError("Tell the hand as it was dealt, all of its cards.")
    worth, ranks = rank_points(variant.count, variant.unit), Counter(card.rank for card in incident.cards)
    worthless = sum(n for rank, n in ranks.items() if not worth.get(rank))
    hopeless = not ranks[Rank.ACE] and worthless >= _WORTHLESS
    aces = "1 ace" if ranks[Rank.ACE] == 1 else f"{ranks[Rank.ACE] or 'no'} aces"
    why = f"The hand has {aces} and {worthless} cards without value."
    if not hopeless:
        says = f"Not hopeless enough: it takes no ace and at least {_WORTHLESS} cards without value."
        return ruled(Verdict.NOT_LEGAL, says, why, clauses, incident.cards)
    if incident.exchanged or incident.played:
        too_late = "cards were exchanged" if incident.exchanged else "its holder has played to the first trick"
        says = f"Too late: it counts as it was dealt, and {too_late}."
        return ruled(Verdict.NOT_LEGAL, says, why, clauses, incident.cards)
    says = "The hand may be declared: all meld is void, and the same dealer deals again."
    settled = ruled(Verdict.LEGAL, says, why, (*clauses, "res.redeal"), incident.cards)
    return replace(settled, consequence=_void(Misdeal.TECHNICAL, "A hopeless hand: the deal is void."))


_JUDGES: Mapping[Mishap, Callable[[Variant, Incident, Names], Settled]] = {
    Mishap.WRONG_PACK: _wrong_pack,
    Mishap.WRONG_DEAL: _wrong_deal,
    Mishap.EXPOSED_CARD: _exposed,
    Mishap.OUT_OF_TURN: _out_of_turn,
    Mishap.WRONG_DISCARD: _wrong_discard,
    Mishap.WRONG_DRAW: _wrong_draw,
    Mishap.HOPELESS_HAND: _hopeless,
}
