"""What a rulebook says: pure judgements on cards, bids, melds, plays, counts and scores."""
