"""Partners, hands and leftover cards; seats count clockwise from 0, sides are A, B, …."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.cards import Card, Rank, Suit
from companion.rules.choices import Bidding, Draw, Forced, Sides, SitsOut, TrumpNeeds, Unit
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant


def has_partners(variant: Variant) -> bool:
    """Return True if partners stay partners for the whole game (sides)."""
    return variant.sides in (Sides.OPPOSITE, Sides.ALTERNATE)


def side_count(variant: Variant, players: int) -> int:
    """How many sides that many players make (sides)."""
    if variant.sides in (Sides.EACH, Sides.CALLED):
        return players
    return 2 if variant.sides is Sides.ALTERNATE else players // 2


def side_of(variant: Variant, players: int, seat: int) -> str:
    """The side that a seat plays for: partners sit as far apart as they can."""
    return "ABCDEFGH"[seat % side_count(variant, players)]


def all_sides(variant: Variant, players: int) -> tuple[str, ...]:
    """Every side, in the order of its first seat."""
    return tuple("ABCDEFGH"[: side_count(variant, players)])


def seats_of(variant: Variant, players: int, side: str) -> tuple[int, ...]:
    """Return the seats of a side, clockwise; none for the letter of no side."""
    sides = all_sides(variant, players)
    return tuple(range(sides.index(side), players, len(sides))) if side in sides else ()


def judge_call(variant: Variant, trump: Suit, card: Card) -> Ruling:
    """Judge whether the bidder may call this card to find a partner (sides, res.five-call)."""
    if variant.sides is not Sides.CALLED:
        return refuse("In this game partners are not called.", "sides")
    if card.suit is not trump:
        return refuse(f"The card called must be a trump, and {card.symbols} is not.", "sides", "res.five-call")
    if card not in variant.pack.counts:
        return refuse(f"This pack has no {card.words}.", "pack")
    return allow(f"The player who holds {card.symbols} is the partner.", "sides", "res.five-call")


_ASK_MARRIAGE = frozenset({TrumpNeeds.MARRIAGE, TrumpNeeds.MARRIAGE_UNLESS_MIN})


def cards_left(variant: Variant, players: int) -> int:
    """The cards of the pack that are neither dealt nor in the kitty."""
    return variant.pack.size - players * variant.hand_size - variant.kitty_size


def tricks_of_stock(variant: Variant, players: int) -> int:
    """How many tricks are played before the stock is gone, the turned-up card being its last (draw).

    >>> from companion.rules.variants import find_variant
    >>> tricks_of_stock(find_variant("two-handed"), 2)
    12
    """
    return cards_left(variant, players) // players if variant.draw is Draw.STOCK else 0


def judge_stock_trick(variant: Variant, players: int, entered: int, ended: bool) -> Ruling:
    """Judge whether another trick can have been taken while the stock lasts (draw, play.stock).

    :param entered: how many have been entered.
    :param ended: whether the last of them has been.
    """
    most = tricks_of_stock(variant, players)
    if ended or entered >= most:
        return refuse(
            f"The stock is gone: it lasts for {most} tricks, and the last of them has been entered.", "play.stock"
        )
    return allow(f"The stock lasts for {most} tricks.", "play.stock")


def hands_dealt(variant: Variant, players: int) -> int:
    """How many of the players are dealt to; the others sit out, where everyone scores alone (players, res.five)."""
    alone = variant.sides in (Sides.EACH, Sides.CALLED) and variant.draw is Draw.NONE
    hands = (variant.pack.size - variant.kitty_size) // variant.hand_size
    return hands if alone and variant.players[0] <= hands < players else players


def seats_out(variant: Variant, clockwise: Sequence[int], hands: int) -> tuple[int, ...]:
    """Return the players who take no part in a deal (players, deal.sits-out).

    :param clockwise: the seats of the players, beginning with the dealer's.
    :param hands: how many of them are dealt to.
    """
    spare = len(clockwise) - hands
    if variant.deal_sits_out is SitsOut.DEALER:
        return tuple((*clockwise[::2], *clockwise[1::2])[:spare])
    return tuple(clockwise[hands:])


def tricks_in_deal(variant: Variant) -> int:
    """How many tricks are played before every hand is empty."""
    if variant.draw is Draw.STOCK:
        return variant.pack.size // variant.players[1]
    return variant.hand_size + variant.kitty_deal_out


def most_held(variant: Variant, bids: bool) -> int:
    """The most cards that a player holds when meld is shown; the bidder has taken the kitty up (kitty.size)."""
    if variant.kitty_deal_out:
        return variant.hand_size + 1
    return variant.hand_size + (variant.kitty_size if bids else 0)


def most_discards(variant: Variant, players: int) -> int:
    """How many cards each player may discard and draw again (res.players-bruce).

    >>> from companion.rules.variants import find_variant
    >>> most_discards(find_variant("bruce-7"), 4)
    5
    """
    if variant.draw is not Draw.DISCARD_AND_DRAW:
        return 0
    return max(0, min(variant.hand_size, cards_left(variant, players) // players))


def judge_discards(variant: Variant, players: int, discarded: int, drawn: int) -> Ruling:
    """Judge whether a player may discard and draw this many cards (draw, score.renege.bruce)."""
    most = most_discards(variant, players)
    if not 0 <= discarded <= most:
        return refuse(f"With {players} players each may discard at most {most}, not {discarded}.", "res.players-bruce")
    if discarded != drawn:
        says = f"{discarded} discarded but {drawn} drawn: that is a renege."
        return refuse(says, "score.renege.bruce", "draw")
    return allow(f"{discarded} discarded, {drawn} drawn.", "draw")


def deal_problems(variant: Variant) -> tuple[Ruling, ...]:
    """Return why this variant can't be played: one ruling a reason, none if it can."""
    tables = range(variant.players[0], variant.players[1] + 1)
    by_table = [problem for players in tables for problem in _table_problems(variant, players)]
    return (*by_table, *_clashes(variant))


