"""What the reader asks of pixels and networks: OpenCV on a computer and WebAssembly on a phone answer alike."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from bench.phone_reader import ReaderInNode, differences, phone, read_on_server
from boot import node, wasm
from boot.postgres import in_ci
from companion.browser.build import OURS
from companion.vision import read_photo
from companion.vision.samples import find_sample
from companion.vision.serve import QUICK
from companion.vision.stages import networks, opencv, pixels
from companion.vision.stages.decode import decode_photo
from tests.conftest import also

ASKED_BY = ("read", "stages.indices", "stages.levels", "stages.looks", "stages.shapes", "stages.spots", "stages.trust")
ASKED = [name for module in (pixels, networks) for name in module.__all__ if name[0].islower()]
EACH = 5
"""How many calls of each kind are asked again, of all that a reading makes."""
STEPS, MOST_STEPS = 0.002, 1
"""By how many steps of 256 a channel may be off on the average, and at most."""
LOGIT = 2e-3

UNASKED = {"mirrored", "photo_to_grey", "photo_to_light", "views_to_poses", "views_to_sides"}
"""What no sample calls for."""

Call = tuple[str, tuple[Any, ...]]


@pytest.fixture(scope="module", params=["border.wasm", also("border-plain.wasm")])
def there(request: pytest.FixtureRequest) -> Iterator[ReaderInNode]:
    if why := node.lacks():
        (pytest.fail if in_ci(os.environ) else pytest.skip)(why)
    with phone(request.param) as found:
        yield found


@pytest.fixture(scope="module")
def photo() -> opencv.Pixels:
    """A sample in which some are looked at twice, in half the light."""
    return np.asarray(decode_photo(find_sample("roundhouse").picture.read_bytes()) // 2, np.uint8)


@pytest.fixture(scope="module")
def recorded(photo: opencv.Pixels) -> list[Call]:
    """Some of the calls that reading the photo makes, of each kind."""
    calls: dict[str, list[Call]] = defaultdict(list)

    def watched(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*given: Any) -> Any:
            calls[name].append((name, given))
            return call(*given)

        return noting

    with pytest.MonkeyPatch.context() as patch:
        for module in (import_module(f"companion.vision.{name}") for name in ASKED_BY):
            for name in set(ASKED) & set(vars(module)):
                patch.setattr(module, name, watched(name, getattr(module, name)))
        read_on_server(photo)
    return [call for kind in calls.values() for call in kind[:: max(1, len(kind) // EACH)]]


def made_up() -> Iterator[Call]:
    """Pictures that no reading asks about, and the kinds of calls that the sample leaves out."""
    rng = np.random.default_rng(7)

    def noise(height: int, width: int) -> opencv.Pixels:
        return rng.integers(0, 256, (height, width, 3), np.uint8)

    for height, width in ((33, 47), (2, 3), (64, 64)):
        picture = noise(height, width)
        yield from ((name, (picture,)) for name in ("mirrored", "halved", "share_burnt"))
        yield "brightest", (picture, 3)
        yield "lightened", (picture, 3.7)
        yield "resized", (picture, (1, 1, width, height), (width * 2, height - 1), (width * 2 + 5, height + 3))
        yield "warped", (picture, 0.7 + 0.4j, -0.4 + 0.7j, -3.2 - 5.1j, (48, 64))
    for name in ("photo_to_light", "photo_to_grey"):
        yield name, (noise(300, 401), (40, 30))
        yield name, (noise(30, 40), (40, 30))
    crops = [noise(64, 48) for _ in range(17)]
    yield from ((name, (crops,)) for name in ASKED if name.startswith(("crops_", "views_", "faces_")))
    yield "crops_to_logits", ([],)
    yield "crops_to_logits", (crops, rng.normal(0, 0.02, (12, 1536)).astype(np.float32))
    yield "pass_to_maps", (noise(16, 48),)
    maps = rng.normal(0, 3, (5, 9, 7)).astype(np.float32)
    maps[0, 3, 3:5] = 9.5
    yield from (("maps_to_peaks", (maps, floor, most)) for floor, most in ((-1.0, 400), (1.0, 3), (50.0, 9)))


def assert_alike(name: str, here: Any, there: Any) -> None:
    """The phone answers as the server, but for what rounding changes."""
    if isinstance(here, bytes):
        assert_alike(name, np.frombuffer(here, np.uint8), np.array(there))
    elif isinstance(here, np.ndarray) and here.dtype == np.uint8:
        off = np.abs(here.astype(int) - there)
        assert here.shape == there.shape
        assert (off.max(), off.mean()) <= (MOST_STEPS, STEPS), name
    elif isinstance(here, np.ndarray):
        np.testing.assert_allclose(there, here, atol=LOGIT * max(1.0, float(np.abs(here).max()) / 100), err_msg=name)
    elif isinstance(here, (list, tuple)):
        assert len(here) == len(there), name
        for one, other in zip(here, there, strict=True):
            assert_alike(name, one, other)
    else:
        assert there == pytest.approx(here, abs=LOGIT, rel=LOGIT), name


def assert_all_alike(calls: Sequence[Call], there: ReaderInNode) -> None:
    for name, given in calls:
        assert_alike(name, getattr(opencv, name)(*given), there.call(name, *given).said)


def test_a_phone_answers_as_a_computer_what_a_reading_asks(recorded: list[Call], there: ReaderInNode) -> None:
    assert {name for name, _ in recorded} >= set(ASKED) - UNASKED
    assert_all_alike(recorded, there)


def test_a_phone_answers_as_a_computer_what_no_reading_asked_yet(there: ReaderInNode) -> None:
    calls = list(made_up())
    assert {name for name, _ in calls} == set(ASKED)
    assert_all_alike(calls, there)


def test_a_phone_reads_the_same_and_gives_back_the_memory(photo: opencv.Pixels, there: ReaderInNode) -> None:
    server, *_ = read_on_server(photo)
    first = there.call("read", photo)
    assert differences(server, first.said) == []
    assert there.call("read", photo).memory == first.memory


def test_a_frame_of_the_live_camera_is_read_as_by_a_server_unless_it_shows_what_the_last_one_did(
    photo: opencv.Pixels, there: ReaderInNode
) -> None:
    covered = photo.copy()
    covered[100:130, 100:130] = 255
    first, again, other = (there.call("look", each) for each in (photo, photo + np.uint8(1), covered))
    server = [(card["card"], card["sure"]) for card in read_photo(photo, None, QUICK).to_look()["cards"]]
    assert [(card["card"], card["sure"]) for card in first.said["cards"]] == server
    assert again.said == first.said
    assert ["detector" in each.ms for each in (first, again, other)] == [True, False, True]


def test_what_is_committed_was_built_from_the_source_beside_it() -> None:
    assert (OURS / wasm.SUMS).read_text(encoding="utf-8") == wasm.sums(), "run `python -m boot.wasm`"


@pytest.mark.skipif(bool(wasm.lacks()), reason=wasm.lacks())
@pytest.mark.parametrize(("name", "processor"), wasm.PROCESSORS.items(), ids=str)
def test_it_is_built_again_byte_for_byte(name: str, processor: str) -> None:
    assert wasm.compiled(processor) == (OURS / name).read_bytes()
