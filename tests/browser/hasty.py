"""Hasty thumbs: several games are tapped within the same second, so that few seconds try many buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, cycle, islice
from time import monotonic

from playwright.sync_api import Locator, Page

from companion.web.core.current import journal
from tests.browser.conftest import Phone, Server
from tests.browser.game_night import COMING
from tests.browser.logged import refused
from tests.web.moments import Moment, game_at

GAPS = (80, 150, 250, 400, 600)
"""So many milliseconds lie between two taps."""
SECOND_PHONE = 250
GUARDED = 0.7
"""For so many seconds after it appeared nothing takes a tap, as in companion.css."""
TRIES = 10
"""How often a tap is tried again that a busy machine brought too late to be a hasty one."""
COPIES = count()
TYPED = {
    "amount": "300",
    "bid-": "50",
    "points-A": "180",
    "points-": "60",
    "so-far-": "40",
    "dealt-": "40",
    "claim-": "40",
    "name-0": "Anna",
    "discarded": "1",
    "drawn": "1",
}
"""What stands in the fields before a button is tapped, by how their names begin."""
BUTTONS = """() => {
    document.querySelectorAll("main details").forEach((each) => { each.open = true; });
    const known = new Set();
    return [...document.querySelectorAll("main button")].flatMap((button, place) => {
        if (!button.form || button.form.method !== "post" || !button.checkVisibility()) return [];
        const sends = new URL(button.getAttribute("formaction") || button.form.action, location);
        const kind = (sends.pathname.split("/").slice(3).join("/") + " " + button.name).trim();
        if (known.has(kind)) return [];
        if (button.ariaHidden) return [];
        known.add(kind);
        return [[place, kind]];
    });
}"""
FILL = """(typed) => {
    document.querySelectorAll("main details").forEach((each) => { each.open = true; });
    for (const field of document.querySelectorAll("main input.amount, main .field input")) {
        const [, value] = Object.entries(typed).find(([start]) => field.name.startsWith(start)) || [];
        if (!value || !field.checkVisibility()) continue;
        field.value = value;
        for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {bubbles: true}));
    }
    for (const tiles of document.querySelectorAll("main fieldset .tiles"))
        if (tiles.checkVisibility()) tiles.querySelector("label").click();
    // This page has been looked at for long enough; it is the next one that a hasty thumb has not seen.
    document.getAnimations().forEach((each) => each.finish());
}"""
QUIET = f"() => !document.querySelector('form[aria-busy=true], {COMING}')"

LONG_BEFORE = "() => document.documentElement.style.setProperty('--just-came', '600s')"
"""However slow the machine is, a tap comes before what has just appeared is live,"""
LATER = "() => document.getAnimations().forEach((each) => each.finish())"
"""or after it."""

Spot = tuple[float, float]
Due = tuple[int, Page, Spot]
"""After how many milliseconds a page is tapped, and where."""


@dataclass(frozen=True)
class Button:
    """A button that writes, on the page of a moment."""

    moment: Moment
    game: str
    place: int
    kind: str
    gap: int
    """So many milliseconds lie between the taps of its hasty thumb."""

    def __str__(self) -> str:
        return f"{self.kind} of {self.moment}, after {self.gap} ms"


def again(server: Server, game: str) -> str:
    """Another game that has come just as far."""
    with server.app.app_context():
        found = journal().read(game)
        first, *rest = found.entries
        # Told by somebody else, or it would be known as the very game that it is.
        return journal().restore_game(found.game, [replace(first, who=f"copy {next(COPIES)}"), *rest]).game_id


def steps(server: Server, game: str) -> int:
    """How many commands have been carried out at a game."""
    with server.app.app_context():
        return journal().read(game).entries[-1].batch


def buttons(server: Server, page: Page, moments: Iterable[Moment]) -> Iterator[Button]:
    """Each way to write that the pages of these moments offer."""
    gaps = cycle(GAPS)
    for moment in moments:
        game = game_at(server.app, moment)
        page.goto(f"{server.url}/game/{game}/{moment.page}")
        found = page.evaluate(BUTTONS)
        assert found, f"{moment} has nothing to tap"
        yield from (Button(moment, game, place, kind, next(gaps)) for place, kind in found)


def ready(page: Page, place: int) -> Spot:
    """Fill in the page's fields and wait until its button of this place is live; where a thumb meets it."""
    page.evaluate(FILL, TYPED)
    return spot_of(page.locator("main button").nth(place))


