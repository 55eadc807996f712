"""Teaching the reader a table's own deck."""
