"""A card that others got to see: a renege or not, as the variant has it (renege.exposed)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from companion.rules.choices import Bidding, Exposed
from companion.rules.referee.incident import Found, Incident, renege_clauses, reneged, ruled, too_late
from companion.rules.referee.settled import Settled, Verdict
from companion.rules.score.facts import Names
from companion.rules.variant import Variant


def judge_exposed(variant: Variant, incident: Incident, name: Names) -> Settled:
    """Whether a card that was shown after the deal is a renege (renege.exposed)."""
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


def _exposed_freely(_variant: Variant, incident: Incident, _name: Names) -> Settled:
    says = "No renege by these rules: what a card shown costs is the table’s own custom."
    why = "Nothing in the rules of this game speaks of cards that are shown."
    return ruled(Verdict.ANSWER, says, why, ("renege.exposed.never", "renege.exposed"), incident.cards)


def _exposed_on_purpose(variant: Variant, incident: Incident, name: Names) -> Settled:
    if incident.on_purpose is False:
        says, why = "No renege: the card was shown by accident.", "Only showing it on purpose would be one."
        return ruled(Verdict.ANSWER, says, why, ("renege.exposed",), incident.cards)
    in_meld = incident.found is Found.MELD
    if in_meld and incident.by_bidder:
        says = "No renege: until the first lead the bidder may let cards be seen."
        return ruled(Verdict.ANSWER, says, "Everybody else may show only meld.", ("renege.exposed",), incident.cards)
    by_whom = in_meld and incident.by_bidder is None and variant.bid is not Bidding.NONE
    if incident.on_purpose is None or by_whom:
        says = _HANGS_ON[incident.on_purpose is None, by_whom]
        why = "By accident it is none; and until the first lead the bidder may let cards be seen."
        return ruled(Verdict.DEPENDS, says, why, ("renege.exposed", "renege.kinds"), incident.cards)
    says = "Showing a card that is no meld on purpose is a renege."
    return _exposed_renege(variant, incident, name, says, "renege.exposed")


_HANGS_ON = {
    (True, False): "A renege only if it was done on purpose.",
    (False, True): "A renege only if it was not the bidder.",
    (True, True): "A renege only if it was done on purpose, and not by the bidder.",
}
"""What has not been said: whether it was on purpose, and whether by the bidder."""


def _exposed_always(variant: Variant, incident: Incident, name: Names) -> Settled:
    says = "Showing a card that is no meld is a renege."
    return _exposed_renege(variant, incident, name, says, "renege.exposed.always")


def _exposed_renege(variant: Variant, incident: Incident, name: Names, says: str, clause: str) -> Settled:
    clauses = (clause, *renege_clauses(variant))
    settled = ruled(Verdict.NOT_LEGAL, says, "Only meld may be shown to the others.", clauses, incident.cards)
    return reneged(settled, incident, name)


_EXPOSED: Mapping[Exposed, Callable[[Variant, Incident, Names], Settled]] = {
    Exposed.NEVER: _exposed_freely,
    Exposed.ON_PURPOSE: _exposed_on_purpose,
    Exposed.ALWAYS: _exposed_always,
}
