"""Answers players’ own questions from the rulebook: which rule, and what it comes to at their table."""

from companion.rules.search.answer import LONGEST_QUESTION, MOST_FOUND, Match, look_up, variant_named

__all__ = ["LONGEST_QUESTION", "MOST_FOUND", "Match", "look_up", "variant_named"]
