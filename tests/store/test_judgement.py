"""Only a game that every page can show comes in, and every golden game does."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import pytest

from companion.game.events import StepUndone
from companion.game.fold import Recorded, fold, still_counting
from companion.store import Store, StoreError, bounds, games
from companion.store.files import check_store, export_game, import_game
from companion.store.games import judge_game, to_history
from tests.conftest import one_in, some
from tests.playthroughs.transcript import transcripts
from tests.store.recorded import AT, STORED, recorded

_SITE = next(path for path in transcripts() if path.stem == "site-target")


_OLD = next(each["body"] for each in STORED if each["kind"] == "MeldShown" and each["body"]["seat"] is None)
"""Melds of both hands of a side, told at once: no table tells them so any more."""


def _document(**changes: Any) -> dict[str, Any]:
    """The golden game as a file without a seal, its entries changed by number: ``{2: {"seat": 99}}``."""
    found = recorded(_SITE)
    entries = [json.loads(json.dumps(vars(entry))) for entry in found.entries]
    game = {"title": "A game", "variant": "site", "at": AT, "options": {}, "table": {}}
    return {"format": "companion-game", "v": 1, **game, "entries": entries, **changes}


def _entry_of(document: dict[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(entry for entry in document["entries"] if entry["kind"] == kind)
    return found


@pytest.mark.parametrize("path", one_in(6, transcripts()), ids=lambda path: path.stem)
def test_every_golden_game_leaves_and_comes_in(store: Store, elsewhere: Store, path: Any) -> None:
    found = recorded(path)
    game = store.journal.restore_game(found.game, found.entries).game_id
    copy = import_game(elsewhere.journal, json.loads(json.dumps(export_game(store.journal, game))), judge_game)
    assert elsewhere.journal.read(copy.game_id).seals == store.journal.read(game).seals
    assert check_store(elsewhere, judge_game) == []


def test_a_game_in_which_a_side_told_the_melds_of_two_hands_at_once_comes_in_and_keeps_its_points(
    store: Store,
) -> None:
    document = _document()
    was = _entry_of(document, "MeldShown")["body"]
    was.update(seat=None, source="melds", melds=_OLD["melds"], points=_OLD["points"])
    state = judge_game(store.journal.read(import_game(store.journal, document, judge_game).game_id))
    assert state.deals[0].meld(was["side"]) == 1000
    assert state.deals[0].shown[0].melds[0].name == "double aces around"


BODIES = [
    ("DealBegun", {"dealer": 77}, "there is no dealer 77 at this table"),
    ("DealBegun", {"dealer": -1}, "there is no dealer -1 at this table"),
    ("DealBegun", {"sits_out": [9]}, "there is no sits out 9 at this table"),
    ("AuctionWon", {"seat": 99}, "there is no seat 99 at this table"),
    ("MeldShown", {"side": "Q"}, "there is no side 'Q' at this table"),
    ("DealEnded", {"points": {"Q": 250}}, "there is no side 'Q' at this table"),
    ("DealEnded", {"quad_pinochle": ["Q"]}, "there is no quad pinochle 'Q' at this table"),
    ("GameStarted", {"names": ["Ann"]}, "entry 1: 1 names, where"),
    ("GameStarted", {"options": "{"}, "entry 1: its rules can't be read"),
    ("GameStarted", {"variant": "whist"}, "entry 1: its rules can't be read"),
    ("TrumpNamed", {"suit": "X"}, "a stored TrumpNamed does not fit"),
]


@pytest.mark.parametrize(("kind", "change", "says"), BODIES)
def test_a_game_that_no_page_can_show_is_refused_with_the_reason(
    store: Store, kind: str, change: dict[str, Any], says: str
) -> None:
    document = _document()
    assert not import_game(store.journal, document, judge_game).replayed
    _entry_of(document, kind)["body"].update(change)
    with pytest.raises(StoreError) as refusal:
        import_game(store.journal, document, judge_game)
    assert says in str(refusal.value)
    assert len(store.journal.list_games()) == 1


@pytest.mark.parametrize("at", ["yesterday", "2026-11-20T19:04:05", "", "20 November"])
def test_a_last_entry_at_no_time_is_refused(store: Store, at: str) -> None:
    document = _document()
    document["entries"][-1]["at"] = at
    with pytest.raises(StoreError, match="is no time from 1970 to 2100 with its zone"):
        import_game(store.journal, document, judge_game)


def test_a_start_alone_is_no_game_to_show(store: Store) -> None:
    document = _document()
    document["entries"] = document["entries"][:1]
    with pytest.raises(StoreError, match="leaves no deal on the table"):
        import_game(store.journal, document, judge_game)


def test_a_signed_game_that_goes_on_otherwise_is_refused(store: Store) -> None:
    document = _document()
    last = document["entries"][-1]
    told: list[tuple[str, dict[str, Any]]] = [("GameSigned", {"side": side}) for side in "AB"]
    told.append(("PlayerRenamed", {"seat": 0, "name": "Anna"}))
    for step, (kind, body) in enumerate(told, 1):
        place = {"seq": last["seq"] + step, "batch": last["batch"] + step}
        document["entries"].append({**last, **place, "kind": kind, "body": {"v": 1, **body}})
    with pytest.raises(StoreError, match="changes a game whose result every side had signed"):
        import_game(store.journal, document, judge_game)
    document["entries"].pop()
    state = judge_game(store.journal.read(import_game(store.journal, document, judge_game).game_id))
    assert state.agreement.signed == {"A", "B"}


def test_a_strike_of_what_is_not_there_is_refused(store: Store) -> None:
    found = recorded(next(path for path in transcripts() if path.stem == "site-undo"))
    document = _document(entries=[json.loads(json.dumps(vars(entry))) for entry in found.entries])
    for strikes in ([], [999]):
        _entry_of(document, "StepUndone")["body"]["strikes"] = strikes
        with pytest.raises(StoreError, match="do not follow from one another"):
            import_game(store.journal, document, judge_game)


def test_check_judges_as_import_does(store: Store) -> None:
    found = recorded(_SITE)
    started = found.entries[0]
    game = store.journal.restore_game(found.game, [started]).game_id
    assert check_store(store, judge_game) == [
        f"game {game}: entry 1: it leaves no deal on the table, and nobody has won"
    ]


def test_a_game_with_too_many_entries_is_refused_before_they_are_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bounds.MOST_ENTRIES, "game", 10)
    with pytest.raises(StoreError, match="there would be 11 entries in it, and a game holds 10 at most"):
        import_game(store.journal, _document(entries=[None] * 11), judge_game)


def test_steps_taken_back_lead_where_a_fold_of_all_leads() -> None:
    tried = 0
    for path in some(transcripts()):
        history = to_history(recorded(path))
        steps, done = games._Steps(), 0
        for _, step in groupby(history, key=lambda each: each.batch):
            added = tuple(step)
            done += len(added)
            tried += any(isinstance(each.event, StepUndone) for each in added)
            assert steps.after(added) == fold(history[:done])
    assert tried


def _taken_back(times: int, every: Callable[[int], int]) -> dict[str, Any]:
    """The golden game with so many steps more, each of which strikes an entry."""
    document = _document()
    last = document["entries"][-1]
    strikes = [entry["seq"] for entry in document["entries"] if entry["batch"] == last["batch"]]
    for number in range(1, times + 1):
        seq, batch = last["seq"] + number, last["batch"] + number
        body = {"v": 1, "strikes": strikes if number == 1 else [every(seq)]}
        document["entries"].append({**last, "kind": "StepUndone", "seq": seq, "batch": batch, "body": body})
    return document


def test_a_step_taken_back_and_again_costs_no_fold_of_the_whole_game(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded: list[int] = []

    def counted(again: Sequence[Recorded]) -> tuple[Recorded, ...]:
        folded.append(len(again))
        return still_counting(again)

    monkeypatch.setattr(games, "still_counting", counted)
    document = _taken_back(100, lambda seq: seq - 1)
    import_game(store.journal, document, judge_game)
    assert sum(folded) < 2 * len(document["entries"]) + 100**2 // 2 + 100


def test_a_file_that_takes_back_far_more_than_anybody_can_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="too much is taken back, again and again"):
        import_game(store.journal, _taken_back(2000, lambda _: 3), judge_game)
