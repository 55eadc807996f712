"""The contract of every back end: who belongs to a game, who owns it, and when it is locked."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from companion.store import Action, AuditEntry, Member, Membership, NotFound, Role, SeatHeld, Store
from companion.store.journal import Shelf
from companion.store.membership import NewOwner, hashed
from tests.conftest import PATIENCE_SECONDS
from tests.store.examples import FRIDAY, event

AT, LATER = (f"2026-11-{day}T20:00:00.000+00:00" for day in (16, 17))


@pytest.fixture
def members(each_store: Store) -> Membership:
    """Those of each back end."""
    return each_store.members


@pytest.fixture
def game(each_store: Store) -> str:
    return each_store.journal.create_game(FRIDAY, [event(1)]).game_id


def test_a_device_has_the_place_that_it_took_last(members: Membership, game: str) -> None:
    assert members.find(game, "phone") is None
    members.join(game, "phone", Role.SCORER, None, AT)
    members.join(game, "phone", Role.PLAYER, 2, LATER)
    assert members.find(game, "phone") == Member(hashed("phone"), Role.PLAYER, 2, False, LATER)
    assert members.games_of("phone") == {game}
    assert members.games_of("tablet") == frozenset()


def test_a_game_is_written_with_its_owner_or_not_at_all(each_store: Store, members: Membership) -> None:
    journal = each_store.journal
    ann, ben = (NewOwner(device, Role.PLAYER, seat, AT) for seat, device in enumerate(("ann", "ben")))
    game = journal.create_game(FRIDAY, [event(1)], "start", ann).game_id
    assert journal.create_game(FRIDAY, [event(1)], "start", ben).game_id == game
    assert members.members_of(game) == [Member(hashed("ann"), Role.PLAYER, 0, True, AT)]
    copy = [replace(entry, who="another") for entry in journal.read(game).entries]
    brought = [journal.restore_game(FRIDAY, copy, owner).game_id for owner in (ben, ann)]
    assert brought[0] == brought[1]
    assert [each.id for each in members.members_of(brought[0])] == [hashed("ben")]
    seatless = replace(ann, seat=None)  # which no table takes
    with pytest.raises(Exception, match=r"(?i)check constraint"):
        journal.create_game(FRIDAY, [event(1)], "never", seatless)
    assert journal.game_made_by("never") is None


def test_the_mark_of_a_game_grows_with_each_place_that_changes_and_its_followers_wake(
    each_store: Store, members: Membership, game: str
) -> None:
    journal, phone, other = each_store.journal, hashed("phone"), hashed("other")
    changes: list[Callable[[], object]] = [
        lambda: members.join(game, "phone", Role.PLAYER, 0, AT),
        lambda: members.join(game, "phone", Role.WATCHER, None, AT),
        lambda: members.own(game, phone),
        lambda: members.lock(game, AT),
        lambda: members.unlock(game),
        lambda: members.disown(game),
        lambda: members.let_out(game, phone, AT),
    ]
    with ThreadPoolExecutor(1) as pool:
        for mark, change in enumerate(changes, start=1):
            assert journal.mark(game) == mark
            following = pool.submit(journal.wait_for_change, game, mark, PATIENCE_SECONDS)
            change()
            assert following.result(PATIENCE_SECONDS) == mark + 1
    members.join(game, "other", Role.WATCHER, None, AT)
    assert not members.own(game, phone)
    assert (journal.mark(game), journal.version(game)) == (len(changes) + 1, 1)
    journal.append(game, 1, "tap", [event(2)])
    assert (journal.mark(game), other in {each.id for each in members.members_of(game)}) == (len(changes) + 2, True)


def test_a_held_seat_is_taken_only_by_a_device_that_may_take_it_over(members: Membership, game: str) -> None:
    members.join(game, "old phone", Role.PLAYER, 1, AT)
    with pytest.raises(SeatHeld) as held:
        members.join(game, "new phone", Role.PLAYER, 1, LATER)
    assert held.value.holder == hashed("old phone")
    assert members.find(game, "new phone") is None
    members.join(game, "new phone", Role.PLAYER, 1, LATER, takes_over=True)
    found = [(each.id, each.role, each.seat) for each in members.members_of(game)]
    assert found == [(hashed("old phone"), Role.WATCHER, None), (hashed("new phone"), Role.PLAYER, 1)]


def test_a_game_has_one_owner_whatever_place_that_takes(members: Membership, game: str) -> None:
    members.join(game, "phone", Role.SCORER, None, AT)
    assert members.own(game, hashed("phone"))
    members.join(game, "phone", Role.WATCHER, None, LATER)
    members.join(game, "tablet", Role.PLAYER, 0, AT)
    assert [(each.id, each.owns) for each in members.members_of(game)] == [
        (hashed("phone"), True),
        (hashed("tablet"), False),
    ]
    assert members.own(game, hashed("tablet"))
    assert [each.id for each in members.members_of(game) if each.owns] == [hashed("tablet")]
    assert not members.own(game, hashed("a stranger"))
    assert [each.id for each in members.members_of(game) if each.owns] == [hashed("tablet")]


def test_who_is_let_out_belongs_to_the_game_no_more_and_the_owner_stays(members: Membership, game: str) -> None:
    for device in ("phone", "tablet"):
        members.join(game, device, Role.SCORER, None, AT)
    members.own(game, hashed("phone"))
    assert members.let_out(game, hashed("tablet"), AT)
    assert not members.let_out(game, hashed("tablet"), AT)
    assert not members.let_out(game, hashed("phone"), AT)
    assert [each.id for each in members.members_of(game)] == [hashed("phone")]


def test_a_game_is_locked_until_it_is_unlocked(members: Membership, game: str) -> None:
    assert not members.is_locked(game)
    members.lock(game, AT)
    members.lock(game, LATER)
    assert members.is_locked(game)
    members.unlock(game)
    members.unlock(game)
    assert not members.is_locked(game)


def test_nobody_joins_a_game_that_is_not_there(members: Membership) -> None:
    with pytest.raises(NotFound):
        members.join("nowhere", "phone", Role.SCORER, None, AT)
    with pytest.raises(NotFound):
        members.lock("nowhere", AT)


def test_of_a_device_only_a_hash_is_written_down(each_store: Store, members: Membership, game: str) -> None:
    members.join(game, "the-id-of-this-phone-22", Role.SCORER, None, AT)
    with each_store.database.read() as rows:
        assert [row["device"] for row in rows.all("select * from member")] == [hashed("the-id-of-this-phone-22")]


def test_of_two_phones_that_take_a_seat_at_once_one_has_it(
    open_again: Callable[[], Store], each_store: Store, members: Membership, game: str
) -> None:
    stores = [each_store, open_again()]
    devices = [f"phone {number}" for number in range(8)]
    with ThreadPoolExecutor(len(devices)) as pool:
        joining = [
            pool.submit(stores[number % 2].members.join, game, device, Role.PLAYER, 1, AT, takes_over=True)
            for number, device in enumerate(devices)
        ]
        for each in joining:
            each.result(PATIENCE_SECONDS)
    found = members.members_of(game)
    assert len(found) == len(devices)
    assert len([each for each in found if each.seat == 1]) == 1


def test_two_who_are_made_the_owner_at_once_never_own_it_both(
    open_again: Callable[[], Store], each_store: Store, members: Membership, game: str
) -> None:
    stores = [each_store, open_again()]
    devices = [f"phone {number}" for number in range(8)]
    for device in devices:
        members.join(game, device, Role.SCORER, None, AT)
    with ThreadPoolExecutor(len(devices)) as pool:
        owning = [
            pool.submit(stores[number % 2].members.own, game, hashed(device)) for number, device in enumerate(devices)
        ]
        assert all(each.result(PATIENCE_SECONDS) for each in owning)
    assert len([each for each in members.members_of(game) if each.owns]) == 1


def test_links_that_are_good_are_listed_and_taken_back_one_by_one(each_store: Store, game: str) -> None:
    first, second = (each_store.links.make_link(game, Role.PLAYER, at, seat) for seat, at in enumerate((AT, LATER)))
    assert [(each.role, each.seat, each.at) for each in each_store.links.links_of(game)] == [
        (Role.PLAYER, 0, AT),
        (Role.PLAYER, 1, LATER),
    ]
    gone = each_store.links.links_of(game)[0].id
    assert first not in gone
    assert not each_store.links.take_back("another game", gone, LATER)
    assert each_store.links.take_back(game, gone, LATER)
    assert not each_store.links.take_back(game, gone, LATER)
    assert each_store.links.find_link(first) is None
    assert each_store.links.find_link(second) is not None
    assert len(each_store.links.links_of(game)) == 1


def test_a_game_that_is_gone_for_good_leaves_no_member_no_lock_and_no_link(
    each_store: Store, members: Membership, game: str
) -> None:
    members.join(game, "phone", Role.PLAYER, 1, AT)
    members.lock(game, AT)
    each_store.links.make_link(game, Role.PLAYER, AT, 2)
    each_store.journal.lay(game, Shelf.BIN, AT)
    assert each_store.journal.empty_bin(LATER) == (game,)
    assert members.games_of("phone") == frozenset()
    assert not members.is_locked(game)
    assert each_store.links.links_of(game) == []


def test_a_game_that_is_nobodys_keeps_its_members_and_can_be_owned_again(members: Membership, game: str) -> None:
    members.join(game, "phone", Role.SCORER, None, AT)
    members.own(game, hashed("phone"))
    members.disown(game)
    assert [(each.id, each.owns) for each in members.members_of(game)] == [(hashed("phone"), False)]
    assert members.own(game, hashed("phone"))


def test_a_removal_is_remembered_for_its_game_and_goes_with_the_device(
    each_store: Store, members: Membership, game: str
) -> None:
    other = each_store.journal.create_game(FRIDAY, [event(1)]).game_id
    for each in (game, other):
        members.join(each, "phone", Role.SCORER, None, AT)
    members.let_out(game, hashed("phone"), LATER)
    assert (members.removed_at(game, "phone"), members.removed_at(other, "phone")) == (LATER, None)
    members.join(other, "account", Role.SCORER, None, AT)
    members.let_out(other, hashed("account"), AT)
    members.carry_over("phone", "account")
    assert members.removed_at(game, "account") == LATER
    assert members.games_of("account") == frozenset()  # it was removed there itself


def test_a_removal_revokes_the_links_by_which_one_writes_and_leaves_those_of_other_games(
    each_store: Store, members: Membership, game: str
) -> None:
    other = each_store.journal.create_game(FRIDAY, [event(1)]).game_id
    links = each_store.links
    for each in (game, other):
        links.make_link(each, Role.PLAYER, AT, 1)
        links.make_link(each, Role.SCORER, AT)
        links.make_link(each, Role.WATCHER, AT)
    members.let_out(game, hashed("nobody"), LATER)
    assert len(links.links_of(game)) == 3
    members.join(game, "phone", Role.WATCHER, None, AT)
    members.let_out(game, hashed("phone"), LATER)
    assert [each.role for each in links.links_of(game)] == [Role.WATCHER]
    assert len(links.links_of(other)) == 3


def test_a_device_that_owns_keeps_the_score_or_plays_writes_somewhere(members: Membership, game: str) -> None:
    assert not members.writes_somewhere("phone")
    members.join(game, "phone", Role.WATCHER, None, AT)
    assert not members.writes_somewhere("phone")
    members.own(game, hashed("phone"))
    assert members.writes_somewhere("phone")
    members.join(game, "tablet", Role.PLAYER, 0, AT)
    assert members.writes_somewhere("tablet")


def test_each_change_of_rights_adds_its_entry_to_the_audit_log(
    each_store: Store, members: Membership, game: str
) -> None:
    def entry(detail: str) -> AuditEntry:
        return AuditEntry(game, AT, "Ann’s phone", Action.JOINED, detail)

    links = each_store.links
    members.join(game, "phone", Role.PLAYER, 0, AT, entry=entry("join"))
    members.join(game, "tablet", Role.SCORER, None, AT)
    members.own(game, hashed("phone"), entry("own"))
    members.let_out(game, hashed("tablet"), AT, entry("remove"))
    members.let_out(game, hashed("tablet"), AT, entry("nobody"))
    members.lock(game, AT, entry("lock"))
    members.unlock(game, entry("unlock"))
    links.make_link(game, Role.WATCHER, AT, entry=entry("link"))
    links.take_back(game, links.links_of(game)[0].id, AT, entry("revoke"))
    links.revoke(game, Role.WATCHER, AT, entry("none left"))
    each_store.journal.lay(game, Shelf.BIN, AT, entry("delete"))
    each_store.journal.lay(game, Shelf.BIN, AT, entry("delete again"))
    each_store.journal.lay(game, Shelf.OPEN, AT, entry("restore"))
    members.carry_over("phone", "account", entry("carry over"))
    members.carry_over("phone", "account", entry("nothing left"))
    with pytest.raises(SeatHeld):
        members.join(game, "other", Role.PLAYER, 0, AT, entry=entry("held"))
    told = [each.detail for each in each_store.audit.of_game(game)]
    assert told == ["join", "own", "remove", "lock", "unlock", "link", "revoke", "delete", "restore", "carry over"]
