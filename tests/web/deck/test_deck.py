"""Photos are kept only where the table agreed, with the names that a person confirmed, and go when asked to."""

from __future__ import annotations

import io
import json
import re
import threading
from collections.abc import Callable, Sequence
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.variants.partnership import SITE
from companion.store.photos import TaughtDeck, named_deck
from companion.vision.reading import Unreadable
from companion.vision.samples import find_sample
from companion.vision.serve import Known, Pack, Picture, Report
from companion.web.core.current import current_store
from companion.web.deck import teach_apart
from companion.web.photo.line import ReadingQueue
from tests.conftest import PATIENCE_SECONDS
from tests.web.conftest import NOW, browser
from tests.web.form_reader import submitted
from tests.web.photo_reader import REPORT, deck_of_spades, read_pinochle, teach_nothing
from tests.web.spelled_photos import read_what_it_says, send
from tests.web.table_player import begin


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_what_it_says))


def kept(client: FlaskClient, query: str = "") -> list[list[str]]:
    """The cards of the photos that can be taken away."""
    packed = ZipFile(io.BytesIO(client.get(f"/deck/photos.zip{query}").data))
    lines = packed.read("manifest.jsonl").decode().splitlines()
    return [json.loads(line)["cards"] for line in lines]


def test_nothing_is_kept_before_the_table_agrees(client: FlaskClient) -> None:
    address = send(client, "QS JD")
    client.post(f"{address}/card/0", data={"was": "QS", "card": "KS"})
    assert kept(client) == []


def test_a_corrected_photo_is_kept_once_agreed_with_its_newest_names(client: FlaskClient) -> None:
    client.get("/deck/")
    client.post("/deck/agree", data={"agree": "1"})
    address = send(client, "QS JD")
    assert kept(client) == []
    client.post(f"{address}/card/0", data={"was": "QS", "card": "KS"})
    client.post(f"{address}/add", data={"card": "9H", "count": "2"})
    assert kept(client) == [["KS", "JD", "9H"]]
    client.post("/deck/agree", data={"agree": "0"})
    client.post(f"{address}/add", data={"card": "9H", "count": "3"})
    assert kept(client) == [["KS", "JD", "9H"]]


def test_a_photo_with_a_doubtful_name_is_not_kept(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READER=read_pinochle))
    client.get("/deck/")
    client.post("/deck/agree", data={"agree": "1"})
    address = send(client, "any")
    client.post(f"{address}/card/0", data={"was": "QS", "card": "KS"})
    assert kept(client) == []
    client.post(f"{address}/card/1", data={"was": "JD", "card": "JD"})
    assert kept(client) == [["KS", "JD"]]


def test_nobody_keeps_a_doubtful_name_by_asking_for_it(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READER=read_pinochle))
    photo = send(client, "any").rpartition("/")[2]
    client.post("/deck/keep", data={"photo": photo})
    client.post("/deck/agree", data={"agree": "1", "photo": photo, "checked": "1"})
    assert kept(client) == []


def test_agreeing_on_the_page_of_a_photo_keeps_that_one_and_leads_back(client: FlaskClient) -> None:
    address = send(client, "QS JD")
    client.get(address)
    photo = address.rpartition("/")[2]
    answer = client.post("/deck/agree", data={"agree": "1", "photo": photo, "checked": "1"})
    assert answer.location == address
    assert kept(client) == [["QS", "JD"]]
    assert "Photos that you correct here are kept" in client.get(address).text


def test_all_photos_of_a_table_are_deleted_by_one_button_and_no_others(client: FlaskClient) -> None:
    game = begin(client.application, SITE)
    for data in ({"game": game}, {}):
        client.post("/deck/agree", data={"agree": "1", **data})
        address = send(client, "QS", **data)
        client.post(f"{address}/card/0", data={"was": "QS", "card": "KS"})
    submitted(client, f"/deck/?game={game}", "/deck/delete-all")
    assert kept(client, f"?game={game}") == []
    assert kept(client) == [["KS"]]


