"""Values of the game as JSON and back."""
