"""The cards, the seats and the deal."""

from __future__ import annotations

from collections.abc import Mapping

DEALING: Mapping[str, str] = {
    "ace": "ace",
    "jack": "jack, knave",
    "trump": "trump, triumph, trumpf",
    "suit": "suit, color, colour",
    "some suit": "hearts, spades, clubs, diamonds",
    "the game": "game of pinochle, pinochle game, game of cards, play pinochle, pinochle rules",
    "pack": "pack, deck, cards in the game",
    "card": "card, cardz",
    "identical": (
        "identical, same card, same ace, same king, same ten, exactly the same, alike, duplicate, twin, two of the "
        "same, both played the, same exact, tie on the same"
    ),
    "rank": (
        "rank, rank order, order of cards, higher than, better than, stronger than, strong, outrank, card order, "
        "order of the cards, more powerful, which is higher, hierarchy, highest card"
    ),
    "dix": (
        "dix, deece, dece, deese, diss, nine of trump, trump nine, lowest trump, low trump, bare nine, nine in trump, "
        "the nines, my nines, your nines, nine of the trump suit"
    ),
    "nine": "nine",
    "seven": "seven",
    "seven nines": "seven nines, seven of the nines",
    "counter": "counter, pointer, counting card, point card",
    "point": "point, pts, pt",
    "player": "player, people, ppl, persons, folks, guys",
    "partner": "partner, mate, teammate, my buddy",
    "side": "side, team, partnership, pair of partners",
    "opponent": (
        "opponent, other team, other side, others, enemy, defender, opposition, other guys, other players, the "
        "others, non bidder, adversaries, opposing"
    ),
    "seat": "seat, sit, across from",
    "sit-out": (
        "sit out, too many people, too many players, extra player, extra person, extra people, one too many, more "
        "people than, five of us, six of us, seven of us, fifth player, fifth person"
    ),
    "deal": "deal, hand out, distribute",
    "redeal": "redeal, redealt, deal again, new deal, deal over, start over, reshuffle, re deal",
    "misdeal": (
        "misdeal, dealt wrong, dealt wrongly, wrong deal, bad deal, wrong number of cards, too many cards, too few "
        "cards, not enough cards, thirteen cards, one card too many, card too many, card too few, dealt thirteen, "
        "dealt eleven, dealer messed up, dealer made a mistake, dealt one too many, dealt me"
    ),
    "pack-fault": (
        "wrong pack, card missing, missing card, one card missing, missing from the deck, missing a card, deck is "
        "wrong, incomplete deck, deck is short, cards are missing, lost card, wrong deck, faulty deck, three of one "
        "card, deck was wrong, pack was wrong, card is missing, extra card in the deck, short a card, pack is wrong, "
        "foreign card"
    ),
    "hopeless": (
        "hopeless hand, no aces, without an ace, terrible hand, worthless hand, junk hand, bad hand, bad cards, "
        "garbage hand, awful hand, no counters in my hand, horrible hand, nothing in my hand, crap hand, lousy hand, "
        "terrible cards, worst hand"
    ),
    "shuffle": "shuffle",
    "draw": (
        "draw, pick up cards, new cards, get new ones, replacement cards, fresh cards, pick cards, new ones, replace "
        "cards, exchange cards from the deck"
    ),
    "stock": "stock, draw pile, face down pile, stockpile",
    "build-hand": (
        "build our hands, build hands, build my hand, build a hand, keep or reject, keeping and rejecting, make our "
        "hands"
    ),
    "reject": "reject",
    "turn-up": "turned up card, turned up, turnup, face up trump, upcard, up card, exposed trump",
}