def test_each_game_has_photos_of_its_own(client: FlaskClient) -> None:
    game = begin(client.application, SITE)
    client.post("/deck/agree", data={"agree": "1", "game": game})
    address = send(client, "QS", game=game)
    client.post(f"{address}/card/0", data={"was": "QS", "card": "KS"})
    assert kept(client, f"?game={game}") == [["KS"]]
    assert kept(client) == []
    assert client.get("/deck/?game=nosuchgame99").status_code == 404


def test_known_cards_are_kept_when_their_names_are_confirmed(client: FlaskClient) -> None:
    client.get("/deck/")
    address = send(client, "QS JD", kind="deck", next="/deck/keep")
    page = client.get(address).text
    assert 'action="/deck/keep"' in page
    assert client.post("/deck/keep", data={"photo": address.rpartition("/")[2]}).location == "/deck/"
    assert kept(client) == [["QS", "JD"]]
    assert "1 photo kept" in client.get("/deck/").text


def test_a_photo_can_be_looked_at_and_deleted_by_its_table_alone(client: FlaskClient) -> None:
    client.get("/deck/")
    photo = send(client, "QS JD").rpartition("/")[2]
    client.post("/deck/keep", data={"photo": photo})
    stranger = browser(client.application)
    stranger.get("/deck/")
    assert stranger.get(f"/deck/{photo}.jpg").status_code == 404
    stranger.post(f"/deck/{photo}/delete", data={"game": ""})
    assert client.get(f"/deck/{photo}.jpg").data == b"jpeg"
    client.post(f"/deck/{photo}/delete", data={"game": ""})
    assert kept(client) == []


def test_the_set_names_its_pictures_and_who_labelled_them(client: FlaskClient) -> None:
    client.get("/deck/")
    client.post("/deck/keep", data={"photo": send(client, "QS JD").rpartition("/")[2]})
    packed = ZipFile(io.BytesIO(client.get("/deck/photos.zip").data))
    row = json.loads(packed.read("manifest.jsonl"))
    assert packed.read(f"images/{row['file']}") == b"jpeg"
    assert (row["n_cards"], row["verified_by_eye"]) == (2, True)


def test_the_set_knows_nothing_of_a_card_that_was_removed_or_of_a_photo_that_is_left_out(client: FlaskClient) -> None:
    client.get("/deck/")
    address = send(client, "QS JD")
    other = send(client, "KS", join=address.rpartition("/")[2])
    client.post(f"{other}/leave-out", data={"photo": "1"})
    client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    client.post("/deck/keep", data={"photo": address.rpartition("/")[2]})
    [row] = ZipFile(io.BytesIO(client.get("/deck/photos.zip").data)).read("manifest.jsonl").splitlines()
    told = json.loads(row)
    assert (told["cards"], told["n_cards"], len(told["outlines"])) == (["JD"], 1, 1)


def read_by_deck(content: bytes, pack: Pack, deck: bytes = b"") -> Picture:
    """A reader that sees a king where it knows no deck, and a queen where it does."""
    return read_what_it_says(b"QS JD" if deck == b"a deck" else b"KS JD", pack)


@pytest.fixture
def pupil(make_app: Callable[..., Flask]) -> FlaskClient:
    client = browser(make_app(READER=read_by_deck, TEACHER=teach_nothing, READING_GRACE_SECONDS=60))
    client.get("/deck/")
    return client


def learn(client: FlaskClient, photos: int, game: str = "") -> TestResponse:
    for _ in range(photos):
        photo = send(client, "any", game=game).rpartition("/")[2]
        client.post(f"/deck/keep?game={game}", data={"photo": photo})
    answer = client.post("/deck/learn", data={"game": game})
    return client.get(answer.location) if answer.status_code == 303 else answer


