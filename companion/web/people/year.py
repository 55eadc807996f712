"""A person’s year, or another season: on a page, and as one picture to share."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from companion.figures.bids import MADE
from companion.figures.facts import Place
from companion.figures.luck import Luck, meld_luck
from companion.figures.results import Evening, collection, evenings, is_comeback, largest_comeback, partners, totals
from companion.figures.scope import Mine, Season
from companion.figures.who import SeenBy
from companion.rules.clauses import find_clause
from companion.rules.phrases import several
from companion.web.core.access import MEMBERS, allow
from companion.web.core.assets import file_name, home_address
from companion.web.core.current import journal, written_day
from companion.web.core.extras import require_pillow
from companion.web.core.rendering import respond
from companion.web.people.asked import PersonAsked, find_season, person_asked
from companion.web.people.words import hours_says

LEAST_SHARE = 0.05
"""Rules under which fewer games were played are left out of a season."""
LEAST_EVENING = 4
"""The number of deals an evening needs before its luck is shown."""

pages = Blueprint("year", __name__, url_prefix="/person/<person:name>")


@dataclass(frozen=True)
class Highlight:
    """One thing to remember of a season."""

    title: str
    says: str
    place: Place | None = None
    """The game, or the deal of it."""


@pages.get("/year/<int:year>")
@allow(MEMBERS)
def show_year(name: str, year: int) -> Response:
    """The highlights of a person's year."""
    return _page(name, f"{year}")


@pages.get("/year/<int:year>.png")
@allow(MEMBERS)
def picture_year(name: str, year: int) -> Response:
    """The highlights of a year as a picture of 1080 by 1350."""
    return _picture(name, f"{year}")


@pages.get("/season/<season>")
@allow(MEMBERS)
def show_season(name: str, season: str) -> Response:
    """The highlights of a person's season."""
    return _page(name, season)


@pages.get("/season/<season>.png")
@allow(MEMBERS)
def picture_season(name: str, season: str) -> Response:
    """The highlights of a season as a picture of 1080 by 1350."""
    return _picture(name, season)


def season_address(person: str, season: Season, view: str = "show") -> str:
    """The address of a person's season; with ``picture`` that of its picture."""
    if season.is_year:
        return url_for(f"year.{view}_year", name=person, year=int(season.key))
    return url_for(f"year.{view}_season", name=person, season=season.key)


def _page(name: str, key: str) -> Response:
    asked, season, mine = _asked(name, key)
    return respond(
        "people/year.html",
        asked=asked,
        season=season,
        highlights=highlights(asked, mine, _span(season)),
        picture=season_address(asked.person, season, "picture"),
        file=f"{file_name('pinochle', season.name)}.png",
    )


def _picture(name: str, key: str) -> Response:
    require_pillow()
    from companion.web.core.picture import drawn_name, to_png

    asked, season, mine = _asked(name, key)
    lines = [(each.title, each.says) for each in highlights(asked, mine, _span(season))]
    png = to_png(f"{drawn_name(asked.name, 'A year')} at pinochle", season.name, lines, home_address())
    return Response(png, mimetype="image/png")


def _asked(name: str, key: str) -> tuple[PersonAsked, Season, Mine]:
    asked, season = person_asked(name), find_season(key)
    mine = asked.whole.on_evenings(season.holds)
    if not mine.games:
        when = season.name if season.is_year else f"the season “{season.name}”"
        says = f"{asked.name} played no game here in {when}. The page of {asked.name} lists the seasons there are."
        abort(404, says)
    return asked, season, mine


def _span(season: Season) -> str:
    return "year" if season.is_year else "season"


def highlights(asked: PersonAsked, mine: Mine, span: str) -> list[Highlight]:
    """The highlights of a ``year`` or a ``season``, without figures from too few games."""
    total = totals(mine)
    many = f"{several(total.games, 'game')} on {several(total.evenings, 'evening')}"
    long = f", {hours_says(total.seconds)} at the table" if total.seconds >= 3600 else ""
    found: list[Highlight | None] = [
        Highlight("Played", f"{many}{long}"),
        _won(mine),
        _variants(asked, mine),
        _best_evening(mine),
        _partner(asked, mine, span),
        *_best_deals(asked, mine, span),
        _comeback(mine, span),
        _rarest(mine),
        *_lucky_evenings(asked, mine),
        _argument(mine, span),
    ]
    return [each for each in found if each]


