"""The judge: written from the rulebook alone, it knows nothing of the companion and reads a game as plain JSON."""