def test_a_taught_deck_is_read_from_the_next_photo_on_and_forgotten_when_asked(pupil: FlaskClient) -> None:
    assert learn(pupil, 2).location == "/deck/"
    page = pupil.get("/deck/").text
    assert "Of 14 cards in 2 photos it read 9 rightly before, and 13 now." in page
    assert "nine of hearts" in page
    assert "<output>40</output>" in pupil.get(send(pupil, "any")).text
    assert seen_live(pupil) == ["QS", "JD"]
    pupil.post("/deck/forget", data={"game": ""})
    assert "<output>40</output>" not in pupil.get(send(pupil, "any")).text
    assert seen_live(pupil) == ["KS", "JD"]


def seen_live(client: FlaskClient) -> list[str]:
    """The cards in a live camera's frame."""
    return [card["card"] for card in json.loads(client.post("/photo/glance", data=b"frame").text)["cards"]]


def test_a_deck_that_a_game_taught_is_known_to_its_phones_and_to_the_teachers_next_game(pupil: FlaskClient) -> None:
    first, second = (begin(pupil.application, SITE) for _ in range(2))
    learn(pupil, 2, first)
    guest = browser(pupil.application)
    guest.get("/deck/")
    for client, game, knows in ((pupil, second, True), (guest, first, True), (guest, second, False)):
        assert ("<output>40</output>" in client.get(send(client, "any", game=game)).text) is knows


