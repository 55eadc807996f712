"""A table's pages in WebKit, as iPhones have it: deals, corrections, other phones, lost lines, photos and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pillow_heif
import pytest
from PIL import Image

from companion.rules.variants.partnership import SITE
from companion.vision.samples import find_sample
from tests.browser.conftest import OF_COLOURS, OLDER, ZOOMS, Server
from tests.browser.cuts import KEPT
from tests.browser.photos import SAMPLE, read_if_whole
from tests.browser.played import played
from tests.browser.webkit.driver import ENTER, WebKitPhone
from tests.web.conftest import browser
from tests.web.night.desk import NAMES
from tests.web.played_game import seat_game
from tests.web.settle_table import OVER, in_play
from tests.web.table_player import Player, begin

pytestmark = pytest.mark.thorough

KEPT_WITH = """
const cache = await caches.open("pages-2 /"), keys = await cache.keys();
const kept = keys.filter(({ url }) => new URL(url).pathname === arguments[0]);
const texts = await Promise.all(kept.map(async (key) => (await cache.match(key)).text()));
return texts.some((text) => text.includes(arguments[1]));
"""
SCORES = "[...document.querySelectorAll('.score dd')].map((each) => each.innerText.trim()).join() === arguments[0]"
"""True if the score of both sides is the argument."""


@pytest.fixture
def phone(phone: WebKitPhone) -> Iterator[WebKitPhone]:
    """A phone that logs no fault."""
    yield phone
    assert phone.faults() == []


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    return serve(READER=read_if_whole, ENTERED="pad")


@pytest.fixture
def table(server: Server) -> Player:
    return Player(server.app, browser(server.app), begin(server.app, SITE))


def open_game(phone: WebKitPhone, server: Server, table: Player, page: str = "") -> None:
    phone.open(f"{server.url}/game/{table.game}/{page}")


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


def scores(phone: WebKitPhone, ours: str, theirs: str) -> None:
    phone.wait(SCORES, f"{ours},{theirs}")


def test_names_are_typed_and_two_deals_written_undone_and_brought_back(phone: WebKitPhone, server: Server) -> None:
    phone.open(f"{server.url}/new/site")
    for seat, name in enumerate(("Ann", "Bob", "Cy", "Di")):
        phone.fill(f"#name-{seat}", name)
    phone.tap("label:has([name=dealer][value='3'])")
    phone.button("Start the game")
    phone.sees("", "#pad")
    enter_deal(phone, "Ann", 300, "♠", (190, 40), 140)
    scores(phone, "330", "150")
    enter_deal(phone, "Bob", 250, "♥", (40, 100), 160)
    scores(phone, "530", "−100")
    phone.button("Undo")
    scores(phone, "330", "150")
    phone.wait("document.querySelector('#meld-B').value === '100'")
    phone.reload()
    scores(phone, "330", "150")
    phone.check()


def test_a_deal_is_entered_step_by_step(phone: WebKitPhone, server: Server, table: Player) -> None:
    open_game(phone, server, table, "?how=each")
    phone.button("260")
    for name in ("Cy", "Di", "Ann"):
        phone.sees(f"{name} to bid")
        phone.button(f"{name} passes")
    phone.button("Spades")
    phone.fill("#meld-A", 190)
    phone.button("Save")
    phone.sees("190", "#name-A output")
    phone.fill("#meld-B", 40)
    phone.button("Meld is done")
    phone.fill("#points-A", 140)
    phone.button("Count the deal")
    phone.sees("Is this right?")
    phone.button("Confirm")
    phone.sees("Deal 2 · Bob dealt")


def test_a_slip_in_an_earlier_deal_is_corrected(phone: WebKitPhone, server: Server) -> None:
    table = played(server)
    open_game(phone, server, table, "sheet")
    phone.tap("summary", "Bob 330")
    phone.link("Correct deal 2")
    phone.fill("#points-A", 130)
    phone.button("See what changes")
    phone.sees("Is this right?")
    phone.button("Confirm")
    phone.sees("corrected")
    assert tuple(table.state.deals[1].change.values()) == (150, -330)


def test_what_another_phone_writes_is_there_at_once_and_what_is_typed_stays(
    phone: WebKitPhone, server: Server, table: Player
) -> None:
    open_game(phone, server, table, "?how=each")
    phone.tap("summary", "Another amount")
    phone.fill("#amount", 27)
    table.do("bid", amount="250")
    phone.sees("The score has moved on.")
    phone.wait("document.querySelector('#amount').value === '27'")
    phone.link("Show it")
    phone.sees("Cy to bid")
    table.do("bid", amount="260")
    phone.sees("Di to bid")


@pytest.mark.parametrize("lacks", ["", OLDER], ids=["new", "iOS 15"])
def test_what_is_tapped_while_the_companion_is_away_is_sent_once_it_is_back(
    start: Callable[..., WebKitPhone], server: Server, serve: Callable[..., Server], table: Player, lacks: str
) -> None:
    phone = start(before=lacks)
    open_game(phone, server, table)
    assert phone.run("return typeof AbortSignal.timeout") == ("undefined" if lacks else "function")
    server.stop()
    enter_deal(phone, "Ann", 300, "♠", (190, 40), 140)
    phone.sees(f"“Ann 300 ♠\ufe0e, meld 190 and 40, taken 140 and 110” {KEPT}", ".outbox p")
    phone.sees("", "html[data-line=lost]")
    again = serve(port=server.port, ENTERED="pad")
    scores(phone, "330", "150")
    phone.wait("document.querySelector('.outbox').textContent === ''")
    table.app = again.app
    assert [tuple(deal.change.values()) for deal in table.state.deals] == [(330, 150)]
    enter_deal(phone, "Bob", 250, "♥", (40, 100), 160)
    scores(phone, "530", "−100")
    assert phone.faults() == []


def test_a_page_opened_again_while_the_companion_is_away_is_the_kept_one(
    phone: WebKitPhone, server: Server, serve: Callable[..., Server], table: Player
) -> None:
    open_game(phone, server, table)
    phone.wait("navigator.serviceWorker.controller")
    enter_deal(phone, "Ann", 300, "♠", (190, 40), 140)
    scores(phone, "330", "150")
    phone.wait_for_work(KEPT_WITH, f"/game/{table.game}/", "Deal 1: why?")
    server.stop()
    phone.reload()
    phone.sees("the companion can’t be reached", ".as-of")
    scores(phone, "330", "150")
    phone.open(f"{server.url}/rules/")
    phone.sees("The companion is away")
    serve(port=server.port)
    phone.reload()
    phone.sees("Rulebook", "h1")


@pytest.mark.parametrize("kind", ["jpg", "heic"])
def test_a_photo_is_read_and_a_doubtful_card_corrected(
    phone: WebKitPhone, server: Server, tmp_path: Path, kind: str
) -> None:
    with Image.open(find_sample(SAMPLE).picture) as sample:
        pillow_heif.from_pillow(sample).save(tmp_path / "photo.heic")
        sample.save(tmp_path / "photo.jpg")
    phone.open(f"{server.url}/photo/?variant=site&trump=S")
    phone.choose("#chosen", tmp_path / f"photo.{kind}")
    phone.sees("One card I am not sure of")
    phone.link("Look at it")
    phone.sees("I read this as the king of spades")
    phone.tap(".likely button", "queen of spades")
    phone.sees("150", "output")
    phone.check()


def test_half_of_a_photo_is_refused(phone: WebKitPhone, server: Server, tmp_path: Path) -> None:
    whole = find_sample(SAMPLE).picture.read_bytes()
    (tmp_path / "half.jpg").write_bytes(whole[: len(whole) // 2])
    phone.open(f"{server.url}/photo/")
    phone.choose("#chosen", tmp_path / "half.jpg")
    phone.sees("cut off", "[role=alert]")


def test_the_taker_of_a_trick_is_settled(phone: WebKitPhone, server: Server) -> None:
    table = seat_game(server.app, browser(server.app), SITE, [OVER])
    in_play(table)
    open_game(phone, server, table, "settle")
    phone.tap("a, label, summary", "Who takes the trick?")
    for count, card in enumerate(("queen of hearts", "ace of hearts"), start=1):
        phone.tap(".pad button", card)
        phone.wait("document.querySelectorAll('[aria-label^=\"Take out\"]').length === arguments[0]", count)
    phone.button("Settle it")
    phone.sees("The ace of hearts takes the trick", "#verdict")
    phone.check()


def test_a_question_is_answered_for_practice(phone: WebKitPhone, server: Server) -> None:
    phone.open(f"{server.url}/practice/play/site/a")
    phone.tap(".held label")
    phone.button("These I may play")
    phone.link("Next question")
    phone.sees("These I may play", "button")


def test_a_round_of_a_night_is_drawn_and_its_totals_entered(phone: WebKitPhone, server: Server) -> None:
    phone.open(f"{server.url}/nights/")
    phone.fill("#name", "Thursday")
    phone.button("Open the night")
    phone.fill("#names", ENTER.join(NAMES))
    phone.button("They are here")
    phone.button("Draw round 1")
    phone.link("Table 1")
    for table in (1, 2):
        phone.sees(f"Table {table}, round 1")
        for side in (0, 1):
            phone.fill(f"#points-{side}", 100 * table + side)
        phone.button("Enter the totals")
    phone.sees("totals of table 2 in round 1", "button")
    phone.button("Draw round 2")
    phone.sees("Round 2 of 6")


PAGES = (
    "/",
    "/new/site",
    "/rules/?q=throw",
    "/rules/card/site",
    "/photo/",
    "/house",
    "/practice/",
    "/nights/",
    "/squares/",
)
OF_GAME = ("", "?how=each", "sheet", "log", "names", "share", "settle", "deal/1", "rules")


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_every_family_of_pages_fits_and_can_be_read_by_all(
    start: Callable[..., WebKitPhone], server: Server, dark: bool
) -> None:
    phone = start(dark=dark)
    game = f"/game/{played(server).game}/"
    for path in (*PAGES, *(game + page for page in OF_GAME)):
        phone.open(server.url + path)
        assert phone.run("return matchMedia('(prefers-color-scheme: dark)').matches") is dark
        phone.check(OF_COLOURS if dark else {})
        assert phone.run(f"return {ZOOMS}") == []
    assert phone.faults() == []


def test_a_print_has_what_is_folded(phone: WebKitPhone, server: Server) -> None:
    """The driver prints nothing; the page is sent what a print would send it."""
    phone.open(f"{server.url}/rules/card/site")
    folded = "document.querySelector('.every').open"
    phone.wait(f"document.readyState === 'complete' && !{folded}")
    phone.run("dispatchEvent(new Event('beforeprint'))")
    assert phone.run(f"return {folded}")
    phone.run("dispatchEvent(new Event('afterprint'))")
    assert not phone.run(f"return {folded}")