def spot_of(button: Locator, from_left: float = 40) -> Spot:
    """Where a thumb meets a button once it is live: so many pixels from its left end, or in its middle."""
    button.click(trial=True)
    box = button.bounding_box()
    assert box
    return box["x"] + min(box["width"] / 2, from_left), box["y"] + box["height"] / 2


def tap_all(due: Iterable[Due]) -> dict[Page, list[float]]:
    """Tap the pages, each at its milliseconds from now; when each tap began and was done, in seconds, by page."""
    begun, done = monotonic(), dict[Page, list[float]]()
    for at, page, spot in sorted(due, key=lambda tap: tap[0]):
        page.wait_for_timeout(max(at - (monotonic() - begun) * 1000, 0))
        tapped = monotonic()
        page.mouse.click(*spot)
        done.setdefault(page, []).extend((tapped, monotonic()))
    for page in done:
        page.wait_for_function(QUIET)
    return done


def is_hasty(times: Iterable[float]) -> bool:
    """Whether all these taps fell before what the first of them brought could be live."""
    whole = list(times)
    return max(whole) - min(whole) < GUARDED


def refusals(phone: Phone) -> int:
    """How many steps that this phone told were refused since this was asked last; Chromium and htmx log each."""
    told = sum("status of 422" in fault for fault in phone.faults)
    phone.forgive(*refused(422))
    return told


class Row:
    """Pairs of phones that lie side by side, and the server that they are at.

    Each phone has one page open: a browser keeps so many connections to a server and no more, and a page that follows
    its game holds one of them.
    """

    def __init__(self, server: Server, make_phone: Callable[..., Phone], pairs: int = 3) -> None:
        self.server = server
        self.phones = [make_phone("Pixel 7", server=server) for _ in range(2 * pairs)]
        pages = [phone.page for phone in self.phones]
        self.pairs = list(zip(pages[::2], pages[1::2], strict=True))

    def taken_twice(self, moments: Iterable[Moment]) -> list[str]:
        """The buttons of these moments' pages that carry out more than one step when they are tapped hastily.

        That is twice on one phone, and at about the same time on another that shows the same page.
        """
        waiting = list(buttons(self.server, self.pairs[0][0], moments))
        wrong = list[str]()
        for _ in range(TRIES):
            late = list[Button]()
            left = iter(waiting)
            while at_once := list(islice(left, len(self.pairs))):
                for button, taken, hasty in self._tap(at_once):
                    if taken > 1:
                        (wrong.append(str(button)) if hasty else late.append(button))
            waiting = late
        return [*wrong, *map(str, waiting)]

    def _tap(self, at_once: list[Button]) -> Iterator[tuple[Button, int, bool]]:
        """Each button, how many steps it carried out when it was tapped, and whether the taps were hasty ones."""
        tried = [(each, again(self.server, each.game), pair) for each, pair in zip(at_once, self.pairs, strict=False)]
        for button, game, pair in tried:
            for page in pair:
                # All load at the same time; each is waited for when it is filled in.
                page.goto(f"{self.server.url}/game/{game}/{button.moment.page}", wait_until="commit")
        due = [tap for button, _, pair in tried for tap in self._taps(button, *pair)]
        before = [steps(self.server, game) for _, game, _ in tried]
        done = tap_all(due)
        for (button, game, pair), stood in zip(tried, before, strict=True):
            hasty = is_hasty(time for page in pair for time in done[page])
            yield button, steps(self.server, game) - stood, hasty

    def _taps(self, button: Button, one: Page, other: Page) -> tuple[Due, Due, Due]:
        for page in (one, other):
            page.wait_for_load_state()
        spot, there = ready(one, button.place), ready(other, button.place)
        return (0, one, spot), (button.gap, one, spot), (SECOND_PHONE, other, there)

    def forgive_refusals(self) -> None:
        """Keep of what the phones logged only what broke in a script: Chromium and htmx log every refusal too."""
        for phone in self.phones:
            phone.forgive(*refused(409, 422))
