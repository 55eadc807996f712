"""A night of several tables: who is here, who sits where, what each table scored, and what follows (pure)."""
