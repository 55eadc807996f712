"""The trick log: what has been played, and what it proves."""
