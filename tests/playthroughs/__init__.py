"""Whole games as transcripts: what was typed, and what the companion answered."""
