"""The judge: plain loops over plain JSON, it knows nothing of the companion."""
