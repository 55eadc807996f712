"""A second program for a night: it recounts random nights from what their journal holds."""
