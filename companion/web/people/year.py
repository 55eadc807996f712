"""A person's year: on a page, and as one picture to share."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from companion.figures.bids import MADE
from companion.figures.facts import Place
from companion.figures.luck import Luck, meld_luck
from companion.figures.records import collection
from companion.figures.results import is_comeback, largest_comeback, partners
from companion.figures.scope import Mine
from companion.figures.totals import Evening, evenings, totals
from companion.figures.who import SeenBy
from companion.rules.clauses import find_clause
from companion.web.base.clock import day_said
from companion.web.base.current import journal
from companion.web.base.htmx import respond
from companion.web.people.asked import Asked, person_asked
from companion.web.people.picture import year_to_png
from companion.web.people.words import hours_says

LEAST_SHARE = 0.05
"""Rules under which fewer games were played are left out of a year."""
LEAST_EVENING = 4
"""So many deals an evening needs for its luck to be told."""

pages = Blueprint("year", __name__, url_prefix="/person/<person:name>/year")


@dataclass(frozen=True)
class Highlight:
    """One thing to remember of a year."""

    title: str
    says: str
    place: Place | None = None
    """The game, or the deal of it."""


@pages.get("/<int:year>")
def show(name: str, year: int) -> Response:
    """What there is to remember of a person's year."""
    asked, mine = _asked(name, year)
    return respond("people/year.html", asked=asked, year=year, highlights=highlights(asked, mine))


@pages.get("/<int:year>.png")
def picture(name: str, year: int) -> Response:
    """The same as a picture of 1080 by 1350."""
    asked, mine = _asked(name, year)
    told = [(each.title, each.says) for each in highlights(asked, mine)]
    return Response(year_to_png(asked.name, year, told), mimetype="image/png")


def _asked(name: str, year: int) -> tuple[Asked, Mine]:
    asked = person_asked(name)
    games = [game.game for game in asked.whole.games if game.evening.startswith(f"{year}-")]
    if not games:
        abort(404, f"{asked.name} played no game here in {year}. The page of {asked.name} lists the years there are.")
    return asked, asked.whole.among(games)


def highlights(asked: Asked, mine: Mine) -> list[Highlight]:
    """What is worth telling; what there was too little of is left out."""
    told = totals(mine)
    nights = "evening" if told.evenings == 1 else "evenings"
    many = f"{told.games} {'game' if told.games == 1 else 'games'} on {told.evenings} {nights}"
    long = f", {hours_says(told.seconds)} at the table" if told.seconds >= 3600 else ""
    found: list[Highlight | None] = [
        Highlight("Played", f"{many}{long}"),
        _won(mine),
        _variants(asked, mine),
        _best_evening(mine),
        _partner(asked, mine),
        *_best_deals(asked, mine),
        _comeback(mine),
        _rarest(mine),
        *_lucky_evenings(asked, mine),
        _argument(mine),
    ]
    return [each for each in found if each]


def _won(mine: Mine) -> Highlight | None:
    won = sum(game.won for game in mine.finished)
    return Highlight("Won", f"{won} of {len(mine.finished)} games") if len(mine.finished) >= 5 else None


def _variants(asked: Asked, mine: Mine) -> Highlight | None:
    played = Counter(game.rules for game in mine.games)
    shown = [rules for rules, games in played.most_common() if games >= LEAST_SHARE * len(mine.games)]
    names = ", ".join(asked.house.rules_called(rules) for rules in shown)
    return Highlight("Variants", names) if names else None


def _best_evening(mine: Mine) -> Highlight | None:
    nights = [each for each in evenings(mine) if len(each.finished) >= 2 and each.won]
    best = max(nights, key=lambda each: (each.won, each.won / len(each.finished)), default=None)
    if best is None:
        return None
    return Highlight("Best evening", f"{_day(best.day)}: {best.won} of {len(best.finished)} won", best.games[0].place)


def _partner(asked: Asked, mine: Mine) -> Highlight | None:
    """The partner of most games; the name of one who is not for everybody to see is not told."""
    told = max(partners(mine), key=lambda each: each.games.n, default=None)
    if told is None or asked.house.people.may_be_seen_by(told.person) is not SeenBy.EVERYBODY:
        return None
    return Highlight("Partner of the year", f"{asked.house.called(told.person)}, in {told.games.n} games")


def _best_deals(asked: Asked, mine: Mine) -> list[Highlight]:
    """The highest bid made and the largest hand of meld, under the rules played most."""
    if not mine.rules:
        return []
    usual = mine.under(mine.rules[0])
    rules = f" ({asked.house.rules_called(mine.rules[0])})" if len(mine.rules) > 1 else ""
    made = [deal for deal in usual.as_bidder if deal.outcome == MADE]
    hands = [deal for deal in usual.scored if deal.meld_own]
    bid = max(made, key=lambda deal: deal.bid or 0, default=None)
    hand = max(hands, key=lambda deal: deal.meld_own or 0, default=None)
    return [
        *(
            [Highlight("Bid of the year", f"{bid.bid}, made with {bid.margin} to spare{rules}", bid.place)]
            if bid
            else []
        ),
        *([Highlight("Hand of the year", f"{hand.meld_own} of meld{rules}", hand.place)] if hand else []),
    ]


def _comeback(mine: Mine) -> Highlight | None:
    best = largest_comeback(mine)
    if best is None or not is_comeback(best):
        return None
    return Highlight(
        "Comeback of the year", f"{best.behind} behind, and won by {best.points - best.best_other}", best.place
    )


def _rarest(mine: Mine) -> Highlight | None:
    told, seen = collection(mine)
    if not told or seen < 10:
        return None
    rarest = told[0]
    times = "once" if rarest.times == 1 else f"{rarest.times} times"
    return Highlight("Rarest meld", f"{rarest.called}, {times} in {seen} deals seen", rarest.places[0])


def _lucky_evenings(asked: Asked, mine: Mine) -> list[Highlight]:
    """The evenings on which the cards gave most and least beside what is usual, under the rules played most."""
    if not mine.rules:
        return []
    usual = asked.house.usual_under(mine.rules[0])
    own, nights = mine.under(mine.rules[0]), evenings(mine)
    told = [(each, meld_luck(own.among(game.game for game in each.games), usual, None)) for each in nights]
    known = [(each, luck) for each, luck in told if luck and len(luck.places) >= LEAST_EVENING]
    if len(known) < 3:
        return []
    best, worst = max(known, key=_fortune), min(known, key=_fortune)
    return [_lucky("Luckiest evening", *best), _lucky("Unluckiest evening", *worst)]


def _fortune(told: tuple[Evening, Luck]) -> float:
    return told[1].total / (told[1].reach or 1)


def _lucky(title: str, night: Evening, luck: Luck) -> Highlight:
    way = "more" if luck.total >= 0 else "less"
    return Highlight(title, f"{_day(night.day)}: {abs(round(luck.total))} {way} meld than usual", night.games[0].place)


def _argument(mine: Mine) -> Highlight | None:
    """The clause by which most was settled at this person's tables."""
    games = {game.game for game in mine.games}
    cited = Counter(
        clause
        for game, body in journal().bodies("RulingEntered")
        if game in games
        for clause in dict.fromkeys(body.get("clauses", ()))
    )
    if not cited:
        return None
    clause, times = cited.most_common(1)[0]
    try:
        title = find_clause(clause).title
    except (KeyError, ValueError):
        return None
    return Highlight("Argument of the year", f"{title}, settled {'once' if times == 1 else f'{times} times'}")


def _day(told: str) -> str:
    return day_said(date.fromisoformat(told))
