"""What happened in each deal that counts, seat by seat, from the events as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.game.second_scorer.judge.cards import rounded
from tests.game.second_scorer.judge.game import counting
from tests.game.second_scorer.judge.seats import side_of, sides

Event = Mapping[str, Any]
Deal = dict[str, Any]

SKIPPED = ("GameStarted", "PlayerRenamed", "TrickLogChosen", "GameWon", "DealBegun", "GameReopened")


class Game:
    """One game as a list of deals, with who sat where in each."""

    def __init__(self, name: str, events: Sequence[Event], clock: Mapping[int, float], at: str) -> None:
        self.name = name
        self.at = at
        left = counting(events)
        self.options = json.loads(left[0]["options"])
        self.names: list[str] = list(left[0]["names"])
        self.carried: dict[str, int] = dict(left[0]["history"]["scores"])
        self.came = [1] * len(self.names)
        self.players = len(self.names)
        self.sides = sides(self.options, self.players)
        self.won: Event | None = None
        self.notes: dict[int, Event] = {}
        self.deals: list[Deal] = []
        self.sat: dict[int, list[tuple[int, str]]] = {seat: [(1, name)] for seat, name in enumerate(self.names)}
        before = None
        for event in left:
            now = clock[event["seq"]]
            if before is not None and now - before <= 1200:
                self._deal(len(self.done()) + 1)["seconds"] += now - before
            before = now
            self._add(event)

    def done(self) -> list[Deal]:
        return [deal for deal in self.deals if deal["over"]]

    def _deal(self, number: int) -> Deal:
        while len(self.deals) < number:
            self.deals.append(fresh(len(self.deals) + 1))
        return self.deals[number - 1]

    def _add(self, event: Event) -> None:
        kind = event["kind"]
        if kind == "NoteWritten":
            self.notes[event["number"]] = event
        elif kind == "PaperCorrected":
            self.carried = dict(event["history"]["scores"])
        elif kind == "PlayerRenamed":
            self._rename(event)
        elif kind == "GameWon":
            self.won = event
        elif kind in ("DealBegun", "GameReopened"):
            self.won = None
            deal = self._deal(len(self.done()) + 1)
            kept = deal["seconds"]
            deal.update(fresh(deal["number"]), out=event["sits_out"], seconds=kept)
        elif kind == "DealerChanged":
            self._deal(len(self.done()) + 1)["out"] = event["sits_out"]
        elif kind == "DealCorrected":
            deal = self.deals[event["number"] - 1]
            deal.update(fresh(deal["number"]), out=deal["out"], seconds=deal["seconds"], corrected=True)
            for step in event["steps"]:
                tell(deal, step)
        elif kind not in SKIPPED:
            tell(self._deal(len(self.done()) + 1), event)

    def _rename(self, event: Event) -> None:
        seat, number = event["seat"], len(self.done()) + 1
        self.names[seat] = event["name"]
        if event["substitute"] and number > self.sat[seat][-1][0]:
            self.sat[seat].append((number, event["name"]))
        else:
            self.sat[seat][-1] = (self.sat[seat][-1][0], event["name"])

    def sitter(self, seat: int, number: int) -> str:
        return [name for first, name in self.sat[seat] if first <= number][-1]

    def side(self, seat: int) -> str:
        return side_of(self.options, self.players, seat)

    def last(self) -> int:
        return self.won["deal"] if self.won else len(self.deals)

    def counted(self) -> Iterator[Deal]:
        """Deals that count, passed-out ones among them."""
        for deal in self.done():
            if deal["number"] <= self.last() and deal["outcome"] != "void":
                yield deal

    def team(self, deal: Deal, seat: int) -> list[int]:
        """The seats that share a result with one."""
        there = [each for each in range(self.players) if each not in deal["out"]]
        if self.options["units.prices"] and deal["bidder"] is not None:
            return [seat] if seat == deal["bidder"] else [each for each in there if each != deal["bidder"]]
        if self.options["sides"] == "called" and deal["bidder"] is not None and (deal["told"] or deal["trump"] is None):
            bidding = [each for each in there if each in (deal["bidder"], deal["partner"])]
            return bidding if seat in bidding else [each for each in there if each not in bidding]
        return [each for each in there if self.side(each) == self.side(seat)]

    def points(self, deal: Deal, seats: Sequence[int]) -> int:
        """The trick points of a team, as they count."""
        letters = {self.side(each) for each in seats}
        return rounded(self.options, sum(deal["points"].get(letter, 0) for letter in letters))

    def meld(self, deal: Deal, seats: Sequence[int]) -> int:
        """The meld of a team."""
        total = 0
        for letter in {self.side(each) for each in seats}:
            told = [shown["points"] for shown in deal["shown"] if shown["side"] == letter]
            total += deal["untrumped"].get(letter, 0)
            total += sum(told) if told else sum(laid["points"] for laid in deal["laid"] if laid["side"] == letter)
        return total


def fresh(number: int) -> Deal:
    auction: Deal = {"number": number, "out": [], "bids": [], "bidder": None, "bid": None, "forced": False}
    called: Deal = {"trump": None, "told": False, "partner": None}
    counted: Deal = {"shown": [], "laid": [], "end": "", "points": {}, "outcome": "", "change": {}}
    counted["untrumped"] = {}
    return {**auction, **called, **counted, "over": False, "corrected": False, "seconds": 0.0}


def tell(deal: Deal, event: Event) -> None:
    """One more thing that happened in a deal."""
    kind = event["kind"]
    if kind == "BidMade":
        deal["bids"].append((event["seat"], event["amount"]))
    elif kind == "AuctionWon":
        deal.update(bidder=event["seat"], bid=event["amount"], forced=event["forced"])
    elif kind == "TrumpNamed":
        deal["trump"] = event["suit"]
    elif kind == "CardCalled":
        deal.update(partner=None, told=False)
    elif kind == "PartnerTold":
        deal.update(partner=event["seat"], told=True)
    elif kind == "TrumpTurned":
        deal["laid"].append({"side": event["side"], "seat": None, "points": event["points"], "kind": None, "name": ""})
    elif kind == "MeldLaid":
        deal["shown"] = [shown for shown in deal["shown"] if shown["side"] != event["side"]]
        told = {"side": event["side"], "seat": event["seat"], "points": event["points"]}
        deal["laid"].append({**told, "kind": event["meld"]["kind"], "name": event["name"]})
    elif kind == "MeldShown":
        kept = [shown for shown in deal["shown"] if not replaces(event, shown)]
        deal["shown"] = [*kept, dict(event)]
    elif kind == "DealEnded":
        deal.update(end=event["end"], points=event["points"], untrumped=event["meld"])
    elif kind == "DealScored":
        change = {each["side"]: each["points"] for each in event["change"]}
        deal.update(outcome=event["outcome"], change=change, over=True)
    elif kind == "DealPassedOut":
        deal.update(outcome="passed-out", over=True, end="", bidder=None)


def replaces(new: Event, old: Event) -> bool:
    if new["side"] != old["side"]:
        return False
    return new["seat"] is None or old["seat"] is None or new["seat"] == old["seat"]
