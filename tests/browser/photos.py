"""A sample photo, as the browser tests send it, and readers that say what they should of it."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from companion.cards import parse_cards
from companion.vision import Reading, SeenCard
from companion.vision.reading import Unreadable
from companion.vision.samples import find_sample
from companion.vision.serve import Pack, Picture
from companion.vision.stages.decode import PhotoError, decode_photo, encode_upright_jpeg

SAMPLE = "run-and-marriage"

FRAMES_A_SECOND = 2
LEAST_LOOK = (540, 720)
"""The width and height of a frame in which the sample's cards are read."""


def film_of_a_sweep(file: Path) -> Path:
    """A film for Chromium's camera: a hand passes along the sample, of which no frame shows all, and holds still."""
    photo = Image.open(find_sample(SAMPLE).picture)
    wide, high = photo.size
    # It trembles until the end, so that no picture is taken before; the middle lasts as long as a slow look.
    trembling = [place + shake for place, frames in ((0.02, 1), (0.22, 4)) for shake in [0.02, -0.02] * frames]
    with file.open("wb") as film:
        film.write(b"YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420jpeg\n" % (*LEAST_LOOK, FRAMES_A_SECOND))
        for left in [*trembling, *[0.41] * 24]:
            window = photo.crop((round(left * wide), 0, round((left + 0.55) * wide), high)).resize(LEAST_LOOK)
            brightness, *colors = window.convert("YCbCr").split()
            film.write(b"FRAME\n" + b"".join(each.tobytes() for each in (brightness, *(c.reduce(2) for c in colors))))
    return file


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
