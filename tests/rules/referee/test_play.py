"""The ruling on one card agrees with every hand that could be, and says so in words."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.cards import Card, Suit, parse_card, parse_cards
from companion.rules.choices import Draw, FirstLead, Head
from companion.rules.options import with_options
from companion.rules.pack import PACKS
from companion.rules.play import Turn, barring_cards, legal_plays
from companion.rules.referee import KnownHand, PlayedCard, QuestionError, Verdict, settle_play
from companion.rules.score import DealEnd
from companion.rules.variants import find_variant
from tests.rules.asking import HEADS
from tests.rules.referee.hands_oracle import some_question, try_every_hand

SITE = find_variant("site")


@pytest.mark.parametrize("seed", range(8))
def test_the_verdict_is_what_every_possible_hand_says(seed: int) -> None:
    chance, seen = random.Random(seed), Counter[Verdict]()
    for _ in range(60):
        variant, played = some_question(chance)
        tried = try_every_hand(variant, played)
        assert tried is not None
        settled = settle_play(variant, played)
        assert settled.verdict is tried.verdict, (variant.play_head, played)
        seen[settled.verdict] += 1
        banned = {card for each in settled.conditions for card in each.cards}
        if settled.verdict is Verdict.DEPENDS:
            assert all(not banned & rest.keys() for rest in tried.legal), played
            assert all(banned & rest.keys() for rest in tried.illegal), played
            assert all(any(card in rest for rest in tried.illegal) for card in banned), played
    assert all(seen[verdict] for verdict in (Verdict.LEGAL, Verdict.NOT_LEGAL, Verdict.DEPENDS))


def test_a_card_is_illegal_exactly_beside_the_cards_that_bar_it() -> None:
    chance = random.Random(5)
    for _ in range(400):
        pack = PACKS[chance.choice(("48", "64", "80"))]
        head, lead = chance.choice(list(Head)), chance.choice(list(FirstLead))
        variant = replace(SITE, pack=pack, play_head=head, lead_first=lead, play_broken=chance.random() < 0.5)
        cards = [card for card, n in pack.counts.items() for _ in range(n)]
        chance.shuffle(cards)
        trick = tuple(cards[: chance.randint(0, 3)])
        hand = tuple(cards[3 : 3 + chance.randint(1, 8)])
        turn = Turn(chance.choice(list(Suit)), trick, hand, chance.random() < 0.5, chance.random() < 0.3, 300)
        plays = legal_plays(variant, turn)
        for card in set(hand):
            assert (card in plays) == (not barring_cards(variant, turn, card).keys() & set(hand)), (turn, card)


@pytest.mark.shared
def test_whole_hands_agree_with_the_recorded_cases(legal_vector: dict[str, Any]) -> None:
    variant = with_options(SITE, {"play.head": HEADS[legal_vector["rule"]]})
    trick, hand = parse_cards(legal_vector["trick"]), list(parse_cards(legal_vector["hand"]))
    for place, card in enumerate(hand):
        known = KnownHand.whole([*hand[:place], *hand[place + 1 :]])
        settled = settle_play(variant, PlayedCard(Turn(Suit(legal_vector["trump"]), trick, ()), card, known))
        assert (settled.verdict is Verdict.LEGAL) == (str(card) in legal_vector["legal"])


def _asked(card: str, trick: str, hand: KnownHand, **more: Any) -> PlayedCard:
    return PlayedCard(Turn(Suit.SPADES, parse_cards(trick), ()), parse_card(card), hand, **more)


def _suit(suit: Suit) -> frozenset[Card]:
    return frozenset(card for card in SITE.pack.counts if card.suit is suit)


def test_an_unknown_hand_makes_a_trump_legal_only_without_the_suit_led() -> None:
    settled = settle_play(SITE, _asked("JS", "QH 10H", KnownHand()))
    assert settled.says == "Legal only if the player held no hearts."
    assert settled.consequence is None


def test_a_suit_that_is_known_to_be_gone_is_no_condition() -> None:
    known = KnownHand(lacks=_suit(Suit.HEARTS))
    assert settle_play(SITE, _asked("JS", "QH 10H", known)).verdict is Verdict.LEGAL
    assert settle_play(SITE, _asked("9C", "QH 10H", known)).says == "Legal only if the player held no spades."


def test_a_card_that_was_too_low_names_only_the_cards_that_beat() -> None:
    settled = settle_play(SITE, _asked("9H", "QH KH", KnownHand(gone=parse_cards("10H 10H"))))
    assert settled.says == "Legal only if the player held no ace of hearts."


def test_a_hand_is_guilty_when_too_few_innocent_cards_are_left() -> None:
    gone = [card for card, n in SITE.pack.counts.items() if card.suit is not Suit.SPADES for _ in range(n)]
    settled = settle_play(SITE, _asked("9S", "QS KS", KnownHand(size=6, gone=tuple(gone))))
    assert settled.verdict is Verdict.NOT_LEGAL
    assert "whatever the unseen cards are" in settled.says


def test_a_hand_of_which_every_card_is_told_needs_no_count() -> None:
    rest = parse_cards("AC AC 10C 10C KC KC QC QC JC JC 9C")
    assert settle_play(SITE, _asked("9C", "QH", KnownHand(rest))).verdict is Verdict.LEGAL
    assert settle_play(SITE, _asked("9C", "QH", KnownHand(rest[1:]))).verdict is Verdict.DEPENDS


def test_a_trick_is_no_longer_than_its_table() -> None:
    with pytest.raises(QuestionError, match="complete at a table of 3"):
        settle_play(find_variant("bruce-5"), _asked("9C", "QH 9H KH", KnownHand(), players=3))


def test_other_tables_are_told_where_they_differ() -> None:
    settled = settle_play(SITE, _asked("9H", "QH 10H", KnownHand.whole(parse_cards("AH"))))
    (free, *_) = settled.elsewhere
    assert (free.option, free.verdict) == ("play.head", Verdict.LEGAL)
    assert set(free.values) == {"trumps", "trump-led", "never"}


def test_a_renege_is_entered_for_the_side_that_played_it() -> None:
    played = _asked("9H", "QH 10H", KnownHand.whole(parse_cards("AH")), side="B", accuser="A")
    consequence = settle_play(SITE, played).consequence
    assert consequence is not None
    assert (consequence.end, consequence.offender) == (DealEnd.RENEGE, "B")


@pytest.mark.parametrize(("turned", "costs"), [(True, True), (False, False)])
def test_a_slip_is_put_right_free_of_cost_before_the_trick_is_turned(turned: bool, costs: bool) -> None:
    table = with_options(SITE, {"score.renege.corrected": True})
    played = _asked("9H", "QH 10H", KnownHand.whole(parse_cards("AH")), side="B", turned=turned)
    settled = settle_play(table, played)
    assert (settled.consequence is not None) == costs
    assert ("score.renege.corrected" in settled.clauses) == (not costs)


@pytest.mark.parametrize(("price", "offender"), [("as-renege", "A"), ("nothing", None)])
def test_an_accusation_that_fails_costs_what_the_table_says(price: str, offender: str | None) -> None:
    table = with_options(SITE, {"score.false-claim": price})
    played = _asked("AH", "QH 10H", KnownHand.whole(parse_cards("9H")), side="B", accuser="A")
    settled = settle_play(table, played)
    assert (settled.consequence.offender if settled.consequence else None) == offender


def test_the_playoff_is_strict_and_the_stock_is_not() -> None:
    variant = find_variant("two-handed")
    assert variant.draw is Draw.STOCK
    hand = KnownHand.whole(parse_cards("AH"))
    strict = settle_play(variant, _asked("9C", "QH", hand))
    assert strict.verdict is Verdict.NOT_LEGAL
    assert "play.playoff" in strict.clauses
    free = settle_play(
        variant, replace(_asked("9C", "QH", hand), turn=Turn(Suit.SPADES, parse_cards("QH"), (), stock=True))
    )
    assert (free.verdict, free.clauses) == (Verdict.LEGAL, ("play.stock",))


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (KnownHand(parse_cards("AH AH AH")), "This pack has 2 of the ace of hearts, not 3."),
        (KnownHand(parse_cards("AH"), size=0), "1 card was entered for a hand of 0"),
        (KnownHand(parse_cards("AH"), lacks=_suit(Suit.HEARTS)), "entered both as held and as not held"),
        (KnownHand(size=40), "A hand has 12 cards here, and 41 were entered"),
        (KnownHand(size=9, lacks=frozenset(SITE.pack.counts) - {parse_card("9C")}), "are left that it can be"),
    ],
)
def test_a_hand_that_cannot_be_is_said_to_be_so(hand: KnownHand, says: str) -> None:
    with pytest.raises(QuestionError, match=says):
        settle_play(SITE, _asked("9C", "QS", hand))


def test_a_lead_from_a_hand_that_lies_open_leaves_nothing_unseen() -> None:
    played = PlayedCard(Turn(Suit.SPADES, (), ()), parse_card("AH"), KnownHand.whole(parse_cards("KH QS")))
    assert settle_play(SITE, played).says == "Legal: with this hand, the ace of hearts could be played."
