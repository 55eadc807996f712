"""What a clause comes to at one table, in words, as a player would say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.rules.dealing.seating import has_partners
from companion.rules.describe import describe_option
from companion.rules.lookup.figures import FIGURES
from companion.rules.lookup.standing import Standing, rule_of, standings
from companion.rules.options import OPTIONS
from companion.rules.phrases import of_players
from companion.rules.rulecard.plan import STANDING
from companion.rules.variant import Variant

NOT_HERE = "It does not come up at this table."
LEFT_OPEN = "The rules of this game leave that to the table."
_OTHERWISE = "This table plays otherwise."

_WITH: Mapping[str, tuple[str, ...]] = {
    "bid.min": ("bid.dealer-discount",),
    "bid.forced": ("bid.forced-amount",),
    "kitty.size": ("kitty.unmelded",),
    "play.trump": ("play.follow", "play.stock", "play.playoff", "play.head"),
    "play.follow": ("play.stock", "play.playoff"),
    "score.renege": ("score.double-set", "score.bid-and-meld"),
    "score.throw-in": ("score.throw-in.opponents",),
    "end.target": ("end.bid-out", "end.all-tricks", "end.no-progress", "end.quad-pinochle"),
}
"""What is told with a clause, because the answer is only half without it."""

_HANGS_ON: Mapping[str, str] = {
    **dict.fromkeys(("kitty.unmelded", "kitty.shown", "kitty.counts", "kitty.deal-out", "kitty.bury"), "kitty.size"),
    **dict.fromkeys(("pass.order", "conduct.pass-silent"), "pass.count"),
    **dict.fromkeys(("draw.discards", "meld.turn", "meld.reuse", "meld.played", "meld.dix-exchange"), "draw"),
    **dict.fromkeys(("play.stock", "play.playoff", "res.players-bruce", "res.two-handed-draw"), "draw"),
    **dict.fromkeys(("bid.min", "bid.step", "bid.max-jump", "bid.rounds", "bid.forced", "bid.order"), "bid"),
    **dict.fromkeys(("bid.dealer-discount", "bid.lone-may-decline", "bid.pass-help", "bid.meld-bids"), "bid"),
    **dict.fromkeys(("bid.summed", "bid.none", "trump.needs", "score.no-marriage", "conduct.bid-words"), "bid"),
    **dict.fromkeys(("score.made", "score.set", "score.unplayed", "score.throw-in", "res.summed"), "bid"),
    **dict.fromkeys(("score.double-set", "score.bid-and-meld"), "score.renege"),
    **dict.fromkeys(("check.nines", "check.game", "end.checks", "res.check"), "check.stake"),
    **dict.fromkeys(("end.target", "end.deals", "end.tie", "floor", "end.declare-out", "end.bid-out"), "end.deal"),
    **dict.fromkeys(("res.five-call", "conduct.puller"), "sides"),
    **dict.fromkeys(("meld.quad", "meld.over-four", "meld.dix", "end.quad-pinochle"), "pack"),
    "bid.forced-amount": "bid.forced",
    "end.deals-level": "end.deals",
    "score.throw-in.opponents": "score.throw-in",
    "end.slide-out": "end.bid-out",
    "conduct.meld-lies": "draw",
    "play.follow": "draw",
    "deal.packet": "draw",
    "misdeal.procedure": "draw",
}
"""Where a clause does not come up, the one that tells why: nobody shows a kitty that is not there."""
_OF_PARTNERS = frozenset({"bid.pass-help", "bid.meld-bids", "pass.count", "pass.order"})


def told_here(variant: Variant, clause: str) -> str | None:
    """What holds in ``variant`` of what a clause speaks of; None where the clause itself says all there is to say."""
    says = " ".join(dict.fromkeys(filter(None, [_alone(variant, clause), *_besides(variant, clause)])))
    return says or None


def _alone(variant: Variant, clause: str) -> str:
    if clause in OPTIONS:
        return _of_option(variant, clause)
    standing = standings(variant)[clause]
    if rule := rule_of(clause):
        says = _of_option(variant, rule)
        return says if standing is Standing.HOLDS else f"{_OTHERWISE} {says}"
    return _of_rule(variant, clause, standing)


def _of_rule(variant: Variant, clause: str, standing: Standing) -> str:
    """The words for a rule that no option changes."""
    if clause in FIGURES:
        return FIGURES[clause](variant) or _why_not(variant, clause)
    if clause in STANDING and (says := STANDING[clause](variant)):
        return of_players(variant, says)
    if standing is Standing.LEFT_OPEN:
        return LEFT_OPEN
    return "" if standing is Standing.HOLDS else _why_not(variant, clause)


def _besides(variant: Variant, clause: str) -> Iterator[str]:
    for key in _WITH.get(clause, ()):
        if key in STANDING:
            yield of_players(variant, STANDING[key](variant))
        elif describe_option(variant, key).asked and not OPTIONS[key].is_off(variant):
            yield describe_option(variant, key).says


def _of_option(variant: Variant, key: str) -> str:
    told = describe_option(variant, key)
    return told.says if told.asked else _why_not(variant, key)


def _why_not(variant: Variant, clause: str) -> str:
    if clause in _OF_PARTNERS and not has_partners(variant):
        return _of_option(variant, "sides")
    hinge = _HANGS_ON.get(clause)
    return _of_option(variant, hinge) if hinge else NOT_HERE
