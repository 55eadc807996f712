"""A club on phones: a passkey is made and signs in, a second device is paired, and one is signed out from another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from companion.store import Office
from companion.store.moments import at, now
from companion.web.core.current import current_store
from tests.browser.club_walk import Authenticator, give_authenticator
from tests.browser.conftest import PHONES, SCRIPT, Phone, Server
from tests.browser.logged import refused


@pytest.fixture
def club(serve: Callable[..., Server]) -> Server:
    """A club at a name under which browsers allow passkeys without https."""
    server = serve(HOME="club")
    return replace(server, url=f"http://localhost:{server.port}")


def come_in(club: Server, phone: Phone, name: str, office: Office = Office.OWNER) -> Page:
    """Use an invitation that was made on the machine; the page of the account."""
    with club.app.app_context():
        ends_at = at(datetime.now(timezone.utc) + timedelta(days=1))
        path = f"/in/{current_store().ways_in.invite(office, '', now(), ends_at)}"
    page = phone.open(path)
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Come in").tap()
    expect(page.get_by_text(f"Welcome, {name}")).to_be_visible()
    return page


def with_passkey(club: Server, make_phone: Callable[..., Phone]) -> Phone:
    """Ann's phone, for which she has just made a passkey; left out where there can be none."""
    return _ann(club, make_phone)[0]


def _ann(club: Server, make_phone: Callable[..., Phone]) -> tuple[Phone, Authenticator]:
    pytest.importorskip("webauthn", reason="it is not built for every machine")
    phone = make_phone(server=club)
    authenticator = give_authenticator(phone.page)
    page = come_in(club, phone, "Ann")
    page.get_by_role("button", name="Add a passkey").tap()
    expect(page.get_by_text("The passkey is kept")).to_be_visible()
    return phone, authenticator


@pytest.mark.thorough
def test_a_passkey_is_made_signs_in_and_is_removed(club: Server, make_phone: Callable[..., Phone]) -> None:
    phone = with_passkey(club, make_phone)
    page = phone.page
    phone.look()
    page.get_by_role("button", name="Sign out on this device").tap()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()

    page = phone.open("/sign-in?next=/new")
    phone.look()
    for _ in range(2):  # a key is good for as often as one likes, a question once
        page.get_by_role("button", name="Sign in with a passkey").tap()
        expect(page.get_by_role("heading", name="How many players?")).to_be_visible()
        phone.context.clear_cookies()
        phone.open("/sign-in?next=/new")

    come_in(club, make_phone(server=club), "Bob", Office.MEMBER)
    page.get_by_role("button", name="Sign in with a passkey").tap()
    expect(page.get_by_role("heading", name="How many players?")).to_be_visible()
    phone.open("/account")
    expect(page.get_by_text("last used")).to_be_visible()
    page.get_by_role("button", name="Remove the passkey").tap()
    expect(page.get_by_role("button", name="Remove the passkey")).to_have_count(0)
    page.get_by_role("button", name="Sign out on this device").tap()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    phone.open("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").tap()
    expect(page.get_by_text("That didn’t work, so nothing was changed.").first).to_be_visible()
    phone.forgive(*refused(422))


@pytest.mark.thorough
def test_before_a_passkey_is_added_or_removed_another_is_shown(club: Server, make_phone: Callable[..., Phone]) -> None:
    phone, authenticator = _ann(club, make_phone)
    page = phone.page
    _let_an_hour_pass(club)
    phone.open("/account")
    phone.look()
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
    expect(page.get_by_role("button", name="Remove the passkey")).to_have_count(0)
    page.get_by_role("link", name="with your passkey").press("Enter")
    page.get_by_role("button", name="Show that it is me").press("Enter")
    expect(page.get_by_text("For five minutes you may add or remove passkeys")).to_be_visible()
    phone.look()
    expect(page.get_by_role("button", name="Sign in another device")).to_be_visible()
    authenticator.take_away()
    give_authenticator(page)
    page.get_by_role("button", name="Add a passkey").press("Enter")
    expect(page.get_by_text("The passkey is kept")).to_be_visible()
    page.get_by_role("button", name="Remove the passkey").first.press("Enter")
    expect(page.get_by_role("button", name="Remove the passkey")).to_have_count(1)


