"""The rulebook and the rule cards."""
