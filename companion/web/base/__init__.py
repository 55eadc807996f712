"""What is true of every page."""
