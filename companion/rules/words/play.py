"""The words for the play of tricks and for counting them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.options.choices import Count, FirstLead, Head, Unit
from companion.rules.options.variant import Variant
from companion.rules.words.word import Saying, Words, of_choice, of_flag, of_number


def _count(variant: Variant) -> str:
    if variant.count is Count.SIMPLE:
        return f"Every ace, ten and king taken counts {variant.scale}; the other cards count nothing."
    return _COUNTS[variant.count].says


_COUNTS = {
    Count.SIMPLE: Saying("All alike", "Every ace, ten and king taken counts 1, or 10 in tens."),
    Count.FIVES: Saying("Tens and fives", "Aces and tens count 10, kings and queens 5."),
    Count.CLASSIC: Saying("Classic", "An ace counts 11, a ten 10, a king 4, a queen 3 and a jack 2."),
}

PLAY: Mapping[str, Words] = {
    "lead.first": of_choice(
        "lead_first",
        {
            FirstLead.ANY: Saying("Any card", "The first lead may be any card."),
            FirstLead.TRUMP: Saying("A trump", "The first lead must be a trump."),
            FirstLead.TRUMP_UNLESS_MIN: Saying(
                "A trump above the lowest bid", "The first lead must be a trump, unless the bid stayed at the lowest."
            ),
            FirstLead.NO_TRUMP: Saying("No trump", "The first lead may not be a trump while another suit is held."),
        },
    ),
    "play.head": of_choice(
        "play_head",
        {
            Head.ALWAYS: Saying(
                "Whenever you can", "Beat the best card whenever you can, and over-trump if you are out of the suit."
            ),
            Head.ALWAYS_IN_SUIT: Saying(
                "Even after a trump",
                "Beat the best card whenever you can; those who follow must top the suit even once it is trumped.",
            ),
            Head.IN_SUIT: Saying(
                "Only in the suit led",
                "Beat the best card of the suit led if you can; out of the suit, any trump will do.",
            ),
            Head.FREE_IF_BEATEN: Saying(
                "Not with useless trumps",
                "Beat whenever you can; if you are out of the suit and can’t over-trump, play what you like.",
            ),
            Head.TRUMPS: Saying(
                "Only with trumps", "Beat a trump lead, and over-trump; in plain suits nobody needs to beat."
            ),
            Head.TRUMP_LED: Saying(
                "Only a trump lead", "Only a trump lead must be beaten; otherwise play low or high."
            ),
            Head.NEVER: Saying("Never", "Nobody ever has to beat a card."),
        },
    ),
    "play.broken": of_flag(
        "play_broken",
        "Trump may not be led until somebody has trumped, except from a hand of nothing else.",
        "Trump may be led at any time.",
    ),
}

COUNTING: Mapping[str, Words] = {
    "unit": of_choice(
        "unit",
        {
            Unit.ONES: Saying("In ones", "Scores are kept in ones, where an ordinary run is 15."),
            Unit.TENS: Saying("In tens", "Scores are kept in tens, where an ordinary run is 150."),
        },
    ),
    "count": Words(_count, {count.value: saying for count, saying in _COUNTS.items()}),
    "count.last-trick": of_number(
        "count_last_trick", "The last trick is worth {}.", "The last trick is worth nothing."
    ),
    "count.round": of_flag(
        "count_round",
        "Each count is rounded to a ten: 7 and more go up, the rest down.",
        "Trick points count exactly as they are.",
    ),
}
