"""Asked about the bidding, the kitty and the exchange."""

from __future__ import annotations

from collections.abc import Mapping

BIDDING: Mapping[str, str] = {
    "bid": (
        "How is trump decided? How does the bidding work? Is there bidding? Who names trump? Who gets to call trump? "
        "How do we choose trump? What is trump? Who picks the trump suit? How does the auction go? Do we bid? Does "
        "the bid winner call trump? How is it decided which suit is trump? Who says what trump is? Who decides the "
        "trump suit? When is trump named? Does the highest bidder choose trump? How do we get trump? How do we find "
        "out trump? Explain the bidding. Is there an auction? Who makes trump? How does bidding go in this game? Does "
        "the winner of the auction pick the suit? Explain trump. Who gets to choose the suit? How is trump picked? "
        "When do I name trump?"
    ),
    "bid.order": (
        "Who bids first? Who starts the bidding? Where does the bidding begin? Who opens the auction? Which way does "
        "the bidding go? Who is first to bid? In what order do we bid? Does the dealer bid first? Does the dealer bid "
        "last? Who opens? Does the left of the dealer bid first? Who speaks first? Whose bid is it first? Which "
        "player begins the bidding? Is it the dealer who opens the bidding? Who is the first to speak in the auction? "
        "Whose turn is it to bid? Do we bid clockwise? Who has first bid? Bidding order?"
    ),
    "bid.min": (
        "What is the minimum bid? How low can I bid? What must I open with? What is the lowest bid? What is the "
        "opening bid? At what does the bidding start? What is the smallest bid? What is the least I can bid? Can I "
        "open with less? How much do you have to bid? Is a bid that low allowed? What does the bidding start at? "
        "Minimum bid? Lowest bid? At what number does bidding start? What number do we open at? Can I bid 200? May I "
        "open at 100? What is the least bid allowed? What is the first bid? What is the smallest number I can bid? "
        "How low may one go? The bidding starts at what? Is 150 a legal bid? How much must the first bid be? What is "
        "a legal opening bid? The lowest number you can say. Is there a minimum to bid? How much do I have to bid at "
        "least? Can I start with 100? May the first bid be lower? From what number on may I bid? What is the lowest "
        "that I may say? Are bids under the minimum allowed? Smallest possible bid?"
    ),
    "bid.step": (
        "By how much must I raise? Can I bid any number? In what increments do bids go? How much higher must the next "
        "bid be? What is the next bid? How much do bids go up? Can I raise by one? How far must a bid rise? Do we bid "
        "by tens? What is the smallest raise? Can I bid an odd number? Do the steps change as bids get higher? Bid "
        "increments? Do we go by tens or by ones? How much over the last bid? Can I raise by five? Must bids be "
        "multiples of ten? Do bids go by fifties? In what steps does the bidding go? Raise by how much? How much more "
        "do I have to bid? When do the increments get bigger? Is 255 a legal bid? Do I have to bid higher than the "
        "last one? How much do I have to raise the bid? What can I bid over 300? From what bid on are the steps "
        "larger? Is it allowed to bid 26 after 25? Can I bid 5 more? Next higher bid? How are bids raised? Is it by "
        "tens or fives? Are odd bids allowed? Can I say a number between?"
    ),
    "bid.max-jump": (
        "How far can I jump the bid? Can I skip numbers in the bidding? How high can I jump? What is the largest "
        "raise? Is there a limit to jump bids? Can I bid a lot more than the last bid? What is the maximum bid? Can I "
        "bid 500 right away? Is there a highest bid? Can I jump straight to a high bid? Can I overbid by a lot? "
        "Largest jump in the bidding? How much can I raise at most? May I raise the bid by fifty? Are jump bids "
        "allowed? Can I bid as high as I like? How much higher than the last bid can I go? What is the highest bid? I "
        "raised from 250 to 300: is that allowed? Can I jump by fifty? Can I skip ahead in the bidding? May I bid far "
        "more?"
    ),
    "bid.rounds": (
        "Can I bid again after I passed? How often may I bid? How many rounds of bidding are there? When is the "
        "bidding over? Can I come back into the bidding after a pass? How long does the auction last? Does everybody "
        "get only one bid? Is a pass final? If I pass am I out? How many turns to bid do I have? When does the "
        "auction end? How many times can I bid? Do I get a second turn to bid? After passing may I bid again? Once I "
        "pass can I bid later? How many chances to bid do I get? Is there one round of bidding? How many bids does "
        "each player get? How long do we bid? Can I come back in? When does the bidding stop? If you pass are you out "
        "of the bidding? One bid each or until all pass? I passed but want to bid now. Can I skip a round of bidding? "
        "How many rounds before trump is named? Do I get only one bid? May I pass now and bid next time? Can we keep "
        "bidding until all but one give up?"
    ),
    "bid.rounds.until-pass": (
        "Can I come back into the bidding after a pass? Is a player who passes out of the auction?"
    ),
    "bid.forced": (
        "What if everybody passes? Nobody bids: who must take it? Is the dealer stuck with the bid? Must somebody "
        "open? What happens when all pass? Who has to take it when no one bids? Does the dealer have to bid? Do I "
        "have to open? Must I open when I have meld? Is there an automatic bid? Who gets stuck? What if nobody wants "
        "it? Do I have to bid? Am I forced to bid? Is it thrown in when everybody passes? Who must open the bidding? "
        "All of us passed. Everybody said pass. Does the dealer get stuck? Who is stuck with it when nobody bids? Is "
        "somebody forced to bid? Who takes the bid if no one wants it? Can I pass as the first player? Must the "
        "player left of the dealer bid? Do I have to open if I have meld? May the dealer pass? Can everybody pass? "
        "Stick the dealer? Does anyone start with a bid automatically? Do we throw the cards in when nobody bids? "
        "Must the dealer take it? If all others pass does the dealer have to bid? Can the dealer refuse? What if "
        "there are no bids? The whole table passed. Can I skip bidding? Do I have to bid if I do not want to? What if "
        "the first player has no meld? What if everybody says no? May I just pass? Nobody makes a bid. The dealer "
        "does not want it. What if nobody else bids over the automatic bid? Do we have to make a bid?"
    ),
    "bid.forced-amount": (
        "For how much is the dealer stuck? What is the forced bid? How much is the bid when everybody passes? What "
        "does the dealer have to take it at? How much is the automatic bid? At how much is the dealer stuck when all "
        "pass? At what number does the dealer get stuck? The dealer has to take it for how much? What is the bid when "
        "nobody bids? What does the forced bid amount to? For what does the dealer take it? How many points is the "
        "stuck bid? What is the dealer forced at? The dealer is stuck: for how much? How much does the dealer have to "
        "take it for?"
    ),
    "bid.dealer-discount": (
        "Can the dealer bid less? May the dealer take it for less? Can the dealer have it cheaper than the others? "
        "Can the dealer bid 19? Does the dealer get a discount? May the dealer bid lower than everyone else? Can the "
        "dealer match the last bid? Can the dealer go lower? Is the dealer allowed a lower bid? Can the dealer get it "
        "for one less? May the dealer bid below the minimum? Dealer’s discount? Does the dealer have an advantage in "
        "the bidding? Is 19 a legal bid for the dealer?"
    ),
    "bid.lone-may-decline": (
        "Can I take my bid back? Can I withdraw my bid? I was the only one to bid and want out. Can a lone bidder "
        "back out? Nobody else bid: may I decline? Can I change my bid? Can I retract a bid? I bid and want to take "
        "it back. I am the only bidder, can I give it up? May I cancel my bid? Can I drop my bid? I did not mean to "
        "bid that. May the only bidder decline? Everyone passed after my bid and I changed my mind. Nobody else "
        "wanted it: can I withdraw?"
    ),
    "bid.meld-bids": (
        "Can a bid tell my partner about my meld? Is signalling allowed? What does a small raise mean? What does a "
        "bid of one more tell? Do bids show meld? How do meld bids work? How do I tell my partner what meld I have in "
        "the bidding? What does it mean when my partner bids two more? Can I signal my meld with a bid? What does my "
        "bid say about meld? My partner bid two more than the last bid: what does it mean? Do small bids show meld? "
        "How do I signal meld? What does it tell when partner bids 52? Do bids carry a message? What does my "
        "partner’s bid mean? Bidding to show meld. Is a low bid a signal? What does plus three mean? How do I show my "
        "partner that I have meld? Information by bids."
    ),
    "bid.pass-help": (
        "Can I tell my partner that I can help? What is pass with help? May I pass and offer help? Can I say I have "
        "help? Is there a helping pass? What is help when passing? Can I pass and say I can help? What does it mean "
        "to pass with help? My partner passed with help. Does a pass with help bind me? Can I show strength when I "
        "pass? Passing and promising help."
    ),
    "bid.summed": (
        "Are partners’ bids added? How do bids work when both partners bid? Do both of us bid and add it up? Are the "
        "two bids of a team added together? Does each side have its own contract? My bid and my partner’s bid, are "
        "they added? What do we need when both of us bid? Is the contract the sum of both bids? Do both sides have to "
        "make their bid? How do both partners’ bids work? I bid 100 and my partner 120: what must we make? Does every "
        "side have to make its own bid?"
    ),
    "bid.none": (
        "Is there no bidding? Is there bidding with two players? What is the turned-up card for? How is trump made "
        "without bidding? Does the turned card make trump? Do we bid when we are two? Is there an auction with two "
        "players? Why is a card turned up? What makes trump when there is no bidding? What is the card that is turned "
        "up for?"
    ),
    "trump.needs": (
        "Can I name any suit as trump? Do I need a marriage to call trump? Must I hold a run to name trump? What do I "
        "need to name trump? May I call trump without a marriage? Can I choose a suit I have no marriage in? What "
        "must the trump suit hold? Which suits can I call trump? Do I have to have the king and queen of trump? Can "
        "the bidder make a suit trump without meld in it? Need a marriage for trump? Do I have to have a marriage in "
        "the suit that I call? Can I make hearts trump with nothing in hearts? Which suit may I name? May I name a "
        "suit that I do not hold? Does trump need a royal marriage? Can trump be any suit? Requirements for naming "
        "trump. Can I call trump with only a dix? What must I have in the trump suit? May the bidder name a suit "
        "without holding it? Must I hold cards of the trump suit? Can I name a suit that I do not have? Is there a "
        "condition for naming trump?"
    ),
    "res.opening": (
        "What may the first bid be? Can I open one step above the minimum? Can the first bid be higher than the "
        "minimum?"
    ),
    "res.summed": (
        "How many times does each partner bid in summed bids? May I pass in summed bids? What is a pass worth in "
        "summed bids? How often does each partner bid? Which bid names trump when two are equal?"
    ),
    "kitty.size": (
        "What is the widow? How many cards do I bury? What happens to the cards left over? How many cards are in the "
        "kitty? What is the kitty? Is there a kitty? Who gets the kitty? What is the blind? Does the bidder get extra "
        "cards? What are the cards in the middle for? How many go in the widow? Do we have a widow? When do I take "
        "the kitty? How many cards does the bidder put back? How large is the kitty? How many cards lie in the "
        "middle? How many extra cards does the bidder get? What do we do with the left over cards? Is there a widow "
        "in this game? What are the extra cards for? How many cards go back after taking the widow? Do I have to lay "
        "away cards? Who takes the widow? After taking the kitty how many do I discard? Cards in the kitty? Does this "
        "variant have a kitty? What does the bidder do with the kitty? How many do I lay away? What is in the blind? "
        "What are those cards in the middle? What are the cards on the side for? Why are some cards not dealt? Are "
        "any cards left over after the deal? Three cards in the middle: who gets them?"
    ),
    "kitty.unmelded": (
        "May I bury a card that I melded? Can melded cards be laid away? Can I put a card of my marriage into the "
        "kitty? Can I discard part of my meld? May I lay away a king that I showed in meld? Can I discard a card from "
        "my marriage? May I put melded cards into the kitty? Is it allowed to bury a melded card? Can I meld a card "
        "and then bury it? May the discards be part of meld? Can I throw away a queen that I used in meld?"
    ),
    "kitty.shown": (
        "Does everybody see the widow? Is the kitty turned face up? Do I have to show the kitty? Must the widow be "
        "exposed? Can the others see the kitty? Do you show the blind to everyone? May I look at the kitty? Do we all "
        "get to see the kitty? Is the blind turned over? Does the bidder show the kitty to everyone? Kitty face up or "
        "face down? Can I see what is in the kitty? May the others look at the widow? Is the kitty secret? Must I let "
        "them see the cards of the kitty? May I peek at the kitty? Am I allowed to look at the widow? Who sees the "
        "kitty? Are we shown the blind before the bidder takes it?"
    ),
    "kitty.counts": (
        "Do the buried cards count? Who gets the counters in the discards? Are the cards laid away counted for the "
        "bidder? Do buried points count for me? Do the points in the kitty count? Who gets the points that were put "
        "aside? Do the cards I put in the kitty belong to my tricks? Who gets points for the cards laid away? Does "
        "burying counters help me? Do the discards count at the end? Do cards that I bury count? Are points in the "
        "discard mine? If I bury an ace do I get its points? Do laid away counters belong to the bidder? Who scores "
        "the buried cards? Do I get the points in my discards? To whom do the discarded cards count? What happens "
        "with the points I bury? Are buried aces mine at the end? Who owns the points in the blind?"
    ),
    "kitty.deal-out": (
        "Is the kitty shared out? Does everyone get a card of the kitty? Does the bidder hand out the kitty? Are the "
        "four cards given round? Do we split the kitty? Does everybody get one card of the kitty? Do we share the "
        "widow? Is the kitty given to all players? Kitty one card each?"
    ),
    "kitty.bury": (
        "May I bury trump? May I lay away aces? What may I bury? Which cards can be discarded into the kitty? Can I "
        "put an ace in the kitty? Can counters be buried? Is it legal to bury a ten? What can I not lay away? Must "
        "buried trump be shown? What cards may I put away? Can I bury counters? Can trump be buried? Am I allowed to "
        "bury trumps? Which cards must not be buried? May I put tens in the discard? Can I lay away anything? Can I "
        "discard an ace? Do I have to show the buried trumps? Is burying an ace allowed? Rules for the discard. "
        "Laying away cards: which are forbidden? Which cards may not be put in the discard? Is it forbidden to bury "
        "trump? Can the bidder bury anything?"
    ),
    "pass.count": (
        "How many cards do partners pass? Do we exchange cards? How many cards do I give my partner? Do we swap cards "
        "with partner? How many cards do we trade? Do partners pass cards? How many cards go across? How many do we "
        "pass? Can I pass back the cards I was given? Which cards may I pass? How does the passing work? What do I "
        "pass my partner? How many cards are passed? Number of cards to pass? Do we pass three or four cards? How "
        "many cards do I send to my partner? Can I return the same cards? How many cards must I give back? Do my "
        "partner and I exchange? Are cards passed in this game? Do partners exchange cards? Is there an exchange of "
        "cards between partners? How many cards does my partner give me? When do we pass cards? May I pass my partner "
        "any cards? Do we trade cards with our partner? Do the opponents exchange cards too? Do I get cards back from "
        "my partner? Any cards that I like to my partner? Passing cards to partner, how many? Does the bidder give "
        "cards back? How many go each way?"
    ),
    "pass.order": (
        "In what order do we pass cards? In which order are cards exchanged? "
        "Who passes cards first? Can I look at the passed cards before I pass back? Does my partner pass first? Do we "
        "pass at the same time? Do we exchange at once? May I see his cards before I pass mine? Does the bidder pass "
        "first or the partner? Which of us passes cards first? Who gives first in the exchange? Does the bidder’s "
        "partner pass first? Bidder or partner, who passes first? Do I pass before I see what I get? Are the cards "
        "passed at the same time? Who of the two gives cards first? When may I look at what my partner passed? Do I "
        "have to choose my cards before I see his?"
    ),
    "res.racehorse-count": "Do the four cards put aside count in racehorse? What is the racehorse total?",
}
