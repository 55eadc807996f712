"""What the rules ask for at this moment of the deal."""
