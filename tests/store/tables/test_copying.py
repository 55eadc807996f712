"""Everything goes from one database into another, and both hold the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.figures.scope import Season
from companion.figures.who import Said, Saying
from companion.night.events import EntrantCame, GameBegun, Plan, RoundDrawn
from companion.rules.house import make_house
from companion.store import Action, AuditEntry, Office, Passkey, Role, Store, StoreError, open_store
from companion.store.copying import GATHERED, KEPT, contents
from companion.store.files import check_store
from companion.store.games import judge_game
from companion.store.membership import hashed
from companion.store.photos import NEVER, Example, TaughtDeck
from companion.store.store import copy_database, open_database
from companion.store.tables import TABLES
from tests.store.examples import FRIDAY, event
from tests.store.recorded import AT, recorded
from tests.store.stores import COLUMNS, KEYS

PLAYED = sorted((Path(__file__).parents[2] / "playthroughs").glob("*.txt"))
LATER = "2099-01-01T00:00:00.000+00:00"
TOOLS = ("schema_version", "pulse", "work", "answered", *GATHERED)


@pytest.fixture
def addresses(tmp_path: Path, postgres: str) -> tuple[str, str]:
    return f"sqlite:{tmp_path / 'companion.db'}", postgres


@pytest.fixture
def open_at() -> Iterator[Callable[[str], Store]]:
    opened: list[Store] = []

    def open_it(address: str) -> Store:
        opened.append(open_store(database=address))
        return opened[-1]

    yield open_it
    for each in opened:
        each.close()


def fill(store: Store) -> str:
    """Something in every table; the token of a link."""
    for path in PLAYED[::6]:
        found = recorded(path)
        game = store.journal.restore_game(found.game, found.entries).game_id
    keyed = store.journal.create_game(FRIDAY, [event(1)], key="start").game_id
    store.journal.append(keyed, 1, "tap", [event(2, who="Zoë’s 📱")])
    store.links.revoke(game, Role.SCORER, AT)
    store.links.make_link(game, Role.SCORER, AT)
    store.links.make_link(game, Role.PLAYER, AT, 2)
    store.members.join(game, "phone", Role.PLAYER, 2, AT)
    store.members.join(game, "tablet", Role.SCORER, None, AT)
    store.members.own(game, hashed("tablet"))
    store.members.join(game, "removed", Role.SCORER, None, AT)
    store.members.let_out(game, hashed("removed"), AT)
    store.members.lock(game, AT)
    store.keepers.add("house", "tablet", AT)
    store.keepers.make_link("house", AT)
    store.people.remember_names("phone", ["Ann", "Zoë"], AT)
    store.photos.keep_photo(game, bytes(range(256)), {"cards": ["QS"]}, AT)
    store.photos.keep_photo(None, b"", {}, AT)
    store.houses.add(make_house("Aunt Mary’s", "site", {"end.target": 900}), AT, "form")
    store.examples.agree("phone", AT)
    store.examples.keep("phone", Example("x", b"\xff\xd8", {"cards": []}, AT))
    store.examples.keep_deck("phone", TaughtDeck(b"\0deck", {"cards": 3}, AT))
    store.sayings.say(Saying(Said.SAME, "Bob", "Bobby"), "phone", AT)
    store.seasons.add(Season("", "Winter league", "2026-10-01"), AT, "form")
    store.seasons.add(Season("", "Spring cup", "2026-03-01", "2026-05-31"), AT)
    night = store.nights.open(Plan("Thursday", "Single deck"), "2026-11-26", "desk", AT, "form")
    store.seasons.choose_nights("2026", [night], [])
    pairs = [EntrantCame(1, ("Ann", "Bob")), EntrantCame(2, ("Cy", "Zoë"))]
    store.nights.append(night, 1, pairs, "desk", AT, "tap")
    drawn = RoundDrawn(1, "drawn/1", "x", (((1,), (2,)),))
    store.nights.append(night, 3, [drawn, GameBegun(1, 1, game)], "desk", AT)
    store.audit.record(AuditEntry(game, AT, "Zoë’s phone", Action.REMOVED, "Ann’s phone"))
    store.audit.record(AuditEntry(None, AT, "Zoë", Action.INVITED, "a member"))
    store.secret.key()
    fill_club(store)
    return store.links.make_link(game, Role.WATCHER, AT)


def fill_club(store: Store) -> None:
    """Somebody of a club, with all that belongs to them."""
    token = store.ways_in.use_up(store.ways_in.invite(Office.OWNER, "", AT, LATER), "Ann", "Firefox", AT)
    found = store.accounts.find_sign_in(str(token), AT)
    assert found is not None
    store.ways_in.let_in(found[0].id, found[0].id, AT, LATER)
    store.passkeys.add(Passkey("key", found[0].id, b"\0public", 3, "Firefox", AT))


@pytest.mark.parametrize("back", [False, True], ids=["to-postgres", "to-sqlite"])
def test_a_copy_holds_the_same_in_every_table(
    addresses: tuple[str, str], open_at: Callable[[str], Store], back: bool
) -> None:
    source, target = reversed(addresses) if back else addresses
    token = fill(open_at(source))
    copied = copy_database(source, target)
    assert all(each.rows for each in copied)
    one, other = open_at(source), open_at(target)
    assert contents(one.database) == contents(other.database) == copied
    assert [row.id for row in other.journal.list_games()] == [row.id for row in one.journal.list_games()]
    for row in one.journal.list_games():
        assert other.journal.read(row.id) == one.journal.read(row.id)
    assert other.links.find_link(token) == one.links.find_link(token) is not None
    assert other.journal.create_game(FRIDAY, [event(1)], key="start").replayed
    assert other.secret.key() == one.secret.key()
    assert check_store(other, judge_game) == check_store(one, judge_game)


def test_a_copy_overwrites_nothing(addresses: tuple[str, str], open_at: Callable[[str], Store]) -> None:
    for address in addresses:
        open_at(address).journal.create_game(FRIDAY, [event(1)])
    with pytest.raises(StoreError, match="is not empty: a copy overwrites nothing"):
        copy_database(*addresses)


def test_there_is_nothing_to_copy_from_a_file_that_is_not_there(addresses: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there are no games in"):
        copy_database(*addresses)
    assert list(tmp_path.iterdir()) == []


def test_what_the_other_cannot_hold_leaves_it_empty(
    addresses: tuple[str, str], open_at: Callable[[str], Store]
) -> None:
    store = open_at(addresses[0])
    store.people.remember_names("phone", ["A\0nn"], AT)
    with pytest.raises(StoreError, match=r"the table remembered_name differs\. Nothing was written"):
        copy_database(*addresses)
    assert open_at(addresses[1]).people.remembered_names("phone") == []


def test_a_difference_anywhere_shows_in_the_contents(each_store: Store) -> None:
    fill(each_store)
    before = contents(each_store.database)
    assert contents(each_store.database) == before
    with each_store.database.write() as rows:
        rows.run("update photo set jpeg = ? where game_id is null", b"1")
    after = contents(each_store.database)
    assert [each.table for each, was in zip(after, before, strict=True) if each != was] == ["photo"]


def test_both_databases_have_the_columns_that_are_copied_and_no_others(addresses: tuple[str, str]) -> None:
    copied = {(table, column) for table in KEPT for column in TABLES[table].columns}
    for address, sql in zip(addresses, COLUMNS, strict=True):
        with closing(open_database(address)) as database, database.read() as rows:
            found = {(row["name"], row["field"]) for row in rows.all(sql)}
        assert {each for each in found if each[0] not in TOOLS} == copied


def test_both_databases_have_the_keys_that_the_tables_are_described_with(addresses: tuple[str, str]) -> None:
    described = [(name, column) for name, table in TABLES.items() for column in table.key if name != "work"]
    for address, sql in zip(addresses, KEYS, strict=True):
        with closing(open_database(address)) as database, database.read() as rows:
            found = [(row["name"], row["field"]) for row in rows.all(sql) if row["name"] != "work"]
        assert sorted(found, key=lambda each: each[0]) == sorted(described, key=lambda each: each[0])


def test_a_backup_of_either_is_a_file_that_opens_by_itself(
    each_store: Store, open_at: Callable[[str], Store], tmp_path: Path
) -> None:
    fill(each_store)
    each_store.photos.prune(before=NEVER)  # no backup holds them
    each_store.backup(tmp_path / "copies" / "companion.db")
    with pytest.raises(StoreError, match="exists already"):
        each_store.backup(tmp_path / "copies" / "companion.db")
    copy = open_at(f"sqlite:{tmp_path / 'copies' / 'companion.db'}")
    assert contents(copy.database) == contents(each_store.database)
