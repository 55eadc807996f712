"""A picture's file, as a phone's browser decodes and encodes it for the reader."""

from __future__ import annotations

import base64
import io
import struct
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route

from companion.browser.build import OURS
from companion.browser.weights import networks
from companion.vision.stages.decode import Fault, PhotoError, decode_photo
from companion.vision.stages.opencv import MODELS, Pixels

HOSTS = ("https://phone.test/", "http://phone.test/")
"""On the second, which browsers do not hold for safe, a JPEG is decoded as large as it is."""
DECODE = """async (file) => {
  const bytes = Uint8Array.from(atob(file), (each) => each.charCodeAt(0));
  try {
    const [at, width, height, soon] = await border.decode(bytes, true);
    const jpeg = await border.encode(at, width, height);
    if (String(await soon) !== String(jpeg)) throw new Error("what is shown is not what was read");
    const text = (of) => btoa(Array.from(of, (each) => String.fromCharCode(each)).join(""));
    const seen = text(border.bytes(at, 3 * width * height));
    border.give(at);
    return { size: [height, width, 3], seen, jpeg: text(jpeg) };
  } catch (fault) {
    return { refused: fault.message };
  }
}"""
ORIENTATION = 0x0112


@pytest.fixture(scope="module", params=HOSTS)
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """A page that has opened the border."""
    host: str = request.param

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(host)
        kind = "text/javascript" if name.endswith(".js") else "text/html"
        content = b"" if not name else networks(MODELS) if name == "weights" else (OURS / name).read_bytes()
        route.fulfill(body=content, content_type=kind)

    page = chromium.new_page()
    page.route(f"{host}**", answer)
    page.goto(host)
    page.evaluate("""async () => {
      const { build, open } = await import("/border.js");
      const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
      window.border = await open(await bytes(build()), await bytes("weights"));
    }""")
    yield page
    page.close()


def to_file(picture: Image.Image, kind: str = "JPEG", turn: int = 1) -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION] = turn
    stream = io.BytesIO()
    picture.save(stream, kind, exif=exif, quality=95)
    return stream.getvalue()


def a_picture(width: int, height: int) -> Image.Image:
    """Brighter to the right, redder to the foot."""
    y, x = np.mgrid[:height, :width]
    return Image.fromarray(np.stack([255 * y // height, 255 * x // width, 0 * x], axis=2).astype(np.uint8))


def decoded(page: Page, file: bytes) -> tuple[Pixels, bytes]:
    found = page.evaluate(DECODE, base64.b64encode(file).decode())
    assert "refused" not in found, found
    seen = np.frombuffer(base64.b64decode(found["seen"]), np.uint8)
    return seen.reshape(found["size"]), base64.b64decode(found["jpeg"])


@pytest.mark.parametrize("turn", [1, 6, 7])
def test_a_photo_is_upright_and_has_the_colours_that_the_server_sees(page: Page, turn: int) -> None:
    file = to_file(a_picture(160, 120), turn=turn)
    seen, jpeg = decoded(page, file)
    there = decode_photo(file)
    assert seen.shape == there.shape
    assert np.abs(seen.astype(int) - there).mean() < 1.5
    shown = np.asarray(Image.open(io.BytesIO(jpeg)))[:, :, ::-1]
    assert np.abs(shown.astype(int) - there).mean() < 3


@pytest.mark.parametrize(
    ("kind", "turn", "size", "read_at"),
    [
        ("JPEG", 1, (2590, 334), (334, 2590, 3)),
        ("JPEG", 1, (3001, 334), (167, 1501, 3)),
        ("JPEG", 6, (3001, 334), (1501, 167, 3)),
        ("JPEG", 7, (6000, 334), (1500, 84, 3)),
        ("JPEG", 1, (3001, 2001), (1001, 1501, 3)),
        ("JPEG", 6, (3001, 2001), (1501, 1001, 3)),
        ("PNG", 1, (3001, 334), (289, 2600, 3)),
    ],
)
def test_a_large_photo_is_read_as_small_as_on_the_server_and_shown_smaller(
    page: Page, kind: str, turn: int, size: tuple[int, int], read_at: tuple[int, ...]
) -> None:
    file = to_file(a_picture(*size), kind, turn)
    seen, jpeg = decoded(page, file)
    there = decode_photo(file)
    assert seen.shape == there.shape == read_at
    assert np.abs(seen.astype(int) - there).mean() < 1.5
    assert max(Image.open(io.BytesIO(jpeg)).size) == min(1600, *sorted(read_at)[2:])


def test_what_is_transparent_becomes_white(page: Page) -> None:
    seen, _ = decoded(page, to_file(Image.new("RGBA", (20, 10), (0, 0, 0, 0)), "PNG"))
    assert (seen == 255).all()


WHOLE = to_file(a_picture(160, 120))
SIZE_AT = WHOLE.index(b"\xff\xc0") + 5


def without_end(kind: str) -> bytes:
    file = to_file(a_picture(640, 480), kind)
    return file[: len(file) // 2]


def to_webp(lossless: bool) -> bytes:
    """Without EXIF, so that its size stands in the picture itself."""
    stream = io.BytesIO()
    a_picture(160, 120).save(stream, "WEBP", lossless=lossless)
    return stream.getvalue()


def hostile(file: bytes, at: int, size: bytes) -> bytes:
    """A small picture whose header says that it is large."""
    return file[:at] + size + file[at + len(size) :]


HOSTILE = hostile(WHOLE, SIZE_AT, struct.pack(">HH", 60000, 60000))
AVIF = to_file(a_picture(160, 120), "AVIF")


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        (b"", Fault.EMPTY),
        (without_end("PNG"), Fault.CUT_OFF),
        (without_end("WEBP"), Fault.CUT_OFF),
        (without_end("AVIF"), Fault.CUT_OFF),
        (hostile(to_webp(True), 21, struct.pack("<I", 8999 | 8999 << 14)), Fault.TOO_LARGE),
        (hostile(to_webp(False), 26, struct.pack("<HH", 9000, 9000)), Fault.TOO_LARGE),
        (hostile(to_file(a_picture(160, 120), "WEBP"), 24, (8999).to_bytes(3, "little") * 2), Fault.TOO_LARGE),
        (hostile(AVIF, AVIF.index(b"ispe") + 8, struct.pack(">II", 9000, 9000)), Fault.TOO_LARGE),
        (b"Ace of spades, queen of diamonds\n", Fault.NO_PICTURE),
        (WHOLE[:40], Fault.CUT_OFF),
        (WHOLE[: SIZE_AT + 40], Fault.CUT_OFF),
        (HOSTILE, Fault.TOO_LARGE),
        (b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + struct.pack(">II", 9000, 9000) + b"\x08\2\0\0\0", Fault.TOO_LARGE),
    ],
    ids=[
        "empty",
        "half a PNG",
        "half a WebP",
        "half an AVIF",
        "hostile WebP, lossless",
        "hostile WebP",
        "hostile WebP with EXIF",
        "hostile AVIF",
        "text",
        "cut off in its header",
        "cut off after it",
        "hostile JPEG",
        "hostile PNG",
    ],
)
def test_what_cant_be_read_is_refused_in_the_servers_words(page: Page, file: bytes, fault: Fault) -> None:
    found = page.evaluate(DECODE, base64.b64encode(file).decode())
    assert found == {"refused": str(PhotoError(fault))}
