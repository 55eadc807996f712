"""Photos read by the real reader in its own process, for each thing a photo can be for, before and after a lesson."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from companion.cards import sort_cards, spell
from companion.rules.variants.partnership import SITE
from companion.vision.samples import find_sample
from companion.web import create_app
from companion.web.core.current import current_store
from tests.conftest import also
from tests.vision.tiled import large_photo, tiled_heic
from tests.web.conftest import browser
from tests.web.form_reader import submitted
from tests.web.played_game import seat_game
from tests.web.settle_table import in_play
from tests.web.table_player import Player

FOUR = "both-pinochles"
"""Four cards, so that they may be a meld, a hand, a trick or counters."""
TAUGHT = (FOUR, "aces-around")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A phone of an application whose reader and teacher are the real ones."""
    app = create_app(tmp_path_factory.mktemp("photos"), TESTING=True, READING_GRACE_SECONDS=120, ENTERED="each")
    client = browser(app)
    client.get("/deck/")
    yield client
    for queue in ("reading_queue", "lesson_queue"):
        app.extensions[queue].close()
    with app.app_context():
        current_store().close()


@pytest.fixture(scope="module")
def pupil(shop: FlaskClient) -> FlaskClient:
    """Another phone there that has taught its deck by two photos of known cards."""
    client = browser(shop.application)
    client.get("/deck/")
    for name in TAUGHT:
        address = send(client, name, kind="deck", next="/deck/keep")
        assert submitted(client, address, "/deck/keep").location == "/deck/"
    lesson = client.post("/deck/learn", data={"game": ""}).location
    assert client.get(lesson).location == "/deck/"
    assert "Of 9 cards in 2 photos" in client.get("/deck/").text
    return client


@pytest.fixture(params=["everybody’s cards", also("a taught deck")])
def phone(request: pytest.FixtureRequest) -> FlaskClient:
    """A phone without a deck of its own, and one with."""
    client: FlaskClient = request.getfixturevalue("pupil" if request.param == "a taught deck" else "shop")
    return client


def send(client: FlaskClient, name: str = FOUR, **fields: str) -> str:
    """Send a photo; the address of its reading, whose cards are those of the photo."""
    sample = find_sample(name)
    photo = (io.BytesIO(sample.picture.read_bytes()), "photo.jpg")
    answer = client.post("/photo/", data={"taken": photo, **fields})
    assert answer.status_code == 303, answer.text
    assert client.get(answer.location).text.count("<polygon") == len(sample.cards)
    return str(answer.location)


def link_on(player: Player, page: str, kind: str) -> dict[str, str]:
    """What the link to a photo of one kind says on a page of a game."""
    links = re.findall('href="/photo/[?]([^"]+)"', unescape(player.client.get(page).text))
    return next(said for said in map(dict, map(parse_qsl, links)) if said.get("kind", "meld") == kind)


def table(client: FlaskClient) -> Player:
    return seat_game(client.application, client, SITE, [])


def test_a_meld_is_read_and_written_down_at_the_table(phone: FlaskClient) -> None:
    player = table(phone)
    player.do("take", seat="2", amount="300")
    player.do("trump", trump="S")
    asked = link_on(player, f"/game/{player.game}/?A=cards.2", "meld")
    assert submitted(phone, send(phone, **asked), asked["next"]).status_code == 303
    assert player.state.deal is not None
    (shown,) = player.state.deal.shown
    assert (shown.seat, shown.points) == (2, 300)


def test_aces_around_are_read_with_each_partner_and_are_not_those_of_one_hand(phone: FlaskClient) -> None:
    player = table(phone)
    player.do("take", seat="2", amount="300")
    player.do("trump", trump="S")
    for seat in ("2", "0"):
        asked = link_on(player, f"/game/{player.game}/", "meld")
        assert asked["whose"] == seat
        assert submitted(phone, send(phone, "aces-around", **asked), asked["next"]).status_code == 303
    assert player.state.deal is not None
    assert [(shown.seat, shown.points) for shown in player.state.deal.shown] == [(2, 100), (0, 100)]
    assert player.state.deal.meld("A") == 200


def test_a_hand_is_handed_to_the_referee(phone: FlaskClient) -> None:
    address = send(phone, kind="hand", variant="site", next="/settle/site/meld", into="cards")
    assert f'name="cards" value="{spell(sort_cards(find_sample(FOUR).cards))}"' in phone.get(address).text


def test_a_trick_is_recorded_at_the_table(phone: FlaskClient) -> None:
    player = table(phone)
    in_play(player)
    assert player.send("tricks/choose", kept="1").status_code == 303
    asked = link_on(player, f"/game/{player.game}/tricks/", "trick")
    address = send(phone, **asked)
    told = {f"player-{index}": str(index) for index in range(4)}
    assert phone.post(f"{address}/players", data={"leader": "0", "trump": "S", **told}).status_code == 303
    assert "takes it" in phone.get(address).text
    taken = submitted(phone, address, urlsplit(asked["next"]).path)
    assert "From the photo, as they fell" in taken.text


def test_counters_are_summed_for_the_count(phone: FlaskClient) -> None:
    player = table(phone)
    in_play(player)
    asked = link_on(player, f"/game/{player.game}/", "tricks")
    count = submitted(phone, send(phone, "fan-of-twelve", **asked), urlsplit(asked["next"]).path)
    assert re.search(rf'name="{asked["into"]}"[^>]*value="\d+"', count.text)


def test_a_frame_of_the_live_camera_is_read(phone: FlaskClient) -> None:
    frame = find_sample(FOUR).picture.read_bytes()
    assert len(frame) < 512 * 1024
    answer = phone.post("/photo/glance?variant=site", data=frame, content_type="image/jpeg")
    assert len(answer.get_json()["cards"]) == 4


def test_a_sample_is_read(phone: FlaskClient) -> None:
    answer = phone.post("/photo/", data={"sample": FOUR})
    assert phone.get(answer.location).text.count("<polygon") == 4


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(4032, 3024), (8064, 6048)], ids=["12 megapixels", "48 megapixels"])
def test_a_photo_of_tiles_as_iphones_take_it_is_read(shop: FlaskClient, size: tuple[int, int]) -> None:
    content = tiled_heic(large_photo(FOUR, size))
    answer = shop.post("/photo/", data={"taken": (io.BytesIO(content), "IMG_0001.HEIC")})
    assert answer.status_code == 303, answer.text
    assert shop.get(answer.location).text.count("<polygon") == 4
