"""A page that shows every component."""
