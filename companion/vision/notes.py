"""Sentences for the person on how a photograph could be read better."""

from __future__ import annotations

NEARER = "The cards are small in this photo. Go nearer, until they fill the picture."
OPENER = "Some corners are half covered. Turn the fan a little more open, so that each corner shows."
DIMMER = "The cards are washed out by light. Take the photo without the flash, away from the glare of the lamp."
HARD = "The letters here are hard to read: look at every card."
UNUSUAL = f"{HARD} If this deck's letters are unusual, the reader can learn them."

ANOTHER_HELPS = (NEARER, DIMMER, OPENER)
"""After these another photograph shows more."""
