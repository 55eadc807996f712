"""The version of the rules."""

RULES_VERSION = "1"
"""Written beside awarded points: a corrected rule gets a new number and rescores no old game silently."""
