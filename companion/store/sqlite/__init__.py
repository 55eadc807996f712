"""Every table of the SQLite file."""
