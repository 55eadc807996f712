"""A ruling on a page: its entry in the score, its link, and the page itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for
from werkzeug.wrappers import Response

from companion.game.commands import EnterRuling, Refusal
from companion.game.decide.ending import sides_laying_untrumped
from companion.game.decide.tricks import entry_of, ruling_preview
from companion.game.evidence.at_table import counters_so_far
from companion.game.state import Phase
from companion.rules.clauses import clauses_of
from companion.rules.options import differences, with_options
from companion.rules.referee import Question, QuestionError, Settled, Verdict
from companion.rules.score import DealEnd
from companion.rules.variant import Variant
from companion.rules.variants import VariantError, find_variant
from companion.store.codec import from_json, to_json
from companion.web.core.assets import shared_address
from companion.web.core.current import seal_json, unseal_json
from companion.web.core.forms import Form, read_numbers
from companion.web.core.game import OpenGame, carry_out
from companion.web.core.rendering import respond, see_other
from companion.web.core.writing import refusal_status
from companion.web.settle.case import NO_DEAL, Case, Facts


@dataclass(frozen=True)
class Entry:
    """The score that a ruling would write for the deal on the table."""

    command: EnterRuling
    fields: Mapping[str, str]
    """The fields for the figures that it depends on, with the side of each."""
    form: Form
    """The figures as typed, else the counters of the recorded tricks."""
    changes: tuple[tuple[str, int, int], ...] = ()
    """By side: its name, the change, and the score that it makes."""
    working: tuple[str, ...] = ()
    refused: str = ""
    """Why it can't be entered now."""


def entry_for(case: Case, settled: Settled, facts: Facts, **accusation: Any) -> Entry | None:
    """Return what may be entered of a ruling; None without a deal on the table.

    :param settled: with the sides as recorded sentences mark them.
    :param accusation: the ``accuser``, the ``accused`` and the ``trick``, where the ruling answers one.
    """
    state = case.state
    if state is None or state.deal is None:
        return None
    deal, follows = state.deal, settled.consequence
    melds = follows is not None and follows.end is DealEnd.NO_MARRIAGE
    fields = {f"laid-{side}": side for side in sides_laying_untrumped(state, deal)} if melds else {}
    in_play = deal.phase is Phase.PLAY or (deal.phase is Phase.MELD and not case.unmelded)
    if follows and in_play and (follows.end in _LOOKS_BACK or (deal.meld_closed and follows.offender is not None)):
        fields = {f"so-far-{side}": side for side in state.sides_in(deal)}
    form = Form({name: facts.word(name) for name in facts.said})
    figures = {fields[name]: number for name, number in read_numbers(form, fields).items()}
    # With a stock the tricks are recorded only once it is used up, so that their count is not the whole one.
    if fields and not melds and not facts.says(*fields) and state.trick_log.kept and deal.stock is None:
        figures = counters_so_far(state, deal)
        form = Form({name: str(figures[side]) for name, side in fields.items() if side in figures})
    command = replace(entry_of(settled, {} if melds else figures), meld=figures if melds else {}, **accusation)
    found = ruling_preview(state, deal, command)
    if isinstance(found, Refusal):
        return Entry(command, fields, form, refused=found.says)
    scores = state.standing.scores
    change = found.change if found else ()
    changes = tuple((case.name(each.side), each.points, scores[each.side] + each.points) for each in change)
    return Entry(command, fields, form, changes, found.working if found else ())


_LOOKS_BACK = (DealEnd.RENEGE, DealEnd.CLAIM)
"""The ends whose price depends on what was taken until then."""


NOT_WHOLE = "This link to a ruling is not whole. Ask for it again at the table where it was given."
_USE = "ruling"


@dataclass(frozen=True)
class SealedRuling:
    """A ruling as it was given at a table, complete without its game."""

    title: str
    """The question, as people put it."""
    variant: Variant
    """With the rules of that table."""
    settled: Settled


def seal(ruling: SealedRuling) -> str:
    """Return the ruling as part of an address, signed, so that nobody else can write one."""
    variant = ruling.variant
    packed = {
        "asked": ruling.title,
        "variant": variant.key,
        "name": variant.name,
        "rules": differences(variant, find_variant(variant.key)),
        "settled": to_json(ruling.settled),
    }
    return seal_json(_USE, packed)


def unseal(token: str) -> SealedRuling:
    """Return the ruling in a link.

    :raises ValueError: if this server has given no such ruling.
    """
    try:
        packed = unseal_json(_USE, token)
        rules = with_options(find_variant(packed["variant"]), packed["rules"])
        return SealedRuling(packed["asked"], replace(rules, name=packed["name"]), from_json(packed["settled"], Settled))
    except (KeyError, ValueError, VariantError):
        # Signed here, it may still come from an edition of the companion that knew other rules.
        raise ValueError(NOT_WHOLE) from None


@dataclass(frozen=True)
class RulingPage:
    """A ruling on its page, and what may be entered of it."""

    case: Case
    title: str
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
    def lacks_leader(self) -> bool:
        """True if a card was not legal, and nobody has entered who led: so nobody knows whose card it was."""
        asked = self.settled.question is Question.PLAY and self.settled.verdict is Verdict.NOT_LEGAL
        return asked and self.entry is not None and not self.facts.says("lead")

    @property
    def carried(self) -> list[tuple[str, str]]:
        """The facts that the form for the figures repeats."""
        said = self.facts.said.items()
        return [(name, value) for name, values in said if not name.startswith(("so-far-", "laid-")) for value in values]


def show_ruling(page: RulingPage, refusal: Refusal | None = None, *, link: str = "") -> Response:
    """Show a ruling.

    :param refusal: why it could not be entered.
    :param link: where others find it; a ruling at a table is sealed into an address that shows no way into the game.
    """
    if page.case.table:
        token = seal(SealedRuling(page.title, page.case.variant, page.settled))
        link = shared_address(url_for("settle.sealed", token=token))
    form = page.entry.form if page.entry else Form()
    return respond(
        "settle/ruling.html",
        status=refusal_status(refusal) if refusal else form.status,
        shown=page,
        case=page.case,
        settled=page.settled,
        entry=page.entry,
        refusal=refusal,
        link=link,
        form=form,
        clauses=clauses_of(*page.settled.clauses),
    )


def enter_ruling(game: str, read: Callable[[], RulingPage]) -> Response:
    """Write a ruling down, and go on at the table.

    :param read: gives the ruling on the game as it stands; once more where somebody else wrote first.
    """
    page, on_table = read(), url_for("table.show", game=game)
    if page.entry is None or page.entry.form.errors:
        return show_ruling(page, None if page.entry else Refusal(NO_DEAL))

    def refused(_now: OpenGame, refusal: Refusal) -> Response:
        try:
            return show_ruling(read(), refusal)
        except QuestionError:
            return see_other(on_table)

    return carry_out(game, page.entry.command, lambda _written: see_other(on_table), refused)
