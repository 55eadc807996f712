"""Whether a page can be read however large its text is: what leaves the page, is broken in the middle, or overlaps."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.browser.fonts import FONTS

SETTINGS = (
    (320, 640, 100),
    (360, 740, 100),
    (360, 740, 150),
    (430, 932, 150),
    (320, 640, 200),
    (430, 932, 200),
    (740, 360, 200),
)
"""Width and height of a phone, one of them on its side, and the size of text in percent that its reader has set."""

# A word is broken if it stands in two lines though it takes less than two thirds of the page; a number may never be.
# What is only read aloud is left out, and so are addresses, which break where they say they may.
FAULTS = """async (font) => {
    document.documentElement.classList.toggle("in-narrow-font", font === "narrow");
    await document.fonts.ready;
    const faults = new Set(), main = document.querySelector("main"), range = document.createRange();
    const style = getComputedStyle(main);
    const room = main.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) faults.add(`the page is ${wide} wide`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const holder = node.parentElement;
        if (!holder.checkVisibility()) continue;
        if (holder.closest(".said, .skip, .address, svg, script, title, .bar h1")) continue;
        for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u2013/-]+/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const pieces = [...range.getClientRects()].filter((piece) => piece.width > 0);
            const begins = ({ top, height }, at) => !at || Math.abs(top - pieces[at - 1].top) > height / 2;
            const lines = pieces.filter(begins).length, width = pieces.reduce((sum, piece) => sum + piece.width, 0);
            const never = width < room * .66 || /^[\\d\\u2212,+]+$/.test(word);
            if (lines > 1 && never) faults.add(`“${word}” is broken into ${lines}`);
            if (pieces.some(({ left, right }) => right > innerWidth + 1 || left < -1))
                faults.add(`“${word}” leaves the page`);
        }
    }
    for (const part of document.querySelectorAll(".ways a, .bar a, .chips .suit")) {
        if (!part.checkVisibility()) continue;
        range.selectNodeContents(part);
        const line = parseFloat(getComputedStyle(part).fontSize) * 2;
        if (range.getBoundingClientRect().height > line) faults.add(`“${part.textContent.trim()}” leaves its line`);
    }
    const bar = [...document.querySelectorAll(".bar > div > *")].map((part) => part.getBoundingClientRect());
    if (bar.some(({ top }) => top > bar[0].bottom)) faults.add("the bar has a second line");
    return [...faults];
}"""


def unreadable(page: Page) -> Iterator[str]:
    """What cannot be read of a page at each setting, in a wide and in a narrow font."""
    browser = page.context.new_cdp_session(page)
    for width, height, zoom in SETTINGS:
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * zoom // 100, "fixed": 13 * zoom // 100}})
        page.set_viewport_size({"width": width, "height": height})
        for font in FONTS:
            for fault in page.evaluate(FAULTS, font):
                yield f"{page.url} at {width} × {height}, text {zoom} %, {font}: {fault}"
    browser.detach()
