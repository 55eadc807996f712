"""The reader as a process of its own, and the pictures that are sent to it."""