@pytest.mark.parametrize("meanwhile", ["delete", "forget"])
def test_what_is_deleted_while_it_is_learned_from_does_not_come_back(
    make_app: Callable[..., Flask], meanwhile: str
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    decks = [b"a deck", b"another"]

    def slow(_known: Sequence[Known]) -> tuple[bytes, Report]:
        begun.set()
        go_on.wait(PATIENCE_SECONDS)
        return decks.pop(0), REPORT

    client = browser(make_app(READER=read_by_deck, TEACHER=slow, READING_GRACE_SECONDS=60))
    client.get("/deck/")
    go_on.set()
    learn(client, 2)
    begun.clear()
    go_on.clear()
    client.application.config["READING_GRACE_SECONDS"] = 0
    lesson = client.post("/deck/learn", data={"game": ""}).location
    begun.wait(PATIENCE_SECONDS)
    [example, *_] = re.findall(r"/deck/(\w+)/delete", client.get("/deck/").text)
    client.post("/deck/forget" if meanwhile == "forget" else f"/deck/{example}/delete", data={"game": ""})
    go_on.set()
    ticket = client.application.extensions["lesson_queue"].find(lesson.rpartition("/")[2])
    ticket.wait(PATIENCE_SECONDS)
    answer = client.get(lesson)
    assert answer.status_code == 422
    assert "nothing was learned" in answer.text
    assert ("The reader knows your deck" in answer.text) is (meanwhile == "delete")


def test_one_photo_is_too_few_to_learn_from(pupil: FlaskClient) -> None:
    answer = learn(pupil, 1)
    assert answer.status_code == 422
    assert "Take at least two photos first" in answer.text


def test_a_lesson_in_which_no_card_is_found_says_so(make_app: Callable[..., Flask]) -> None:
    app = make_app(READER=read_what_it_says, TEACHER=teach_nothing, READING_GRACE_SECONDS=60)
    client = browser(app)
    client.get("/deck/")
    for _ in range(2):
        client.post("/deck/keep", data={"photo": send(client, "9H").rpartition("/")[2]})
    answer = client.get(client.post("/deck/learn", data={"game": ""}).location)
    assert answer.status_code == 422
    assert "None of these cards was found." in answer.text


def test_who_waits_for_a_lesson_sees_that_it_goes_on(make_app: Callable[..., Flask]) -> None:
    go_on = threading.Event()

    def slow(known: Sequence[Known]) -> tuple[bytes, Report]:
        go_on.wait(PATIENCE_SECONDS)
        return b"a deck", REPORT

    client = browser(make_app(READER=read_what_it_says, TEACHER=slow))
    client.get("/deck/")
    for _ in range(2):
        client.post("/deck/keep", data={"photo": send(client, "QS").rpartition("/")[2]})
    client.application.config["READING_GRACE_SECONDS"] = 0
    lesson = client.post("/deck/learn", data={"game": ""}).location
    page = client.get(lesson).text
    go_on.set()
    assert "Learning your deck" in page
    assert f'<p><a class="button plain" href="{lesson}">Look again</a></p>' in page


def test_a_lesson_that_is_long_over_says_so(client: FlaskClient) -> None:
    assert client.get("/deck/lesson/nosuchticket").status_code == 404


def test_a_deck_that_was_taught_under_a_name_can_be_used_at_a_table(pupil: FlaskClient) -> None:
    assert "A deck that was taught before" not in pupil.get("/deck/").text
    taught = TaughtDeck(b"a deck", {"cards": 20, "before": 3, "after": 20}, NOW)
    with pupil.application.app_context():
        current_store().examples.keep_deck(named_deck("club"), taught)
    assert "<option>club</option>" in pupil.get("/deck/").text
    assert pupil.post("/deck/use", data={"game": "", "deck": "Club"}).location == "/deck/"
    assert "<output>40</output>" in pupil.get(send(pupil, "any")).text
    answer = pupil.post("/deck/use", data={"game": "", "deck": "nobody's"})
    assert answer.status_code == 422
    assert "No deck of this name was taught" in answer.text


def test_a_lesson_that_takes_too_long_is_told_of_as_a_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.deck.LONGEST_LESSON_SECONDS", 0.01)
    sample, queue = find_sample("both-pinochles"), ReadingQueue()
    with pytest.raises(Unreadable, match="The lesson could not be finished"):
        teach_apart(queue, [(sample.picture.read_bytes(), sample.cards)] * 2)
    assert queue.worker.pid is None


def test_a_deck_is_saved_as_a_file_that_a_phone_by_itself_opens_and_passes_on(
    make_app: Callable[..., Flask], client: FlaskClient
) -> None:
    deck = deck_of_spades()
    client.get("/deck/")
    assert client.get("/deck/deck.npz").status_code == 404
    with client.application.app_context():
        current_store().examples.keep_deck(named_deck("Ann"), TaughtDeck(deck, {}, NOW))
    client.post("/deck/use", data={"deck": "Ann"})
    saved = client.get("/deck/deck.npz").data
    assert saved == deck
    assert opened(client, saved).status_code == 404
    phone = browser(make_app(ALONE=True))
    assert opened(phone, saved).status_code == 303
    assert "The reader knows your deck" in phone.get("/deck/").text
    assert phone.get("/deck/deck.npz").data == deck
    phone.post("/deck/forget", data={"game": ""})
    assert phone.get("/deck/deck.npz").status_code == 404


def opened(client: FlaskClient, content: bytes) -> TestResponse:
    return client.post("/deck/file", data={"file": (io.BytesIO(content), "deck.npz")})


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "choose a file first"),
        (b"Ann owes Ben a dollar.", "holds no taught deck"),
        (deck_of_spades()[:-90], "holds no taught deck"),
        (deck_of_spades("older"), "another version of the card reader"),
    ],
)
def test_what_is_no_deck_for_this_phone_is_refused_in_words(
    make_app: Callable[..., Flask], content: bytes, says: str
) -> None:
    phone = browser(make_app(ALONE=True))
    answer = opened(phone, content)
    assert answer.status_code == 422
    assert says in answer.text
    assert "The reader knows your deck" not in phone.get("/deck/").text


def test_a_phone_teaches_no_deck_and_says_where_one_is_taught(make_app: Callable[..., Flask]) -> None:
    phone = browser(make_app(ALONE=True))
    assert "A companion on a computer learns them" in phone.get("/deck/").text
    assert phone.post("/deck/learn", data={"game": ""}).status_code == 404


def test_a_deck_that_an_older_reader_learned_is_said_to_be_read_no_more(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = browser(make_app(ALONE=True))
    opened(phone, deck_of_spades())
    monkeypatch.setattr("companion.vision.deck.classifier_digest", lambda: "newer")
    assert "Your deck isn’t read any more" in phone.get("/deck/").text
