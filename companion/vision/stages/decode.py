"""From the bytes of a file to an upright picture, with everything hostile refused before it costs anything."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from PIL.Image import Image

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")
JPEGS = ("JPEG", "MPO")
"""Some phones put a second picture behind the first; Pillow calls such a JPEG an MPO."""

MOST_PIXELS = {
    "JPEG": 110_000_000,
    "MPO": 110_000_000,
    "HEIF": 50_000_000,
    "PNG": 30_000_000,
    "WEBP": 16_000_000,
    "AVIF": 20_000_000,
}
"""By kind: a JPEG can be decoded at a part of its size, a HEIC takes 5 bytes a pixel, an AVIF 9, a WebP 16. With
what the reading takes as well all stay below 400 MB."""
MOST_PROGRESSIVE = 100_000_000
"""How many samples a JPEG may have that is coarse first and then finer: all are held at once, at two bytes each."""
ORIENTATION = 0x0112

LONGEST_SIDE = 2600


class Fault(str, Enum):
    """The reason why a file cannot be read as a photograph."""

    EMPTY = "empty"
    NO_PICTURE = "no-picture"
    UNSUPPORTED = "unsupported"
    CUT_OFF = "cut-off"
    TOO_LARGE = "too-large"


_SENTENCES = {
    Fault.EMPTY: "The file is empty. Take the photo again, or choose another.",
    Fault.NO_PICTURE: "This file is not a picture. Choose a photo: JPEG, PNG, WebP, HEIC or AVIF.",
    Fault.UNSUPPORTED: "Pictures of this kind cannot be read. Save it as JPEG, PNG, WebP, HEIC or AVIF and try again.",
    Fault.CUT_OFF: "The picture is cut off or damaged. Send it again, or take another photo.",
    Fault.TOO_LARGE: "The picture has too many pixels. Choose a smaller size (12 million do), or take another photo.",
}


class PhotoError(ValueError):
    """A file that cannot be read as a photograph; the message is a sentence for the person."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(_SENTENCES[fault])
        self.fault = fault

    @property
    def kind(self) -> str:
        """The fault as a word for programs, such as ``cut-off``."""
        return self.fault.value


def decode_photo(data: bytes) -> npt.NDArray[np.uint8]:
    """The photograph as BGR pixels, upright, its longest side at most 2,600 pixels.

    Its size is read and checked before a pixel is decoded.

    :raises PhotoError: if the file is empty, no picture, of a kind that is not read, cut off or too large.
    """
    if not data:
        raise PhotoError(Fault.EMPTY)
    image = _open(data)
    if image.width * image.height > _most_pixels(image):
        raise PhotoError(Fault.TOO_LARGE)
    return _to_pixels(image, data)