def _table_problems(variant: Variant, players: int) -> Iterator[Ruling]:
    players = hands_dealt(variant, players)
    left = cards_left(variant, players)
    dealt = f"{players} hands of {variant.hand_size}"
    if variant.kitty_size:
        dealt += f" and a kitty of {variant.kitty_size}"
    dealt += f" are {players * variant.hand_size + variant.kitty_size} cards"
    if left < 0 or (left and variant.draw is Draw.NONE):
        yield refuse(f"{dealt}, but the pack has {variant.pack.size}.", "hand.size", "pack")
    elif variant.draw is Draw.UNUSED and not left:
        yield refuse(f"{dealt}, the whole pack: no card stays unused.", "draw", "hand.size")
    elif variant.draw is Draw.STOCK and (left < players or left % players):
        yield refuse(f"{dealt}: the other {left} can’t be drawn by turns from a stock.", "draw", "hand.size")
    elif variant.draw is Draw.KEEP_OR_REJECT and left != players * variant.hand_size:
        says = f"{dealt}: keeping one card of every two takes twice as many, but the pack has {variant.pack.size}."
        yield refuse(says, "draw", "hand.size")
    yield from _seat_problems(variant, players)


def _seat_problems(variant: Variant, players: int) -> Iterator[Ruling]:
    if has_partners(variant) and (players % 2 or players < 4):
        yield refuse(f"{players} players can’t sit in sides of two and more.", "sides", "players")
    if variant.sides is Sides.CALLED and players < 3:
        yield refuse(f"{players} players are too few for a partner to be called.", "sides", "players")
    if variant.kitty_deal_out and variant.kitty_size != players:
        says = f"A kitty of {variant.kitty_size} can’t give one card to each of {players} players."
        yield refuse(says, "kitty.deal-out", "kitty.size")


