"""Photos that spell their cards, how they are sent, and the links by which a page asks for one."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask.testing import FlaskClient

from companion.cards import parse_cards
from companion.vision.serve import Pack, Picture
from tests.web.photo_reader import FakeReading, Seen
from tests.web.table_player import Player

PLACES = ((400, 500), (100, 300), (400, 100), (700, 300))


def read_what_it_says(content: bytes, pack: Pack) -> Picture:
    """A reader of "photos" that spell their cards, which lie around the middle from the photographer's on."""
    cards = parse_cards(content.decode())
    seen = []
    for card, (x, y) in zip(cards, PLACES * 10, strict=False):
        outline = ((x - 30, y - 40), (x + 30, y - 40), (x + 30, y + 40), (x - 30, y + 40))
        seen.append(Seen(card, 0.99, outline, True))
    reading: Any = FakeReading(tuple(seen))
    return Picture(b"jpeg", reading)


def send(client: FlaskClient, cards: str, **fields: str) -> str:
    """Send a photo of these cards and return the address of its reading."""
    answer = client.post("/photo/", data={"taken": (io.BytesIO(cards.encode()), "a.jpg"), **fields})
    return str(answer.location)


def photo_of_pile(client: FlaskClient, question: str, pile: str) -> str:
    """Where a question of the referee leads whoever wants to photograph one of its piles.

    :param question: its address, with what was told of it.
    """
    return str(client.get(f"{question}&photo={pile}").location)


def asked_for(link: str) -> dict[str, str]:
    """What a link to a photo says that it is for."""
    return dict(parse_qsl(urlsplit(link).query))


def photo_links(player: Player, way: str = "") -> list[str]:
    """Every link to a photo on the table's page."""
    return re.findall('href="(/photo/[^"]+)"', unescape(player.client.get(f"/game/{player.game}/{way}").text))
