"""A walk with the network off: every link of a night and of house rules, on a phone by itself at 360 × 740."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Frame, expect

from tests.browser.alone.host import StaticHost, StaticPhone, shown

pytestmark = pytest.mark.thorough

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
POST = """async ([at, said]) => {
    const sent = await fetch(at, { method: "POST", body: new URLSearchParams(said) });
    return [sent.status, new URL(sent.url).pathname];
}"""
HOUSE = """async (name) => {
    const page = new DOMParser().parseFromString(await (await fetch("/house/new/site")).text(), "text/html");
    const form = [...page.querySelectorAll("form[method=post]")].find((each) => each.elements.name);
    const said = new URLSearchParams(new FormData(form));
    said.set("name", name);
    said.set("save", "1");
    return (await fetch("/house/new/site", { method: "POST", body: said })).url;
}"""
SEEN = """() => ({
    links: [...document.querySelectorAll("a[href]")].map((each) => each.href).filter((href) => !href.includes("#")),
    broken: [...document.images].filter((each) => each.complete && !each.naturalWidth).map((each) => each.src),
    wide: document.documentElement.scrollWidth,
    says: document.querySelector("main").innerText,
})"""
WALKED = re.compile(r"/(nights|house|league|seasons)(/|$)")
FILES = re.compile(r"\.(csv|json)$|/file$|/house/new/(?!site)")
"""Downloads, and the form of house rules for every other game."""
OTHERS = re.compile(r"own phone|[Ee]verybody.s phone|[Tt]elevision|point a phone|tonight.s code")


def night_of(frame: Frame) -> str:
    """The path of a night whose first round has been drawn and has one total."""
    plan = {"name": "Thursday", "rules": "Single deck, partners", "rounds": "2", "deals": "4", "key": "night"}
    _, at = frame.evaluate(POST, ["/nights/", plan])
    night = str(at).removesuffix("/here")
    for path, said in (
        ("here", {"names": "\n".join(NAMES)}),
        ("draw", {"number": "1"}),
        ("round/1/table/1", {"points-0": "410", "points-1": "200"}),
    ):
        assert frame.evaluate(POST, [f"{night}/{path}", said])[0] == 200
    return night


def test_no_link_of_a_night_or_a_house_leads_nowhere_or_to_another_phone(mine: StaticPhone, host: StaticHost) -> None:
    page, frame = mine.open()
    host.stop()
    night, house = night_of(frame), frame.evaluate(HOUSE, "Ours")
    top = mine.url.rstrip("/")
    waiting = [f"{top}{night}", house, f"{top}/nights/", f"{top}/house"]
    seen: dict[str, str] = {}
    for address in waiting:
        if address in seen:
            continue
        answer = frame.goto(address)
        assert answer is not None and answer.status == 200, address
        found = frame.evaluate(SEEN)
        assert found["broken"] == [], address
        assert found["wide"] <= 360 or "/paper/" in address, address
        seen[address] = found["says"]
        inside = [each for each in found["links"] if each.startswith(top) and WALKED.search(each)]
        waiting += [each for each in inside if not FILES.search(each)]
    print(f"{len(seen)} pages walked")
    for end in ("/here", "/standing", "/money", "/plan", "/paper/slips", "/round/1/table/1", "/league/", "/edit"):
        assert any(each.endswith(end) for each in seen), end
    assert {address: said[0] for address, text in seen.items() if (said := OTHERS.search(text))} == {}
    page.goto(f"{top}{night}")
    expect(shown(page).get_by_role("heading", name="Thursday")).to_be_visible()
