"""The queue of waiting taps (``static/js/queue.js``) without a browser: each tap is written once, or shown.

Node.js runs the tabs of a phone (``phone.mjs``); here are the companions that answer them, and a thumb that knows what
it tapped. ``pytest -s`` prints how much was tried.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from boot.node import lacks
from companion.shipped import shipped
from tests.conftest import also, tries

pytestmark = pytest.mark.skipif(bool(lacks()), reason="needs Node.js")

PHONE = Path(__file__).with_name("phone.mjs")
GAMES = {"/": ("anna", "bert"), "/cards/": ("cora", "dora")}
"""Two companions of one origin, and the games of each."""
MOMENT = 700  # milliseconds
HOUR = 3_600_000
STAMPS = {"key", "seen", "after"}
LOST = (0, 429, 500, 502, 503)
REFUSED = (401, 403, 404, 409, 413, 422)
HOWS = ["done", "done", "done", "done", "answer lost", *LOST, *REFUSED]
NOT_TAKEN = "What came before it was not taken"


@dataclass
class Node:
    """The other side: one command, one answer."""

    process: subprocess.Popen[str]

    def ask(self, does: str, **told: Any) -> Any:
        """Have the phone do something; what came of it."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps({"do": does, **told}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the phone's script broke: its error is above"
        return json.loads(line)


