"""Photographs: sent, read, shown, corrected and taken into the game."""
