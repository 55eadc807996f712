"""The adviser: how likely a hand makes each bid, in deals that agree with what was said in the auction."""
