"""What to remember where hands come from a stock or are drawn card by card (draw)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game.record.state import DealState, GameState
from companion.game.view.reminders.reminder import Reminder
from companion.rules.choices import Draw
from companion.rules.score.teams import discards_count_for


def hands_come(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """How the players come to their hands: dealt, or built by keeping and rejecting (deal.packet, draw)."""
    variant, names = state.variant, state.names
    if variant.draw is not Draw.KEEP_OR_REJECT:
        yield Reminder(f"{names[deal.dealer]} deals {variant.deal_packet}.", "deal.packet")
        return
    first = names[(deal.dealer + 1) % state.players]
    turns = f"everybody has {variant.hand_size} turns"
    yield Reminder(f"Nobody deals: the pack lies face down, {first} draws first, and {turns}.", "res.two-handed-draw")
    says = "Each turn: keep the first card and lay the next away unseen, or lay the first away and keep the next."
    yield Reminder(says, "res.two-handed-draw")


def rejected_cards_count(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Whose tricks the cards go to that each player rejected (draw.discards)."""
    if state.variant.draw is not Draw.KEEP_OR_REJECT or deal.contract is None:
        return
    bidder = state.side_of(deal.contract.bidder)
    other = next(side for side in state.sides if side != bidder)
    counts_for = {side: discards_count_for(state.variant, side, bidder, other) for side in state.sides}
    name = state.side_name
    if counts_for[bidder] == bidder:
        says = "The cards that each player laid away count with that player’s tricks."
    else:
        says = f"The cards that {name(bidder)} laid away count with the tricks of {name(counts_for[bidder])}."
    yield Reminder(says, "draw.discards")


def trump_is_turned(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """How trump is found without an auction (bid.none)."""
    yield from hands_come(state, deal)
    yield Reminder(f"Then {state.names[deal.dealer]} turns up a card: its suit is trump.", "bid.none")
    if deal.has_stock:
        yield Reminder("The rest lies face down as the stock; the turned-up card is its last.", "draw")


def stock_goes(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """How the play goes while the stock lasts, and how it ends."""
    turn = deal.stock.turn if deal.stock else None
    if turn is None:
        yield Reminder(f"{state.names[(deal.dealer + 1) % state.players]} leads first.", "lead.who")
        yield Reminder("Any card may be played to any lead.", "play.stock")
        yield Reminder("Whoever takes a trick may lay one meld, then draws first and leads.", "meld.turn")
    elif turn.last and deal.stock:
        winner, up = state.names[turn.seat], deal.stock.turned_up.symbols
        others = [name for seat, name in enumerate(state.names) if seat != turn.seat]
        last = others[0] if len(others) == 1 else "the last to draw"
        says = f"{winner} may meld once more, then draws the last face-down card and shows it; {last} takes {up}."
        yield Reminder(says, "meld.turn")


def playoff_goes(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Who leads and what binds where nobody bid: after a stock, the playoff (lead.who, play.playoff)."""
    if deal.has_auction:
        return
    turn = deal.stock.turn if deal.stock else None
    if turn is not None and turn.last:
        yield Reminder(f"{state.names[turn.seat]} leads, having taken the last trick of the stock.", "lead.who")
    elif not deal.has_stock:
        yield Reminder(f"{state.names[(deal.dealer + 1) % state.players]} leads first, any card.", "lead.who")
    if deal.has_stock:
        yield Reminder("Now suit must be followed, and whoever cannot must trump.", "play.playoff")
