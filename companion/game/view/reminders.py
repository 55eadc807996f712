"""Reminders of the rules at this moment of the deal: a sentence with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.game.state import DealState, GameState, Phase
from companion.rules.auction import first_hand
from companion.rules.choices import (
    Bidding,
    Bury,
    CardRank,
    Draw,
    FirstLead,
    Forced,
    LeadBy,
    PassOrder,
    SaveBy,
    TrumpNeeds,
)
from companion.rules.clauses import find_clause
from companion.rules.contract import is_free_to_name
from companion.rules.dealing import most_discards
from companion.rules.describe import describe_option
from companion.rules.meld.best import dix_words, keeps_dix_apart
from companion.rules.phrases import at_table, begun_large, series, too_little
from companion.rules.play import first_lead_is_trump
from companion.rules.score.teams import discards_count_for
from companion.rules.score.unplayed import asks_meld, judge_no_marriage


@dataclass(frozen=True)
class Reminder:
    """One sentence, and the clause that it follows from."""

    says: str
    clause: str


def partner_is_called(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Say which card may be named, and whom it finds."""
    if deal.contract is None:
        return
    name = state.names[deal.contract.bidder]
    says = f"{name} calls any card of trump. The first player from {name}’s left who holds that card is the partner."
    yield Reminder(says, "res.five-call")
    yield Reminder("The player who holds it may say so now, or keep it secret until the card falls.", "sides")


