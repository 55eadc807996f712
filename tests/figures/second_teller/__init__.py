"""A second program for the figures: plain loops over plain JSON, owing the companion nothing."""
