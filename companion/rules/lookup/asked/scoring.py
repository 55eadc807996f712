"""Asked about what a deal scores, and what breaking a rule costs."""

from __future__ import annotations

from collections.abc import Mapping

SCORING: Mapping[str, str] = {
    "score.meld-min": (
        "Is there a least meld? We have less than twenty meld: does it count? How much meld do we need? What is the "
        "minimum meld? Does a small meld count? Our meld was too small. Must we have so much meld? Why does our meld "
        "not count? Is there a meld minimum? Our meld is under the minimum. How much meld must we have? Do we need 20 "
        "meld? Is our meld too low to count? Is meld under the minimum lost? Least meld? Does 15 meld count? How many "
        "points of meld must a side have? What is the smallest meld that counts? We melded only a little: do we get "
        "it?"
    ),
    "score.save": (
        "We took no counters: do we lose our meld? We took no trick: does our meld count? Do I keep my meld without a "
        "trick? How do we save our meld? What do I need to keep my meld? Can we lose our meld? Do we need a trick to "
        "save our meld? How many trick points do we need to keep meld? Does meld count when we take no points? Why "
        "did our meld get lost? Do you have to take a trick for your meld to count? Is meld lost without a trick? "
        "What must I take to keep my meld? Do we keep our meld without a trick? Is our meld safe? When do we lose our "
        "meld? What if we get no tricks at all? We did not get a single trick. Do I need points in tricks to save my "
        "meld? How many tricks do we need to keep our meld? How much must we take in tricks? Does the meld count if "
        "we win nothing? What does it take to save the meld? We were shut out: is our meld gone? Is one trick enough "
        "to keep the meld? Is a trick without counters enough? Do I lose what I melded? We only took a few points in "
        "tricks: is our meld gone? Our side won only 15 in tricks. What do we have to take in tricks? We did not win "
        "one trick, what about our meld? How do we avoid losing our meld? Is meld lost when we do not take enough?"
    ),
    "score.save.dix-safe": (
        "Do I keep my nines when I go set? Are the nines of trump safe? Do nines stay even if I lose the meld? Do I "
        "lose the dix?"
    ),
    "score.made": (
        "When have we made the bid? Does more than the bid count? Did we make our bid? Do we score everything or only "
        "the bid? How do I know if the bid is made? Does meld count toward the bid? Do we get more than we bid? What "
        "counts to make the bid? What do we score when we make it? Do meld and tricks together make the bid? Did we "
        "make it? When is the bid made? Bid 300, meld 120, tricks 180: is it made? How much do we score when we make "
        "the bid? Do we get the extra points above the bid? We got more than we bid. Do tricks and meld together "
        "count for the bid? Is exactly the bid enough? What do we need to make the bid? How do we score a bid that is "
        "made? Do the overtricks count? What do I write down when I made my bid? How is a made bid scored? What do I "
        "get for a made contract? If I bid 250 and have 260, is that good? Is it enough to reach the bid exactly?"
    ),
    "score.set": (
        "What happens if we miss the bid? What does it cost to go set? What if the bidder fails? What happens when we "
        "do not make our bid? What do we lose when we go set? How much do we go down? Are we set? Do we lose the meld "
        "when we are set? What is being set? What does going set mean? Do we lose the bid or double the bid? How many "
        "points do I lose if I fail? Can the score go below zero when we are set? What is the penalty for not making "
        "the bid? Can I go negative? Set? What if we fall short? We were ten points short. We missed the bid by ten. "
        "How much do I lose when I do not make it? What is written down when the bidder fails? Bid 300 and got only "
        "280. What happens when the bidder does not make it? Do we go minus when we fail? We did not reach the bid. "
        "Does the bidder lose meld when set? What does failing the bid cost? Do we lose everything when we are set? "
        "Are the points subtracted when we fail? Can our score be negative? Do tricks count when we are set? When is "
        "a hand set? Is the bid subtracted when it is not made? How many points does going set cost? We did not make "
        "it: what is our score? Do we go back the bid? What do we lose for a failed bid? How bad is it to be set? We "
        "came up short by one point."
    ),
    "score.set.bid-keeps-meld": "Do we keep our meld when we are set?",
    "score.set.bid+meld": "Do we lose the bid and the meld when we are set?",
    "score.set.twice": "Do we lose twice the bid when we are set?",
    "score.set.credited": "Do the opponents get our bid when we are set?",
    "score.others": (
        "What do the opponents score? What do the others score when the bidder goes set? Do the non-bidders keep "
        "their points? Do the opponents score their tricks? Does the other team get its meld when we are set? What do "
        "we score when they bid? What do the others get when the bidder fails? Do the defenders score meld and "
        "tricks? How do the opponents score? What do non-bidders score? When the bidders are set what do we get? Do "
        "the others score even if the bid is made? Do the opponents keep what they made? What does the other side "
        "write down? How much do the defenders earn? What does the side get that did not bid? What do the defenders "
        "get? Do the defenders keep their meld when they win a trick? How is the other side scored? What do the "
        "players score who did not bid?"
    ),
    "score.unplayed": (
        "The bid cannot be made even with every trick: must we play? Is a hopeless bid set at once? We cannot reach "
        "the bid any more: is it over? Is the bidder set without playing when it is impossible? The bid is out of "
        "reach: do we have to play? We cannot possibly make it any more. Is an impossible bid lost right away?"
    ),
    "score.throw-in": (
        "When may we throw in? May I give up after the meld? Can we fold? Can I concede the hand? We cannot make it: "
        "must we play? Is throwing in allowed? When is a concession allowed? Can the bidder quit? What does throwing "
        "in cost? May we give up before we play? Can I surrender? Can we throw in the hand? Do we have to play it "
        "out? What happens if we throw in? Can I concede after seeing the kitty? Give up? How do I concede? Can we "
        "concede? Is it possible to fold? Can I drop out after I won the bid? May the bidder give up the hand? When "
        "am I allowed to throw in the cards? Do we lose less if we give up? What is the cost of giving up? Can we "
        "stop before playing? We see that we cannot make it: can we quit? Can the bidder throw in before the first "
        "card? May I fold when my meld is bad? We want to throw in this hand. Is there conceding in this game? Is "
        "throw-in allowed? What do we lose when we throw in? Can my partner decide to fold? What do I lose if I give "
        "up? Is it worth giving up? Is it too late to give up after the first card? Does the bidder alone decide to "
        "throw in?"
    ),
    "score.throw-in.opponents": (
        "What do the others get when we throw in? What do the opponents score for a throw-in? Do they keep their meld "
        "when we fold? Do the other team need a trick when we give up? What does the other side get when the bidder "
        "folds? Do we need a trick for our meld when they throw in? They gave up: what do we score? Opponents "
        "conceded: do we keep our meld? What do they score if we concede? What do we get when the others fold?"
    ),
    "score.no-marriage": (
        "I won the bid without a marriage: what now? The bidder has no marriage. What if the high bidder has no "
        "marriage in any suit? I took the bid but hold no marriage at all. The high bidder has no marriage in his "
        "hand. Bid won but not a single marriage. Bidder without any marriage? I won the bid and cannot name trump "
        "for want of a marriage."
    ),
    "score.renege": (
        "What is the penalty for a renege? Somebody revoked: what does it cost? What happens if somebody reneges? "
        "Somebody played out of suit: what happens? What does a renege cost? Somebody did not follow suit: what now? "
        "What if the bidder reneges? What if an opponent reneges? We reneged: what do we lose? Somebody broke the "
        "rules of play. What if I forgot to follow suit? Do we keep our meld when the others renege? He should have "
        "trumped but did not: what happens? What is the punishment for revoking? What if somebody cheats? We found a "
        "renege after the trick: what now? Renege penalty? Penalty for a revoke? What does it cost to renege? "
        "Somebody reneged. My opponent reneged: what do I get? He did not follow suit although he could: what now? "
        "What happens after a renege? What do I lose if I revoke? She played a wrong suit: what is the penalty? "
        "Consequences of breaking the rules? Cheating: what happens? What happens to the hand when somebody reneges? "
        "I did not follow suit by mistake. Who pays for a renege? Somebody failed to trump when he had to. The "
        "penalty for playing out of turn? He had a heart and did not play it. A revoke was discovered. What is lost "
        "by a renege? He did not beat the card although he could: what now? What do the others get when we renege? "
        "What is the damage for revoking? I played a heart though I still had a spade. She had a club but trumped. "
        "How are points scored after a renege? What do opponents get for our renege? What does a misplay cost?"
    ),
    "score.renege.bruce": "What does a renege cost in Bruce’s game? I drew too many cards.",
    "score.renege.three": "What does a renege cost with three players?",
    "score.renege.side": "What does our side lose for a renege? What do partners lose when one reneges?",
    "score.renege.side-all-counters": "Do the others take all counters after a renege?",
    "renege.kinds": (
        "What is a renege? Somebody played out of turn. What counts as a renege? I forgot to bury my cards. What does "
        "renege mean? Is playing out of turn a renege? What is a revoke? Is not beating a renege? Which faults are a "
        "renege? Somebody led before laying cards away. Is it a renege not to trump? He led out of turn. Is it a "
        "renege if I do not beat? What are reneges? Does playing out of turn count as a renege? He played before it "
        "was his turn. Which mistakes count as reneges? Explain renege. Somebody played before his turn. The bidder "
        "led before burying. Is failing to follow suit a renege? When is it a renege? What are the kinds of renege? "
        "Is leading out of turn a renege? I bid out of turn. Does a wrong lead count as a renege? What sort of "
        "mistake is a renege? Is a bid out of turn a renege? Bidder plays out of turn. When does one renege?"
    ),
    "renege.exposed": (
        "Somebody showed a card. I dropped a card and everybody saw it: is that a renege? May I show my hand? A card "
        "was exposed: what now? Somebody showed his hand to the table. Is it allowed to show cards? My partner saw my "
        "cards. A card fell face up on the table. What is the penalty for an exposed card? Somebody looked at my "
        "cards. Can I show my hand to my partner? Exposed card? My card slipped and everybody saw it. I accidentally "
        "showed a card. He lets everyone see his cards. My neighbour can see my hand. One of my cards was seen by the "
        "others. He put his cards on the table face up. May I lay my hand open? Showing cards to others. I peeked at "
        "his hand. I saw a card of my opponent. What if a card falls out of the hand? May I show a card? She saw my "
        "hand: is there a penalty? I showed my hand by mistake. What if somebody sees my cards? They can see my "
        "cards. He looked into my cards."
    ),
    "renege.exposed.always": "Is every card that is seen a renege?",
    "score.renege.corrected": (
        "Can I take a card back? I played the wrong card: may I correct it? May a wrong card be taken back? Can I "
        "undo a play? Can I change my card before the trick is over? I noticed my mistake before the trick was "
        "turned. Can a renege be corrected? I played a wrong card: can I change it? I noticed my mistake before the "
        "next card. May I correct my play? Can I pick my card up again? Oops, wrong card. Can you take back a card "
        "that you played? May I swap the card I just played? Put right a wrong card in time. I want to take my card "
        "back. Is a played card final? Until when can I correct a mistake? Can we correct a misplay before the next "
        "trick? Is there a chance to correct? May I put it right? Can a mistake be put right?"
    ),
    "score.false-claim": (
        "I accused somebody and was wrong. What does a wrong accusation cost? He said I reneged but I did not. What "
        "if somebody is falsely accused of a renege? Is there a penalty for calling a renege that was none? Wrong "
        "accusation? I called renege and was wrong. False claim of a renege? He says I cheated and I did not. She "
        "accused us of a renege but there was none. What happens when somebody calls a renege wrongly? Is accusing "
        "without proof punished? They said we reneged and were wrong."
    ),
    "score.double-set": (
        "What is a double set? How much does a double set cost? What does the bidder lose who reneges? Does a bidder "
        "who reneges lose twice? Double set? Does the bidder lose double for a renege? When do I lose twice the bid? "
        "The bidder reneged: is it double?"
    ),
    "score.bid-and-meld": (
        "What does the bidder get when another player reneges? What does an innocent bidder gain? One of the "
        "opponents reneged: what does the bidder score? My opponent reneged and I am the bidder: what do I score? "
        "Another player revoked: what does the bidder get? What does the bidder gain when a defender breaks the "
        "rules? Does the bidder get bid and meld after a renege? A defender reneged: what does the bidder get? The "
        "other player messed up: what does the bidder score?"
    ),
    "score.misdeal.card-fault": (
        "A card is missing. There is a card too many in the deck. The pack is wrong: does the deal count? We found "
        "that the deck is missing a card. There are three of one card in the deck. The deck was short: what happens "
        "to the hand? The deck is not complete. There are too many aces in the deck. A card was missing from the "
        "deck. Three identical cards in the deck. We have three aces of spades. Is a deal with a wrong deck void? One "
        "card lies under the table. We played with only 47 cards. The deck has a card too many: what now? We found a "
        "card on the floor. Somebody noticed that a card was missing. The pack is incomplete. We counted the deck and "
        "one card is gone. A queen is gone from the deck. The cards were not all there. A card is from another deck. "
        "One card is twice too often."
    ),
    "score.misdeal.technical": (
        "I have no aces and no counters: may I ask for a new deal? My hand is hopeless. Can I call a misdeal with no "
        "aces? May I ask for a redeal with a terrible hand? I was dealt no ace. No aces in my hand. A hand without "
        "aces. Can a hand without aces be redealt? Terrible hand without aces: new deal? I hold nothing but nines and "
        "jacks."
    ),
    "misdeal.technical": (
        "May I ask for a new deal when my hand is hopeless? Can I redeal a bad hand? No aces: is it a misdeal? Is a "
        "hand without an ace thrown in? Five nines and no meld: can I throw it in? My hand is terrible: may we deal "
        "again? Can I ask for a redeal? Is a bad hand a misdeal? Too many nines in my hand: new deal? May a player "
        "with no counters ask for new cards? Can I throw in a bad hand before the bidding? I have only jacks and "
        "queens: can we redeal?"
    ),
    "score.misdeal.procedure": (
        "The cards were dealt wrongly: who is to blame? We noticed a misdeal in the middle of the play. Somebody has "
        "too many cards. The dealer made a mistake. What happens on a misdeal? I was dealt one card too many. Wrong "
        "number of cards in a hand. Somebody got dealt too few cards. Is a misdeal the dealer’s fault? Misdeal? "
        "Somebody has thirteen cards. I have eleven cards and my neighbour thirteen. The dealer dealt wrong. One "
        "player has too few cards. What if the dealer makes a mistake? The cards were dealt in the wrong order. A "
        "player got one card too many. What happens when there was a misdeal? The dealer turned over a card while "
        "dealing. We have not all the same number of cards. The hands were misdealt. I got dealt too many. Not "
        "everybody has the same number of cards. What if a card is turned over in the deal?"
    ),
    "misdeal.procedure": (
        "Is a late misdeal the dealer’s renege? A misdeal is found after the first card: what now? Is the dealer "
        "punished for a misdeal? Who is to blame for a misdeal found late? We saw during play that the deal was "
        "wrong. A misdeal noticed too late: whose fault is it? Misdeal found out in the middle of the play. Does the "
        "dealer pay for dealing wrongly? Is the dealer guilty of a misdeal?"
    ),
    "res.dix-to-bid": "Do the nines count toward making the bid?",
    "res.bidder-blank": (
        "The bidder took no trick: is he set? Can we make the bid by meld alone without a trick? Is meld enough to "
        "make the bid without a trick? Can we make it with meld only?"
    ),
    "res.double-set": "Is a double set twice the bid?",
    "res.bid-and-meld": "Bid and meld: both or the larger?",
    "res.save-003": "Does one empty trick keep the meld?",
    "res.cutthroat-concede": "When may I concede in cutthroat?",
}
