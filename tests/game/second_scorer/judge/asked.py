"""What a table asked: whether the rules allow it, as the judge reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from typing import Any

from tests.game.second_scorer.judge.auction import Auction
from tests.game.second_scorer.judge.cards import all_tricks_range, counter, pack, scale, takes
from tests.game.second_scorer.judge.deal import Deal
from tests.game.second_scorer.judge.early import must_lay_without_trump
from tests.game.second_scorer.judge.moon import figures, in_place_of_trump
from tests.game.second_scorer.judge.scoring import hopeless, score
from tests.game.second_scorer.judge.seats import side_of
from tests.game.second_scorer.judge.stock import may_lay
from tests.game.second_scorer.judge.team import teams_of

Command = Mapping[str, Any]


def allowed(deal: Deal, command: Command) -> bool | None:
    """Whether the rules allow what is asked of this deal; None where the judge has no view on it."""
    kind, auction = command["kind"], deal.auction
    if command.get("moon") or command.get("aim"):
        return _may_shoot(deal, command)
    if kind == "MakeBid":
        return auction.may_bid(command["amount"])
    if kind == "Pass":
        return auction.may_pass(command["helps"])
    if kind == "TakeBid":
        return deal.seat is None and auction.may_have_ended(command["seat"], command["amount"])
    if kind == "RecordBids":
        return _may_tell(auction, {int(seat): bid for seat, bid in command["bids"].items()})
    if kind == "PassOut":
        return _may_decline(deal) if deal.seat is not None else auction.may_pass_out
    if kind in ("ShowCards", "ShowMelds", "ShowNumber"):
        return _may_meld(deal, command)
    if kind == "LayMeld":
        has_it = _has_the_trick(deal, command["seat"])
        if not _in_the_pack(deal, command["meld"]["from_hand"]) or not (has_it or _stock_lasts(deal)):
            return False
        if deal.trump is None or deal.closed:
            return False
        before = deal.laid if has_it else [*deal.laid, {"kind": "TrickTaken"}]
        return may_lay(deal.options, deal.trump, before, command["seat"], command["meld"])
    if kind in ("RecordDraw", "CloseMeld"):
        fair = all(discarded == drawn for discarded, drawn in deal.draws.values())
        may = fair if kind == "CloseMeld" else _may_draw(deal, command)
        return None if deal.ended or deal.closed else may
    return _may_end(deal, command) if kind == "EndDeal" else None


def _may_shoot(deal: Deal, command: Command) -> bool:
    """Whether every trick or none may be bid, in turn or as the auction's result, or said by who has won that."""
    auction, every = deal.auction, command.get("aim") != "no-trick"
    if "seat" not in command:
        return auction.may_shoot
    if deal.seat is not None:
        sold = command["seat"] == deal.seat and deal.trump is None and not deal.moon
        return sold and in_place_of_trump(auction.options, every)
    is_bid = figures(auction.options) is not None if every else in_place_of_trump(auction.options, every)
    return is_bid and command["seat"] not in auction.sits_out


def _may_meld(deal: Deal, command: Command) -> bool | None:
    """units.bidder: where units are paid, nobody but the bidder melds; else the judge has no view on it."""
    side = command["side"] if "side" in command else side_of(deal.options, deal.players, command["seat"])
    return False if deal.options["units.prices"] and side != deal.bidder else None