@contextmanager
def started(faults: Sequence[tuple[str, str]] = ()) -> Iterator[Node]:
    """A phone; ``faults`` are put into its script: what stands there, and what is to stand there."""
    script = shipped("static") / "js" / "queue.js"
    argv = ["node", str(PHONE), str(script), json.dumps(faults)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            yield Node(process)
        finally:
            assert process.stdin
            process.stdin.close()


@dataclass
class Tap:
    """What a thumb did on the page of a game."""

    base: str
    game: str
    content: str
    key: str
    tab: str
    after: list[str] = field(default_factory=list)
    since: int = 0
    volatile: bool = False
    """The storage was full, so that it was only in its page."""


@dataclass
class Tab:
    """A page of a game, with the keys of its forms."""

    base: str
    game: str
    keys: dict[str, str] = field(default_factory=dict)


def content_of(body: str) -> str:
    return urlencode(sorted(pair for pair in parse_qsl(body) if pair[0] not in STAMPS))


class Taps(RuleBasedStateMachine):
    """Thumbs, lines and companions."""

    node: ClassVar[Node]
    count: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.since, self.offset, self.forms = 0, 0, 0
        self.tabs: dict[str, Tab] = {}
        self.taps: list[Tap] = []
        self.last: dict[str, Tap] = {}
        self.written: dict[str, str] = {}
        """Each key that a companion has carried out, with what it said."""
        self.chosen: dict[str, str] = {}
        self.counted: dict[str, str] = {}
        self.away: set[str] = set()
        """Keys of which an answer was lost."""
        self.over: set[str] = set()
        """Keys that somebody forgot, or whose form came back with why."""
        self.full = self.was_full = False
        self.seen: dict[str, Any] = {"asked": [], "tabs": {}}
        self.count["sequences"] += 1
        self._do("begin")

    # The phone.

    def _do(self, does: str, **told: Any) -> Any:
        self.count["steps"] += 1
        self.seen = self.node.ask(does, **told)
        for each in self.seen["asked"]:
            if each["way"] != "choice":
                self._is_rightly_sent(each)
        for lines in self.seen["tabs"].values():
            for key, words, *_ in lines["lines"]:
                if NOT_TAKEN in words and not self.was_full:
                    before = next(tap.after for tap in self.taps if tap.key == key)
                    assert any(each not in self.written or each in self.away for each in before), f"untrue: {words}"
        return self.seen["came"]

    def _is_rightly_sent(self, asked: Any) -> None:
        path, sent = urlsplit(asked["url"]).path, parse_qsl(asked["body"])
        tap = next(tap for tap in self.taps if tap.key == dict(sent)["key"])
        assert asked["base"] == tap.base, f"{path} is sent by another companion, at {asked['base']}"
        assert path.startswith(f"{tap.base}game/{tap.game}/")
        ahead = [each for name, key in sent if name == "after" for each in self.taps if each.key == key]
        assert all((each.base, each.game) == (tap.base, tap.game) for each in ahead), "behind another game's"

    def _pass(self, milliseconds: int) -> None:
        self.since += milliseconds
        self._do("clock", to=None, now=10**12 + self.since + self.offset, since=self.since)

    def _rows(self, tab: str) -> list[tuple[str, str, list[str]]]:
        rows = self.seen["tabs"][tab]["lines"]
        return [(key, words, [does for _, does in offers]) for key, words, *offers in rows]

    # What happens.

    @initialize(old=some.lists(some.sampled_from([(base, game) for base in GAMES for game in GAMES[base]]), max_size=2))
    def keep_under_the_old_name(self, old: list[tuple[str, str]]) -> None:
        """What an older version kept: there each game under a path was "game"."""
        for number, (base, game) in enumerate(old):
            key, body = f"old {number}", f"card=JD&seen=1&key=old {number}"
            named = urlsplit(f"{base}game/{game}/").path.split("/")[2]
            entry = {"key": key, "url": f"http://table{base}game/{game}/card", "body": body, "game": named}
            kept = {"at": 10**12 - 5000 + number, "label": "J", "after": [], "tries": 1, "since": 1, "page": "old"}
            self.taps.append(Tap(base, game, "card=JD", key, ""))
            self._do("keepOld", entry={**entry, **kept})
        self._open("/cards/", 0)

    @precondition(lambda self: len(self.tabs) < 3)
    @rule(base=some.sampled_from(sorted(GAMES)), game=some.integers(0, 1))
    def open(self, base: str, game: int) -> None:
        """A tab."""
        self._open(base, game)

    def _open(self, base: str, game: int) -> None:
        tab = Tab(base, GAMES[base][game])
        self._draw_keys(tab)
        self.tabs[self._do("open", base=base)] = tab

    def _draw_keys(self, tab: Tab) -> None:
        self.forms += 1
        tab.keys = {kind: f"{kind} {self.forms}" for kind in ("card", "undo")}

    @precondition(lambda self: self.tabs)
    @rule(data=some.data())
    def close(self, data: some.DataObject) -> None:
        """A tab, or its browser; what it had sent may arrive."""
        tab = data.draw(some.sampled_from(sorted(self.tabs)))
        for each in self.seen["asked"]:
            if each["tab"] == tab and data.draw(some.booleans()):
                self._carry_out(each)
                self.away.add(dict(parse_qsl(each["body"])).get("key", ""))
        self.over |= {tap.key for tap in self.taps if tap.tab == tab and tap.volatile}
        del self.tabs[tab]
        self.chosen.pop(tab, None)
        self._do("close", tab=tab)

    @precondition(lambda self: self.tabs)
    @rule(data=some.data())
    def renew(self, data: some.DataObject) -> None:
        """The page of a tab comes anew, with new keys."""
        tab = data.draw(some.sampled_from(sorted(self.tabs)))
        self._draw_keys(self.tabs[tab])
        self._do("renew", tab=tab)

    @precondition(lambda self: self.tabs)
    @rule(
        data=some.data(), taps=some.lists(some.sampled_from(["card=AS", "card=9S", "undo=1"]), min_size=1, max_size=4)
    )
    def tap(self, data: some.DataObject, taps: list[str]) -> None:
        """Cards, which stand by themselves and are in the pack twice; or undo, which has to wait."""
        tab = data.draw(some.sampled_from(sorted(self.tabs)))
        for what in taps:
            self._pass(data.draw(some.sampled_from([100, 1000])))
            self._tap(tab, what)

    def _tap(self, tab: str, what: str) -> None:
        page, kind = self.tabs[tab], what.partition("=")[0]
        key, url = page.keys[kind], f"{page.base}game/{page.game}/{kind}"
        told = {
            "key": key,
            "game": page.game,
            "url": url,
            "body": f"{what}&seen=1",
            "label": what,
            "asks": kind == "undo",
        }
        made = Tap(page.base, page.game, what, key, tab, since=self.since, volatile=self.full)
        self.taps.append(made)
        came, made.key, made.after = self._tapped(tab, told, kind == "card")
        if came in ("sent", "kept"):
            self.last[tab] = made
            self.count["taps"] += 1
        else:
            self.taps.remove(made)
            self._is_rightly_held(came, made)
        if came != "sent":
            self._do("flush", tab=tab)
        if kind == "undo" and [tap.key for tap in self.taps].count(made.key) > 1:
            self.taps.remove(made)  # the same button of the same page: once is right

    def _tapped(self, tab: str, told: dict[str, Any], may_wait: bool) -> tuple[str, str, list[str]]:
        came, key, after = self._do("tap", tab=tab, tap=told, mayWait=may_wait)
        return came, key or told["key"], after

    def _is_rightly_held(self, came: str, made: Tap) -> None:
        if came == "same":
            last = self.last.get(made.tab)
            assert last
            assert last.content == made.content, "another tap is taken for the same"
            assert made.since - last.since < MOMENT, f"the second {made.content} is dropped without a word"
        if came == "first":
            rows = self._rows(made.tab)
            waits = [tap for tap in self.taps if any(key == tap.key for key, *_ in rows)]
            assert any((tap.base, tap.game) == (made.base, made.game) for tap in waits), "held by another game's"

    @precondition(lambda self: self.seen["asked"])
    @rule(data=some.data(), hows=some.lists(some.sampled_from(HOWS), min_size=1, max_size=3))
    def answer(self, data: some.DataObject, hows: list[str | int]) -> None:
        """Some of the requests on the line; after each the phone tries the next."""
        for how in hows[: len(self.seen["asked"])]:
            asked = data.draw(some.sampled_from(self.seen["asked"]))
            self._answer(asked, how)
            if asked["tab"] in self.tabs:
                self._do("flush", tab=asked["tab"])

    def _answer(self, asked: Any, how: str | int) -> None:
        key = dict(parse_qsl(asked["body"])).get("key", "")
        status = how if isinstance(how, int) else self._carry_out(asked)
        if how == "answer lost":
            status = 0
        if status in LOST:
            self.away |= {key} if how == "answer lost" else set()
        shown = asked["way"] == "form" and asked["tab"] in self.tabs
        if asked["way"] == "choice" and status in REFUSED:
            del self.chosen[asked["tab"]]  # its answer is on the page
        if shown and status in (200, 409, 422):
            self._draw_keys(self.tabs[asked["tab"]])
        if shown and status in (409, 422):
            self.over.add(key)
        self._do("answer", id=asked["id"], status=status, says=f"said {status}" if status else "")
        if status in LOST and asked["tab"] in self.tabs:
            assert not any(at == key and "Not entered" in words for at, words, _ in self._rows(asked["tab"])), status

    def _carry_out(self, asked: Any) -> int:
        if asked["way"] == "choice":
            self.counted[asked["tab"]] = asked["body"]
            return 200
        sent = parse_qsl(asked["body"])
        key, content = dict(sent)["key"], content_of(asked["body"])
        if key in self.written:
            return 200 if self.written[key] == content else 422
        if any(name == "after" and value not in self.written for name, value in sent):
            return 409
        self.written[key] = content
        return 200

    @precondition(lambda self: self.tabs)
    @rule(data=some.data())
    def look(self, data: some.DataObject) -> None:
        """At a tab, which tries again."""
        tab = data.draw(some.sampled_from(sorted(self.tabs)))
        self._pass(1000)
        self._do("flush", tab=tab)
        self._do("again", tab=tab)

    @rule(by=some.sampled_from([-HOUR, 13 * HOUR, 2 * 60_000]))
    def set_the_clock(self, by: int) -> None:
        """Back, on, or a little."""
        self.offset += by
        self._pass(0)

    @rule(full=some.booleans())
    def fill_the_storage(self, full: bool) -> None:
        """Or make room."""
        self.full, self.was_full = full, self.was_full or full
        self._do("full", **{"is": full})

    @precondition(lambda self: any(self._rows(tab) for tab in self.tabs))
    @rule(data=some.data())
    def use_a_row(self, data: some.DataObject) -> None:
        """What the row of a waiting tap offers."""
        offers = [(tab, key, does) for tab in self.tabs for key, _, each in self._rows(tab) for does in each]
        if not offers:
            return
        tab, key, does = data.draw(some.sampled_from(offers))
        if does == "forget":
            self.over.add(key)
        self._do(does, tab=tab, key=key)

    @precondition(lambda self: self._offered_on_their_way())
    @rule(data=some.data())
    def forget_what_is_on_its_way(self, data: some.DataObject) -> None:
        """And may arrive."""
        tab, key = data.draw(some.sampled_from(self._offered_on_their_way()))
        self.over.add(key)
        self._do("forget", tab=tab, key=key)
        assert key in [at for at, *_ in self._rows(tab)], "what is on its way is said to be forgotten"

    @precondition(lambda self: self.tabs)
    @rule(data=some.data())
    def lose_the_line_for_a_moment(self, data: some.DataObject) -> None:
        """The queue has sent the tap before its page comes again, and the next is the same."""
        tab = data.draw(some.sampled_from(sorted(self.tabs)))
        for how in (0, "done"):
            self._pass(1000)
            self._tap(tab, "card=AS")
            for asked in [each for each in self.seen["asked"] if each["tab"] == tab and each["way"] != "choice"]:
                self._answer(asked, how)
            self._do("flush", tab=tab)
            while asked := next(
                (each for each in self.seen["asked"] if each["tab"] == tab and each["way"] == "queue"), None
            ):
                self._answer(asked, "done")

    def _offered_on_their_way(self) -> list[tuple[str, str]]:
        rows = [(tab, key, offers) for tab in self.tabs for key, _, offers in self._rows(tab)]
        return [(tab, key) for tab, key, offers in rows if "forget" in offers and key in self.seen["tabs"][tab]["air"]]

    @precondition(lambda self: self.tabs)
    @rule(data=some.data(), value=some.sampled_from("SHCD"))
    def choose(self, data: some.DataObject, value: str) -> None:
        """In a list, which can't be stored."""
        tab = data.draw(some.sampled_from(sorted(self.tabs)))
        if any(each["way"] == "choice" and each["tab"] == tab for each in self.seen["asked"]):
            return
        self.chosen[tab] = value
        self._do("choose", tab=tab, value=value)

    # What is so in the end.

    def teardown(self) -> None:
        """The line is there: all is written once, or shown with a way to send it again; and that way leads on."""
        self._do("full", **{"is": False})
        for base in GAMES:
            self.tabs[self._do("open", base=base)] = Tab(base, GAMES[base][0], {"card": "", "undo": ""})
        self._drain()
        self._is_whole()
        rows = {tab: self._rows(tab) for tab in self.tabs}
        for at, key in [(tab, key) for tab, each in rows.items() for key, _, offers in each if "send" in offers]:
            self._do("send", tab=at, key=key)
            self._drain()
        self._is_whole()

    def _drain(self) -> None:
        for _ in range(100):
            for tab in self.tabs:
                self._do("flush", tab=tab)
                self._do("again", tab=tab)
            if not self.seen["asked"]:
                return
            while self.seen["asked"]:
                self._answer(self.seen["asked"][0], "done")
        pytest.fail("it is sent for ever")

    def _is_whole(self) -> None:
        shown = {key for tab in self.tabs for key, words, offers in self._rows(tab) if "send" in offers and words}
        shown |= {tap.key for tap in self.taps if shown & {*tap.after}}  # it waits for one that is asked about
        lost = [tap for tap in self.taps if tap.key not in self.written.keys() | self.over | shown]
        lost += [
            tap
            for tap in self.taps
            if self.written.get(tap.key, tap.content) != tap.content and tap.key not in self.over
        ]
        said, meant = Counter(self.written.values()), Counter(tap.content for tap in self.taps)
        keys = Counter(tap.key for tap in self.taps)
        lost += [tap for tap in self.taps if keys[tap.key] > 1 and tap.key not in self.over]
        doubled = {content for content in said if said[content] > meant[content]}
        self.count["lost"] += len(lost)
        self.count["doubled"] += len(doubled)
        assert not lost, f"neither written nor shown: {lost}"
        assert not doubled, f"written more often than tapped: {doubled}"
        unsent = {tab: value for tab, value in self.chosen.items() if self.counted.get(tab) != value}
        silent = [tab for tab in unsent if not self.seen["tabs"][tab]["waits"] and not self.seen["tabs"][tab]["lost"]]
        assert not silent, f"what was chosen is neither counted nor said not to be: {silent}"


def play(node: Node, most: int, **how: Any) -> Counter[str]:
    """Run sequences; what was counted."""
    machine = type("Played", (Taps,), {"node": node, "count": Counter[str]()})
    run_state_machine_as_test(
        machine, settings=settings(max_examples=most, stateful_step_count=40, deadline=None, **how)
    )
    return machine.count  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("most", [150, pytest.param(3000, marks=pytest.mark.thorough)])
def test_each_tap_is_written_once_or_shown_with_a_way_to_send_it_again(most: int) -> None:
    with started() as node:
        count = play(node, tries(most))
    print("\n" + ", ".join(f"{count[name]:,} {name}" for name in ("sequences", "steps", "taps", "lost", "doubled")))
    assert count["taps"] > tries(most)


def test_what_another_phone_has_entered_already_is_sent_and_what_waited_behind_it_goes_on() -> None:
    with started() as node:
        node.ask("begin")
        tab = node.ask("open", base="/")["came"]
        first = {"url": "/game/anna/pad", "body": "a=1", "key": "one", "game": "anna", "label": "Write it down 260"}
        node.ask("tap", tab=tab, tap=first, mayWait=True)
        node.ask("answer", id=node.ask("flush", tab=tab)["asked"][0]["id"], status=0, says="")
        node.ask("tap", tab=tab, tap={**first, "body": "a=2", "key": "two"}, mayWait=True)
        asked = node.ask("flush", tab=tab)["asked"]
        came = node.ask("answer", id=asked[0]["id"], status=409, says="Another phone has it.", before="1")
    assert not any("Not entered" in words for _, words, *_ in came["tabs"][tab]["lines"])
    assert [dict(parse_qsl(each["body"]))["a"] for each in came["asked"]] == ["2"]


FAULTS = {
    "H1 a second card that equals one that waits is dropped": (
        "if (isSecond(tap, waits[waits.length - 1])) return",
        "if (waits.some((each) => each.url === tap.url && contentOf(each.body) === contentOf(tap.body))) return",
    ),
    "H1 after the clock was set back": ("clock.since() - last.since < MOMENT", "clock.now() - before.at < MOMENT"),
    "H2 the game is the second part of the path": (
        "each.game === tap.game && isOpen(each)",
        'new URL(each.url).pathname.split("/")[2] === new URL(tap.url).pathname.split("/")[2] && isOpen(each)',
    ),
    "H3 the companions of an origin share a name": ('NAME = "outbox " + base + "|"', 'NAME = "outbox all|"'),
    "H3 what was kept under the old name is left": ("names(OLD).forEach", "[].forEach"),
    "H4 what is refused can only be forgotten": (
        'entry.refused, entry.isBehind ? ["See both", "both"] : AGAIN, FORGET',
        "entry.refused, FORGET",
    ),
    "H4 a server that broke has refused": ("status === 429 || status >= 500", "[429, 502, 503, 504].includes(status)"),
    "H5 a choice is sent by a form that is gone": (
        "    if (form) send(form, what);",
        "    if (form.page === form.of) send(form, what);\n    else if (form) return true;",
    ),
    "J7 what is on its way is forgotten at once": (
        "if (onAir.has(key)) change(key, { forgotten: true });\n    else dropUnsent(key, FORGOTTEN);",
        "dropUnsent(key, NOT_TAKEN);",
    ),
    "the key of a form is used twice": (
        "...(mayWait ? arrived : []), ...waits.map",
        "...waits.map",
    ),
    "what is behind one that is sent again stays": ("filter(({ stopped }) => stopped === key)", "filter(() => false)"),
}


@pytest.mark.parametrize("fault", [name if name == next(iter(FAULTS)) else also(name) for name in FAULTS])
def test_it_finds_each_fault_that_is_put_back(fault: str) -> None:
    with started([FAULTS[fault]]) as node, pytest.raises(AssertionError) as found:
        play(node, 4000, phases=[Phase.generate], derandomize=True, report_multiple_bugs=False)
    print(fault, "->", str(found.value).partition("\n")[0])
