"""Every route as each role: the table in the documents is what the pages do, and what they do is what was meant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from werkzeug.test import TestResponse

from companion.store.copying import contents
from companion.web.core.current import current_store
from tests.web.share.walk import (
    ADVICE,
    BY_LINK,
    DIRECTOR,
    DOCUMENT,
    GUEST,
    KEEPER,
    NAMES,
    STRANGER,
    WHO,
    House,
    Walked,
    make_house,
    table_of,
    walk,
    written,
)

OWN_PLACE = {"/game/<game>/share/seat", "/game/<game>/come-along"}
"""Where a phone writes nothing but who it is itself."""
OWN_PHONE = ("/play", "/leave")
"""What a link opens only to the phone that has the seat, or that signed the name up."""
OWNERS = (
    *("/share/keep-score", "/share/link", "/share/back", "/share/let_out", "/share/hand_over", "/share/lock"),
    *("/watch", "/watch/close"),
)
WRITERS = ("/names", "/paper", "/deal/<int:number>", "/note", "/note/<int:number>")
"""Pages that correct a game or add to it: a watcher does not read their forms."""
OF_HOUSE = ("/house", "/seasons/", "/nights/", "/league/", "/keepers/")
"""What all games share, which a place at a game does not open."""
FOR_PLACES = (*OF_HOUSE, "/games/file", "/games/squares")
"""The same, and what any place at a game opens."""
NAMES_A_GAME = ("<game>", "<photo>", "/photo/line/", "/deck/", "/games/lay")


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    made = [make_house(tmp_path_factory.mktemp(home), home) for home in ("invited", "open")]
    yield made[0], made[1]
    for house in made:
        house.close()


@pytest.fixture(scope="module")
def walked(houses: tuple[House, House]) -> list[Walked]:
    return [*walk(*houses)]


def test_the_table_in_the_documents_is_what_the_pages_do(walked: list[Walked]) -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert written(document, table_of(walked)) == document, "python -m tests.web.share.walk"


def test_nobody_breaks_anything_by_asking(walked: list[Walked]) -> None:
    assert [each for each in walked if any(status >= 500 for status in each.answers.values())] == []


def test_everything_that_belongs_to_a_game_is_closed_to_who_was_not_invited(walked: list[Walked]) -> None:
    closed = {(x.address, x.way) for x in walked if x.of_game and not x.address.startswith(FOR_PLACES)}
    expected = {(x.address, x.way) for x in walked if any(part in x.address for part in NAMES_A_GAME)}
    assert closed == expected | {("/photo/", "GET"), ("/photo/", "POST"), ("/photo/glance", "POST")}


def test_the_game_keeps_advice_from_who_has_a_place(walked: list[Walked]) -> None:
    for each in walked:
        if each.address in ADVICE:
            assert {who for who in ("owner", "scorer", "player", "watcher") if each.lets_in(who)} <= {"watcher"}


def test_a_watcher_sees_the_game_and_writes_only_who_it_is(walked: list[Walked]) -> None:
    for each in walked:
        if each.of_game and each.address not in (*OWN_PLACE, *ADVICE) and not each.address.startswith(FOR_PLACES):
            reads = each.way == "GET" and not each.address.endswith(WRITERS)
            assert each.lets_in("watcher") == reads, each


def test_players_and_the_scorer_write_and_hand_nothing_out(walked: list[Walked]) -> None:
    for each in walked:
        owners = each.way == "POST" and "/share/" in each.address and each.address.endswith(OWNERS)
        for who in ("scorer", "player") if each.address not in ADVICE else ():
            # Nobody chooses a place where places come by links; a seat that nobody names is refused as that.
            closed = owners or (each.address.startswith(OF_HOUSE) and each.of_game)
            assert each.lets_in(who) == (not closed), (who, each)


def test_what_all_games_share_is_for_its_keepers_and_a_night_for_its_directors_too(walked: list[Walked]) -> None:
    shared = [each for each in walked if each.address.startswith(OF_HOUSE) and each.of_game]
    assert len(shared) > 40
    for each in shared:
        lists = each.address in ("/nights/", "/league/", "/league/season.<fmt>") and each.way == "GET"
        directed = lists or "<night>" in each.address
        let_in = {who for who in WHO if who != GUEST and each.lets_in(who)}
        assert let_in == {KEEPER, *([DIRECTOR] if directed else [])}, each


def test_reading_changes_nothing_that_is_kept(houses: tuple[House, House]) -> None:
    for house in houses:
        with house.app.app_context():
            before = contents(current_store().database)
        for address, way in house.rows():
            # A test asks for a link that names a keeper, which is made for it.
            for who in ("owner", KEEPER, STRANGER) if way == "GET" and not address.startswith("/keep/") else ():
                house.ask(who, address, way).close()
        with house.app.app_context():
            assert contents(current_store().database) == before


def test_nothing_is_refused_to_the_owner_and_nothing_in_an_open_house_but_links(walked: list[Walked]) -> None:
    apart = (*OF_HOUSE, *ADVICE)
    refused = [each.address for each in walked if not each.lets_in("owner") and not each.address.startswith(apart)]
    assert refused == ["/game/<game>/share/keep-score"]  # for directors of a club
    refused_guests = {each.address for each in walked if not each.lets_in(GUEST)}
    named = {address for address in refused_guests if address.startswith("/keepers/")}
    assert len(named) == 3
    assert all("/share/" in address and address.endswith(OWNERS) for address in refused_guests - named)


def test_a_link_opens_to_everybody_what_it_is_for_and_a_wrong_one_nothing(
    houses: tuple[House, House], walked: list[Walked]
) -> None:
    by_link = [each for each in walked if BY_LINK.match(each.address) and not each.address.endswith(OWN_PHONE)]
    assert {way for each in by_link for way in each.answers.values()} == {200, 303}
    for each in by_link:
        wrong = houses[0].phones["owner"].open(each.address.replace("<token>", "x"), method=each.way, data={"key": "k"})
        assert wrong.status_code == 404, each


def page_of(answer: TestResponse) -> str:
    """The words of an answer; of a picture or an archive none."""
    with closing(answer):
        return answer.text if (answer.mimetype or "").startswith("text/") else ""


def test_who_was_not_invited_reads_no_name_of_the_game_anywhere(houses: tuple[House, House]) -> None:
    invited, _ = houses
    phone = invited.phones[STRANGER]
    pages = [page_of(invited.ask(STRANGER, *row)) for row in invited.rows() if not BY_LINK.match(row[0])]
    pages += [phone.get(f"/games/?q={NAMES[0]}").text.replace(f'value="{NAMES[0]}"', "").replace(f"“{NAMES[0]}”", "")]
    pages += [phone.get(path, query_string={"back": f"/game/{invited.game}/"}).text for path in ("/rules/", "/new")]
    assert [page for page in pages if any(name in page for name in NAMES)] == []
    assert NAMES[0] in invited.phones["watcher"].get("/").text
