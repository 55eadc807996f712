"""What is asked: who, how many, whether one may."""

from __future__ import annotations

from collections.abc import Mapping

ASKING: Mapping[str, str] = {
    "#who": "who, whose, which player, which one of us, whom, wer",
    "#many": "how many, what number, number of, how many times, how often, quantity",
    "#worth": (
        "how much, worth, value, points for, what are the points, what do you get for, what do i get for, pay, score "
        "for, how many points, what points, price, what does it score, points is, what is it worth, payout, reward, "
        "earn, gain, fetch, bring in"
    ),
    "#may": (
        "can i, can we, may i, may we, may, allowed, permitted, legal, ok to, okay to, am i allowed, is it ok, is it "
        "legal, could i, could we, may a player, permissible, possible, right to, allowed to, can you, fair to, "
        "illegal, forbidden, prohibited, disallowed, against the rules, okay if, alright to, fine to, can a player, "
        "may one, can one, can somebody, may somebody"
    ),
    "#must": (
        "must, have to, has to, need to, forced, obliged, obligation, gotta, got to, required, supposed to, "
        "compulsory, mandatory, necessary, hafta, do we need, do i need, obligatory, duty"
    ),
    "#fault": (
        "what happens if, what happens when, what if, penalty, punishment, punish, consequence, now what, what now, "
        "cost, penalize, what do we do, remedy, fine for, what follows"
    ),
    "#none": (
        "no, not, none, without, dont, doesnt, didnt, cant, cannot, never, nothing, neither, couldnt, isnt, arent, "
        "havent, hasnt, zero, wont, dont have, have no, nor, arnt, haven"
    ),
    "#first": "first, begin, start, opening, initial",
    "#when": "when, at what point, what time, how soon",
    "#long": "how long, until when",
    "#least": (
        "minimum, min, lowest, least, smallest, at least, how low, how little, as low as, bare minimum, fewest, "
        "minimal, low as"
    ),
    "#largest": "maximum, max, most, biggest, how high, how far, largest, at most, limit",
    "#again": "again, twice, second time, re, once more, back in, another turn, more than once, re enter, two times",
    "#every": "every, all, each, entire, everyone, everybody, whole",
    "#add-up": "add up, total, altogether, in all, sum, all together, combined, doesnt add, in total",
    "#extra": "extra, spare, additional, further, plus one more, one more, plus a, leftover, remaining, beside",
    "#hand": "hand",
    "#before": "before, prior to, ahead of",
}
