"""What is entered on the score pad of a phone with WebKit, and what it shows."""

from __future__ import annotations

from tests.browser.webkit.driver import WebKitPhone

SCORES = "[...document.querySelectorAll('.score dd')].map((each) => each.innerText.trim()).join() === arguments[0]"
"""True if the score of both sides is the argument."""


def enter_deal(phone: WebKitPhone, bidder: str, bid: int, trump: str, melds: tuple[int, int], taken: int) -> None:
    """Enter a deal; the other side's counters follow by themselves."""
    phone.tap("#seat label", bidder)
    phone.fill("#amount", bid)
    phone.tap("#trump label", trump)
    for side, points in zip("AB", melds, strict=True):
        phone.fill(f"#meld-{side}", points)
    phone.fill("#points-A", taken)
    phone.wait("document.querySelector('#points-B').value === arguments[0]", str(250 - taken))
    phone.button("Write it down")
