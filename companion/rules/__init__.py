"""What a rulebook says: pure judgements on cards, bids, melds, plays, counts and scores."""

RULES_VERSION = "1"
"""Written beside awarded points: a corrected rule gets a new number and rescores no old game silently."""
