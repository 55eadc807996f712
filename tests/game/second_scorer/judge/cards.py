"""Cards as text: what a pack holds, what the cards count in tricks, and who takes a trick (sections 1, 4 and 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.game.second_scorer.judge.figures import Options

SUITS = "SHCD"
RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7")
_STANDARD = ("A", "K", "Q", "J", "10", "9", "8", "7")
_COUNTERS = {
    "simple": {"A": 1, "10": 1, "K": 1},
    "fives": {"A": 10, "10": 10, "K": 5, "Q": 5},
    "classic": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2},
}
_PACKS = {
    "48": (6, 2),
    "64": (8, 2),
    "72": (6, 3),
    "70": (6, 3),
    "80": (5, 4),
    "96": (6, 4),
    "120": (5, 6),
    "124": (5, 6),
}
"""How many ranks, and how many copies of each card."""


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def pack(options: Options) -> list[str]:
    """Every card of the pack."""
    name = options["pack"]
    if isinstance(name, dict):
        own = Counter({each + s: int(name["copies"]) for s in SUITS for each in name["ranks"]})
        return list(own.elements())
    ranks, copies = _PACKS[name]
    cards = Counter({each + s: copies for s in SUITS for each in RANKS[:ranks]})
    if name == "124":
        cards.update("9" + s for s in SUITS)
    if name == "70":
        cards.subtract(("9C", "9D"))
    return list(cards.elements())


def dix_rank(options: Options) -> str | None:
    """The rank that is the dix in trump; none in packs without nines, nor in pack 124, whose nines score none."""
    if isinstance(options["pack"], dict):
        return next((rank for rank in ("7", "8", "9") if rank in options["pack"]["ranks"]), None)
    return {"48": "9", "64": "7", "70": "9", "72": "9", "96": "9"}.get(options["pack"])


def scale(options: Options) -> int:
    """What a figure in ones is worth here."""
    return 10 if options["unit"] == "tens" else 1


def counter(options: Options, card: str) -> int:
    """What one card counts in a trick."""
    points = _COUNTERS[options["count"]].get(rank(card), 0)
    return points * scale(options) if options["count"] == "simple" else points


def all_tricks_range(options: Options, players: int) -> tuple[int, int]:
    """The least and the most that all tricks together come to (count.total)."""
    worth = sorted((counter(options, card) for card in pack(options)), reverse=True)
    last = options["count.last-trick"] + options.get("count.first-trick", 0)
    kitty, counts = options["kitty.size"], options["kitty.counts"] or options["kitty.deal-out"]
    if options["draw"] in ("unused", "discard-and-draw"):
        held = players * options["hand.size"] + (kitty if counts else 0)
        return last + sum(worth) - sum(worth[: len(worth) - held]), last + sum(worth[:held])
    return sum(worth) + last - (0 if counts else sum(worth[:kitty])), sum(worth) + last


def pool(options: Options) -> int:
    """Return the worth of the whole pack, and of the first and last trick."""
    tricks = options["count.last-trick"] + options.get("count.first-trick", 0)
    return sum(counter(options, card) for card in pack(options)) + int(tricks)


def rounded(options: Options, points: int) -> int:
    """Trick points as they count: so many units and more go up, fewer down, where the game rounds (count.round)."""
    raised = {"from-7": 3, "from-5": 5, "always": 9, "never": 0}[options.get("count.round-up", "from-7")]
    return (points + raised) // 10 * 10 if options["count.round"] else points


def takes(options: Options, trump: str, trick: Sequence[str]) -> int:
    """The place in a trick of the card that takes it: the first of identical ones (card.identical)."""
    ranks = _STANDARD if options.get("card.rank") == "standard" else RANKS
    trumps = [card for card in trick if suit(card) == trump]
    ruling = trump if trumps else suit(trick[0])
    able = [card for card in trick if suit(card) == ruling]
    return trick.index(min(able, key=lambda card: ranks.index(rank(card))))
