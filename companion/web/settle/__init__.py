"""Settling a dispute: the question, the ruling, and what follows from it."""
