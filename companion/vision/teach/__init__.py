"""Learning how a deck looks from photos of known cards."""
