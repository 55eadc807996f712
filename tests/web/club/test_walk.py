"""Every route of a club in each office: the table in the documents is what the pages do, and that is what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.web.club.walk import BY_A_LINK, MARK, SIGNED_OUT, Club, make_club, table_of_club, walk_club
from tests.web.share.walk import ADVICE, BY_LINK, DOCUMENT, NAMES, Walked, written

pytestmark = pytest.mark.thorough

OF_DIRECTORS = (
    *("/members", "/house/file", "/house/new", "/house/<house>/edit", "/house/<house>/delete"),
    *("/nights/<night>/plan", "/nights/<night>/phones", "/nights/<night>/file", "/nights/<night>/undo"),
    *("/nights/<night>/shelf", "/nights/<night>/day", "/nights/<night>/substitute", "/league/nights"),
    *("/league/links", "/league/games", "/keepers/"),
)
OF_ANYBODY = (
    *("/tv/", "/door/", "/league/<token>", "/house/link/", "/rules/"),
    *("/settle", "/static/", "/healthz", "/readyz", "/sw.js", "/away"),
    *("/first-game", "/practice/", "/https", "/licenses", "/qr.svg"),
)
OF_ANYBODY_EXACTLY = ("/", "/favicon.ico", "/manifest.webmanifest", "/sign-in")
OF_THE_GAME = ("/game/<game>/", "/live/<game>", "/photo/", "/deck/", "/games/<game>", "/games/lay")
BEGINS = ("/game/<game>/rematch",)
FORMS = ("/names", "/deal/<int:number>", "/<game>/paper", "/note", "/note/<int:number>")
"""Pages of a game that correct something: they are for those who write there."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    made = make_club(tmp_path_factory.mktemp("club"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def walked(club: Club) -> list[Walked]:
    return list(walk_club(club))


def test_the_table_in_the_documents_is_what_the_pages_do(walked: list[Walked]) -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert written(document, table_of_club(walked), MARK) == document, "python -m tests.web.share.walk"


def test_nobody_breaks_anything_by_asking(walked: list[Walked]) -> None:
    assert [each for each in walked if any(status >= 500 for status in each.answers.values())] == []


def test_without_signing_in_there_are_the_rules_the_first_page_and_what_a_link_opens(walked: list[Walked]) -> None:
    for each in walked:
        if not BY_LINK.match(each.address):
            meant = each.address.startswith(OF_ANYBODY) or each.address in OF_ANYBODY_EXACTLY
            assert each.lets_in(SIGNED_OUT) == meant, each


def test_a_link_opens_its_game_and_begins_none(walked: list[Walked]) -> None:
    for each in walked:
        if each.address.startswith(OF_THE_GAME) and "/share/" not in each.address:
            assert each.lets_in(BY_A_LINK) == (each.address not in (*BEGINS, *ADVICE)), each
        elif not BY_LINK.match(each.address) and "/share/" not in each.address and each.address not in ADVICE:
            assert each.lets_in(BY_A_LINK) == each.lets_in(SIGNED_OUT), each


def test_owners_and_directors_are_refused_only_writing_at_a_game_where_they_have_no_place(
    walked: list[Walked],
) -> None:
    for each in walked:
        writes = each.way == "POST" or each.address.endswith(FORMS)
        if not (writes and each.address.startswith(OF_THE_GAME)) and each.address not in ADVICE:
            assert each.lets_in("owner"), each
        assert each.lets_in("owner") == each.lets_in("director") or each.address in ADVICE, each


def test_a_member_is_refused_what_directors_do_and_what_is_written_at_other_tables(walked: list[Walked]) -> None:
    for each in walked:
        of_game = each.address.startswith(OF_THE_GAME) and each.way == "POST"
        of_house = each.address.startswith(("/seasons/", "/nights/")) and each.way == "POST"
        if each.address.startswith(OF_DIRECTORS) or of_house:
            assert not each.lets_in("member"), each
        elif not of_game and not each.address.endswith(FORMS):
            assert each.lets_in("member"), each


def test_who_is_not_signed_in_reads_no_name_anywhere(club: Club) -> None:
    for address, way in club.rows():
        if not BY_LINK.match(address):
            with closing(club.ask(SIGNED_OUT, address, way)) as answer:
                if (answer.mimetype or "").startswith("text/"):
                    # Who is refused comes back, signed in, to the address that they asked for.
                    page = re.sub(r"/sign-in\?next=[^\"]*", "", answer.text)
                    assert not any(name in page for name in NAMES), address
