"""The play of tricks."""

from __future__ import annotations

from collections.abc import Mapping

PLAY: Mapping[str, str] = {
    "trick": "trick, trik, captured",
    "all tricks": (
        "all tricks, all the tricks, every trick, every single trick, all of the tricks, slam, sweep, shoot the moon, "
        "shot the moon, grand slam, all our tricks, took them all, pinochling, took everything, clean sweep, whole "
        "hand of tricks, take them all, won every trick"
    ),
    "no tricks": (
        "no tricks, without a trick, zero tricks, not one trick, dont take a trick, didnt take a trick, not a single "
        "trick, take no tricks, took no tricks, no counters, dont get a trick, never took a trick, any tricks, fail "
        "to take a trick, dont win a trick, no points in tricks, without taking a trick, skunked, zero points in "
        "tricks, shut out, lose all tricks, lost every trick"
    ),
    "last trick": "last trick, final trick, last book, laststrick, last trik, end trick",
    "follow": "follow, follow suit, same suit, suit that was led, suit led, played suit",
    "no follow": (
        "not follow suit, didnt follow suit, did not follow suit, forgot to follow suit, failed to follow suit, didnt "
        "follow, doesnt follow suit, forgot to follow, had the suit but, failed to follow, had a spade but, had a "
        "heart but, had a club but, had a diamond but, had one but, wrong suit, out of suit when he had"
    ),
    "void": (
        "void, no suit, none of the suit, dont have the suit, dont have suit, cant follow, cannot follow, cant follow "
        "suit, unable to follow, out of suit, out of that suit, out of the suit, not have the suit, short suit, have "
        "none, no cards of the suit, run out of, none of that suit, no hearts, no spades, no clubs, no diamonds, dont "
        "have any, not have color, not have the color, cannot follow suit, dont have that suit, have no suit, ran out "
        "of, without the suit, no more of, fresh out of, not have suit, dont have hearts, dont have spades, dont have "
        "clubs, dont have diamonds, not got the suit, dont have a card of, out of hearts, out of spades, out of "
        "clubs, out of diamonds, missing the suit"
    ),
    "slough": "slough, sluff, throw off, throw anything, play anything, play any card, slough off, dump a card",
    "beat": (
        "beat, top, overtake, kill, go over, go higher, play higher, play over, head, win the trick if i can, "
        "outplay, higher card, beat the, go above, climb, cover, take it if i can, have to win, must win, play a "
        "winner, higher if, go high, obligation to head, top it, go up on"
    ),
    "over-trump": "overtrump, over trump, overruff, ruff, over triumph, trump higher, trump over, uppertrump",
    "play low": (
        "play low, duck, lay off, play under, lower card, small card, hold back, underplay, play lower, throw low, "
        "keep my ace, hold my ace, save my ace, low card"
    ),
    "winning": (
        "already winning, already has the trick, partner is winning, has it won, partners trick, partner has the "
        "trick, ahead already, partner played the ace, already taking"
    ),
    "lead": (
        "lead, lead off, start the trick, first card, play first, start the play, goes first in the play, opening "
        "lead, lead out, trick one"
    ),
    "break": "broken, break trump, trump broken, trump been broken, trump is broken",
    "winner": "winner, wins the trick, takes the trick, gets the trick, takes it, who wins, who gets it",
    "gather": "gather, collect, puller, pull, keep the tricks, pick up the tricks, collects the tricks, rake in",
}
