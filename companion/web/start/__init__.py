"""Starting a game: the variant, the names, the seats."""
