"""Games that have come far: long names, many deals, scores far apart."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask

from companion.cards import Suit, parse_card, parse_cards
from companion.game.commands import (
    CallCard,
    CloseMeld,
    Command,
    ConfirmDeal,
    EndDeal,
    MakeBid,
    NamePartner,
    NameTrump,
    Refusal,
    ShowCards,
    ShowNumber,
    TakeBid,
)
from companion.game.decide import decide
from companion.game.events import DealScored, GameStarted, SidePoints
from companion.game.fold import Recorded
from companion.rules.score import DealEnd
from companion.store.games import to_entries, to_new_game
from companion.store.membership import Role
from companion.web.core.current import current_store, journal
from tests.game.table import Table
from tests.web.played_game import AT

LONG = (
    "Bartholomew Featherstonehaughs",
    "Maximilianaoberhuberstadtbauer",
    "Wilhelmina Fitzpatricksonsmith",
    "Christophorus Alexandrosopoulo",
    "Annemarie Hohenfelsingershofen",
)


FAR = (-12340, 12340, -9870, 5600, -12340)


TAKEN = (TakeBid(1, 330), NameTrump(Suit.HEARTS))


MELDED = (ShowNumber("A", None, 100), ShowCards(1, parse_cards("AH 10H KH KH QH JH QS JD")))


PLAYED = (CloseMeld(), EndDeal(DealEnd.PLAYED, {"A": 120}))


PHASES: dict[str, tuple[Command, ...]] = {
    "auction": (MakeBid(260), MakeBid(270)),
    "trump": TAKEN[:1],
    "meld": (*TAKEN, *MELDED),
    "count": (*TAKEN, *MELDED, *PLAYED[:1]),
    "confirm": (*TAKEN, *MELDED, *PLAYED),
    "over": (*TAKEN, *MELDED, *PLAYED, ConfirmDeal()),
}
"""By the step at which the table then stands, what it is told after its first deal."""


def far_apart(table: Table, scores: tuple[int, ...]) -> None:
    """Confirm the deal on the table, as if it had brought each side as many points as these."""
    events = decide(table.history, ConfirmDeal())
    assert not isinstance(events, Refusal), events.says
    change = tuple(SidePoints(side, points) for side, points in zip(table.state.sides, scores, strict=True))
    told = [replace(event, change=change) if isinstance(event, DealScored) else event for event in events]
    batch, seq = table.history[-1].batch + 1, len(table.history) + 1
    table.history += [Recorded(seq + place, batch, event) for place, event in enumerate(told)]


def partners(commands: tuple[Command, ...], scores: tuple[int, ...]) -> Table:
    """Two sides after a deal that brought them these scores, and a second as far as it is told."""
    table = Table("site", names=LONG[:4]).do(*TAKEN, *MELDED, *PLAYED)
    far_apart(table, scores)
    return table.do(*commands)


def five_sides() -> Table:
    """Five who play each for himself, after a deal that put them far apart, at the meld of a second."""
    call = TakeBid(1, 500), NameTrump(Suit.HEARTS), CallCard(parse_card("AH"))
    table = Table("five-handed", names=LONG).do(*call, CloseMeld(), NamePartner(4))
    table.do(EndDeal(DealEnd.PLAYED, {"B": 400}))
    far_apart(table, FAR)
    return table.do(*call, ShowNumber("C", None, 100))


def keep(app: Flask, table: Table) -> str:
    """Write a table down; the address of its game."""
    events = [recorded.event for recorded in table.history]
    assert isinstance(events[0], GameStarted)
    with app.app_context():
        return f"/game/{journal().create_game(to_new_game(events[0], AT), to_entries(events, 'Ann', AT)).game_id}/"


def watched(app: Flask, game: str) -> str:
    """The address of a link that watches a game."""
    with app.app_context():
        return f"/watch/{current_store().links.make_link(game.split('/')[2], Role.WATCHER, AT)}"
