"""The words for the end of a game, and for the ledger of checks."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, repeat

from companion.rules.options.choices import Choice, Extend, LevelAtEnd, TieRule
from companion.rules.options.variant import Variant
from companion.rules.words.word import Saying, Words, count_word, has_bids, of_choice, of_flag, of_number

_FOUR = 4

TIES: Mapping[str, Saying] = {
    TieRule.BIDDER.value: Saying("The bidder", "the side that bid wins"),
    TieRule.HIGH.value: Saying("The highest", "the highest score wins"),
    TieRule.ANOTHER.value: Saying("Another deal", "further deals are played"),
    "extend": Saying("A higher target", "the target rises by {}"),
}
"""The tie rules that can be tried in turn; ``{}`` is the place of a number."""


LEVELS: Mapping[Choice, Saying] = {
    LevelAtEnd.TIE: Saying(
        "As at the target", "Sides that lead level after the last deal are parted as at the target, else play another."
    ),
    LevelAtEnd.SHARED: Saying("They share the win", "Sides that lead level after the last deal win together."),
}
"""What can happen when several lead level after the last deal."""


def _keeps_checks(variant: Variant) -> bool:
    return variant.keeps_checks


def _goes_on(variant: Variant) -> bool:
    return not variant.end_deal


def _has_last_deal(variant: Variant) -> bool:
    return _goes_on(variant) and variant.end_deals is not None


def _has_target(variant: Variant) -> bool:
    return _goes_on(variant) and variant.end_target is not None


def _tie(variant: Variant) -> str:
    rules = [_tie_says(rule) for rule in variant.end_tie]
    joints = chain(["If several reach the target at once, "], repeat("; failing that, "))
    return "".join(joint + rule for joint, rule in zip(joints, rules, strict=False)) + "."


def _tie_says(rule: TieRule | Extend) -> str:
    return TIES["extend"].says.format(rule.step) if isinstance(rule, Extend) else TIES[rule.value].says


def _deals(variant: Variant) -> str:
    last = variant.end_deals
    if last is None:
        return "There is no last deal."
    after = "the first counted deal" if last == 1 else f"{count_word(last)} counted deals"
    return f"The game is over after {after} at the latest: the best score wins."


def _all_tricks(variant: Variant) -> str:
    rule = variant.end_all_tricks
    if rule.wins:
        return "A side that takes every trick of a deal wins the game at once."
    if rule.bonus:
        return f"A side that takes every trick of a deal scores {rule.bonus} more."
    return "Taking every trick earns nothing special."


def _quad_pinochle(variant: Variant) -> str:
    needed = variant.end_quad_pinochle
    if needed is None:
        return "Four pinochles in one hand are paid, but don’t win the game."
    least = f", if the side takes at least {needed} in tricks" if needed else ""
    return f"Four pinochles in one hand win the game{least}."


def _slide_out(variant: Variant) -> str:
    needed = variant.end_slide_out
    if needed is None:
        return "Without a bid of one’s own the game can’t be won."
    return f"A side that stays at the target also wins once its opponents have failed {count_word(needed)} bids."


ENDING: Mapping[str, Words] = {
    "end.target": of_number(
        "end_target", "The first side to reach {} wins.", "There is no target: the game goes on.", _goes_on
    ),
    "floor": of_number(
        "floor", "A side that falls to {} loses the game.", "A score may fall as low as it will.", _goes_on
    ),
    "end.tie": Words(_tie, TIES, _has_target),
    "end.all-tricks": Words(
        _all_tricks,
        {
            "wins": Saying("Wins the game", "A side that takes every trick of a deal wins the game at once."),
            "bonus": Saying("A bonus", "A side that takes every trick of a deal scores so much more."),
            "nothing": Saying("Nothing special", "Taking every trick earns nothing special."),
        },
    ),
    "end.deal": of_flag(
        "end_deal", "Every deal is a game of its own.", "The scores of the deals add up until the game is won."
    ),
    "end.deals": Words(_deals, asked=_goes_on),
    "end.deals-level": of_choice("end_deals_level", LEVELS, _has_last_deal),
    "end.declare-out": of_flag(
        "end_declare_out",
        "A player may say “I am out” during play: right, and the game is won; wrong, and it is lost.",
        "Scores are looked at only when a deal is over.",
        _has_target,
    ),
    "end.bid-out": of_flag(
        "end_bid_out",
        "Only a side that bid and made it can win; others at the target must wait.",
        "Any side at the target can win, whoever bid.",
        lambda variant: has_bids(variant) and _has_target(variant),
    ),
    "end.slide-out": Words(_slide_out, asked=lambda variant: variant.end_bid_out and _has_target(variant)),
    "end.no-progress": of_number(
        "end_no_progress",
        "A side with {} wins if no other side’s score has ever gone up.",
        "Being far ahead does not end the game early.",
    ),
    "end.quad-pinochle": Words(_quad_pinochle, asked=lambda variant: variant.pack.copies >= _FOUR),
}

CHECKS: Mapping[str, Words] = {
    "check.stake": of_number(
        "check_stake", "Checks are kept beside the score, and each is worth {}.", "No checks are kept."
    ),
    "check.nines": of_number(
        "check_nines", "Seven nines in a hand as dealt gain {} checks.", "Seven nines gain no check.", _keeps_checks
    ),
    "check.game": of_number(
        "check_game", "Winning the game gains {} checks.", "Winning the game gains no check.", _keeps_checks
    ),
}
