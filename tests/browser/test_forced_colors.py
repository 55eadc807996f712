"""With forced colors, which take a page's own backgrounds and shadows away, what is chosen and focused still shows."""

from __future__ import annotations

from collections.abc import Callable

from companion.cards import Suit, parse_card
from companion.game.commands import CallCard, NameTrump, TakeBid
from tests.browser.conftest import Phone, Server
from tests.web.moments import MELD, MOON, Moment, game_at

CALLED = (TakeBid(0, 500), NameTrump(Suit.SPADES))
MOMENTS = (
    Moment("site", (), "?how=pad", MOON),
    Moment("check", (), "?how=pad"),
    Moment("summed", (), "?how=pad"),
    Moment("five-handed", CALLED, "?how=pad"),
    Moment("five-handed", (*CALLED, CallCard(parse_card("AS"))), "?how=pad"),
    Moment("site", MELD, "?way=melds"),
    Moment("two-handed-draw", (TakeBid(0, 200), NameTrump(Suit.SPADES))),
)
ELSEWHERE = ("/new/site", "/games/", "/photo/", "/settle/site/play", "/practice/play/double-deck/a")
# Of each input that its label draws, and of each part with a state, what the eye is given of it with the state and
# without. What a label holds is drawn with it. A group of which nothing is chosen yet gets its first choice here.
UNSEEN = """() => {
    const page = getComputedStyle(document.documentElement).backgroundColor;
    const looks = (part) => [part, ...part.querySelectorAll("*")].map((each) => {
        const style = getComputedStyle(each);
        return ["backgroundColor", "color", "outlineStyle", "borderTopStyle", "borderTopColor", "borderTopWidth"]
            .map((name) => style[name].replace("rgba(0, 0, 0, 0)", page)).join();
    }).join();
    const shown = (part) => part.checkVisibility();
    const same = (part, on, off) => { on(); const with_it = looks(part); off(); return with_it === looks(part); };
    document.querySelectorAll("details").forEach((each) => { each.open = true; });
    let looked = 0;
    const unseen = [];
    for (const input of document.querySelectorAll("input:is([type=radio], [type=checkbox])")) {
        const label = input.closest("label");
        if (!label || !shown(label) || getComputedStyle(input).opacity !== "0") continue;
        looked += 1;
        const was = input.checked;
        if (same(label, () => { input.checked = true; }, () => { input.checked = false; }))
            unseen.push(`the choice ${input.name}=${input.value}`);
        input.checked = was;
        if (same(label, () => input.focus({focusVisible: true}), () => input.blur()))
            unseen.push(`the focus on ${input.name}=${input.value}`);
    }
    for (const name of ["aria-current", "aria-pressed"])
        for (const part of document.querySelectorAll(`main [${name}]:not([${name}=false])`)) {
            if (!shown(part)) continue;
            looked += 1;
            const is = part.getAttribute(name);
            if (same(part, () => part.setAttribute(name, is), () => part.removeAttribute(name)))
                unseen.push(`${name} of ${part.textContent.trim()}`);
        }
    return [looked, unseen];
}"""


def test_forced_colors_show_what_is_chosen_and_what_has_the_focus(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    page = make_phone(server=server).page
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    games = (f"/game/{game_at(server.app, moment)}/{moment.page}" for moment in MOMENTS)
    for path in (*games, *ELSEWHERE):
        page.goto(server.url + path)
        if "pad" in path or "prac" in path:
            page.set_viewport_size({"width": 360, "height": 740})
            page.screenshot(path=f"/tmp/fc{len(path)}-{path[6:10]}.png")
        looked, unseen = page.evaluate(UNSEEN)
        assert looked, f"{path} has nothing to choose"
        assert unseen == [], path
