"""The parts used by every page."""
