"""A short game of each variant that can be played at the table, with every figure worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient

from companion.game.state import GameState
from companion.rules.variants import find_variant
from companion.web.table import pad
from tests.game.table import EIGHT
from tests.web.table_player import Player, words


@dataclass(frozen=True)
class Told:
    """A deal as a table tells it; figures are by side, A first, of those who take part."""

    seat: int | None
    """The bidder; None, with ``bid``, where trump is turned up."""
    bid: int | None
    meld: tuple[int, ...]
    taken: tuple[int, ...] | None
    """Counters of every side; None where the bidder throws in."""
    change: tuple[int, ...]
    empty: str = ""
    """Sides that took a trick worth nothing."""
    partner: int | None = None
    """The called partner, told while the tricks are played; the counters are then those of each team."""
    notes: tuple[str, ...] = ()
    """What the table says while the next deal is bid for."""
    bids: tuple[int, ...] = ()
    """Where partners' bids are added up, everyone's by seat."""
    dix: tuple[int, ...] = ()
    """Where they are a line of their own, the nines of trump besides ``meld``."""


@dataclass(frozen=True)
class Game:
    """The deals of a game whose first dealer is seat 0, and its end."""

    deals: tuple[Told, ...]
    winners: str
    """The letters of the sides that win, the bidder's first."""
    clause: str = "end.target"
    owed: tuple[str, ...] = ()
    """What the settlement says."""
    players: int | None = None
    """How many play; None for as few as can."""
    stops: bool = False
    """Whether the table stops after these deals, in a game without an end of its own."""


_TIED = "Ann and Cleo are at 100 or more: another deal is played."
_LONGER = "Both were at the target, so the game goes on to 1250."
_LEVEL = "Only Ann and Cleo can still win: they were level at the target."
_OVER = "Ann: over the target with 104, but only a bid that is made wins, or 3 more failed bids of the others."

