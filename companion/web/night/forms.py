"""The forms of a night, read."""

from __future__ import annotations

import re
from enum import Enum
from typing import TypeVar

from companion.night.events import MOST_DEALS, Bye, Movement, Plan, RankedBy, Seating, Spare, TableTotals
from companion.night.judge import MOST_CENTS, MOST_MINUTES, MOST_ROUNDS, MOST_TARGET
from companion.rules.names import LONGEST_NAME, name_problem, tidy_name
from companion.rules.phrases import minus
from companion.web.core.forms import BLANKS, GROUPED, Answer, Form, parse_signed, read_within

MOVEMENTS = {
    Movement.DRAWN: "Everybody alone: each round is drawn",
    Movement.CHART: "Everybody alone: by the printed chart",
    Movement.SEATS: "Everybody alone: seats move by themselves",
    Movement.LOSERS: "Everybody alone: the losers move up one table, partners part",
    Movement.PAIRS: "Pairs that stay together: each round is drawn",
    Movement.A_STAYS: "Pairs: A stays, B moves up one table",
    Movement.ALL_PAIRS: "Pairs: each meets each other pair",
    Movement.LOSING_PAIRS: "Pairs: the losing pair moves up one table",
}
SPARES = {
    Spare.SIT_OUT: "Those who are too many sit out in turn",
    Spare.THREES: "They play at a table of one fewer: of three, beside two pairs",
    Spare.PAUSE: "They sit down as one more where each plays alone; if that is one too many, one pauses each deal",
}
BYES = {
    Bye.OWN: "The average of their own other rounds",
    Bye.WINNERS: "The average of that round’s winners",
    Bye.NOTHING: "Nothing",
}
ORDERS = {
    RankedBy.POINTS: "Points, then rounds won; those who are level in both share a place",
    RankedBy.WINS: "Rounds won, then points; those who are level in both share a place",
}
_MARK = re.compile(r"^\s*(?:\d{1,3}(?:[.)]|\t)|[-–—*•·‣◦▪])\s*")
"""The mark before each line of a list."""
_BETWEEN = r"[&+/]| and "
"""The separator of a pair; a comma if there is none of these."""
_MONEY = re.compile(rf"[$£€]?[{BLANKS}]*(\d{{1,6}}|{GROUPED})(?:[.,](\d{{1,2}}))?[{BLANKS}]*[$£€]?", re.ASCII)
"""An amount, its thousands parted or not: one or two digits behind a comma or a point are cents, three are not."""

Choice = TypeVar("Choice", bound=Enum)


def read_plan(form: Form) -> Plan | None:
    """The plan that a form describes; None, with a sentence beside each field that is wrong."""
    name = tidy_name(form.value("name"))
    if problem := name_problem(name, LONGEST_NAME, f"Write a name of up to {LONGEST_NAME} letters."):
        form.refuse("name", problem)
    plan = Plan(
        name=name,
        rules=tidy_name(form.value("rules"))[:LONGEST_NAME],
        movement=_choice(form, "movement", Movement.DRAWN),
        rounds=read_within(form, "rounds", 6, 1, MOST_ROUNDS),
        deals=read_within(form, "deals", 4, 1, MOST_DEALS),
        minutes=read_within(form, "minutes", 0, 0, MOST_MINUTES),
        target=read_within(form, "target", 0, 0, MOST_TARGET),
        spare=_choice(form, "spare", Spare.SIT_OUT),
        bye=_choice(form, "bye", Bye.OWN),
        order=_choice(form, "order", RankedBy.POINTS),
        hidden=bool(form.value("hidden")),
        per_deal=bool(form.value("per_deal")),
        entry=read_cents(form, "entry"),
        per_set=read_cents(form, "per_set"),
    )
    return None if form.errors else plan


def read_names(text: str, of_pairs: bool) -> list[tuple[str, ...]]:
    r"""The entrants of a list as it was typed or pasted: one on each line, or people on a single line with commas.

    >>> read_names("1. Smith, Ann\n- Bob", False), read_names("Ann, Bob", False)
    ([('Smith, Ann',), ('Bob',)], [('Ann',), ('Bob',)])
    """
    lines = _parts(text, r"[\n;]")
    if len(lines) == 1 and not of_pairs:
        lines = _parts(text, ",")
    return [read_entrant(line, of_pairs) for line in lines]


def read_entrant(text: str, of_pairs: bool) -> tuple[str, ...]:
    """One entrant's name as typed, or both of a pair; the night judges them.

    >>> read_entrant("Smith, Ann", False), read_entrant("Ann / Bob", True)
    (('Smith, Ann',), ('Ann', 'Bob'))
    """
    if not of_pairs:
        return (tidy_name(_unmarked(text)),)
    return tuple(map(tidy_name, _parts(text, _BETWEEN if re.search(_BETWEEN, text) else ",")))


def _parts(text: str, between: str) -> list[str]:
    return [part for each in re.split(between, text) if (part := _unmarked(each))]


def _unmarked(text: str) -> str:
    """A line without the mark or number before it and the comma after it."""
    return _MARK.sub("", text).strip().rstrip(",").rstrip()


def sides_word(sides: Seating) -> str:
    """The seating of a table in the form of its totals: ``1-2 3-4``."""
    return " ".join("-".join(map(str, side)) for side in sides)


def read_sides(form: Form) -> Seating | None:
    """The inverse; None where the form does not say."""
    word = form.value("sides")
    if not re.fullmatch(r"\d{1,4}(-\d{1,4}){0,3}( \d{1,4}(-\d{1,4}){0,3}){1,7}", word, re.ASCII):
        return None
    return tuple(tuple(map(int, side.split("-"))) for side in word.split(" "))


def read_totals(form: Form, sides: int, plan: Plan) -> TableTotals | None:
    """The totals of each side on a slip; None, with a sentence beside each wrong field."""
    most = plan.most_deals(sides)
    points = [_points(form, f"points-{side}", f"below-{side}") for side in range(sides)]
    sets = [read_within(form, f"sets-{side}", 0, 0, most) for side in range(sides)]
    for side, total in enumerate(points):
        name = f"sets-{side}"
        if plan.per_set and (total or 0) < 0 and not (sets[side] or form.value(f"sure-{name}")):
            says = "This total is below 0. How often was this side set?"
            form.refuse(name, says, Answer("Never", f"sure-{name}", "1"))
    uncounted = 0 if plan.target else most
    played = read_within(form, "deals", uncounted, min(uncounted, 1), most)
    known = tuple(each for each in points if each is not None)
    return None if form.errors or len(known) < len(points) else TableTotals(known, tuple(sets), played)


def read_cents(form: Form, name: str) -> int:
    """An amount of money in cents, such as ``5``, ``€2,50`` or ``1,000.50``; 0, and a sentence, where it is none."""
    text = form.value(name)
    found = _MONEY.fullmatch(text)
    cents = int(re.sub(r"\D", "", found[1])) * 100 + int((found[2] or "0").ljust(2, "0")) if found else 0
    if (text and not found) or cents > MOST_CENTS:
        form.refuse(name, "Write an amount like 5 or 2.50.")
    return cents


def money_said(cents: int) -> str:
    """An amount of money.

    >>> money_said(1150), money_said(-50)
    ('11.50', '−0.50')
    """
    return minus(f"{cents / 100:.2f}")


def _points(form: Form, name: str, below: str) -> int | None:
    if not form.value(name):
        form.refuse(name, "Write the total of this side.")
    return parse_signed(form, name, below)


def _choice(form: Form, name: str, default: Choice) -> Choice:
    return next((each for each in type(default) if each.value == form.value(name)), default)
