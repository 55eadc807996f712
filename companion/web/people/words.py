"""The numbers of a person's page in words: short, with how many games or deals they are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.figures.part import Part
from companion.figures.samples import Amounts, Share
from companion.rules.score.facts import figure, signed

TOLD_IN_PERCENT = 10
"""Below so many a share is told by its count alone."""


class Words(NamedTuple):
    """What a number is called, how it is told, and what is to be known of it."""

    label: str
    how: str = "share"
    note: str = ""


PARTS: Mapping[str, Words] = {
    "won": Words("Games won"),
    "won-lately": Words("Of the last twenty"),
    "comebacks": Words("Won from far behind", note="Behind by a quarter of the target or more, and won all the same."),
    "leads-lost": Words("Lost from far ahead", note="Ahead by a quarter of the target or more, and lost."),
    "lead-turns": Words("The lead changes", "mean-times"),
    "bids-taken": Words("Auctions won", note="Bids that the rules forced on the dealer are apart."),
    "bids-forced": Words("Bids forced by the rules"),
    "bids-made": Words("Bids made", note="Deals ended by a renege are apart."),
    "failed-set": Words("Sets that were played out"),
    "failed-thrown-in": Words("Sets that were thrown in"),
    "failed-no-marriage": Words("Sets for want of a marriage"),
    "cost-set": Words("A set that is played out costs", "mean"),
    "cost-thrown-in": Words("A hand that is thrown in costs", "mean", "The difference is what throwing in saves."),
    "cost-no-marriage": Words("A hand without a marriage costs", "mean"),
    "usual-bid": Words("Usual bid", "median"),
    "bid-height": Words("Beside the lowest bid", "times"),
    "margin": Words("To spare over the bid", "median", "Below 0 the bid was too high."),
    "left-over": Words("Could have bid more", note="A tenth of the deal’s trick points or more to spare."),
    "paid-above": Words("Above the last other bid", "median"),
    "worth-mine": Words("A deal with {name}’s own bid", "mean", "What it brought beside the best of the others."),
    "worth-partner": Words("A deal with a partner’s bid", "mean"),
    "worth-other": Words("A deal with another side’s bid", "mean"),
    "defence": Words("Others set"),
    "defence-tricks": Words(
        "Trick points taken from them", "percent", "Of all trick points of the deal, by {name}’s side."
    ),
    "saved": Words("Meld that counted", note="Of the deals in which {name}’s side melded and others had the bid."),
    "meld-bidding": Words("{name}’s hand of meld, with the bid", "both"),
    "meld-else": Words("{name}’s hand of meld, without the bid", "both"),
    "meld-known": Words("Deals in which {name}’s own meld is known"),
}
RECORDS: Mapping[str, str] = {
    "hand": "Largest hand of meld",
    "side-meld": "Largest meld of a side",
    "bid": "Highest bid made",
    "change": "Most in one deal",
    "points": "Most points in a game",
    "losing": "Most points in a game that was lost",
    "shortest": "Shortest game, in deals",
    "longest": "Longest game, in deals",
}
UNITS = {"games": ("game", "games"), "deals": ("deal", "deals"), "bids": ("bid", "bids"), "sets": ("set", "sets")}


def says(part: Part) -> str:
    """A number as a sentence tells it."""
    if isinstance(part.value, Share):
        return share_says(part.value)
    return amounts_says(part.value, PARTS[part.key].how)


def share_says(share: Share) -> str:
    """A share by its count, with its likely range once there are enough to speak of one."""
    told = f"{len(share.hits)} of {share.n}"
    return f"{told}, likely {range_says(share)}" if share.n >= TOLD_IN_PERCENT else told


def range_says(share: Share) -> str:
    """Between which rates a share likely lies: ``42 to 76 %``."""
    low, high = share.range
    return f"{low * 100:.0f} to {high * 100:.0f} %"


def par_says(par: float | None) -> str:
    """What somebody who is like all others would have."""
    return "" if par is None else f"{par * 100:.0f} % is par"


def amounts_says(amounts: Amounts, how: str) -> str:
    """Amounts by what is usual of them."""
    if how == "mean":
        return f"{signed(round(amounts.mean))} on average"
    if how == "percent":
        return f"{amounts.mean * 100:.0f} % on average"
    if how == "mean-times":
        return f"{amounts.mean:.1f} times a game"
    low, high = amounts.quartiles
    if how == "times":
        return f"{amounts.median:.2f} times it, half of them {low:.2f} to {high:.2f}"
    middle = f"{whole(amounts.median)}, half of them {whole(low)} to {whole(high)}"
    return f"{middle}; {whole(amounts.mean)} on average" if how == "both" else middle


def whole(value: float) -> str:
    """A figure without what nobody counts in."""
    return figure(round(value))


def label(key: str, name: str) -> str:
    """What a number of a person is called."""
    return PARTS[key].label.replace("{name}", name)


def missing_says(part: Part, name: str) -> str:
    """What is still to come before a number is shown: ``3 more bids until “Bids made” can be told``."""
    one, many = UNITS[part.counts]
    return f"{part.missing} more {one if part.missing == 1 else many} until “{label(part.key, name)}” can be told"


def hours_says(seconds: int) -> str:
    """A stretch of time: ``2 hours 5 minutes``."""
    hours, minutes = divmod(round(seconds / 60), 60)
    parts = [f"{hours} {'hour' if hours == 1 else 'hours'}"] if hours else []
    parts += [f"{minutes} {'minute' if minutes == 1 else 'minutes'}"] if minutes or not hours else []
    return " ".join(parts)
