"""The reader as a whole: settings, trace, overlay, models, odd pictures."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from companion.vision import Settings, read_photo
from companion.vision.samples import find_sample
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.levels import Levels
from companion.vision.stages.notes import NO_CARDS
from companion.vision.stages.opencv import MODELS
from companion.vision.stages.spots import Box, Spot, bounded_side, cards_box, levels_to_pass, next_side, whole
from companion.vision.trace import Trace, overlay


@pytest.fixture(scope="module")
def photo() -> np.ndarray:
    return decode_photo(find_sample("both-pinochles").picture.read_bytes())


@pytest.mark.parametrize(
    "name",
    [
        *("least_heat", "least_real", "least_trust", "may_be_real", "real_from", "clear_from", "warm_from"),
        *("pair_reach", "late_reach", "same_spot", "sure_from", "steady_from", "seconded_from", "most_otherwise"),
        *("maybe_from", "cut_maybe_from"),
    ],
)
@pytest.mark.parametrize("value", [0.0, 1.0, -0.5, 2, float("nan")])
def test_a_threshold_out_of_range_is_refused_by_name(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{name} must lie between 0 and 1"):
        Settings(**{name: value})  # type: ignore[arg-type]  # the values are of the tested fields


@pytest.mark.parametrize("passes", [(), (10,), (1280, 9000)])
def test_passes_out_of_range_are_refused(passes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="passes must name long sides"):
        Settings(passes=passes)


@pytest.mark.parametrize("again", [63, 4097])
def test_a_second_search_out_of_range_is_refused(again: int) -> None:
    with pytest.raises(ValueError, match="again must be a long side"):
        Settings(again=again)


@pytest.mark.parametrize("small", [0.0, 19.0])
def test_an_index_cannot_be_small_above_what_is_large(small: float) -> None:
    with pytest.raises(ValueError, match="small_index must lie between 0 and large_index"):
        Settings(small_index=small)


@pytest.mark.parametrize(
    ("half_heights", "finer", "coarser"),
    [
        ([], 1024, 320),
        ([12, 15], None, None),
        ([8] * 5, 960, None),
        ([9] * 20 + [6], 853, None),
        ([5, 15], 1024, None),
        ([15, 25], None, 320),
    ],
)
def test_a_photo_is_searched_again_where_indices_of_other_sizes_may_be(
    half_heights: list[float], finer: int | None, coarser: int | None
) -> None:
    photo = np.zeros((480, 640, 3), np.uint8)
    found = [Spot(50.0 * i, 40.0, (30.0, 40.0), (0.0, -float(half)), 0.9) for i, half in enumerate(half_heights)]
    assert next_side(found, 1024, photo, Settings()) == finer
    assert next_side(found, 320, photo, Settings()) == coarser


def test_a_photo_too_small_to_be_enlarged_further_is_searched_once() -> None:
    assert next_side([], 1024, np.zeros((200, 300, 3), np.uint8), Settings()) is None


def test_the_finer_pass_looks_where_the_first_found_cards_and_half_a_card_farther() -> None:
    photo = np.zeros((1000, 2000, 3), np.uint8)
    found = [Spot(400.0, 300.0, (30.0, 40.0), (0.0, -9.0), 0.9), Spot(900.0, 700.0, (-30.0, -40.0), (0.0, 9.0), 0.9)]
    assert cards_box(found, photo) == (344, 248, 950, 750)
    assert cards_box([found[0].moved(1570, 0)], photo) == (1920, 248, 2000, 430)


@pytest.mark.parametrize(
    ("box", "long_side", "side"),
    [
        (Box(0, 0, 500, 300), 1024, 1024),
        (Box(0, 0, 2000, 1000), 1024, 775),
        (Box(0, 0, 2000, 1500), 1024, 640),
        (Box(0, 0, 2000, 1000), 700, 700),
    ],
)
def test_the_more_of_a_photo_is_searched_again_the_less_fine_it_is(box: Box, long_side: int, side: int) -> None:
    photo = np.zeros((1500, 2000, 3), np.uint8)
    assert bounded_side(long_side, box, photo, Settings(most_pixels=300_000)) == side


def test_a_part_of_a_photo_is_searched_at_the_scale_of_the_whole() -> None:
    levels = Levels(np.zeros((1000, 2000, 3), np.uint8))
    assert levels_to_pass(levels, 640, whole(levels.photo))[0].shape == (320, 640, 3)
    picture, scale = levels_to_pass(levels, 1000, Box(96, 200, 416, 360))
    assert (picture.shape, scale) == ((80, 160, 3), 0.5)


def test_the_finer_pass_cannot_leave_indices_small() -> None:
    with pytest.raises(ValueError, match="fine_index must be at least small_index"):
        Settings(fine_index=9.0)


@pytest.mark.parametrize(("name", "value"), [("fine_index", float("nan")), ("large_index", float("inf"))])
def test_a_length_that_is_no_number_is_refused(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a number of pixels"):
        Settings(**{name: value})  # type: ignore[arg-type]  # the values are of the tested fields


def test_a_finer_pass_cannot_be_left_without_pixels() -> None:
    with pytest.raises(ValueError, match="most_pixels"):
        Settings(most_pixels=1000)


def test_no_spots_at_all_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="most_spots"):
        Settings(most_spots=0)


@pytest.mark.parametrize("shape", [(40, 60), (40, 60, 4), (0, 60, 3)])
def test_what_is_no_bgr_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="a photograph is"):
        read_photo(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("shape", [(480, 640, 3), (1, 1, 3), (3, 2000, 3), (2000, 17, 3)])
def test_an_empty_table_of_any_shape_holds_no_cards(shape: tuple[int, ...]) -> None:
    reading = read_photo(np.full(shape, 90, np.uint8))
    assert reading.cards == ()
    assert reading.notes == (NO_CARDS,)
    assert reading.size == (shape[1], shape[0])


def test_noise_holds_no_cards() -> None:
    pixels = np.random.default_rng(7).integers(0, 256, (600, 800, 3), dtype=np.uint8)
    assert read_photo(pixels).cards == ()


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_picture_turned_round_gives_the_same_cards(photo: np.ndarray, quarters: int) -> None:
    turned = np.ascontiguousarray(np.rot90(photo, quarters))
    assert read_photo(turned).counts == read_photo(photo).counts


def test_two_threads_may_read_at_once(photo: np.ndarray) -> None:
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(read_photo, [photo, photo])
    assert one.cards == other.cards


def test_outlines_lie_about_the_cards(photo: np.ndarray) -> None:
    reading = read_photo(photo)
    assert reading.cards
    for seen in reading.cards:
        middle = np.mean(seen.outline, axis=0)
        assert 0 < middle[0] < photo.shape[1]
        assert 0 < middle[1] < photo.shape[0]
        sides = [np.hypot(*np.subtract(seen.outline[i], seen.outline[i - 1])) for i in range(4)]
        assert 1.1 < max(sides) / min(sides) < 2.0


def test_every_stage_can_be_looked_at(photo: np.ndarray, tmp_path: Path) -> None:
    trace = Trace()
    reading = read_photo(photo, trace=trace)
    names = [path.name.partition("-")[2] for path in trace.write(tmp_path)]
    assert names[:2] == ["pass-640.png", "heat-640.png"]
    assert names[-3:] == ["spots.png", "crops.png", "reading.png"]
    assert list(trace.stages) == ["search", "name", "pair"]
    assert len(trace.cards) == len(reading.cards)
    assert reading.cards == read_photo(photo).cards


def test_a_photo_is_searched_again_only_where_a_card_is_in_doubt(photo: np.ndarray) -> None:
    def passes(settings: Settings) -> list[str]:
        trace = Trace()
        read_photo(photo, settings=settings, trace=trace)
        return [name for name, _ in trace.pictures if name.startswith("pass")]

    where_all_is_sure = passes(Settings(again=704))
    assert "pass-704" not in where_all_is_sure
    assert passes(Settings(again=704, sure_from=1 - 1e-9)) == [*where_all_is_sure, "pass-704"]
    assert passes(Settings(again=0, sure_from=1 - 1e-9)) == where_all_is_sure


def test_the_overlay_draws_on_a_copy(photo: np.ndarray) -> None:
    before = photo.copy()
    drawn = overlay(photo, read_photo(photo))
    assert (photo == before).all()
    assert drawn.shape == photo.shape
    assert (drawn != photo).any()


def test_the_models_together_are_under_four_megabytes() -> None:
    assert {path.name for path in MODELS.glob("*.onnx")} == {
        "detector.onnx",
        "classifier.onnx",
        "kinds.onnx",
        "sides.onnx",
        "sight.onnx",
        "poses.onnx",
    }
    assert sum(path.stat().st_size for path in MODELS.glob("*.onnx")) < 4_000_000


def test_the_package_is_imported_without_opencv() -> None:
    code = "import sys, companion.vision; sys.exit('cv2' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_command_prints_a_reading_and_writes_the_trace(tmp_path: Path) -> None:
    picture = find_sample("aces-around").picture
    command = [sys.executable, "-m", "companion.vision", str(picture), "--trace", str(tmp_path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    cards = [one["card"] for one in json.loads(done.stdout)["cards"]]
    assert sorted(cards) == ["9H", "AC", "AD", "AH", "AS"]
    assert (tmp_path / "00-pass-640.png").exists()


def test_the_command_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jpg"
    empty.touch()
    done = subprocess.run(
        [sys.executable, "-m", "companion.vision", str(empty)], check=False, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "The file is empty." in done.stderr
