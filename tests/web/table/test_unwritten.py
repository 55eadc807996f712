"""What was typed and not written stays in its fields, or stands apart, and never fills in another deal by itself."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from typing_extensions import override
from werkzeug.test import TestResponse

from companion.cards import Suit
from companion.game.state import GameState, Phase
from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from companion.rules.variants.partnership import SITE
from companion.web.table.pad import LINES
from companion.web.table.unwritten import said
from tests.game.table import EIGHT
from tests.web.conftest import browser
from tests.web.corrector import page_of
from tests.web.table_player import FRAGMENT, NAMES, Player, begin, words

APART = "Yours, not written"
DEAL = {"seat": 0, "amount": 300, "trump": "S", "meld-A": 190, "meld-B": 40, "points-A": 140, "points-B": 110}
OTHER = {"seat": 1, "amount": 270, "trump": "H", "meld-A": 50, "meld-B": 170, "points-A": 120, "points-B": 130}
WITHOUT_SUIT = {name: text for name, text in OTHER.items() if name != "trump"}


@dataclass
class Phone:
    """A phone whose page shows the game as it stood at a version."""

    client: FlaskClient
    game: str
    seen: int
    headers: Mapping[str, str]

    def send(self, path: str, fields: Mapping[str, Any], **stamp: Any) -> TestResponse:
        """Send a form of the page, and look at the page that comes back."""
        stamp = {"key": secrets.token_urlsafe(8), "seen": self.seen, **stamp}
        answer = self.client.post(f"/game/{self.game}/{path}", data={**stamp, **fields}, headers=self.headers)
        return self.client.get(answer.headers["Location"]) if answer.status_code == 303 else answer

    def pad(self, fields: Mapping[str, Any], **stamp: Any) -> TestResponse:
        """Send the score pad."""
        return self.send("pad?how=pad", {"pad": "1", **fields}, **stamp)


Two = tuple[Player, Phone, Phone]
Sit = Callable[..., Two]


@pytest.fixture(params=[{}, FRAGMENT], ids=["plain", "htmx"])
def sit(request: pytest.FixtureRequest, make_app: Callable[..., Flask]) -> Sit:
    """Sits two phones down at a new game; both look at its first deal."""

    def sit_down(variant: Variant = SITE, entered: str = "pad", names: tuple[str, ...] = NAMES) -> Two:
        app = make_app(ENTERED=entered)
        player = Player(app, browser(app), begin(app, variant, names))
        first, second = (Phone(browser(app), player.game, player.version, request.param) for _ in range(2))
        return player, first, second

    return sit_down


UNTOUCHED = {("amount", "250"), ("misdeal", "card-fault")}
"""What the fields of a page hold before anyone fills them in."""


def filled_in(answer: TestResponse) -> dict[str, str]:
    """By name, the fields of a page that somebody filled in: text, and what is ticked."""
    fields = dict[str, str]()
    for tag in re.findall(r"<input[^>]*>", answer.text):
        name, value = (re.search(rf' {each}="([^"]*)"', tag) for each in ("name", "value"))
        kind = re.search(r' type="(\w+)"', tag)
        is_typed = kind is None or (kind[1] in ("radio", "checkbox") and " checked" in tag)
        if name and value and is_typed and value[1] and (name[1], value[1]) not in UNTOUCHED:
            fields[name[1]] = unescape(value[1])
    return fields


def offered(answer: TestResponse) -> tuple[str, str, dict[str, str]]:
    """The button that uses what was not written, where it sends it, and what."""
    form = re.search(r'<form[^>]* action="[^"]*/(use[^"]*)".*?</form>', answer.text, re.DOTALL)
    assert form, words(answer)
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0])
    return words_of(form[0]), form[1], dict(hidden)


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def use(phone: Phone, answer: TestResponse) -> TestResponse:
    """Tap the button that uses what was not written."""
    _, path, fields = offered(answer)
    return phone.send(path, fields)


@pytest.mark.parametrize("typed", [OTHER, WITHOUT_SUIT], ids=["whole", "part"])
def test_a_pad_for_a_deal_that_another_phone_wrote_stands_apart_and_the_next_is_empty(
    typed: dict[str, Any], sit: Sit
) -> None:
    table, one, other = sit()
    one.pad(DEAL)
    version = table.version
    answer = other.pad(typed)
    assert (answer.status_code, table.version) == (409, version)
    assert "nothing of yours was written" in words(answer)
    assert APART in words(answer)
    assert "Please tap one of the four suits" not in words(answer)
    assert filled_in(answer) == {}
    assert offered(answer)[0] == "Use these in deal 2"


def test_what_was_not_written_is_named_in_full(sit: Sit) -> None:
    _, one, other = sit()
    one.pad(DEAL)
    says = words(other.pad(WITHOUT_SUIT | {"meld-B": "12O"}))
    assert f"{APART} Bid: Bob, 270 Meld: Ann & Cy 50, Bob & Di 12O Taken:" in says
    sheet = "On the sheet Ann won the bid at 300. Trump: spades. Ann & Cy: meld 190. Bob & Di: meld 40."
    assert f"{sheet} Tricks counted: Ann & Cy 140, Bob & Di 110. Scored:" in says
    says = words(other.pad(OTHER))
    assert f"{APART} Bid: Bob, 270 Trump: ♥ Meld: Ann & Cy 50, Bob & Di 170 Taken: Ann & Cy 120, Bob & Di 130" in says


def test_a_deal_that_two_phones_wrote_is_corrected_with_the_one_that_came_too_late(sit: Sit) -> None:
    table, one, other = sit()
    one.pad(DEAL)
    refused = other.pad(OTHER)
    buttons = [words_of(each) for each in re.findall(r"<button.*?</button>", refused.text, re.DOTALL)]
    assert buttons.index("Correct deal 1 with mine") < buttons.index("Use these in deal 2")
    form = re.search(r'<form[^>]* action="[^"]*/(deal/1[^"]*)".*?</form>', refused.text, re.DOTALL)
    assert form
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0]))
    preview = other.send(form[1], fields)
    assert preview.status_code == 200
    assert filled_in(preview).items() >= {name: str(text) for name, text in OTHER.items()}.items()
    assert len(table.state.deals) == 1
    other.send(form[1], {**fields, "confirm": "1"})
    (deal,) = table.state.deals
    assert deal.contract
    assert (deal.contract.bidder, deal.contract.bid, deal.trump) == (1, 270, Suit.HEARTS)


def test_the_deal_that_it_is_about_is_named_also_once_the_next_one_is_over_too(sit: Sit) -> None:
    table, one, other = sit()
    one.pad(DEAL)
    _, path, fields = offered(other.pad(OTHER))
    one.pad(DEAL, seen=table.version)
    answer = other.send(path, fields)
    assert "Correct deal 1 with mine Use these in deal 3" in words(answer)


@pytest.mark.parametrize("typed", [OTHER, WITHOUT_SUIT], ids=["whole", "part"])
def test_one_tap_puts_it_into_the_deal_on_the_table_and_writes_nothing(typed: dict[str, Any], sit: Sit) -> None:
    table, one, other = sit()
    one.pad(DEAL)
    refused, version = other.pad(typed), table.version
    answer = use(other, refused)
    assert (answer.status_code, table.version) == (200, version)
    assert filled_in(answer) == {name: str(text) for name, text in typed.items()}
    other.seen = table.version
    other.pad({**filled_in(answer), "trump": "H"})
    assert [deal.contract.bid for deal in table.state.deals if deal.contract] == [300, 270]


def test_what_was_answered_about_one_deal_does_not_answer_for_another(sit: Sit) -> None:
    _, one, other = sit()
    one.pad(DEAL)
    sure = {"sure-meld-A": "50", "no-meld": "B", "none-B": "1", "quad-A": "1", "all_tricks": "A", "filled": "points-B"}
    assert not offered(other.pad(OTHER | sure))[2].keys() & sure.keys()


def test_it_stands_apart_again_if_that_deal_is_over_too(sit: Sit) -> None:
    table, one, other = sit()
    one.pad(DEAL)
    refused = other.pad(OTHER)
    one.seen = table.version
    one.pad(DEAL)
    answer = use(other, refused)
    assert answer.status_code == 409
    assert filled_in(answer) == {}
    assert "Bid: Bob, 270 Trump: ♥ Meld:" in words(answer)
    assert offered(answer)[0] == "Use these in deal 3"


def test_it_stands_apart_when_the_deal_before_is_open_again(sit: Sit) -> None:
    table, one, other = sit()
    one.pad(DEAL)
    one.seen = other.seen = table.version
    one.send("undo", {})
    answer = other.pad(OTHER)
    assert offered(answer)[0] == "Use these in deal 1"
    assert filled_in(answer)["amount"] == "300", "what was undone comes back, not what the other typed"


def test_the_same_deal_twice_is_entered_already_and_nothing_is_offered(sit: Sit) -> None:
    table, one, other = sit()
    one.pad(DEAL)
    answer = other.pad(DEAL)
    assert answer.status_code == 409
    assert answer.headers["Companion-Replayed"], "the phone that sent it need not keep it"
    assert "Another phone has entered this already." in words(answer)
    assert APART not in words(answer)
    assert "Use these" not in words(answer)
    assert filled_in(answer) == {}
    assert len(table.state.deals) == 1


def test_the_same_deal_written_in_two_steps_is_entered_already_too(sit: Sit) -> None:
    table, one, other = sit()
    one.pad({name: DEAL[name] for name in ("seat", "amount", "trump")})
    one.seen = table.version
    one.pad({name: text for name, text in DEAL.items() if name.startswith(("meld", "points"))})
    assert "Another phone has entered this already." in words(other.pad(DEAL))


def test_a_pad_whose_answer_was_lost_is_answered_with_an_empty_one(sit: Sit) -> None:
    table, one, _ = sit()
    one.pad(DEAL, key="once")
    answer = one.pad(DEAL, key="once")
    assert answer.status_code == 200
    assert filled_in(answer) == {}
    assert "Deal 2" in words(answer)
    assert len(table.state.deals) == 1


def test_a_pad_sent_again_keeps_what_is_not_written_yet_of_the_same_deal(sit: Sit) -> None:
    table, one, _ = sit(find_variant("three-handed"), names=NAMES[:3])
    part = {"seat": 0, "amount": 21, "trump": "S", "meld-A": 4}
    one.pad(part, key="once")
    again = one.pad(part, key="once")
    assert (again.status_code, filled_in(again)["meld-A"]) == (200, "4")
    assert table.state.phase is Phase.MELD


def test_a_changed_figure_under_the_same_key_is_not_offered_for_the_next_deal(sit: Sit) -> None:
    _, one, _ = sit()
    one.pad(DEAL, key="once")
    answer = one.pad(DEAL | {"meld-A": 170}, key="once")
    assert answer.status_code == 422
    assert "This form was already sent once with other values" in words(answer)
    assert "Ann & Cy: meld 170." in words(answer)
    assert filled_in(answer) == {}
    assert "Use these" not in words(answer)


def test_what_was_typed_for_the_deal_on_the_table_stays_in_its_fields(sit: Sit) -> None:
    table, one, other = sit()
    one.pad({"seat": 0, "amount": 300, "trump": "S"})
    answer = other.pad(OTHER)
    assert answer.status_code == 409
    stays = {name: str(text) for name, text in OTHER.items() if name.startswith(("meld-", "points-"))}
    assert filled_in(answer) == stays
    assert "Use these" not in words(answer)
    assert "Bob won the bid at 270." in words(answer)
    assert table.state.phase is Phase.MELD


def test_the_points_of_a_deal_stand_apart_too(sit: Sit) -> None:
    table, one, other = sit(entered="points")
    one.send("points", {"made-A": 330, "made-B": 150})
    answer = other.send("points", {"made-A": 320, "made-B": 150, "minus-B": "1"})
    assert answer.status_code == 409
    assert filled_in(answer) == {}
    answer = use(other, answer)
    assert filled_in(answer) == {"made-A": "320", "made-B": "150", "minus-B": "1"}
    assert len(table.state.deals) == 1


@pytest.mark.parametrize("seen", [0, 999])
def test_a_pad_of_which_nobody_knows_what_it_saw_stands_apart(seen: int, sit: Sit) -> None:
    table, one, _ = sit()
    one.seen = seen
    answer = one.pad(OTHER)
    assert (answer.status_code, table.version) == (409, 2)
    assert filled_in(answer) == {}
    assert f"{APART} Bid: Bob, 270 Trump: ♥ Meld:" in words(answer)
    assert filled_in(use(Phone(one.client, one.game, table.version, one.headers), answer))["amount"] == "270"


def test_a_game_that_is_over_offers_nothing(sit: Sit) -> None:
    table, one, other = sit()
    one.pad(DEAL | {"meld-A": 1490})
    one.seen = table.version
    one.send("confirm", {})
    answer = other.pad(OTHER)
    assert answer.status_code == 409
    assert "Bob won the bid at 270." in words(answer)
    assert "Use these" not in words(answer)


def test_a_bid_for_one_seat_does_not_stand_in_the_field_of_the_next(sit: Sit) -> None:
    _, one, other = sit(entered="each")
    one.send("pass", {})
    answer = other.send("bid", {"amount": "260"})
    assert "Cy to bid" in words(answer)
    assert filled_in(answer) == {}
    assert f"{APART} Bob bid 260. On the sheet Bob passed." in words(answer)


def test_a_meld_does_not_stand_in_the_field_for_the_counters(sit: Sit) -> None:
    table, one, other = sit(entered="each")
    one.send("take", {"seat": 0, "amount": 300})
    one.seen = table.version
    one.send("trump", {"trump": "S"})
    one.seen = other.seen = table.version
    one.send("meld/close", {"meld-A": 190, "meld-B": 40})
    answer = other.send("meld/number", {"meld-A": "170"})
    assert answer.status_code == 409
    assert table.state.phase is Phase.PLAY
    assert filled_in(answer) == {}
    assert f"{APART} Ann & Cy: meld 170." in words(answer)


def test_a_count_that_cannot_be_read_any_more_says_so(sit: Sit) -> None:
    table, one, other = sit(entered="each")
    one.send("take", {"seat": 0, "amount": 300})
    one.seen = table.version
    one.send("trump", {"trump": "S"})
    one.seen = table.version
    one.send("meld/close", {"meld-A": 190, "meld-B": 40})
    one.seen = other.seen = table.version
    one.send("count", {"points-A": 140})
    one.seen = table.version
    one.send("confirm", {})
    answer = other.send("count", {"points-A": "many"})
    assert answer.status_code == 409
    assert "Another phone has changed this" in words(answer)
    assert filled_in(answer) == {}


def test_a_correction_that_was_overtaken_stays_with_its_own_deal(sit: Sit) -> None:
    table, one, _ = sit()
    one.pad(DEAL)
    mine, theirs = page_of(table, 1).tell(amount="310"), page_of(table, 1).tell(amount="320")
    theirs.confirm()
    refused = mine.send_confirmation()
    assert refused.answer.status_code == 409
    assert "310" in words(refused.answer)
    assert filled_in(table.client.get(f"/game/{table.game}/")) == {}
    assert [deal.contract.bid for deal in table.state.deals if deal.contract] == [320]


MELDED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("meld/cards", {"seat": 2, "cards": "AS 10S KS QS", "add": "JS"}),
    ("meld/melds", {"side": "A", "seat": 2, "more": "run"}),
    ("meld/photo", {"seat": 2, "cards": "AS 10S KS QS JS"}),
)


@pytest.mark.parametrize(("path", "fields"), MELDED, ids=[path for path, _ in MELDED])
def test_a_meld_that_was_counted_and_is_taken_back_is_gone(path: str, fields: dict[str, Any], sit: Sit) -> None:
    table, one, _ = sit()
    one.pad({"seat": 0, "amount": 300, "trump": "S"})
    table.do(path, **fields)
    one.seen = table.version
    assert filled_in(table.client.get(f"/game/{table.game}/")) == {"meld-A": "150"}
    assert filled_in(one.send("undo", {})) == {}
    one.seen = table.version
    asked = one.pad({"meld-B": 40, "points-A": 100, "points-B": 150})
    assert "No meld for Ann & Cy?" in words(asked)


def test_a_counted_meld_is_gone_with_the_trump_for_which_it_counted(sit: Sit) -> None:
    table, one, _ = sit()
    one.pad({"seat": 0, "amount": 300, "trump": "S"})
    table.do("meld/cards", seat=2, cards="AS 10S KS QS", add="JS")
    table.do("pad", meld_B=40)
    page = table.client.get(f"/game/{table.game}/").text
    step = re.search(r'name="step" value="(\d+)" aria-label="Change the bid"', page)
    assert step
    one.seen = table.version
    answer = one.send("undo", {"step": step[1]})
    assert filled_in(answer) == {"seat": "0", "amount": "300", "trump": "S", "meld-B": "40"}


def test_a_typed_meld_that_is_taken_back_comes_back_into_its_field(sit: Sit) -> None:
    table, one, _ = sit()
    one.pad({"seat": 0, "amount": 300, "trump": "S"})
    one.seen = table.version
    one.pad({"meld-A": 170})
    one.seen = table.version
    assert filled_in(one.send("undo", {})) == {"meld-A": "170"}


def test_the_bid_that_the_last_pass_let_stand_is_gone_with_that_pass(sit: Sit) -> None:
    table, one, _ = sit()
    for path, fields in (("bid", {"amount": 260}), ("pass_bid", {}), ("pass_bid", {}), ("pass_bid", {})):
        table.do({"pass_bid": "pass"}.get(path, path), **fields)
    assert table.state.phase is Phase.TRUMP
    one.seen = table.version
    assert "seat" not in filled_in(one.send("undo?how=pad", {}))


def test_a_photo_for_a_deal_that_is_over_ticks_no_bidder(sit: Sit) -> None:
    table, one, other = sit()
    one.pad({"seat": 0, "amount": 300, "trump": "S"})
    other.seen = one.seen = table.version
    one.pad({name: text for name, text in DEAL.items() if name.startswith(("meld", "points"))})
    photo = {"seat": 2, "cards": "AS 10S KS QS JS", "deal": 1}
    assert filled_in(other.send("meld/photo?deal=1", photo)) == {}
    assert filled_in(other.send("meld/photo", {"seat": 2, "cards": "AS 10S KS QS JS"})) == {}


@pytest.mark.parametrize(
    ("path", "fields", "says"),
    [
        ("meld/cards", {"seat": 0, "cards": "KS XX"}, "no such card: 'XX'"),
        ("lay", {"seat": 2, "meld": "?"}, "Please tap one of the melds."),
        ("bid", {"amount": "27O"}, "Bid: 27O"),
        ("take", {"seat": 1, "amount": "27O"}, "Bid: Bob, 27O"),
        ("meld/number", {"meld-A-2": "6O", "dix-A-2": ""}, "Meld: Cy 6O"),
    ],
)
def test_a_form_that_is_no_pad_is_named_by_its_own_fields(
    path: str, fields: dict[str, Any], says: str, sit: Sit
) -> None:
    _, one, other = sit()
    one.pad(DEAL)
    answer = other.send(path, fields)
    assert answer.status_code == 409
    assert f"{APART} {says}" in words(answer)


def test_a_card_that_is_refused_leaves_nothing_unwritten_on_the_page(sit: Sit) -> None:
    table, one, _ = sit(entered="each")
    one.pad({"seat": 0, "amount": 300, "trump": "S"})
    one.seen = table.version
    refused = one.send("meld/cards", {"seat": 0, "cards": "AS AS", "add": "AS"})
    assert refused.status_code == 422
    assert "data-unwritten" not in refused.text


def test_what_was_on_the_sheet_already_is_not_called_unwritten(sit: Sit) -> None:
    table, one, other = sit()
    one.pad({"seat": 0, "amount": 300, "trump": "S", "meld-A": 120, "meld-B": 80})
    one.seen = other.seen = table.version
    melds = {"meld-A": 120, "meld-B": 80}
    one.pad({**melds, "points-A": 140})
    answer = other.pad({**melds, "points-A": 130, "points-B": 120})
    says = words(answer)
    assert f"{APART} Taken: Ann & Cy 130, Bob & Di 120 Correct deal 1 with mine Use these in deal 2" in says
    assert filled_in(use(other, answer)) == {"points-A": "130", "points-B": "120"}


@pytest.mark.parametrize("more", [{}, {"meld-B": 170}], ids=["bid", "bid and meld"])
def test_a_bid_that_was_chosen_stands_apart_when_the_news_shows_another(more: dict[str, Any], sit: Sit) -> None:
    _, one, other = sit()
    one.pad({"seat": 0, "amount": 300, "trump": "S"})
    answer = other.send("use", {"pad": "1", "seat": 1, "amount": 270, **more})
    assert answer.status_code == 409
    assert f"{APART} Bid: Bob, 270 On the sheet Ann won the bid at 300." in words(answer)
    assert filled_in(answer) == {name: str(text) for name, text in more.items()}


@pytest.mark.parametrize("bid", [{"amount": 250}, {"seat": 0, "amount": 300}], ids=["none", "the same"])
def test_a_bid_that_nobody_chose_or_that_is_on_the_sheet_is_not_missed(bid: dict[str, Any], sit: Sit) -> None:
    _, one, other = sit()
    one.pad({"seat": 0, "amount": 300, "trump": "S"})
    answer = other.send("use", {"pad": "1", **bid, "meld-B": 170})
    assert answer.status_code == 200
    assert APART not in words(answer)
    assert filled_in(answer) == {"meld-B": "170"}


def test_a_page_marks_what_its_fields_hold_and_nobody_has_written(sit: Sit) -> None:
    table, one, other = sit()
    marked = 'data-keep="1" data-unwritten'
    assert marked not in table.client.get(f"/game/{table.game}/").text
    assert marked in one.pad({"points-A": 140}).text, "refused"
    one.pad(DEAL)
    refused = other.pad(OTHER)
    assert "data-unwritten" not in refused.text, "it stands apart"
    assert 'data-keep="2" data-unwritten' in use(other, refused).text
    one.seen = table.version
    assert "data-unwritten" not in one.send("undo", {}).text, "the game knows what was undone"


class Rows(HTMLParser):
    """By the name of a field, the words of the pad's row that it is in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._open = list[list[str]]()
        self._tags = list[bool]()
        self.found = dict[str, list[str]]()
        self.feed(page)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in ("input", "br", "link", "meta", "path", "use"):
            self._tags.append("pad-row" in given.get("class", "") or tag == "details")
            self._open += [[]] if self._tags[-1] else []
        if tag in ("input", "select") and given.get("type") != "hidden" and "name" in given and self._open:
            self.found[given["name"]] = [word for row in self._open for word in row]

    @override
    def handle_endtag(self, tag: str) -> None:
        if self._tags and self._tags.pop():
            self._open.pop()

    @override
    def handle_data(self, data: str) -> None:
        for row in self._open:
            row.append(data.strip())


