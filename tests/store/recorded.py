"""The golden games as a store holds them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from companion.game.events import GameStarted
from companion.store import Entry, GameRow, Journaled
from companion.store.games import CODEC, to_new_game
from tests.playthroughs.transcript import rerun

AT = "2026-11-20T19:00:00.000+00:00"


@cache
def recorded(path: Path) -> Journaled:
    """The game of a transcript with all its entries, which nobody may change."""
    history = rerun(path.read_text(encoding="utf-8"))[1].history
    started = history[0].event
    assert isinstance(started, GameStarted)
    entries = []
    for each in history:
        kind, body = CODEC.encode(each.event)
        entries.append(Entry(kind, json.loads(json.dumps(body)), "Ann", AT, each.seq, each.batch))
    new = to_new_game(started, AT)
    row = GameRow(new.title, new.variant, AT, new.options, new.table, version=len(entries), updated_at=AT)
    return Journaled(row, tuple(entries))


STORED = [
    json.loads(line) for line in (Path(__file__).parent / "cases" / "stored_events.jsonl").read_text().splitlines()
]
