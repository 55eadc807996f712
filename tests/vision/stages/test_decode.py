"""Files become upright pictures, or are refused each with its own sentence."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zlib
from contextlib import suppress

import numpy as np
import pillow_heif
import pytest
from PIL import Image, ImageOps

from companion.vision.stages.decode import MOST_PIXELS, Fault, PhotoError, decode_photo, encode_upright_jpeg

ORIENTATION = 0x0112


def picture(width: int = 60, height: int = 40) -> Image.Image:
    """Red on the left, blue on the right."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[:, : width // 2] = (220, 20, 20)
    pixels[:, width // 2 :] = (20, 20, 220)
    return Image.fromarray(pixels)


def marked() -> Image.Image:
    """:func:`picture` with a green corner, so that no turn of it looks like another."""
    pixels = np.array(picture())
    pixels[:15, :15] = (20, 220, 20)
    return Image.fromarray(pixels)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    """The file that Pillow makes of it."""
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def heic(image: Image.Image) -> bytes:
    """The file that an iPhone would make of it."""
    file = io.BytesIO()
    pillow_heif.from_pillow(image).save(file, quality=90)
    return file.getvalue()


def png_of_claimed_size(width: int, height: int) -> bytes:
    """A PNG whose header claims a size, with hardly any data behind it."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_each_kind_of_file_becomes_bgr_pixels(kind: str) -> None:
    image = decode_photo(encoded(picture(), kind))
    assert image.shape == (40, 60, 3)
    assert image.dtype == np.uint8
    assert image[20, 10].argmax() == 2  # red is the last of B, G, R
    assert image[20, 50].argmax() == 0


def test_heic_is_read() -> None:
    image = decode_photo(heic(picture(128, 96)))
    assert image.shape == (96, 128, 3)
    assert image[48, 20].argmax() == 2


@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "AVIF"])
def test_a_picture_on_its_side_or_mirrored_is_turned_upright(kind: str, turn: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = turn
    taken = encoded(marked(), kind, exif=exif.tobytes())
    with Image.open(io.BytesIO(taken)) as file:
        upright = np.asarray(ImageOps.exif_transpose(file))
    assert (decode_photo(taken)[..., ::-1] == upright).all()


def test_a_picture_whose_exif_is_odd_is_read_or_refused() -> None:
    exif = Image.Exif()
    exif[ORIENTATION], exif[0x010F], exif[0x011A] = 6, "A phone", 72.0
    whole = encoded(marked(), "JPEG", exif=exif.tobytes())
    for place in range(2, whole.index(b"\xff\xdb")):
        for value in (0, 3, 5, 7, 255):
            odd = whole[:place] + bytes([value]) + whole[place + 1 :]
            with suppress(PhotoError):
                assert decode_photo(odd).shape[2] == 3


def test_a_large_picture_is_made_smaller() -> None:
    image = decode_photo(encoded(picture(6000, 3000), "JPEG"))
    assert 1300 <= max(image.shape) <= 2600
    assert image.shape[1] == 2 * image.shape[0]


@pytest.mark.parametrize(
    ("longest", "decoded"),
    [(2599, 2599), (2600, 1300), (5199, 2600), (5200, 1300), (10_400, 1300), (20_800, 2600), (30_000, 2600)],
)
def test_a_jpeg_is_decoded_at_a_part_of_its_size(longest: int, decoded: int) -> None:
    assert decode_photo(encoded(picture(longest, 240), "JPEG")).shape[1] == decoded
    assert decode_photo(encoded(picture(240, longest), "JPEG")).shape[0] == decoded


@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_may_end_anywhere_but_at_its_end_and_is_cut_off(progressive: bool) -> None:
    whole = encoded(marked(), "JPEG", progressive=progressive)
    for end in range(3, len(whole)):
        with pytest.raises(PhotoError) as refused:
            decode_photo(whole[:end])
        assert refused.value.fault is Fault.CUT_OFF
    assert (decode_photo(whole + b"something behind it") == decode_photo(whole)).all()


def test_what_is_transparent_becomes_white() -> None:
    image = decode_photo(encoded(Image.new("RGBA", (30, 20), (0, 0, 0, 0)), "PNG"))
    assert (image == 255).all()


@pytest.mark.parametrize("mode", ["L", "LA", "P", "CMYK", "1", "I;16"])
def test_every_colour_mode_becomes_bgr(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    shades = Image.fromarray(np.tile(np.arange(0, 256, 4, np.uint8), (40, 1)))
    file = encoded(
        shades.convert("I").point(lambda grey: grey * 256).convert("I;16") if mode == "I;16" else shades.convert(mode),
        kind,
    )
    image = decode_photo(file)
    assert image.shape == (40, 64, 3)
    expected = np.tile(np.asarray(shades.convert("1").convert("L") if mode == "1" else shades)[..., None], 3)
    assert np.abs(image.astype(int) - expected).max() <= 8


REFUSED = {
    "an empty file": (b"", Fault.EMPTY, "empty"),
    "text": (b"The queen of spades and the jack of diamonds.", Fault.NO_PICTURE, "not a picture"),
    "a GIF": (encoded(picture(), "GIF"), Fault.UNSUPPORTED, "cannot be read"),
    "a TIFF": (encoded(picture(), "TIFF"), Fault.UNSUPPORTED, "cannot be read"),
    "half a JPEG": (encoded(picture(600, 400), "JPEG")[:1500], Fault.CUT_OFF, "cut off"),
    "half a PNG": (encoded(picture(600, 400), "PNG")[:400], Fault.CUT_OFF, "cut off"),
    "the start of a JPEG": (b"\xff\xd8\xff\xe0", Fault.CUT_OFF, "cut off"),
    "half an AVIF": (encoded(Image.effect_noise((200, 200), 90), "AVIF")[:5000], Fault.CUT_OFF, "cut off"),
    "half a HEIC": (heic(picture(256, 256))[:500], Fault.CUT_OFF, "cut off"),
    "a picture of 100 million pixels": (png_of_claimed_size(10_000, 10_000), Fault.TOO_LARGE, "too many pixels"),
    "a picture of 900 million pixels": (png_of_claimed_size(30_000, 30_000), Fault.TOO_LARGE, "too many pixels"),
}


@pytest.mark.parametrize(("data", "fault", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_a_file_that_cannot_be_read_is_refused_with_its_own_sentence(data: bytes, fault: Fault, words: str) -> None:
    with pytest.raises(PhotoError, match=words) as refused:
        decode_photo(data)
    assert refused.value.fault is fault
    assert refused.value.kind == fault.value
    assert str(refused.value).endswith(".")


def test_every_fault_has_a_sentence_of_its_own() -> None:
    sentences = {str(PhotoError(fault)) for fault in Fault}
    assert len(sentences) == len(Fault)


def test_a_picture_of_100_million_pixels_is_refused_before_any_memory_is_taken() -> None:
    data = png_of_claimed_size(10_000, 10_000)
    tracemalloc.start()
    with pytest.raises(PhotoError):
        decode_photo(data)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5_000_000


def test_a_phone_takes_more_pixels_as_a_jpeg_than_a_screenshot_may_have() -> None:
    assert MOST_PIXELS["JPEG"] >= 108_000_000
    with pytest.raises(PhotoError, match="too many pixels"):
        decode_photo(png_of_claimed_size(7_000, 5_000))


@pytest.mark.parametrize(
    ("file", "size", "mode", "options"),
    [
        ("PNG", (5_000, 3_100), "RGBA", {}),
        ("WEBP", (4_100, 4_000), "RGB", {"quality": 1, "method": 0}),
        ("AVIF", (5_100, 4_000), "RGB", {"quality": 1, "speed": 10}),
        ("JPEG", (5_100, 5_000), "CMYK", {"progressive": True}),
        ("JPEG", (6_000, 5_600), "RGB", {"progressive": True, "subsampling": 0}),
    ],
)
def test_what_takes_more_memory_to_decode_may_have_fewer_pixels(
    file: str, size: tuple[int, int], mode: str, options: dict[str, object]
) -> None:
    with pytest.raises(PhotoError, match="too many pixels"):
        decode_photo(encoded(Image.new(mode, size), file, **options))


def test_a_jpeg_with_a_second_picture_behind_the_first_is_read() -> None:
    file = io.BytesIO()
    picture().save(file, "MPO", save_all=True, append_images=[picture()])
    assert decode_photo(file.getvalue()).shape[2] == 3


def test_the_copy_that_is_kept_is_small_upright_and_without_exif() -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    upright = decode_photo(encoded(picture(900, 600), "JPEG", exif=exif.tobytes()))
    copy = Image.open(io.BytesIO(encode_upright_jpeg(upright, 300)))
    assert copy.format == "JPEG"
    assert copy.size == (200, 300)
    assert not copy.getexif()


def test_a_small_picture_is_not_enlarged_for_keeping() -> None:
    copy = Image.open(io.BytesIO(encode_upright_jpeg(decode_photo(encoded(picture(), "PNG")), 300)))
    assert copy.size == (60, 40)
