"""Figures of past evenings: facts of deals, the figures that follow, and the people behind names; pure."""
