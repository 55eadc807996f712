"""House variants: a table's own rules."""
