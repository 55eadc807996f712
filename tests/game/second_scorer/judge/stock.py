"""Melds laid one by one while a stock lasts: what each pays, and whether it may be laid (section 9, item 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.game.second_scorer.judge.cards import SUITS, dix_rank
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.meld import AROUNDS, LISTS, RUN, paid

_CLASS = {"pinochle": "B", **dict.fromkeys(AROUNDS, "C")}
_SPARE = {"extra-king": "K", "extra-queen": "Q"}
_IN_TRUMP = ("run", "royal", "dix", *_SPARE)


def cards_of(options: Options, meld: Mapping[str, Any]) -> Counter[str]:
    """All cards of a meld."""
    kind, s = meld["kind"], meld["suit"]
    if kind in AROUNDS:
        one = [AROUNDS[kind] + each for each in SUITS]
    elif kind == "roundhouse":
        one = [rank + each for rank in "KQ" for each in SUITS]
    elif kind == "pinochle":
        one = ["JD", "QS"]
    elif kind == "dix":
        one = [f"{dix_rank(options)}{s}"]
    elif kind in _SPARE:
        one = [_SPARE[kind] + s]
    else:
        one = [rank + s for rank in (RUN if kind in ("run", "family") else ("K", "Q"))]
    return Counter(one * meld["copies"])


def worth(options: Options, meld: Mapping[str, Any]) -> int:
    """What a laid meld pays: all of it, whatever it grew from (res.two-handed-table)."""
    return paid(options, meld["kind"], meld["copies"])


def pay(options: Options, before: Sequence[Mapping[str, Any]], seat: int, meld: Mapping[str, Any]) -> int:
    """Return the pay for a meld: at some tables a run laid on its marriage pays only the rest (meld.run-rest)."""
    full = worth(options, meld)
    if meld["kind"] != "run" or not options.get("meld.run-rest"):
        return full
    lying, wanted = _lying(options, before, seat), cards_of(options, meld) - Counter(meld["from_hand"])
    couple = [min(each[1].get("A", 0) for each in lying if each[0] == card) for card in wanted if card[0] in "KQ"]
    return full - min(couple) if len(couple) == 2 else full


def may_lay(
    options: Options, trump: str, before: Sequence[Mapping[str, Any]], seat: int, meld: Mapping[str, Any]
) -> bool:
    """Whether this player may lay this meld now.

    :param before: what happened since trump was turned up; the last trick was this player's.
    """
    kind, copies = meld["kind"], meld["copies"]
    if (kind in _IN_TRUMP) != (meld["suit"] == trump) and kind in (*_IN_TRUMP, "marriage", "family"):
        return False
    if kind in _SPARE and not (options["meld.run-extra"] and _has_run(before, seat)):
        return False
    if not 1 <= copies <= (len(options["meld.table"]["pinochle"]) if kind == "pinochle" else 1):
        return False
    if kind not in (*LISTS, *_SPARE, "royal", "marriage", "dix", "roundhouse") or not worth(options, meld):
        return False
    return _has_the_turn(before, seat, kind) and _cards_serve(options, before, seat, meld)


def _has_run(before: Sequence[Mapping[str, Any]], seat: int) -> bool:
    return any(
        event["kind"] == "MeldLaid" and (event["seat"], event["meld"]["kind"]) == (seat, "run") for event in before
    )


def _has_the_turn(before: Sequence[Mapping[str, Any]], seat: int, kind: str) -> bool:
    """One meld a turn, and a dix beside it."""
    since: list[str] = []
    for event in before:
        if event["kind"] == "TrickTaken":
            since = []
        elif event["kind"] == "MeldLaid" and event["seat"] == seat:
            since.append(event["meld"]["kind"])
    together = [*since, kind]
    return len(together) <= 2 and sum(each != "dix" for each in together) <= 1


def _cards_serve(options: Options, before: Sequence[Mapping[str, Any]], seat: int, meld: Mapping[str, Any]) -> bool:
    """One card at least from the hand; the others lie there, and paid less in this class so far."""
    put, wanted = Counter(meld["from_hand"]), cards_of(options, meld)
    if not put or put - wanted:
        return False
    letter, points = _CLASS.get(meld["kind"], "A"), worth(options, meld)
    lying = _lying(options, before, seat)
    for card, needed in (wanted - put).items():
        free = [each for each in lying if each[0] == card and each[1].get(letter, 0) < points]
        if len(free) < needed:
            return False
    return True


def _lying(options: Options, before: Sequence[Mapping[str, Any]], seat: int) -> list[tuple[str, dict[str, int]]]:
    """The cards before a player, each with the most that it has paid in each class.

    Which of two twins went is the player's choice, and a player gives away the one that has paid more.
    """
    table: list[tuple[str, dict[str, int]]] = []
    gone: list[tuple[str, dict[str, int]]] = []
    for event in before:
        if event.get("seat") != seat:
            continue
        if event["kind"] == "MeldLaid":
            _lay(options, table, event["meld"])
        elif event["kind"] == "LaidCardPlayed" and event["back"]:
            back = next((each for each in reversed(gone) if each[0] == event["card"]), None)
            table.extend([back] if back else [])
        elif event["kind"] in ("LaidCardPlayed", "DixExchanged"):
            name = event.get("card", event.get("dix"))
            twins = [each for each in table if each[0] == name]
            if twins:
                dearest = max(twins, key=lambda each: sum(each[1].values()))
                table = [each for each in table if each is not dearest]
                gone.append(dearest)
    return table


def _lay(options: Options, table: list[tuple[str, dict[str, int]]], meld: Mapping[str, Any]) -> None:
    letter, points = _CLASS.get(meld["kind"], "A"), worth(options, meld)
    fresh: list[tuple[str, dict[str, int]]] = [(card, {letter: points}) for card in meld["from_hand"]]
    for card, needed in (cards_of(options, meld) - Counter(meld["from_hand"])).items():
        twins = sorted((each for each in table if each[0] == card), key=lambda each: each[1].get(letter, 0))
        for each in twins[:needed]:
            each[1][letter] = points
    table.extend(fresh)
