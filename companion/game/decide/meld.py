"""Meld and draw: judges what a player or a side shows, counts it, and judges how many cards were exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.cards import Card, Suit
from companion.game.commands import CloseMeld, RecordDraw, Refusal, ShowCards, ShowMelds, ShowNumber, refusal_of
from companion.game.decide.ending import set_at_once
from companion.game.events import CardsDrawn, DealEnded, Event, MeldClosed, MeldShown, MeldSource
from companion.game.state import DealState, GameState, Phase
from companion.rules.auction import judge_meld_sum
from companion.rules.choices import Draw
from companion.rules.dealing import judge_discards, most_held
from companion.rules.meld import MeldCount, best_meld
from companion.rules.meld.best import judge_dix
from companion.rules.meld.tiles import count_picks, judge_picks, meld_tiles
from companion.rules.pack import beyond, judge_cards
from companion.rules.phrases import series
from companion.rules.ruling import Ruling
from companion.rules.score.checks import check_melds_of, counting_melds
from companion.rules.score.units import judge_melder
from companion.rules.variant import Variant


def record_draw(state: GameState, deal: DealState, command: RecordDraw) -> tuple[Event, ...] | Refusal:
    """Write down what a player exchanged, a renege too: whether the deal ends by it, the table says (draw)."""
    drawn = _drawn(state, deal, command)
    return drawn if isinstance(drawn, Refusal) else (drawn,)


def _drawn(state: GameState, deal: DealState, command: RecordDraw) -> CardsDrawn | Refusal:
    if state.variant.draw is not Draw.DISCARD_AND_DRAW:
        return Refusal("In this game nobody discards and draws.", ("draw",), "drawn")
    if command.seat not in state.seats_in(deal):
        return Refusal("Please say whose cards these are.", ("draw",), "seat")
    most = judge_discards(state.variant, len(state.seats_in(deal)), command.discarded, command.discarded)
    if not most:
        return refusal_of(most, "discarded")
    if not 0 <= command.drawn <= state.variant.hand_size:
        says = f"Nobody can draw {command.drawn} cards: a hand has {state.variant.hand_size}."
        return Refusal(says, ("hand.size", "draw"), "drawn")
    return CardsDrawn(command.seat, command.discarded, command.drawn)


def judge_draw(state: GameState, deal: DealState, draw: CardsDrawn) -> Ruling:
    """Judge whether a player drew as many cards as were discarded; if not, that is a renege (score.renege.bruce)."""
    return judge_discards(state.variant, len(state.seats_in(deal)), draw.discarded, draw.drawn)


def wrong_draw(state: GameState, deal: DealState) -> Refusal | None:
    """The first player's draw that ends the deal as a renege, if there is one."""
    for draw in deal.draws:
        ruling = judge_draw(state, deal, draw)
        if not ruling:
            says = f"{state.names[draw.seat]}: {ruling.says} End the deal by it, or put the numbers right."
            return Refusal(says, ruling.clauses, f"draw-{draw.seat}")
    return None


def show_cards(state: GameState, deal: DealState, command: ShowCards) -> tuple[Event, ...] | Refusal:
    """Count the best meld of the cards that one player shows (meld.best)."""
    if command.seat not in state.seats_in(deal):
        return Refusal("Cards of two hands do not meld together: say whose cards these are.", ("meld.best",), "seat")
    may_meld = judge_melder(state.variant, command.seat in state.seats_melding(deal))
    if not may_meld:
        return refusal_of(may_meld, "seat")
    most = _most_held(state, deal, command.seat)
    if len(command.cards) > most:
        says = f"A hand has {most} cards; these are {len(command.cards)}."
        return Refusal(says, ("hand.size",), "cards")
    others = _others(deal, command.seat)
    on_table = (*command.cards, *(card for shown in others for card in shown.cards))
    ruling = judge_cards(state.variant.pack, on_table)
    if not ruling:
        refusal, holders = refusal_of(ruling, "cards"), _holders(state, others, on_table)
        return replace(refusal, says=f"{refusal.says} {series(holders)}.") if holders else refusal
    count = best_meld(state.variant, deal.trump, command.cards)
    return (_shown(state.variant, state.side_of(command.seat), command.seat, command.source, count, command.cards),)


