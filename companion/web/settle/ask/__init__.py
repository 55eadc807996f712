"""The forms of the questions, each read into what the referee is asked."""
