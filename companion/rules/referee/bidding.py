"""Was that bid allowed? Who must open? (section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.rules.auction import (
    Auction,
    Call,
    automatic_call,
    first_hand,
    high_call,
    is_one_turn,
    is_summed,
    judge_bid,
    judge_moon,
    judge_pass,
    legal_bids,
    lowest_bid,
    moon_call,
    next_bidder,
    next_multiple,
)
from companion.rules.choices import Aim, Bidding, BidRounds, Forced
from companion.rules.contract import contract_of
from companion.rules.phrases import begun_large, begun_small, bid_says, series
from companion.rules.referee.question import NOBODY, RefereeQuestion, of_table, on_page, players_at
from companion.rules.referee.settled import (
    Condition,
    Question,
    QuestionError,
    Settled,
    Step,
    Verdict,
    elsewhere,
    once,
)
from companion.rules.ruling import Ruling, refuse
from companion.rules.score.facts import Names, side_name
from companion.rules.variant import Variant
from companion.rules.words import WORDS


@dataclass(frozen=True, kw_only=True)
class OpeningQuestion(RefereeQuestion):
    """A question about who must open the auction, and with how much (bid.forced)."""

    question = Question.OPENING

    players: int | None = None
    """None for as many as the variant lets."""
    dealer: int | None = None
    """None for the player at the end of the order."""
    calls: tuple[Call, ...] | None = ()
    """The calls before; None where nobody has entered them."""
    sits_out: tuple[int, ...] = of_table(())
    """The seats that take no part in this deal."""
    names: tuple[str, ...] = of_table(())
    """The players by seat, for the sentences."""

    def auction(self, variant: Variant) -> Auction:
        """The auction so far.

        :raises QuestionError: if there is none in this game, or no such seat.
        """
        players = players_at(variant, self.players)
        dealer = players - 1 if self.dealer is None else self.dealer
        if variant.bid is Bidding.NONE:
            raise QuestionError("Nobody bids in this game: the turned-up card names trump.")
        if any(seat not in range(players) for seat in (dealer, *self._seats())):
            raise QuestionError(f"Seats run from 0 to {players - 1}; one that was entered does not.")
        return Auction(players, dealer, tuple(_meant(variant, call) for call in self.calls or ()), self.sits_out)

    def _seats(self) -> Iterator[int]:
        yield from (call.seat for call in self.calls or ())

    def settle(self, variant: Variant, _name: Names = side_name) -> Settled:
        auction = self.auction(variant)
        own = _opening(variant, auction, self.names)
        figure = variant.bid_forced_amount if variant.bid_forced in _AT_A_FIGURE else variant.bid_min

        def there(other: Variant) -> Settled:
            return _opening(replace(other, bid_forced_amount=figure), auction, self.names)

        return replace(own, elsewhere=elsewhere(variant, ("bid.forced",), own, there))


@dataclass(frozen=True, kw_only=True)
class BidQuestion(OpeningQuestion):
    """A question whether a bid or a pass was allowed (bid.min, bid.step, bid.order, bid.forced)."""

    question = Question.BID

    amount: int | None = on_page("The bid that was made", None, of="bid")
    """None for a pass."""
    moon: bool = on_page("It was the moon: every trick", False, when=lambda variant, _: bool(variant.moon))
    """True for a bid to take every trick, which has no amount (bid.moon)."""
    helps: bool = on_page(
        "Help was offered to the partner with it", False, when=lambda variant, _: WORDS["bid.pass-help"].asked(variant)
    )
    holds_meld: bool | None = on_page(
        "Did that hand hold any meld?",
        None,
        form="meld",
        options=(("", "Nobody knows"), ("yes", "Yes"), ("no", "No")),
        when=lambda variant, _: variant.bid_forced is Forced.FIRST_WITH_MELD,
    )
    """True if the hand holds any meld; None where nobody knows."""
    seat: int | None = on_page("Who said it?", None, of="seat")
    """None for the player on turn."""
    unopened: bool = on_page("Nobody had bid yet", False)
    before: int | None = on_page("The highest bid before", None, of="bid")
    before_by: int | None = on_page("Who had bid it?", None, form="by", of="seat")
    passed_by: tuple[int, ...] | None = on_page(
        "Who had passed?", None, form="out", of="seat", options=((NOBODY, "Nobody"),)
    )
    """The seats that had passed; without ``calls``, this and the three fields above are all that is known."""

    @property
    def passes(self) -> bool:
        """True for a pass."""
        return self.amount is None and not self.moon

    def _seats(self) -> Iterator[int]:
        yield from super()._seats()
        yield from (seat for seat in (self.seat, self.before_by, *(self.passed_by or ())) if seat is not None)

    def settle(self, variant: Variant, _name: Names = side_name) -> Settled:
        if self.moon and self.amount is not None:
            raise QuestionError("'amount' must be left out where 'moon' is true")
        auction = self.auction(variant)
        partial = self.unopened or (self.before, self.before_by, self.passed_by) != (None, None, None)
        if self.calls and partial:
            raise QuestionError("'calls' is the whole auction: leave out what else says how it stood")
        asked = replace(self, calls=None) if partial else self
        own = _judge(variant, asked, auction)
        keys = ("bid.forced", "bid.pass-help") if self.passes else ("bid.rounds",)
        return replace(own, elsewhere=elsewhere(variant, keys, own, lambda other: _judge(other, asked, auction)))


def _meant(variant: Variant, call: Call) -> Call:
    """A call with what the moon counts as, where it was one."""
    meant = moon_call(variant, call.seat) if call.moon else call
    if meant is None:
        raise QuestionError(judge_moon(variant).says)
    return meant


class _Stood(NamedTuple):
    """One way in which the auction can have stood when the word was said."""

    auction: Auction
    """Of the calls before as many as decide what may be bid."""
    on_turn: int | None


def _judge(variant: Variant, bid: BidQuestion, auction: Auction) -> Settled:
    """Return the ruling for every way in which the auction can have stood, or the condition on which it depends."""
    if bid.calls is not None:
        return _judge_stood(variant, bid, _Stood(auction, next_bidder(variant, auction)))
    found = [(way, _judge_stood(variant, bid, way)) for way in _stood(variant, bid, auction)]
    (_, first), *others = found
    clauses, steps = once(*(clause for _, each in found for clause in each.clauses)), _entered(bid)
    if all((each.verdict, each.says) == (first.verdict, first.says) for _, each in others):
        whole = bid.unopened or None not in (bid.before, bid.before_by)
        is_known = whole and all(each.steps == first.steps for _, each in others)
        return first if is_known else replace(first, steps=steps, clauses=clauses)
    if any(each.verdict is not first.verdict for _, each in others):
        wanted = _hangs_on(bid, found)
        conditions = tuple(Condition(each, (), wanted=True) for each in wanted)
        says = f"Legal only if {series(wanted)}."
        steps = (*steps, _missing(variant, bid))
        return Settled(Question.BID, Verdict.DEPENDS, says, steps, clauses, conditions=conditions)
    reasons = dict.fromkeys(each.says for _, each in found)
    steps = (*steps, *(Step(f"In one case: {says}") for says in list(reasons)[:2]))
    word = "The pass" if bid.passes else "The moon" if bid.moon else f"The bid of {bid.amount}"
    verb = "was right" if first.verdict is Verdict.LEGAL else "was not allowed"
    return Settled(Question.BID, first.verdict, f"{word} {verb}, whatever was said before.", steps, clauses)


def _stood(variant: Variant, bid: BidQuestion, auction: Auction) -> list[_Stood]:
    """Return the ways in which the auction can have stood, perhaps too many.

    :raises QuestionError: if it cannot have stood so.
    """
    if bid.unopened and (bid.before, bid.before_by) != (None, None):
        raise QuestionError("Either nobody had bid, or somebody had: enter one of them.")
    if bid.before is not None and bid.before < variant.bid_min - variant.bid_dealer_discount:
        raise QuestionError(f"Nobody had bid {bid.before}: the lowest bid here is {variant.bid_min}.")
    first = next_bidder(variant, auction)
    at = 0 if first is None else auction.order.index(first)
    order = (*auction.order[at:], *auction.order[:at])
    ways = list[_Stood]()
    if bid.before is None and bid.before_by is None:
        for passed in range(len(order) + 1):
            so_far = replace(auction, calls=tuple(Call(seat, None) for seat in order[:passed]))
            if bid.passed_by is None or {*bid.passed_by} == {*order[:passed]}:
                ways.append(_Stood(so_far, next_bidder(variant, so_far)))
    if bid.before_by is not None and bid.before_by not in order:
        raise QuestionError("Who sits out does not bid: say who had the highest bid.")
    if not bid.unopened:
        by = order[0] if bid.before_by is None else bid.before_by
        turns = _turns(variant, bid, order)
        ways += [_Stood(replace(auction, calls=(Call(by, high),)), t) for high in _highs(variant, bid) for t in turns]
    if bid.seat is None:  # Nobody asks whose turn it was.
        ways = [way for way in ways if way.on_turn is not None] or ways
    if not ways:
        raise QuestionError("The auction cannot have stood so: look again at who had passed.")
    return ways


def _turns(variant: Variant, bid: BidQuestion, order: tuple[int, ...]) -> list[int | None]:
    """Return the seats that can have been on turn after a bid; None stands for the end of the auction."""
    turns = dict[int | None, None]()
    for by in order if bid.before_by is None else (bid.before_by,):
        place, gone = order.index(by), bid.passed_by or ()
        wraps = () if is_one_turn(variant) else order[:place]
        left = [seat for seat in (*order[place + 1 :], *wraps) if seat not in gone]
        certain = bid.passed_by is not None and not is_summed(variant)
        over = not left or (variant.bid_rounds is BidRounds.TWO_TURNS and left[0] in wraps)
        if by not in gone:
            turns |= dict.fromkeys(left[:1] if certain else left) | ({None: None} if over or not certain else {})
    others = [seat for seat in turns if seat != bid.seat]
    # Two others show that it can have been anybody's.
    return [*(seat for seat in turns if seat == bid.seat), *others[:2]]


def _highs(variant: Variant, bid: BidQuestion) -> list[int]:
    """Return the possible highest bids before: the entered one, else all below that in question and some above."""
    if bid.before is not None:
        return [bid.before]
    bids = [variant.bid_min]
    while bids[-1] < (bid.amount or 0):
        bids.append(next_multiple(variant, bids[-1]))
    return [*bids, next_multiple(variant, bids[-1])]


def _hangs_on(bid: BidQuestion, found: Sequence[tuple[_Stood, Settled]]) -> list[str]:
    """Return the conditions under which it was allowed, as far as they are not entered."""
    wanted = list[str]()
    if bid.seat is not None and any(way.on_turn != bid.seat for way, _ in found):
        wanted.append(f"it was for {_named(bid.names, bid.seat)} to speak")
        found = [(way, each) for way, each in found if way.on_turn == bid.seat]
    highs = {
        verdict: {
            way.auction.calls[-1].amount if way.auction.calls else None
            for way, each in found
            if each.verdict is verdict
        }
        for verdict in Verdict
    }
    allowed, refused = highs[Verdict.LEGAL], highs[Verdict.NOT_LEGAL]
    if highs[Verdict.DEPENDS]:
        wanted.append(f"{'somebody had bid, or ' if allowed else ''}the hand held no meld at all")
    elif refused and not allowed & refused:
        wanted.append(_highs_say(allowed, refused))
    elif refused:
        seats = dict.fromkeys(way.on_turn for way, each in found if each.verdict is Verdict.LEGAL)
        names = series([_named(bid.names, seat) for seat in seats if seat is not None], "or")
        wanted.append(f"it was for {names} to speak")
    return wanted


def _highs_say(allowed: set[int | None], refused: set[int | None]) -> str:
    """Name the bids before at which it was allowed; they are neighbors."""
    bids = sorted(bid for bid in allowed if bid is not None)
    if not bids:
        return "nobody had bid"
    if refused == {None}:
        return "somebody had bid"
    most = f"the highest bid before was {bids[0]}" + (f" to {bids[-1]}" if len(bids) > 1 else "")
    return f"at most {bids[-1]} had been bid" if None in allowed else most


def _entered(bid: BidQuestion) -> tuple[Step, ...]:
    """The known part of the auction before the word."""
    by = "" if bid.before_by is None else f" by {_named(bid.names, bid.before_by)}"
    known = ["Nobody had bid yet."] if bid.unopened else []
    if bid.before is not None:
        known.append(f"{bid.before}{by} was the highest bid.")
    elif by:
        known.append(f"The highest bid was{by}.")
    if bid.passed_by is not None:
        names = [_named(bid.names, seat) for seat in bid.passed_by] or ["nobody"]
        known.append(begun_large(f"{series(names)} had passed."))
    return tuple(map(Step, known))


def _missing(variant: Variant, bid: BidQuestion) -> Step:
    """The missing facts."""
    asked = {
        "the highest bid before": not bid.unopened and bid.before is None,
        "who had bid it": not bid.unopened and bid.before_by is None and bid.seat is not None,
        "who had passed": bid.passed_by is None,
        "whether the hand held any meld": _opens_with_meld(variant, bid),
    }
    return Step(
        f"Not entered: {series([says for says, is_asked in asked.items() if is_asked] or ['all that was said'])}."
    )


def _judge_stood(variant: Variant, bid: BidQuestion, stood: _Stood) -> Settled:
    names, auction = bid.names, stood.auction
    steps = _situation(variant, stood, names)
    ruling = _rule_turn(variant, bid, stood)
    if ruling is None and bid.moon:
        ruling = judge_moon(variant, in_turn=True)
    if ruling is None and bid.amount is not None:
        ruling = judge_bid(variant, auction, bid.amount)
    if ruling is None and high_call(variant, auction) is None and _opens_with_meld(variant, bid):
        says = "Legal only if the hand held no meld at all: here a hand with meld must open."
        condition = Condition("meld of any kind", ())
        return Settled(Question.BID, Verdict.DEPENDS, says, steps, ("bid.forced",), conditions=(condition,))
    if ruling is None:
        ruling = judge_pass(variant, auction, bid.helps, bid.holds_meld)
    taken = _taken(variant, bid, auction) if ruling else None
    verdict = Verdict.LEGAL if ruling else Verdict.NOT_LEGAL
    says = f"The pass was right: {begun_small(ruling.says)}" if ruling and bid.passes else ruling.says
    if taken:
        return Settled(Question.BID, verdict, says, (*steps, taken), once(*ruling.clauses, "bid.rounds", "bid.forced"))
    return Settled(Question.BID, verdict, says, steps, once(*ruling.clauses, "bid.rounds"))


def _taken(variant: Variant, bid: BidQuestion, auction: Auction) -> Step | None:
    """Return the player left with the bid once all have passed (bid.forced)."""
    if not bid.passes or high_call(variant, auction) is not None:
        return None
    passed = auction.with_call(Call(next_bidder(variant, auction) or 0, None))
    contract = contract_of(variant, passed)
    if contract is not None:
        return Step(
            begun_large(f"{_named(bid.names, contract.bidder)} now has it for {contract.bid}: all have passed.")
        )
    if next_bidder(variant, passed) is None:
        return Step("All have passed: the deal is thrown in.")
    return None


def _rule_turn(variant: Variant, bid: BidQuestion, stood: _Stood) -> Ruling | None:
    on_turn = stood.on_turn
    if any(call.moon for call in stood.auction.calls):
        return refuse(f"The {variant.meld_names.moon} was bid, which ends the auction.", "res.moon")
    if on_turn is None:
        return refuse("The auction is over: nobody may speak any more.", "bid.rounds")
    if bid.seat is not None and bid.seat != on_turn:
        says = f"It was for {_named(bid.names, on_turn)} to speak; a word out of turn does not count."
        return refuse(says, "bid.order")
    return None


def _opens_with_meld(variant: Variant, bid: BidQuestion) -> bool:
    """Return True if a pass depends on the meld of the hand, and that is not known."""
    return bid.passes and variant.bid_forced is Forced.FIRST_WITH_MELD and bid.holds_meld is None


def _situation(variant: Variant, stood: _Stood, names: Sequence[str]) -> tuple[Step, ...]:
    auction = stood.auction
    high = high_call(variant, auction)
    if high is None:
        said = Step("Nobody had bid yet.")
    else:
        how = "stood before anyone spoke" if high == automatic_call(variant, auction) else "was the highest bid"
        said = Step(
            begun_large(
                f"{bid_says(variant, high.amount or 0, Aim.of(high.moon))} by {_named(names, high.seat)} {how}."
            )
        )
    if stood.on_turn is None:
        return (said,)
    return said, Step(f"The next bid could be {series([str(each) for each in legal_bids(variant, auction, 3)], 'or')}.")


_AT_A_FIGURE = (Forced.DEALER, Forced.DEALER_AUTOMATIC, Forced.FIRST_HAND_AUTOMATIC)
"""The ways in which a bid is forced at a figure of the table’s own; elsewhere it is the minimum."""


def _opening(variant: Variant, auction: Auction, names: Sequence[str]) -> Settled:
    left, dealer = _named(names, first_hand(auction)), _named(names, auction.dealer)
    least, forced = lowest_bid(variant, Auction(auction.players, auction.dealer)), variant.bid_forced_amount
    says = {
        Forced.DEALER: f"Nobody must open; if all pass, {dealer} as dealer takes the bid at {forced}.",
        Forced.DEALER_AUTOMATIC: f"{dealer} as dealer has bid {forced} before anyone speaks.",
        Forced.FIRST_HAND_AUTOMATIC: f"{left}, at the dealer’s left, has bid {forced} before anyone speaks.",
        Forced.FIRST_HAND: f"{left}, at the dealer’s left, must open with {least} or more.",
        Forced.FIRST_WITH_MELD: f"The first player from {left} on who holds any meld must open, with {least} or more.",
        Forced.REDEAL: "Nobody must open; if all pass, the deal is thrown in.",
    }[variant.bid_forced]
    first = next_bidder(variant, Auction(auction.players, auction.dealer))
    steps = [Step(begun_large(f"{_named(names, first)} speaks first."))] if first is not None else []
    clauses = once("bid.forced", "bid.order", "bid.min", "bid.forced-amount")
    return Settled(Question.OPENING, Verdict.ANSWER, begun_large(says), tuple(steps), clauses)


def _named(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else f"seat {seat}"