@contextmanager
def _unwarned() -> Iterator[None]:
    """Without Pillow's warnings on the console of what is odd in a file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _most_pixels(image: Image) -> int:
    """How many pixels the picture may have to be decoded in the memory that there is."""
    most = MOST_PIXELS[image.format or "WEBP"]
    if image.info.get("progressive"):
        return min(most, int(MOST_PROGRESSIVE / _samples_per_pixel(image)))
    return most // 2 if _is_clear(image) or image.info.get("bit_depth", 8) > 8 else most


def _samples_per_pixel(jpeg: Image) -> float:
    """1.5 where the colors of a JPEG are half as wide and half as high as its brightness, as phones write it."""
    shares = [across * down for _, across, down, _ in getattr(jpeg, "layer", ())]
    return sum(shares) / max(shares, default=1) or len(jpeg.getbands())


def _open(data: bytes) -> Image:
    """The picture with only its header read."""
    from pi_heif import register_heif_opener
    from PIL import AvifImagePlugin, Image, UnidentifiedImageError

    # Without threads of its own: the memory that each reserves counts against the limit of the process that reads.
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    register_heif_opener(decode_threads=0, thumbnails=False, depth_images=False, aux_images=False)
    try:
        with _unwarned():
            return Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError:
        raise PhotoError(Fault.TOO_LARGE) from None
    except UnidentifiedImageError:
        raise PhotoError(_what_it_is(data)) from None
    except (OSError, SyntaxError, ValueError, RuntimeError, EOFError):
        raise PhotoError(Fault.CUT_OFF) from None


_OTHER_PICTURES = (b"GIF8", b"BM", b"II*\0", b"MM\0*", b"<svg", b"<?xml", b"\0\0\0\x0cJXL", b"\xff\x0a", b"%PDF")
_OUR_PICTURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")


def is_heif(data: bytes) -> bool:
    """Return True if this is HEIC or a relative of it, by its first bytes."""
    return data[4:8] == b"ftyp"


def _what_it_is(data: bytes) -> Fault:
    """Return why Pillow knows nothing of it: a picture of another kind, one of ours with a broken header, or none."""
    if data.startswith(_OUR_PICTURES) or data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif"):
        return Fault.CUT_OFF
    if data.startswith(_OTHER_PICTURES) or data[4:12] == b"ftypavis":
        return Fault.UNSUPPORTED
    return Fault.NO_PICTURE


def _to_pixels(image: Image, data: bytes) -> npt.NDArray[np.uint8]:
    import numpy as np

    try:
        if image.format in JPEGS:
            share = LONGEST_SIDE / 2 / max(image.size)
            image.draft("RGB", (max(1, round(image.width * share)), max(1, round(image.height * share))))
        elif image.format == "HEIF" and max(image.size) >= 2 * LONGEST_SIDE:
            image = _smaller_heif(data)
        image.thumbnail((LONGEST_SIDE, LONGEST_SIDE), reducing_gap=2.0)
        flat = _on_white(_upright(image))
        pixels = flat.tobytes("raw", "BGR")
    except (OSError, SyntaxError, ValueError, RuntimeError, EOFError):
        raise PhotoError(Fault.CUT_OFF) from None
    return np.frombuffer(pixels, np.uint8).reshape(flat.height, flat.width, 3)


def _smaller_heif(data: bytes) -> Image:
    """A large HEIC, upright, at a half or a third of its size: Pillow would hold all of it twice."""
    import cv2
    import numpy as np
    from pi_heif import open_heif
    from PIL import Image

    whole = open_heif(data, remove_stride=False)
    pixels = np.asarray(whole)[:, : whole.size[0]]
    share = max(whole.size) // LONGEST_SIDE
    size = (max(1, whole.size[0] // share), max(1, whole.size[1] // share))
    return Image.fromarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))


def _upright(image: Image) -> Image:
    """Turn the picture as its EXIF says; as it is in the file where that can't be read."""
    from PIL.Image import Transpose

    turns = (
        Transpose.FLIP_LEFT_RIGHT,
        Transpose.ROTATE_180,
        Transpose.FLIP_TOP_BOTTOM,
        Transpose.TRANSPOSE,
        Transpose.ROTATE_270,
        Transpose.TRANSVERSE,
        Transpose.ROTATE_90,
    )
    try:
        with _unwarned():
            turn = dict(enumerate(turns, start=2)).get(image.getexif().get(ORIENTATION, 1))
    except (OSError, SyntaxError, ValueError, TypeError, AttributeError, LookupError, struct.error):
        return image
    return image if turn is None else image.transpose(turn)


def _is_clear(image: Image) -> bool:
    """Return True if any of the picture may be transparent."""
    return "A" in image.getbands() or "transparency" in image.info


def _on_white(image: Image) -> Image:
    """The picture in RGB; what is transparent becomes white."""
    from PIL import Image as Canvas

    if image.mode.startswith("I"):  # sixteen bits, of which eight are enough
        return image.convert("I").point(lambda grey: grey * (1 / 256)).convert("L").convert("RGB")
    if not _is_clear(image):
        return image if image.mode == "RGB" else image.convert("RGB")
    clear = image.convert("RGBA")
    paper = Canvas.new("RGBA", clear.size, "white")
    return Canvas.alpha_composite(paper, clear).convert("RGB")


def encode_upright_jpeg(image: npt.NDArray[np.uint8], longest: int) -> bytes:
    """The picture as JPEG without any EXIF, its longest side at most ``longest`` pixels."""
    import cv2

    height, width = image.shape[:2]
    scale = min(1.0, longest / max(height, width))
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]  # cv2 widens the dtype
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
