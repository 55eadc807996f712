"""A deck is taught from photos of known cards, and only that deck is read otherwise."""

from __future__ import annotations

import io
import tracemalloc
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.cards import parse_cards
from companion.vision import Settings, read, read_photo, teach
from companion.vision.deck import Deck, DeckError, classifier_digest, deck_from_bytes, learned_from_bytes
from companion.vision.read import answers_to_read
from companion.vision.samples import find_sample
from companion.vision.stages.chances import add_learned, likeliest
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import NONE, Index, indices_to_name
from companion.vision.stages.letters import LETTERS, add_evidence, answer_to_evidence
from companion.vision.stages.notes import HARD, UNUSUAL
from companion.vision.stages.opencv import Answers, crops_to_answers
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.spots import Spot
from companion.vision.teach import (
    NO_SUIT,
    VIEWS,
    Course,
    KnownPhoto,
    assign_cards,
    fit_weights,
    learn_deck,
    newest_of_each,
    relearn_deck,
)

SOMEWHERE = Spot(0.0, 0.0, (1.0, 1.0), (0.0, -5.0), 0.9)


@pytest.fixture(scope="module")
def example() -> KnownPhoto:
    sample = find_sample("both-pinochles")
    return KnownPhoto(decode_photo(sample.picture.read_bytes()), sample.cards)


@pytest.fixture(scope="module")
def deck(example: KnownPhoto) -> Deck:
    return learn_deck([example])


def saying(rank: int, suit: int, chance: float = 0.9) -> list[Index]:
    """Two indices of one card that say the same."""
    ranks, suits = [(1 - chance) / 6] * 7, [(1 - chance) / 3] * 4
    ranks[rank] = suits[suit] = chance
    return [Index(SOMEWHERE, ranks, suits, 0.9)] * 2


def at_a_loss(suit: int) -> list[Index]:
    """Two indices whose suit is plain and whose rank is not."""
    return [replace(index, ranks=[1 / 7] * 7) for index in saying(0, suit)]


def test_each_card_gets_the_group_that_says_so() -> None:
    cards = parse_cards("QS JD QS")
    assert assign_cards([saying(2, 2), saying(3, 0), saying(3, 0)], cards) == {0: 1, 1: 0, 2: 2}


def test_what_is_left_over_by_the_others_is_the_card_that_is_left() -> None:
    assert assign_cards([saying(2, 2), at_a_loss(0)], parse_cards("QS JD")) == {0: 1, 1: 0}


def test_two_cards_that_cannot_be_told_apart_are_not_learned() -> None:
    assert assign_cards([at_a_loss(0), at_a_loss(0)], parse_cards("QS JS")) == {}


def test_a_card_that_nothing_speaks_for_is_not_found() -> None:
    assert assign_cards([saying(5, 1, 0.999)], parse_cards("QS")) == {}


def test_what_was_learned_names_every_look_and_leaves_others_alone() -> None:
    features = np.zeros((4, 1536), np.float32)
    features[[0, 1, 2, 3], [5, 6, 7, 8]] = 3.0
    weights = fit_weights(np.zeros((3, 12)), features[:3], np.array([2, 3, 7]), np.array([0, 1, -1]))
    logits = features @ weights.T
    assert logits[:3, :8].argmax(axis=1).tolist() == [2, 3, 7]
    assert logits[:2, 8:].argmax(axis=1).tolist() == [0, 1]
    assert not logits[3].any()


def test_nothing_is_learned_where_all_is_read_rightly() -> None:
    read = np.log([[0.99 if rank == 2 else 0.01 / 7 for rank in range(8)] + [0.98, 0.01, 0.005, 0.005]])
    assert not fit_weights(read, np.ones((1, 1536), np.float32), np.array([2]), np.array([0])).any()


def test_what_many_looks_teach_takes_no_more_memory_than_the_looks() -> None:
    looks = 2500
    rng = np.random.default_rng(3)
    ranks, suits = rng.integers(0, 7, looks), rng.integers(0, 4, looks)
    features = rng.normal(0, 0.3, (looks, 1536)).astype(np.float32)
    features[np.arange(looks), ranks] += 3
    features[np.arange(looks), 8 + suits] += 3
    tracemalloc.start()
    try:
        weights = fit_weights(np.zeros((looks, 12)), features, ranks, suits)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    logits = features @ weights.T
    assert (logits[:, :8].argmax(axis=1) == ranks).all()
    assert (logits[:, 8:].argmax(axis=1) == suits).all()
    assert peak < features.nbytes


