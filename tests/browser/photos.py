"""A sample photo, as the browser tests send it, and readers that say what they should of it."""

from __future__ import annotations

from playwright.sync_api import Page

from companion.cards import parse_cards
from companion.vision import Reading, SeenCard
from companion.vision.reading import Unreadable
from companion.vision.samples import find_sample
from companion.vision.serve import Pack, Picture
from companion.vision.stages.decode import PhotoError, decode_photo, encode_upright_jpeg

SAMPLE = "run-and-marriage"


def read_with_a_doubt(content: bytes, pack: Pack) -> Picture:
    """The run of the sample where it lies, its queen taken for a doubtful king."""
    image = decode_photo(content)
    seen = []
    for place, card in enumerate(parse_cards("AS 10S KS KS JS")):
        left, top = 290 + place * 95, 190
        corners = ((left, top), (left + 90, top), (left + 90, top + 130), (left, top + 130))
        sure = place != 3
        seen.append(SeenCard(card, 0.99 if sure else 0.5, corners, sure, () if sure else parse_cards("QS JS")))
    height, width = image.shape[:2]
    return Picture(encode_upright_jpeg(image, 1600), Reading(tuple(seen), (), (width, height), 1.0))


def read_if_whole(content: bytes, pack: Pack) -> Picture:
    try:
        return read_with_a_doubt(content, pack)
    except PhotoError as error:
        raise Unreadable(str(error)) from error


def send_sample(page: Page, script: bool = True) -> None:
    page.locator("#chosen").set_input_files(find_sample(SAMPLE).picture)
    if not script:
        page.get_by_role("button", name="Read the cards").click()
