"""The evidence engine proves what every possible deal contains, at the first card that proves it, and nothing else."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.cards import Card, Suit, parse_card, parse_cards
from companion.game.evidence import (
    Play,
    Proof,
    ProofKind,
    TrickLog,
    evidence,
    moments,
    next_seat,
    played_card,
    running_count,
)
from companion.rules.options import with_options
from companion.rules.referee import Verdict, settle_play
from companion.rules.variants import find_variant
from tests.conftest import tries
from tests.game.evidence.comparing import NAMES, compare
from tests.game.evidence.worlds_oracle import reneges_in_each_world, some_deal

SITE = find_variant("site")


def test_it_agrees_with_every_possible_deal() -> None:
    tally = compare(tries(90), seed=7)
    assert (tally.missed, tally.wrongly_claimed, tally.claimed_against_truth) == (0, 0, 0)
    assert (tally.groups_missed, tally.groups_wrong) == (0, 0)
    assert tally.provable > tries(50)
    assert tally.too_many < tries(30)


def test_a_renege_is_proven_by_the_first_card_that_leaves_no_other_deal() -> None:
    chance, tried = random.Random(3), 0
    while tried < tries(10):
        log = some_deal(chance).log
        for proof in evidence(log, NAMES):
            before = reneges_in_each_world(log.cut(proof.proven_by - 1))
            now = reneges_in_each_world(log.cut(proof.proven_by))
            if before is None or now is None:
                continue
            assert any(not set(proof.places) & world for world in before)
            assert all(set(proof.places) & world for world in now)
            tried += 1


def test_the_ruling_on_a_recorded_play_is_what_every_possible_deal_says() -> None:
    chance, seen = random.Random(8), set[Verdict]()
    for _ in range(20):
        log = some_deal(chance).log
        worlds = reneges_in_each_world(log)
        for moment in moments(log) if worlds else ():
            settled = settle_play(log.variant, played_card(log, moment, "Bob"))
            illegal = [moment.place in world for world in worlds or ()]
            right = Verdict.NOT_LEGAL if all(illegal) else Verdict.DEPENDS if any(illegal) else Verdict.LEGAL
            assert settled.verdict is right
            seen.add(right)
    assert len(seen) == 3


def _log(tricks: str, leader: int = 0, **more: Any) -> TrickLog:
    """A log of four players; tricks are parted by a stroke, each led by the winner of the one before."""
    log = TrickLog(SITE, 4, Suit.SPADES, 12, leader=leader, **more)
    for card in parse_cards(tricks.replace("|", " ")):
        seat = next_seat(log)
        assert seat is not None
        log = replace(log, plays=(*log.plays, Play(seat, card)))
    return log


def _only(log: TrickLog) -> Proof:
    (proof,) = evidence(log, NAMES)
    return proof


def test_a_melded_heart_that_is_still_unplayed_proves_a_renege_at_once() -> None:
    proof = _only(_log("QH AS", shown={1: parse_cards("KH QH")}))
    assert (proof.kind, proof.seat, proof.trick, proof.proven_by) == (ProofKind.RENEGE, 1, 1, 2)
    assert proof.says == (
        "Trick 1: Bob played the ace of spades and did not follow to hearts: "
        "the king of hearts lay in the meld and had not been played."
    )


def test_a_heart_played_later_proves_a_renege_then() -> None:
    proof = _only(_log("QH 9S AH 10H | 9C AC 10C KC | 9H JH KH 9H"))
    assert (proof.trick, proof.proven_by) == (1, 12)
    assert proof.says.endswith("Bob still held the nine of hearts, and played it to trick 3.")


def test_a_melded_heart_that_was_played_proves_nothing_more() -> None:
    log = _log("QH KH AH 9H | AC 9C 9C KC | JH 9S", shown={1: parse_cards("KH")})
    assert evidence(log, NAMES) == ()


@pytest.mark.parametrize(
    ("head", "trick", "held", "clause"),
    [
        ("always", "QH 9H", "AH", "play.head"),
        ("never", "QH 9C", "9S", "play.trump"),
        ("always", "QH KS JS", "AS", "play.head"),
    ],
)
def test_every_duty_can_be_proven(head: str, trick: str, held: str, clause: str) -> None:
    plays = parse_cards(trick)
    log = replace(
        _log(trick, shown={len(plays) - 1: parse_cards(held)}), variant=with_options(SITE, {"play.head": head})
    )
    assert clause in _only(log).clauses


def test_leading_trump_before_it_is_broken_is_proven_by_a_plain_card() -> None:
    log = replace(_log("9S", shown={0: parse_cards("AH")}), variant=with_options(SITE, {"play.broken": True}))
    assert _only(log).clauses[0] == "play.broken"


@pytest.mark.parametrize(("bid", "proven"), [(60, 1), (50, 0), (None, 0)])
def test_a_first_lead_that_hangs_on_the_bid_is_proven_only_by_the_bid(bid: int | None, proven: int) -> None:
    log = replace(_log("AH", shown={0: parse_cards("JS")}), variant=find_variant("doubles"), hand_size=20, bid=bid)
    assert len(evidence(log, NAMES)) == proven


def test_what_another_could_still_hold_is_not_claimed() -> None:
    assert evidence(_log("QH 9S AH 10H | 9C AC 10C KC"), NAMES) == ()


def test_the_last_copies_are_found_by_exhaustion() -> None:
    """All that is left besides hearts lies with the others, so Bob's unseen cards must hold one."""
    hearts = [card for card, n in SITE.pack.counts.items() if card.suit is Suit.HEARTS for _ in range(n)]
    others = [card for card, n in SITE.pack.counts.items() if card.suit is not Suit.HEARTS for _ in range(n)]
    bob = [parse_card("AS"), *others[-8:]]
    others.remove(bob[0])
    rest = others[:-8]
    shown = {0: (*rest[:9], *hearts[:3]), 2: tuple(rest[9:18]), 3: tuple(rest[18:])}
    log = TrickLog(SITE, 4, Suit.SPADES, 12, (Play(0, hearts[0]), Play(1, bob[0])), shown, 0)
    assert "leave Bob no hand without one" in _only(log).says