def show_melds(state: GameState, deal: DealState, command: ShowMelds) -> tuple[Event, ...] | Refusal:
    """Count the melds that are named of one hand (meld.table, meld.best)."""
    wrong = _wrong_hand(state, deal, command)
    if wrong or not deal.trump_settled:
        return wrong or Refusal("Name trump first.", ("meld.needs-trump",))
    known = {tile.key for tile in meld_tiles(state.variant, deal.trump)}
    picks = {key: copies for key, copies in command.picks.items() if copies}
    strangers = [key for key in picks if key not in known]
    if strangers:
        return Refusal(f"There is no such meld here: {strangers[0]}.", ("meld.table",), "melds")
    if min(picks.values(), default=0) < 0:
        return Refusal("The number of melds can’t be negative.", ("meld.table",), "melds")
    ruling = judge_picks(state.variant, deal.trump, picks)
    if not ruling:
        return refusal_of(ruling, "melds")
    count = count_picks(state.variant, deal.trump, picks)
    return (_shown(state.variant, command.side, command.seat, MeldSource.MELDS, count),)


def show_number(state: GameState, deal: DealState, command: ShowNumber) -> tuple[Event, ...] | Refusal:
    """Take a player's or a side's meld as a plain sum."""
    wrong = _wrong_owner(state, deal, command.side, command.seat) or _trump_missing(state, deal)
    if wrong:
        return wrong
    seats = state.seats_of(command.side) if command.seat is None else (command.seat,)
    hands = [_most_held(state, deal, seat) for seat in seats]
    trump = deal.trump or Suit.SPADES  # whichever it is, the same sums can be
    ruling = judge_meld_sum(state.variant, trump, hands, command.points)
    if not ruling:
        return refusal_of(ruling, "points")
    others = sum(shown.dix for shown in deal.shown if shown.side != command.side)
    ruling = judge_dix(state.variant, trump, command.dix, command.points, others)
    if not ruling:
        return refusal_of(ruling, "dix")
    return (MeldShown(command.side, command.seat, MeldSource.NUMBER, command.points, command.dix, ()),)


def _trump_missing(state: GameState, deal: DealState) -> Refusal | None:
    """Say why the deal does not go on without trump, where it needs it."""
    if deal.phase is not Phase.TRUMP or not state.needs_trump:
        return None
    return Refusal("Name trump first.", ("meld.needs-trump",), "trump")


def _most_held(state: GameState, deal: DealState, seat: int) -> int:
    return most_held(state.variant, deal.contract is not None and deal.contract.bidder == seat)


def close_meld(state: GameState, deal: DealState, _command: CloseMeld) -> tuple[Event, ...] | Refusal:
    """All meld is entered; a hopeless bid is set at once where the table plays so (score.unplayed)."""
    wrong = wrong_draw(state, deal) or _trump_missing(state, deal)
    if wrong:
        return wrong
    return (MeldClosed(), DealEnded()) if set_at_once(state, deal) else (MeldClosed(),)


def _shown(
    variant: Variant, side: str, seat: int | None, source: MeldSource, count: MeldCount, cards: tuple[Card, ...] = ()
) -> MeldShown:
    checks = counting_melds(variant, check_melds_of(variant, count.melds, cards)) if variant.keeps_checks else ()
    return MeldShown(side, seat, source, count.total, count.dix, count.melds, cards, checks)


def _others(deal: DealState, seat: int) -> tuple[MeldShown, ...]:
    """Return the melds of the others with known cards."""
    return tuple(shown for shown in deal.shown if shown.seat != seat and shown.cards)


def _holders(state: GameState, others: Sequence[MeldShown], on_table: Sequence[Card]) -> list[str]:
    """Return the melds that hold the card of which there are too many, by owner, and how many of it each."""
    often = beyond(state.variant.pack, Counter(on_table))[0]
    return [
        f"{state.names[shown.seat]}’s meld holds {shown.cards.count(often)}"
        for shown in others
        if shown.seat is not None and often in shown.cards
    ]


def _wrong_hand(state: GameState, deal: DealState, command: ShowMelds) -> Refusal | None:
    """Say why melds cannot be those of one hand: two partners' aces around are 200, and not the 1000 of one hand."""
    wrong = _wrong_owner(state, deal, command.side, command.seat)
    if wrong or command.seat is not None or len(state.seats_of(command.side)) == 1:
        return wrong
    return Refusal("Melds of two hands do not count as one: say whose these are.", ("meld.best",), "seat")


def _wrong_owner(state: GameState, deal: DealState, side: str, seat: int | None) -> Refusal | None:
    if side not in state.sides_in(deal) or (seat is not None and seat not in state.seats_of(side)):
        return Refusal("Please say whose meld this is.", ("meld.best",), "seat")
    may_meld = judge_melder(state.variant, side in state.sides_melding(deal))
    return None if may_meld else refusal_of(may_meld, "seat")
