"""Questions about played cards and meld."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.cards import Card, parse_cards, spell
from companion.game.state import Phase
from companion.rules.choices import Draw, FalseClaim, FirstLead
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.tiles import MeldTile, meld_tiles
from companion.rules.referee import LaidMeldQuestion, MeldQuestion, PlayQuestion, PutDown, QuestionError, TrickQuestion
from companion.web.settle.bidding import whole_hand
from companion.web.settle.case import Case, Facts, melded_by, shown_by_others
from companion.web.settle.controls import Pile, QuestionControl, QuestionPage, control, piles_of


def pose_play(case: Case, facts: Facts) -> PlayQuestion:
    """Whether the card had to be played."""
    who = player(case, facts)
    # A card that somebody names may be one of those that were melded, so no copy is counted twice.
    seen = Counter(facts.cards("gone")) | Counter(shown_by_others(case, who, facts.cards("trick")))
    facts, hand = whole_hand(facts.but(gone=spell(seen.elements())), "card", "held")
    return facts.fill(
        PlayQuestion,
        trump=case.trump,
        untrumped=case.untrumped,
        hand=hand,
        bid=case.contract.bid if case.contract else None,
        side=case.side_of(who),
        who=case.state.names[who] if case.state and who is not None else "the player",
        players=len(case.seats) or None,
    )


def ask_for_play(case: Case, facts: Facts) -> Iterator[QuestionControl]:
    """The trick, the card and the hand, and what else matters under this variant, and for this trick."""
    variant, leads = case.variant, not facts.word("trick")
    yield control(PlayQuestion, "trump", now=case.trump_in(facts))
    yield QuestionControl("piles", now=_perhaps_held(case, facts))
    yield from _lead(case)
    if leads and facts.says("card"):
        yield QuestionControl("hint", "Nothing has been played yet, so the question is whether it could be led.")
    asked = {
        "first_lead": leads and variant.lead_first is not FirstLead.ANY,
        "bid": leads and variant.lead_first is FirstLead.TRUMP_UNLESS_MIN and not case.contract,
        "broken": leads and variant.play_broken,
        "stock": variant.draw is Draw.STOCK,
        "turned": variant.score_renege_corrected,
    }
    yield from (control(PlayQuestion, name) for name, is_asked in asked.items() if is_asked)
    known = (
        QuestionControl("tick", "The cards above are the whole rest of it", "whole"),
        control(PlayQuestion, "lacks", now=facts.suits("lacks")),
        QuestionControl("aside", "Enter cards seen elsewhere", "gone"),
        control(PlayQuestion, "cards_in_hand"),
    )
    is_open = any(map(facts.says, ("whole", "lacks", "left")))
    yield QuestionControl("panel", "What do you know of that hand?", now=is_open, inside=known)
    if variant.score_false_claim is FalseClaim.AS_RENEGE and case.sides:
        yield control(PlayQuestion, "accuser", (("", "Nobody"), *case.sides))


def pose_trick(case: Case, facts: Facts) -> TrickQuestion:
    """Who takes the trick."""
    order = in_order(case, leader(case, facts))
    names = tuple(case.state.names[seat] for seat in order) if case.state else ()
    return facts.fill(
        TrickQuestion, trump=case.trump, untrumped=case.untrumped, names=names, players=len(case.seats) or None
    )


def ask_for_trick(case: Case, facts: Facts) -> Iterator[QuestionControl]:
    """The trick, and who led it."""
    yield control(TrickQuestion, "trump", now=case.trump_in(facts))
    yield QuestionControl("piles")
    yield from _lead(case)


def _lead(case: Case) -> Iterator[QuestionControl]:
    if case.players:
        yield QuestionControl("choices", "Who led this trick?", "lead", options=case.players)


def leader(case: Case, facts: Facts) -> int | None:
    """The seat that led the trick, where somebody said so."""
    return case.seat_in(facts, "lead")


def in_order(case: Case, lead: int | None) -> tuple[int, ...]:
    """The seats in the order in which they play to a trick; nobody where the leader is not known."""
    if lead is None:
        return ()
    place = case.seats.index(lead)
    return (*case.seats[place:], *case.seats[:place])


def player(case: Case, facts: Facts) -> int | None:
    """Who played the card in question: it follows from who led and how many cards lay there."""
    order, place = in_order(case, leader(case, facts)), len(facts.word("trick").split())
    return order[place] if place < len(order) else None


def _perhaps_held(case: Case, facts: Facts) -> tuple[Card, ...]:
    """The cards that the player melded, apart from those entered already."""
    entered = Counter(f"{facts.word('card')} {facts.word('held')}".upper().split())
    melded = Counter(map(str, melded_by(case, player(case, facts))))
    return parse_cards((melded - entered).elements())


def pose_meld(case: Case, facts: Facts) -> MeldQuestion:
    """What shown cards meld, and whether a sum that was claimed is right."""
    return facts.fill(MeldQuestion, trump=case.trump, untrumped=case.untrumped)


def ask_for_meld(case: Case, facts: Facts) -> Iterator[QuestionControl]:
    """The cards, and what is said of them."""
    yield control(MeldQuestion, "trump", now=case.trump_in(facts))
    yield QuestionControl("piles")
    yield control(MeldQuestion, "claimed")


NO_STOCK = "This is asked during the play with a stock, once the trump card is turned up."


def pose_laid_meld(case: Case, facts: Facts) -> LaidMeldQuestion:
    """Whether a player may lay a meld now, upon what lies there."""
    deal, seat = case.deal, case.seat_in(facts, "seat")
    if deal is None or deal.stock is None:
        raise QuestionError(NO_STOCK)
    tile = next((tile for tile in _tiles(case) if tile.key == facts.word("meld")), None)
    if seat is None or tile is None:
        raise QuestionError("Say who melds, and which meld it is.")
    turn = deal.stock.meld_turn(seat, deal.stock.turned.card.suit, playoff=deal.phase is Phase.PLAY)
    copies = 2 if facts.says("double") else 1
    return LaidMeldQuestion(
        trump=turn.trump,
        meld=PutDown(kind=tile.kind, suit=tile.cards[0].suit, from_hand=facts.cards("put"), copies=copies),
        laid=tuple(each if isinstance(each, Card) else PutDown(**vars(each)) for each in turn.laid),
        this_turn=turn.this_turn,
        won_trick=not facts.says("lost"),
        playoff=turn.playoff,
    )


def ask_for_laid_meld(case: Case, _facts: Facts) -> Iterator[QuestionControl]:
    """Who lays which meld of this game."""
    tiles = _tiles(case)
    yield QuestionControl("choices", "Who melds?", "seat", options=case.players)
    if not tiles:
        yield QuestionControl("say", NO_STOCK)
        return
    melds = tuple((tile.key, f"{tile.name[0].upper()}{tile.name[1:]}") for tile in tiles)
    yield QuestionControl("choices", "Which meld?", "meld", options=melds)
    if any(tile.kind is MeldKind.PINOCHLE for tile in tiles):
        yield QuestionControl("tick", "Both at once, as a double", "double")
    yield QuestionControl("piles")
    yield QuestionControl("tick", "The trick before was the other player’s", "lost")


def _tiles(case: Case) -> tuple[MeldTile, ...]:
    deal = case.deal
    return tuple(meld_tiles(case.variant, deal.stock.turned.card.suit)) if deal and deal.stock else ()


PLAY = QuestionPage(
    "play",
    "Did that card have to be played?",
    "Was it a renege?",
    pose_play,
    ask_for_play,
    piles_of(PlayQuestion, "trick", "card", "holds", "gone"),
)
TRICK = QuestionPage(
    "trick",
    "Who takes the trick?",
    "Two of the same, trumps, tens",
    pose_trick,
    ask_for_trick,
    piles_of(TrickQuestion, "trick"),
)
MELD = QuestionPage(
    "meld",
    "What is this meld worth?",
    "Which card counts for what",
    pose_meld,
    ask_for_meld,
    piles_of(MeldQuestion, "cards"),
)
LAID_MELD = QuestionPage(
    "laid-meld",
    "May it be laid now?",
    "Upon what lies there already",
    pose_laid_meld,
    ask_for_laid_meld,
    (Pile("put", "Put down from the hand", "the rest of the meld lies on the table already"),),
    of_game=True,
    arises=lambda variant: variant.draw is Draw.STOCK,
)
