"""Asked about the melds and what they pay."""

from __future__ import annotations

from collections.abc import Mapping

MELDS: Mapping[str, str] = {
    "meld.run": (
        "What is a flush worth? What is a run in trump worth? What is a run? Which cards make a run? How much is a "
        "run? Points for a straight? Ace, ten, king, queen and jack of trump. What is a family? Can I have a run in "
        "another suit than trump? What is a rope? Run? A 10 K Q J in trump? What does a flush pay? Points for a run? "
        "What do I get for a run? How many points for a family? Can a run be in any suit? Is a run in a plain suit "
        "worth something? Can I have a run in a suit that is not trump? What is a trump sequence? Do I need all five "
        "trumps for a run? What is a rope worth? Is the run still 15? Can I lay a run in clubs when hearts is trump? "
        "What is a run in spades worth? How much do I get for the flush? Is a run outside trump anything?"
    ),
    "meld.double-run": (
        "What are two runs worth? How much is a double run? I have both runs in trump. What does a double flush pay? "
        "Two of everything in trump? Two full runs? Points for a double run? Two complete runs of trump. What are "
        "both flushes worth? A second run in trump?"
    ),
    "meld.royal-marriage": (
        "King and queen of trump: what are they worth? What is a royal marriage? How much is a marriage in trump? How "
        "many points for the royal marriage? Trump marriage? Marriage in trump: how many points? What does the king "
        "and queen of trump give? Points for a royal marriage? Is a marriage in trump worth more? Is it 40 or 20 for "
        "king and queen of trump?"
    ),
    "meld.marriage": (
        "King and queen of one suit: what are they worth? What is a marriage? How much is a marriage? King and queen "
        "of hearts when spades are trump. How many points for a common marriage? Are marriages worth anything? What "
        "is a king and queen that are not trump worth? What is a plain marriage? Points for a marriage? What does a "
        "king with a queen give? Marriage of hearts when clubs are trump? What is a regular marriage worth? Are a "
        "king and queen of different suits a marriage? What is an ordinary marriage? How many points for king and "
        "queen? Marriage not in trump? What are two marriages in one suit worth? Can a marriage be scored in any "
        "suit? Do king and queen have to be of the same suit? A king of hearts and a queen of clubs? Are marriages in "
        "plain suits paid?"
    ),
    "meld.dix": (
        "What is the nine of trump worth? What is a deece? What is the lowest trump worth? What is a dix? Do nines "
        "count? Is the nine of trump meld? How many points for a nine? How much is each nine of trump? Are nines "
        "worth anything? What do you get for the nine? What are two nines of trump worth? Points for the nine of "
        "trump? What do I get for a nine? The lowest trump: is it worth something? Two nines of trump: how many "
        "points? What good is the nine of trump? Do we count nines in this game? How do you call the nine of trump? "
        "Nine of trumps in meld? What does a dix score? Why is a nine worth points? Are the nines of other suits "
        "worth anything? How much is one nine of trumps worth? Do we get something for nines? What does a nine of "
        "trump bring?"
    ),
    "meld.pinochle": (
        "What is a pinochle? Queen of spades and jack of diamonds: what are they worth? How much is a pinochle? How "
        "many points is one pinochle? Which cards make a pinochle? Is it the jack of diamonds with the queen of "
        "spades? How many points for a single pinochle? Pinochle? Points for a pinochle? Jack of diamonds and queen "
        "of spades: points? Which queen and jack make a pinochle? What do I get for a pinochle? What is the special "
        "queen and jack worth? Why is the game called so?"
    ),
    "meld.double-pinochle": (
        "Two queens of spades and two jacks of diamonds: what are they worth? Do two pinochles count double? How much "
        "is a double pinochle? What do both pinochles pay? Points for double pinochle? Points for two pinochles? Is a "
        "second pinochle worth more? What does a double pinochle score? Both queens of spades with both jacks of "
        "diamonds. Is a double pinochle 300 or 80?"
    ),
    "meld.around": (
        "Four aces in four suits: what are they worth? What are aces around? What is a round? How much are kings "
        "around? What do queens around pay? What are four jacks worth? How many points for jacks around? One king of "
        "each suit. An ace in every suit: how much? Four of a kind: what is it worth? Are tens around worth anything? "
        "Are nines around worth anything? Aces around? Kings around? Queens around? Jacks around? Hundred aces? What "
        "is a set of jacks worth? What is one queen of each suit worth? Value of kings around? Points for four aces? "
        "Four different kings? Four queens of different suits? What are sixty queens? Do four tens count? Points for "
        "an ace in every suit? What do four queens pay? Are ten of each suit worth something? Four kings pay what?"
    ),
    "meld.double-around": (
        "Eight aces: what are they worth? What are double aces around, or aces abound? How much are eight kings? Two "
        "kings in every suit? What are double jacks around worth? All eight queens: how much? What does a double "
        "around pay? Double aces? Double kings? Points for eight aces? How many points are two aces of each suit? "
        "Value of aces abound? Eight jacks? Is a double around worth ten times as much? What are eight queens worth? "
        "A thousand aces?"
    ),
    "meld.best": (
        "Can one card be in two melds? Can I use the same queen in a marriage and in a pinochle? May a card be used "
        "twice? Can a card count in more than one meld? Does the queen of spades count for marriage and pinochle? Can "
        "I count a king in a marriage and in kings around? How is my meld counted? Can I use the king twice? Which "
        "way of melding counts when there are several? Can a queen be in a marriage and in queens around? Is the same "
        "card allowed in several melds? Can the pinochle queen be used in queens around too? May I count a card more "
        "than once? If there are two ways to meld which counts? Can I use one king for two marriages? Does one card "
        "count in different melds? Do I lose a marriage by using the queen in a pinochle? Which meld should I count? "
        "Can a jack count in a pinochle and jacks around? Can my king be in a run and kings around? Pinochle and "
        "marriage with the same queen? Can the same queen be in two melds? Does a card that is in one meld count in "
        "another?"
    ),
    "meld.run-absorbs": (
        "Does the marriage in the run count as well? Are the king and queen of a run paid again? Do I get the royal "
        "marriage besides the run? Is the marriage included in the run? Does a run also score the marriage inside it? "
        "Do I score the trump marriage in my flush too? Is a run plus its marriage 150 or 190? Does the run include "
        "the marriage? Is the king and queen in the flush paid extra? Do I get 40 for the marriage in my run? Do I "
        "add the trump marriage to the run? Does the marriage inside the flush count? Can I score both the run and "
        "the royal marriage in it? King and queen beside the flush, paid or not? Run and marriage together? Can the "
        "marriage in a run be counted separately? King and queen of trump in the run: paid again or not? Is the "
        "marriage in my run extra?"
    ),
    "meld.run-absorbs.adds": "Is the marriage inside a run paid too?",
    "meld.multiple": (
        "Are two of the same meld paid twice? Do two of one meld count double? Are two marriages paid twice? What are "
        "two marriages worth? How are several melds of one kind paid? Two melds of the same kind? Is the second meld "
        "of a kind paid the same? Is twice the meld twice the points?"
    ),
    "meld.roundhouse": (
        "A marriage in every suit: what is it worth? What is a round table? What is a roundhouse? How much is a "
        "roundhouse? Kings and queens of all four suits? Is there a bonus for a roundhouse? Four marriages: how many "
        "points? Roundhouse? Roundtable? Points for marriages in all suits? What do I get for all four kings and "
        "queens? What is a king and queen of each suit worth? How is a roundhouse counted? What are all four "
        "marriages together worth? Is a roundhouse 240 or 250?"
    ),
    "meld.run-extra": (
        "An extra king or queen beside the run: is it paid? A run and a spare king of trump? Run plus an extra queen? "
        "What is a run with an extra king worth? Does an additional queen of trump count beside the run? I have a run "
        "and one more king. Does an extra marriage with the run count? Run with an extra king? Extra queen in trump "
        "with a run? What is a run and one more queen worth? A second king of trump with my run: does it count? Is a "
        "spare king beside the flush worth 40? Do I get paid for the other king of trump? A run plus another queen?"
    ),
    "meld.quad": (
        "What are three pinochles worth? What is a triple pinochle? How much are triple aces? What do quadruple kings "
        "pay? How much are four pinochles worth? Twelve aces: how many points? How much for three of each queen? What "
        "are sixteen aces worth? What does a triple meld pay? Triple pinochle? Quadruple aces? Three pinochles? Value "
        "of four pinochles? Points for twelve queens? Is there a price for triple kings? What are three aces of each "
        "suit worth? Are triple melds paid? What about four of everything? Three times around?"
    ),
    "meld.over-four": (
        "Five or six of the same meld: how is it counted? How much are five pinochles? Twenty aces: what are they "
        "worth? What does a six-fold meld pay? Six aces of each suit? Six pinochles? Five pinochles? More than four "
        "of one meld? What do I get for five aces of each suit? What if I have a meld six times? Five of the same "
        "meld? How is a five-fold meld paid?"
    ),
    "meld.table": (
        "What do all the melds pay? List of meld points? What are the meld values? How much is everything worth in "
        "meld? What counts as meld? What can I meld? Which melds are there? What are the melds? Meld chart? Meld "
        "price list? What are the melds and their points? Meld values? Tell me all the melds. How much is each meld "
        "worth? Which combinations score? What scores in meld? What combinations are there? What are the points for "
        "meld? Table of melds? How do I count meld? What do melds give?"
    ),
    "meld.needs-trump": (
        "Can I count meld before trump is named? What is my meld worth before there is trump? Can I count a run "
        "before trump is named? How much meld do I have when no trump is called yet? Do I have a run before trump is "
        "called? Can I count my meld during the bidding? What is a hand worth with each trump suit? How to count meld "
        "when trump is unknown?"
    ),
    "meld.turn": (
        "When may I meld in the two-handed game? How many melds can I lay down at once? When can I lay down meld? May "
        "I lay two melds after one trick? Can I put down a meld without winning a trick? How many melds at a time? Do "
        "I have to win a trick before I meld? Can I meld after every trick? When can I no longer meld? How many melds "
        "per turn? When am I allowed to meld? Can I lay more than one meld at a time? May I meld without taking a "
        "trick? How much may I meld after winning a trick? Can the loser of a trick meld? Is it one meld a turn? Do I "
        "meld before or after drawing? May I meld in the last twelve tricks? How many melds can I put down when I win "
        "a trick?"
    ),
    "meld.reuse": (
        "Can I use a card on the table for another meld? Can a king already melded join another marriage? Can I add "
        "to a meld that is already laid? Can I reuse melded cards for a new meld? May I build a run on my royal "
        "marriage? Must each new meld have a card from my hand? Can a card on the table be used in a new meld? Can I "
        "use a melded queen for another marriage? Do I need a new card from the hand for each meld? Can I turn my "
        "marriage into a run? May I use the king on the table again? Can the queen of spades that I melded be used "
        "for a pinochle? Adding a card to a meld on the table."
    ),
    "meld.played": (
        "Can I play a card that lies in my meld? May I play cards from the table? Can melded cards be played to a "
        "trick? Are my melded cards still playable? Can I use the cards in my meld in tricks? May I play a card that "
        "I have melded? Can I take a card from my meld and play it? Can I play cards lying on the table? What happens "
        "to a meld if I play one of its cards? Do melded cards stay in my hand? Play cards out of my laid down meld? "
        "May I use my laid down cards in the tricks? Can I lead a card of my meld?"
    ),
    "meld.dix-exchange": (
        "Can I swap the nine for the turned-up card? The dealer turned up a nine: what does that score? May I "
        "exchange my dix for the trump card? When can I trade the nine of trump? Can I take the upcard with my nine? "
        "What if the turned-up card is a nine? Can I take the turned-up trump? When may I swap the dix? Does the "
        "dealer score for turning a dix? Exchanging the lowest trump for the face-up card. Can I swap the nine of "
        "trump for the ace? The dealer turns a nine as trump."
    ),
    "res.two-handed-table": (
        "What does a second set of four pay with two players? Is there a double run with two players? Royal marriage "
        "grown into a run?"
    ),
    "res.double-deck-runs": (
        "What do two runs pay in double deck? Do several runs pay each in double deck? Several pinochles at 150?"
    ),
    "res.run-in-doubles": "Does the run take in its marriage in Doubles? Two runs in Doubles?",
    "end.quad-pinochle": (
        "Do four pinochles win the game? What is a quadruple pinochle worth? Do all four pinochles win at once? Does "
        "a quadruple pinochle win? Do I win with four pinochles? Does having all the pinochles win the game? "
        "Quadruple pinochle in one hand? Four pinochles, is the game over?"
    ),
}
