"""The figures of one name over some games, each by a loop of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from tests.figures.second_teller.judge.deals import Deal, Game

FAILED = ("set", "thrown-in", "no-marriage")
Numbers = dict[str, Any]
"""By key: (hits, tries, par) of a share, or the sorted values of amounts."""


def parts_of(games: Sequence[Game], name: str) -> Numbers:
    """Every number that a person's page may show."""
    told = [(game, deal, seat) for game in games for deal, seat in seats(game, name)]
    return {**bids(told), **margins(told), **gains(told), **defence(told), **melds(told), **results(games, name)}


def seats(game: Game, name: str) -> Iterator[tuple[Deal, int]]:
    """The deals that count in which somebody of this name took part."""
    for deal in game.counted():
        for seat in range(game.players):
            if seat not in deal["out"] and game.sitter(seat, deal["number"]) == name:
                yield deal, seat


Told = list[tuple[Game, Deal, int]]


def role(game: Game, deal: Deal, seat: int) -> str:
    if deal["bidder"] is None:
        return "-"
    if deal["bidder"] == seat:
        return "I"
    return "P" if deal["bidder"] in game.team(deal, seat) else "O"


def bids(told: Told) -> Numbers:
    auctions = [(g, d, s) for g, d, s in told if g.options["bid"] != "none"]
    par = sum(Fraction(1, g.players - len(d["out"])) for g, d, _ in auctions)
    mine = [(g, d) for g, d, s in told if d["bidder"] == s]
    decided = [d for _, d in mine if d["outcome"] in ("made", *FAILED)]
    failed = [d for d in decided if d["outcome"] != "made"]
    free = sum(not d["forced"] for _, d in mine)
    found: Numbers = {
        "bids-taken": (free, len(auctions), float(par / len(auctions)) if auctions else None),
        "bids-forced": (len(mine) - free, len(auctions), None),
        "bids-made": (len(decided) - len(failed), len(decided), None),
        "usual-bid": sorted(d["bid"] for _, d in mine),
        "bid-height": sorted(d["bid"] / g.options["bid.min"] for g, d in mine),
    }
    for outcome in FAILED:
        found[f"failed-{outcome}"] = (sum(d["outcome"] == outcome for d in failed), len(failed), None)
    for outcome in FAILED:
        rows = [(g, d, s) for g, d, s in told if d["bidder"] == s and d["outcome"] == outcome]
        found[f"cost-{outcome}"] = sorted(d["change"][g.side(s)] for g, d, s in rows)
    return found


def margins(told: Told) -> Numbers:
    played = [(g, d, s) for g, d, s in told if d["bidder"] == s and d["end"] == "played"]
    margin = [g.meld(d, g.team(d, s)) + g.points(d, g.team(d, s)) - d["bid"] for g, d, s in played]
    full = [everything(g, d) for g, d, _ in played]
    tries = [(m, t) for m, t in zip(margin, full, strict=True) if t]
    above = []
    for g, d, s in told:
        others = [amount for seat, amount in d["bids"] if seat != s]
        if d["bidder"] == s and others and g.options["bid"] == "auction":
            above.append(d["bid"] - max(others))
    easy = sum(10 * m >= t for m, t in tries)
    return {"margin": sorted(margin), "left-over": (easy, len(tries), None), "paid-above": sorted(above)}


def everything(game: Game, deal: Deal) -> int:
    """The trick points of all teams."""
    teams = {tuple(game.team(deal, seat)) for seat in range(game.players) if seat not in deal["out"]}
    return sum(game.points(deal, team) for team in teams)


def gains(told: Told) -> Numbers:
    found: Numbers = {"worth-mine": [], "worth-partner": [], "worth-other": []}
    for g, d, s in told:
        letters = {g.side(each) for each in g.team(d, s)}
        others = [points for letter, points in d["change"].items() if letter not in letters]
        key = {"I": "worth-mine", "P": "worth-partner", "O": "worth-other"}.get(role(g, d, s))
        if key and others:
            found[key].append(d["change"].get(g.side(s), 0) - max(others))
    return {key: sorted(values) for key, values in found.items()}


def defence(told: Told) -> Numbers:
    rows = [(g, d, s) for g, d, s in told if role(g, d, s) == "O"]
    decided = [d for _, d, _ in rows if d["outcome"] in ("made", *FAILED)]
    played = [(g, d, s) for g, d, s in rows if d["end"] == "played"]
    shares = [g.points(d, g.team(d, s)) / everything(g, d) for g, d, s in played if everything(g, d)]
    melded = [(g, d, s) for g, d, s in played if g.meld(d, g.team(d, s))]
    saved = sum(d["change"].get(g.side(s), 0) >= g.meld(d, g.team(d, s)) for g, d, s in melded)
    return {
        "defence": (sum(d["outcome"] != "made" for d in decided), len(decided), None),
        "defence-tricks": sorted(shares),
        "saved": (saved, len(melded), None),
    }


