"""A ruling on a page: the verdict, why, the rule, other tables; its link; and the entry that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from flask import url_for
from werkzeug.wrappers import Response

from companion.game.commands import EnterRuling, Refusal
from companion.game.decide.ending import sides_laying_untrumped
from companion.game.decide.tricks import entry_of, ruling_preview
from companion.game.events import DealScored
from companion.game.evidence.at_table import counters_so_far
from companion.game.state import DealState, GameState, Phase
from companion.rules.clauses import clauses_of
from companion.rules.options import differences, with_options
from companion.rules.referee import Question, Settled, Verdict
from companion.rules.score import DealEnd
from companion.rules.variant import Variant
from companion.rules.variants import VariantError, find_variant
from companion.store.codec import from_json, to_json
from companion.web.core.assets import shared_address
from companion.web.core.current import seal_json, unseal_json
from companion.web.core.forms import Form
from companion.web.core.game import OpenGame, carry_out
from companion.web.core.rendering import respond, see_other
from companion.web.core.writing import refusal_status
from companion.web.settle.case import Case, Facts


@dataclass(frozen=True)
class Entry:
    """What a ruling would write into the score of the deal on the table."""

    command: EnterRuling
    says: str
    """What is entered; empty where nothing follows and the ruling is only kept."""
    changes: tuple[tuple[str, int, int], ...] = ()
    """By side: its name, the change, and the score that it makes."""
    working: tuple[str, ...] = ()
    refused: str = ""
    """Why it can't be entered now."""
    asks_points: bool = False
    """Whether the penalty looks at what was taken until then."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """By side, what was taken until then: as somebody typed it, else as the tricks were recorded."""
    lays: tuple[tuple[str, str], ...] = ()
    """The sides whose meld with no trump is asked for, with their names."""


@dataclass(frozen=True)
class Accusation:
    """Who accuses whom, by seat, and of which trick."""

    accuser: int
    accused: int
    trick: int


def entry_for(case: Case, settled: Settled, facts: Facts, made: Accusation | None = None) -> Entry | None:
    """What may be entered of a ruling; None without a deal on the table.

    :param settled: with the sides as recorded sentences mark them.
    :param made: the accusation that the ruling answers.
    :raises QuestionError: if the counters taken until then are no numbers.
    """
    state = case.state
    if state is None or state.deal is None:
        return None
    asks = _asks_points(state.deal, settled)
    taken = _taken(case, state, state.deal, facts) if asks else {}
    ends = settled.consequence and settled.consequence.end
    laying = sides_laying_untrumped(state, state.deal) if ends is DealEnd.NO_MARRIAGE else ()
    lays = tuple((side, case.name(side)) for side in laying)
    laid = {side: facts.number(f"laid-{side}", name) for side, name in lays}
    melds = {side: points for side, points in laid.items() if points is not None}
    command = replace(entry_of(settled, taken), meld=melds)
    if made:
        command = replace(command, accuser=made.accuser, accused=made.accused, trick=made.trick)
    found = ruling_preview(state, state.deal, command)
    says = state.with_names(settled.consequence.says) if settled.consequence else ""
    if isinstance(found, Refusal):
        return Entry(command, says, refused=found.says, asks_points=asks, taken=taken, lays=lays)
    working = found.working if found else ()
    return Entry(command, says, _changes(case, found), working, asks_points=asks, taken=taken, lays=lays)


def _taken(case: Case, state: GameState, deal: DealState, facts: Facts) -> dict[str, int]:
    # With a stock the tricks are recorded only once it is used up, so that their count is not the whole one.
    typed = {side: facts.number(f"so-far-{side}", case.name(side)) for side in state.sides_in(deal)}
    if not any(facts.says(f"so-far-{side}") for side in typed) and state.trick_log.kept and deal.stock is None:
        return counters_so_far(state, deal)
    return {side: number for side, number in typed.items() if number is not None}


def _asks_points(deal: DealState, settled: Settled) -> bool:
    follows = settled.consequence
    if follows is None or deal.phase is not Phase.PLAY:
        return False
    return follows.end in (DealEnd.RENEGE, DealEnd.CLAIM) or follows.offender is not None


def _changes(case: Case, scored: DealScored | None) -> tuple[tuple[str, int, int], ...]:
    state = case.state
    if state is None or scored is None:
        return ()
    scores = state.standing.scores
    return tuple((case.name(each.side), each.points, scores[each.side] + each.points) for each in scored.change)


class Stamp(NamedTuple):
    """The word on a ruling, and how it looks."""

    says: str
    look: Verdict


_SAYS = {
    Verdict.LEGAL: "Allowed",
    Verdict.NOT_LEGAL: "Not allowed",
    Verdict.DEPENDS: "It depends",
    Verdict.ANSWER: "The answer",
}
_OF_A_SUM = {Verdict.LEGAL: "Right", Verdict.NOT_LEGAL: "Not right"}


def stamp_of(settled: Settled) -> Stamp:
    """The stamp: a meld's sum is right or not, and a mishap gets an answer, not "allowed"."""
    if settled.question is Question.MISHAP:
        return Stamp(_SAYS[Verdict.ANSWER], Verdict.ANSWER)
    says = _OF_A_SUM if settled.question is Question.MELD else _SAYS
    return Stamp(says.get(settled.verdict, _SAYS[settled.verdict]), settled.verdict)


NOT_WHOLE = "This link to a ruling is not whole. Ask for it again at the table where it was given."
_USE = "ruling"


@dataclass(frozen=True)
class SealedRuling:
    """A ruling as it was given at a table: it needs nothing of the game to be read."""

    asked: str
    """The question, as people put it."""
    variant: Variant
    """With the rules of that table."""
    settled: Settled


def seal(ruling: SealedRuling) -> str:
    """The ruling as part of an address; it is signed, so that nobody can write one that was never given."""
    variant = ruling.variant
    packed = {
        "asked": ruling.asked,
        "variant": variant.key,
        "name": variant.name,
        "rules": differences(variant, find_variant(variant.key)),
        "settled": to_json(ruling.settled),
    }
    return seal_json(_USE, packed)


def unseal(token: str) -> SealedRuling:
    """The ruling in a link.

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
        return [(name, value) for name, values in said if not name.startswith(("so-far-", "laid-")) for value in values]


def show_ruling(page: RulingPage, refusal: Refusal | None = None, *, link: str = "") -> Response:
    """The page of a ruling.

    :param refusal: why it could not be entered.
    :param link: where others find it; a ruling at a table is sealed into an address that shows no way into the game.
    """
    if page.case.table:
        token = seal(SealedRuling(page.asked, page.case.variant, page.settled))
        link = shared_address(url_for("settle.sealed", token=token))
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
        form=_form(page),
        clauses=clauses_of(*page.settled.clauses),
    )


def _form(page: RulingPage) -> Form:
    """What was typed, and the counters of the recorded tricks where nobody typed them."""
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