def _won(mine: Mine) -> Highlight | None:
    won = sum(game.won for game in mine.finished)
    return Highlight("Won", f"{won} of {len(mine.finished)} games") if len(mine.finished) >= 5 else None


def _variants(asked: PersonAsked, mine: Mine) -> Highlight | None:
    played = Counter(game.rules for game in mine.games)
    shown = [rules for rules, games in played.most_common() if games >= LEAST_SHARE * len(mine.games)]
    names = ", ".join(asked.house.rules_called(rules) for rules in shown)
    return Highlight("Variants", names) if names else None


def _best_evening(mine: Mine) -> Highlight | None:
    nights = [each for each in evenings(mine) if len(each.finished) >= 2 and each.won]
    best = max(nights, key=lambda each: (each.won, each.won / len(each.finished)), default=None)
    if best is None:
        return None
    return Highlight(
        "Best evening", f"{written_day(best.day)}: {best.won} of {len(best.finished)} won", best.games[0].place
    )


def _partner(asked: PersonAsked, mine: Mine, span: str) -> Highlight | None:
    """The partner of most games; never one whom not everybody may see."""
    partner = max(partners(mine), key=lambda each: each.games.n, default=None)
    if partner is None or asked.house.people.may_be_seen_by(partner.person) is not SeenBy.EVERYBODY:
        return None
    return Highlight(f"Partner of the {span}", f"{asked.house.called(partner.person)}, in {partner.games.n} games")


def _best_deals(asked: PersonAsked, mine: Mine, span: str) -> list[Highlight]:
    """The highest bid made and the largest hand of meld, under the rules played most."""
    if not mine.rules:
        return []
    usual = mine.under(mine.rules[0])
    rules = f" ({asked.house.rules_called(mine.rules[0])})" if len(mine.rules) > 1 else ""
    made = [deal for deal in usual.as_bidder if deal.outcome == MADE]
    hands = [deal for deal in usual.scored if deal.meld_own]
    bid = max((deal for deal in made if not deal.moon), key=lambda deal: deal.bid or 0, default=None)
    hand = max(hands, key=lambda deal: deal.meld_own or 0, default=None)
    return [
        *(
            [Highlight(f"Bid of the {span}", f"{bid.bid}, made with {bid.margin} to spare{rules}", bid.place)]
            if bid
            else []
        ),
        *([Highlight(f"Hand of the {span}", f"{hand.meld_own} of meld{rules}", hand.place)] if hand else []),
    ]


def _comeback(mine: Mine, span: str) -> Highlight | None:
    best = largest_comeback(mine)
    if best is None or not is_comeback(best):
        return None
    return Highlight(
        f"Comeback of the {span}", f"{best.behind} behind, and won by {best.points - best.best_other}", best.place
    )


def _rarest(mine: Mine) -> Highlight | None:
    melds, seen = collection(mine)
    if not melds or seen < 10:
        return None
    rarest = melds[0]
    times = "once" if rarest.times == 1 else f"{rarest.times} times"
    return Highlight("Rarest meld", f"{rarest.called}, {times} in {seen} deals seen", rarest.places[0])


def _lucky_evenings(asked: PersonAsked, mine: Mine) -> list[Highlight]:
    """The evenings with the luckiest and the unluckiest cards, under the rules played most."""
    if not mine.rules:
        return []
    usual = asked.house.usual_under(mine.rules[0])
    own, nights = mine.under(mine.rules[0]), evenings(mine)
    by_evening = [(each, meld_luck(own.among(game.game for game in each.games), usual, None)) for each in nights]
    known = [(each, luck) for each, luck in by_evening if luck and len(luck.places) >= LEAST_EVENING]
    if len(known) < 3:
        return []
    best, worst = max(known, key=_fortune), min(known, key=_fortune)
    return [_lucky("Luckiest evening", *best), _lucky("Unluckiest evening", *worst)]


def _fortune(pair: tuple[Evening, Luck]) -> float:
    return pair[1].total / (pair[1].reach or 1)


def _lucky(title: str, night: Evening, luck: Luck) -> Highlight:
    way = "more" if luck.total >= 0 else "less"
    return Highlight(
        title, f"{written_day(night.day)}: {abs(round(luck.total))} {way} meld than usual", night.games[0].place
    )


def _argument(mine: Mine, span: str) -> Highlight | None:
    """The clause most often cited at this person's tables."""
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
    return Highlight(f"Argument of the {span}", f"{title}, settled {'once' if times == 1 else f'{times} times'}")
