"""Compares the evidence engine with the slow oracle over many random deals, and counts what was missed."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.game.evidence import ProofKind, TrickLog, evidence
from tests.game.evidence.worlds_oracle import reneges_in_each_world, some_deal

NAMES = ("Ann", "Bob", "Cleo", "Dan")


@dataclass
class Tally:
    """What came of the comparison."""

    logs: int = 0
    too_many: int = 0
    """Logs with more worlds than the oracle tries."""
    planted: int = 0
    provable: int = 0
    """Plays that are reneges in every world."""
    missed: int = 0
    wrongly_claimed: int = 0
    provable_groups: int = 0
    """Logs in which every world holds some further renege."""
    groups_missed: int = 0
    groups_wrong: int = 0
    """Groups named that are not broken in every world, or from which a play could be left out."""
    claimed_against_truth: int = 0
    """Plays claimed although the cards really held made them legal; so many claims were certainly false."""


def compare(deals: int, seed: int = 1) -> Tally:
    """Judge so many random deals both ways."""
    chance, tally = random.Random(seed), Tally()
    for _ in range(deals):
        dealt = some_deal(chance)
        tally.planted += len(dealt.planted)
        claimed = {p.places[0] for p in evidence(dealt.log, NAMES) if p.kind is ProofKind.RENEGE}
        tally.claimed_against_truth += len(claimed - dealt.planted)
        _compare_log(dealt.log, tally)
    return tally


def _compare_log(log: TrickLog, tally: Tally) -> None:
    worlds = reneges_in_each_world(log)
    tally.logs += 1
    if worlds is None:
        tally.too_many += 1
        return
    proofs = evidence(log, NAMES)
    claimed = {proof.places[0] for proof in proofs if proof.kind is ProofKind.RENEGE}
    provable = frozenset.intersection(*worlds)
    tally.provable += len(provable)
    tally.missed += len(provable - claimed)
    tally.wrongly_claimed += len(claimed - provable)
    groups = [frozenset(proof.places) for proof in proofs if proof.kind is ProofKind.ONE_OF]
    further = all(world - provable for world in worlds)
    tally.provable_groups += further
    tally.groups_missed += further and not groups
    tally.groups_wrong += sum(not _is_least(group, worlds) for group in groups)


def _is_least(group: frozenset[int], worlds: tuple[frozenset[int], ...]) -> bool:
    """Whether every world breaks the group, and none of its plays is superfluous."""
    return all(group & world for world in worlds) and all(
        any(not (group - {place}) & world for world in worlds) for place in group
    )
