"""The chapter of the play: what may be played, who takes it, what the tricks count."""

from companion.rules.play.legal import LegalPlays, Turn, legal_plays, trick_winner

__all__ = ["LegalPlays", "Turn", "legal_plays", "trick_winner"]
