"""The events of the game room go into the journal and come back, today's and those of earlier versions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game.decide.start import start_game
from companion.game.events import EVENTS, Event, GameStarted
from companion.game.state import Phase
from companion.rules.choices import Bidding
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from companion.store import Store
from companion.store.codec import Codec
from companion.store.files import export_game, import_game
from companion.store.games import CODEC, UPCASTS, fold_game, to_entries, to_history, to_new_game
from companion.store.nights import CODEC as OF_NIGHTS
from tests.store.recorded import STORED

AT = "2026-11-20T19:00:00.000+00:00"


def _started(variant: Variant) -> tuple[Event, ...]:
    names = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")[: variant.players[0]]
    events = start_game(variant, names, dealer=0)
    assert isinstance(events, tuple)
    return events


@pytest.mark.parametrize("cls", EVENTS)
@settings(deadline=None)
@given(data=st.data())
def test_every_event_comes_back_from_json_text_as_it_went_in(cls: type[Event], data: st.DataObject) -> None:
    event = data.draw(st.from_type(cls))
    kind, body = CODEC.encode(event)
    assert CODEC.decode(kind, json.loads(json.dumps(body))) == event


@pytest.mark.parametrize("stored", STORED, ids=[f"{stored['kind']} v{stored['body']['v']}" for stored in STORED])
def test_an_event_stored_by_an_earlier_version_can_still_be_read(stored: dict[str, Any]) -> None:
    codec: Codec[Any] = OF_NIGHTS if stored["kind"] in OF_NIGHTS.kinds else CODEC
    assert type(codec.decode(stored["kind"], stored["body"])).__name__ == stored["kind"]


def test_of_every_kind_and_version_there_is_a_stored_example() -> None:
    versions = {
        (kind, v) for kind in (*CODEC.kinds, *OF_NIGHTS.kinds) for v in range(1, 2 + len(UPCASTS.get(kind, ())))
    }
    assert {(stored["kind"], stored["body"]["v"]) for stored in STORED} == versions


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_a_game_of_every_variant_is_stored_folded_exported_and_imported(
    store: Store, elsewhere: Store, variant: Variant
) -> None:
    events = _started(variant)
    started = events[0]
    assert isinstance(started, GameStarted)
    game = store.journal.create_game(to_new_game(started, AT), to_entries(events, "Ann's phone", AT)).game_id
    found = store.journal.read(game)
    assert tuple(recorded.event for recorded in to_history(found)) == events
    assert (found.game.variant, found.game.title) == (variant.key, ", ".join(started.names))
    copy = import_game(elsewhere.journal, json.loads(json.dumps(export_game(store.journal, game))), fold_game).game_id
    state = fold_game(elsewhere.journal.read(copy))
    begins = Phase.TURN if variant.bid is Bidding.NONE else Phase.AUCTION
    assert (state, state.phase) == (fold_game(found), begins)
