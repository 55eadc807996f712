"""Says the answers of the rules commands in words and columns, for people at a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.cards import Suit, parse_cards
from companion.cli.ask.settled import tell_settled
from companion.rules.clauses import find_clause

Told = Mapping[str, Any]


def tell(command: str, request: object, answer: Told) -> str:
    """The answer to a request in plain words; ``answer`` holds no error."""
    if "refused" in answer:
        return _refused(answer["refused"])
    return _TELLERS[command](request if isinstance(request, dict) else {}, answer)


def tell_variants(answer: Told) -> str:
    """The list of variants, or one variant with its options and clauses."""
    if "variants" in answer:
        headlines = ((each["key"], f"{each['name']}: {each['summary']}") for each in answer["variants"])
        return "\n".join([*_columns(headlines), *_house_lines(answer.get("houses", []))])
    options = _columns((key, _value(value)) for key, value in answer["options"].items())
    clauses = _columns((key, clause["title"]) for key, clause in answer["clauses"].items())
    heading = [f"{answer['name']} ({answer['key']})", answer["summary"]]
    sources = dict.fromkeys(_source(clause["source"]) for clause in answer["clauses"].values())
    return "\n".join([*heading, "", "Options", *options, "", "Clauses", *clauses, "", "Sources", *sources])


def _source(source: Told) -> str:
    read = f", read {source['read']}" if source["read"] else ""
    return f"{source['name']}: {source['address'] or source['instead']}{read}"


def _house_lines(houses: Iterable[Told]) -> list[str]:
    """The house variants beneath the others; nothing where there are none."""
    rows = [(each["id"], f"{each['name']}: {each['base']}, with {_changed(each['changes'])}") for each in houses]
    return ["", "House variants", *_columns(rows)] if rows else []


def _changed(changes: Told) -> str:
    return ", ".join(changes) or "nothing changed"


def _columns(pairs: Iterable[tuple[str, str]]) -> list[str]:
    rows = list(pairs)
    widest = max(len(key) for key, _ in rows)
    return [f"  {key:{widest}}  {text}" for key, text in rows]


def _value(value: object) -> str:
    """An option's value as ``--set`` takes it."""
    return value if isinstance(value, str) else json.dumps(value)


def _meld(_: Told, answer: Told) -> str:
    widest = max((len(meld["name"]) for meld in answer["melds"]), default=0)
    lines = [
        f"{meld['points']:5}  {meld['name']:{widest}}  {_symbols(meld['cards'])}  ({meld['clause']})"
        for meld in answer["melds"]
    ]
    lines.append(f"{answer['total']:5}  in all")
    if "by_trump" in answer:
        worths = ", ".join(f"{Suit(suit).word} {total}" for suit, total in answer["by_trump"].items())
        lines.append(f"No trump suit is named yet. As trumps: {worths}.")
    return "\n".join(lines)


def _legal(_: Told, answer: Told) -> str:
    lines = [f"You may play {_symbols(answer['legal'])}."] if answer["legal"] else ["The hand is empty."]
    return "\n".join([*lines, *(f"{each['says']} {_cited(each['clauses'])}" for each in answer["illegal"])])


def _trick(request: Told, answer: Told) -> str:
    listed = request["trick"]
    cards = parse_cards(" ".join(listed) if isinstance(listed, list) else listed)
    place, points = answer["winner"], answer["points"]
    worth = f"It is worth {points['cards']}, and {points['last']} more as the last of the deal."
    return f"{cards[place].symbols}, card {place + 1} of {len(cards)}, takes the trick. {worth}"


def _score(_: Told, answer: Told) -> str:
    scores = ", ".join(f"{side} {points}" for side, points in answer["scores"].items()).replace("-", "−")
    over = f"Side {answer['winner']} wins the game." if answer["winner"] else "The game goes on."
    return "\n".join([*answer["working"], f"Scores: {scores}. {over}", _cited(answer["clauses"])])


_TELLERS: Mapping[str, Callable[[Told, Told], str]] = {
    "meld": _meld,
    "legal": _legal,
    "trick": _trick,
    "score": _score,
    "referee": lambda _, answer: tell_settled(answer),
}


def _refused(refusal: Told) -> str:
    return "\n".join([refusal["says"], *(f"{clause}: {find_clause(clause).text}" for clause in refusal["clauses"])])


def _cited(clauses: list[str]) -> str:
    return f"({', '.join(clauses)})"


def _symbols(cards: list[str]) -> str:
    return " ".join(card.symbols for card in parse_cards(cards))
