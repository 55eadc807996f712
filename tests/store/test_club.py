"""The contract of every back end: who belongs to a club, where they are signed in, and how they came in."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.store import Account, Action, AuditEntry, Office, Passkey, Role, Store
from companion.store.membership import hashed
from tests.conftest import PATIENCE_SECONDS
from tests.store.examples import FRIDAY, event

MONDAY, TUESDAY, FRIDAY_NIGHT = (f"2026-11-{day}T20:00:00.000+00:00" for day in (16, 17, 20))


def come_in(store: Store, office: Office, name: str) -> tuple[Account, str]:
    """Somebody who used an invitation on Monday, and the token of their device."""
    token = store.ways_in.use_up(store.ways_in.invite(office, "", MONDAY, FRIDAY_NIGHT), name, "Firefox", MONDAY)
    assert token is not None
    found = store.accounts.find_sign_in(token, MONDAY)
    assert found is not None
    return found[0], token


@pytest.fixture
def ann(each_store: Store) -> Account:
    return come_in(each_store, Office.OWNER, "Ann")[0]


def test_an_invitation_makes_an_account_and_signs_it_in(each_store: Store) -> None:
    account, token = come_in(each_store, Office.DIRECTOR, "Dee")
    assert (account.name, account.office, account.at) == ("Dee", Office.DIRECTOR, MONDAY)
    assert [(each.id, each.device, each.seen_at) for each in each_store.accounts.sign_ins_of(account.id)] == [
        (hashed(token), "Firefox", MONDAY)
    ]
    assert each_store.accounts.find_account(account.id) == Account(account.id, "Dee", Office.DIRECTOR, MONDAY, MONDAY)


def test_a_way_in_is_used_once_and_looked_at_as_often_as_one_likes(each_store: Store) -> None:
    token = each_store.ways_in.invite(Office.MEMBER, "", MONDAY, FRIDAY_NIGHT)
    for _ in range(2):
        found = each_store.ways_in.find(token, TUESDAY)
        assert found is not None
        assert (found.office, found.account, found.ends_at) == (Office.MEMBER, None, FRIDAY_NIGHT)
    assert each_store.ways_in.use_up(token, "Ann", "Firefox", TUESDAY) is not None
    assert each_store.ways_in.use_up(token, "Bob", "Firefox", TUESDAY) is None
    assert each_store.ways_in.find(token, TUESDAY) is None
    assert [each.name for each in each_store.accounts.list_accounts()] == ["Ann"]


def test_of_two_who_use_a_way_in_at_once_one_comes_in(open_again: Callable[[], Store]) -> None:
    stores = [open_again() for _ in range(4)]
    token = stores[0].ways_in.invite(Office.MEMBER, "", MONDAY, FRIDAY_NIGHT)
    with ThreadPoolExecutor(len(stores)) as pool:
        used = pool.map(lambda each: each.ways_in.use_up(token, "Ann", "", TUESDAY), stores, timeout=PATIENCE_SECONDS)
        assert sum(each is not None for each in used) == 1
    assert len(stores[0].accounts.list_accounts()) == 1


def test_a_way_in_ends_and_is_taken_back(each_store: Store) -> None:
    ended, taken, good = (
        each_store.ways_in.invite(Office.MEMBER, "", MONDAY, end) for end in (TUESDAY, FRIDAY_NIGHT, FRIDAY_NIGHT)
    )
    assert each_store.ways_in.take_back(hashed(taken))
    assert not each_store.ways_in.take_back(hashed(taken))
    assert [each.id for each in each_store.ways_in.list_ways_in(TUESDAY)] == [hashed(good)]
    for token in (ended, taken, "made up"):
        assert each_store.ways_in.find(token, TUESDAY) is None
        assert each_store.ways_in.use_up(token, "Ann", "", TUESDAY) is None
    assert each_store.ways_in.forget_ended(TUESDAY) == 1


def test_a_way_in_for_somebody_who_is_there_signs_another_device_in(each_store: Store, ann: Account) -> None:
    way_in = each_store.ways_in.let_in(ann.id, ann.id, TUESDAY, FRIDAY_NIGHT)
    token = each_store.ways_in.use_up(way_in, "", "Safari", TUESDAY)
    assert token is not None
    found = each_store.accounts.find_sign_in(token, MONDAY)
    assert found is not None
    assert found[0].id == ann.id
    assert [each.device for each in each_store.accounts.sign_ins_of(ann.id)] == ["Safari", "Firefox"]


def test_a_sign_in_that_was_ended_is_none(each_store: Store) -> None:
    ann, token = come_in(each_store, Office.OWNER, "Ann")
    bob, _ = come_in(each_store, Office.MEMBER, "Bob")
    assert not each_store.accounts.end(bob.id, hashed(token))
    assert each_store.accounts.end(ann.id, hashed(token))
    assert each_store.accounts.find_sign_in(token, MONDAY) is None


def test_a_link_that_a_signed_out_device_may_have_made_signs_no_other_in(each_store: Store) -> None:
    ann, token = come_in(each_store, Office.OWNER, "Ann")
    bob, _ = come_in(each_store, Office.MEMBER, "Bob")
    own, of_bob, again = (
        each_store.ways_in.let_in(account.id, ann.id, MONDAY, FRIDAY_NIGHT) for account in (ann, bob, ann)
    )
    each_store.accounts.end(ann.id, hashed(token))
    good = [bool(each_store.ways_in.find(each, TUESDAY)) for each in (own, of_bob, again)]
    assert good == [False, True, False]
    each_store.accounts.end_all(bob.id, AuditEntry(None, TUESDAY, "Ann", Action.SIGNED_OUT, "Bob"))
    assert each_store.accounts.sign_ins_of(bob.id) == []
    assert each_store.ways_in.find(of_bob, TUESDAY) is None
    assert [each.detail for each in each_store.audit.of_club(5)] == ["Bob"]


def test_a_device_that_was_not_seen_for_long_is_signed_in_no_more(each_store: Store) -> None:
    ann, token = come_in(each_store, Office.OWNER, "Ann")
    assert each_store.accounts.find_sign_in(token, TUESDAY) is None
    each_store.accounts.see(hashed(token), FRIDAY_NIGHT)
    assert each_store.accounts.find_sign_in(token, TUESDAY) is not None
    assert each_store.accounts.forget_unseen(TUESDAY) == 0
    late = each_store.accounts.sign_in(ann.id, "Safari", MONDAY)
    assert each_store.accounts.forget_unseen(TUESDAY) == 1
    assert each_store.accounts.find_sign_in(str(late), MONDAY) is None


def test_the_last_owner_stays_one(each_store: Store, ann: Account) -> None:
    assert not each_store.accounts.appoint(ann.id, Office.MEMBER, "")
    assert not each_store.accounts.remove(ann.id, "")
    bob, _ = come_in(each_store, Office.MEMBER, "Bob")
    assert each_store.accounts.appoint(bob.id, Office.OWNER, "")
    assert each_store.accounts.appoint(ann.id, Office.DIRECTOR, "")
    assert [(each.name, each.office) for each in each_store.accounts.list_accounts()] == [
        ("Bob", Office.OWNER),
        ("Ann", Office.DIRECTOR),
    ]


def test_of_two_owners_who_let_each_other_out_one_stays(open_again: Callable[[], Store]) -> None:
    stores = [open_again() for _ in range(2)]
    owners = [come_in(stores[0], Office.OWNER, name)[0] for name in ("Ann", "Bob")]
    with ThreadPoolExecutor(2) as pool:
        removed = pool.map(
            lambda store, who: store.accounts.remove(who.id, ""), stores, owners, timeout=PATIENCE_SECONDS
        )
        assert sorted(removed) == [False, True]


def test_of_three_owners_who_demote_each_other_the_first_demotion_stands(open_again: Callable[[], Store]) -> None:
    stores = [open_again() for _ in range(2)]
    ann, bob, _ = (come_in(stores[0], Office.OWNER, name)[0] for name in ("Ann", "Bob", "Cy"))
    with ThreadPoolExecutor(2) as pool:
        demoted = pool.map(
            lambda store, who, by: store.accounts.appoint(who.id, Office.MEMBER, by.id),
            *(stores, (bob, ann), (ann, bob)),
            timeout=PATIENCE_SECONDS,
        )
        assert sorted(demoted) == [False, True]
    assert not stores[0].accounts.appoint(ann.id, Office.OWNER, "removed meanwhile")


def test_a_change_of_office_voids_what_its_account_may_not_make_any_more(each_store: Store, ann: Account) -> None:
    bob, _ = come_in(each_store, Office.OWNER, "Bob")
    cy, _ = come_in(each_store, Office.MEMBER, "Cy")
    invitations = {office: each_store.ways_in.invite(office, bob.id, MONDAY, FRIDAY_NIGHT) for office in Office}
    for_ann = each_store.ways_in.let_in(ann.id, bob.id, MONDAY, FRIDAY_NIGHT)
    for_cy = each_store.ways_in.let_in(cy.id, bob.id, MONDAY, FRIDAY_NIGHT)
    own = each_store.ways_in.let_in(bob.id, bob.id, MONDAY, FRIDAY_NIGHT)
    by_machine = each_store.ways_in.invite(Office.OWNER, "", MONDAY, FRIDAY_NIGHT)
    tokens = [*invitations.values(), for_ann, for_cy, own, by_machine]

    def good() -> set[str]:
        return {token for token in tokens if each_store.ways_in.find(token, TUESDAY)}

    assert each_store.accounts.appoint(bob.id, Office.DIRECTOR, ann.id)
    assert good() == {invitations[Office.MEMBER], for_cy, own, by_machine}
    assert each_store.accounts.appoint(cy.id, Office.DIRECTOR, ann.id)
    assert good() == {invitations[Office.MEMBER], own, by_machine}
    assert each_store.accounts.appoint(bob.id, Office.MEMBER, ann.id)
    assert each_store.accounts.appoint(bob.id, Office.OWNER, ann.id)
    assert good() == {own, by_machine}


def test_a_way_in_made_at_the_moment_its_maker_was_demoted_is_not_good(each_store: Store, ann: Account) -> None:
    bob, _ = come_in(each_store, Office.MEMBER, "Bob")
    late = [
        each_store.ways_in.invite(Office.OWNER, bob.id, MONDAY, FRIDAY_NIGHT),
        each_store.ways_in.let_in(ann.id, bob.id, MONDAY, FRIDAY_NIGHT),
        each_store.ways_in.invite(Office.MEMBER, "removed", MONDAY, FRIDAY_NIGHT),
    ]
    for token in late:
        assert each_store.ways_in.find(token, TUESDAY) is None
        assert each_store.ways_in.use_up(token, "Mallory", "", TUESDAY) is None


def test_who_was_removed_leaves_nothing_by_which_anybody_comes_in(each_store: Store, ann: Account) -> None:
    bob, token = come_in(each_store, Office.DIRECTOR, "Bob")
    handed = each_store.ways_in.invite(Office.MEMBER, bob.id, MONDAY, FRIDAY_NIGHT)
    own = each_store.ways_in.let_in(bob.id, ann.id, MONDAY, FRIDAY_NIGHT)
    each_store.passkeys.add(Passkey("key", bob.id, b"", 0, "Firefox", MONDAY))
    assert each_store.accounts.remove(bob.id, "")
    assert each_store.accounts.find_sign_in(token, MONDAY) is None
    assert [each_store.ways_in.find(way_in, MONDAY) for way_in in (handed, own)] == [None, None]
    assert each_store.passkeys.find("key") is None
    assert each_store.accounts.sign_in(bob.id, "Firefox", TUESDAY) is None


def test_a_passkey_is_kept_once_and_counts_its_uses(each_store: Store, ann: Account) -> None:
    key = Passkey("key", ann.id, bytes(range(256)), 0, "Firefox", MONDAY)
    assert each_store.passkeys.add(key)
    assert not each_store.passkeys.add(key)
    assert each_store.passkeys.find("key") == key
    each_store.passkeys.use("key", 7, TUESDAY)
    assert [(each.uses, each.used_at) for each in each_store.passkeys.list_passkeys(ann.id)] == [(7, TUESDAY)]
    assert not each_store.passkeys.remove("somebody else", "key")
    assert each_store.passkeys.remove(ann.id, "key")
    assert each_store.passkeys.list_passkeys(ann.id) == []


def test_a_question_is_answered_once(each_store: Store) -> None:
    assert each_store.passkeys.answer("who is there", MONDAY)
    assert not each_store.passkeys.answer("who is there", TUESDAY)
    assert each_store.passkeys.forget_answered(TUESDAY) == 1


def test_the_places_of_a_device_go_over_but_where_there_is_one_already(each_store: Store) -> None:
    taken, free = (each_store.journal.create_game(FRIDAY, [event(1)]).game_id for _ in range(2))
    members = each_store.members
    for game in (taken, free):
        members.join(game, "phone", Role.PLAYER, 1, MONDAY)
        members.own(game, hashed("phone"))
    members.join(taken, "account", Role.SCORER, None, MONDAY)
    members.carry_over("phone", "account")
    assert [(each.id, each.role, each.owns) for each in members.members_of(free)] == [
        (hashed("account"), Role.PLAYER, True)
    ]
    assert members.games_of("phone") == {taken}
