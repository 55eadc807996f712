"""The notions that players' words stand for: every way of saying one is read as the same thing.

A phrase wins over the words in it, and a longer phrase over a shorter one. What a phrase is read as may be several
notions. Words that are in no line stand for themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

NOTIONS: Mapping[str, str] = {
    # What is asked
    "#who": "who, whos, whose, which player, which one of us, whom, wer",
    "#many": "how many, what number, number of, how many times, how often, quantity",
    "#worth": (
        "how much, worth, value, points for, what are the points, what do you get for, what do i get for, pay, score for, "
        "how many points, what points, price, what does it score, points is, what is it worth, how many point, payout, reward"
    ),
    "#may": (
        "can i, can we, may i, may we, may, allowed, permitted, legal, ok to, okay to, am i allowed, is it ok, permit, "
        "is it legal, could i, could we, may a player, permissible, possible, right to, allowed to, can you, fair to, illegal"
    ),
    "#must": (
        "must, have to, has to, need to, forced, obliged, obligation, gotta, got to, required, supposed to, compulsory, "
        "mandatory, necessary, hafta, do we need, do i need, obligatory, duty"
    ),
    "#fault": (
        "what happens if, what happens when, what if, penalty, punishment, punish, consequence, now what, what now, "
        "cost, penalize, what do we do, remedy, fine for, what follows, penalties"
    ),
    "#none": (
        "no, not, none, without, dont, doesnt, didnt, cant, cannot, never, nothing, neither, couldnt, isnt, arent, havent, "
        "hasnt, zero, wont, dont have, have no, nor, arnt, haven"
    ),
    "#first": "first, begin, start, starts, opening, initial",
    "#when": "when, at what point, what time, how soon",
    "#long": "how long, until when",
    "#least": (
        "minimum, min, lowest, least, smallest, at least, how low, how little, as low as, bare minimum, fewest, minimal, "
        "low as"
    ),
    "#largest": "maximum, max, most, biggest, how high, how far, largest, at most, limit",
    "#again": "again, twice, second time, re, once more, back in, another turn, more than once, re enter, two times",
    "#every": "every, all, each, entire, everyone, everybody, whole",
    "#add-up": "add up, adds up, total, altogether, in all, sum, all together, combined, doesnt add, in total",
    "#extra": "extra, spare, additional, further, plus one more, one more, plus a, leftover, remaining, beside, besides",
    "#hand": "hand, hands",
    "#before": "before, prior to, ahead of",
    # The cards
    "ace": "ace, aces",
    "jack": "jack, jacks, knave, knaves",
    "trump": "trump, trumps, triumph, trumpf",
    "suit": "suit, suits, color, colour",
    "pack": "pack, deck, decks, cards in the game",
    "card": "card, cards, cardz",
    "identical": (
        "identical, same card, same ace, same king, same ten, exactly the same, alike, duplicate, twin, two of the same, "
        "both played the, same exact, duplicates, tie on the same"
    ),
    "rank": (
        "rank, ranking, rank order, order of cards, higher than, better than, stronger than, strong, outrank, outranks, "
        "card order, order of the cards, more powerful, which is higher, hierarchy, highest card"
    ),
    "dix": (
        "dix, deece, dece, deese, diss, nine of trump, nine of trumps, nines of trump, nines of trumps, trump nine, "
        "trump nines, lowest trump, low trump, bare nine, nine in trump, the nines, my nines, your nines, nine of the trump suit"
    ),
    "nine": "nine, nines",
    "seven": "seven, sevens",
    "seven nines": "seven nines, seven of the nines, 7 nines",
    "counter": "counter, counters, pointer, pointers, counting card, counting cards, point card, point cards",
    "point": "point, points, pts, pt",
    # Seats and the deal
    "player": "player, players, people, ppl, persons, folks, person, guys",
    "partner": "partner, partners, mate, teammate, teammates, my buddy",
    "side": "side, sides, team, teams, partnership, partnerships, pair of partners",
    "opponent": (
        "opponent, opponents, other team, other side, others, enemy, defender, defenders, opposition, other guys, "
        "other players, the others, non bidder, non bidders, adversaries, opposing"
    ),
    "seat": "seat, seats, sit, sits, seating, across from",
    "sit-out": (
        "sit out, sits out, too many people, too many players, extra player, extra person, extra people, one too many, "
        "more people than, five of us, six of us, seven of us, fifth player, fifth person, sitting out, extra players"
    ),
    "deal": "deal, dealing, deals, hand out, handed out, distribute, distributed",
    "redeal": "redeal, redealt, deal again, deals again, new deal, deal over, start over, reshuffle, re deal, dealt again",
    "misdeal": (
        "misdeal, misdealt, dealt wrong, dealt wrongly, wrong deal, bad deal, wrong number of cards, too many cards, "
        "too few cards, not enough cards, thirteen cards, one card too many, card too many, card too few, "
        "dealt thirteen, dealt eleven, dealer messed up, dealer made a mistake, misdeals, dealt one too many, dealt me"
    ),
    "pack-fault": (
        "wrong pack, card missing, missing card, one card missing, missing from the deck, missing a card, deck is wrong, "
        "incomplete deck, deck is short, cards are missing, lost card, wrong deck, faulty deck, three of one card, "
        "deck was wrong, pack was wrong, card is missing, extra card in the deck, short a card, pack is wrong, foreign card"
    ),
    "hopeless": (
        "hopeless hand, no aces, no ace, without an ace, terrible hand, worthless hand, junk hand, bad hand, bad cards, "
        "garbage hand, awful hand, no counters in my hand, horrible hand, nothing in my hand, crap hand, lousy hand, "
        "terrible cards, worst hand"
    ),
    "shuffle": "shuffle, shuffles",
    "draw": (
        "draw, draws, drawing, pick up cards, new cards, get new ones, replacement cards, fresh cards, pick cards, "
        "new ones, replace cards, exchange cards from the deck"
    ),
    "stock": "stock, draw pile, face down pile, stockpile",
    "build-hand": "build our hands, build hands, build my hand, build a hand, keep or reject, keeping and rejecting, make our hands",
    "reject": "reject, rejected, rejects",
    "turn-up": "turned up card, turn up card, turned up, turnup, face up trump, upcard, up card, turns up, exposed trump, turn up",
    # Bidding
    "bid": "bid, bids, bidding, bidded, auction, auctions, contract",
    "bidder": "bidder, declarer, bid winner, high bidder, who took the bid, bid taker, highest bidder, winner of the bid",
    "raise": (
        "raise, raises, increment, increments, step, steps, go up, goes up, increase, next bid, bid after, go up by, "
        "in between bids, multiples, bid rise, amount between bids, outbid"
    ),
    "jump": "jump, jumps, skip, leap, overbid",
    "nobody-bids": (
        "everyone passes, everybody passes, all pass, we all pass, all passed, everyone passed, everybody passed, "
        "nobody bids, no one bids, nobody bid, no one bid, noone bids, all people passed, all players pass, all three pass, "
        "all four pass, no bids, nobody wants to bid, no one wants to bid, no one opens, nobody opens, nobody wants it, "
        "no bid, everyone pass, noone bid, doesnt anyone bid, passes out, all of us pass, passed out, all pass out"
    ),
    "stuck": "stuck, stick the dealer, forced bid, must take it, stick, has to take it, dropped on the dealer, dump",
    "automatic": "automatic, automatically, auto",
    "pass": "pass, passes",
    "discount": "bid less, go lower, cheaper, for less, lower than everyone, less than everyone, discount, lower than the others",
    "withdraw": "withdraw, take my bid back, take back my bid, wants out, want out, retract, back out, decline, only one bid, lone bidder, only bidder, only person bid, undo my bid, take back a bid, cancel my bid",
    "meld-bid": "meld bid, meld bids, meld bidding, small raise, bids tell, bid mean, bid tell, signal with a bid, signal meld, bid say about, bids say, signal bid",
    "help": "help, can help, helping, assist",
    "summed": "summed, bids added, add our bids, both partners bid, bids together, added together, sum of the bids, add the bids",
    "name-trump": (
        "name trump, name trumps, call trump, call trumps, choose trump, pick trump, trump decided, trump chosen, declare trump, "
        "make trump, trump named, select trump, trump suit chosen, pick the trump, call any suit, decides trump, names trump, "
        "picks trump, chooses trump, calls trump, what is trump, trump determined, choose the trump, call the trump, pick the suit, "
        "name the suit, trump picked, naming trump, named trump, any suit trump, say trump, set trump, determine trump"
    ),
    # Kitty and exchange
    "kitty": "kitty, widow, blind, talon, left over cards, leftover cards, cat, kitti, cards left over, cards in the middle, extra cards",
    "bury": (
        "bury, buries, buried, put aside, lay away, laid away, put away, lay aside, set aside, discard, discards, discarded, "
        "throw away, lay down cards, put down, laid aside, lay cards away, put cards away, cards i put away, bury cards"
    ),
    "exchange": (
        "exchange, swap, trade, pass cards, passing cards, cards passed, cards are passed, cards do we pass, cards we pass, "
        "give each other, cards to partner, cards to my partner, give my partner, cards partners pass, give to partner, "
        "give your partner, partners pass, pass to partner, cards pass, cards to pass, passed cards, hand over cards, cards back, "
        "pass to my partner, pass back, pass my partner, swaps, trade cards, cards do partners, give partner, cards to each other, "
        "pass to each other, pass my cards, passes their cards, passes cards, send cards, cards over, pass across, card pass"
    ),
    # Meld
    "meld": "meld, melds, melding, melded, declaration",
    "run": "run, runs, flush, straight, family, rope, book, sequence, a ten k q j, ace ten king queen jack",
    "double run": "double run, two runs, double flush, both runs, second run, runs twice, two flushes, run twice, double family",
    "marriage": "marriage, marriages, married, king and queen, k and q, kq, king queen, queen and king, wedding",
    "royal": (
        "royal marriage, royal, marriage in trump, trump marriage, king and queen of trump, king and queen of trumps, "
        "king queen of trump, marriage of trump, marriage in trumps"
    ),
    "pinochle": (
        "pinochle, pinocle, pinnocle, penochle, penuchle, binokel, queen of spades and jack of diamonds, "
        "queen of spades and the jack of diamonds, jack of diamonds and queen of spades, "
        "queen spades jack diamonds, jack diamonds queen spades, qs jd, jd qs, spade queen and diamond jack, "
        "diamond jack and spade queen, jack of diamonds with queen of spades, jack of diamonds and the queen of spades, pinochles, pinochel, pinocle"
    ),
    "double pinochle": (
        "double pinochle, two pinochles, both pinochles, double pinocle, pair of pinochles, pinochle twice, second pinochle, "
        "two jacks of diamonds and two queens of spades, two queens of spades and two jacks of diamonds, "
        "two jacks of diamonds, two queens of spades, both jacks of diamonds, both queens of spades"
    ),
    "around": (
        "around, round, four of a kind, one of each suit, of each suit, in each suit, four suits, different suits, abound, "
        "one in every suit, ace in every suit, king in every suit, queen in every suit, jack in every suit, all four aces, "
        "all four kings, all four queens, all four jacks, four aces, four kings, four queens, four jacks, set of aces, "
        "set of kings, hundred aces, 100 aces, eighty kings, 80 kings, sixty queens, 60 queens, forty jacks, 40 jacks, "
        "ace of each suit, king of each suit, queen of each suit, jack of each suit, arounds, one of every suit"
    ),
    "double around": (
        "double around, double aces, double kings, double queens, double jacks, eight aces, eight kings, eight queens, "
        "eight jacks, aces abound, kings abound, queens abound, jacks abound, all eight, thousand aces, 1000 aces, aces around twice, "
        "double aces around, double kings around, double queens around, double jacks around, two of each suit, "
        "aces twice around, eight of a kind"
    ),
    "roundhouse": (
        "roundhouse, round house, round table, roundtable, roundhouses, marriage in every suit, marriage in each suit, "
        "marriages in every suit, marriages in each suit, four marriages, marriage of every suit, marriages in all suits, "
        "marriage in all four suits, king and queen in every suit, king and queen of every suit, king and queen in each suit, "
        "all four marriages, kings and queens around, marriages in all four suits, kings and queens in all suits, "
        "kings and queens in every suit, king and queen of each suit, marriage in all suits"
    ),
    "three-fold": (
        "triple, three pinochles, triple pinochle, three aces of each, triple aces, twelve aces, sixteen aces, quadruple aces, "
        "three of each suit, four of each suit, three times around, triple around, triple kings, three fold, sixteen kings, twelve kings, "
        "twelve queens, triple queens, triple jacks, three of the same meld, sixteen queens"
    ),
    "quadruple pinochle": "quadruple pinochle, four pinochles, quad pinochle, all four pinochles, quadruple pinochles, pinochle four times",
    "five-fold": "five aces of each, twenty aces, five of each suit, six of each suit, five fold, six fold, five times, quintuple, sextuple, five of the same, six aces of each, six pinochles, five pinochles, twenty four aces",
    "use-twice": (
        "use twice, used twice, used for, both melds, two melds, same card in, count twice, counted twice, same queen, same king, "
        "more than one meld, several melds, same card for, use the same, also count in, both a marriage and, use a card in, "
        "counts in two, use a card twice, card twice, one card in, overlap, double count, also use, counts twice, used again, be part of two"
    ),
    "least meld": (
        "minimum meld, meld minimum, min meld, least meld, enough meld, meld enough, meld too small, meld under twenty, "
        "less than twenty meld, not enough meld, meld requirement, meld needed, small meld, too little meld, "
        "little meld, meld do you need, meld do we need, how much meld, meld required"
    ),
    "lay meld": "lay meld, lay down meld, put down melds, lay melds, make a meld, lay a meld, table a meld, put down a meld, lay a meld down, meld at a time, lay down a meld, declare a meld",
    "meld open": "show my meld, show meld, meld stay, meld lie, leave meld, pick up meld, pick up my meld, meld back, leave my meld, meld on the table, meld face up, cards when i meld, see their meld, look at their meld, look at meld, take meld back, meld displayed, see the meld",
    # Play
    "trick": "trick, tricks, trik, triks, book of cards",
    "all tricks": (
        "all tricks, all the tricks, every trick, every single trick, all of the tricks, slam, sweep, shoot the moon, shot the moon, "
        "grand slam, all our tricks, took them all, pinochling, took everything, clean sweep, whole hand of tricks, shooting the moon, take them all, won every trick"
    ),
    "no tricks": (
        "no tricks, no trick, without a trick, zero tricks, not one trick, dont take a trick, didnt take a trick, not a single trick, "
        "take no tricks, took no tricks, no counters, no counter, dont get a trick, never took a trick, any tricks, fail to take a trick, "
        "dont win a trick, no points in tricks, without taking a trick, skunked, zero points in tricks, shut out, lose all tricks, lost every trick"
    ),
    "last trick": "last trick, final trick, last book, laststrick, last trik, end trick",
    "follow": "follow, follows, following, follow suit, same suit, suit that was led, suit led, played suit",
    "no follow": (
        "not follow suit, didnt follow suit, did not follow suit, forgot to follow suit, failed to follow suit, "
        "didnt follow, doesnt follow suit, not following suit, forgot to follow, not followed suit, had the suit but, failed to follow, "
        "had a spade but, had a heart but, had a club but, had a diamond but, had one but, wrong suit, out of suit when he had"
    ),
    "void": (
        "void, no suit, none of the suit, dont have the suit, dont have suit, cant follow, cannot follow, cant follow suit, "
        "unable to follow, out of suit, out of that suit, out of the suit, not have the suit, short suit, have none, "
        "no cards of the suit, run out of, none of that suit, no hearts, no spades, no clubs, no diamonds, dont have any, not have color, "
        "not have the color, cannot follow suit, dont have that suit, have no suit, ran out of, without the suit, no more of, fresh out of, not have suit, "
        "no club, no heart, no spade, no diamond, dont have hearts, dont have spades, dont have clubs, dont have diamonds, not got the suit, "
        "dont have a card of, out of hearts, out of spades, out of clubs, out of diamonds, missing the suit"
    ),
    "slough": "slough, sluff, throw off, sluff, throw anything, play anything, play any card, slough off, dump a card",
    "beat": (
        "beat, beats, beating, top, overtake, kill, go over, go higher, play higher, play over, head, win the trick if i can, "
        "outplay, higher card, beat the, go above, climb, cover, take it if i can, have to win, must win, play a winner, higher if, go high, "
        "obligation to head, top it, go up on"
    ),
    "over-trump": "overtrump, over trump, overruff, ruff, over trumping, overtrumping, over triumph, trump higher, trump over, uppertrump",
    "play low": "play low, duck, lay off, play under, lower card, small card, hold back, underplay, play lower, throw low, keep my ace, hold my ace, save my ace, underplay, low card",
    "winning": "already winning, already has the trick, already won, partner is winning, has it won, partners trick, partner has the trick, ahead already, partner played the ace, already taking",
    "lead": "lead, leads, leading, lead off, start the trick, first card, play first, plays first, start the play, goes first in the play, opening lead, lead out, trick one",
    "break": "broken, break trump, trump broken, trumps broken, break trumps, trump been broken, trump is broken, broke trump",
    "winner": "winner, wins the trick, takes the trick, gets the trick, takes it, who wins, who gets it",
    "gather": "gather, collect, puller, pull, pulls, keep the tricks, pick up the tricks, gathers, keeps the tricks, collects the tricks, rake in",
    # Scoring
    "set": (
        "set, go set, goes set, went set, fail, fails, failed, not make, dont make, didnt make, miss the bid, missed the bid, "
        "not reached, not reach, come up short, fall short, falls short, going set, go down, goes down, cant make, dont reach, "
        "didnt reach, do not make, doesnt make, bust, short of the bid, came up short, missing our bid, not make it, lose the bid, "
        "miss our bid, missed our bid, bid fails, couldnt make, under our bid, fell short, lost our bid, missed it"
    ),
    "make": "make, makes, made",
    "double set": "double set, twice the bid, set double, doubly set, double setting, set twice",
    "save": "save, keep, keeps, retain, hang on to, safe, count without",
    "lose": "lose, loses, forfeit, lost, give back",
    "throw-in": (
        "throw in, throws in, thrown in, threw in, throw it in, throw the hand in, throw my hand in, throw hand in, concede, concedes, "
        "conceding, concession, fold, folds, folded, folding, surrender, give up, giving up, gave up, gives up, quit, resign, throw in the hand, "
        "throw in the cards, drop the hand, bail, not play it out, call it quits, skip playing, throw in the towel, throw the cards in, "
        "concede the hand, dont want to play it, stop the hand, toss in, throwing in, toss it in, chuck it"
    ),
    "renege": (
        "renege, reneg, renig, reniged, renegade, reneged, reneges, revoke, revokes, break the rule, break the rules, broke the rules, "
        "broke a rule, violate, violation, mess up, messed up, illegal play, illegal card, irregularity, offend, offends, offender, "
        "offence, cheat, cheating, cheats, cheated, breaks the rules, made a mistake, infraction, misplay, misplayed, reneging, renigged, "
        "renege penalty, played illegally, foul"
    ),
    "out-of-turn": "out of turn, out of order, wrong turn, not their turn, not his turn, not my turn, before it was his turn, ahead of turn",
    "correct": (
        "take it back, take back, take a card back, wrong card, undo, correct it, correct a, put right, fix it, change my card, "
        "corrected, correct, played the wrong, take the card back, take my card back, pick it back up, caught it in time, change my mind, "
        "caught right away, before the trick is turned"
    ),
    "accuse": "accuse, accuses, accused, accusation, falsely, false claim, wrongly accused, false accusation, wrong accusation, called renege but, claimed a renege, claims i reneged, says i reneged, challenge",
    "exposed": (
        "exposed, expose, card fell, dropped a card, drop a card, fell on the table, flashed, flash, showed his cards, show my hand, "
        "showed her cards, showed a card, shows a card, saw my card, saw my cards, show somebody my hand, show your hand, face up on the table, "
        "card was seen, showed her hand, showed his hand, shows hand, card shown, revealed, see my cards, dropped card, show my cards, peek, "
        "accidentally showed, show cards, showed cards, flashed a card, cards on purpose, showed me"
    ),
    "talk": (
        "talk, talks, talking, speak, speaking, table talk, chat, discuss, communicate, hint, hints, across the table, across the board, "
        "tell my partner, tell partner, ask my partner, asked me for, ask for cards, say to, signal, signals, coach, asks partner, comment, "
        "talk across, conversation, tell him what, asked his partner, what may be said, asking for cards, ask me for, ask partner, "
        "give hints, say anything"
    ),
    # The end
    "target": (
        "target, game to, play to, playing to, play up to, playing up to, up to what, win the game, wins the game, how do you win, "
        "how do i win, how do we win, how is the game won, game won, game end, game ends, game over, end of the game, "
        "game finish, game is finish, game finished, how to win, needed to win, need to win, to win, points to win, go out, winning score, "
        "game is over, finish line, score to win, whats game, how much to win, playing up, end the game, out at, win this, win at, "
        "how does one win, who wins the game, game done, score limit, game score, final score, goal, win a game, how many points win, "
        "how far do we play, how long is a game, when does it end, victory, object of the game"
    ),
    "tie": (
        "tie, ties, tied, both over, both past, both teams over, both teams went over, both sides over, same score, both reach, both hit, "
        "both teams reach, both went over, both go over, both out, both go out, both teams, both sides, two players hit, "
        "two players over, two players reach, past 1000, same time, at once, same hand, both cross, both got to, more than one over, both made it to, "
        "two of us over, two of us reach, both get to, two reach, simultaneously, several reach, level, equal scores, everyone over, both finish, "
        "we are both, draw game"
    ),
    "declare out": "declare out, say im out, say i am out, call out, claim the game, claim out, im out, claim victory, announce out, stop early, claim to be out, go out in the middle, declaring out, call myself out",
    "negative": "negative, below zero, minus score, in the hole, into the hole, go minus, under zero, lower than zero, less than zero, in the red",
    "no-progress": "not scored yet, hasnt scored, havent scored, not scored, no points yet, has nothing, still at zero, has no points, havent moved, shutout, no forward progress, still zero, scored nothing",
    "check": "checks, check, a check",
    "owe": "pays who, pays whom, pay who, owes, owe, settle, pay each other, who pays, settle up, owed, payment, money",
    "round-off": "round my points, rounded, rounding, round up, round down, round off, rounds, round the points, round points, round to ten, nearest ten, round it, rounded up, round our, round the count",
    "ones-or-tens": "ones or tens, in ones, in tens, leave off the zero, drop the zero, fifteen or 150, 15 or 150, extra zero, with zero, ten times, drop the zeros",
    "slide": "slide out, sliding out, slide, without bidding, without a bid, no bid of my own, win without bidding, not bidding",
    "playoff": "playoff, stock runs out, stock is gone, last twelve, stock is empty, stock gone, stock ends, after the stock, no more stock, stock is used up, deck runs out, cards run out, stock exhausted, pile is gone, final twelve",
    "same-dealer": "same dealer, dealer deal again, dealer again, who deals again, next dealer",
    "table": "table",
}
"""Each notion with the words and phrases that stand for it, parted by commas."""

SILENT: frozenset[str] = frozenset("a an and are be do does in is it of the to".split())
"""Words that tell nothing by themselves; beside another they still say in which order things come."""

QUIET: frozenset[str] = frozenset(
    "a am an and are as at be been being but by can could did do does doing done for from get give go had has have he her here hers him "
    "his how i id if ill im in into is it its ive just let lets like me mine my now of off on or our ours out please really s shall "
    "she should so some someone somebody still t than thanks that the their theirs them then there these they thing this those to too u ur "
    "us very was we well were what whats where which while why will with would you your yours yes ok okay hi hey dear lol "
    "bro sir ma any also am up about one two another player game pinochle hand card point rule anyone count get go".split()
)
"""Words that nearly every question holds, so that they tell little."""

WEAK: frozenset[str] = frozenset({"card", "player", "game", "hand", "rule", "one", "two", "three", "four", "five", "six", "#hand", "point", "table", "score", "play"})
"""Words that tell something, but less than their rarity says."""

TABLES: dict[str, str] = {
    "bruce-5": "five card pinochle, five card game, five card, bruce five",
    "bruce-7": "seven card pinochle, seven card game, seven card, bruce seven",
    "two-handed-draw": "two handed draw, two handed drawn hands",
    "two-handed": "two handed pinochle, two handed game, two handed, two hander, two player pinochle, two player game, two player",
    "three-handed": "three handed pinochle, three handed game, three handed, three player pinochle, three player game, three player",
    "cutthroat": "cutthroat, cut throat",
    "check": "check pinochle",
    "five-handed": "five handed pinochle, five handed, five player game, five player pinochle",
    "doubles": "in doubles, play doubles, playing doubles, for doubles",
    "double-deck": "double deck pinochle, double deck",
    "triple-deck": "triple deck pinochle, triple deck, six handed",
    "racehorse": "racehorse pinochle, racehorse, race horse",
    "eight-handed": "eight handed pinochle, eight handed, eight player game, eight player pinochle",
    "joedog": "joedog, joe dog",
    "hoyle": "hoyle",
    "summed": "summed bids",
    "kitty-partnership": "partners with a kitty, kitty partnership",
}
"""What players call the variants, by key."""
