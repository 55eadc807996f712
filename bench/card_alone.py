"""``python -m bench.card_alone FOLDER [VARIANT ...]``: deals to score by somebody who has only the printed rule card.

Writes for each variant its card, ten dealt-out deals as players would say them, and what the companion makes of them:
``site-card.txt``, ``site-deals.txt``, ``site-expected.json``. Give a reader the first two, and compare with the third.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from bench.play_out import Table
from companion.cards import Card, Rank, Suit, sort_cards, speak
from companion.cli.ask.variants import card_words
from companion.rules.auction import next_multiple
from companion.rules.choices import SaveBy
from companion.rules.count import rank_points
from companion.rules.dealing import all_sides, seats_of, side_of
from companion.rules.known import find_game
from companion.rules.meld.best import best_meld
from companion.rules.meld.kinds import AROUNDS, Meld, MeldKind
from companion.rules.phrases import series, several
from companion.rules.score import DealEnd, DealFacts, DealScore, Ending, score_deal
from companion.rules.score.checks import check_melds_of, checks_for_game, checks_of_deal
from companion.rules.score.ending import advance
from companion.rules.score.facts import CheckMeld, Outcome, Standing, figure
from companion.rules.score.unplayed import judge_throw_in
from companion.rules.variant import Variant

GAMES = ("site", "cutthroat", "check", "binokel", "double-deck")
NAMES = ("Ann", "Bob", "Cal", "Dot")
MADE, EXACT, SET, THROWN = "made", "made to the point", "set", "thrown in"
RENEGE, OWN_RENEGE = "an opponent reneges", "the bidder reneges"
BARE, OWN_BARE = "an opponent takes nothing", "the bidder takes nothing"
SEVERAL, WAITING = "several at the target", "one at the target before"
TWISTS = (MADE, SET, EXACT, THROWN, BARE, RENEGE, SEVERAL, OWN_BARE, OWN_RENEGE, WAITING)
"""The twist of each of the ten deals; cards are dealt until they have it."""
TRIES = 3000


@dataclass(frozen=True)
class Deal:
    """A deal that was dealt and played out."""

    variant: Variant
    bidder: int
    shown: list[list[Card]]
    """By seat, the cards of its melds."""
    facts: DealFacts
    """All but the bid and the end."""
    away: list[Card]
    """The cards that the bidder laid away."""
    tricks: list[tuple[int, list[Card]]]
    """The seat that took each, and its cards."""

    @classmethod
    def play(cls, variant: Variant, bidder: int, low: Sequence[int], chance: Random) -> Deal:
        """A deal of a shuffled pack; the seats ``low`` are dealt its lowest cards."""
        dealt, players = _dealt(variant, low, chance), variant.players[0]
        held = [*dealt.hands[bidder], *dealt.kitty]
        trump = max(Suit, key=lambda suit: (best_meld(variant, suit, held).total, sum(c.suit is suit for c in held)))
        table = dealt.take_over(bidder, trump)
        counts = [best_meld(variant, trump, hand) for hand in table.hands]
        sides = all_sides(variant, players)
        meld, checks = Counter[str](dict.fromkeys(sides, 0)), dict[str, tuple[CheckMeld, ...]]()
        for seat, count in enumerate(counts):
            side = side_of(variant, players, seat)
            meld[side] += count.total
            checks[side] = (*checks.get(side, ()), *check_melds_of(variant, count.melds, dealt.hands[seat]))
        away, tricks = table.play(bidder, trump)
        facts = DealFacts(sides, side_of(variant, players, bidder), None, meld, check_melds=checks, trump=trump)
        return cls(variant, bidder, [_laid(count.melds) for count in counts], facts, away, tricks)

    def won_by(self, side: str, tricks: int) -> list[Card]:
        """The cards that a side has taken after so many tricks."""
        return [c for seat, trick in self.tricks[:tricks] if self.side(seat) == side for c in trick]

    def ended(self, end: DealEnd, tricks: int, offender: str | None = None) -> Ending:
        """The end of the deal after so many tricks."""
        worth = rank_points(self.variant.count, self.variant.unit)
        taken = Counter(self.side(seat) for seat, _ in self.tricks[:tricks])
        cards = {side: self.won_by(side, tricks) for side in self.facts.sides}
        cards[self.side(self.bidder)] += self.away if self.variant.kitty_counts else []
        points = {side: sum(worth.get(card.rank, 0) for card in won) for side, won in cards.items()}
        if tricks == len(self.tricks):
            points[self.side(self.tricks[-1][0])] += self.variant.count_last_trick
        return Ending(end, points, {side: taken[side] for side in self.facts.sides}, offender=offender)

    def side(self, seat: int) -> str:
        return side_of(self.variant, len(self.shown), seat)


def _dealt(variant: Variant, low: Sequence[int], chance: Random) -> Table:
    table = Table.deal(variant, chance)
    if not low:
        return table
    ranks, size = tuple(Rank), variant.hand_size
    cards = [card for hand in (*table.hands, table.kitty) for card in hand]
    cards.sort(key=lambda card: ranks.index(card.rank), reverse=True)
    mine, rest = cards[: size * len(low)], cards[size * len(low) :]
    chance.shuffle(mine)
    chance.shuffle(rest)
    hands = [[(mine if seat in low else rest).pop() for _ in range(size)] for seat in range(len(table.hands))]
    return Table(variant, hands, rest)


def _laid(melds: Iterable[Meld]) -> list[Card]:
    """The cards on the table: each as often as the melds of one class use it (meld.best)."""
    laid = Counter[Card]()
    for kinds in ({MeldKind.PINOCHLE}, {*AROUNDS}, {*MeldKind} - {*AROUNDS} - {MeldKind.PINOCHLE}):
        laid |= Counter(card for meld in melds if meld.kind in kinds for card in meld.cards)
    return list(sort_cards(laid.elements()))


def ended_with(variant: Variant, twist: str, chance: Random) -> tuple[Deal, DealFacts, DealScore]:
    """A deal with this twist, with its bid and its end, and its score.

    :raises SystemExit: if none turns up.
    """
    players = variant.players[0]
    for _ in range(TRIES):
        bidder = chance.randrange(players)
        own = side_of(variant, players, bidder)
        other = chance.choice([side for side in all_sides(variant, players) if side != own])
        bare = {BARE: other, OWN_BARE: own}.get(twist)
        deal = Deal.play(variant, bidder, seats_of(variant, players, bare or ""), chance)
        facts = _with_end(deal, twist, other)
        score = score_deal(variant, facts)
        if isinstance(score, DealScore) and _has(variant, twist, facts, score, bare):
            return deal, facts, score
    raise SystemExit(f"{variant.key}: no deal of {TRIES} is “{twist}”")


def _with_end(deal: Deal, twist: str, other: str) -> DealFacts:
    """The deal with a bid that leads to this twist, and its end."""
    variant, facts, own, played = deal.variant, deal.facts, deal.side(deal.bidder), len(deal.tricks)
    tricks = {THROWN: 0, RENEGE: played // 2, OWN_RENEGE: played // 3}.get(twist, played)
    end = DealEnd.THROWN_IN if twist == THROWN else DealEnd.RENEGE if tricks < played else DealEnd.PLAYED
    offender = {RENEGE: other, OWN_RENEGE: own}.get(twist)
    step, full = variant.bid_step[0][1], facts.meld[own] + deal.ended(DealEnd.PLAYED, played).points[own]
    above = {EXACT: full - 1, SET: full, THROWN: full, OWN_BARE: full, WAITING: full}.get(twist, full - 6 * step)
    bid = next_multiple(variant, max(above, variant.bid_min - 1))
    while twist == THROWN and not judge_throw_in(variant, bid, facts.meld[own]):
        bid = next_multiple(variant, bid)
    return replace(facts, bid=bid, ended=deal.ended(end, tricks, offender) if tricks else Ending(end))


def _has(variant: Variant, twist: str, facts: DealFacts, score: DealScore, bare: str | None) -> bool:
    """True if the deal turned out as it should."""
    own = facts.bidder or "A"
    taken = facts.ended.points if variant.score_save.by is SaveBy.POINTS else facts.ended.tricks
    made, gaining = score.outcome is Outcome.MADE, sum(change > 0 for change in score.change.values())
    return {
        MADE: made,
        EXACT: made and facts.bid == facts.meld[own] + facts.ended.points[own],
        SET: score.outcome is Outcome.SET and gaining > 0,
        BARE: made and bare is not None and not taken[bare] and facts.meld[bare] > 0,
        OWN_BARE: bare is not None and not taken[bare] and facts.meld[bare] > 0,
        SEVERAL: made and gaining > 1,
    }.get(twist, True)


def _standing(variant: Variant, twist: str, score: DealScore, chance: Random) -> Standing:
    """A standing before the deal that its twist needs."""
    target, unit = variant.end_target or 0, variant.scale
    scores = {side: unit * chance.randrange(target // (2 * unit)) for side in score.change}
    if twist == SEVERAL:
        short = {side: max(change // (2 * unit), 1) * unit for side, change in score.change.items() if change > 0}
        scores |= {side: target - less for side, less in short.items()}
    if twist == WAITING:
        waits = max(score.change, key=lambda side: score.change[side])
        at = target + unit if variant.end_bid_out else target - unit
        return Standing({**scores, waits: at}, failed_against={waits: 2} if variant.end_bid_out else {}, target=target)
    return Standing(scores, target=target)


def _written(variant: Variant, twist: str, chance: Random) -> tuple[Iterator[str], dict[str, Any]]:
    """A deal in words, and what the companion makes of it."""
    deal, facts, score = ended_with(variant, twist, chance)
    before = _standing(variant, twist, score, chance)
    after, victory = advance(variant, before, facts, score)
    winners = victory.winners if victory else ()
    named = {side: _named(variant, side) for side in facts.sides}
    expected: dict[str, Any] = {"change": score.change, "scores": after.scores}
    if variant.keeps_checks:
        checks, game = checks_of_deal(variant, facts, score), checks_for_game(variant, after.scores, winners)
        expected["checks"] = {side: checks[side] + game * (side in winners) for side in facts.sides}
    by_name: dict[str, Any] = {
        key: {named[side]: worth for side, worth in each.items()} for key, each in expected.items()
    }
    by_name |= {"winner": series(named[side] for side in winners) or None, "twist": twist, "working": score.working}
    return _says(deal, facts, before, named), by_name


def _asks(variant: Variant) -> str:
    who = [_named(variant, side) for side in all_sides(variant, variant.players[0])]
    checks = ", the checks that each gains or loses" * variant.keeps_checks
    return (
        f"{variant.name}: {', '.join(who)}. Each deal stands alone. For each say what everybody scores, "
        f"the new scores{checks}, and who has won, if anyone has."
    )


def _named(variant: Variant, side: str) -> str:
    return " & ".join(NAMES[seat] for seat in seats_of(variant, variant.players[0], side))


def _says(deal: Deal, facts: DealFacts, before: Standing, named: dict[str, str]) -> Iterator[str]:
    bidder, suit, tricks = NAMES[deal.bidder], facts.trump.word if facts.trump else "", sum(facts.ended.tricks.values())
    yield f"Before: {', '.join(f'{named[side]} {figure(points)}' for side, points in before.scores.items())}."
    for side, failed in before.failed_against.items():
        yield f"{named[side]} has stood there for some deals, in which the others failed {several(failed, 'bid')}."
    yield f"{bidder} has the bid at {facts.bid} and names {suit}."
    for name, cards in zip(NAMES, deal.shown, strict=False):
        yield f"{name} shows {' '.join(c.symbols for c in cards).replace(chr(0xFE0E), '') if cards else 'no meld'}."
    for side, melds in facts.check_melds.items():
        if CheckMeld.SEVEN_NINES in melds:
            yield f"{named[side]} had seven nines as dealt."
    if facts.ended.end is DealEnd.THROWN_IN:
        yield f"{bidder} throws in before the first lead."
        return
    if deal.away:
        yield f"{bidder} has looked at the kitty and lays away {_counted(deal.away)}."
    if facts.ended.offender:
        who = NAMES[seats_of(deal.variant, len(deal.shown), facts.ended.offender)[0]]
        yield f"In trick {tricks + 1} {who} does not follow suit though {who} could, and admits it. Until then:"
    takes_last = None if facts.ended.offender else deal.side(deal.tricks[-1][0])
    for side in facts.sides:
        won, took = deal.won_by(side, tricks), several(facts.ended.tricks[side], "trick")
        last = " and the last trick" * (side == takes_last)
        yield f"{named[side]}: {took}{f' with {_counted(won)}' * bool(won)}{last}."


def _counted(cards: Iterable[Card]) -> str:
    """Cards by rank: ``2 aces, 1 king and 3 jacks``."""
    ranks = Counter(card.rank for card in cards)
    return series(f"{ranks[rank]} {rank.plural if ranks[rank] > 1 else rank.word}" for rank in Rank if ranks[rank])


def main() -> None:
    """Write the three files of each variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("variants", nargs="*", default=GAMES)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for key in asked.variants:
        variant = find_game(key)
        speak(variant.card_names)
        deals, expected = [_asks(variant)], list[dict[str, Any]]()
        for number, twist in enumerate(TWISTS, 1):
            chance = Random(f"{asked.seed}/{key}/{number}")  # noqa: S311 - cards
            says, found = _written(variant, twist, chance)
            deals.append("\n  ".join((f"Deal {number}", *says)))
            expected.append({"deal": number, **found})
        for kind, text in (("card", card_words(variant)), ("deals", "\n\n".join(deals))):
            (asked.folder / f"{key}-{kind}.txt").write_text(f"{text}\n", encoding="utf-8")
        written = json.dumps(expected, ensure_ascii=False, indent=1)
        (asked.folder / f"{key}-expected.json").write_text(f"{written}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
