"""The commands that answer a request."""
