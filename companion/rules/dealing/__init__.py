"""The chapter of the deal: who sits where, who deals, what hands come."""