def test_a_card_beyond_the_pack_is_reported_without_blaming_anybody() -> None:
    proof = _only(_log("QH KH", shown={0: parse_cards("KH KH QH")}))
    assert (proof.kind, proof.seat) == (ProofKind.TOO_MANY_COPIES, None)
    assert proof.says == "The pack has 2 of the king of hearts, but more were shown and played: Ann 2 and Bob 1."


def test_a_hand_that_shows_and_plays_too_much_is_reported() -> None:
    shown = parse_cards("AS AS 10S 10S KS KS QS QS JS JS 9S 9S")
    proof = _only(_log("QH KH", shown={1: shown}))
    assert (proof.kind, proof.seat) == (ProofKind.TOO_MANY_CARDS, 1)


def test_a_card_out_of_turn_is_reported_as_such() -> None:
    log = replace(_log("QH KH"), plays=(Play(0, parse_card("QH")), Play(2, parse_card("KH"))))
    proof = _only(log)
    assert (proof.kind, proof.seat) == (ProofKind.OUT_OF_TURN, 2)
    assert proof.says == "Trick 1: Cleo played out of turn; it was for Bob to play."


def test_a_kitty_that_was_shown_is_with_its_taker_or_laid_away() -> None:
    kitty = parse_cards("AH AH 10H")
    log = _log("QH 9S", shown={}, kitty=kitty, kitty_taker=0)
    assert evidence(log, NAMES) == ()
    proof = _only(_log("QH AH", kitty=parse_cards("AH AH"), kitty_taker=0))
    assert proof.kind is ProofKind.TOO_MANY_COPIES


def test_the_running_count_adds_up_to_the_pool() -> None:
    chance = random.Random(4)
    cards = [card for card, n in SITE.pack.counts.items() for _ in range(n)]
    chance.shuffle(cards)
    log = TrickLog(SITE, 4, Suit.SPADES, 12, leader=0)
    hands: list[list[Card]] = [cards[seat::4] for seat in range(4)]
    while len(log.plays) < 48:
        seat = next_seat(log)
        assert seat is not None
        log = replace(log, plays=(*log.plays, Play(seat, hands[seat].pop())))
    assert sum(running_count(log).values()) == 250


@pytest.mark.parametrize(("key", "taken"), [("two-handed", {0: 0, 1: 2}), ("summed", {1: 10})])
def test_what_the_first_trick_adds_is_counted_where_the_log_begins_with_it(key: str, taken: dict[int, int]) -> None:
    variant = with_options(find_variant(key), {"count.first-trick": 10})
    plays = [Play(seat, card) for seat, card in enumerate(parse_cards("9S JS 9S 9S"[: 3 * variant.players[0] - 1]))]
    log = TrickLog(variant, variant.players[0], Suit.HEARTS, 12, tuple(plays), leader=0)
    assert running_count(log).items() >= taken.items()