def _may_draw(deal: Deal, command: Command) -> bool:
    """Whether a player can have exchanged so many cards; another number drawn is a renege, and is written down too."""
    options, players = deal.options, len(deal.seats)
    size = options["hand.size"]
    most = min(size, (len(pack(options)) - players * size) // players)
    able = options["draw"] == "discard-and-draw" and command["seat"] in deal.seats
    return able and 0 <= command["discarded"] <= most and 0 <= command["drawn"] <= size


def _in_the_pack(deal: Deal, cards: list[str]) -> bool:
    """Whether these cards can be in a hand beside all that have been laid, and the one turned up and not exchanged."""
    seen = Counter(card for event in deal.laid if event["kind"] == "MeldLaid" for card in event["meld"]["from_hand"])
    if all(event["kind"] != "DixExchanged" for event in deal.laid):
        seen[deal.turned_up] += 1
    return not (seen + Counter(cards)) - Counter([*pack(deal.options), ""])


def _stock_lasts(deal: Deal) -> bool:
    """Whether another trick can be taken before the stock is gone: each takes one card a player from it."""
    taken = [event for event in deal.laid if event["kind"] == "TrickTaken"]
    stock = len(pack(deal.options)) - deal.players * deal.options["hand.size"]
    return not any(event["last"] for event in taken) and len(taken) < stock // deal.players


def _has_the_trick(deal: Deal, seat: int) -> bool:
    return [event["seat"] for event in deal.laid if event["kind"] == "TrickTaken"][-1:] == [seat]


def _may_decline(deal: Deal) -> bool:
    bids = [amount for _, amount in deal.auction.said if amount is not None]
    return bool(deal.options["bid.lone-may-decline"] and len(bids) == 1)


def _may_tell(auction: Auction, bids: Mapping[int, int]) -> bool:
    """Whether everyone who has not spoken can have bid so, one after the other (bid.summed)."""
    if auction.options["bid"] != "summed" or set(bids) - {*auction.order} or set(bids) & {s for s, _ in auction.said}:
        return False
    trying = copy(auction)
    trying.said = list(auction.said)
    while (seat := trying.turn) is not None:
        amount = bids.get(seat, 0)
        if not (trying.may_bid(amount) if amount else trying.may_pass(helps=False)):
            return False
        trying.said.append((seat, amount or None))
    return True


def _may_end(deal: Deal, command: Command) -> bool | None:
    if deal.ended:
        return False
    if command["end"] == "renege" and not deal.closed and (deal.trump is None or _waits_for_partner(deal)):
        return None
    if command["misdeal"] == "procedure" and command["offender"] and _waits_for_partner(deal):
        return None
    if command["end"] not in ("misdeal", "no-marriage", "points") and _waits_for_partner(deal):
        return False  # Whose the called card was must be said first: the result is that side's, too.
    if command["offender"] and command["offender"] not in deal.sides:
        return False
    told = dict(command["points"])
    if command["end"] == "claim" and command["claimant"] not in told:
        return False
    if command["end"] == "no-marriage" and not all(
        command["meld"].get(side, -1) >= 0 and command["meld"][side] % scale(deal.options) == 0
        for side in must_lay_without_trump(deal)
    ):
        return False
    points = completed(deal, told, whole=command["end"] == "played")
    swept = next((team.name for team in teams_of(deal) if command["all_tricks"] in team.sides), None)
    away = {team.name: team.away for team in teams_of(deal)}
    if points is None or (swept and any(n > away[name] for name, n in points.items() if name != swept)):
        return False
    trying = copy(deal)
    trying.ended = {**command, "points": points}
    return score(trying) is not None


def _waits_for_partner(deal: Deal) -> bool:
    return deal.options["sides"] == "called" and not deal.partner_known


def completed(deal: Deal, told: Mapping[str, int], whole: bool) -> dict[str, int] | None:
    """Every team's trick points, the one that is missing filled in; None where they cannot be (count.total).

    :param whole: whether all tricks were played.
    """
    teams = teams_of(deal)
    if whole and deal.options["score.unplayed"] and any(team.bids and hopeless(deal, team) for team in teams):
        return {}
    together = {team.name: sum(told[s] for s in team.sides if s in told) for team in teams if {*team.sides} & {*told}}
    least, most = all_tricks_range(deal.options, len(deal.seats))
    step = {"classic": 1, "fives": 5}.get(deal.options["count"], scale(deal.options))
    if any(not 0 <= points <= most or points % step for points in together.values()):
        return None
    total = sum(together.values())
    if not whole:
        return together if total <= most else None
    missing = [team.name for team in teams if team.name not in together]
    if len(missing) > 1 or (missing and (least < most or total > most)):
        return None
    if not missing and not least <= total <= most:
        return None
    return {**together, **dict.fromkeys(missing, most - total)}


def counters_of(deal: Deal) -> dict[str, int]:
    """By side, the counters in the tricks that were recorded; the last trick of the deal counts besides."""
    options, taken = deal.options, dict.fromkeys(deal.sides, 0)
    for winner, worth in _tricks(deal):
        taken[side_of(options, deal.players, winner)] += worth
    return taken


def _tricks(deal: Deal) -> list[tuple[int, int]]:
    options, players = deal.options, len(deal.seats)
    last = options["hand.size"] + bool(options["kitty.deal-out"])
    tricks = []
    for number in range(len(deal.played) // players):
        fallen = deal.played[number * players : (number + 1) * players]
        winner = fallen[takes(options, deal.trump or "", [card for _, card in fallen])][0]
        worth = sum(counter(options, card) for _, card in fallen)
        worth += options.get("count.first-trick", 0) * (number == 0 and options["draw"] != "stock")
        tricks.append((winner, worth + options["count.last-trick"] * (number + 1 == last)))
    return tricks
