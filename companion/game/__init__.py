"""What happened at this table and what follows from it: commands, events, fold and views; pure."""
