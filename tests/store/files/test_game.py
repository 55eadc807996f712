"""A game leaves as a document and comes back whole; a document that is none says why."""

from __future__ import annotations

import json
import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from companion.store import Appended, Journaled, NotFound, Store, StoreError
from companion.store.files import check_store, export_game, import_game
from tests.store.examples import FRIDAY, event, numbers
from tests.store.stores import sqlite_of

AT = "2026-11-20T19:00:00.000+00:00"


def fold(found: Journaled) -> int:
    """A game of counting, in which 13 is never said."""
    if 13 in numbers(found.entries):
        raise ValueError("nobody says 13")
    return sum(numbers(found.entries))


@pytest.fixture
def game(store: Store) -> str:
    game = store.journal.create_game(FRIDAY, [event(1), event(2)]).game_id
    store.journal.append(game, 2, "k", [event(3, who="Zoë")])
    return game


def test_a_game_comes_in_elsewhere_as_it_left_under_a_new_id(store: Store, elsewhere: Store, game: str) -> None:
    document = json.loads(json.dumps(export_game(store.journal, game)))
    copy = import_game(elsewhere.journal, document, fold).game_id
    assert copy != game
    assert elsewhere.journal.read(copy).entries == store.journal.read(game).entries
    assert export_game(elsewhere.journal, copy) == {**document, "id": copy}


def test_importing_a_game_twice_or_where_it_came_from_makes_no_second_one(store: Store, game: str) -> None:
    document = json.loads(json.dumps(export_game(store.journal, game)))
    store.journal.append(game, 3, None, [event(4)])
    for _ in range(2):
        assert import_game(store.journal, document, fold) == Appended(game, 4, replayed=True)
    assert len(store.journal.list_games()) == 1


def test_a_game_that_was_damaged_here_is_brought_in_whole(store: Store, game: str) -> None:
    document = export_game(store.journal, game)
    with closing(Database(sqlite_of(store).path, execute_plugins=False)) as loose, loose.conn:
        loose.execute("update entry set who = 'Nobody' where game_id = ? and seq = 2", [game])
    copy = import_game(store.journal, document, fold)
    assert (copy.replayed, export_game(store.journal, copy.game_id)["entries"]) == (False, document["entries"])


def test_a_document_holds_the_journal_and_nothing_else(store: Store, game: str) -> None:
    document = export_game(store.journal, game)
    assert set(document) == {"format", "v", "id", "title", "variant", "at", "options", "table", "entries", "seal"}
    assert document["entries"][2] == {
        "kind": "Counted",
        "body": {"v": 1, "number": 3},
        "who": "Zoë",
        "at": event(3).at,
        "seq": 3,
        "batch": 2,
    }


def test_the_document_in_the_docs_is_one_that_can_be_imported(store: Store) -> None:
    pages = (Path(__file__).parents[3] / "docs" / "store.md").read_text(encoding="utf-8")
    (shown,) = [block for block in re.findall(r"```json\n(.*?)```", pages, re.DOTALL) if "companion-game" in block]
    game = import_game(store.journal, json.loads(shown), lambda found: found.version).game_id
    assert export_game(store.journal, game) == {**json.loads(shown), "id": game}


def test_a_game_that_does_not_exist_is_not_exported(store: Store) -> None:
    with pytest.raises(NotFound):
        export_game(store.journal, "nowhere")


def _entry(**changes: object) -> dict[str, Any]:
    entry = {"kind": "Counted", "body": {"v": 1, "number": 1}, "who": "Ann", "at": AT, "seq": 1, "batch": 1}
    return {**entry, **changes}


UNFIT = [
    ({"format": "shopping-list"}, 'with "format": "companion-game"'),
    ({"v": 2}, "it is of version 2; this companion reads 1"),
    ({"entries": []}, "not numbered 1, 2, 3"),
    ({"entries": [_entry(seq=2)]}, "not numbered 1, 2, 3"),
    ({"entries": [_entry(), _entry(seq=2, batch=3)]}, "its batches are not numbered"),
    ({"entries": [_entry(batch=0)]}, "its batches are not numbered"),
    ({"entries": [_entry(who=None)]}, "entries[0].who: None is not text"),
    ({"entries": [_entry(body=[1])]}, "entries[0].body: [1] is not an object"),
    ({"entries": [_entry(who="\ud800")]}, "unpaired surrogate"),
    ({"entries": "many"}, "'many' is not a list"),
    ({"title": 7}, "title: 7 is not text"),
    ({"at": "2026-11-20T19:00:00"}, "at: '2026-11-20T19:00:00' is no time from 1970 to 2100 with its zone"),
    ({"entries": [_entry(), _entry(seq=2, batch=2, at="yesterday")]}, "entries: 2: at: 'yesterday' is no time"),
    ({"entries": [_entry(who="Bob")]}, "was altered after it was exported"),
    ({"title": "Saturday"}, "was altered after it was exported"),
    ({"seal": 7}, "was altered after it was exported"),
    ({"colour": "red"}, "there is no field 'colour'"),
    ({"entries": [_entry(body={"number": 13})]}, "do not follow from one another: nobody says 13"),
    ({"entries": [_entry(body={})]}, "do not follow from one another: 'number'"),
]


@pytest.mark.parametrize(("changes", "says"), UNFIT, ids=[str(changes) for changes, _ in UNFIT])
def test_a_document_that_is_no_game_is_refused_with_the_reason(
    store: Store, game: str, changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(StoreError) as refusal:
        import_game(store.journal, {**export_game(store.journal, game), **changes}, fold)
    assert says in str(refusal.value)
    assert len(store.journal.list_games()) == 1


@pytest.mark.parametrize("document", [None, [], "game", 7])
def test_json_that_is_no_object_is_refused(store: Store, document: object) -> None:
    with pytest.raises(StoreError, match="has to be a JSON object"):
        import_game(store.journal, document, fold)


def test_a_store_in_order_has_no_findings(store: Store, game: str) -> None:
    assert check_store(store, fold) == []


def test_a_game_that_does_not_fold_or_misses_an_entry_is_found(store: Store, game: str) -> None:
    unlucky = store.journal.create_game(FRIDAY, [event(13)]).game_id
    with closing(Database(sqlite_of(store).path, execute_plugins=False)) as loose, loose.conn:
        loose.execute("delete from entry where game_id = ? and seq = 2", [game])
    assert sorted(check_store(store, fold)) == sorted(
        [
            f"game {unlucky}: nobody says 13",
            f"game {game}: its entries are not numbered 1, 2, 3 … up to its version",
        ]
    )


def test_a_document_that_was_altered_on_purpose_comes_in_without_its_seal(store: Store, game: str) -> None:
    document = {**export_game(store.journal, game), "title": "Saturday"}
    del document["seal"]
    copy = import_game(store.journal, document, fold).game_id
    assert store.journal.read(copy).game.title == "Saturday"
    assert check_store(store, fold) == []


def test_the_order_of_an_objects_keys_is_no_alteration(store: Store, game: str) -> None:
    document = json.loads(json.dumps(export_game(store.journal, game), sort_keys=True))
    assert import_game(store.journal, document, fold).game_id == game


def test_clocks_that_were_set_back_are_no_reason_to_refuse_a_game(store: Store, elsewhere: Store, game: str) -> None:
    store.journal.append(game, 3, "late", [replace(event(4), at="1970-01-01T00:00:01.000+00:00")])
    assert check_store(store, fold) == []
    assert not import_game(elsewhere.journal, export_game(store.journal, game), fold).replayed