@pytest.mark.thorough
def test_a_passkey_that_nobody_unlocked_shows_nothing(club: Server, make_phone: Callable[..., Phone]) -> None:
    phone, authenticator = _ann(club, make_phone)
    page = phone.page
    phone.open("/account")
    authenticator.leave_locked()
    form = page.locator("form[data-passkey]")
    form.evaluate("form => { form.dataset.asked = form.dataset.asked.replace('required', 'discouraged') }")
    page.get_by_role("button", name="Show that it is me").tap()
    expect(page.get_by_text("That didn’t work, so nothing was changed.").first).to_be_visible()
    phone.forgive(*refused(422))


def _let_an_hour_pass(club: Server) -> None:
    """Let everybody have signed in an hour ago."""
    since = at(datetime.now(timezone.utc) - timedelta(hours=1))
    with club.app.app_context(), current_store().database.write() as rows:
        rows.run("update sign_in set created_at = ?", since)


def test_an_answer_that_was_used_is_no_answer(club: Server, make_phone: Callable[..., Phone]) -> None:
    phone = with_passkey(club, make_phone)
    page = phone.page
    phone.context.clear_cookies()
    phone.open("/sign-in")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Sign in with a passkey").tap()
    expect(page.get_by_text("Signed in as Ann")).to_be_visible()
    told = club.app.test_client().post(
        "/sign-in", data=sent.value.post_data, content_type="application/x-www-form-urlencoded", base_url=club.url
    )
    assert told.status_code == 422


@pytest.mark.thorough
def test_without_a_script_the_page_says_what_a_passkey_needs(club: Server, make_phone: Callable[..., Phone]) -> None:
    phone = make_phone(server=club, script=False)
    page = come_in(club, phone, "Ann")
    for path in ("/account", "/sign-in"):
        phone.open(path)
        expect(page.get_by_role("button", name="passkey")).to_have_count(0)
    expect(page.get_by_text("This device is signed in as Ann.")).to_be_visible()
    phone.context.clear_cookies()
    phone.open("/sign-in")
    expect(page.get_by_text("This needs a script, and none runs in this browser")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPT)
def test_a_second_device_is_paired_by_the_square_that_the_first_shows(
    club: Server, make_phone: Callable[..., Phone], script: bool
) -> None:
    first, second = (make_phone(name, server=club, script=script) for name in PHONES)
    page = come_in(club, first, "Ann")
    page.get_by_role("button", name="Sign in another device").tap()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    if script:
        first.look()
    path = urlsplit(page.locator(".alert.good .address").inner_text()).path

    other = second.open(path)
    other.reload()  # looking, however often, uses nothing up
    other.get_by_role("button", name="Sign in here").tap()
    expect(other.get_by_text("Welcome, Ann")).to_be_visible()
    third = make_phone(server=club, script=script)
    third.open(path)
    expect(third.page.get_by_text("This link is not good any more")).to_be_visible()

    first.open("/account")
    expect(page.get_by_role("button", name="Sign out: ")).to_have_count(1)
    page.get_by_role("button", name="Sign out: ").tap()
    expect(page.get_by_role("button", name="Sign out: ")).to_have_count(0)
    second.open("/account")
    expect(other.get_by_text("nobody is signed in on this phone")).to_be_visible()
    for each in (second, third):
        each.forgive(*refused(403, 404))


@pytest.mark.thorough
def test_an_owner_invites_and_appoints(club: Server, make_phone: Callable[..., Phone]) -> None:
    phone = make_phone(server=club)
    page = come_in(club, phone, "Ann")
    come_in(club, make_phone(PHONES[1], server=club), "Bartholomew Featherstonehaugh", Office.MEMBER)
    phone.open("/")
    phone.look()
    page.get_by_role("link", name="Members").tap()
    page.get_by_role("button", name="Make an invitation").tap()
    expect(page.get_by_text("An invitation for a member")).to_be_visible()
    # A click, since a touch that a busy machine draws out is a long press, which opens nothing.
    page.get_by_text("Bartholomew Featherstonehaugh member").click()
    phone.look()
    page.get_by_role("button", name="Make Bartholomew Featherstonehaugh a director").tap()
    expect(page.get_by_text("Bartholomew Featherstonehaugh director")).to_be_visible()
