"""What is particular to PostgreSQL: how it is opened, what it can't hold, and what is said when it fails."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from companion.store import Store, StoreError, Unavailable, open_store
from tests.cluster import Cluster
from tests.store.examples import FRIDAY, event
from tests.store.newer import newer_companion


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    opened = open_store(database=postgres)
    yield opened
    opened.close()


def test_an_address_that_is_none_says_what_would_be() -> None:
    with pytest.raises(StoreError, match=r"say sqlite:FILE or postgresql://USER@HOST/NAME"):
        open_store(database="mysql://localhost/games")
    with pytest.raises(StoreError, match="this is no address of a PostgreSQL database"):
        open_store(database="postgresql://localhost/games?colour=red")


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(StoreError, match=r"postgresql://club@127\.0\.0\.1:1/games can't be used") as refusal:
        open_store(database="postgresql://club:secret@127.0.0.1:1/games")
    assert "secret" not in str(refusal.value)


def test_a_database_that_is_not_there_is_named(cluster: Cluster) -> None:
    with pytest.raises(StoreError, match='database "nowhere" does not exist'):
        open_store(database=cluster.address.replace("/postgres?", "/nowhere?"))


def test_a_database_that_cannot_hold_every_name_is_refused(cluster: Cluster) -> None:
    with psycopg.connect(cluster.address, autocommit=True) as connection:
        connection.execute("create database narrow encoding 'LATIN1' template template0 locale 'C'")
    with pytest.raises(StoreError, match="make the database with the encoding UTF8"):
        open_store(database=cluster.address.replace("/postgres?", "/narrow?"))


def test_who_may_make_tables_may_bring_them_up_to_date(cluster: Cluster, postgres: str) -> None:
    club = _for_club(cluster, postgres, "create, usage")
    open_store(database=club).close()
    with newer_companion(), closing(open_store(database=club)) as store, store.database.read() as rows:
        assert rows.all("select more from game") == []


def test_who_may_make_no_tables_is_told_how_to_be_allowed(cluster: Cluster, postgres: str) -> None:
    for address in (_for_club(cluster, postgres, "usage"), f"{cluster.address}&options=-csearch_path%3Dnowhere"):
        with pytest.raises(StoreError, match="grant create, usage on schema public to USER"):
            open_store(database=address)


def _for_club(cluster: Cluster, address: str, rights: str) -> str:
    """The address for a user who has these rights in the schema, and none in the database."""
    schema, user = address.rpartition("%3D")[2], f"club_of_{address.rpartition('%3D')[2]}"
    with psycopg.connect(cluster.address, autocommit=True) as connection:
        connection.execute(f"create role {user} login; grant {rights} on schema {schema} to {user}".encode())
    return address.replace("companion@", f"{user}@")


UNREADABLE = ("s3c@w0rd/w#d", "s3c/w0rd", "s3c%w0rd", "s3c@w0rd", "s3c:w0rd/x", "s3c/w0rd?x", "1234/w0rd")


@pytest.mark.parametrize("password", UNREADABLE)
def test_a_password_that_was_not_percent_encoded_is_named_nowhere(password: str) -> None:
    with pytest.raises(StoreError, match="percent-encode") as refused:
        open_store(database=f"postgresql://u:{password}@127.0.0.1:1/games")
    assert _leaked(refused.value) == []


@pytest.mark.parametrize("password", ["s3c%40w0%2Frd", "s3c#w0rd", "s3c:w0rd", "s3c?w0rd", "s3c[w0rd"])
def test_a_password_is_not_in_the_message_of_a_server_that_does_not_answer(password: str) -> None:
    with pytest.raises(StoreError, match=r"u@127\.0\.0\.1:1/games can't be used") as refused:
        open_store(database=f"postgresql://u:{password}@127.0.0.1:1/games")
    assert _leaked(refused.value) == []


def _leaked(fault: BaseException) -> list[str]:
    told = "".join(traceback.format_exception(fault))
    return [part for part in ("s3c", "w0", "1234") if part in told]


def test_a_word_that_is_no_address_is_shown_without_its_password() -> None:
    with pytest.raises(StoreError, match="is no database") as refused:
        open_store(database="mysql://u:s3c@ret/x@db/games")
    assert "s3c" not in str(refused.value)


def test_an_address_with_a_nul_in_it_finds_no_game(store: Store) -> None:
    assert store.journal.game_made_by("k\0") is None
    assert store.journal.create_game(FRIDAY, [event(1)], key="k\0").replayed is False
    assert store.journal.create_game(FRIDAY, [event(1)], key="k\0").replayed is True


def test_a_server_that_takes_no_writes_says_so(store: Store) -> None:
    with pytest.raises(Unavailable, match="it may not be written to"), store.database.read() as rows:
        rows.run("delete from pulse")


TEXTS = ("it’s 'quoted'", "back\\slash \\' $1 %s ?", "a\nb;\nselect 1", "🂡 Ωé", "")


@pytest.mark.parametrize("text", TEXTS)
def test_text_is_kept_as_it_was_told(store: Store, text: str) -> None:
    with store.database.write() as rows:
        rows.run("insert into secret (name, value) values (?, ?)", "of the test", text)
        rows.run("insert into pulse (ballast) values (?)", bytes(range(256)))
    with store.database.read() as rows:
        assert rows.first("select value from secret where name = ? and value = ?", "of the test", text)
        assert rows.first("select ballast from pulse") == {"ballast": bytes(range(256))}


def test_a_block_that_raises_writes_and_rings_nothing(store: Store) -> None:
    def fail() -> None:
        with store.database.write() as rows:
            rows.run("insert into remembered_name values ('d', 'n', '2026', 0, 1)")
            rows.ring("anything")
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert store.people.remembered_names("d") == []
