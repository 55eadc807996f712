"""A ruling as a picture, to be sent to people who want to see it rather than follow a link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from companion.cards import Card, Suit
from companion.rules.referee import Settled, Verdict
from companion.web.settle.ruling import stamp_of

WIDTH, MARGIN = 1080, 64
LARGE, TEXT, SMALL = 60, 40, 32
CARD = (96, 128)
PAPER, INK, SOFT = "#f4efe2", "#1c241f", "#4d554c"
STAMPS = {
    Verdict.LEGAL: "#17633f",
    Verdict.NOT_LEGAL: "#a3201b",
    Verdict.DEPENDS: "#8a5200",
    Verdict.ANSWER: "#22305c",
}
SUITS = {Suit.SPADES: "#22305c", Suit.HEARTS: "#b3161f", Suit.CLUBS: "#14693a", Suit.DIAMONDS: "#a04a00"}


@dataclass(frozen=True)
class _Line:
    """One line of words, or one row of cards."""

    text: str = ""
    size: int = TEXT
    colour: str = INK
    cards: tuple[Card, ...] = ()
    above: int = 0
    """Empty pixels before it."""

    @property
    def height(self) -> int:
        return self.above + (CARD[1] + 12 if self.cards else round(self.size * 1.3))


def ruling_to_png(asked: str, settled: Settled, by: str) -> bytes:
    """The ruling as a PNG of 1080 pixels across.

    :param asked: the question as people put it.
    :param by: whose rules decide.
    """
    lines = tuple(_lines(asked, settled, by))
    image = Image.new("RGB", (WIDTH, sum(line.height for line in lines) + 2 * MARGIN), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 20, image.height), fill=STAMPS[stamp_of(settled).look])
    y = MARGIN
    for line in lines:
        y += line.above
        for place, card in enumerate(line.cards):
            _draw_card(draw, MARGIN + place * (CARD[0] + 12), y, card)
        draw.text((MARGIN, y), line.text, line.colour, _font(line.size))
        y += line.height - line.above
    written = BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def _lines(asked: str, settled: Settled, by: str) -> Iterator[_Line]:
    stamp = stamp_of(settled)
    yield from _wrapped(asked, SMALL, SOFT)
    yield _Line(stamp.says, TEXT, STAMPS[stamp.look], above=8)
    yield from _wrapped(settled.says, LARGE, INK, above=8)
    for number, step in enumerate(settled.steps, 1):
        yield from _wrapped(f"{number}. {step.says}", TEXT, INK, above=24)
        yield from _rows(step.cards)
    yield from _wrapped(f"By the rules of {by}: {', '.join(settled.clauses)}", SMALL, SOFT, above=36)


def _rows(cards: Sequence[Card]) -> Iterator[_Line]:
    across = (WIDTH - 2 * MARGIN) // (CARD[0] + 12)
    for start in range(0, len(cards), across):
        yield _Line(cards=tuple(cards[start : start + across]), above=8)


def _wrapped(text: str, size: int, colour: str, above: int = 0) -> Iterator[_Line]:
    """Words in lines that fit the picture; only the first has room above it."""
    font, line = _font(size), ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > WIDTH - 2 * MARGIN:
            yield _Line(line, size, colour, above=above)
            line, above = word, 0
        else:
            line = longer
    yield _Line(line, size, colour, above=above)


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _draw_card(draw: ImageDraw.ImageDraw, x: int, y: int, card: Card) -> None:
    width, height = CARD
    draw.rounded_rectangle((x, y, x + width, y + height), 12, fill="white", outline="#7d7660", width=2)
    draw.text((x + width / 2, y + 38), card.rank.value, SUITS[card.suit], _font(52), anchor="mm")
    _draw_suit(draw, x + width / 2, y + 92, 22, card.suit)


def _draw_suit(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, suit: Suit) -> None:
    """The suit's sign within ``r`` pixels of a point; the font has none."""
    colour = SUITS[suit]
    if suit is Suit.DIAMONDS:
        draw.polygon([(x, y - r), (x + 0.8 * r, y), (x, y + r), (x - 0.8 * r, y)], fill=colour)
        return
    up = -1 if suit is Suit.HEARTS else 1
    if suit is Suit.CLUBS:
        _dots(draw, [(x, y - 0.5 * r), (x - 0.5 * r, y + 0.2 * r), (x + 0.5 * r, y + 0.2 * r)], 0.46 * r, colour)
    else:
        _dots(draw, [(x - 0.44 * r, y + up * 0.2 * r), (x + 0.44 * r, y + up * 0.2 * r)], 0.5 * r, colour)
        draw.polygon(
            [(x, y - up * r), (x + 0.92 * r, y + up * 0.28 * r), (x - 0.92 * r, y + up * 0.28 * r)], fill=colour
        )
    if suit is not Suit.HEARTS:
        draw.polygon([(x, y), (x + 0.4 * r, y + r), (x - 0.4 * r, y + r)], fill=colour)


def _dots(draw: ImageDraw.ImageDraw, middles: list[tuple[float, float]], r: float, colour: str) -> None:
    for x, y in middles:
        draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)
