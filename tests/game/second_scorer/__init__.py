"""A second program that scores pinochle: it recomputes whole games of the game room from what was told in them."""
