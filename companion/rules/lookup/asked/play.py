"""Asked about the play of tricks, and what the cards in them count."""

from __future__ import annotations

from collections.abc import Mapping

PLAY: Mapping[str, str] = {
    "lead.who": (
        "Who leads first? Who plays the first card? Who starts the play? Who leads to the first trick? Who goes "
        "first? Does the bidder lead? Does the player left of the dealer lead? Who puts down the first card after "
        "meld? Who leads? Who has the lead? Who begins the first trick? Does the bidder lead the first trick? Is it "
        "the bidder who plays first? Who has to lead after melding? Does the dealer lead? Who starts when the meld is "
        "done? Who makes the opening lead? Whose lead is it at the start? Does the non-dealer begin? Which player "
        "leads at the start? Who is to lead? Who opens the play? Does my partner lead or I? Who comes out first? Does "
        "the high bidder start the play?"
    ),
    "lead.first": (
        "What may I lead first? Must the first card be trump? Do I have to lead trump first? Can I lead any card? Is "
        "a trump required for the first lead? What does the bidder have to lead? Can the opening lead be trump? Which "
        "card may I start with? Does the first trick have to be trump? First lead any card? May I begin with a trump? "
        "Must I start with trump? What is the first card allowed to be? What must the bidder play first? Is the first "
        "lead restricted? Do you have to open with trump? Can I lead an ace first? Am I forced to lead trumps? What "
        "may the opening lead be? Must the bidder play trump to start? What card do I have to lead with? Is there a "
        "rule for the first card? Does the bidder have to begin with trump? Start off with trump? May I come out with "
        "an ace?"
    ),
    "lead.first.trump": "Must the bidder lead a trump?",
    "lead.first.trump-unless-min": "Must the bidder lead a trump when the bid was the minimum?",
    "lead.first.no-trump": "May I not lead trump first?",
    "play.follow": (
        "Must I follow suit? Can I trump when I have the suit? Can I play another suit? Do you have to follow suit? "
        "May I trump although I hold the suit? Can I throw a different suit if I have the suit led? Do I have to play "
        "the same suit? I have the suit but want to trump. Can I play trump if I still have a card of the suit led? "
        "Spades are led and I have a spade: must I play it? Follow suit? Must you follow suit? Is following suit "
        "required? I have the suit that was led, may I trump anyway? He has spades but wants to trump. May he trump "
        "when he holds the suit? Can I play trump even though I have a heart? I hold hearts, hearts are led, can I "
        "play a trump? Can I play a club when spades were led and I have spades? Do I need to play the suit led? I "
        "have that suit but do not want to play it. Am I allowed not to follow suit? He trumped although he had the "
        "suit. Can I ruff if I still have some of the suit? Do I have to play hearts when hearts were led? Is it "
        "allowed to trump while I hold the suit? May I throw another suit? Does everybody have to follow? I would "
        "rather trump than follow. Can I refuse to follow suit?"
    ),
    "play.trump": (
        "Must I trump when I cannot follow? I have none of the suit: what may I play? Can I throw off instead of "
        "trumping? Can I slough? Can I trump when I am void? Do I have to trump if I am out of the suit? What can I "
        "play when I have no hearts? If I cannot follow suit, must I play a trump? Can I play any card if I have no "
        "suit and no trump? Do I have to use a trump when I am void? May I discard another suit when I cannot follow? "
        "I do not have the suit led. Out of the suit: must I trump? No more clubs: what do I have to play? Void in a "
        "suit: what can I put down? May I play whatever I want when I am out of the suit? When I have no cards of the "
        "suit do I have to play trump? Can I throw junk if I am void? Am I forced to trump? Must I use my trumps? If "
        "I do not have the suit can I trump? Am I allowed to keep my trumps when I am void? No suit and no trump: "
        "what do I play? May I trump in? When can I trump? When may I use trump? Must you trump if you have none of "
        "the suit led? I only have trumps left of what I may play: must I waste one? What happens if I can not follow "
        "suit? May I trump if I am out of hearts? Am I obliged to ruff? What do I throw when I have nothing of that "
        "suit? May I get rid of a bad card when void? Can I trump a trick?"
    ),
    "play.head": (
        "Must I beat the highest card? Must I play the ten or the ace if I can win? My partner is already winning: "
        "must I beat my partner? Must I trump my partner? Can I play low? Do I have to go over? Must I kill the "
        "trick? Do I have to win the trick if I can? Do I have to overtrump? Must I play a higher card? Can I duck? "
        "May I play low although I could win? Do I have to beat a trump with a higher trump? Must I play higher than "
        "the card on the table? Do I have to play over my partner? Somebody trumped: must I play a higher trump? Can "
        "I keep my ace for later? Must I play my ace? Do we have to head the trick? When must I beat? May I play a "
        "lower trump? I cannot beat it: what must I play? Somebody already trumped and I can follow: must I still "
        "beat? Do I have to take my partner’s trick? Is it allowed to play low? Am I forced to win the trick? Forced "
        "to overtake my partner? When do I have to beat a card? Do I need to top the last card? Must I play my "
        "highest card? May I throw a small card when I could beat it? Can I hold back my ace? Do I have to kill my "
        "partner’s ace? Do I need to win a trick that my partner already owns? Must I overtrump? Does one have to "
        "play higher if one can? Do I have to put my ten on the king? Must a higher trump be played? Can I "
        "undertrump? Do we have to climb? Is there a duty to beat? Do you always have to play a card that wins? Can I "
        "let them have the trick? Is it required to take the trick? May I refuse to win a trick? Do I have to beat my "
        "opponent’s card if I can? Can I trump over my partner’s ace? Is it mandatory to beat the previous card? Must "
        "I go higher than the player before me? Is it allowed to let the trick go? Must each player beat the one "
        "before? Am I allowed to save my aces? Can I play a lower card than the one on the table?"
    ),
    "play.head.always": (
        "My partner is already winning: must I beat my partner? Must I trump or over-trump my partner? Must I play "
        "the ten?"
    ),
    "play.head.never": "May I play low although I could win? Do I never have to beat a card? Am I free to play low?",
    "play.head.trump-led": "Must I beat only when trump is led?",
    "play.head.in-suit": "Must I beat only in the suit led? Do I have to beat a trump when I am void?",
    "play.head.free-if-beaten": "I cannot over-trump: may I throw off?",
    "play.head.trumps": "Must I beat only trumps?",
    "play.head.always-in-suit": "Must I beat the suit after somebody trumped it?",
    "play.broken": (
        "May I lead trump before it is broken? When can trump be led? Does trump have to be broken? Can I lead trump "
        "any time? Is it allowed to lead trump? Can I start a trick with trump? Lead trump right away? When may I "
        "lead trumps? Can I lead with trump? Do trumps have to be broken before they are led? What does it mean that "
        "trump is broken? Am I allowed to play trump first in a trick? Is leading trump allowed? Can trump be led at "
        "any time? Has trump been broken?"
    ),
    "play.stock": (
        "Do I have to follow suit in the two-handed game? Must I follow suit while the stock lasts? Can I play "
        "anything with a stock? Do I have to follow suit from the beginning with two players? Must I trump while we "
        "still draw? Must we follow suit before the stock is gone? With two players can I play any card? Do I have to "
        "follow suit when there are still cards to draw? Playing while there is a stock. Do I have to trump while we "
        "draw? Any card to any lead at the beginning?"
    ),
    "play.playoff": (
        "What happens when the stock runs out? What changes in the last twelve tricks? When must we follow suit with "
        "two players? The stock is empty: what now? Rules for the playoff? How does the end of a two-handed deal go? "
        "What are the rules for the last twelve tricks? Do I have to trump in the last twelve tricks? Do I follow "
        "suit once the stock is gone? What happens when there are no more cards to draw? What do we do after the "
        "stock? Can I meld after the stock runs out? Who starts the playoff? What happens to my meld on the table at "
        "the end of the stock?"
    ),
    "play.winner": (
        "Who wins the trick? Who leads the next trick? Does the highest card win? Which card takes the trick? Does "
        "trump beat everything? Who goes next after a trick? Does a trump win over an ace? Who won this trick? Who "
        "starts the next trick? Does a low trump beat an ace of another suit? Who won the trick? Who gets the trick? "
        "What wins a trick? Highest trump or highest card of the suit? Does a trump always win? Whose lead is it "
        "after I won the trick? Who leads after a trick? Does the winner lead next? I won the trick: do I lead? Does "
        "my ace of another suit win? How is a trick won? Can an ace lose to a small trump? Whose turn is it after the "
        "trick? Who gets the trick when nobody trumped? Two trumps in one trick: which wins? Does a nine of trump "
        "beat an ace of clubs? Which suit wins? Can a plain card beat a trump? Three different suits in a trick: who "
        "wins?"
    ),
    "res.hoyle-head": "Does higher than the lead mean the best card of the suit?",
    "count": (
        "Which cards count? What is a counter? How many points are in the deck? What do the cards count? How are the "
        "tricks counted? What is an ace worth in a trick? What is a king worth in tricks? Do queens count? Is a jack "
        "worth anything in tricks? How many points is a ten in a trick? Do kings count as points? What are tricks "
        "worth? How do we count up our tricks? Which cards are worth points? What is a queen worth when I take it? "
        "How many points for a trick? Are nines worth anything in tricks? Are tens counters? What counts in tricks? "
        "Points of the cards? How many points is a king? How much is an ace in tricks? Card values? How much does "
        "each card count? What are the cards worth when we count tricks? What do aces count? Do tens count? Does a "
        "jack count? Do nines count in tricks? How do we count the points in tricks? What are counters? How do I add "
        "up the cards that I took? What is a queen worth when counting? Which cards score when I take them? What is "
        "the value of a ten when counting? What is a king worth when captured? What is the value of the cards in "
        "tricks? Do captured queens have any value? Are nines worth anything when captured? Do all the cards score in "
        "tricks? Which captured cards are points? Point value of aces in the tricks? What are the card points?"
    ),
    "count.simple": (
        "Do kings count? Do queens count? What is an ace worth in a trick? Aces, tens and kings count one each?"
    ),
    "count.fives": "Do kings and queens count five?",
    "count.classic": (
        "Does an ace count 11? Is a jack 2 and a queen 3? What is a queen worth in a trick? Is a king four and a "
        "queen three?"
    ),
    "count.last-trick": (
        "What is the last trick worth? Is there a bonus for the last trick? How many points for the final trick? Do "
        "we get something for taking the last trick? Does the last trick count extra? Last trick bonus? Points for "
        "the last trick? Is the final trick worth more? What does the last trick give? What do I get for winning the "
        "last trick? How much is the last trick? Extra points for the last trick? Who takes the last trick gets what? "
        "Does the last trick give something? What is the last one worth? Who wins the last trick gets a bonus?"
    ),
    "count.total": (
        "Our counts do not add up: what now? How many counters are there in all? What is the total of the trick "
        "points? How many points are there altogether in a hand? What do both sides’ points come to? Points do not "
        "add up to 250. We counted more points than there are. How many points can be taken in tricks? Total points "
        "in the tricks? How many trick points are there in total? How many points are there to win in tricks? Is the "
        "sum always 250? The points of both sides do not come out right. Our count and theirs do not make the total. "
        "How many points can one get in tricks altogether? What should the points of all tricks add up to? The count "
        "is wrong: it comes to more than the total. What is the maximum from tricks? How many points are in the whole "
        "deck? Is it always 250 points in a hand? How many points get handed out in a deal? All points in the tricks "
        "together?"
    ),
    "count.round": (
        "Are the points rounded? How do I round the count? Does 126 become 130? Do we round up or down? Round to the "
        "nearest ten? Do we round the score? I have 87: what do I write? Is 86 rounded up? What is 124 rounded to? "
        "Are odd points dropped? Rounding?"
    ),
    "res.triple-last": "What is the last trick worth with a triple deck?",
}
