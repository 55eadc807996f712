"""Reads the record of a game line by line, works everything out anew, and notes where the room says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.game.second_scorer.judge import checks, payments, stock
from tests.game.second_scorer.judge.asked import allowed, completed, counters_of
from tests.game.second_scorer.judge.deal import Award, Deal
from tests.game.second_scorer.judge.ending import Standing
from tests.game.second_scorer.judge.figures import options_of
from tests.game.second_scorer.judge.game import Event, Game, counting
from tests.game.second_scorer.judge.moon import fixed
from tests.game.second_scorer.judge.scoring import hopeless
from tests.game.second_scorer.judge.seats import dealt_to, next_dealer, sitting_out
from tests.game.second_scorer.judge.tally import Mismatch, Tally
from tests.game.second_scorer.judge.team import teams_of

Line = Mapping[str, Any]
_SHOWN = dict.fromkeys(("ShowCards", "ShowMelds", "ShowNumber"), "meld")
_ALLOWS = {**_SHOWN, "EndDeal": "score", "LayMeld": "meld", "RecordDraw": "meld", "CloseMeld": "meld"}


def judge(record: Iterable[Line]) -> Tally:
    """Judge one game from its record: ``started``, then ``asked``, ``event`` and ``said`` as they came."""
    lines = iter(record)
    judging = Judge(next(lines))
    for line in lines:
        {"asked": judging.asked, "event": judging.event, "said": judging.said}[line["line"]](line)
    standing = judging.game.standing()
    judging.tally.endings[judging.variant, "target raised"] += standing.target != judging.options["end.target"]
    judging.tally.endings[judging.variant, "level, played on alone"] += len(standing.playing) < len(standing.scores)
    judging.tally.deals[judging.variant] += len(judging.game.deals)
    judging.tally.finished[judging.variant] += standing.won is not None
    return judging.tally


class Judge:
    """One game being judged."""

    def __init__(self, started: Line) -> None:
        self.variant, self.where = started["table"], started["game"]
        self.options = options_of(started["variant"], started["changes"])
        self.adopted: dict[int, Award] = {}
        self.game = Game(self.options, started["players"], self.adopted)
        self.journal: list[Event] = []
        self.told: Mapping[str, Any] = {}
        """The command that was asked last."""
        self.retold: list[Event] = []
        """What the steps of the correction asked last led to."""
        self.dealers_kept: set[int] = set()
        self.tally = Tally()
        self.tally.games[self.variant] += 1

    def _hold(self, subject: str, mine: Any, theirs: Any, deal: Deal | None = None) -> None:
        """Compare one thing."""
        deal = deal or self.game.deal
        self.tally.compared[self.variant, subject] += 1
        if mine != theirs:
            number = deal.number if deal else len(self.game.deals)
            where = f"{self.where}, deal {number}"
            self.tally.mismatches.append(Mismatch(self.variant, subject, where, mine, theirs))

    def asked(self, line: Line) -> None:
        """What the table asked, and whether the room took it."""
        self.told = line["command"]
        if self.told["kind"] == "CorrectDeal":
            self._told_again(line)
        elif self.game.deal:
            self._asked(self.game.deal, line["allowed"])

    def _asked(self, deal: Deal, theirs: bool) -> None:
        mine = allowed(deal, self.told)
        if mine is not None:
            subject = _ALLOWS.get(self.told["kind"], "auction")
            subject = "counters" if self.told.get("end") == "played" else subject
            self._hold(subject, (self.told, mine), (self.told, theirs), deal)

    def _told_again(self, line: Line) -> None:
        """A correction: each step judged as it is at the table; it stands where all of them tell a deal to its end."""
        number, asked = line["command"]["number"], line["command"]["steps"]
        if not 1 <= number <= len(self.game.deals):
            self._hold("score", False, line["allowed"])
            return
        deal = self.game.dealt_again(number)
        self.retold = [event for step in line["retold"] for event in step["events"]]
        for step in line["retold"]:
            self.told = step["step"]
            self._asked(deal, theirs=True)
            for event in step["events"]:
                self._before(event, deal)
                self.game.tell(deal, event)
        if line["refused"]:
            self.told = line["refused"]
            self._asked(deal, theirs=False)
        over = deal.ended is not None or deal.passed_out
        self._hold("score", over and asked == [step["step"] for step in line["retold"]], line["allowed"], deal)

    def event(self, line: Line) -> None:
        """What the room wrote down."""
        self.journal.append(line)
        if line["kind"] == "StepUndone":
            self.game = Game(self.options, self.game.players, self.adopted, counting(self.journal))
            return
        self._before(line, self.game.deal)
        self._keep_dealer(line)
        self.game.add(line)
        if line["kind"] == "DealCorrected":
            self._corrected(line)

    def _keep_dealer(self, event: Event) -> None:
        """A deal under way when an earlier one is corrected keeps its dealer, even if its steps are undone later."""
        deal = self.game.deal
        if event["kind"] == "DealCorrected" and deal and not self.game.is_fresh(deal):
            self.dealers_kept.add(deal.number)

    def _corrected(self, event: Event) -> None:
        """A corrected deal brings what its steps say, as any deal does."""
        deal = self.game.deals[event["number"] - 1]
        kept = [step for step in event["steps"] if step["kind"] != "DealScored"]
        self._hold("score", self.retold, kept, deal)
        for step in event["steps"]:
            if step["kind"] == "DealScored":
                deal.award = self._award(deal, step, event)

    def _before(self, event: Event, deal: Deal | None) -> None:
        kind = event["kind"]
        if kind in ("DealBegun", "GameReopened") and self.game.deals:
            self._hold("dealer", self._next_deal(), (event["dealer"], sorted(event["sits_out"])), self.game.deals[-1])
        elif kind == "GameWon":
            self._won(event)
        elif deal is None:
            return
        elif kind == "DealerChanged":
            self._dealer_changed(event, deal)
        elif kind in ("BidMade", "BidPassed", "AuctionWon", "DealPassedOut"):
            self._auction(event, deal)
        elif kind == "DealEnded":
            self._counters(event, deal)
        elif kind == "DealScored":
            self._award(deal, event, event)
        elif kind in ("MeldShown", "MeldLaid", "TrumpTurned"):
            self._meld(event, deal)

    def _next_deal(self) -> tuple[int, list[int]]:
        last, standing = self.game.deals[-1], self.game.standing()
        return next_dealer(self.options, self.game.players, standing.playing, last.dealer, _redealt(last))

    def _dealer_changed(self, event: Event, deal: Deal) -> None:
        """Whoever deals instead can still win, and nobody had bid in turn before a dealer is chosen."""
        among = dealt_to(self.options, self.game.players, self.game.standing().playing)
        out = sitting_out(self.options, self.game.players, among, event["dealer"])
        theirs = (event["dealer"] in among, sorted(event["sits_out"]), deal.auction.said, deal.played, deal.laid)
        self._hold("dealer", (True, out, [], [], []), theirs, deal)

    def _auction(self, event: Event, deal: Deal) -> None:
        auction, kind = deal.auction, event["kind"]
        if kind in ("BidMade", "BidPassed"):
            told = self.told["kind"] == "MakeBid" and self.told["moon"]
            self._hold("auction", (auction.turn, told), (event["seat"], event.get("moon", False)), deal)
        elif self.told["kind"] == "TakeBid":
            aim = self.told["aim"]
            cost = fixed(self.options, aim == "moon")[1] if aim else self.told["amount"]
            said = (event["seat"], event["amount"], event["moon"], event["no_trick"])
            self._hold("auction", (self.told["seat"], cost, aim == "moon", aim == "no-trick"), said, deal)
        elif self.told["kind"] == "PassOut":
            self._hold("auction", "DealPassedOut", kind, deal)
        else:
            theirs = (event["seat"], event["amount"]) if kind == "AuctionWon" else None
            shot = kind == "AuctionWon" and event["moon"]
            mine = (auction.turn, auction.result(), auction.shooter is not None)
            self._hold("auction", mine, (None, theirs, shot), deal)

    def _meld(self, event: Event, deal: Deal) -> None:
        if event["kind"] == "TrumpTurned":
            self._hold("meld", self.game.turned_worth(event["card"]), event["points"], deal)
        elif event["kind"] == "MeldLaid":
            self._hold("meld", stock.pay(self.options, deal.laid, event["seat"], event["meld"]), event["points"], deal)
        else:
            shown = self.game.shown(deal, event)
            self._hold("meld", (shown.points, shown.dix), (event["points"], event["dix"]), deal)
            if checks.keeps_checks(self.options):
                self._hold("checks", sorted(shown.earns), sorted(event["checks"]), deal)

    def _counters(self, event: Event, deal: Deal) -> None:
        theirs = event["points"]
        if self.told["kind"] == "EndDeal":
            mine = completed(deal, self.told["points"], whole=event["end"] == "played")
            self._hold("counters", mine, theirs, deal)
        quads = deal.quadruples() | set(self.told.get("quad_pinochle", ()))
        if self.options["end.quad-pinochle"] is not False and theirs:
            self._hold("meld", sorted(quads), sorted(event["quad_pinochle"]), deal)

    def _award(self, deal: Deal, scored: Mapping[str, Any], event: Event) -> Award:
        """Compare a deal's award; where it differs, go on with the room's."""
        mine = self.game.award_of(deal, event) or Award("refused", {}, {})
        change, gained = ({each["side"]: each["points"] for each in scored[name]} for name in ("change", "checks"))
        self._hold("score", (mine.outcome, mine.change), (scored["outcome"], change), deal)
        if checks.keeps_checks(self.options):
            self._hold("checks", mine.checks, gained, deal)
        theirs = Award(scored["outcome"], change, gained)
        if (mine.outcome, mine.change) != (theirs.outcome, theirs.change) or (gained and mine.checks != gained):
            self.adopted[event["seq"]] = mine = theirs
        self.tally.endings[self.variant, f"{(deal.ended or {}).get('end')}: {mine.outcome}"] += 1
        return mine

    def _won(self, event: Event) -> None:
        standing = self.game.standing(stopped=event["deal"] if event["clause"] == "end.stop" else None)
        won = standing.won
        mine = (list(won.sides), won.clause, won.deal) if won else None
        theirs = ([event["side"], *event["also"]], event["clause"], event["deal"])
        self._hold("winner", mine, theirs, self.game.deals[-1])
        self.tally.endings[self.variant, f"won by {event['clause']}"] += 1
        if checks.keeps_checks(self.options):
            gained = checks.for_the_game(self.options, standing.scores, won.sides if won else ())
            self._hold("checks", gained, event["checks"], self.game.deals[-1])

    def said(self, line: Line) -> None:
        """What the room shows of the game now."""
        standing, last = self.game.standing(), self.game.deals[-1] if self.game.deals else None
        target = None if self.options["end.deal"] else standing.target
        self._hold("target", (standing.scores, target), (line["scores"], line["target"]), last)
        self._hold("winner", list(standing.won.sides) if standing.won else None, line["won"], last)
        if checks.keeps_checks(self.options):
            self._hold("checks", self._checks(standing), line["checks"], last)
        self._settled(standing, line)
        if "counters" in line and self.game.deal:
            self._hold("counters", counters_of(self.game.deal), line["counters"])
        self._due(line)

    def _settled(self, standing: Standing, line: Line) -> None:
        """Who pays whom: the right balances, made even by what is paid, with as few payments as can be."""
        if checks.keeps_checks(self.options):
            balances = checks.balances(self.options, self._checks(standing))
        elif self.options["units.prices"]:
            balances = payments.balances(self.options, standing.scores)
        else:
            self._hold("payments", None, line["balances"])
            return
        self._hold("payments", balances, line["balances"])
        self._hold("payments", balances, payments.moved(balances, line["payments"]))
        self._hold("payments", payments.fewest(balances), len(line["payments"]))

    def _checks(self, standing: Standing) -> dict[str, int]:
        """By side, the checks of all deals that count, and those for the game."""
        won = standing.won
        totals = dict.fromkeys(self.game.sides, 0)
        for deal in self.game.deals[: won.deal if won else None]:
            for side, gained in deal.award.checks.items() if deal.award else ():
                totals[side] += gained
        for side in won.sides if won else ():
            totals[side] += checks.for_the_game(self.options, standing.scores, won.sides if won else ())
        return totals

    def _due(self, line: Line) -> None:
        """What must have followed by now: the end of an auction, the bidder set at once, the next dealer."""
        deal = self.game.deal
        if deal is None:
            return
        if self.options["bid"] != "none" and deal.seat is None and not deal.ended:
            self._hold("auction", deal.auction.turn, line["turn"])
        at_once = deal.closed and self.options["score.unplayed"] and self.options["sides"] != "called"
        if at_once and any(team.bids and hopeless(deal, team) for team in teams_of(deal)):
            self._hold("score", True, deal.ended is not None)
        if line["fresh"] and self.game.deals and not deal.dealer_chosen and deal.number not in self.dealers_kept:
            self._hold("dealer", self._next_deal(), (deal.dealer, deal.sits_out))


def _redealt(deal: Deal) -> bool:
    """Whether the same dealer deals again (res.redeal)."""
    outcome = deal.award.outcome if deal.award else ""
    return outcome in ("void", "no-marriage") or (outcome == "thrown-in" and deal.options["deal.redeal"] == "same")
