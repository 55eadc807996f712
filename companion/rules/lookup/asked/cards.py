"""Asked about the cards, the seats and the deal."""

from __future__ import annotations

from collections.abc import Mapping

CARDS: Mapping[str, str] = {
    "card.rank": (
        "Is the ten higher than the king? What is the ranking of the cards? Which card is highest? What beats what? "
        "Does a king beat a ten? What is the order of the cards? Is the ace high? Where does the ten rank? Which is "
        "the better card, a ten or a queen? Is the nine the lowest card? Ten or king, which is higher? Is the ten low "
        "or high? In what order do the cards rank? Which card is stronger, the ten or the jack? What is the second "
        "highest card? Is the ten below the ace? Does the ten outrank the king? How do the ranks go? From highest to "
        "lowest, what are the cards? Why does the ten beat the queen? Which is the top card of a suit? What is the "
        "lowest card in the deck?"
    ),
    "card.identical": (
        "Two of the same card in one trick: who wins? Both players put the same ace: whose trick is it? Does the "
        "second identical card win or lose? Two aces of spades were played, who takes it? If two cards tie in a "
        "trick, does the first one win? Both played the king of hearts. Two equal cards fell: which is better? We "
        "both have the ace of trumps, who gets the trick? Same card played twice in a trick. Does the first or the "
        "last of two alike win? Three players played the same ten. Which of two aces of hearts takes it? Who takes it "
        "when two of us play the same card? Duplicate cards in a trick. If the same ace is played twice, which ace "
        "wins the trick? There are two kings of clubs in the trick."
    ),
    "unit": (
        "Why is a run 15 here and 150 there? Do we leave off the zero? Do we score in ones or in tens? Do we keep "
        "score with the zero? Is it ten times as much? What unit are the points in? Do we multiply by ten? Is a run "
        "worth 15 or 150 here? Are scores in tens? Do we count by tens? Does one counter count 1 or 10? Is the score "
        "written with a zero at the end? Why are the points so large here?"
    ),
    "players": (
        "How many people can play? What if one player too many wants to play? How many players does it take? Is this "
        "game for four? Can three of us play this? Can we play this with two? How many of us can join? How many "
        "players? Number of players? Can two of us play? Is it a game for six? What is the most people that can play? "
        "Can eight people play? Can five people play this? Do we need exactly four players? Is this a three player "
        "game? How many persons? We are seven, can we all play? Can three people play this variant? Is this for two? "
        "How many can sit at the table? Can we play with five? Will it work with six players?"
    ),
    "hand.size": (
        "How many cards does everybody get? How many cards in a hand? How many cards are dealt to each player? How "
        "many cards do I hold? How many cards do you start with? How big is a hand? How many cards each? How many "
        "cards does each player get? How many cards does one get? How many cards are we dealt? Number of cards in "
        "each hand. How many cards do we deal to everyone? How many cards should I have? Do I get twelve cards or "
        "fifteen? Hand size? How large is the hand? I have fifteen cards, is that right? How many cards are dealt "
        "out? How many cards get dealt to each of us? What does each player start with? How many cards do I get?"
    ),
    "sides": (
        "Who is my partner? Where do partners sit? Are there teams? Do we play with partners or alone? How are the "
        "teams made up? Who plays with whom? Is it every man for himself? Where does my partner sit? Who is on my "
        "side? Do I have a partner? How many on a team? Do we play in teams? Are the two across from each other "
        "partners? Is everybody alone? Do I play with the person opposite? Partners or singles? Which players are "
        "together? How are the players paired? Who are my opponents? Where do the team mates sit? Two against two or "
        "each for himself? How are partners chosen? How does the bidder pick his partner? Who sits across from whom? "
        "Who are my team mates? Are we partners? How are the sides made? Which players belong together?"
    ),
    "pack": (
        "Which cards are in the pack? What deck do we use? How many cards are in the deck? What cards do we need to "
        "play? How many of each card are there? Are there nines in the deck? How many decks do we need? Do we take "
        "the twos to eights out? How many aces are in the pack? Which cards do we remove from a normal deck? How many "
        "trumps are there? What size is the deck? Which cards are taken out of the deck? Which cards do we use? Do we "
        "need two decks? How is the deck made up? How many kings are there in all? How many copies of each card? Are "
        "the nines left out? How many aces of spades are in the deck? What cards come in this deck? Can I use "
        "ordinary playing cards? How many cards in total? How big is the pack? Are there eights and sevens in it? How "
        "many nines are there? Number of aces in the deck? How many queens in the deck? Are there any nines here? How "
        "many tens are there? Which ranks are in the deck? What deck is needed? What sort of cards do I need?"
    ),
    "pack.48": (
        "How many cards are in a pinochle deck? How many cards are in a single deck? Two of each card. 48 cards? Two "
        "of each card from ace to nine?"
    ),
    "pack.64": "Sevens and eights in the pack? Is there a pack with sevens?",
    "pack.80": (
        "How many cards are in a double deck? Are there nines in double deck? Four of each card. 80 cards? Double "
        "deck without nines?"
    ),
    "pack.96": "Two whole packs with nines? Double deck with the nines left in.",
    "pack.120": "How many cards are in a triple deck? Six of each card. Three packs without nines.",
    "pack.124": "Racehorse deck: which cards are added? The four nines in racehorse.",
    "pack.70": "Pack and a half for five players?",
    "pack.72": "Three of each card: one and a half packs?",
    "deal.first": (
        "Who deals first? Who is the first dealer, and how do we choose? How do we pick the dealer? Who starts "
        "dealing? How is the first dealer decided? Do we cut for the deal? High card deals? First dealer? Who begins "
        "as dealer? How do we decide who deals first? Draw for first deal? Does the highest card deal? Choosing the "
        "dealer. Who gets to deal at the start of the game? How do we determine the first dealer?"
    ),
    "deal.cut": (
        "Who cuts the cards? Who shuffles? Does the player on the right cut? Do we have to cut the deck? Must the "
        "dealer offer the cards for a cut? Is cutting necessary? Does someone have to cut the deck? Who cuts after "
        "the shuffle? To whom does the dealer offer the cut? Shuffling and cutting. May I refuse to cut? Who mixes "
        "the cards?"
    ),
    "deal.packet": (
        "How many cards at a time are dealt? Are cards dealt one by one? Do you deal three at a time? How do you deal "
        "the cards out? Dealt singly or in packets? In what order are the cards dealt? Deal by fours? Which way round "
        "is it dealt? How are the cards dealt? Dealt one at a time or several at once? How many cards do you deal at "
        "once? Three at a time or four at a time? In what packets are the cards dealt? Do we deal clockwise? To whom "
        "does the dealer deal first? Do you deal in threes? Dealing one by one? Is the deal in groups?"
    ),
    "deal.rotate": (
        "Who deals next? Whose deal is it? Does the deal pass to the left? Who is the next dealer? Whose turn is it "
        "to deal? Does the winner deal? Does the dealer change after every hand? Who is dealer next? Does the deal go "
        "round the table? Who deals the next hand? Does the deal move to the left or to the right? After this hand "
        "who deals? Does the loser deal? Do we take turns dealing? Rotation of the deal. Is it my deal? Which "
        "direction does the deal rotate? In which direction does the deal go? Who gets the deal next?"
    ),
    "deal.redeal": (
        "Who deals again after a throw-in? Does the same dealer deal again? Is it redealt by the same dealer? Does "
        "the deal pass on after a throw in? Who deals after a fold? Who deals after a misdeal? Do I deal over? Does "
        "the dealer keep the deal after a misdeal? Who deals when a hand was thrown in? Same dealer or next dealer? "
        "Do I have to deal once more? After everybody passed, who deals? Does the deal go on when nobody played? Who "
        "redeals? If the hand is thrown in does the deal pass?"
    ),
    "draw": (
        "When do I draw cards? Can I discard and draw new ones? What is the stock? Can I exchange cards from the "
        "deck? Do I pick up a card after every trick? Can I throw away cards for new ones? How many cards may I draw? "
        "How do we build our hands? Do we draw cards? When do I get new cards? How does drawing work? Do we take a "
        "card from the stock after each trick? Who draws first? How often can I draw? Can I change cards in my hand? "
        "Is there drawing in this game? Do I replace cards I do not like? Swapping bad cards for new ones. How do I "
        "get my hand? Exchange with the deck. How many cards do I get to change? Do I pick up from the pile? Who "
        "draws first after a trick? How many cards do I get to swap for new ones? Do I draw after a trick or before? "
        "Do we draw from the deck? Does the winner of the trick draw first?"
    ),
    "draw.discards": (
        "Who gets the rejected cards? Do the cards that I rejected count? Whose are the discards in the drawn-hand "
        "game? What happens to the rejected cards? Do the cards I threw away count at the end? Who scores the discard "
        "piles? Are my rejected cards counted with my tricks? Whose points are in the rejected pile? Do the rejects "
        "count for me?"
    ),
    "res.players-bruce": (
        "How many cards can I draw? How many can play Bruce’s game? What is the most I can discard? How many new "
        "cards may I take? How many cards may each swap? How many cards may be drawn at most? Limit to the exchange "
        "of cards with the deck? Is there a limit on discards? How many cards can I swap for new ones?"
    ),
    "res.two-handed-draw": (
        "How do we build our hands from the pack? How does keeping and rejecting work? Do I have to keep the second "
        "card? Can I look at the next card before I reject one? Must I keep the second card if I reject the first? "
        "How do I build my hand card by card? If I keep the first card what happens with the second? May I see the "
        "card I throw away? Draw a card and keep it or not."
    ),
    "res.five-call": (
        "How do I call a partner? Nobody has the card I called. Which card do I call for a partner? Who becomes the "
        "called partner? What if two players hold the called card? Can I play alone? What if nobody holds the card "
        "that was called? How does the bidder get a partner? How is the partner called? Must the called card be a "
        "trump? What happens if no one has the called card? Does the partner have to say that he has the card? When "
        "do I find out who my partner is? Bidder alone against four. What if I call a card that I hold myself? "
        "Choosing a partner by calling a card. Who holds the called card?"
    ),
    "res.five": (
        "What are the settings with five players? What if seven of us want to play five-handed? How is the called "
        "partner scored? Does the partner score as much as the bidder with five players?"
    ),
    "res.eight": "How is eight-handed set up? Four teams of two with eight players?",
    "res.redeal": (
        "Does the same dealer deal again? Same dealer or next dealer after a throw-in? Who deals after a fold? After "
        "a fold does the same dealer deal?"
    ),
    "conduct.sit-out": (
        "Who sits out? We are five and want to play partners: what now? There are too many people. There is one "
        "player too many: who sits out? Can an extra person join in? What do we do with a fifth player? Six people "
        "want to play a four-handed game. How do extra people take part? Who watches when we are too many? Five "
        "players at a table for four. Do extra players take turns? We have one player more than seats. Somebody has "
        "to watch this hand: who? Rotating in a fifth person. What if there are more players than seats? How do six "
        "of us play in turns?"
    ),
    "conduct.bid-words": (
        "May I talk to my partner? What may I say in the bidding? Somebody talked across the table: is that allowed? "
        "Can I give my partner a hint? Is table talk allowed? Can I signal to my partner? May I tell my partner what "
        "I have? Can partners speak during the auction? Can I ask my partner what to bid? He told his partner what he "
        "holds. What am I allowed to say when I bid? Can I say anything besides a number? Is talking allowed in the "
        "bidding? Are comments during the bidding allowed? May I say I have a good hand? Can I make faces at my "
        "partner? My partner says something about his cards. Can I announce my suit while bidding? My wife talks to "
        "her partner all the time. May I ask how much meld he has? Is chatting across the table cheating? Can I say "
        "what I have got? Are partners allowed to talk? Can partners discuss their cards? May my partner and I talk "
        "about our hands? Can we tell each other what we have? Is it cheating to talk about cards?"
    ),
    "conduct.pass-silent": (
        "May partners talk about which cards to pass? Can I ask my partner for cards? My partner asked me for trumps "
        "while passing. Can I tell my partner what to pass? Is it allowed to say which cards I want? Can I hint what "
        "to pass me? May we discuss the exchange? Can I tell my partner which cards I need? May I ask for a suit when "
        "we exchange? Are we allowed to talk while passing cards? Can I request certain cards? He told me what to "
        "send him. May I say pass me your aces? Talking over the passed cards."
    ),
    "conduct.meld-order": (
        "Who shows meld first? Who lays down first? Who melds first? Does the bidder lay his meld first? Which side "
        "puts its meld down first? Who puts down meld before the others? Does the bidder show first? Must the "
        "opponents meld first? In what order do we show meld? Whose meld is laid first? May I lay my meld before the "
        "bidder?"
    ),
    "conduct.meld-lies": (
        "When may I pick up my meld? How long does the meld stay on the table? Can I look at their meld again? Must I "
        "show my meld? How long do I have to leave my meld out? Can they see my meld? When do we take our meld back "
        "into the hand? Do I have to lay my meld face up? How long must meld be left on the table? May I pick my meld "
        "up already? May we see the meld once more? Do I have to show the cards of my meld? Can I ask to see the meld "
        "again? Is meld placed on the table face up? Does meld go back into the hand before the play? Do I have to "
        "lay the meld open? Until when does meld lie there? Can I hide my meld? Must everyone see my meld? May I look "
        "at the melds again later? Do I need to put my meld down where all can see it? Can I look back at a meld or a "
        "trick?"
    ),
    "conduct.puller": (
        "Who collects the tricks? Who keeps our tricks? What is a puller? Who picks up the tricks for our team? Who "
        "gathers the cards we won? Which partner keeps the tricks? Who picks up the won tricks? Does one of us "
        "collect all tricks? Where do the tricks go? Who takes in the tricks? May both partners keep tricks? Can I "
        "look through the tricks that we won? May I look at the last trick again? Can I look through the old tricks? "
        "Who takes care of our tricks?"
    ),
}
