"""Hands whose meld pays otherwise under a house variant than under its parent."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cards import Suit, parse_cards
from companion.rules.examples.example import Example, share_unit
from companion.rules.meld.best import best_meld
from companion.rules.pack import judge_cards
from companion.rules.variant import Variant

_TRUMP = Suit.SPADES
_SHOWN = 3
_HANDS = (
    ("A run", "AS 10S KS QS JS"),
    ("A run with a spare king", "AS 10S KS QS JS KS"),
    ("A run with a spare king and queen", "AS 10S KS QS JS KS QS"),
    ("A double run", "AS AS 10S 10S KS KS QS QS JS JS"),
    ("A king and queen of every suit", "KS QS KH QH KC QC KD QD"),
    ("A pinochle", "JD QS"),
    ("Two pinochles", "JD JD QS QS"),
    ("Three pinochles", "JD JD JD QS QS QS"),
    ("Four pinochles", "JD JD JD JD QS QS QS QS"),
    ("Aces around", "AS AH AC AD"),
    ("Eight aces", "AS AS AH AH AC AC AD AD"),
    ("Twelve aces", "AS AS AS AH AH AH AC AC AC AD AD AD"),
    ("Sixteen aces", "AS AS AS AS AH AH AH AH AC AC AC AC AD AD AD AD"),
    ("Kings around", "KS KH KC KD"),
    ("Eight kings", "KS KS KH KH KC KC KD KD"),
    ("Queens around", "QS QH QC QD"),
    ("Eight queens", "QS QS QH QH QC QC QD QD"),
    ("Jacks around", "JS JH JC JD"),
    ("Eight jacks", "JS JS JH JH JC JC JD JD"),
    ("A triple run", "AS AS AS 10S 10S 10S KS KS KS QS QS QS JS JS JS"),
    ("A marriage in trump", "KS QS"),
    ("A marriage in hearts", "KH QH"),
    ("A nine of trump", "9S"),
    ("A seven of trump", "7S"),
)


def meld_examples(parent: Variant, variant: Variant) -> Iterator[Example]:
    """The first few hands that both packs can deal and that pay otherwise, spades being trump."""
    if share_unit(parent, variant):
        yield from [*_differing(parent, variant)][:_SHOWN]


def _differing(parent: Variant, variant: Variant) -> Iterator[Example]:
    """Hands that pay otherwise, one for each amount by which they do."""
    told = set[int]()
    for name, spelled in _HANDS:
        cards = parse_cards(spelled)
        fits = all(judge_cards(each.pack, cards) and len(cards) <= each.hand_size for each in (parent, variant))
        before, now = (best_meld(each, _TRUMP, cards).total for each in (parent, variant))
        if fits and now - before not in told | {0}:
            told.add(now - before)
            yield Example(f"{name}, with spades as trump:", cards, str(before), str(now))
