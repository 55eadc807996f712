"""A club's first evening in two browsers, from the owner's invitation to the end of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, CDPSession, Page, expect

from tests.browser.game_night import PEOPLE

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@dataclass(frozen=True)
class Authenticator:
    """What makes passkeys in a phone, and keeps them."""

    session: CDPSession
    id: str

    def leave_locked(self) -> None:
        """Let nobody's finger unlock it any more."""
        self.session.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": False})

    def take_away(self) -> None:
        """Let the phone have it no more, nor what it keeps."""
        self.session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.id})


def give_authenticator(page: Page) -> Authenticator:
    """Let the phone have what makes passkeys, and a finger that is always there."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return Authenticator(session, made["authenticatorId"])


def first_evening(invitation: str, phones: list[BrowserContext]) -> str:
    """The owner comes in and signs in by a passkey, invites a member, and both play a deal; the address of the game."""
    ann, ben = (context.new_page() for context in phones)
    give_authenticator(ann)
    _come_in(ann, invitation, "Ann")
    _sign_in_by_passkey(ann)
    _come_in(ben, _invite(ann), "Ben")
    table = _begin(ann)
    ben.goto(_asked_to_join(ann, table))
    ben.get_by_text("I keep the score").click()
    ben.get_by_role("button", name="That’s me").click()
    expect(ben).to_have_url(table)
    _play_a_deal(ann, ben)
    return table


def _come_in(page: Page, invitation: str, name: str) -> None:
    page.goto(invitation)
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_text(f"Welcome, {name}")).to_be_visible()


def _sign_in_by_passkey(page: Page) -> None:
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("The passkey is kept")).to_be_visible()
    page.get_by_role("button", name="Sign out on this device").click()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("Signed in as Ann")).to_be_visible()


def _invite(page: Page) -> str:
    page.get_by_role("link", name="Members").click()
    page.get_by_role("button", name="Make an invitation").click()
    return page.locator(".alert.good .address").inner_text()


def _begin(page: Page) -> str:
    page.goto(_at(page, "/new/site"))
    for seat, name in enumerate(PEOPLE):
        page.get_by_label(f"Player {seat + 1}, side").fill(name)
    page.get_by_role("group", name="Player 4").get_by_label("deals first").check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("button", name="Write it down")).to_be_visible()
    return page.url


def _asked_to_join(page: Page, table: str) -> str:
    page.goto(f"{table}share")
    address = page.locator(".address").first.inner_text()
    page.goto(table)
    return address


def _play_a_deal(ann: Page, ben: Page) -> None:
    """Ann tells of her side and Ben of his; each sees what the other has told."""
    ann.locator("#seat").get_by_text("Ann", exact=True).click()
    ann.locator("#amount").fill("250")
    write_down(ann)
    expect(ben.get_by_text("Ann bid 250")).to_be_visible()
    ben.locator("#trump").get_by_text("♥").click()
    write_down(ben)
    expect(ann.get_by_role("button", name="Change trump")).to_be_visible()
    for page, other, side, points in ((ann, ben, "A", 120), (ben, ann, "B", 60)):
        page.locator(f"#meld-{side}").fill(str(points))
        write_down(page)
        expect(other.locator(f"#meld-{side}")).to_have_value(str(points))
        expect(page.locator(f"#meld-{side}[value='{points}']")).to_be_visible()  # its own page has come, too
    ben.locator("#points-A").fill("150")
    expect(ben.locator(".foreseen")).to_contain_text("+270")
    write_down(ben)
    for page in (ann, ben):
        expect(page.get_by_text("Deal 1: why?")).to_be_visible()
        expect(page.locator(".score").first).to_contain_text("270")


def write_down(page: Page) -> None:
    page.get_by_role("button", name="Write it down").click()


def _at(page: Page, path: str) -> str:
    found = urlsplit(page.url)
    return f"{found.scheme}://{found.netloc}{path}"