GAMES: Mapping[str, Game] = {
    # 120 + 180 = 300 is the bid. 660 + 200. Then 440 + 150 bring B from 1010 to 1600.
    "site": Game(
        (
            Told(0, 300, (120, 80), (180, 70), (300, 150)),
            Told(1, 400, (0, 660), (50, 200), (50, 860)),
            Told(3, 400, (20, 440), (100, 150), (120, 590)),
        ),
        "B",
    ),
    # 150 + 160 = 310 make 300; A throws in and B keeps its meld; 380 + 150 bring B from 510 to 1040.
    "partnership": Game(
        (
            Told(1, 300, (100, 150), (90, 160), (190, 310)),
            Told(0, 350, (40, 200), None, (-350, 200)),
            Told(3, 400, (60, 380), (100, 150), (160, 530)),
        ),
        "B",
    ),
    # 310 is no more than 60 + 250, and here that suffices to throw in; B without a counter has nothing to lose.
    "hoyle": Game(
        (
            Told(1, 310, (100, 60), None, (100, -310)),
            Told(0, 500, (620, 0), (250, 0), (870, 0)),
            Told(2, 400, (400, 20), (150, 100), (550, 120)),
        ),
        "A",
    ),
    # 15 + 15 = 30 is the bid; 20 + 12 = 32 is less than 40; 90 + 20 bring B from 55 to 165.
    "joedog": Game(
        (
            Told(1, 30, (8, 15), (10, 15), (18, 30)),
            Told(0, 40, (20, 12), (12, 13), (-40, 25)),
            Told(3, 60, (4, 90), (5, 20), (9, 110)),
        ),
        "B",
    ),
    # 60 + 120 make 150; 500 + 200 make 200; then 100 + 130 = 230 miss 250, and A goes out on 20 + 120 without a bid.
    "four-handed": Game(
        (
            Told(1, 150, (40, 60), (130, 120), (170, 180)),
            Told(2, 200, (500, 20), (200, 50), (700, 70)),
            Told(3, 250, (20, 100), (120, 130), (140, -250)),
        ),
        "A",
    ),
    # 120 + 150 = 270 make 260; 640 + 210 bring A from 160 to 1010.
    "kitty-partnership": Game(
        (
            Told(1, 260, (60, 120), (100, 150), (160, 270)),
            Told(0, 300, (640, 40), (210, 40), (850, 80)),
        ),
        "A",
    ),
    # 87 counts 90 and 163 counts 160; 125 each count 120; 1130 and 1120 lengthen the game to 1250; then 40 + 240.
    "two-handed": Game(
        (
            Told(None, None, (60, 200), (87, 163), (150, 360)),
            Told(None, None, (400, 500), (125, 125), (520, 620)),
            Told(None, None, (340, 20), (124, 126), (460, 140), notes=(_LONGER,)),
            Told(None, None, (0, 40), (10, 240), (10, 280)),
        ),
        "B",
    ),
    # 120 + 120 = 240 make 200; 100 + 180 = 280 miss 300; then 500 + 140 bring Ben from 390 to 1030.
    "two-handed-draw": Game(
        (
            Told(1, 200, (60, 120), (130, 120), (190, 240)),
            Told(0, 300, (100, 80), (180, 70), (-300, 150)),
            Told(1, 400, (40, 500), (110, 140), (150, 640)),
        ),
        "B",
    ),
    # The first deal is the rulebook's own: 12 + 15 = 27 miss 30, and A keeps 6 by an empty trick. Cleo concedes.
    # Ann (16 + 90) and Cleo (-7 + 110) pass 100 together, so one more is dealt: 4 + 10 = 14 miss 20, and Cleo has 110.
    "three-handed": Game(
        (
            Told(1, 30, (6, 12, 8), (0, 15, 10), (6, -30, 18), empty="A"),
            Told(2, 25, (10, 4, 0), None, (10, 4, -25)),
            Told(0, 60, (80, 0, 98), (10, 5, 10), (90, 5, 108), notes=(_TIED,)),
            Told(0, 20, (4, 4, 2), (10, 10, 5), (-20, 14, 7)),
        ),
        "C",
    ),
    # Ann passes 100 without a bid (80 + 24) while Ben stands at 98, and must make one: 10 + 16 = 26 make 25.
    "cutthroat": Game(
        (
            Told(1, 40, (70, 60, 4), (10, 10, 5), (80, 70, 9)),
            Told(1, 20, (14, 20, 0), (10, 8, 7), (24, 28, 7), notes=(_OVER,)),
            Told(0, 25, (10, 10, 10), (16, 4, 5), (26, 14, 15)),
        ),
        "A",
        "end.bid-out",
    ),
    # 150 + 140 = 290 miss 300 and cost Ben two checks; Cleo concedes after a look at the kitty, which costs one; then
    # 660 + 150 bring Ann from 240 to 1050, and the game gains her five: of each check gained the others owe one.
    "check": Game(
        (
            Told(1, 300, (60, 150, 80), (80, 140, 30), (140, -300, 110)),
            Told(2, 350, (100, 40, 0), None, (100, 40, -350), notes=("−2 checks", "−1 check")),
            Told(0, 300, (660, 100, 40), (150, 60, 40), (810, 160, 80)),
        ),
        "A",
        owed=("Ben pays Ann 8", "Cleo pays Ann 5"),
    ),
    # In spades all but a concession counts twice: 120 + 190 = 310 make 300 for 6 from each; 150 + 190 = 340 miss 350,
    # which costs twice 10 to each; 400 is conceded for 7 to each.
    "auction": Game(
        (
            Told(0, 300, (120,), (190, 60), (12, -6, -6)),
            Told(1, 350, (150,), (190, 60), (20, -40, 20)),
            Told(2, 400, (40,), None, (7, 7, -14)),
        ),
        "A",
        "end.stop",
        owed=("Ben pays Ann 39",),
        stops=True,
    ),
    # With Dan 180 + 320 = 500 are the bid; with Ann 100 + 440 = 540 miss 550; 640 + 450 bring
    # Ann to 1040 and Cleo to 1450, and Ann was the bidder.
    "five-handed": Game(
        (
            Told(0, 500, (120, 0, 80, 60, 0), (320, 180), (500, 260, 260, 500, 260), partner=3),
            Told(1, 550, (20, 80, 0, 0, 40), (440, 60), (-550, -550, 100, 100, 100), partner=0),
            Told(0, 700, (600, 0, 40, 0, 20), (450, 50), (1090, 70, 1090, 70, 70), partner=2),
        ),
        "AC",
        "end.tie-bidder",
    ),
    # The rulebook's two: 53 make 52 and B loses all; 42 + 19 suffice for 60, but 20 counters are asked. Then 380 + 25.
    "doubles": Game(
        (
            Told(2, 52, (22, 18), (31, 19), (53, 0)),
            Told(1, 60, (25, 42), (31, 19), (56, -60)),
            Told(0, 70, (380, 20), (25, 25), (405, 45)),
        ),
        "A",
    ),
    # 260 + 260 = 520 make 500; 200 + 390 = 590 miss 600; 3700 + 300 bring B from 1030 to 5030.
    "double-deck": Game(
        (
            Told(1, 500, (300, 260), (240, 260), (540, 520)),
            Told(2, 600, (200, 400), (390, 110), (-600, 510)),
            Told(3, 750, (100, 3700), (200, 300), (300, 4000)),
        ),
        "B",
    ),
    # 40 + 45 = 85 make 75; 50 + 45 = 95 miss 100; 320 + 40 bring B from 145 to 505.
    "triple-deck": Game(
        (
            Told(1, 75, (20, 40), (30, 45), (50, 85)),
            Told(0, 100, (50, 30), (45, 30), (-100, 60)),
            Told(3, 120, (10, 320), (35, 40), (45, 360)),
        ),
        "B",
    ),
    # The automatic 500 stands: 200 + 350 = 550; 400 + 390 = 790 miss 800; 3800 + 500 bring B from 1010 to 5310.
    "racehorse": Game(
        (
            Told(1, 500, (300, 200), (400, 350), (700, 550)),
            Told(2, 800, (400, 100), (390, 360), (-800, 460)),
            Told(5, 900, (200, 3800), (250, 500), (450, 4300)),
        ),
        "B",
    ),
    # 300 + 210 = 510 make 500; 200 + 340 = 540 miss 550; 3700 + 250 bring D from 1080 to 5030.
    "eight-handed": Game(
        (
            Told(1, 500, (100, 300, 60, 0), (120, 210, 100, 70), (220, 510, 160, 70)),
            Told(6, 550, (40, 80, 200, 2000), (90, 60, 340, 10), (130, 140, -550, 2010)),
            Told(7, 700, (0, 40, 20, 2700), (100, 100, 50, 250), (100, 140, 70, 2950)),
        ),
        "D",
    ),
    # Ben 100 names trump over Ann 60 + Cleo 70; Cleo's 150 is earlier than Ben's, and B's 160 are not its 230.
    "summed": Game(
        (
            Told(1, 100, (80, 40), (100, 150), (180, 190), bids=(60, 100, 70, 0)),
            Told(2, 240, (100, 60), (150, 100), (250, -230), bids=(90, 150, 150, 80)),
            Told(0, 320, (500, 0), (200, 50), (700, 50), bids=(200, 0, 120, 10)),
        ),
        "A",
    ),
    # 2 + 1 + 5 = 8 do not make 10, and only the nine stays; then 15 + 1 + 7 = 23 bring B from 28 to 51.
    "bruce-5": Game(
        (
            Told(1, 8, (4, 15), (3, 6), (8, 21), dix=(1, 0)),
            Told(0, 10, (2, 4), (5, 2), (-9, 7), dix=(1, 1)),
            Told(1, 20, (4, 15), (1, 7), (5, 23), dix=(0, 1)),
        ),
        "B",
    ),
    # A and C are level at 52 and neither bid, so these two play on alone; C's 2 + 6 do not make 10.
    "bruce-7": Game(
        (
            Told(1, 10, (15, 10, 15, 4), (5, 8, 5, 3), (20, 18, 20, 7)),
            Told(3, 12, (15, 4, 15, 10), (4, 6, 4, 5), (19, 10, 19, 15)),
            Told(1, 9, (10, 6, 10, 4), (3, 7, 3, 5), (13, 13, 13, 9), notes=(_LEVEL,)),
            Told(2, 10, (4, 2), (5, 6), (10, -10), dix=(1, 0)),
        ),
        "A",
        players=4,
    ),
}