def labels(page: str, state: GameState) -> set[str]:
    """The labels of the lines that a page has fields of, each looked for in the row of every such field."""
    found = set()
    for name, row in Rows(page[page.index('id="pad"') :]).found.items():
        if name.startswith(tuple(start for line in LINES for start in line.fields)):
            label = said({name: "1"}, state)[0].partition(":")[0]
            assert label in row, (name, label, row)
            found.add(label)
    return found


@pytest.mark.parametrize(
    ("key", "called"),
    [
        ("site", {"Bid", "Trump", "Meld", "Taken"}),
        ("summed", {"Bids", "Trump", "Meld", "Taken"}),
        ("five-handed", {"Bid", "Trump", "With", "Meld", "Taken"}),
        ("bruce-5", {"Bid", "Trump", "Meld", "Nines", "Taken"}),
        ("two-handed", {"Meld", "Taken"}),
    ],
)
def test_a_line_that_was_not_written_is_called_as_on_the_pad(key: str, called: set[str], sit: Sit) -> None:
    variant = find_variant(key)
    table, *_ = sit(variant, names=EIGHT[: variant.players[0]])
    assert labels(table.client.get(f"/game/{table.game}/").text, table.state) == called


@pytest.mark.parametrize(
    ("key", "called"),
    [
        ("site", {"Points"}),
        ("five-handed", {"Calls", "With"}),
        ("bruce-5", {"Cards exchanged"}),
        ("two-handed", {"Trump"}),
        ("check", {"Checks"}),
    ],
)
def test_it_is_called_so_on_the_pad_of_a_correction_too(key: str, called: set[str], sit: Sit) -> None:
    variant = find_variant(key)
    table, *_ = sit(variant, names=EIGHT[: variant.players[0]])
    table.do("end", end="misdeal", misdeal="card-fault")
    table.do("confirm")
    assert called <= labels(table.client.get(f"/game/{table.game}/deal/1").text, table.state)
