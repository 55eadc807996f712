"""A ruling on a page: the verdict, why, the rule, other tables, and one button that enters what follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import url_for
from werkzeug.wrappers import Response

from companion.game.record.refusal import Refusal
from companion.rules.clauses import clauses_of
from companion.rules.referee import Settled
from companion.web.base.assets import shared_address
from companion.web.base.forms import Form
from companion.web.base.game import OpenGame, carry_out, refusal_status
from companion.web.base.htmx import respond, see_other
from companion.web.settle.case import Case
from companion.web.settle.entry import Entry
from companion.web.settle.facts import Facts
from companion.web.settle.ruling.seal import SealedRuling, seal
from companion.web.settle.ruling.stamp import stamp_of


@dataclass(frozen=True)
class RulingPage:
    """What a page needs to show a ruling, and to enter it."""

    case: Case
    asked: str
    """The question, as people put it."""
    settled: Settled
    entry: Entry | None
    facts: Facts
    here: str
    """Its own address, without the facts."""
    back: str
    back_label: str = "Change the facts"
    enter_at: str = ""

    @property
    def carried(self) -> list[tuple[str, str]]:
        """The facts that a form has to repeat when it asks for the counters taken until then."""
        said = self.facts.said.items()
        return [(name, value) for name, values in said if not name.startswith("so-far-") for value in values]


def show_ruling(page: RulingPage, refusal: Refusal | None = None, *, link: str = "", picture: str = "") -> Response:
    """The page of a ruling.

    :param refusal: why it could not be entered.
    :param link: where others find it; a ruling at a table is sealed into an address that shows no way into the game.
    :param picture: the same as a picture.
    """
    if page.case.table:
        token = seal(SealedRuling(page.asked, page.case.variant, page.settled))
        link = shared_address(url_for("settle.sealed", token=token))
        picture = url_for("settle.sealed_picture", token=token)
    return respond(
        "settle/ruling.html",
        status=refusal_status(refusal) if refusal else 200,
        shown=page,
        case=page.case,
        settled=page.settled,
        stamp=stamp_of(page.settled),
        entry=page.entry,
        refusal=refusal,
        link=link,
        picture=picture,
        form=_form(page),
        clauses=clauses_of(*page.settled.clauses),
    )


def _form(page: RulingPage) -> Form:
    """What was typed, and the counters that the recorded tricks tell where nobody typed them."""
    taken = page.entry.taken if page.entry else {}
    known = {f"so-far-{side}": str(points) for side, points in taken.items()}
    return Form(known | {name: page.facts.word(name) for name in page.facts.said})


def enter_ruling(game: str, entry: Entry, read_again: Callable[[], RulingPage | None]) -> Response:
    """Write a ruling down, and go on at the table.

    :param read_again: the ruling on the game as it then stands, where somebody else wrote first.
    """

    def refused(_now: OpenGame, refusal: Refusal) -> Response:
        page = read_again()
        if page is None:
            return see_other(url_for("table.show", game=game))
        return show_ruling(page, refusal)

    return carry_out(game, entry.command, lambda written: see_other(url_for("table.show", game=written.game)), refused)
