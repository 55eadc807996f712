"""What was asked, what happened, and where the game stands after it. Judges nothing."""
