"""Questions about played cards and meld."""

from __future__ import annotations

from typing import Any

from companion.cards import Card
from companion.game.state import Phase
from companion.rules.choices import Draw
from companion.rules.referee import (
    LaidMeldQuestion,
    MeldQuestion,
    OnPage,
    PlayQuestion,
    PutDown,
    QuestionError,
    TrickQuestion,
)
from companion.web.settle.asked import AskedQuestion, QuestionPage, piles_of


def _player(asked: AskedQuestion) -> dict[str, Any]:
    case, seat = asked.case, asked.player
    if case.state is None or seat is None:
        return {}
    shown = case.shown_by_others(seat, asked.laid["trick"])
    return {"side": case.side_of(seat), "who": case.state.names[seat], "shown": shown}


def _in_order(asked: AskedQuestion) -> dict[str, Any]:
    names = asked.case.state.names if asked.case.state else ()
    return {"names": tuple(names[seat] for seat in asked.order)}


NO_STOCK = "This is asked during the play with a stock, once the trump card is turned up."


def _pose_laid_meld(asked: AskedQuestion) -> LaidMeldQuestion:
    deal, facts = asked.case.deal, asked.facts
    if deal is None or deal.stock is None:
        raise QuestionError(NO_STOCK)
    seat = asked.case.seat(facts.word("seat"))
    tile = next((tile for tile in asked.case.tiles if tile.key == facts.word("meld")), None)
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


PLAY = QuestionPage(
    "play",
    "Did that card have to be played?",
    "Was it a renege?",
    PlayQuestion,
    piles_of(PlayQuestion, "trick", "card", "holds", "gone"),
    knows=_player,
)
TRICK = QuestionPage(
    "trick",
    "Who takes the trick?",
    "Two of the same, trumps, tens",
    TrickQuestion,
    piles_of(TrickQuestion, "trick"),
    knows=_in_order,
)
MELD = QuestionPage(
    "meld",
    "What is this meld worth?",
    "Which card counts for what",
    MeldQuestion,
    piles_of(MeldQuestion, "cards"),
)
LAID_MELD = QuestionPage(
    "laid-meld",
    "May it be laid now?",
    "Upon what lies there already",
    LaidMeldQuestion,
    (OnPage("Put down from the hand", "put", "the rest of the meld lies on the table already"),),
    pose=_pose_laid_meld,
    of_game=True,
    arises=lambda variant: variant.draw is Draw.STOCK,
)
