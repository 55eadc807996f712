"""Rule cards on phones and on paper, and the rulebook as it is searched."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.rules.known import KNOWN_TABLES
from companion.rules.options import with_options
from companion.rules.variants import VARIANTS, find_variant
from tests.browser.conftest import NARROWEST, Phone, Server
from tests.web.table_player import begin

SHEET = {"width": "210mm", "height": "279.4mm"}
"""As narrow as A4 and as short as Letter: what fits here fits both."""
MANY_CHANGES: dict[str, Any] = {
    "deal.first": "cut",
    "deal.packet": "four at a time",
    "deal.redeal": "same",
    "bid.min": 260,
    "bid.step": [[260, 20], [400, 50]],
    "bid.max-jump": 100,
    "bid.rounds": "two-turns",
    "bid.lone-may-decline": True,
    "bid.pass-help": True,
    "bid.meld-bids": 400,
    "trump.needs": "run-marriage-or-dix",
    "pass.count": 2,
    "pass.order": "both",
    "lead.first": "trump",
    "play.head": "free-if-beaten",
    "count": "classic",
    "meld.table": {"aces": [12, 120], "royal": 5},
    "meld.run-absorbs": "adds",
    "meld.roundhouse": {"flat": 24},
    "score.meld-min": {"more_than": 200},
    "score.save": {"by": "points", "at_least": 100, "loses_tricks": True, "dix_safe": True},
    "score.set": "bid+meld",
    "score.set.opponents": {"bonus": 30},
    "score.unplayed": True,
    "score.throw-in": "shortfall>=pool",
    "score.throw-in.opponents": {"bonus": 100},
    "score.renege": "side-all-counters",
    "score.false-claim": "as-renege",
    "score.renege.corrected": True,
    "score.no-marriage": True,
    "score.no-marriage.opponents": {"at_least": 200},
    "misdeal.technical": True,
    "end.target": 2000,
    "floor": -1000,
    "end.tie": ["bidder", {"extend": 250}, "another"],
    "end.all-tricks": {"bonus": 300},
    "end.no-progress": 900,
}


def sheets(page: Page) -> int:
    """On how many sheets the page prints."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(**SHEET)))  # type: ignore[arg-type]  # width and height


# The words of the card that print smaller than nine points; the ids of clauses may.
SMALL = """() => [...document.querySelectorAll(".rule-card *")].filter((each) => each.checkVisibility())
    .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .filter((each) => !each.matches(".cite") && parseFloat(getComputedStyle(each).fontSize) < 12)
    .map((each) => each.outerHTML)"""


def prints_on(page: Page) -> int:
    """On how many sheets the card of this page prints, in words of nine points or more."""
    page.emulate_media(media="print")
    assert page.evaluate(SMALL) == []
    page.emulate_media(media="null")
    return sheets(page)


@pytest.mark.thorough
def test_the_card_of_every_variant_prints_on_one_sheet(phone: Phone) -> None:
    printed = {variant.key: prints_on(phone.open(f"/rules/card/{variant.key}")) for variant in VARIANTS}
    assert printed == dict.fromkeys(printed, 1)
    assert sheets(phone.open("/rules/")) > 5, "the sheets of a long page are counted"


@pytest.mark.thorough
def test_the_card_of_every_known_table_prints_on_two_sheets_at_most(phone: Phone) -> None:
    printed = {key: prints_on(phone.open(f"/rules/card/{key}")) for key in KNOWN_TABLES}
    assert max(printed.values()) <= 2


def test_a_table_that_changed_nearly_everything_still_prints_its_card_on_two_sheets(
    make_phone: Callable[..., Phone], serve: Callable[[], Server]
) -> None:
    server = serve()
    game = begin(server.app, with_options(find_variant("site"), MANY_CHANGES))
    assert prints_on(make_phone(server=server).open(f"/game/{game}/rules")) == 2


@pytest.mark.thorough
def test_cards_and_rulebook_fit_every_phone_and_can_be_read_by_all(phone: Phone) -> None:
    for path in ("/rules/card/racehorse", "/rules/card/two-handed", "/rules/?q=partner+winning", "/rules/?only=ours"):
        phone.open(path)
        phone.look()


@pytest.mark.thorough
def test_the_three_ways_through_the_rulebook_share_one_line(make_phone: Callable[..., Phone]) -> None:
    phone = make_phone()
    phone.page.set_viewport_size({"width": NARROWEST, "height": 740})
    ways = phone.open("/rules/").get_by_role("navigation", name="Which clauses").get_by_role("link")
    assert len({each.bounding_box()["y"] for each in ways.all()}) == 1  # type: ignore[index]  # it is in sight


def test_a_question_is_answered_while_it_is_typed(phone: Phone) -> None:
    page = phone.open("/rules/")
    page.get_by_label("What do you want to know?").fill("two queens of spades")
    expect(page.get_by_role("heading", name="clauses for “two queens of spades”")).to_be_visible()
    expect(page.locator("#found article").first).to_contain_text("Double pinochle")


@pytest.mark.thorough
def test_the_clause_on_a_card_leads_to_its_place_in_the_rulebook(phone: Phone) -> None:
    page = phone.open("/rules/card/hoyle")
    page.get_by_text("Every rule with its source").click()
    page.get_by_role("link", name="play.head.in-suit").first.click()
    expect(page.locator("[id='play.head.in-suit']")).to_be_in_viewport()
