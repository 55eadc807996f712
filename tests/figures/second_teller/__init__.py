"""A second program for the figures: it recounts random games of all variants from what their journal holds."""
