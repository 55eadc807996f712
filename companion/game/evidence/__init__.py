"""Evidence: what shown cards and plays prove, and no more."""

from __future__ import annotations

from companion.game.evidence.proofs import Proof, ProofKind, evidence
from companion.game.evidence.trick_log import LoggedPlay, Play, TrickLog, moments, next_seat, running_count
from companion.game.evidence.worlds import played_card

__all__ = [
    "LoggedPlay",
    "Play",
    "Proof",
    "ProofKind",
    "TrickLog",
    "evidence",
    "moments",
    "next_seat",
    "played_card",
    "running_count",
]
