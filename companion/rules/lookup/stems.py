"""Takes a question apart into the stems of its words."""

from __future__ import annotations

import re
from functools import lru_cache

_FIGURES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_IRREGULAR = {
    "dealt": "deal",
    "misdealt": "misdeal",
    "led": "lead",
    "won": "win",
    "lost": "lose",
    "loses": "lose",
    "laid": "lay",
    "lain": "lie",
    "lying": "lie",
    "thrown": "throw",
    "threw": "throw",
    "took": "take",
    "taken": "take",
    "gave": "give",
    "given": "give",
    "got": "get",
    "gotten": "get",
    "went": "go",
    "gone": "go",
    "goes": "go",
    "going": "go",
    "came": "come",
    "told": "tell",
    "said": "say",
    "spoke": "speak",
    "saw": "see",
    "seen": "see",
    "shown": "show",
    "held": "hold",
    "made": "make",
    "drew": "draw",
    "drawn": "draw",
    "beaten": "beat",
    "broke": "break",
    "broken": "broken",
    "kept": "keep",
    "sat": "sit",
    "chose": "choose",
    "chosen": "choose",
    "fell": "fall",
    "fallen": "fall",
    "paid": "pay",
    "left": "left",
    "meant": "mean",
    "began": "begin",
    "put": "put",
    "jacks": "jack",
    "aces": "ace",
    "us": "us",
    "is": "is",
    "was": "was",
    "this": "this",
    "dix": "dix",
    "bonus": "bonus",
    "pass": "pass",
    "summed": "summed",
    "pinochling": "pinochling",
    "rounds": "rounded",
    "rounded": "rounded",
    "rounding": "rounded",
}
_ENDINGS = (("sses", "ss"), ("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("s", ""))
_SHORTEST = 3


def split_words(text: str) -> list[str]:
    """The words of a text in small letters, small figures as words, without apostrophes and hyphens.

    >>> split_words("Don’t over-trump my 9!")
    ['dont', 'over', 'trump', 'my', 'nine']
    """
    bare = re.sub(r"(?<=\w)['’‘`´](?=\w)", "", text.lower())
    return [_in_words(word) for word in re.findall(r"[a-zà-ÿ]+|\d+", bare)]


def _in_words(word: str) -> str:
    return _FIGURES[int(word)] if word.isdecimal() and len(word) < 3 and int(word) < len(_FIGURES) else word


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What the forms of a word have in common.

    >>> [stem(word) for word in ("trumped", "bidding", "marries", "reneges", "passing", "dealt")]
    ['trump', 'bid', 'marry', 'reneg', 'pass', 'deal']
    """
    if word in _IRREGULAR or word.isdecimal():
        return _IRREGULAR.get(word, word)
    cut = next((_without(word, *ending) for ending in _ENDINGS if _ends(word, ending[0])), word)
    if len(cut) > _SHORTEST and cut[-1] == cut[-2] and cut[-1] not in "sl":
        return cut[:-1]
    return cut[:-1] if len(cut) > _SHORTEST and cut.endswith("e") else cut


def _ends(word: str, ending: str) -> bool:
    if ending == "s" and word.endswith(("ss", "us", "is")):
        return False
    return word.endswith(ending) and len(word) - len(ending) >= _SHORTEST


def _without(word: str, ending: str, instead: str) -> str:
    return word[: -len(ending)] + instead
