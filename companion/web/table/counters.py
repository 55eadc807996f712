"""The end of a deal: its counters as a form says them, the other ways it can end, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.game.commands import (
    AnswerDeal,
    Command,
    ConfirmDeal,
    DealStep,
    EndDeal,
)
from companion.game.events import DealScored
from companion.game.state import DealState, GameState
from companion.game.view.play import PlayView
from companion.game.view.sheet import foreseen
from companion.rules.choices import Aim
from companion.rules.count import deal_total, fill_in, judge_points
from companion.rules.score.facts import DealEnd, Ending, Misdeal, asks_all_tricks, asks_tricks, took_trick
from companion.web.core.forms import (
    Answer,
    Asked,
    Form,
    is_sure,
    read_numbers,
    read_word,
)

NOT_ALL = "no"
"""The answer of the field for the side that took every trick, where the side with all the counters did not."""
REST = "rest"
"""The field that names another one, whose figure is then what the others leave."""
SHOWN = "shown"
"""The field that says which result stood beside the button that counts the deal."""


def counted_points(form: Form, state: GameState) -> dict[str, int]:
    """The counters of each side, as far as they are filled in; one that is left out has the rest."""
    if state.deal is None:
        return {}
    typed, asks = read_amounts(Form(dict(form.values.items())), "points", state), PlayView(state, state.deal)
    return {each.side: typed.get(each.side, asks.total - sum(typed.values())) for each in asks.counted}


def trick_unsaid(form: Form, state: GameState) -> str:
    """The first side of which nobody has said whether it took a trick, where that hangs on more than its counters.

    Its meld may hang on it (score.save), and so may a bid of no trick, as counters may be laid away (bid.no-trick).
    """
    if state.deal is None or state.deal.aim is Aim.EVERY_TRICK or form.value("all_tricks"):
        return ""
    took = _took_trick(state, state.deal, counted_points(form, state))
    unsure = (side for side in PlayView(state, state.deal).asks_tricks if side in took and took[side] is None)
    return next((side for side in unsure if not (form.value(f"empty-{side}") or form.value(f"none-{side}"))), "")


def ask_about_tricks(form: Form, state: GameState) -> None:
    """Ask of one side at a time whether it took a trick that its counters do not show (score.save, bid.no-trick)."""
    if side := trick_unsaid(form, state):
        says = f"Did {state.side_name(side)} take a trick, even one worth nothing?"
        form.refuse(
            f"points-{side}", says, Answer("A trick", f"empty-{side}", "1"), Answer("None", f"none-{side}", "1")
        )


def _took_trick(state: GameState, deal: DealState, points: Mapping[str, int]) -> dict[str, bool | None]:
    """By side, whether its counters prove that it took a trick; None where they prove nothing."""
    facts = state.teams_of(deal).counted(state.facts_of(deal, Ending(points=points)))
    return {side: took_trick(state.variant, facts, side) for side in points}


def swept_unsaid(form: Form, state: GameState) -> str:
    """The side with all the counters, if something hangs on whether it took every trick and nobody has said that.

    Empty where there is none (end.all-tricks, bid.moon).
    """
    if state.deal is None or form.value("all_tricks"):
        return ""
    asks, points = PlayView(state, state.deal), counted_points(form, state)
    took = _took_trick(state, state.deal, points)
    if state.deal.aim is Aim.EVERY_TRICK and state.deal.contract:
        bidder = state.teams_of(state.deal).head_of(state.bidding_side(state.deal))
        others = [took[each] for each in points if each != bidder]
        return "" if True in others or (others and None not in others) else bidder
    # Where the others are asked whether they took a trick, that says it.
    asked = asks.asks_all_tricks and not asks.asks_tricks and None in took.values()
    return next((side for side, taken in points.items() if asked and taken == asks.total), "")


def ask_about_every_trick(form: Form, state: GameState) -> None:
    """Ask once of the side with all the counters whether it took every trick (end.all-tricks, bid.moon)."""
    side = swept_unsaid(form, state)
    if side:
        says = f"Did {state.side_name(side)} take every single trick?"
        every, other = Answer("Every one", "all_tricks", side), Answer("Not all", "all_tricks", NOT_ALL)
        form.refuse(f"points-{side}", says, every, other)


def count(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """The tricks are counted; of two sides one is enough. The field named ``rest`` is left to what the others leave."""
    side = swept_unsaid(form, state)
    if side and state.deal and state.deal.aim is Aim.EVERY_TRICK and f"points-{side}" not in form.errors:
        name = state.variant.meld_names.moon
        form.refuse("all_tricks", f"Please say who took every single trick, if anybody did: the {name} depends on it.")
    command = read_counted(form, state, state.deal)
    first = next((name for name in _fields("points", state) if form.value(name)), "")
    return (Asked(command, {"points": first}, _rests(state, command.points)),)


def was_foreseen(form: Form, state: GameState) -> bool:
    """Return True if the counters in a form give the result that was shown beside its button."""
    scored = foresee(form, state) if form.value(SHOWN) else None
    return scored is not None and form.value(SHOWN) == result_shown(scored)


def result_shown(scored: DealScored) -> str:
    """A result as the field ``shown`` spells it."""
    return " ".join(f"{each.side}{each.points:+}" for each in scored.change)


def foresee(form: Form, state: GameState) -> DealScored | None:
    """The result of the counters in a form, as far as it can be read and nothing else needs a look."""
    if state.deal is None or not any(form.value(name) for name in _fields("points", state)):
        return None
    if state.deal.aim and (swept_unsaid(form, state) or trick_unsaid(form, state)):
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


def end(form: Form, state: GameState, counters: str = "") -> Sequence[Asked[DealStep]]:
    """The deal ends otherwise: thrown in, without a marriage, by a renege or a misdeal.

    :param counters: how the fields for what was taken until then begin; empty on a page with a form for each ending.
    """
    how = read_word(form, "end", DealEnd, "Please say how the deal ended.")
    read = _OTHERWISE.get(how) if how else None
    prefix = counters or _TAKEN_UNTIL.get(how or DealEnd.RENEGE, "points")
    command = read(form, state, prefix) if read else EndDeal(how or DealEnd.MISDEAL)
    fields: dict[str | None, str] = {f"points-{side}": f"{prefix}-{side}" for side in state.sides}
    return (Asked(command, fields | {None: "end"}),)


_TAKEN_UNTIL = {DealEnd.CLAIM: "claim", DealEnd.MISDEAL: "dealt", DealEnd.RENEGE: "so-far"}
"""By ending, how the fields for the counters begin in its own form."""


def _fields(prefix: str, state: GameState) -> dict[str, str]:
    return {f"{prefix}-{side}": side for side in state.sides}


def read_amounts(form: Form, prefix: str, state: GameState) -> dict[str, int]:
    """By side, the numbers typed into the fields ``prefix-A`` and so on."""
    fields = _fields(prefix, state)
    return {fields[name]: number for name, number in read_numbers(form, fields).items()}


def read_counted(form: Form, state: GameState, deal: DealState | None) -> EndDeal:
    """A deal that was played out, from the count form."""
    typed, taker = read_amounts(form, "points", state), form.value("all_tricks")
    left = {form.value(REST)}
    # Figures that add up are typed but for the one that the page filled in: a wrong one is named where it was typed.
    if deal and len(typed) == len(state.teams_of(deal).heads) and sum(typed.values()) == state.trick_range(deal)[1]:
        left.add(form.value(FOLLOWS))
    points = {side: taken for side, taken in typed.items() if f"points-{side}" not in left}
    taker = taker if taker in state.sides else ""
    if taker and not points and not form.errors:
        points = {taker: deal_total(state.variant)}
    quads = frozenset(side for name, side in _fields("quad", state).items() if form.value(name))
    tricks = _tricks(form, state, deal, points)
    return EndDeal(DealEnd.PLAYED, points, tricks, quads, all_tricks=taker or None)


def _tricks(form: Form, state: GameState, deal: DealState | None, points: Mapping[str, int]) -> dict[str, int]:
    """Which sides took a trick at all, where a rule asks for it (score.save)."""
    none = {side: 0 for name, side in _fields("none", state).items() if form.value(name)}
    if deal is None or not (asks_tricks(state.variant) or deal.aim):
        return none
    took = {side for name, side in _fields("empty", state).items() if form.value(name)}
    heads = state.teams_of(deal).heads
    moon = state.variant.moon_for(deal.aim)
    if moon and form.value("all_tricks") == NOT_ALL and (len(heads) == 2 or not moon.others_score):
        took = {*heads}  # where nobody else scores, nothing hangs on who of them it was
    proven = _took_trick(state, deal, fill_in(heads, points, state.trick_range(deal)))
    return {**{side: 1 for side in heads if side in took or proven.get(side)}, **none}


def _renege(form: Form, state: GameState, counters: str) -> EndDeal:
    offender = form.value("offender")
    if offender not in state.sides:
        form.refuse("offender", "Please say which side it was.")
    return EndDeal(DealEnd.RENEGE, read_amounts(form, counters, state), offender=offender)


def _misdeal(form: Form, state: GameState, counters: str) -> EndDeal:
    kind = read_word(form, "misdeal", Misdeal, "Please say what was wrong with the deal.")
    dealt = state.side_of(state.deal.dealer) if state.deal else None
    if kind is not Misdeal.PROCEDURE:
        return EndDeal(DealEnd.MISDEAL, misdeal=kind)
    return EndDeal(DealEnd.MISDEAL, read_amounts(form, counters, state), offender=dealt, misdeal=kind)


def _no_marriage(form: Form, state: GameState, _counters: str) -> EndDeal:
    return EndDeal(DealEnd.NO_MARRIAGE, meld=read_amounts(form, "meld", state))


def _thrown_in(form: Form, _state: GameState, _counters: str) -> EndDeal:
    return EndDeal(DealEnd.THROWN_IN, kitty_seen="kitty-unseen" not in form.values)


def _claim(form: Form, state: GameState, counters: str) -> EndDeal:
    claimant = form.value("claimant")
    if claimant not in state.sides:
        form.refuse("claimant", "Please tap the player who declares out.")
    return EndDeal(DealEnd.CLAIM, read_amounts(form, counters, state), claimant=claimant)


_OTHERWISE: Mapping[DealEnd, Callable[[Form, GameState, str], EndDeal]] = {
    DealEnd.THROWN_IN: _thrown_in,
    DealEnd.NO_MARRIAGE: _no_marriage,
    DealEnd.CLAIM: _claim,
    DealEnd.RENEGE: _renege,
    DealEnd.MISDEAL: _misdeal,
}


def points_only(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """The points that each side made, and nothing else of the deal; a box says that the figure is below 0."""
    fields = {f"made-{side}": side for side in state.sides}
    typed = read_numbers(form, fields)
    if not all(is_sure(form, name, state, points) for name, points in typed.items()):
        return ()
    made = {fields[name]: points for name, points in typed.items()}
    made |= {side: -points for side, points in made.items() if form.value(f"minus-{side}")}
    return (Asked(EndDeal(DealEnd.POINTS, made), {f"points-{side}": name for name, side in fields.items()}),)


def _made(side: str, points: int) -> Iterator[tuple[str, str]]:
    yield f"made-{side}", str(abs(points))
    if points < 0:
        yield f"minus-{side}", "1"


def end_fields(state: GameState, ended: EndDeal, counters: str = "") -> dict[str, str]:
    """The fields of the forms that end a deal, filled in with what was entered before.

    :param counters: how the fields for what was taken begin; empty for the form of that ending.
    """
    if ended.end is DealEnd.POINTS:
        return {name: text for side, points in ended.points.items() for name, text in _made(side, points)}
    prefix = counters or _TAKEN_UNTIL.get(ended.end, "points")
    takers = [side for side, tricks in ended.tricks.items() if tricks]
    aim = state.deal.aim if state.deal else Aim.POINTS
    asked = asks_all_tricks(state.variant, aim)
    swept = takers[0] if len(takers) == 1 and len(ended.tricks) > 1 and asked else ""
    not_all = aim is Aim.EVERY_TRICK and not swept and sum(map(bool, ended.points.values())) == 1
    is_none = aim is Aim.NO_TRICK
    proven = _took_trick(state, state.deal, ended.points) if state.deal else {}
    empty = [side for side in takers if is_none or (asks_tricks(state.variant) and not proven.get(side))]
    blank = [side for side, taken in ended.tricks.items() if not taken]
    filled = {
        "end": str(ended.end),
        **{f"{prefix}-{side}": str(taken) for side, taken in ended.points.items()},
        **{f"meld-{side}": str(laid) for side, laid in ended.meld.items()},
        **{f"empty-{side}": "1" for side in empty},
        **{f"none-{side}": "1" for side in blank if not swept},
        **{f"quad-{side}": "1" for side in ended.quad_pinochle},
        "all_tricks": swept or (NOT_ALL if not_all else ""),
        "offender": ended.offender or "",
        "misdeal": str(ended.misdeal or ""),
        "claimant": ended.claimant or "",
        "kitty-unseen": "" if ended.kitty_seen else "1",
    }
    return {name: value for name, value in filled.items() if value}


def refilled_fields(state: GameState, ended: EndDeal) -> dict[str, str]:
    """The form after a count was taken back: who took a trick is asked again, as no field shows the answer."""
    filled = end_fields(state, ended)
    kept = {name: text for name, text in filled.items() if not name.startswith(("none-", "empty-"))}
    return kept | {FOLLOWS: OLD}


FOLLOWS, OLD = "filled", "old"
"""The field that names the counters which follow when the others change; of two that came back, the one left alone."""


def confirm(form: Form, state: GameState) -> Sequence[Asked[Command]]:
    """The result is right; said on the phone of a side it is that side's answer as well."""
    side = form.value("side")
    said = [Asked(AnswerDeal(side, state.deal.number, agrees=True))] if side and state.deal else []
    return (Asked(ConfirmDeal()), *said)
