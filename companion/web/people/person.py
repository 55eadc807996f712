"""A person's page, the games and deals of each number, the page of two, and a download of a person's own rows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.figures.facts import NO_ROLE, MeldSeen, Place, SeatInDeal, SeatInGame
from companion.figures.luck import OWN_DEALS
from companion.figures.results import (
    With,
    clear_difference,
    collection,
    evenings,
    favourite,
    form,
    nemesis,
    opponents,
    partners,
    records,
    totals,
)
from companion.figures.scope import Mine
from companion.store.files import no_formula
from companion.web.core.access import MEMBERS, allow
from companion.web.core.assets import file_name
from companion.web.core.forms import number_asked
from companion.web.core.rendering import FORMATS, as_file, made_once, respond
from companion.web.people import charts
from companion.web.people.asked import NOBODY, PersonAsked, is_own, may_change, person_asked, seen_person
from companion.web.people.facts import House, house
from companion.web.people.words import (
    RECORDS,
    behind,
    hours_says,
    luck,
    par_says,
    sections,
    share_says,
)
from companion.web.people.year import season_address

SHOWN_AT_ONCE = 100

pages = Blueprint("person", __name__, url_prefix="/person")


@pages.get("/<person:name>")
@allow(MEMBERS)
def show_person(name: str) -> Response:
    """A person's figures, by ``?rules=``, ``?season=`` and ``?partner=``; made once until anything is written."""
    now = house()
    person = seen_person(now, name)
    may = is_own(now, person), may_change(now, person)
    same = (now.stamp, person, may, now.seen.same_for, tuple(sorted(request.args.items())))
    return made_once(same, lambda: _page(person_asked(name)))


def _page(asked: PersonAsked) -> Response:
    mine, now = asked.mine, asked.house
    found = luck(now, mine)
    hands = now.hands_under(mine.rules[0]) if len(mine.rules) == 1 else {}
    named_luck = (("The cards", found.meld), ("Play", found.play)) if found else ()
    luck_rows = [(name, each) for name, each in named_luck if each]
    sides, met = partners(mine), opponents(mine)
    clear = clear_difference(sides)
    return respond(
        "people/person.html",
        asked=asked,
        own=is_own(now, asked.person),
        may_change=may_change(now, asked.person),
        sections=sections(mine, asked.name),
        totals=totals(mine),
        hours=hours_says,
        records=[
            (each, RECORDS[each.key])
            for each in records(mine)
            if len(mine.rules) == 1 or each.key in ("shortest", "longest")  # points of several rules are never compared
        ],
        collection=collection(mine),
        luck=found,
        own_deals=OWN_DEALS,
        share_says=share_says,
        par_says=par_says,
        partners=sides,
        opponents=met,
        nemesis=nemesis(met),
        favourite=favourite(met),
        last_games=form(mine) if len(mine.finished) >= 5 else None,
        season_address=season_address,
        here=partial(url_for, "person.show_person", name=asked.person, **asked.narrowed_but("season")),
        named=lambda people: [(now.called(each.person), each) for each in people],
        luck_rows=luck_rows,
        bids_chart=charts.bids_chart(mine),
        luck_chart=charts.luck_chart(luck_rows),
        meld_chart=charts.meld_chart(mine, hands),
        evenings_chart=charts.evenings_chart(evenings(mine)),
        games_listed=[_game_row(now, game, mine.tables[game.game]) for game in mine.games if game.evening][-60:],
        partners_chart=_partners_chart(now, sides, clear),
    )


def _game_row(now: House, game: SeatInGame, table: Sequence[SeatInGame]) -> dict[str, str]:
    """A game in the table beside the chart of evenings."""
    others = [row for row in table if row.seat != game.seat]
    mates, rest = (
        [now.name_shown(row.name) for row in others if (row.side == game.side) is own] for own in (True, False)
    )
    return {
        "day": charts.day_label(game.evening),
        "rules": now.rules_called(game.rules),
        "partners": ", ".join(mates),
        "opponents": ", ".join(rest),
        "result": "won" if game.won else "lost" if game.finished else "not finished",
    }


def _partners_chart(now: House, sides: Sequence[With], clear: With | None) -> charts.Drawing | None:
    """Draw the results with each partner.

    :param clear: the partner with whom it goes otherwise than with the others; rarer than one in ten by chance.
    """
    if clear is None:
        says = "With nobody is the difference clear yet."
    else:
        others = [each for each in sides if each is not clear]
        rest = sum(each.mine for each in others) / sum(each.games.n for each in others)
        way = "More" if clear.games.rate > rest else "Fewer"
        says = f"{way} games are won with {now.called(clear.person)} than with others."
    return charts.partners_chart([(now.called(each.person), each) for each in sides], says)


