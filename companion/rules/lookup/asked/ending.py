"""Asked about the end of a game."""

from __future__ import annotations

from collections.abc import Mapping

ENDING: Mapping[str, str] = {
    "end.target": (
        "How many points win the game? Which score do we play to? How far does the game go? What is the target? How "
        "do you win? When is the game over? What is the game to? How many points do we need to win? Who wins the "
        "game? What is the winning score? How long is a game? When does the game end? How do I win this game? What "
        "score is needed to win? Target? What do we play to? First to how many? Up to how many points? To what score "
        "is the game? What total wins? When have we won? How do I win? Points needed to win? How do you win this "
        "version? When does the game finish? Game to 1000 or 1500? How many points does it take to win? How is this "
        "game won? Till what score does one play? When is somebody the winner? What ends the game? How does the game "
        "end? What do I need to win the game? How high do we play? How is a game won? How is the game of pinochle "
        "won? How does one win? What is the score you need? When is somebody declared the winner? At what score do we "
        "stop? How many do you need to win? What do you have to reach to win? Who is the winner of the game?"
    ),
    "end.tie": (
        "Both sides are over the target: who wins? Both teams went out together. What if both reach the target? Two "
        "players go over at the same time: who wins? We are tied: what now? What happens in a tie? Both teams are "
        "over in the same hand. We both reached the score. Who wins when both are past the target? What if the score "
        "is level at the end? Tie? How are ties broken at the end? Both of us have reached the target. What if two "
        "sides are past the end? Two of us went out in the same hand. Both over the target, who takes it? Both sides "
        "have enough points: who is the winner? Both got there together. Who is first when both go out? We are both "
        "over 1000. Both have won? What is the tie break? Equal scores at the end? They have more points but we bid: "
        "who wins? Who wins if we both go over in one deal? Both sides passed the target this deal. Both passed 1000: "
        "do we continue? Who goes out first? Two winners at once?"
    ),
    "end.tie-bidder": (
        "Does the bidder go out first? Both sides are over the target: does the bidder win? Does bidder out first "
        "apply?"
    ),
    "end.tie-high": "Does the higher score win? Both are over: does the higher one win?",
    "end.tie-another": "Do we play another hand when we are tied?",
    "end.tie-extend": "Does the target go up when both reach it? Does the game go on to a higher score?",
    "end.bid-out": (
        "Can I win without a bid? I am over the target and have not won: why? Do I have to bid to go out? Can a "
        "player win who did not take the bid? Must I win a bid to win the game? Do you have to be the bidder to go "
        "out? I reached the target without bidding: is the game over? Over 100 but I was not the bidder. I have "
        "enough points and the game goes on: why? Does the winner have to be the bidder? May I win on somebody else’s "
        "bid? Must one bid to win? I passed the target but did not bid. Why did nobody win although he is over? Is it "
        "possible to go out without bidding?"
    ),
    "end.slide-out": (
        "Can I slide out? How do I win without bidding once I am past the target? How many failed bids let me win? "
        "Can I ever win without taking the bid? My opponents failed three bids: have I won? Three failed bids of the "
        "others. How long until I win without bidding? I sit past the target and never bid. Win by the others "
        "failing? How can I win without a bid of my own?"
    ),
    "end.declare-out": (
        "May I say that I am out? Can I claim the game during play? Can I stop the hand when I have enough points? "
        "What if I declare out and am wrong? Can I go out in the middle of a hand? Can I call out before the hand is "
        "over? My opponent says that he is out but he is wrong. May I claim that I have won? Can I call the game in "
        "the middle? I think I have reached the target: can I stop? When can I say that I am out? Can one claim "
        "victory during play? What if I say that I am out? Can I end the game early by saying so?"
    ),
    "end.deals": (
        "How many deals do we play? When is the round over? Is there a last deal? Is there a set number of deals? How "
        "many deals are in a game? How many hands make a game? Do we stop after eight deals? Who wins after the last "
        "deal? Can a club play a set number of hands?"
    ),
    "end.deals-level": (
        "What if we are level after the last deal? Tied after the last deal: who wins? We lead level when the deals "
        "are over. Same score after the final hand of the round?"
    ),
    "end.deals-level.shared": "Can two sides share the win? Can both sides win together? Is a shared win possible?",
    "end.deal": (
        "Is every deal a game of its own? Can we play just one deal? Is a game only one hand? May we play only one "
        "hand? Is one deal a whole game? Does each hand count by itself? One hand one game? Are the points added from "
        "deal to deal? Do scores carry over?"
    ),
    "end.all-tricks": (
        "We took every trick: do we win? What is shooting the moon worth? What is the bonus for all tricks? What do "
        "we get for taking all the tricks? Does a slam win the game? One team took all the tricks. Is there an award "
        "for a clean sweep? All the tricks? Bonus for all tricks? Shooting the moon? We won every trick. What if one "
        "side takes all the tricks? Is a slam rewarded? Reward for taking everything? Do we win the game by taking "
        "all tricks? The opponents did not get one trick: do we win? Is there something extra for all tricks? Is it "
        "special to take all twelve tricks? What does taking all twelve tricks get you? They did not take a single "
        "trick from us: extra points? What if I take them all?"
    ),
    "end.all-tricks.bonus": "Is there a bonus for taking every trick?",
    "end.order": (
        "Which way of winning comes first? Two ways of winning in one deal: which counts? They took all tricks and we "
        "reached the target: who wins? Two sides win in different ways in one hand: who wins? Order of the ways to "
        "win? What is looked at first when several things end the game? Which win counts when two happen at once?"
    ),
    "end.no-progress": (
        "What if the others have not scored at all? We have 250 and they have nothing: do we win? Can we win early "
        "when the other side has no points? Is there a mercy rule? Opponents still have zero: do we win at 250? They "
        "are at zero and we have 250. The other side never scored. Is the game over early when they have nothing? Can "
        "one win at half the score? They have not made a point in the whole game. Do we win when the others have not "
        "got on the board?"
    ),
    "floor": (
        "How far can the score go below zero? When have we lost? Is there a limit to negative scores? Can you lose by "
        "going too low? Do we lose the game when we are far in the hole? How low can the score go? Can a score be "
        "negative? Can you go too far below zero? Is there a lower limit? Is the game lost at minus 500? Do we lose "
        "when we are minus a lot? Limit for minus points? What is the lowest score? We are at minus 300: have we "
        "lost? Can a game be lost by negative points? Is there a floor? Can we lose if our score drops very low? Is "
        "the game lost when we are far down? How far down can we go?"
    ),
    "end.checks": (
        "What is a check? Who pays whom? How do checks work? What earns a check? How are checks settled? How many "
        "checks is a flush worth? Which melds gain checks? How many checks for a roundtable? How many checks do I "
        "lose when I go set? Do I pay a check when I look at the kitty? Explain checks. What do I get checks for? "
        "What gives checks? When do I pay a check? Who owes whom? How are the checks paid? What are checks? What does "
        "a roundtable bring in checks? Checks for aces around? Check pinochle payments? How do we settle up? Do I "
        "lose a check when I am set? Which melds are worth a check?"
    ),
    "check.stake": (
        "What is a check worth? How much money is a check? What is the stake? How much do we play for? Stake? Stakes? "
        "How much money do we play for? What does a check cost? How much is one check? Is there money in it? What is "
        "each check in money?"
    ),
    "check.nines": (
        "How many checks for seven nines? What are seven nines worth? Seven nines? I was dealt seven nines. What do "
        "seven nines bring? Are seven nines special?"
    ),
    "check.game": (
        "How many checks for winning the game? What do I get for winning the game? Bonus checks for the game? Checks "
        "for the game? How many checks does the winner get? What does the winner of the game get? What is winning the "
        "whole game worth? Prize for the winner? Reward for winning the game?"
    ),
    "res.check": "Do several checks of one kind count? Only the highest check counts?",
}
