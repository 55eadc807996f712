"""The rules of one variant on one card."""
