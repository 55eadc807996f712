"""A game's facts as its journal tells them: built up event by event, struck events left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.game.second_scorer.judge import checks, named_melds, stock
from tests.game.second_scorer.judge.auction import Auction
from tests.game.second_scorer.judge.cards import scale
from tests.game.second_scorer.judge.deal import Award, Deal, Shown
from tests.game.second_scorer.judge.ending import Standing, standing_after, stop
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.meld import best_meld, dix_of, four_fold, is_four_fold
from tests.game.second_scorer.judge.scoring import score
from tests.game.second_scorer.judge.seats import side_of, sides

Event = Mapping[str, Any]


def counting(events: Sequence[Event]) -> list[Event]:
    """The events that still count: neither struck nor strikes themselves."""
    struck: set[int] = set()
    left: list[Event] = []
    for event in reversed(events):
        if event["seq"] in struck:
            continue
        if event["kind"] == "StepUndone":
            struck.update(event["strikes"])
        else:
            left.append(event)
    return left[::-1]


class Game:
    """One game as far as it was told."""

    def __init__(
        self, options: Options, players: int, adopted: Mapping[int, Award], events: Iterable[Event] = ()
    ) -> None:
        """Begin a game.

        :param adopted: by the number of its event, the room's award where the judge's was another: a difference is
            told once, and the rest of the game is judged as if the room were right.
        """
        self.options, self.players, self.adopted = options, players, adopted
        self.sides = sides(options, players)
        self.deals: list[Deal] = []
        self.deal: Deal | None = None
        self.stopped: int | None = None
        """After how many deals the table stopped a game without an end of its own."""
        for event in events:
            self.add(event)

    def standing(self, stopped: int | None = None) -> Standing:
        """Where the game stands.

        :param stopped: after how many deals the table says that it stops, where it says so now.
        """
        standing = standing_after(self.options, self.sides, self.deals)
        after = self.stopped if stopped is None else stopped
        if after is not None and standing.won is None:
            standing.won = stop(standing, after)
        return standing

    def side_of(self, seat: int) -> str:
        return side_of(self.options, self.players, seat)

    def add(self, event: Event) -> None:
        """One more event, with what the judge makes of it."""
        kind = event["kind"]
        if kind in ("DealBegun", "GameReopened"):
            self.stopped = None
            self.deal = self._dealt(len(self.deals) + 1, event["dealer"], list(event["sits_out"]))
        elif kind == "DealerChanged" and self.deal is not None:
            self._deal_by(self.deal, event["dealer"], list(event["sits_out"]))
        elif kind == "GameWon":
            self.deal = None
            self.stopped = event["deal"] if event["clause"] == "end.stop" else None
        elif kind == "DealCorrected":
            self._correct(event)
        elif self.deal is not None:
            self.tell(self.deal, event)
            if kind in ("DealScored", "DealPassedOut"):
                self.deals.append(self.deal)
                self.deal = None

    def _dealt(self, number: int, dealer: int, sits_out: list[int]) -> Deal:
        auction = Auction(self.options, self.players, dealer, sits_out)
        return Deal(self.options, self.players, number, dealer, sits_out, auction)

    def is_fresh(self, deal: Deal) -> bool:
        """Whether nothing has been told of a deal but who deals."""
        return deal == replace(self._dealt(deal.number, deal.dealer, deal.sits_out), dealer_chosen=deal.dealer_chosen)

    def _deal_by(self, deal: Deal, dealer: int, sits_out: list[int]) -> None:
        """Another player dealt than the rules name; it is told before anybody bid in turn."""
        deal.dealer, deal.sits_out, deal.dealer_chosen = dealer, sits_out, True
        deal.auction = Auction(self.options, self.players, dealer, sits_out)

    def dealt_again(self, number: int) -> Deal:
        """An earlier deal as it was dealt, nothing told of it but the cards that were recorded as they fell."""
        deal = self.deals[number - 1]
        return replace(self._dealt(number, deal.dealer, deal.sits_out), played=list(deal.played))

    def tell(self, deal: Deal, event: Event) -> None:
        """What one event says of a deal, told at the table or again."""
        kind = event["kind"]
        if kind in ("BidMade", "BidPassed"):
            deal.auction.said.append((event["seat"], event.get("amount")))
            deal.auction.shooter = event["seat"] if event.get("moon") else deal.auction.shooter
        elif kind == "AuctionWon":
            deal.seat, deal.bid, deal.every = event["seat"], event["amount"], not event["no_trick"]
            deal.moon = event["moon"] or event["no_trick"]
            deal.contracts = deal.auction.sums() if self.options["bid"] == "summed" else {}
        elif kind == "TrumpNamed":
            deal.trump = event["suit"]
        elif kind in ("CardCalled", "PartnerTold"):
            deal.partner_known = kind == "PartnerTold"
            deal.partner = event["seat"] if deal.partner_known else None
        elif kind == "CardsDrawn":
            deal.draws[event["seat"]] = (event["discarded"], event["drawn"])
        elif kind == "MeldShown":
            deal.show(event["side"], event["seat"], self.shown(deal, event))
        elif kind == "ChecksTold":
            deal.check_melds[event["told"]["side"]] = list(event["told"]["melds"])
        elif kind == "MeldClosed":
            deal.closed = True
        elif kind == "CardPlayed":
            deal.played.append((event["seat"], event["card"]))
        elif kind == "DealEnded":
            deal.ended = event
        elif kind in ("DealScored", "DealPassedOut"):
            deal.passed_out = kind == "DealPassedOut"
            deal.award = None if deal.passed_out else self.award_of(deal, event)
        else:
            self._lay(deal, event)

    def _lay(self, deal: Deal, event: Event) -> None:
        kind = event["kind"]
        if kind == "TrumpTurned":
            deal.trump, deal.turned_up = event["card"][-1], event["card"]
            self._credit(deal, self.side_of(deal.dealer), self.turned_worth(event["card"]), dix=True)
        elif kind == "MeldLaid":
            side = self.side_of(event["seat"])
            deal.shown = {key: shown for key, shown in deal.shown.items() if key[0] != side}
            self._credit(
                deal,
                side,
                stock.pay(self.options, deal.laid, event["seat"], event["meld"]),
                dix=event["meld"]["kind"] == "dix",
            )
        if kind in ("TrickTaken", "MeldLaid", "LaidCardPlayed", "DixExchanged"):
            deal.laid.append(event)

    @staticmethod
    def _credit(deal: Deal, side: str, points: int, dix: bool) -> None:
        deal.laid_points[side] = deal.laid_points.get(side, 0) + points
        deal.laid_dix[side] = deal.laid_dix.get(side, 0) + points * dix

    def turned_worth(self, card: str) -> int:
        """What a turned-up card scores for its dealer: with a stock a dix, one dix (meld.dix-exchange)."""
        return dix_of(self.options, card[-1], [card]) if self.options["draw"] == "stock" else 0

    def shown(self, deal: Deal, event: Event) -> Shown:
        """A meld as the judge counts it: by its cards, by the names of its melds, or as the sum that was told."""
        trump, earns = deal.trump or "", tuple[str, ...]()
        if event["source"] in ("cards", "photo"):
            cards = event["cards"]
            if checks.keeps_checks(self.options):
                earns = tuple(checks.earned_by_cards(self.options, trump, cards))
            quadruple = is_four_fold(self.options, trump, cards)
            total, dix = best_meld(self.options, trump, cards), dix_of(self.options, trump, cards)
            return Shown(total, dix, earns, quadruple)
        if event["source"] == "number":
            return Shown(event["points"], event["dix"])
        found = named_melds.counted(event["melds"])
        if checks.keeps_checks(self.options):
            earns = tuple(checks.earned_by_names(self.options, trump, found))
        dix = found["dix", ""] * self.options["meld.table"]["dix"] * scale(self.options)
        quadruple = any(found[kind, ""] >= 4 for kind in four_fold(self.options)[0])
        return Shown(named_melds.worth(self.options, found), dix, earns, quadruple)

    def _correct(self, event: Event) -> None:
        """Put a deal right: it is a deal of which these steps were told, and nothing else."""
        deal = self.dealt_again(event["number"])
        for step in event["steps"]:
            self.tell(deal, {**step, "seq": event["seq"]})
        self.deals[deal.number - 1] = deal

    def award_of(self, deal: Deal, event: Event) -> Award | None:
        """What the deal brings, checks included, as the judge works it out, unless the room's figure was adopted."""
        if event["seq"] in self.adopted:
            return self.adopted[event["seq"]]
        award = score(deal)
        return award and replace(award, checks=checks.checks_of(deal, award))
