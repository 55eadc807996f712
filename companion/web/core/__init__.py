"""What every page uses."""