def on_one_form(state: GameState, told: Told) -> dict[str, str]:
    """All that is known of a deal once it is over, in the fields of the pad."""
    assert state.deal is not None
    sides, (least, most) = state.sides_in(state.deal), state.trick_range(state.deal)
    melds = dict.fromkeys(pad.meld_field(side, state) for side in sides)
    fields = {name: str(points) for name, points in zip(melds, told.meld, strict=True)}
    fields |= {f"dix-{side}": str(points) for side, points in zip(sides, told.dix, strict=False)}
    fields |= {f"bid-{seat}": str(bid) for seat, bid in enumerate(told.bids) if bid}
    if state.variant.end_quad_pinochle is not None:
        fields |= {f"no-quad-{side}": "1" for side in sides}
    if told.seat is not None:
        fields["trump"] = "S"
        fields |= {} if told.bids else {"seat": str(told.seat), "amount": str(told.bid)}
    if told.partner is not None:
        fields["partner"] = str(told.partner)
    names = pad.counter_fields(state)
    taken = zip(names if least < most else names[:-1], told.taken or (), strict=False)
    return fields | {name: str(points) for name, points in taken} | {f"empty-{side}": "1" for side in told.empty}


def sit_down(app: Flask, client: FlaskClient, key: str) -> Player:
    """Choose the variant from its tile and begin a game; the first player deals."""
    assert f'href="/new/{key}"' in client.get("/new").text
    names = {
        f"name-{seat}": name for seat, name in enumerate(EIGHT[: GAMES[key].players or find_variant(key).players[0]])
    }
    answer = client.post(f"/new/{key}", data={**names, "dealer": "0", "start": "1"})
    assert answer.status_code == 303, words(answer)
    return Player(app, client, answer.location.split("/")[2])


def by_side(sides: tuple[str, ...], figures: tuple[int, ...], name: str = "points") -> dict[str, str]:
    """The fields of a form that has one for each side."""
    return {f"{name}_{side}": str(figure) for side, figure in zip(sides, figures, strict=False)}
