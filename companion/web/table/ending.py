"""The end of a deal: counters, throwing in, and what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.game.record.commands import DealStep, EndDeal
from companion.game.record.events import DealScored
from companion.game.record.state import DealState, GameState
from companion.game.view.result import foreseen
from companion.rules.count import deal_total, judge_points
from companion.rules.score.facts import DealEnd, Misdeal, asks_all_tricks, asks_tricks
from companion.web.base.fields import Asked, read_numbers, read_word
from companion.web.base.forms import Answer, Form

REST = "rest"
"""The field that names another one, whose figure is then what the others leave."""


SHOWN = "shown"
"""The field that says which result stood beside the button that counts the deal."""


def count(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """The tricks are counted; of two sides one is enough. The field named ``rest`` is left to what the others leave."""
    command = read_counted(form, state, state.deal)
    first = next((name for name in _fields("points", state) if form.value(name)), "")
    return (Asked(command, {"points": first}, _rests(state, command.points)),)


def was_foreseen(form: Form, state: GameState) -> bool:
    """Whether the result of the counters in a form is the one that stood beside its button."""
    scored = foresee(form, state) if form.value(SHOWN) else None
    return scored is not None and form.value(SHOWN) == result_shown(scored)


def result_shown(scored: DealScored) -> str:
    """A result as the field ``shown`` spells it."""
    return " ".join(f"{each.side}{each.points:+}" for each in scored.change)


def foresee(form: Form, state: GameState) -> DealScored | None:
    """What the counters in a form lead to, as far as it can be read and nothing else needs a look."""
    if state.deal is None or not any(form.value(name) for name in _fields("points", state)):
        return None
    command = read_counted(form, state, state.deal)
    return None if form.errors else foreseen(state, state.deal, command)


def _rests(state: GameState, points: Mapping[str, int]) -> tuple[Answer, ...]:
    """Of counters that do not add up, which figure may be the wrong one, and what it is if the others stand."""
    teams = state.teams_of(state.deal) if state.deal else None
    if state.deal is None or teams is None or set(points) != set(teams.heads):
        return ()
    (least, most), together = state.trick_range(state.deal), sum(points.values())
    left = {side: most - together + taken for side, taken in points.items()}
    if least < most or together == most:
        return ()
    named = teams.named(state.side_name)
    fits = {side: rest for side, rest in left.items() if judge_points(state.variant, rest, most)}
    return tuple(Answer(f"{named(side)}: {rest}", REST, f"points-{side}") for side, rest in fits.items())


def end(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """The deal ends otherwise: thrown in, without a marriage, by a renege or a misdeal."""
    how = read_word(form, "end", DealEnd, "Please say how the deal ended.")
    read = _OTHERWISE.get(how) if how else None
    command = read(form, state) if read else EndDeal(how or DealEnd.MISDEAL)
    prefix = {DealEnd.CLAIM: "claim", DealEnd.MISDEAL: "dealt"}.get(how or DealEnd.RENEGE, "so-far")
    fields: dict[str | None, str] = {f"points-{side}": f"{prefix}-{side}" for side in state.sides}
    return (Asked(command, fields | {None: "end"}),)


def _fields(prefix: str, state: GameState) -> dict[str, str]:
    return {f"{prefix}-{side}": side for side in state.sides}


def read_amounts(form: Form, prefix: str, state: GameState) -> dict[str, int]:
    """By side, the numbers typed into the fields ``prefix-A`` and so on."""
    fields = _fields(prefix, state)
    return {fields[name]: number for name, number in read_numbers(form, fields).items()}


def read_counted(form: Form, state: GameState, deal: DealState | None) -> EndDeal:
    """A deal that was played out, as the count form tells it."""
    typed, taker = read_amounts(form, "points", state), form.value("all_tricks")
    points = {side: taken for side, taken in typed.items() if form.value(REST) != f"points-{side}"}
    taker = taker if taker in state.sides else ""
    if taker and not points and not form.errors:
        points = {taker: deal_total(state.variant)}
    quads = frozenset(side for name, side in _fields("quad", state).items() if form.value(name))
    tricks = _tricks(form, state, deal, points)
    return EndDeal(DealEnd.PLAYED, points, tricks, quads, all_tricks=taker or None)


def _tricks(form: Form, state: GameState, deal: DealState | None, points: Mapping[str, int]) -> dict[str, int]:
    """Which sides took a trick at all, where a rule asks for it (score.save)."""
    none = {side: 0 for name, side in _fields("none", state).items() if form.value(name)}
    if deal is None or not asks_tricks(state.variant):
        return none
    took = {side for name, side in _fields("empty", state).items() if form.value(name)}
    rest = deal_total(state.variant) - sum(points.values())
    heads = state.teams_of(deal).heads
    return {**{side: 1 for side in heads if side in took or points.get(side, rest) > 0}, **none}


def _renege(form: Form, state: GameState) -> EndDeal:
    offender = form.value("offender")
    if offender not in state.sides:
        form.refuse("offender", "Please say which side it was.")
    return EndDeal(DealEnd.RENEGE, read_amounts(form, "so-far", state), offender=offender)


def _misdeal(form: Form, state: GameState) -> EndDeal:
    kind = read_word(form, "misdeal", Misdeal, "Please say what was wrong with the deal.")
    dealt = state.side_of(state.deal.dealer) if state.deal else None
    if kind is not Misdeal.PROCEDURE:
        return EndDeal(DealEnd.MISDEAL, misdeal=kind)
    return EndDeal(DealEnd.MISDEAL, read_amounts(form, "dealt", state), offender=dealt, misdeal=kind)


def _thrown_in(form: Form, _state: GameState) -> EndDeal:
    return EndDeal(DealEnd.THROWN_IN, kitty_seen="kitty-unseen" not in form.values)


def _claim(form: Form, state: GameState) -> EndDeal:
    claimant = form.value("claimant")
    if claimant not in state.sides:
        form.refuse("claimant", "Please tap the player who declares out.")
    return EndDeal(DealEnd.CLAIM, read_amounts(form, "claim", state), claimant=claimant)


_OTHERWISE: Mapping[DealEnd, Callable[[Form, GameState], EndDeal]] = {
    DealEnd.THROWN_IN: _thrown_in,
    DealEnd.CLAIM: _claim,
    DealEnd.RENEGE: _renege,
    DealEnd.MISDEAL: _misdeal,
}


def end_as_told(state: GameState, told: EndDeal) -> dict[str, str]:
    """The fields of the forms that end a deal, filled in with what was told before."""
    prefix = {DealEnd.CLAIM: "claim", DealEnd.RENEGE: "so-far"}.get(told.end, "points")
    takers = [side for side, tricks in told.tricks.items() if tricks]
    swept = takers[0] if len(takers) == 1 and len(told.tricks) > 1 and asks_all_tricks(state.variant) else ""
    blank = [side for side, tricks in told.tricks.items() if not tricks and told.points.get(side) and not swept]
    filled = {
        "end": str(told.end),
        **{f"{prefix}-{side}": str(taken) for side, taken in told.points.items()},
        **{f"empty-{side}": "1" for side in takers if asks_tricks(state.variant) and not told.points.get(side)},
        **{f"none-{side}": "1" for side in blank},
        **{f"quad-{side}": "1" for side in told.quad_pinochle},
        "all_tricks": swept,
        "offender": told.offender or "",
        "misdeal": str(told.misdeal or ""),
        "claimant": told.claimant or "",
        "kitty-unseen": "" if told.kitty_seen else "1",
    }
    return {name: value for name, value in filled.items() if value}
