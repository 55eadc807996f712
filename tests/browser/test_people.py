"""People on a small phone: one is found, a number is followed to its deal and back, the year’s picture is looked at."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from companion.figures.luck import Tally
from companion.figures.scope import Season
from companion.web.core.current import current_store
from tests.browser.conftest import NARROWEST, SCRIPT, Phone, Server
from tests.browser.logged import refused
from tests.web.conftest import NOW
from tests.web.people.played import write_evenings


@pytest.fixture(params=SCRIPT)
def small(request: pytest.FixtureRequest, serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Phone:
    """A phone of 360 px at a house where people have played on ten evenings."""
    server = serve()
    write_evenings(server.app, 10)
    write_evenings(server.app, 2, ("Ann", "Bobby", "Cy", "Eve"), seed=2)
    with server.app.app_context():
        tallies = {"bidding": Tally(100, 15000, 100 * (150**2 + 60**2)), "against": Tally(100, 15000, 100 * 160**2)}
        current_store().facts.keep_usual_melds("site", tallies)
    phone = make_phone(script=request.param, server=server)
    phone.page.set_viewport_size({"width": NARROWEST, "height": 740})
    return phone


@pytest.mark.thorough
def test_a_person_is_found_and_a_number_followed_to_its_deal_and_back(small: Phone) -> None:
    page = small.open("/")
    page.get_by_role("link", name="People and evenings").tap()
    page.get_by_label("Who?").fill("ann")
    page.get_by_role("button", name="Search").tap()
    page.wait_for_url("**q=ann**")  # what was found while it was typed goes with its page
    expect(page.locator("#found").get_by_role("link", name="Cy")).to_have_count(0)
    page.locator("#found").get_by_role("link", name="Ann").tap()
    expect(page.get_by_role("heading", name="Won and lost")).to_be_visible()
    small.check_layout()
    page.get_by_role("link", name="Bids made").tap()
    deal = page.locator("main li a").first
    expect(deal).to_contain_text("deal")
    small.check_layout()
    deal.tap()
    expect(page.locator("details.of-deal:target, details.of-deal").first).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Ann", exact=True).tap()
    expect(page.get_by_role("heading", name="Won and lost")).to_be_visible()


@pytest.mark.thorough
def test_the_year_s_picture_is_there_to_be_saved(small: Phone) -> None:
    page = small.open("/person/ann")
    page.get_by_role("link", name="The year 2026").tap()
    picture = page.get_by_role("img", name="A picture with what stands above")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 1080)
    small.check_layout()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save or share the picture").tap()
    assert download.value.suggested_filename == "pinochle-2026.png"


@pytest.mark.thorough
def test_a_season_is_made_looked_at_and_ended(small: Phone) -> None:
    page = small.open("/people/")
    page.get_by_role("link", name="Seasons").tap()
    page.get_by_label("Name").fill("Spring cup")
    page.get_by_label("First day").fill("2026-03-31")
    page.get_by_label("Last day").fill("2026-02-01")
    page.get_by_role("button", name="Make the season").tap()
    expect(page.locator("#last-wrong")).to_have_text("The last day lies before the first. Put one of them right.")
    expect(page.get_by_label("Name")).to_have_value("Spring cup")
    small.check_layout()
    small.forgive(*refused(422))
    page.get_by_label("First day").fill("2026-02-01")
    page.get_by_label("Last day").fill("")
    page.get_by_role("button", name="Make the season").tap()
    expect(page.get_by_text("Since 1 February 2026, and still going on.")).to_be_visible()
    page.locator("summary").click()
    small.check_layout()
    page.get_by_role("link", name="Ann", exact=True).tap()
    expect(page.get_by_role("link", name="Spring cup").first).to_have_attribute("aria-current", "page")
    expect(page.locator(".summary")).not_to_contain_text("12 games")
    small.check_layout()
    page.get_by_role("link", name="On a page, and as a picture to share").first.tap()
    expect(page.get_by_role("heading", name="Ann: Spring cup")).to_be_visible()
    small.check_layout()


PAGES = (
    "/people/",
    "/seasons/",
    "/evenings/",
    "/person/ann",
    "/person/ann/behind/bids-made",
    "/person/ann/with/cy",
    "/person/ann/year/2026",
    "/who/bob",
    "/people/rules/site",
    "/people/table?who=ann&who=bob&who=cy&who=di",
)


@pytest.mark.thorough
def test_every_page_of_people_fits_and_can_be_read_by_all(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    write_evenings(server.app, 10, ("Maximiliane-Sophie Schmi", "Bartholomew O’Callaghan", "Cy", "Di"))
    write_evenings(server.app, 10)
    write_evenings(server.app, 2, ("Ann", "Bobby", "Cy", "Eve"), seed=2)
    with server.app.app_context():
        season = current_store().seasons.add(Season("", "The Wednesdays of the Golden Lion’s club", "2026-02-01"), NOW)
    key, phone = season.season.key, make_phone(server=server)
    for path in (*PAGES, f"/seasons/{key}", f"/evenings/?season={key}", f"/person/ann/season/{key}"):
        phone.open(path)
        for summary in phone.page.locator("main summary").all():
            summary.click()
        phone.look()


def test_a_chart_is_printed_with_its_table(small: Phone) -> None:
    page = small.open("/person/ann")
    rows = page.locator(".as-table table").first
    expect(rows).to_be_hidden()
    page.emulate_media(media="print")
    expect(rows).to_be_visible()


@pytest.mark.thorough
def test_a_second_phone_of_a_person_comes_by_the_link_of_the_first(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    write_evenings(server.app, 2)
    first, second = (make_phone(server=server) for _ in range(2))
    for each in (first, second):
        each.open("/")
    page = first.open("/who/ann")
    page.get_by_role("button", name="This is me").tap()
    page.get_by_role("button", name="Another phone of mine").tap()
    expect(page.get_by_text("A link for another phone of yours")).to_be_visible()
    first.look()
    link = urlsplit(page.locator(".alert.good .address").input_value()).path
    expect(second.open("/who/ann").get_by_text("Another phone is Ann’s.")).to_be_visible()
    second.look()
    second.open(link)
    second.look()
    second.page.get_by_role("button", name="I am Ann").tap()
    expect(second.page.get_by_text("This phone is Ann’s.")).to_be_visible()
