"""Answers the rules requests, as JSON and in words for people at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.cards import Suit, parse_cards
from companion.cli.ask.requests import Request, read
from companion.rules import InputError, Turn, best_meld, find_clause, legal_plays, meld_by_trump, trick_winner
from companion.rules.json_text import RequestError
from companion.rules.meld.kinds import Meld
from companion.rules.phrases import series
from companion.rules.play import trick_points
from companion.rules.records import Cards

Answer = dict[str, Any]


def answer(command: str, request: object) -> Answer:
    """Return the answer to one request, or ``{"error": …}`` for one that cannot be read.

    ``command`` is ``meld``, ``legal``, ``trick``, ``score`` or ``referee``; ``request`` is what its JSON held.
    """
    try:
        return _settled(request) if command == "referee" else read(request, _record_of(command)).answer()
    except (RequestError, InputError) as error:
        return {"error": str(error)}


def _settled(request: object) -> Answer:
    """The referee's answer; its questions are imported for them alone."""
    from companion.cli.ask.referee import settle
    from companion.rules.referee import QuestionError

    try:
        return settle(request)
    except QuestionError as error:
        raise RequestError(str(error)) from None


def _record_of(command: str) -> type[Request]:
    """The record of a request; that of a score needs much, and is imported for it alone."""
    if command == "score":
        from companion.cli.ask.deal import ScoreRequest

        return ScoreRequest
    return _REQUESTS[command]


@dataclass(frozen=True, kw_only=True)
class _Meld(Request):
    trump: Suit | None = None
    cards: Cards

    def answer(self) -> Answer:
        """The best meld of a hand, or without trump its worth with each suit as trump (meld.best, meld.needs-trump)."""
        count = best_meld(self.rules, self.trump, self.cards)
        said: Answer = {"total": count.total, "melds": [_meld(meld) for meld in count.melds]}
        if self.trump is None:
            by_trump = meld_by_trump(self.rules, self.cards)
            said["by_trump"] = {suit.value: total for suit, total in by_trump.items()}
        return said


@dataclass(frozen=True, kw_only=True)
class _Legal(Request, Turn):
    trump: Suit
    trick: Cards = ()

    def answer(self) -> Answer:
        """Return the legal cards, and the reason against each of the others (play.follow, play.trump, play.head)."""
        plays = legal_plays(self.rules, self)
        rulings = [(card, plays.judge(card)) for card in self.hand]
        refused = [{"card": str(card), "says": r.says, "clauses": list(r.clauses)} for card, r in rulings if not r]
        return {"legal": [str(card) for card in plays.legal], "illegal": refused}


@dataclass(frozen=True, kw_only=True)
class _Trick(Request):
    trump: Suit
    trick: Cards

    def answer(self) -> Answer:
        """Return the winner of a trick, and its value (play.winner, card.identical, count.last-trick)."""
        winner = trick_winner(self.rules, self.trump, self.trick)
        return {"winner": winner, "points": dict(trick_points(self.rules, self.trick))}


_REQUESTS: Mapping[str, type[Request]] = {"meld": _Meld, "legal": _Legal, "trick": _Trick}


def _meld(meld: Meld) -> Answer:
    return {
        "name": meld.name,
        "class": meld.kind.letter,
        "cards": [str(card) for card in meld.cards],
        "points": meld.points,
        "clause": meld.clause,
    }


def in_words(command: str, request: object, answer: Answer) -> str:
    """The answer to a request in plain words; ``answer`` holds no error."""
    if "refused" in answer:
        return _refused(answer["refused"])
    return _WORDS[command](request if isinstance(request, dict) else {}, answer)


def _meld_words(_: Answer, answer: Answer) -> str:
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


def _legal_words(_: Answer, answer: Answer) -> str:
    lines = [f"You may play {_symbols(answer['legal'])}."] if answer["legal"] else ["The hand is empty."]
    return "\n".join([*lines, *(f"{each['says']} {_cited(each['clauses'])}" for each in answer["illegal"])])


def _trick_words(request: Answer, answer: Answer) -> str:
    listed = request["trick"]
    cards = parse_cards(" ".join(listed) if isinstance(listed, list) else listed)
    place, points = answer["winner"], answer["points"]
    first = f", {points['first']} more as the first of the deal" if "first" in points else ""
    worth = f"It is worth {points['cards']}{first}, and {points['last']} more as the last of the deal."
    return f"{cards[place].symbols}, card {place + 1} of {len(cards)}, takes the trick. {worth}"


def _score_words(_: Answer, answer: Answer) -> str:
    from companion.rules.score.facts import figure

    scores = ", ".join(
        f"{side} {'?' if side in answer['unsure'] else figure(points)}" for side, points in answer["scores"].items()
    )
    asks = [f"Add {each['flag']} to decide it." for each in answer["asks"]]
    over = _over(answer["winners"], is_known=not asks)
    lines = [*answer["working"], f"Scores: {scores}. {over}".rstrip(), *_checks_words(answer), *asks]
    return "\n".join([*lines, _cited(answer["clauses"])])


def _checks_words(answer: Answer) -> list[str]:
    """The deal's change in checks, and the new balance; empty if none are kept."""
    from companion.rules.score.facts import figure, signed

    if answer["checks"] is None:
        return []
    change = ", ".join(f"{side} {signed(each)}" for side, each in answer["checks"].items())
    stand = ", ".join(f"{side} {figure(each)}" for side, each in answer["checks_so_far"].items())
    return [f"Checks of this deal: {change}. So far: {stand}."]


def _over(winners: list[str], *, is_known: bool) -> str:
    """The end of the game in words, if known."""
    from companion.rules.score.facts import side_name

    if winners:
        return f"{series(map(side_name, winners))} {'win' if len(winners) > 1 else 'wins'} the game."
    return "The game goes on." if is_known else ""


def _referee_words(_: Answer, answer: Answer) -> str:
    """A ruling, or what a log proves."""
    if "proofs" in answer:
        lines = [f"{proof['says']} {_cited(proof['clauses'])}" for proof in answer["proofs"]]
        counters = ", ".join(f"seat {seat} {points}" for seat, points in answer["counters"].items())
        return "\n".join([*(lines or ["Nothing is proven."]), f"Counters so far: {counters}."])
    lines = [answer["says"], *map(_step_words, answer["steps"])]
    for there in answer["elsewhere"]:
        lines += [f"At other tables: {there['says']}", *(f"  where: {rule}" for rule in there["rules"])]
    if answer["consequence"]:
        lines.append(f"What follows: {answer['consequence']['says']}")
    return "\n".join([*lines, _cited(answer["clauses"])])


def _step_words(step: Answer) -> str:
    """A step of a ruling, with its cards if its sentence names none, as the pages show them beside it."""
    named = any(card.words in step["says"] for card in parse_cards(step["cards"]))
    return f"  {step['says']} {'' if named else _symbols(step['cards'])}".rstrip()


_WORDS: Mapping[str, Callable[[Answer, Answer], str]] = {
    "meld": _meld_words,
    "legal": _legal_words,
    "trick": _trick_words,
    "score": _score_words,
    "referee": _referee_words,
}


def _refused(refusal: Answer) -> str:
    return "\n".join([refusal["says"], *(f"{clause}: {find_clause(clause).text}" for clause in refusal["clauses"])])


def _cited(clauses: list[str]) -> str:
    return f"({', '.join(clauses)})"


def _symbols(cards: list[str]) -> str:
    return " ".join(card.symbols for card in parse_cards(cards))
