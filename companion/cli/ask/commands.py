"""The commands that ask the rules about cards and deals: ``meld``, ``legal``, ``trick``, ``score``, ``referee``.

What only one of them needs is imported when it runs.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.rules.json_text import RequestError, read_json, show

if TYPE_CHECKING:
    from companion.cli.ask.answers import Answer


_Command = TypeVar("_Command", bound=Callable[..., None])
_Value = TypeVar("_Value")


def _asks_the_rules(command: _Command) -> _Command:
    """Adds the options that every command with a request has."""
    for add in (
        click.option("--jsonl", is_flag=True, help="Answer each line of standard input with a line."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        click.option("--request", metavar="JSON", help="The whole request as JSON."),
        click.option("--set", "changes", metavar="KEY=VALUE", multiple=True, help="Change an option of the variant."),
        click.option(
            "--variant", metavar="KEY", help="The variant, or the file of a house variant; site if not given."
        ),
    ):
        command = add(command)
    return command


@click.command()
@click.argument("cards", nargs=-1)
@click.option("--trump", metavar="SUIT", help="S, H, C or D; without it, the worth with each suit.")
@_asks_the_rules
def meld(cards: tuple[str, ...], trump: str | None, **how: Any) -> None:
    """Count the best meld of a hand, such as AS 10S KS QS JS."""
    _ask("meld", {"trump": trump}, "cards", cards, **how)


@click.command()
@click.argument("hand", nargs=-1)
@click.option("--trump", metavar="SUIT", help="S, H, C or D.")
@click.option("--trick", metavar="CARDS", help='The cards played so far, the lead first: "QH 10H".')
@click.option("--unbroken", is_flag=True, help="No trump has been played yet.")
@click.option("--first-lead", is_flag=True, help="This is the first card of the deal.")
@click.option("--bid", type=int, help="The bid, where the first lead hangs on it.")
@click.option("--stock", is_flag=True, help="A two-handed stock still lasts.")
@_asks_the_rules
def legal(hand: tuple[str, ...], trump: str | None, trick: str | None, unbroken: bool, **rest: Any) -> None:
    """Say which cards of a hand may be played to a trick, and why not the rest."""
    turn = {key: rest.pop(key) or None for key in ("first_lead", "stock")}
    flags = {"trump": trump, "trick": trick, "broken": False if unbroken else None, "bid": rest.pop("bid"), **turn}
    _ask("legal", flags, "hand", hand, **rest)


@click.command()
@click.argument("cards", nargs=-1)
@click.option("--trump", metavar="SUIT", help="S, H, C or D.")
@_asks_the_rules
def trick(cards: tuple[str, ...], trump: str | None, **how: Any) -> None:
    """Say which card takes a trick, the cards given in the order in which they fell."""
    _ask("trick", {"trump": trump}, "trick", cards, **how)


@click.command()
@click.argument("request_text", metavar="[JSON]", required=False)
@click.option("--bidder", metavar="SIDE", help="The side that bid: A, B, …")
@click.option("--bid", type=int)
@click.option("--moon", is_flag=True, default=None, help="Every trick was bid, where the table plays so.")
@click.option("--no-trick", is_flag=True, default=None, help="No trick was to be taken, where the table plays so.")
@click.option("--meld", metavar="AMOUNTS", help="Each side's meld: A=60,B=100")
@click.option("--dix", metavar="AMOUNTS", help="The part of it that nines of trumps made.")
@click.option("--points", metavar="AMOUNTS", help="Each side's trick points, the last trick included.")
@click.option("--tricks", metavar="AMOUNTS", help="Tricks taken, where a rule asks for them.")
@click.option("--trump", metavar="SUIT", help="S, H, C or D, where what a deal is worth depends on it.")
@click.option("--bids", metavar="LISTS", help="Where bids are added up, each partner's, 0 for a pass: A=90+0,B=0+80")
@click.option("--check-melds", metavar="LISTS", help="What earns checks: A=flush+aces-around")
@click.option("--quad-pinochle", metavar="SIDES", help="The sides that held four of a winning meld in one hand.")
@click.option("--kitty-unseen", is_flag=True, default=None, help="The bidder conceded without a look at the kitty.")
@click.option("--sits-out", metavar="SIDES", help="The players who take no part: D,E")
@click.option("--scores", metavar="AMOUNTS", help="The scores before this deal; 0 each if not given.")
@click.option("--risen", metavar="SIDES", help="The sides whose score has gone up in some deal; none if nobody's.")
@click.option("--deals", type=int, help="How many deals counted before this one.")
@click.option("--failed-bids", metavar="AMOUNTS", help="Bids that each has failed since another reached the target.")
@click.option("--target", type=int, help="The target in force, where a tie has raised it.")
@click.option("--playing", metavar="SIDES", help="The sides that can still win, where level ones play on alone.")
@click.option("--checks", metavar="AMOUNTS", help="The checks that each side had before this deal.")
@click.option("--end", metavar="HOW", help="played, thrown-in, no-marriage, renege, misdeal or claim.")
@click.option("--offender", metavar="SIDE", help="The side that reneged.")
@click.option("--partner", metavar="SIDE", help="The called partner, where partners are called.")
@click.option("--claimant", metavar="SIDE", help="The side that declared out.")
@click.option("--misdeal", metavar="KIND", help="card-fault, technical or procedure.")
@_asks_the_rules
def score(request_text: str | None, scores: str | None, **rest: Any) -> None:
    """Score a deal, show the working and say whether the game is over."""
    how = {key: rest.pop(key) for key in ("variant", "changes", "as_json", "jsonl")}
    requests = [text for text in (rest.pop("request"), request_text) if text is not None]
    if len(requests) > 1:
        raise click.UsageError("give the request once")
    history = _given({key: rest.pop(key) for key in ("risen", "deals", "failed_bids", "target", "playing", "checks")})
    kitty_seen = False if rest.pop("kitty_unseen") else None
    deal = _given({**rest, "kitty_seen": kitty_seen})
    asked = {"scores": _amounts(scores), "history": history or None, "deal": deal or None}
    _ask("score", asked, "request", (), request=requests[0] if requests else None, **how)


@click.command()
@click.argument("request_text", metavar="[JSON]", required=False)
@click.option("--jsonl", is_flag=True, help="Answer each line of standard input with a line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def referee(request_text: str | None, as_json: bool, jsonl: bool) -> None:
    """Settle a question: why, by which clauses, and what follows."""
    _ask("referee", {}, "", (), variant=None, changes=(), request=request_text, as_json=as_json, jsonl=jsonl)


def _ask(
    command: str,
    flags: dict[str, Any],
    key: str,
    given: tuple[str, ...],
    *,
    variant: str | None,
    changes: tuple[str, ...],
    request: str | None,
    as_json: bool,
    jsonl: bool,
) -> None:
    """Answers one request, or with ``jsonl`` one a line; the words ``given`` are the request or its ``key``."""
    from companion.cli.ask.answers import answer, in_words
    from companion.cli.ask.variants import key_or_document

    if request is None and len(given) == 1 and given[0].lstrip().startswith("{"):
        request, given = given[0], ()
    by_flags = {key: " ".join(given) or None, **flags}
    if jsonl:
        check_lines_alone(variant, changes, request, *by_flags.values())
        answer_lines(lambda asked: answer(command, asked))
        return
    asked: object = None
    try:
        of_flag = None if variant is None else key_or_document(variant)
        by_flags = {"variant": of_flag, "options": changes_of(changes) or None, **by_flags}
        asked = _gather(command, request, {name: value for name, value in by_flags.items() if value is not None})
        said = answer(command, asked)
    except RequestError as error:
        said = {"error": str(error)}
    print_answer(said, lambda answered: in_words(command, asked, answered), as_json)


def _gather(command: str, request: str | None, by_flags: dict[str, Any]) -> object:
    """Return the request from the one place where it was given: as JSON, by flags, or on standard input.

    :raises RequestError: if it was given in two places, or is no JSON.
    """
    if request is not None and by_flags:
        raise RequestError("give the request once: as JSON or by flags")
    if by_flags:
        return {"variant": "site", **by_flags}
    return read_json(_standard_input(command) if request is None else request)


def check_lines_alone(*others: object) -> None:
    """:raises click.UsageError: if a request was also given in words or by flags, which no line would see."""
    if any(others):
        raise click.UsageError("--jsonl reads each request from a line of standard input: leave out everything else")


def answer_lines(answer: Callable[[object], Answer]) -> None:
    """Answers each line of standard input with a line, in the same order, whatever a line holds."""
    for line in sys.stdin.buffer if sys.stdin else ():
        try:
            said = answer(read_json(line))
        except RequestError as error:
            said = {"error": str(error)}
        click.echo(json.dumps(said))


def _standard_input(command: str) -> bytes:
    """:raises click.UsageError: at a keyboard, where nothing would come."""
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError(f"nothing was asked; see companion {command} --help")
    return sys.stdin.buffer.read()


def changes_of(texts: Iterable[str]) -> dict[str, object]:
    """The options that ``--set`` changes, by key.

    :raises RequestError: unless each text reads KEY=VALUE, with a key of its own.
    """
    return _once_each(map(_change_of, texts))


def _once_each(pairs: Iterable[tuple[str, _Value]]) -> dict[str, _Value]:
    """:raises RequestError: if a key is given twice."""
    found: dict[str, _Value] = {}
    for key, value in pairs:
        if key in found:
            raise RequestError(f"{key} is given twice, as {show(found[key])} and as {show(value)}: give it once")
        found[key] = value
    return found


def _change_of(text: str) -> tuple[str, object]:
    key, sign, value = text.partition("=")
    if not sign:
        raise RequestError(f"--set takes KEY=VALUE, as in --set end.target=1000, not {text!r}")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def _amounts(text: str | None) -> dict[str, object] | None:
    """Amounts by side out of ``A=60,B=100``; what is no number is left for the request to refuse.

    :raises click.UsageError: if a side has none, or two.
    """
    if text is None:
        return None
    parts = [part.partition("=") for part in text.replace(",", " ").split()]
    if not all(side and sign for side, sign, _ in parts):
        raise click.UsageError(f"amounts are written SIDE=AMOUNT, as in A=60,B=100, not {text!r}")
    try:
        amounts = _once_each((side, value) for side, _, value in parts)
    except RequestError as error:
        raise click.UsageError(f"{text!r}: {error}") from None
    return {side: int(value) if _WHOLE.fullmatch(value) else value for side, value in amounts.items()}


_WHOLE = re.compile(r"-?[0-9]{1,9}")


def _sides(text: str | None) -> list[str] | None:
    """Sides out of ``A,B``; ``none`` is nobody."""
    return None if text is None else [side for side in text.replace(",", " ").split() if side != "none"]


def _lists(text: str | None) -> dict[str, list[object]] | None:
    """Lists by side out of ``A=120+0,B=0+150``."""
    if text is None:
        return None
    parts = [part.partition("=") for part in text.replace(",", " ").split()]
    return {side: [int(each) if each.isdecimal() else each for each in held.split("+")] for side, _, held in parts}


_READ: Mapping[str, Callable[[str | None], object]] = {
    **dict.fromkeys(("meld", "dix", "points", "tricks", "failed_bids", "checks"), _amounts),
    **dict.fromkeys(("risen", "playing", "quad_pinochle", "sits_out"), _sides),
    **dict.fromkeys(("bids", "check_melds"), _lists),
}


def _given(flags: Mapping[str, Any]) -> dict[str, object]:
    """The keys of a request that were given by flag, as JSON would hold them."""
    read = {key: _READ[key](value) if key in _READ else value for key, value in flags.items()}
    return {key: value for key, value in read.items() if value is not None}


def print_answer(said: Answer, words: Callable[[Answer], str], as_json: bool) -> None:
    """Prints an answer; an error goes to standard error unless JSON was asked for, and ends with exit status 2."""
    if as_json:
        click.echo(json.dumps(said))
    elif "error" in said:
        click.echo(f"Error: {said['error']}", err=True)
    else:
        click.echo(_for_terminal(words(said)))
    if "error" in said:
        sys.exit(2)


def _for_terminal(text: str) -> str:
    """Plain signs in columns; a terminal that cannot show a suit's sign shows a question mark instead of failing."""
    encoding = sys.stdout.encoding
    return text.replace("\ufe0e", "").encode(encoding, errors="replace").decode(encoding)
