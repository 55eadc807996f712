"""The ledger of check pinochle: gains and costs in checks, and who owes whom (end.checks)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.cards import Card, Rank, Suit
from companion.rules.choices import RunAbsorbs
from companion.rules.dealing import side_count
from companion.rules.meld.best import best_meld
from companion.rules.meld.kinds import AROUNDS, RUNS, Meld, MeldKind
from companion.rules.phrases import begun_large
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.score.ending import bid_failed, bid_made
from companion.rules.score.facts import (
    CheckMeld,
    DealEnd,
    DealFacts,
    DealScore,
    Names,
    Outcome,
    side_name,
    signed,
    takes_all_tricks,
)
from companion.rules.score.units import asks_unseen
from companion.rules.variant import Variant

_KIND_OF = {
    CheckMeld.ACES_AROUND: "around",
    CheckMeld.DOUBLE_AROUND: "around",
    CheckMeld.ROUNDTABLE: "marriages",
    CheckMeld.DOUBLE_MARRIAGE: "marriages",
    CheckMeld.DOUBLE_PINOCHLE: "pinochle",
    CheckMeld.SEVEN_NINES: "nines",
}
SEVEN = 7
"""How many nines in a hand earn checks."""


def asks_kitty_seen(variant: Variant) -> bool:
    """Return True if a look at the kitty before the bidder concedes matters (end.checks, units.unseen)."""
    return (variant.keeps_checks and variant.kitty_size > 0) or asks_unseen(variant)


def worth_in_checks(variant: Variant, meld: CheckMeld) -> int:
    """How many checks a meld gains (check.melds, check.nines)."""
    if meld is CheckMeld.SEVEN_NINES:
        return variant.check_nines
    return int(getattr(variant.check_melds, meld.replace("-", "_")))


def checks_for_meld(variant: Variant, melds: Iterable[CheckMeld]) -> int:
    """Return the checks for what a side showed (res.check)."""
    return sum(worth_in_checks(variant, meld) for meld in counting_melds(variant, melds, _players_a_side(variant)))


def _players_a_side(variant: Variant) -> int:
    players = variant.players[0]
    return players // side_count(variant, players)


def counting_melds(variant: Variant, melds: Iterable[CheckMeld], players: int = 1) -> tuple[CheckMeld, ...]:
    """Return those melds that gain checks: each flush, each kings, queens and jacks around, else the highest.

    Of marriages, and of aces and doubles around, one counts for a player (res.check).

    :param players: how many players showed them.
    """
    counting, kinds = list[CheckMeld](), Counter[str]()
    for meld in sorted(melds, key=lambda each: (each in _KIND_OF, -worth_in_checks(variant, each))):
        kind = _KIND_OF.get(meld)
        if worth_in_checks(variant, meld) and (kind is None or kinds[kind] < players):
            counting.append(meld)
            kinds[kind or ""] += 1
    return tuple(counting)


def check_melds_of(variant: Variant, melds: Sequence[Meld], hand: Iterable[Card] = ()) -> tuple[CheckMeld, ...]:
    """Return what earns checks among the melds a player laid, and in the hand as it was dealt."""
    found = [CheckMeld.FLUSH] * _copies(melds, MeldKind.RUN)
    suits = _married(variant, melds)
    if len(set(suits)) == 4:
        found.append(CheckMeld.ROUNDTABLE)
    if len(suits) > len(set(suits)):
        found.append(CheckMeld.DOUBLE_MARRIAGE)
    if _copies(melds, MeldKind.PINOCHLE) > 1:
        found.append(CheckMeld.DOUBLE_PINOCHLE)
    swallowed = _copies(melds, MeldKind.ROUNDHOUSE) if variant.meld_roundhouse.flat is not None else 0
    around = {kind: _copies(melds, kind) + swallowed * (kind in _IN_A_ROUNDHOUSE) for kind in AROUNDS}
    if around[MeldKind.ACES]:
        found.append(CheckMeld.ACES_AROUND)
    if max(around.values()) > 1:
        found.append(CheckMeld.DOUBLE_AROUND)
    if variant.check_melds.around:
        found += [CheckMeld.AROUND] * sum(
            around[kind] > (kind in _IN_A_ROUNDHOUSE and CheckMeld.ROUNDTABLE in found)
            for kind in (MeldKind.KINGS, MeldKind.QUEENS, MeldKind.JACKS)
        )
    if sum(card.rank is Rank.NINE for card in hand) >= SEVEN:
        found.append(CheckMeld.SEVEN_NINES)
    return tuple(found)


_CARDS = {MeldKind.RUN: 5, MeldKind.PINOCHLE: 2, MeldKind.ROUNDHOUSE: 8, **dict.fromkeys(AROUNDS, 4)}
_IN_A_ROUNDHOUSE = (MeldKind.KINGS, MeldKind.QUEENS)
"""The melds in a roundhouse of one price other than its marriages (meld.roundhouse)."""


def _copies(melds: Iterable[Meld], kind: MeldKind) -> int:
    """Count a meld: where the table has no price for two together, each is laid for itself."""
    return sum(len(meld.cards) // _CARDS[kind] for meld in melds if meld.kind is kind)


def _cards_of(melds: Iterable[Meld], kind: MeldKind) -> list[Card]:
    return [card for meld in melds if meld.kind is kind for card in meld.cards]


def _married(variant: Variant, melds: Sequence[Meld]) -> list[Suit]:
    """Return the suit of every marriage there, one by one: those inside a run or a roundhouse of one price too.

    A spare king and queen beside a run count too, though each is paid by itself (meld.run-extra).
    Where a run pays its own marriage too, that one is among those laid already (meld.run-absorbs).
    """
    couples = [meld.cards for meld in melds if meld.kind in (MeldKind.ROYAL, MeldKind.MARRIAGE)]
    couples += zip(*(_cards_of(melds, kind) for kind in (MeldKind.EXTRA_KING, MeldKind.EXTRA_QUEEN)), strict=False)
    suits = [cards[0].suit for cards in couples for _ in range(len(cards) // 2)]
    if variant.meld_roundhouse.flat is not None:
        suits += [suit for meld in melds if meld.kind is MeldKind.ROUNDHOUSE for suit in Suit]
    inside = [meld.cards[0].suit for meld in melds if meld.kind in RUNS for _ in range(len(meld.cards) // 5)]
    if variant.meld_run_absorbs is RunAbsorbs.ADDS:
        inside = list((Counter(inside) - Counter(suits)).elements())
    return suits + inside


@dataclass(frozen=True)
class CheckEntry:
    """One gain or loss of checks in a deal, and what it is for."""

    side: str
    checks: int
    why: str


def check_entries(variant: Variant, deal: DealFacts, score: DealScore) -> tuple[CheckEntry, ...]:
    """Every gain and loss of a deal: for melds, kept even if the bid fails, for the bid and a slam (end.checks)."""
    if score.outcome is Outcome.VOID:
        return ()
    entries = [
        CheckEntry(side, worth_in_checks(variant, meld), meld.words)
        for side in deal.sides
        for meld in counting_melds(variant, deal.check_melds.get(side, ()), _players_a_side(variant))
    ]
    entries += _for_the_bid(variant, deal, score)
    taker = takes_all_tricks(variant, deal)
    if taker and variant.check_slam:
        entries.append(CheckEntry(taker, variant.check_slam, "every trick"))
    return tuple(entries)


def _for_the_bid(variant: Variant, deal: DealFacts, score: DealScore) -> Iterator[CheckEntry]:
    """Yield what the bid gains its side, or the others; where bids are not priced, what it costs (check.contract)."""
    if deal.bidder is None:
        return
    if variant.check_contract is None:
        if bid_failed(deal, score):
            if variant.kitty_size and deal.ended.took_kitty:
                yield CheckEntry(deal.bidder, -1, "lost after looking at the kitty")
            if _played(deal, score):
                yield CheckEntry(deal.bidder, -1, "played and lost")
        return
    checks, own = variant.check_contract.at(deal.bid or 0), (deal.bidder, deal.partner)
    for side in deal.sides if checks else ():
        if side in own and bid_made(variant, deal, score):
            yield CheckEntry(side, checks, f"{deal.bid} made")
        elif side not in own and bid_failed(deal, score):
            yield CheckEntry(side, variant.check_set * checks, f"{deal.bid} defeated")


def checks_of_deal(variant: Variant, deal: DealFacts, score: DealScore) -> dict[str, int]:
    """By side, the checks that a deal gains or costs, without those for winning the game (end.checks)."""
    entries = check_entries(variant, deal, score)
    return {side: sum(entry.checks for entry in entries if entry.side == side) for side in deal.sides}


def checks_for_game(variant: Variant, scores: Mapping[str, int], winners: Collection[str]) -> int:
    """Return each winner's gain for the game, by how it stands at the end (check.game, check.lead, check.minus)."""
    others = [points for side, points in scores.items() if side not in winners]
    checks = variant.check_game
    if others and variant.check_lead:
        lead = max(scores[winner] for winner in winners) - max(others)
        checks += max(0, -(-lead // variant.check_lead))
    return checks + variant.check_minus * any(points < 0 for points in others)


def checks_working(variant: Variant, deal: DealFacts, score: DealScore, name: Names = side_name) -> tuple[str, ...]:
    """A sentence for each side that gains or loses checks: what for, and how many together."""
    entries, lines = check_entries(variant, deal, score), []
    for side in deal.sides:
        own = [entry for entry in entries if entry.side == side]
        parts = ", ".join(f"{entry.why} {signed(entry.checks)}" for entry in own)
        if own:
            lines.append(f"{name(side)}: {parts}: {in_checks(sum(entry.checks for entry in own))}.")
    return tuple(lines)


def in_checks(checks: int) -> str:
    """Checks gained or lost in words: ``+1 check``, ``−3 checks``."""
    return f"{signed(checks)} {'check' if abs(checks) == 1 else 'checks'}"


def _played(deal: DealFacts, score: DealScore) -> bool:
    """Return True if the bidder played on, so neither conceded nor was set before the first card."""
    if deal.ended.end is not DealEnd.PLAYED:
        return score.outcome is Outcome.RENEGE
    return "score.unplayed" not in score.clauses


def balances_of(checks: Mapping[str, int], stake: int) -> dict[str, int]:
    """Return each side's balance, where each check gained is owed by each of the others (end.checks)."""
    together = sum(checks.values())
    return {side: stake * (len(checks) * own - together) for side, own in checks.items()}


_TRUMP, _PLAIN = Suit.SPADES, Suit.HEARTS
_RUN = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
_EXAMPLES: dict[CheckMeld, tuple[Card, ...]] = {
    CheckMeld.FLUSH: tuple(Card(rank, _TRUMP) for rank in _RUN),
    CheckMeld.ACES_AROUND: tuple(Card(Rank.ACE, suit) for suit in Suit),
    CheckMeld.ROUNDTABLE: tuple(Card(rank, suit) for suit in Suit for rank in (Rank.KING, Rank.QUEEN)),
    CheckMeld.DOUBLE_MARRIAGE: 2 * (Card(Rank.KING, _PLAIN), Card(Rank.QUEEN, _PLAIN)),
    CheckMeld.DOUBLE_PINOCHLE: 2 * (Card(Rank.JACK, Suit.DIAMONDS), Card(Rank.QUEEN, Suit.SPADES)),
    CheckMeld.DOUBLE_AROUND: 2 * tuple(Card(Rank.JACK, suit) for suit in Suit),
    CheckMeld.AROUND: tuple(Card(Rank.JACK, suit) for suit in Suit),
    CheckMeld.SEVEN_NINES: (),
}
"""The cheapest cards that make each; nines are dealt, not melded."""


@dataclass(frozen=True)
class CheckTile:
    """One thing that earns checks, to be tapped as often as a side can hold it."""

    meld: CheckMeld
    name: str
    checks: int
    """The gain for one of it."""
    copies: int
    least: int
    """The meld that a hand with one of it has at least, in the variant's unit."""


@lru_cache(maxsize=64)
def check_tiles(variant: Variant) -> tuple[CheckTile, ...]:
    """Everything that earns checks at this table; nothing where none are kept (end.checks)."""
    if not variant.keeps_checks:
        return ()
    tiles = (_tile(variant, meld) for meld in CheckMeld if worth_in_checks(variant, meld))
    return tuple(tile for tile in tiles if tile.copies and (tile.least or tile.meld is CheckMeld.SEVEN_NINES))


def _tile(variant: Variant, meld: CheckMeld) -> CheckTile:
    least = best_meld(variant, _TRUMP, _EXAMPLES[meld]).total
    return CheckTile(meld, meld.words, worth_in_checks(variant, meld), _copies_held(variant, meld), least)


def _copies_held(variant: Variant, meld: CheckMeld) -> int:
    held = variant.pack.counts
    if meld is CheckMeld.SEVEN_NINES:
        return int(sum(copies for card, copies in held.items() if card.rank is Rank.NINE) >= SEVEN)
    needed = Counter(_EXAMPLES[meld])
    fits = min(held.get(card, 0) // copies for card, copies in needed.items())
    if meld is CheckMeld.FLUSH:
        return fits
    return min(fits, _players_a_side(variant)) * (3 if meld is CheckMeld.AROUND else 1)


def judge_check_melds(variant: Variant, melds: Iterable[CheckMeld], meld: int) -> Ruling:
    """Judge whether a player whose meld is worth ``meld`` can have shown all of these (end.checks, meld.table)."""
    if not variant.keeps_checks:
        return refuse("At this table no checks are kept.", "check.stake")
    tiles, counts = {tile.meld: tile for tile in check_tiles(variant)}, Counter(melds)
    for each, copies in counts.items():
        tile = tiles.get(each)
        if tile is None:
            if not worth_in_checks(variant, each):
                priced = "check.nines" if each is CheckMeld.SEVEN_NINES else "check.melds"
                return refuse(f"At this table there is no check for {each.words}.", "end.checks", priced)
            return refuse(f"With this pack nobody has {each.words}.", "end.checks", "pack")
        if copies > tile.copies:
            return refuse(f"{begun_large(tile.name)} can’t be shown {copies} times.", "end.checks", "pack")
        if meld < tile.least:
            says = f"{begun_large(tile.name)} is worth {tile.least} or more, and the meld entered is {meld}."
            return refuse(says, "end.checks", "meld.table")
    return allow("These earn checks.", "end.checks", "res.check")
