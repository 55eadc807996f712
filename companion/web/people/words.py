"""A person’s page part by part: the numbers in words, with how many games or deals they come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.figures.bids import bidding, defence, melding
from companion.figures.facts import Place
from companion.figures.luck import FEWEST_MELDS, FEWEST_TRICKS, OWN_DEALS, Luck, Usual, meld_luck, play_above
from companion.figures.results import (
    collection,
    is_comeback,
    largest_comeback,
    records,
    winning,
)
from companion.figures.samples import Amounts, Part, Share
from companion.figures.scope import Mine
from companion.rules.phrases import begun_large, several
from companion.rules.score.facts import figure, signed
from companion.web.people.facts import House, simulated

SHOWN_IN_PERCENT = 10
"""Below this many a share is shown only as a count."""


class Words(NamedTuple):
    """The label of a number, how it is shown, and a note on it."""

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
    """A number in words."""
    if isinstance(part.value, Share):
        return share_says(part.value)
    return amounts_says(part.value, PARTS[part.key].how)


def share_says(share: Share) -> str:
    """A share by its count, with its likely range once there are enough to speak of one."""
    counted = f"{len(share.hits)} of {share.n}"
    return f"{counted}, likely {range_says(share)}" if share.n >= SHOWN_IN_PERCENT else counted


def range_says(share: Share) -> str:
    """The likely range of a share: ``42 to 76 %``."""
    low, high = share.range
    return f"{low * 100:.0f} to {high * 100:.0f} %"


def par_says(par: float | None) -> str:
    """The share of a person who is like all others."""
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
    """The name of a person's number."""
    return PARTS[key].label.replace("{name}", name)


def missing_says(part: Part, name: str) -> str:
    """The amount missing before a number is shown, as a sentence."""
    one, many = UNITS[part.counts]
    return f"{several(part.missing, f'more {one}', f'more {many}')} until “{label(part.key, name)}” can be shown."


def hours_says(seconds: int) -> str:
    """A stretch of time: ``2 hours 5 minutes``."""
    hours, minutes = divmod(round(seconds / 60), 60)
    parts = [several(hours, "hour")] if hours else []
    parts += [several(minutes, "minute")] if minutes or not hours else []
    return " ".join(parts)


ALONE = ("won-lately", "cost-set", "cost-thrown-in", "cost-no-marriage", "failed-thrown-in", "failed-no-marriage")
"""Numbers without a note about missing deals: another of their kind has it."""


def section(key: str, title: str, parts: Iterable[Part], name: str, points: bool) -> dict[str, Any]:
    """A section of these numbers; amounts of points only where all deals are under the same rules."""
    used = [part for part in parts if (points or not part.in_points) and not _is_idle(part)]
    missing = (missing_says(part, name) for part in used if not part.shown and part.key not in ALONE)
    lines = [_line(part, name) for part in used if part.shown]
    return {"key": key, "title": title, "lines": lines, "missing": tuple(missing)}


def _is_idle(part: Part) -> bool:
    """Return True if a number has no content: no bid was forced, no such set occurred."""
    empty = isinstance(part.value, Share) and not part.value.hits
    return empty and (part.key in ("bids-forced", "meld-known") or part.key.startswith("failed-"))


def _line(part: Part, name: str) -> dict[str, str]:
    """One number on a page; its key leads to the deals behind it."""
    par = par_says(part.value.par) if isinstance(part.value, Share) else ""
    note = PARTS[part.key].note.replace("{name}", name)
    return {"key": part.key, "label": label(part.key, name), "says": says(part), "note": note, "par": par}


def sections(mine: Mine, name: str) -> list[dict[str, Any]]:
    """The numbers of a person's page in their order."""
    points = len(mine.rules) == 1
    parts = (
        ("results", "Won and lost", winning(mine)),
        ("bids", "Bids", bidding(mine)),
        ("defence", "When others bid", defence(mine)),
        ("melds", "Meld", melding(mine)),
    )
    return [section(key, title, parts_of, name, points) for key, title, parts_of in parts]


@dataclass(frozen=True)
class LuckFigures:
    """Luck and play, side by side, and what is missing for them."""

    meld: Luck | None
    play: Luck | None
    missing: tuple[str, ...]


def luck(house: House, mine: Mine) -> LuckFigures | None:
    """Return the luck of the cards, and the play, where all deals are under one set of rules; else None."""
    if len(mine.rules) != 1:
        return None
    usual: Usual = house.usual_under(mine.rules[0])
    cards = meld_luck(mine, usual, None if usual.suffices else simulated(mine.rules[0]))
    play = play_above(mine, usual)
    missing = []
    if cards is None or len(cards.places) < FEWEST_MELDS:
        missing.append(f"The luck of the cards is shown from {FEWEST_MELDS} deals on, once it is known what is usual.")
        cards = None
    if play is None or len(play.places) < FEWEST_TRICKS:
        missing.append(
            f"Play is shown from {FEWEST_TRICKS} deals on, once {OWN_DEALS} were played here by these rules."
        )
        play = None
    return LuckFigures(cards, play, tuple(missing))


def behind(house: House, mine: Mine, key: str, name: str) -> tuple[str, Sequence[Place], frozenset[Place]] | None:
    """A number's name, its games or deals, and those that came true; None if there is no such number."""
    for part in [*winning(mine), *bidding(mine), *defence(mine), *melding(mine)]:
        if part.key == key:
            hits = part.value.hits if isinstance(part.value, Share) else ()
            return label(key, name), part.behind, frozenset(hits)
    figures = luck(house, mine)
    for luck_key, title, found in (
        ("meld-luck", "Luck of the cards", figures and figures.meld),
        ("play", "Play above what is usual", figures and figures.play),
    ):
        if key == luck_key and found:
            return title, found.places, frozenset()
    return _others_behind(mine, key)


def _others_behind(mine: Mine, key: str) -> tuple[str, Sequence[Place], frozenset[Place]] | None:
    kind, _, name = key.partition(":")
    if kind == "record":
        found = next((each for each in records(mine) if each.key == name), None)
        return (RECORDS[name], (found.place,), frozenset()) if found else None
    if kind == "meld":
        seen = next((each for each in collection(mine)[0] if each.called == name), None)
        return (begun_large(seen.called), seen.places, frozenset()) if seen else None
    if key == "games":
        won = frozenset(game.place for game in mine.finished if game.won)
        return "Finished games", tuple(game.place for game in mine.finished), won
    if key == "unfinished":
        return "Games that are not finished", tuple(game.place for game in mine.games if not game.finished), frozenset()
    if key == "deals":
        return "All deals", tuple(deal.place for deal in mine.scored), frozenset()
    if key == "corrected":
        return "Deals that were corrected", tuple(deal.place for deal in mine.deals if deal.corrected), frozenset()
    if key == "comeback":
        best = largest_comeback(mine)
        return ("The comeback", (best.place,), frozenset()) if best and is_comeback(best) else None
    return None
