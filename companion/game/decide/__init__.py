"""Decide what a command leads to: events, or a refusal with its clause."""

from companion.game.decide.command import decide
from companion.game.decide.deal import Decision

__all__ = ["Decision", "decide"]