def test_of_each_card_the_newest_crops_are_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teach, "MOST_OF_A_CARD", 2)
    monkeypatch.setattr(teach, "MOST_OF_NONE", 3)
    blank = np.zeros((64, 48, 3), np.uint8)
    kinds = [(2, 0)] * 5 + [(2, 1)] + [(NONE, NO_SUIT)] * 5 + [(2, 0)]
    shown = [(np.full_like(blank, number), *kind) for number, kind in enumerate(kinds)]
    assert [int(crop[0, 0, 0]) for crop, _, _ in newest_of_each(shown)] == [4, 5, 8, 9, 10, 11]


def test_a_deck_holds_no_more_crops_for_more_photos(example: KnownPhoto, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teach, "MOST_OF_A_CARD", 2)
    monkeypatch.setattr(teach, "MOST_OF_NONE", 2)
    deck = learn_deck([example] * 3)
    kinds = Counter(zip(deck.ranks.tolist(), deck.suits.tolist(), strict=True))
    assert max(kinds.values()) == 2


def test_no_crop_is_shown_to_the_classifier_in_two_lessons(
    example: KnownPhoto, monkeypatch: pytest.MonkeyPatch
) -> None:
    course, shown = Course([example, example]), list[int]()

    def counted(crops: Sequence[Pixels]) -> Answers:
        shown.append(len(crops))
        return crops_to_answers(crops)

    monkeypatch.setattr(teach, "crops_to_answers", counted)
    whole = course.learn()
    asked = sum(shown)
    assert asked <= VIEWS * len(whole.crops)
    part = course.learn(without=[1])
    assert len(part.crops) < len(whole.crops)
    assert sum(shown) == asked


def test_what_was_learned_counts_beside_what_is_read_and_can_overrule_it() -> None:
    read, learned = ((0.999, 0.001), (0.6, 0.4), (1.0, 0.0)), ((0.0, 3.0), (0.0, 3.0), (0.0, 20.0))
    both = [*map(add_learned, read, learned)]
    assert [*map(likeliest, both)] == [0, 1, 1]
    assert [*map(sum, both)] == pytest.approx([1.0] * 3)


def test_a_taught_deck_says_what_it_would_say_of_english_letters_and_of_others() -> None:
    """A foreign jack, which the classifier takes for a ten: teaching it must not undo what its letter says."""
    heat = [0.9] * 5
    logits = np.full((5, 32), -4.0, np.float32)
    logits[:, 1] = logits[:, 8] = 4.0
    for row, letter in enumerate("BBDDD"):
        logits[row, 12 + LETTERS.index(letter)] = 4.0
    spots = [replace(SOMEWHERE, x=30.0 * place, heat=heat[place]) for place in range(5)]
    untaught, _ = answers_to_read(spots, logits.tolist(), Settings())
    taught, _ = answers_to_read(spots, np.hstack([logits, np.zeros((5, 12))]).tolist(), Settings())
    assert [str(indices_to_name([index])[0]) for index in taught] == ["JS", "JS", "QS", "QS", "QS"]
    assert [index.strange for index in taught] == [index.strange for index in untaught] == [False] * 5


def test_what_was_learned_of_a_deck_is_believed_against_its_letters() -> None:
    """A jack whose letter looks like a ten's: what letters say by themselves must not leave it in doubt for ever."""
    logits, learned = np.full((1, 32), -4.0, np.float32), np.zeros((1, 12), np.float32)
    logits[0, [1, 8, 12 + LETTERS.index("10")]] = 6.0
    learned[0, 2] = 15.0
    (untaught,), _ = answers_to_read([SOMEWHERE], logits.tolist(), Settings())
    (taught,), _ = answers_to_read([SOMEWHERE], np.hstack([logits, learned]).tolist(), Settings())
    assert (likeliest(untaught.ranks), likeliest(untaught.spelt)) == (1, 1)
    assert (likeliest(taught.ranks), likeliest(taught.spelt)) == (2, 2)


def test_a_taught_deck_is_read_with_its_copies(example: KnownPhoto, deck: Deck) -> None:
    assert sorted(seen.card for seen in read_photo(example.image, deck=deck).cards) == sorted(example.cards)
    assert deck.notes == ()


def test_more_can_be_learned_of_a_deck(example: KnownPhoto, deck: Deck) -> None:
    assert len(learn_deck([example], known=deck).crops) > len(deck.crops)


def test_a_photo_without_the_cards_teaches_nothing() -> None:
    table = KnownPhoto(np.full((300, 400, 3), 90, np.uint8), parse_cards("QS"))
    with pytest.raises(DeckError, match="None of these cards was found"):
        learn_deck([table])


def test_a_deck_outlives_its_file(deck: Deck) -> None:
    kept = deck_from_bytes(deck.to_bytes())
    assert (kept.weights == deck.weights).all()
    assert (kept.crops == deck.crops).all()
    assert kept.letters == deck.letters == "English"
    assert relearn_deck(kept) is kept
    assert learned_from_bytes(deck.to_bytes()) == (deck.weights.tobytes(), "English")