@pages.get("/<person:name>/behind/<key>")
@allow(MEMBERS)
def deals(name: str, key: str) -> Response:
    """The games or deals that a number is made of, the last first, a hundred at a time."""
    asked = person_asked(name)
    found = behind(asked.house, asked.mine, key, asked.name)
    if found is None:
        abort(404, "There is no such number on this person’s page any more.")
    title, places, hits = found
    ordered = sorted(places, key=lambda place: _when(asked.mine, place), reverse=True)
    skipped = number_asked("after")
    shown = [_found(asked, place, place in hits) for place in ordered[skipped : skipped + SHOWN_AT_ONCE]]
    more = skipped + SHOWN_AT_ONCE if len(ordered) > skipped + SHOWN_AT_ONCE else None
    return respond(
        "people/behind.html",
        asked=asked,
        key=key,
        title=title,
        found=shown,
        count=len(ordered),
        hits=len(hits),
        more=more,
    )


def _when(mine: Mine, place: Place) -> tuple[str, str, int]:
    return mine.tables[place[0]][0].at if mine.tables.get(place[0]) else "", *place


def _found(asked: PersonAsked, place: Place, hit: bool) -> dict[str, Any]:
    """A game or a deal behind a number."""
    rows = asked.mine.tables.get(place[0], ())
    sides: dict[str, list[str]] = {}
    for row in rows:
        sides.setdefault(row.side, []).append(asked.house.name_shown(row.name))
    who = " – ".join(" & ".join(names) for names in sides.values())
    game, number = place
    return {"game": game, "number": number, "who": who, "day": rows[0].at if rows else "", "hit": hit}


@pages.get("/<person:name>/with/<person:other>")
@allow(MEMBERS)
def pair(name: str, other: str) -> Response:
    """Two people: as partners, and against each other, by the same of their games as on a person's page."""
    asked = person_asked(name)
    now, also = asked.house, seen_person(asked.house, other)
    if also == asked.person:
        abort(404, NOBODY)
    together = asked.mine.with_partner(now.mine(also).deals)
    return respond(
        "people/pair.html",
        asked=asked,
        other=also,
        other_name=now.called(also),
        partner=next((each for each in partners(asked.mine, 1) if each.person == also), None),
        against=next((each for each in opponents(asked.mine, 1) if each.person == also), None),
        sections=sections(together, asked.name) if together.deals else [],
        deals=len(together.scored),
        here=partial(url_for, "person.pair", name=asked.person, other=also, **asked.narrowed_but("season")),
        share_says=share_says,
        par_says=par_says,
    )


@pages.get("/<person:name>/rows.<fmt>")
@allow(MEMBERS)
def rows(name: str, fmt: str) -> Response:
    """The rows of a person's chosen part, a line for each deal, as CSV; or everything known, as JSON."""
    asked = person_asked(name)
    if not may_change(asked.house, asked.person):
        abort(403, "These rows are for the person’s own phone.")
    if fmt not in FORMATS:
        abort(404, "Rows can be taken away as CSV or as JSON.")
    season = [asked.season.name] if asked.season else []
    return as_file((_csv if fmt == "csv" else _json)(asked), fmt, file_name("pinochle", asked.name, *season))


def _csv(asked: PersonAsked) -> str:
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(["began", *SeatInDeal._fields])
    began = {game.game: game.at for game in asked.mine.games}
    for deal in asked.mine.deals:
        table.writerow([began.get(deal.game, ""), *map(_plain, deal)])
    return text.getvalue()


def _plain(value: object) -> object:
    return no_formula(value) if isinstance(value, str) and value != NO_ROLE else value


def _json(asked: PersonAsked) -> str:
    kinds: dict[str, Sequence[SeatInGame] | Sequence[SeatInDeal] | Sequence[MeldSeen]] = {
        "games": asked.mine.games,
        "deals": asked.mine.deals,
        "melds": asked.mine.melds,
    }
    rows_of = {key: [row._asdict() for row in rows] for key, rows in kinds.items()}
    season = asked.season and {
        "name": asked.season.name,
        "first": asked.season.first,
        "last": asked.season.last or None,
    }
    return json.dumps(
        {"person": asked.name, **({"season": season} if season else {}), **rows_of}, ensure_ascii=False, indent=1
    )
