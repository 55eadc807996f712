"""Asks about meld: what shown cards are worth, and what may be laid upon what lies there already."""

from __future__ import annotations

from dataclasses import replace

from companion.game.record.state import Phase
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld
from companion.rules.meld.tiles import MeldTile, meld_tiles
from companion.rules.referee import QuestionError, Settled, ShownMeld, settle_laid_meld, settle_meld
from companion.web.settle.ask.play import trump_of
from companion.web.settle.case import Case
from companion.web.settle.facts import Facts, Pile

SHOWN = Pile("cards", "The cards shown", "all that one player lays down")
MELD_PILES = (SHOWN,)
FROM_HAND = Pile("put", "Put down from the hand", "the rest of the meld lies on the table already")
LAID_PILES = (FROM_HAND,)


def ask_meld(case: Case, facts: Facts) -> Settled:
    """What shown cards meld, and whether a sum that was claimed is right (meld.best).

    :raises QuestionError: if something is missing, or can't be so.
    """
    cards = facts.cards(SHOWN.name)
    if not cards:
        raise QuestionError("Tap the cards that were shown.")
    return settle_meld(case.variant, ShownMeld(trump_of(case, facts), cards, facts.number("claimed", "The claim")))


def asks_about_meld(case: Case, facts: Facts) -> dict[str, object]:
    """Trump, as far as it is known."""
    return {"trump_now": trump_of(case, facts)}


def ask_laid_meld(case: Case, facts: Facts) -> Settled:
    """Whether a player may lay a meld now, upon what lies there (meld.turn, meld.reuse, meld.played).

    :raises QuestionError: if something is missing, or the deal has no stock.
    """
    deal, tile = case.deal, _tile(case, facts)
    if deal is None or deal.stock is None:
        raise QuestionError("This is asked during the play with a stock, once the trump card is turned up.")
    seat = next((seat for seat in case.seats if str(seat) == facts.word("seat")), None)
    if seat is None or tile is None:
        raise QuestionError("Say who melds, and which meld it is.")
    trump = deal.stock.turned.card.suit
    turn = deal.stock.meld_turn(seat, trump, playoff=deal.phase is Phase.PLAY)
    copies = 2 if facts.says("double") else 1
    meld = LaidMeld(tile.kind, tile.cards[0].suit, facts.cards(FROM_HAND.name), copies)
    return settle_laid_meld(case.variant, replace(turn, won_trick=not facts.says("lost")), meld)


def asks_about_laid_meld(case: Case, _facts: Facts) -> dict[str, object]:
    """The melds of this game, and who may ask for one."""
    players = [(seat, case.state.names[seat]) for seat in case.seats] if case.state else []
    tiles = [(tile.key, tile.name.capitalize()) for tile in _tiles(case)]
    return {"players": players, "melds": tiles, "pinochles": any(t.kind is MeldKind.PINOCHLE for t in _tiles(case))}


def _tiles(case: Case) -> tuple[MeldTile, ...]:
    deal = case.deal
    return tuple(meld_tiles(case.variant, deal.stock.turned.card.suit)) if deal and deal.stock else ()


def _tile(case: Case, facts: Facts) -> MeldTile | None:
    return next((tile for tile in _tiles(case) if tile.key == facts.word("meld")), None)
