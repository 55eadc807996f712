"""What a deal scores, breaking the rules, and the end of a game."""

from __future__ import annotations

from collections.abc import Mapping

SCORING: Mapping[str, str] = {
    "set": (
        "set, go set, fail, not make, dont make, didnt make, miss the bid, not reached, come up short, fall short, go "
        "down, cant make, dont reach, didnt reach, do not make, doesnt make, bust, short of the bid, came up short, "
        "missing our bid, not make it, lose the bid, bid fails, couldnt make, under our bid, lost our bid, missed it"
    ),
    "make": "make, made",
    "double set": "double set, twice the bid, set double, doubly set, set twice",
    "save": "save, keep, retain, hang on to, safe, count without",
    "lose": "lose, loses, forfeit, give back",
    "throw-in": (
        "throw in, throw it in, throw the hand in, throw my hand in, throw hand in, concede, concession, fold, "
        "surrender, give up, gave up, quit, resign, throw in the hand, throw in the cards, drop the hand, bail, not "
        "play it out, call it quits, skip playing, throw in the towel, throw the cards in, concede the hand, dont "
        "want to play it, stop the hand, toss in, toss it in, chuck it"
    ),
    "renege": (
        "renege, renig, renegade, revoke, break the rule, broke a rule, violate, violation, mess up, illegal play, "
        "illegal card, irregularity, offend, offender, offence, cheat, made a mistake, infraction, misplay, renege "
        "penalty, played illegally, foul"
    ),
    "out-of-turn": (
        "out of turn, out of order, wrong turn, not their turn, not his turn, not my turn, before it was his turn, "
        "ahead of turn"
    ),
    "correct": (
        "take it back, take back, take a card back, wrong card, undo, correct it, correct a, put right, fix it, "
        "change my card, corrected, played the wrong, take the card back, take my card back, pick it back up, caught "
        "it in time, change my mind, caught right away, before the trick is turned"
    ),
    "accuse": (
        "accuse, accusation, falsely, false claim, wrongly accused, false accusation, wrong accusation, called renege "
        "but, claimed a renege, claims i reneged, says i reneged, challenge"
    ),
    "exposed": (
        "exposed, card fell, dropped a card, fell on the table, flashed, showed his cards, show my hand, showed her "
        "cards, showed a card, saw my card, show somebody my hand, show your hand, face up on the table, card was "
        "seen, showed her hand, showed his hand, shows hand, card shown, revealed, dropped card, show my cards, peek, "
        "accidentally showed, show cards, flashed a card, cards on purpose, showed me"
    ),
    "talk": (
        "talk, speak, table talk, chat, discuss, communicate, hint, across the table, across the board, tell my "
        "partner, tell partner, ask my partner, asked me for, ask for cards, say to, signal, coach, asks partner, "
        "comment, talk across, conversation, tell him what, asked his partner, what may be said, give hints, say "
        "anything"
    ),
    "target": (
        "target, game to, play to, play up to, up to what, win the game, how do you win, how do i win, how do we win, "
        "how is the game won, game won, game end, game over, end of the game, game finish, game is finish, how to "
        "win, needed to win, to win, points to win, go out, winning score, game is over, finish line, score to win, "
        "whats game, how much to win, playing up, end the game, out at, win this, win at, how does one win, who wins "
        "the game, game done, score limit, game score, final score, goal, win a game, how many points win, how far do "
        "we play, how long is a game, when does it end, victory, object of the game"
    ),
    "tie": (
        "tie, tied, both over, both past, both teams over, both teams went over, both sides over, same score, both "
        "reach, both hit, both teams reach, both went over, both out, both go out, both teams, both sides, two "
        "players hit, two players over, two players reach, past 1000, same time, at once, same hand, both cross, both "
        "got to, more than one over, both made it to, two of us over, two of us reach, two reach, simultaneously, "
        "several reach, level, equal scores, everyone over, both finish, we are both, draw game"
    ),
    "declare out": (
        "declare out, say im out, say i am out, call out, claim the game, claim out, im out, claim victory, announce "
        "out, stop early, claim to be out, go out in the middle, call myself out"
    ),
    "negative": (
        "negative, below zero, minus score, in the hole, into the hole, go minus, under zero, lower than zero, less "
        "than zero, in the red"
    ),
    "no-progress": (
        "not scored yet, hasnt scored, havent scored, not scored, no points yet, has nothing, still at zero, has no "
        "points, havent moved, shutout, no forward progress, still zero, scored nothing"
    ),
    "check": "checks, a check",
    "owe": "pays who, pays whom, owes, settle, pay each other, who pays, settle up, owed, payment, money",
    "round-off": (
        "round my points, rounded, round up, round down, round off, round the points, round points, round to ten, "
        "nearest ten, round it, rounded up, round our, round the count"
    ),
    "ones-or-tens": (
        "ones or tens, in ones, in tens, leave off the zero, drop the zero, fifteen or 150, 15 or 150, extra zero, "
        "with zero, ten times"
    ),
    "slide": "slide out, slide, without bidding, without a bid, no bid of my own, win without bidding, not bidding",
    "playoff": (
        "playoff, stock runs out, stock is gone, last twelve, stock is empty, stock gone, stock ends, after the "
        "stock, no more stock, stock is used up, deck runs out, cards run out, stock exhausted, pile is gone, final "
        "twelve"
    ),
    "same-dealer": "same dealer, dealer deal again, dealer again, who deals again, next dealer",
    "table": "table",
}