def _clashes(variant: Variant) -> Iterator[Ruling]:
    """Yield refusals of values that make sense alone and clash together."""
    if variant.unit is Unit.ONES and variant.count_round:
        yield refuse(
            "In ones nothing is rounded to tens: choose not to round, or to count in tens.", "count.round", "unit"
        )
    yield from _bid_clashes(variant)
    yield from _poor_hand_clashes(variant)
    yield from _marriage_clashes(variant)
    yield from _unit_clashes(variant)
    yield from _exchange_clashes(variant)
    yield from _auction_clashes(variant)


def _bid_clashes(variant: Variant) -> Iterator[Ruling]:
    step, jump = max(step for _, step in variant.bid_step), variant.bid_max_jump
    if jump is not None and jump < step:
        says = f"A largest jump of {jump} is less than the step of {step}, so nobody could outbid anybody."
        yield refuse(says, "bid.max-jump", "bid.step")
    yield from _barred_clashes(variant)
    if variant.bid_dealer_discount > variant.bid_min:
        says = f"The dealer can’t bid {variant.bid_dealer_discount} less than {variant.bid_min}: that is below 0."
        yield refuse(says, "bid.dealer-discount", "bid.min")
    if variant.trump_needs in _ASK_MARRIAGE and not {Rank.KING, Rank.QUEEN} <= set(variant.pack.ranks):
        says = "Trump must hold a marriage, but this pack has no kings and queens to marry."
        yield refuse(says, "trump.needs", "pack")
    if variant.bid is Bidding.SUMMED and not has_partners(variant):
        says = "Bids are added up between partners, and nobody has a lasting partner here."
        yield refuse(says, "bid.summed", "sides")


def _poor_hand_clashes(variant: Variant) -> Iterator[Ruling]:
    for hand in variant.misdeal_hands:
        for rank in set(hand.ranks) - set(variant.pack.ranks):
            yield refuse(f"There is no {rank.word} in this pack to deal again for.", "misdeal.hands", "pack")
        if hand.at_least > variant.hand_size:
            says = f"A hand of {variant.hand_size} can’t hold {hand.at_least} such cards."
            yield refuse(says, "misdeal.hands", "hand.size")
        if hand.partner_agrees and not has_partners(variant):
            yield refuse("Nobody has a lasting partner here who could agree.", "misdeal.hands", "sides")


def _marriage_clashes(variant: Variant) -> Iterator[Ruling]:
    """Prices for several marriages where each is paid for itself."""
    royal, plain = variant.meld_table.royal, variant.meld_table.marriage
    if variant.meld_run_extra and not isinstance(royal, int):
        says = "A spare king or queen is paid for itself, so marriages in trump have one price."
        yield refuse(says, "meld.marriages", "meld.run-extra")
    if variant.draw is Draw.STOCK and not (isinstance(royal, int) and isinstance(plain, int)):
        yield refuse("One meld is laid for each trick, so marriages have one price.", "meld.marriages", "meld.turn")


def _barred_clashes(variant: Variant) -> Iterator[Ruling]:
    """Yield refusals of bids that somebody must make and may not name (bid.barred)."""
    within, barred = 10 * variant.scale, variant.bid_barred
    wide = max(step for _, step in variant.bid_step)
    if any(ending >= within for ending in barred):
        yield refuse(f"An ending of a bid is less than {within} here.", "bid.barred", "unit")
    if all(multiple * wide % within in barred for multiple in range(1, within + 1)):
        yield refuse("Every bid ends so, and none could be named.", "bid.barred", "bid.step")
    jump = variant.bid_max_jump
    if barred and jump is not None and jump < wide * (len(barred) + 1):
        yield refuse("With this largest jump nobody can get past the barred bids.", "bid.barred", "bid.max-jump")
    needed = (variant.bid_min, variant.bid_min - variant.bid_dealer_discount, variant.bid_forced_amount)
    for amount in {amount for amount in needed if amount % within in barred}:
        yield refuse(
            f"{amount} is a bid that somebody must be able to make, and it may not be named.", "bid.barred", "bid.min"
        )


