"""HEIC files made of tiles, as iPhones write them: one small picture each, and an item that says how they lie."""

from __future__ import annotations

import io
import struct
from functools import lru_cache

import pillow_heif
from PIL import Image

from companion.vision.samples import find_sample

TILE = 512
GRID_ID = 1
FIRST_TILE_ID = 2
HIDDEN = 1
"""A tile is not a picture that anything shows by itself."""


def tiled_heic(image: Image.Image) -> bytes:
    """The picture as a HEIC of a grid of tiles of 512 pixels; what lies beyond its edge is black and cut away."""
    columns, rows = (-(-side // TILE) for side in image.size)
    places = [(TILE * column, TILE * row) for row in range(rows) for column in range(columns)]
    tiles = [_encoded(image.crop((x, y, x + TILE, y + TILE)).tobytes()) for x, y in places]
    pictures, (configuration,) = [tile[1] for tile in tiles], {tile[0] for tile in tiles}
    file_type = _box(b"ftyp", b"heic" + struct.pack(">I", 0) + b"mif1heic")
    grid = struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, *image.size)
    length = len(file_type) + len(_meta(image.size, configuration, grid, pictures, {}))
    places_in_file, content = _laid_out(pictures, length + 8)
    return file_type + _meta(image.size, configuration, grid, pictures, places_in_file) + _box(b"mdat", content)


def _laid_out(pictures: list[bytes], start: int) -> tuple[dict[bytes, int], bytes]:
    """Where each tile lies in the file: those that look alike are written once."""
    places, content = dict[bytes, int](), b""
    for picture in dict.fromkeys(pictures):
        places[picture] = start + len(content)
        content += picture
    return places, content


def _meta(
    size: tuple[int, int], configuration: bytes, grid: bytes, pictures: list[bytes], places: dict[bytes, int]
) -> bytes:
    ids = range(FIRST_TILE_ID, FIRST_TILE_ID + len(pictures))
    infos = _info(GRID_ID, b"grid", 0) + b"".join(_info(each, b"hvc1", HIDDEN) for each in ids)
    properties = configuration + _size(TILE, TILE) + _size(*size)
    owned = struct.pack(">IHBB", 1 + len(ids), GRID_ID, 1, 3) + b"".join(
        struct.pack(">HBBB", each, 2, 0x81, 2) for each in ids
    )
    located = struct.pack(">BBH", 0x44, 0, 1 + len(ids)) + struct.pack(">HHHHII", GRID_ID, 1, 0, 1, 0, len(grid))
    located += b"".join(
        struct.pack(">HHHHII", each, 0, 0, 1, places.get(picture, 0), len(picture))
        for each, picture in zip(ids, pictures, strict=True)
    )
    made_of = _box(b"dimg", struct.pack(f">HH{len(ids)}H", GRID_ID, len(ids), *ids))
    return _full_box(
        b"meta",
        _full_box(b"hdlr", struct.pack(">I4s12xx", 0, b"pict"))
        + _full_box(b"pitm", struct.pack(">H", GRID_ID))
        + _full_box(b"iinf", struct.pack(">H", 1 + len(ids)) + infos)
        + _full_box(b"iref", made_of)
        + _box(b"iprp", _box(b"ipco", properties) + _full_box(b"ipma", owned))
        + _full_box(b"iloc", located, 1)
        + _box(b"idat", grid),
    )


def _info(item: int, kind: bytes, flags: int) -> bytes:
    return _full_box(b"infe", struct.pack(">HH4sx", item, 0, kind), 2, flags)


def _size(width: int, height: int) -> bytes:
    return _full_box(b"ispe", struct.pack(">II", width, height))


def large_photo(name: str, size: tuple[int, int]) -> Image.Image:
    """A sample in the middle of a larger, even picture, at half its width."""
    with Image.open(find_sample(name).picture) as file:
        sample = file.convert("RGB")
    photo = Image.new("RGB", size, sample.resize((1, 1)).getpixel((0, 0)))
    width, height = size[0] // 2, round(sample.height * size[0] / 2 / sample.width)
    photo.paste(sample.resize((width, height)), (size[0] // 4, (size[1] - height) // 2))
    return photo


@lru_cache(maxsize=1024)
def _encoded(pixels: bytes) -> tuple[bytes, bytes]:
    """One tile: how it is to be decoded (its ``hvcC`` box), and its picture."""
    file = io.BytesIO()
    pillow_heif.from_pillow(Image.frombytes("RGB", (TILE, TILE), pixels)).save(file, quality=50, chroma=420)
    content = file.getvalue()
    at = content.index(b"hvcC") - 4
    configuration = content[at : at + int.from_bytes(content[at : at + 4], "big")]
    return configuration, content[content.index(b"mdat") + 4 :]


def _box(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(content), kind) + content


def _full_box(kind: bytes, content: bytes, version: int = 0, flags: int = 0) -> bytes:
    return _box(kind, struct.pack(">I", version << 24 | flags) + content)