def partner_plays(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """How the partner counts, known or still hidden."""
    if deal.contract is None or not deal.has_call:
        return
    if deal.partner_hidden and deal.called:
        says = f"Until {deal.called.symbols} falls nobody need say who plays with {state.names[deal.contract.bidder]}."
        yield Reminder(says, "res.five-call")
    yield Reminder("Partners of this deal add up meld and tricks, and each of them scores the whole.", "res.five")


def hands_come(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """How the players come to their hands: dealt, or built by keeping and rejecting (deal.packet, draw)."""
    variant, names = state.variant, state.names
    if variant.draw is not Draw.KEEP_OR_REJECT:
        yield Reminder(f"{names[deal.dealer]} deals {variant.deal_packet}.", "deal.packet")
        return
    first = names[(deal.dealer + 1) % state.players]
    turns = f"{first} draws first, and everybody has {variant.hand_size} turns"
    says = f"{names[deal.dealer]} lays the pack face down, {turns}."
    yield Reminder(says, "res.two-handed-draw")
    says = "Each turn: keep the first card and lay the next away unseen, or lay the first away and keep the next."
    yield Reminder(says, "res.two-handed-draw")


def rejected_cards_count(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Say who gets the cards that each player rejected (draw.discards)."""
    if state.variant.draw is not Draw.KEEP_OR_REJECT or deal.contract is None:
        return
    bidder = state.bidding_side(deal)
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
        yield Reminder("The winner of a trick may lay one meld, then draws first and leads.", "meld.turn")
    elif turn.last and deal.stock:
        winner, up = state.names[turn.seat], deal.stock.turned_up.symbols
        others = [name for seat, name in enumerate(state.names) if seat != turn.seat]
        last = others[0] if len(others) == 1 else "the last to draw"
        says = f"{winner} may meld once more, then draws the last face-down card and shows it; {last} takes {up}."
        yield Reminder(says, "meld.turn")


def playoff_goes(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Say who leads and what binds where nobody bid: after a stock, the playoff (lead.who, play.playoff)."""
    if deal.has_auction:
        return
    turn = deal.stock.turn if deal.stock else None
    if turn is not None and turn.last:
        yield Reminder(f"{state.names[turn.seat]} leads, having taken the last trick of the stock.", "lead.who")
    elif not deal.has_stock:
        yield Reminder(f"{state.names[(deal.dealer + 1) % state.players]} leads first, any card.", "lead.who")
    if deal.has_stock:
        yield Reminder("Now suit must be followed, and a player who cannot must trump.", "play.playoff")


def kitty_comes(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Say who takes the kitty up before trump is named, or shares it out (kitty.size, kitty.deal-out)."""
    variant = state.variant
    if deal.contract is None or not variant.kitty_size:
        return
    bidder, size = state.names[deal.contract.bidder], variant.kitty_size
    if variant.kitty_deal_out:
        look = "turns up" if variant.kitty_shown else "looks at"
        says = f"{bidder} {look} the kitty of {size} and gives one card to each player, then names trump."
        yield Reminder(says, "kitty.deal-out")
    elif variant.kitty_shown:
        yield Reminder(f"{bidder} turns up the kitty of {size} for all to see, then takes it.", "kitty.shown")
    else:
        yield Reminder(f"{bidder} takes the kitty of {size} without showing it.", "kitty.size")
    if variant.keeps_checks and variant.check_contract is None:
        says = "Conceding before a look at the kitty costs no checks, after it one; to play and lose costs two."
        yield Reminder(says, "end.checks")


def kitty_goes(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Say how many cards are laid away for the kitty, and which may not be (kitty.size, kitty.bury)."""
    variant = state.variant
    if deal.contract is None or not variant.kitty_size:
        return
    if variant.kitty_deal_out:
        yield Reminder(f"Everyone holds {variant.hand_size + 1} cards now.", "kitty.deal-out")
        return
    bidder = state.names[deal.contract.bidder]
    says = f"Before the first lead {bidder} lays away {variant.kitty_size} cards that were not melded."
    yield Reminder(says, "kitty.size")
    if variant.kitty_bury in _BURY:
        yield Reminder(_BURY[variant.kitty_bury], "kitty.bury")


_BURY = {
    Bury.NO_TRUMP: "No trump may be laid away.",
    Bury.NO_ACES: "No ace may be laid away.",
    Bury.SHOWN: "Trumps and aces that are laid away must be shown.",
}


def kitty_counts(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Say who counts the cards laid away (kitty.counts)."""
    variant = state.variant
    if deal.contract is None or not variant.kitty_size or variant.kitty_deal_out:
        return
    whose = f"{state.names[deal.contract.bidder]}’s" if variant.kitty_counts else "nobody’s"
    yield Reminder(f"Counters among the {variant.kitty_size} cards laid away are {whose}.", "kitty.counts")


def reminders(state: GameState, deal: DealState) -> tuple[Reminder, ...]:
    """Everything to remember now, the most pressing first."""
    by_phase = {
        Phase.AUCTION: _auction,
        Phase.TRUMP: _trump,
        Phase.CALL: partner_is_called,
        Phase.TURN: trump_is_turned,
        Phase.STOCK: stock_goes,
        Phase.MELD: _meld,
        Phase.PLAY: _play,
    }
    of_phase = by_phase.get(deal.phase)
    return tuple(of_phase(state, deal)) if of_phase else ()


def _auction(state: GameState, deal: DealState) -> Iterator[Reminder]:
    variant = state.variant
    if not deal.calls:
        yield from hands_come(state, deal)
    if all(call.amount is None for call in deal.calls):
        yield from _forced(state, deal)
    if variant.bid is Bidding.SUMMED:
        says = "Each player bids once or passes; partners’ bids are added up, and each side must make its own sum."
        yield Reminder(says, "bid.summed")
        yield Reminder("The highest single bid names trump, of level ones the earlier.", "res.summed")
    if variant.bid_meld_bids is not None:
        says = f"In the first round a bid under {variant.bid_meld_bids} tells partner about meld."
        yield Reminder(says, "bid.meld-bids")


def _forced(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Say what becomes of the deal if nobody bids."""
    variant, dealer = state.variant, state.names[deal.dealer]
    amount = variant.bid_forced_amount
    if variant.bid_forced is Forced.DEALER:
        yield Reminder(f"If everyone passes, {dealer} has the bid as dealer, at {amount}.", "bid.forced")
    if variant.bid_forced is Forced.DEALER_AUTOMATIC:
        yield Reminder(f"{dealer} as dealer has {amount} unless somebody bids more.", "bid.forced")
    eldest = state.names[first_hand(state.auction_of(deal))]
    if variant.bid_forced is Forced.FIRST_HAND_AUTOMATIC:
        yield Reminder(f"{eldest}, left of the dealer, has {amount} unless somebody bids more.", "bid.forced")
    if variant.bid_forced is Forced.FIRST_HAND:
        yield Reminder(f"{eldest}, left of the dealer, must open.", "bid.forced")
    if variant.bid_forced is Forced.FIRST_WITH_MELD:
        yield Reminder("The first hand that holds any meld must open.", "bid.forced")
    if variant.bid_forced is Forced.REDEAL:
        yield Reminder("If everyone passes, the deal is thrown in and passes on.", "bid.forced")


def _trump(state: GameState, deal: DealState) -> Iterator[Reminder]:
    yield from kitty_comes(state, deal)
    needs = state.variant.trump_needs
    if needs is TrumpNeeds.MARRIAGE:
        yield Reminder("The bidder must hold a marriage in the suit named.", "trump.needs")
    if needs is TrumpNeeds.MARRIAGE_UNLESS_MIN:
        free = deal.contract is not None and is_free_to_name(state.variant, deal.contract.bid)
        says = f"At {state.variant.bid_min} any suit may be named." if free else _MARRIAGE
        yield Reminder(says, "trump.needs")
    if needs is TrumpNeeds.RUN_MARRIAGE_OR_DIX:
        yield Reminder("The bidder must hold a run, a marriage or the dix of the suit named.", "trump.needs")
    if deal.contract and judge_no_marriage(state.variant, deal.contract.bid):
        yield Reminder("Without a marriage in any suit the bid is lost and the deal is over.", "score.no-marriage")
        if asks_meld(state.variant, deal.contract.bid):
            key = "score.no-marriage.opponents"
            yield Reminder(describe_option(state.variant, key).says, key)


_MARRIAGE = "The bidder must hold a marriage, king and queen, of the suit named."


def _meld(state: GameState, deal: DealState) -> Iterator[Reminder]:
    variant = state.variant
    yield from partner_plays(state, deal)
    if deal.contract and variant.draw is Draw.DISCARD_AND_DRAW:
        most, bidder = most_discards(variant, len(state.seats_in(deal))), state.names[deal.contract.bidder]
        cards = "one card" if most == 1 else f"{most} cards"
        says = f"From {bidder} clockwise, each discards up to {cards} and draws as many."
        yield Reminder(says, "res.players-bruce")
    if deal.contract and variant.pass_count:
        yield Reminder(_exchange_says(state, deal, deal.contract.bidder), "pass.count")
    yield from kitty_goes(state, deal)
    if variant.score_meld_min is not None:
        yield Reminder(f"A side’s meld counts only if it is {variant.score_meld_min}.", "score.meld-min")


def _exchange_says(state: GameState, deal: DealState, bidder: int) -> str:
    count, name = state.variant.pass_count, state.names[bidder]
    partners = [state.names[seat] for seat in state.seats_of(state.side_of(bidder)) if seat != bidder]
    if deal.has_call:
        partners = ["the partner" if deal.partner is None else state.names[deal.partner]]
    if state.variant.pass_order is PassOrder.BOTH:
        return f"{name} and {series(partners)} exchange {count} cards at once, before the meld."
    gives = f"{partners[0]} passes" if len(partners) == 1 else f"{series(partners)} pass"
    return f"First {gives} {count} cards to {name}, then {name} passes {count} back."


def _play(state: GameState, deal: DealState) -> Iterator[Reminder]:
    variant = state.variant
    if deal.contract:
        by_bidder = state.variant.lead_by is LeadBy.BIDDER
        leader = deal.contract.bidder if by_bidder else first_hand(state.auction_of(deal))
        yield Reminder(_lead_says(state, leader, deal.contract.bid), "lead.who" if by_bidder else "lead.by")
    yield from partner_plays(state, deal)
    yield from kitty_counts(state, deal)
    yield from rejected_cards_count(state, deal)
    yield from playoff_goes(state, deal)
    yield Reminder(f"{find_clause(f'play.head.{variant.play_head}').title}.", f"play.head.{variant.play_head}")
    if variant.play_broken:
        yield Reminder("No trump may be led before one has been played, except from a hand of trumps.", "play.broken")
    if variant.card_rank is CardRank.STANDARD:
        yield Reminder("The ten ranks below the jack.", "card.rank")
    if variant.count_round:
        says = describe_option(variant, "count.round-up").says
        yield Reminder(f"Counters are rounded to tens. {says}", "count.round")
    save = variant.score_save
    if save.by is SaveBy.POINTS:
        lost = "its meld and tricks" if save.loses_tricks else "its meld"
        yield Reminder(at_table(variant, f"A side that takes {too_little(variant)} loses {lost}."), "score.save")
    if save.by is SaveBy.TRICK:
        yield Reminder(at_table(variant, "A side that takes no trick at all loses its meld."), "score.save")
    if keeps_dix_apart(variant):
        words = dix_words(variant)
        yield Reminder(f"{begun_large(words)} stay whatever comes, save after a renege.", "score.save.dix-safe")


def _lead_says(state: GameState, leader: int, bid: int) -> str:
    lead, name = state.variant.lead_first, state.names[leader]
    if first_lead_is_trump(state.variant, bid):
        return f"{name} leads first, and must lead a trump."
    if lead is FirstLead.NO_TRUMP:
        return f"{name} leads first, and may not lead a trump while holding another suit."
    return f"{name} leads first, any card."
