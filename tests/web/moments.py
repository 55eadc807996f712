"""Games that have come so far: one for each phase of each kind of deal, to try the buttons of its page."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask

from companion.cards import Suit, parse_card
from companion.game.commands import (
    CallCard,
    ChooseTrickLog,
    CloseMeld,
    Command,
    ConfirmDeal,
    EndDeal,
    MakeBid,
    NameTrump,
    PlayCard,
    Refusal,
    ShowCards,
    ShowNumber,
    TakeBid,
    TakeTrick,
    TurnTrump,
)
from companion.game.decide import decide
from companion.rules.options import with_options
from companion.rules.score import DealEnd
from companion.rules.variants import find_variant
from companion.store.games import to_entries, to_history
from companion.web.core.current import journal
from tests.game.table import EIGHT
from tests.web.conftest import NOW
from tests.web.table_player import begin

MELD = (TakeBid(0, 300), NameTrump(Suit.SPADES))
PLAY = (*MELD, ShowNumber("A", None, 200), ShowNumber("B", None, 60), CloseMeld())
CONFIRM = (*PLAY, EndDeal(DealEnd.PLAYED, {"A": 180}))
FALLEN = (*PLAY, ChooseTrickLog(kept=True), PlayCard(0, parse_card("AS")))
WON = (*MELD, ShowNumber("A", None, 1700), CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 180}), ConfirmDeal())
CONCEDED = (*MELD, CloseMeld(), EndDeal(DealEnd.THROWN_IN), ConfirmDeal())

MOON = (("bid.moon", {"made": 1500, "failed": 750}),)


@dataclass(frozen=True)
class Moment:
    """A page of a game that has come so far."""

    variant: str
    commands: tuple[Command, ...] = ()
    page: str = ""
    options: tuple[tuple[str, object], ...] = ()
    """What the table plays otherwise."""

    def __str__(self) -> str:
        last = type(self.commands[-1]).__name__ if self.commands else "start"
        changed = "".join(f"-{key}" for key, _ in self.options)
        return f"{self.variant}{changed}-{last}-{self.page.strip('?/')}"


TELLING = (
    Moment("site"),
    Moment("site", (MakeBid(250),)),
    Moment("site", (MakeBid(250),), options=MOON),
    Moment("site", (), "?how=pad"),
    Moment("summed", (), "?how=pad"),
    Moment("site", MELD[:1]),
    Moment("site", MELD),
    Moment("site", MELD, "?way=melds"),
    Moment("site", (*MELD, ShowCards(0, (parse_card("KS"),))), "?way=cards"),
    Moment("two-handed-draw", (TakeBid(0, 200), NameTrump(Suit.SPADES))),
    Moment("five-handed", (TakeBid(0, 500), NameTrump(Suit.SPADES))),
    Moment("five-handed", (TakeBid(0, 500), NameTrump(Suit.SPADES), CallCard(parse_card("AS")))),
)
"""Before the first lead."""
PLAYING = (
    Moment("site", PLAY),
    Moment("site", CONFIRM),
    Moment("site", WON),
    Moment("site", FALLEN, "tricks/"),
    Moment("site", PLAY, "tricks/"),
    Moment("site", (), "names"),
    Moment("site", (), "paper"),
    Moment("site", (), "note"),
    Moment("check", PLAY),
    Moment("auction", CONCEDED),
    Moment("two-handed"),
    Moment("two-handed", (TurnTrump(parse_card("AH")), TakeTrick(0))),
    Moment("two-handed", (TurnTrump(parse_card("AH")), TakeTrick(0)), "?how=pad"),
    Moment("site", PLAY, "settle/play/ruling?trick=QH+JH&card=JH&lead=3&held=AH"),
)
"""Once cards are played, and beside the deal."""


def game_at(app: Flask, moment: Moment) -> str:
    """A game that has come so far; the last player dealt."""
    variant = with_options(find_variant(moment.variant), dict(moment.options))
    game = begin(app, variant, EIGHT[: variant.players[0]])
    with app.app_context():
        for command in moment.commands:
            history = to_history(journal().read(game))
            events = decide(history, command)
            assert not isinstance(events, Refusal), f"{command}: {events.says}"
            journal().append(game, len(history), None, to_entries(events, "Ann", NOW))
    return game
