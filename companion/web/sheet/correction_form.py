"""The forms of a deal that is told again: filled in with what was told, and looked at the way it was told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from werkzeug.datastructures import MultiDict

from companion.game.record.commands import DealStep, EndDeal, ShowNumber
from companion.game.record.events import MeldSource
from companion.game.record.state import DealState, GameState, Phase
from companion.rules.auction import step_at
from companion.rules.contract import judge_contract
from companion.rules.score import DealEnd
from companion.web.base.forms import Form
from companion.web.sheet.draft import Draft, Opening
from companion.web.table.ending import end_as_told
from companion.web.table.meld import NONE_BEFORE
from companion.web.table.page import ASKED, Looks
from companion.web.table.ways import BY_CARDS, BY_MELDS, BY_NUMBER, Way, dix_field_of, field_of


def as_it_was_told(draft: Draft, opened: Opening) -> Form:
    """The form of the part that stands open, with the reason beside its field where a step no longer fits."""
    told = dict(_contract(draft))
    for step in opened.part:
        if isinstance(step, EndDeal):
            told |= end_as_told(draft.state, step)
    if isinstance(opened.refused, ShowNumber):
        owner, dix = (opened.refused.side, opened.refused.seat), opened.refused.dix
        told |= {field_of(*owner): str(opened.refused.points - dix), dix_field_of(*owner): str(dix)}
    form = Form(MultiDict(told))
    if opened.refusal:
        form.refuse(where_refused(opened.refused, opened.refusal.field or ""), opened.refusal.says)
    return form


def near_bids(draft: Draft, opened: Opening) -> list[tuple[int, None]]:
    """Other bids that the bidder may have made, around the one that was told; none where nobody had the bid."""
    variant, contract = draft.state.variant, draft.was.contract
    if contract is None or opened.before.deal.phase is not Phase.AUCTION:
        return []
    auction, step = draft.state.auction_of(opened.before.deal), step_at(variant, contract.bid)
    amounts = (contract.bid + n * step for n in (-3, -2, -1, 1, 2, 3))
    return [(bid, None) for bid in amounts if judge_contract(variant, auction, contract.bidder, bid)]


def _contract(draft: Draft) -> Iterator[tuple[str, str]]:
    was = draft.was
    if was.contract:
        yield "seat", str(was.contract.bidder)
        yield "amount", str(was.contract.bid)
    yield from ((f"bid-{call.seat}", str(call.amount)) for call in was.calls if call.amount)


def where_refused(step: DealStep | None, field: str) -> str:
    """The field beside which the refusal of a step's part is shown."""
    if isinstance(step, ShowNumber):
        return dix_field_of(step.side, step.seat) if field == "dix" else field_of(step.side, step.seat)
    return field


def looks_of(game: str, draft: Draft, opened: Opening, asked: Mapping[str, str]) -> Looks:
    """How the page looks at the part that stands open: as it was told, unless the address says otherwise."""
    deal, state = opened.before.deal, draft.state
    by_bids = bool(deal.calls) and deal.contract is None
    by_melds = deal.has_stock and not deal.shown and not (deal.stock is None and draft.deal.shown)
    ways = {side: str(_way(state, deal, side, draft.hand if side == draft.side else "")) for side in state.sides}
    usual = {"how": "each" if by_bids or by_melds else "result", "way": BY_NUMBER, **ways}
    return Looks(game, usual | {name: value for name, value in asked.items() if name in ASKED})


def _way(state: GameState, deal: DealState, side: str, hand: str) -> Way:
    """The way in which a hand's meld was told; without one that of whatever was told of the side first."""
    told = next((each for each in deal.shown if each.side == side and hand in ("", str(each.seat))), None)
    if told is None:
        return Way(BY_NUMBER)
    seat = state.hand_of(told)
    if told.source is MeldSource.NUMBER or seat is None:
        return Way(BY_NUMBER, told.seat)
    return Way(BY_MELDS if told.source is MeldSource.MELDS else BY_CARDS, seat)


def with_old_answers(form: Form, draft: Draft) -> Form:
    """The form with the answers that were given when the deal was first recorded, so that nothing is asked again."""
    answers = {f"sure-{name}": value for name, value in _contract(draft)}
    if draft.deal.meld_closed:
        untold = set(draft.state.sides_in(draft.deal)) - {shown.side for shown in draft.deal.shown}
        answers[NONE_BEFORE] = "".join(sorted(untold))
    return Form(MultiDict({**answers, **dict(form.values.items())}), form.errors)


def without_the_old_rest(form: Form, draft: Draft, opened: Opening) -> Form:
    """A count without the trick points that were only the rest, where just the other side's were put right."""
    ended = next((step for step in opened.part if isinstance(step, EndDeal)), None)
    names = sorted(name for name in form.values if name.startswith("points-"))
    if ended is None or ended.end is not DealEnd.PLAYED or len(names) != 2:
        return form
    old = end_as_told(draft.state, ended)
    kept = [name for name in names if form.value(name) and form.value(name) == old.get(name)]
    amounts = [form.value(name) for name in names]
    least, most = draft.state.trick_range(draft.deal)
    if len(kept) != 1 or least < most or not all(amount.isdecimal() and len(amount) < 6 for amount in amounts):
        return form
    if sum(int(amount) for amount in amounts) == most:
        return form
    return Form(MultiDict((name, value) for name, value in form.values.items() if name not in kept), form.errors)
