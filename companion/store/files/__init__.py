"""What is carried away from a store, and brought back."""