def own_meld(game: Game, deal: Deal, seat: int) -> int | None:
    side = game.side(seat)
    alone = sum(game.side(each) == side for each in range(game.players)) == 1
    told = [shown for shown in deal["shown"] if shown["side"] == side]
    for shown in told:
        if alone or shown["seat"] == seat:
            return int(shown["points"])
    if not told and alone:
        return sum(int(laid["points"]) for laid in deal["laid"] if laid["side"] == side)
    return int(deal["untrumped"].get(side, 0)) if alone else None


def melds(told: Told) -> Numbers:
    scored = [(g, d, s, own_meld(g, d, s)) for g, d, s in told if d["end"]]
    mine = [meld for g, d, s, meld in scored if meld is not None and d["bidder"] == s]
    rest = [meld for g, d, s, meld in scored if meld is not None and d["bidder"] != s]
    known = (len(mine) + len(rest), len(scored), None)
    return {"meld-bidding": sorted(mine), "meld-else": sorted(rest), "meld-known": known}


def collected(games: Sequence[Game], name: str) -> Counter[str]:
    """How often each meld was shown by its cards or its name."""
    found = Counter[str]()
    for game in games:
        for deal, seat in seats(game, name):
            if not deal["end"]:
                continue
            alone = sum(game.side(each) == game.side(seat) for each in range(game.players)) == 1
            for shown in deal["shown"]:
                hand = alone and shown["side"] == game.side(seat)
                if (hand or shown["seat"] == seat) and shown["source"] != "number":
                    found.update(meld["name"] for meld in shown["melds"])
            if not deal["shown"]:
                found.update(laid["name"] for laid in deal["laid"] if laid["seat"] == seat and laid["kind"])
    return found


def results(games: Sequence[Game], name: str) -> Numbers:
    at_end = [(game, seat) for game in games for seat in range(game.players) if game.won and game.names[seat] == name]
    finished = [(game, game.side(seat)) for game, seat in at_end]
    wins = [(g, side) for g, side in finished if side in winners(g)]
    losses = [(g, side) for g, side in finished if side not in winners(g)]
    par = sum(Fraction(1, len(g.sides)) for g, _ in finished)
    lately = finished[-20:]
    late_par = sum(Fraction(1, len(g.sides)) for g, _ in lately)
    return {
        "won": (len(wins), len(finished), float(par / len(finished)) if finished else None),
        "won-lately": (
            sum(side in winners(g) for g, side in lately),
            len(lately),
            float(late_par / len(lately)) if lately else None,
        ),
        "comebacks": (sum(far(g, gap(g, side, behind=True)) for g, side in wins), len(wins), None),
        "leads-lost": (sum(far(g, gap(g, side, behind=False)) for g, side in losses), len(losses), None),
        "lead-turns": sorted(turns(g) for g, _ in finished),
    }


def winners(game: Game) -> list[str]:
    return [game.won["side"], *game.won["also"]] if game.won else []


def runs(game: Game) -> list[dict[str, int]]:
    """The scores before the first deal and after each that is scored."""
    now = dict.fromkeys(game.sides, 0) | game.carried
    told = [now]
    for deal in game.done():
        if deal["number"] > game.last():
            break
        for note in game.notes.values():
            if note["deal"] == deal["number"] and note["points"]:
                now = now | {note["side"]: now[note["side"]] + note["points"]}
        if deal["outcome"] != "passed-out":
            now = {side: points + deal["change"].get(side, 0) for side, points in now.items()}
            told.append(now)
    return told


def gap(game: Game, side: str, *, behind: bool) -> int:
    found = [0]
    for run in runs(game):
        best = max(points for each, points in run.items() if each != side)
        found.append(best - run[side] if behind else run[side] - best)
    return max(found)


def far(game: Game, points: int) -> bool:
    goal = game.options["end.target"] or max(runs(game)[-1][side] for side in winners(game))
    return bool(goal > 0 and 4 * points >= goal)


def turns(game: Game) -> int:
    leaders: list[str] = []
    for run in runs(game):
        best = [side for side, points in run.items() if points == max(run.values())]
        if len(best) == 1 and best != leaders[-1:]:
            leaders += best
    return max(0, len(leaders) - 1)
