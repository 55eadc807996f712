"""The ledger of check pinochle: what earns and costs checks, and who owes whom (end.checks)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.cards import Card, Rank
from companion.rules.deal import CheckMeld, Deal, DealEnd, DealScore, Outcome
from companion.rules.melds import AROUNDS, Meld, MeldKind
from companion.rules.variant import Variant

_KIND_OF = {
    CheckMeld.ACES_AROUND: "around",
    CheckMeld.DOUBLE_AROUND: "around",
    CheckMeld.ROUNDTABLE: "marriages",
    CheckMeld.DOUBLE_MARRIAGE: "marriages",
    CheckMeld.DOUBLE_PINOCHLE: "pinochle",
    CheckMeld.SEVEN_NINES: "nines",
}
_NINES = 7


def keeps_checks(variant: Variant) -> bool:
    """Whether checks are kept at this table (check.stake)."""
    return variant.check_stake > 0


def worth_in_checks(variant: Variant, meld: CheckMeld) -> int:
    """How many checks a meld gains (end.checks, check.nines)."""
    if meld is CheckMeld.SEVEN_NINES:
        return variant.check_nines
    return 2 if meld in (CheckMeld.ROUNDTABLE, CheckMeld.DOUBLE_AROUND) else 1


def checks_for_meld(variant: Variant, melds: Iterable[CheckMeld]) -> int:
    """Checks for what a player showed: each flush, and of every other kind only the highest (res.check)."""
    shown, best = tuple(melds), dict[str, int]()
    for meld in shown:
        if meld is not CheckMeld.FLUSH:
            kind = _KIND_OF[meld]
            best[kind] = max(best.get(kind, 0), worth_in_checks(variant, meld))
    return shown.count(CheckMeld.FLUSH) + sum(best.values())


def check_melds_of(melds: Sequence[Meld], hand: Iterable[Card] = ()) -> tuple[CheckMeld, ...]:
    """What earns checks among the melds a player laid, and in the hand as it was dealt."""
    flushes = sum(len(meld.cards) // 5 for meld in melds if meld.kind is MeldKind.RUN)
    found = [CheckMeld.FLUSH] * flushes
    married = [meld.cards[0].suit for meld in melds if meld.kind in (MeldKind.ROYAL, MeldKind.MARRIAGE)]
    inside = [meld.cards[0].suit for meld in melds if meld.kind is MeldKind.RUN for _ in range(len(meld.cards) // 5)]
    suits = married + inside
    if len(set(suits)) == 4:
        found.append(CheckMeld.ROUNDTABLE)
    if len(suits) > len(set(suits)):
        found.append(CheckMeld.DOUBLE_MARRIAGE)
    if any(meld.kind is MeldKind.PINOCHLE and len(meld.cards) > 2 for meld in melds):
        found.append(CheckMeld.DOUBLE_PINOCHLE)
    arounds = [meld for meld in melds if meld.kind in AROUNDS]
    if any(meld.kind is MeldKind.ACES for meld in arounds):
        found.append(CheckMeld.ACES_AROUND)
    if any(len(meld.cards) > 4 for meld in arounds):
        found.append(CheckMeld.DOUBLE_AROUND)
    if sum(card.rank is Rank.NINE for card in hand) >= _NINES:
        found.append(CheckMeld.SEVEN_NINES)
    return tuple(found)


def checks_of_deal(variant: Variant, deal: Deal, score: DealScore, winner: str | None) -> dict[str, int]:
    """By side, the checks that a deal gains or costs, those for winning the game included (end.checks)."""
    if score.outcome is Outcome.VOID:
        return dict.fromkeys(deal.sides, 0)
    checks = {side: checks_for_meld(variant, deal.check_melds.get(side, ())) for side in deal.sides}
    if deal.bidder is not None:
        checks[deal.bidder] -= _lost(deal, score)
    if winner is not None:
        checks[winner] += variant.check_game
    return checks


def _lost(deal: Deal, score: DealScore) -> int:
    """What a failed bid costs: a check for having looked at the kitty, another for having played."""
    reneged = score.outcome is Outcome.RENEGE and deal.offender == deal.bidder
    if not reneged and score.outcome not in (Outcome.SET, Outcome.THROWN_IN):
        return 0
    played = deal.end in (DealEnd.PLAYED, DealEnd.RENEGE)
    return int(deal.kitty_seen) + int(played)


def settle(checks: Mapping[str, int], stake: int) -> dict[tuple[str, str], int]:
    """Who owes whom how much: each check gained is owed by each of the others (end.checks).

    :returns: by (who pays, who is paid), nothing for those who are even.
    """
    return {
        (payer, paid): stake * (checks[paid] - checks[payer])
        for payer in checks
        for paid in checks
        if checks[paid] > checks[payer]
    }
