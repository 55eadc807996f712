"""House variants are kept, changed by one writer at a time, and leave and come back as files."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.house import HouseVariant, make_house
from companion.store import NameTaken, Overtaken, Store, StoreError
from companion.store.errors import KeyUsed
from companion.store.files import house_document, is_house_document, read_house_document, read_house_file
from tests.conftest import tries
from tests.rules.option_strategies import HOUSES

AT, LATER = "2026-11-20T19:00:00.000+00:00", "2026-11-20T20:00:00.000+00:00"
MARY = make_house("Aunt Mary’s", "site", {"end.target": 1000, "meld.table": {"run": [20, 150]}})
CLUB = make_house("The club", "doubles", {"floor": -500})


def test_a_house_variant_comes_back_as_it_was_kept(each_store: Store) -> None:
    kept = each_store.houses.add(MARY, AT)
    assert (kept.house, kept.version, kept.updated_at) == (MARY, 1, AT)
    assert each_store.houses.find(kept.id) == kept
    assert each_store.houses.find("nowhere") is None


def test_the_one_changed_last_comes_first(each_store: Store) -> None:
    mary, club = each_store.houses.add(MARY, AT), each_store.houses.add(CLUB, AT)
    assert [row.id for row in each_store.houses.list_houses()] == [club.id, mary.id]
    each_store.houses.change(mary.id, 1, MARY, LATER)
    assert [row.id for row in each_store.houses.list_houses()] == [mary.id, club.id]


def test_a_form_sent_twice_keeps_one(each_store: Store) -> None:
    assert each_store.houses.add(MARY, AT, "form") == each_store.houses.add(MARY, LATER, "form")
    assert len(each_store.houses.list_houses()) == 1


def test_a_change_is_written_once_and_counted(each_store: Store) -> None:
    kept = each_store.houses.add(MARY, AT)
    renamed = make_house("Uncle Bob’s", "site", {})
    changed = each_store.houses.change(kept.id, 1, renamed, LATER, "form")
    assert (changed.house, changed.version) == (renamed, 2)
    assert each_store.houses.change(kept.id, 1, renamed, LATER, "form") == changed
    assert each_store.houses.find(kept.id) == changed


def test_who_has_not_seen_the_last_change_overwrites_nothing(each_store: Store) -> None:
    kept = each_store.houses.add(MARY, AT)
    each_store.houses.change(kept.id, 1, make_house("Mary’s", "site", {}), LATER, "one")
    with pytest.raises(Overtaken):
        each_store.houses.change(kept.id, 1, make_house("Bob’s", "site", {}), LATER, "other")
    found = each_store.houses.find(kept.id)
    assert found is not None
    assert found.house.name == "Mary’s"


def test_two_cannot_have_one_name_whatever_its_capitals(each_store: Store) -> None:
    mary, club = each_store.houses.add(MARY, AT), each_store.houses.add(CLUB, AT)
    with pytest.raises(NameTaken, match="AUNT MARY’S already"):
        each_store.houses.add(make_house("AUNT MARY’S", "site", {}), AT)
    with pytest.raises(NameTaken):
        each_store.houses.change(club.id, 1, make_house("aunt mary’s", "site", {}), AT)
    with pytest.raises(NameTaken):
        each_store.houses.add(make_house("Aunt Mar\u200dy’s", "site", {}), AT)
    assert each_store.houses.change(mary.id, 1, make_house("AUNT MARY’S", "site", {}), AT).version == 2


def test_rules_from_elsewhere_are_numbered_where_their_name_is_taken(each_store: Store) -> None:
    long = "Every second Thursday at the Golden Lion, upstairs, by eight"
    first = each_store.houses.bring_in(make_house(long, "site", {}), AT)
    assert each_store.houses.bring_in(make_house(long, "site", {}), LATER) == first
    second = each_store.houses.bring_in(make_house(long, "site", {"end.target": 1000}), AT)
    third = each_store.houses.bring_in(make_house(long.upper(), "doubles", {}), AT)
    assert second.house.name == f"{long[:56].rstrip()} (2)"
    assert third.house.name == f"{long[:56].rstrip()} (3)".upper()


def test_what_is_deleted_is_gone_and_its_name_free(each_store: Store) -> None:
    kept = each_store.houses.add(MARY, AT)
    each_store.houses.delete(kept.id)
    each_store.houses.delete(kept.id)
    assert each_store.houses.list_houses() == []
    with pytest.raises(Overtaken):
        each_store.houses.change(kept.id, 1, MARY, AT)
    assert each_store.houses.add(MARY, AT).id != kept.id


def test_a_house_variant_leaves_as_a_document_and_comes_back_the_same() -> None:
    document = json.loads(json.dumps(house_document(MARY)))
    assert is_house_document(document)
    assert read_house_document(document) == MARY
    assert read_house_file(json.dumps(document).encode()) == MARY


def test_the_house_variant_in_the_docs_is_one_that_can_be_brought_in() -> None:
    pages = (Path(__file__).parents[3] / "docs" / "store.md").read_text(encoding="utf-8")
    (shown,) = [block for block in re.findall(r"```json\n(.*?)```", pages, re.DOTALL) if "companion-variant" in block]
    assert house_document(read_house_document(json.loads(shown))) == json.loads(shown)


@settings(max_examples=tries(150))
@given(HOUSES)
def test_whatever_a_house_variant_changes_its_file_brings_it_back(house: HouseVariant) -> None:
    assert read_house_file(json.dumps(house_document(house)).encode()) == house


def _document(**changes: Any) -> dict[str, Any]:
    return {**house_document(MARY), **changes}


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ([], "this is no house variant"),
        ({"format": "companion-game", "v": 1}, "this is no house variant"),
        (_document(v=2), "of version 2, from a newer companion; this one reads 1"),
        (_document(v="1"), "has the fields format, v, name, base, changes and no others"),
        (_document(colour="red"), "and no others"),
        (_document(name=7), "the name and the base are texts"),
        (_document(changes=[]), "the changes an object of options"),
        (_document(base="whist"), "these rules can’t be used: no such variant: 'whist'"),
        (_document(changes={"pass.count": -1}), "can’t be used: pass.count: -1 does not fit"),
        (_document(changes={"hand.size": 13}), "4 hands of 13 are 52 cards, but the pack has 48"),
        (_document(name=" "), "give these rules a name"),
    ],
)
def test_a_document_that_is_no_house_variant_says_why(document: Any, says: str) -> None:
    with pytest.raises(StoreError) as refusal:
        read_house_document(document)
    assert says in str(refusal.value)


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff\xe0 a photo", b"{", b"[" * 100_000])
def test_a_file_that_somebody_chose_by_mistake_is_answered_in_a_sentence(content: bytes) -> None:
    with pytest.raises(StoreError, match="this file holds no house variant"):
        read_house_file(content)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(key=st.sampled_from(["end.tie", "pack", "meld.table", "score.save", "bid.step", "players"]), value=_JSON)
def test_whatever_a_file_puts_into_an_option_is_read_or_refused(key: str, value: Any) -> None:
    with suppress(StoreError):
        assert isinstance(read_house_document(_document(changes={key: value})), HouseVariant)


def test_a_key_that_comes_again_with_other_rules_is_refused_and_writes_nothing(each_store: Store) -> None:
    kept = each_store.houses.add(MARY, AT, "form")
    with pytest.raises(KeyUsed):
        each_store.houses.add(CLUB, AT, "form")
    with pytest.raises(KeyUsed):
        each_store.houses.bring_in(CLUB, AT, "form")
    changed = each_store.houses.change(kept.id, 1, replace(MARY, name="Mary’s"), AT, "change")
    with pytest.raises(KeyUsed):
        each_store.houses.change(kept.id, 2, CLUB, AT, "change")
    assert each_store.houses.list_houses() == [changed]


def test_rules_that_were_numbered_are_brought_in_once_by_one_key(each_store: Store) -> None:
    each_store.houses.add(MARY, AT)
    other = make_house(MARY.name, "doubles", {})
    assert each_store.houses.bring_in(other, AT, "form") == each_store.houses.bring_in(other, AT, "form")
    assert len(each_store.houses.list_houses()) == 2