_FORCES_DEALER = (Forced.DEALER, Forced.DEALER_AUTOMATIC)


def _unit_clashes(variant: Variant) -> Iterator[Ruling]:
    """Yield refusals of rules that clash with deals settled in units, or with a dealer who sits out."""
    dealer_leaves = variant.deal_sits_out is SitsOut.DEALER
    if dealer_leaves and variant.bid is not Bidding.NONE and variant.bid_forced in _FORCES_DEALER:
        yield refuse("A dealer who sits out can’t be made to take the bid.", "deal.sits-out", "bid.forced")
    if dealer_leaves and variant.misdeal_procedure:
        says = "A dealer who sits out can’t renege, so choose that a misdeal is dealt again whenever it is noticed."
        yield refuse(says, "misdeal.procedure", "deal.sits-out")
    if dealer_leaves and variant.bid is Bidding.NONE:
        says = "A dealer who sits out can’t score the turned card, so the one who dealt last sits out."
        yield refuse(says, "deal.sits-out", "bid.none")
    if variant.score_game_points:
        yield from _game_point_clashes(variant)
    if variant.units_prices is None:
        return
    if variant.sides is not Sides.EACH or variant.bid is not Bidding.AUCTION:
        yield refuse("Units are paid to and by a bidder who plays alone.", "units.prices", "sides", "bid")
    if variant.end_declare_out or variant.end_all_tricks.bonus or variant.keeps_checks:
        says = "Units are no points: nobody declares out, scores a bonus for all tricks, or gains checks beside them."
        yield refuse(says, "units.prices", "end.declare-out", "end.all-tricks", "check.stake")
    lowest = variant.bid_min - variant.bid_dealer_discount
    if not variant.units_prices.at(lowest):
        yield refuse(f"The prices begin above {lowest}, which may be bid.", "units.prices", "bid.min")


def _game_point_clashes(variant: Variant) -> Iterator[Ruling]:
    if variant.pays_units or variant.bid is not Bidding.AUCTION:
        says = "A deal is worth game points by one bid, made or failed, and is not settled in units beside them."
        yield refuse(says, "score.game-points", "units.prices", "bid")
    if variant.end_declare_out or variant.end_all_tricks.bonus:
        says = "Game points are for the bid alone: nobody declares out, or scores a bonus for all tricks."
        yield refuse(says, "score.game-points", "end.declare-out", "end.all-tricks")


def _exchange_clashes(variant: Variant) -> Iterator[Ruling]:
    if variant.pass_count > variant.hand_size:
        yield refuse(f"A hand of {variant.hand_size} can’t pass {variant.pass_count} cards.", "pass.count", "hand.size")
    if variant.pass_count and not has_partners(variant):
        says = "Cards are passed between partners, and nobody has a lasting partner here."
        yield refuse(says, "pass.count", "sides")


def _auction_clashes(variant: Variant) -> Iterator[Ruling]:
    """Yield refusals of rules that need a bidder at a table without one, and the other way round (bid.none)."""
    if variant.bid is not Bidding.NONE:
        if variant.draw is Draw.STOCK:
            yield refuse("A stock goes with a turned-up trump, not with an auction.", "draw", "bid.none")
        return
    if variant.kitty_size or variant.sides is Sides.CALLED:
        yield refuse("Without an auction nobody takes a kitty or calls a partner.", "bid.none", "kitty.size", "sides")
    if variant.pass_count:
        says = "Cards are passed between the bidder and partner, and without an auction nobody is the bidder."
        yield refuse(says, "pass.count", "bid.none")
    if variant.end_bid_out:
        yield refuse("Nobody can go out by a bid without an auction.", "end.bid-out", "bid.none")
