"""The treasurer's page of a night: payments, sets, prizes, checks, and the rest."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from companion.night.events import CashCounted, Event, PrizeGiven
from companion.night.money import money, place_prizes, prize_lines, shares, who_pays_whom
from companion.night.standing import standing
from companion.rules.names import LONGEST_NAME, tidy_name, unseen_in
from companion.web.core.access import AT_NIGHT, DESK, allow, sees_standing
from companion.web.core.forms import Form, posted
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import KEEPING, limited
from companion.web.night.case import carry_out, find_night, of_night
from companion.web.night.forms import read_cents
from companion.web.night.games import playing

SHARES = (50, 30, 20)
"""The percentages of the pool that are suggested as prizes."""

pages = Blueprint("money", __name__, url_prefix="/nights/<night>")


@pages.get("/money")
@allow(AT_NIGHT)
def treasurer_sheet(night: str) -> Response:
    """The treasurer's sheet: payments, sets, prizes, and the rest."""
    return money_page(night, Form())


@pages.post("/money")
@allow(DESK)
@limited(KEEPING)
def count(night: str) -> Response:
    """Note a prize, or other money in or out."""
    form = posted()
    what, cents, kind = tidy_name(form.value("what"))[:LONGEST_NAME], read_cents(form, "cents"), form.value("kind")
    if not what or unseen_in(what):
        form.refuse("what", "Write what it is for.")
    if not cents:
        form.refuse("cents", "Write an amount like 5 or 2.50.")
    if form.errors:
        return money_page(night, form)
    event: Event = CashCounted(what, -cents if kind == "out" else cents)
    if kind == "prize":
        event = PrizeGiven(what, cents)
    if not carry_out(night, form, "what", lambda _: [event]):
        return money_page(night, form)
    return see_other(url_for("money.treasurer_sheet", night=night))


def money_page(night: str, form: Form) -> Response:
    """The treasurer's sheet, with what was typed."""
    read = find_night(night)
    counted, rows, rounds = money(read.night), standing(read.night), read.night.rounds
    if not sees_standing(read):  # sets, checks and prizes say who won
        counted, rows, rounds = replace(counted, by_sets={}), [], ()
    pool = max(counted.coming_in, 0)
    tables = [table for each in rounds for table in each.tables]
    kept = [(table, now.owed) for table in tables if (now := playing(table)) and any(now.owed)]
    return respond(
        "night/money.html",
        status=form.status,
        form=form,
        counted=counted,
        payments=who_pays_whom(read.night, kept) if kept else None,
        lines=prize_lines(rows),
        pool=pool,
        percents=SHARES,
        prizes=place_prizes(rows, shares(pool, SHARES)),
        **of_night(read),
    )
