"""A card's face weighs what its indices say, as far as it is in sight."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cards import Rank
from companion.vision import read_photo
from companion.vision.samples import find_sample
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import Index, indices_to_name
from companion.vision.stages.levels import Levels
from companion.vision.stages.pairing import spots_to_outline
from companion.vision.stages.spots import Spot
from companion.vision.stages.trust import FACE_HEIGHT, FACE_WIDTH, KIND_OF, USUAL, outline_to_face, weigh_by_faces
from companion.vision.trace import Trace
from tests.vision.stages.laid import both, index

NINE, JACK = 0, 2
RED = (0, 0, 255)


def larger(spot: Spot, times: int) -> Spot:
    """The same place and vectors in a photograph so many times as large."""
    (across, along), (right, up) = spot.to_centre, spot.up
    return Spot(spot.x * times, spot.y * times, (across * times, along * times), (right * times, up * times), 0.9)


@pytest.mark.parametrize("turn", [0.0, 0.5, 2.0, math.pi])
@pytest.mark.parametrize("times", [1, 4])
def test_a_face_is_cut_out_upright_and_at_one_size(turn: float, times: int) -> None:
    spots = [larger(spot, times) for spot in both(200.0, 200.0, turn)]
    photo = np.zeros((400 * times, 400 * times, 3), np.uint8)
    above = (round((200 + 37 * math.sin(turn)) * times), round((200 - 37 * math.cos(turn)) * times))
    cv2.circle(photo, above, 10 * times, RED, -1)
    face = outline_to_face(Levels(photo), spots_to_outline(spots))
    rows, columns = np.nonzero(face[..., 2] > 128)
    assert face.shape == (FACE_HEIGHT, FACE_WIDTH, 3)
    assert (columns.mean(), rows.mean()) == pytest.approx((FACE_WIDTH / 2, FACE_HEIGHT / 4), abs=1.5)


def test_what_lies_beyond_the_photograph_is_grey() -> None:
    face = outline_to_face(Levels(np.zeros((200, 100, 3), np.uint8)), spots_to_outline(both(100.0, 100.0)))
    assert face[FACE_HEIGHT // 2, [0, -1]].tolist() == [[0, 0, 0], [128, 128, 128]]


def test_a_court_in_sight_makes_a_doubtful_nine_a_jack() -> None:
    photo = decode_photo(find_sample("both-pinochles").picture.read_bytes())
    trace = Trace(pictures=False)
    read_photo(photo, trace=trace)
    ranks = [{NINE: 0.6, JACK: 0.4}.get(rank, 1e-6) for rank in range(len(KIND_OF))]
    jacks = [card for card in trace.cards if rank_of(card) is Rank.JACK]
    doubtful = [[replace(each, ranks=ranks) for each in card] for card in jacks]
    assert [rank_of(card) for card in doubtful] == [Rank.NINE, Rank.NINE]
    assert [rank_of(card) for card in weigh_by_faces(Levels(photo), doubtful)] == [Rank.JACK, Rank.JACK]


def rank_of(card: Sequence[Index]) -> Rank | None:
    named, _ = indices_to_name(card)
    return named.rank if named else None


def test_where_there_is_no_face_a_name_stays() -> None:
    covered = Levels(np.full((400, 400, 3), 128, np.uint8))
    said = [index(spot, rank=JACK) for spot in both(200.0, 200.0)]
    weighed = weigh_by_faces(covered, [said])
    assert rank_of(weighed[0]) is Rank.JACK
    assert sum(weighed[0][0].ranks) == pytest.approx(1)


def test_no_cards_have_no_faces() -> None:
    assert weigh_by_faces(Levels(np.zeros((100, 100, 3), np.uint8)), []) == []


def test_every_rank_has_a_kind_and_the_kinds_are_all_there_is() -> None:
    assert set(KIND_OF) == set(range(len(USUAL)))
    assert sum(USUAL) == pytest.approx(1)
