"""The steps from a photo to its cards, each a pure function named by its arrow."""
