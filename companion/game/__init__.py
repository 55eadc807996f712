"""A table's game and what follows from it: commands, events, fold and views; pure."""
