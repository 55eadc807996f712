"""The record of a mishap, and what its rulings have in common (score.misdeal, renege.kinds)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.cards import Card, Suit
from companion.rules.choices import Choice
from companion.rules.referee.settled import Consequence, Question, Settled, Step, Verdict, once
from companion.rules.score.facts import DealEnd, Names
from companion.rules.score.renege import RENEGE_CLAUSE
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
    on_purpose: bool | None = None
    """For an exposed card: None where nobody has said."""
    by_bidder: bool | None = None
    """For an exposed card: whether it was the bidder who showed it; None where nobody has said."""


def ruled(verdict: Verdict, says: str, why: str, clauses: tuple[str, ...], cards: tuple[Card, ...] = ()) -> Settled:
    """A ruling on a mishap with its one reason."""
    return Settled(Question.MISHAP, verdict, says, (Step(why, cards),), once(*clauses))


def reneged(settled: Settled, incident: Incident, name: Names) -> Settled:
    """The same ruling with the renege to enter, where it is told whose it is."""
    if incident.side is None:
        return settled
    renege = Consequence(f"{name(incident.side)} reneged.", DealEnd.RENEGE, offender=incident.side)
    return replace(settled, consequence=renege)


def too_late(incident: Incident) -> Settled:
    """The ruling where nothing of the deal can be broken off any more, or yet (score.renege)."""
    says = "The deal stands: " + (
        "it has been counted." if incident.found is Found.SCORED else "nothing has been played yet."
    )
    return ruled(Verdict.ANSWER, says, "A renege stops a deal while it is played.", ("score.renege",))


def renege_clauses(variant: Variant) -> tuple[str, ...]:
    """The clauses on what a renege is, and on what it costs in this variant."""
    return "renege.kinds", "score.renege", RENEGE_CLAUSE[variant.score_renege]
