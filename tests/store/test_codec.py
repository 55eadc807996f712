"""Any event that the hints allow comes back as it went in; anything else is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, NewType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Card, Rank, Suit
from companion.store.codec import Codec, CodecError

Seat = NewType("Seat", int)


class Reason(Enum):
    SHORT = "short"
    CERTAIN = "certain"


@dataclass(frozen=True)
class Pass:
    seat: Seat


@dataclass(frozen=True)
class Bid:
    seat: Seat
    amount: int


@dataclass(frozen=True)
class DealFinished:
    number: int
    called: Pass | Bid
    trump: Suit | None
    shown: tuple[Card, ...]
    pair: tuple[str, bool]
    counters: Mapping[str, int]
    by_seat: Mapping[Seat, tuple[Card, ...]]
    sides: frozenset[str]
    reason: Reason = Reason.SHORT
    how: Literal["played", "thrown-in"] = "played"
    options: Mapping[str, object] = field(default_factory=dict)
    sure: float | None = None


@dataclass(frozen=True)
class GameNamed:
    title: str


CODEC: Codec[Any] = Codec((DealFinished, GameNamed))

cards = st.builds(Card, st.sampled_from(Rank), st.sampled_from(Suit))
seats = st.integers(0, 7).map(Seat)
words = st.text(max_size=8)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | words | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
deals = st.builds(
    DealFinished,
    number=st.integers(),
    called=st.builds(Pass, seats) | st.builds(Bid, seats, st.integers()),
    trump=st.none() | st.sampled_from(Suit),
    shown=st.lists(cards, max_size=20).map(tuple),
    pair=st.tuples(words, st.booleans()),
    counters=st.dictionaries(words, st.integers(), max_size=4),
    by_seat=st.dictionaries(seats, st.lists(cards, max_size=3).map(tuple), max_size=4),
    sides=st.frozensets(words, max_size=4),
    reason=st.sampled_from(Reason),
    how=st.sampled_from(("played", "thrown-in")),
    options=st.dictionaries(words, plain, max_size=3),
    sure=st.none() | st.floats(0, 1),
)


@settings(deadline=None)
@given(deals)
def test_an_event_comes_back_from_json_text_as_it_went_in(event: DealFinished) -> None:
    kind, body = CODEC.encode(event)
    text = json.dumps(body)
    assert CODEC.decode(kind, json.loads(text)) == event
    assert type(CODEC.decode(kind, json.loads(text)).called) is type(event.called)


@settings(deadline=None)
@given(deals)
def test_a_stored_body_says_its_version_and_spells_cards_as_people_do(event: DealFinished) -> None:
    _, body = CODEC.encode(event)
    assert body["v"] == 1
    assert body["shown"] == [str(card) for card in event.shown]


A_DEAL = DealFinished(1, Pass(Seat(2)), Suit.HEARTS, (), ("x", True), {"A": 1}, {Seat(1): ()}, frozenset("A"))

MISFITS = [
    ("number", "three", "number: 'three' is not a whole number"),
    ("number", True, "number: True is not a whole number"),
    ("trump", "Z", "trump: 'Z' is not a Suit: one of 'S', 'H', 'C', 'D'"),
    ("trump", 4, "trump: 4 is not a Suit: one of"),
    ("shown", ["AS", "1X"], "shown[1]: no such card: '1X'"),
    ("shown", "AS", "shown: 'AS' is not a list"),
    ("pair", ["x"], "pair: ['x'] is not a list of 2"),
    ("called", {"is": "Double"}, "called: 'Double' is not Pass or Bid"),
    ("called", {"is": "Bid", "seat": 1}, "called.amount: this field is missing"),
    ("counters", {"A": None}, "counters['A']: None is not a whole number"),
    ("by_seat", {"north": []}, "by_seat['north']: 'north' is not a whole number"),
    ("how", "claimed", "how: claimed not in literal"),
    ("sure", float("inf"), "sure: inf is not a number"),
    ("pair", ["\ud800", True], "unpaired surrogate"),
    ("colour", "red", "there is no field 'colour'"),
]


@pytest.mark.parametrize(("name", "value", "says"), MISFITS, ids=[f"{name}={value!r}" for name, value, _ in MISFITS])
def test_a_body_that_does_not_fit_is_refused_with_the_field(name: str, value: object, says: str) -> None:
    kind, body = CODEC.encode(A_DEAL)
    with pytest.raises(CodecError) as refusal:
        CODEC.decode(kind, {**body, name: value})
    assert says in str(refusal.value)


def test_a_missing_field_gets_its_default_and_without_one_is_refused() -> None:
    kind, body = CODEC.encode(A_DEAL)
    assert CODEC.decode(kind, {name: body[name] for name in body if name != "reason"}).reason is Reason.SHORT
    with pytest.raises(CodecError, match="number: this field is missing"):
        CODEC.decode(kind, {name: body[name] for name in body if name != "number"})


def test_an_event_whose_field_is_not_what_its_hint_says_is_not_stored() -> None:
    with pytest.raises(CodecError, match="title: 7 is not text"):
        CODEC.encode(GameNamed(7))  # type: ignore[arg-type]  # the wrong type is what is tested
    with pytest.raises(CodecError, match="no event is called 'Pass'; those known are DealFinished, GameNamed"):
        CODEC.encode(Pass(Seat(1)))


def test_a_class_that_json_cannot_hold_is_found_when_the_codec_is_made() -> None:
    @dataclass(frozen=True)
    class Unclear:
        who: str | Suit

    @dataclass(frozen=True)
    class Taken:
        v: int

    Unclear.__annotations__["who"] = str | Suit
    with pytest.raises(CodecError, match=r"Unclear cannot be stored: str or Suit: in JSON .* distinguished"):
        Codec((Unclear,))
    with pytest.raises(CodecError, match="no field may be called 'v'"):
        Codec((Taken,))


def _game_named_v1_to_v2(body: dict[str, Any]) -> dict[str, Any]:
    return {"title": body["name"]}


def _game_named_v2_to_v3(body: dict[str, Any]) -> dict[str, Any]:
    return {"title": body["title"].strip()}


def test_old_bodies_are_brought_up_to_date_step_by_step() -> None:
    codec: Codec[Any] = Codec((GameNamed,), {"GameNamed": (_game_named_v1_to_v2, _game_named_v2_to_v3)})
    assert codec.decode("GameNamed", {"v": 1, "name": " Friday "}) == GameNamed("Friday")
    assert codec.decode("GameNamed", {"v": 2, "title": " Friday "}) == GameNamed("Friday")
    assert codec.encode(GameNamed("Friday")) == ("GameNamed", {"v": 3, "title": "Friday"})


@pytest.mark.parametrize("version", [0, 2, None, "1"])
def test_a_version_that_this_program_does_not_know_is_refused(version: object) -> None:
    with pytest.raises(CodecError, match="this companion reads 1 to 1"):
        CODEC.decode("GameNamed", {"v": version, "title": "x"})


def test_an_upcast_for_a_kind_that_does_not_exist_is_refused() -> None:
    with pytest.raises(CodecError, match="upcasts for kinds that do not exist: GameRenamed"):
        Codec((GameNamed,), {"GameRenamed": (_game_named_v1_to_v2,)})