def test_a_deck_that_was_kept_before_its_letters_were_is_learned_with_them(deck: Deck) -> None:
    with np.load(io.BytesIO(deck.to_bytes())) as stored:
        arrays = {name: stored[name] for name in stored.files if name != "letters"}
    older = io.BytesIO()
    np.savez_compressed(older, **{**arrays, "model": np.asarray("older")})
    kept = deck_from_bytes(older.getvalue())
    assert kept.letters == ""
    assert relearn_deck(kept).letters == "English"


@pytest.fixture
def of_two_vs(monkeypatch: pytest.MonkeyPatch) -> npt.NDArray[np.uint8]:
    """A photo in which the networks see two V: French jacks, or Dutch queens."""
    spots = [replace(SOMEWHERE, x=100.0 * place, y=100.0) for place in (1, 2)]
    logits = np.full((2, 44), -6.0, np.float32)
    logits[:, [1, 8, 12 + LETTERS.index("V")]] = 6.0
    logits[:, 32:] = 0.0
    monkeypatch.setattr(read, "levels_to_spots", lambda *_: spots)
    monkeypatch.setattr(read, "spots_to_answers", lambda *_: (spots, logits.tolist()))
    return np.zeros((200, 300, 3), np.uint8)


@pytest.mark.parametrize(("letters", "cards"), [("French", "JS JS"), ("Dutch", "QS QS")])
def test_a_photo_that_leaves_its_letters_open_is_read_by_those_of_the_deck(
    deck: Deck, of_two_vs: npt.NDArray[np.uint8], letters: str, cards: str
) -> None:
    reading = read_photo(of_two_vs, deck=replace(deck, letters=letters))
    assert tuple(seen.card for seen in reading.cards) == parse_cards(cards)


def test_a_photo_that_leaves_its_letters_open_says_which_letter_to_ask_about(of_two_vs: npt.NDArray[np.uint8]) -> None:
    asked = read_photo(of_two_vs)
    assert [(str(seen.card), seen.sure, seen.letter) for seen in asked.cards] == [("JS", False, "V")] * 2
    dutch = add_evidence([asked.letters, answer_to_evidence("V", "Q")])
    assert [(str(seen.card), seen.letter) for seen in read_photo(of_two_vs, letters=dutch).cards] == [("QS", "")] * 2


def test_a_deck_of_an_older_reader_is_learned_again_from_its_crops(deck: Deck) -> None:
    fresh = relearn_deck(replace(deck, model="older", weights=np.zeros_like(deck.weights)))
    assert fresh.model == classifier_digest()
    assert np.allclose(fresh.weights, deck.weights)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not really", b"\x93NUMPY"])
def test_bytes_that_hold_no_deck_are_refused_in_a_sentence(content: bytes) -> None:
    for read_in in (deck_from_bytes, learned_from_bytes):
        with pytest.raises(DeckError, match="This file holds no taught deck"):
            read_in(content)


def test_a_phone_takes_no_deck_that_it_could_not_read_with(deck: Deck) -> None:
    wild = deck.weights.copy()
    wild[3, 5] = np.nan
    for bad in (replace(deck, weights=wild), replace(deck, weights=deck.weights[:3])):
        with pytest.raises(DeckError, match="holds no taught deck"):
            learned_from_bytes(bad.to_bytes())
    with pytest.raises(DeckError, match="another version of the card reader"):
        learned_from_bytes(replace(deck, model="older").to_bytes())
    whole = deck.to_bytes()
    for at in range(0, len(whole), len(whole) // 40):
        broken = bytearray(whole)
        broken[at] ^= 0x55
        for content in (whole[:at], bytes(broken)):
            with suppress(DeckError):
                learned_from_bytes(content)


def bent(photo: Pixels) -> Pixels:
    """The photo as waves bend it, so that its letters are of no font."""
    rows, columns = np.mgrid[: photo.shape[0], : photo.shape[1]].astype(np.float32)
    to_right, down = (8 * np.sin(2 * np.pi * across / 60) for across in (rows, columns))
    return np.asarray(
        cv2.remap(photo, columns + to_right, rows + down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def test_letters_that_are_too_odd_for_any_card_to_be_sure_are_read_once_they_are_taught() -> None:
    sample = find_sample("run-and-marriage")
    odd = bent(decode_photo(sample.picture.read_bytes()))
    untaught = read_photo(odd)
    assert UNUSUAL in untaught.notes
    assert not any(card.sure for card in untaught.cards)
    darker = np.asarray(odd * 0.9, np.uint8)
    taught = read_photo(darker, deck=learn_deck([KnownPhoto(odd, sample.cards)]))
    assert not {HARD, UNUSUAL} & {*taught.notes}
    assert taught.counts == Counter(sample.cards)
    assert all(card.sure for card in taught.cards)
