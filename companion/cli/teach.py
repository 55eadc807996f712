"""``companion teach``: a deck of one's own, from photos of known cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cards import parse_cards
from companion.cli.commands import UserError
from companion.cli.where import Where, kept_in
from companion.rules.names import tidy_name, unseen_in

if TYPE_CHECKING:
    from companion.store.photos import TaughtDeck
    from companion.vision.deck import Deck
    from companion.vision.teach.lesson import Example

NAMELESS = "give the deck a name: companion teach NAME PHOTO…"
decks_kept = kept_in("Where the taught decks are kept.")


@click.command()
@click.argument("deck", metavar="NAME")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO…", type=click.Path(path_type=Path))
@click.option("--more", is_flag=True, help="Add to what was learnt of this deck before.")
@decks_kept
def teach(deck: str, photos: tuple[Path, ...], more: bool, where: Where) -> None:
    """Teach the reader a deck from photos of known cards; companion read --deck NAME then uses it.

    The cards of photo.jpg are taken from photo.txt beside it (such as: QS JD 10H), else they are asked for. Take
    five to ten photos, each of one to six cards, until every card has been in one.
    """
    from companion.vision.teach.learn import DeckError, learn_deck

    deck = tidy_name(deck)
    if wrong := unseen_in(deck) if deck else NAMELESS:
        raise UserError(wrong)
    examples = [_example(photo) for photo in photos]
    try:
        known = find_deck(deck, where) if more else None
        learnt = learn_deck(examples, known)
    except DeckError as refusal:
        raise UserError(str(refusal)) from refusal
    before, after = (_count_right(examples, taught) for taught in (known, learnt))
    total = sum(len(example.cards) for example in examples)
    keep_deck(deck, learnt, {"before": before, "after": after, "cards": total}, where)
    for note in learnt.notes:
        click.echo(note)
    click.echo(f"{deck}: of these {total} cards {before} were read before, {after} are read now.")


def _example(photo: Path) -> Example:
    """The photo with its cards."""
    from companion.vision.serve.apart import decode_apart
    from companion.vision.serve.picture import Unreadable
    from companion.vision.teach.lesson import Example

    beside = photo.with_suffix(".txt")
    try:
        image = decode_apart(photo.read_bytes())
        text = beside.read_text(encoding="utf-8") if beside.exists() else _ask(photo)
        return Example(image, tuple(parse_cards(text)))
    except OSError as fault:
        raise UserError(f"{photo} cannot be read: {fault.strerror}") from fault
    except Unreadable as refusal:
        raise UserError(f"{photo}: {refusal}") from refusal
    except UnicodeDecodeError as fault:
        raise UserError(f"{beside} is no text; write the cards into it, such as: QS JD 10H") from fault
    except ValueError as fault:
        raise UserError(f"the cards of {photo}: {fault}") from fault


def _ask(photo: Path) -> str:
    return str(click.prompt(f"Which cards are in {photo.name}? (such as QS JD 10H)"))


def _count_right(examples: Sequence[Example], deck: Deck | None) -> int:
    """How many of the examples' cards are read as what they are."""
    from collections import Counter

    from companion.vision import read_photo

    return sum(
        (Counter(read_photo(example.image, deck=deck).counts) & Counter(example.cards)).total() for example in examples
    )


def find_deck(name: str, where: Where) -> Deck:
    """The deck that was taught under this name, for the reader of today.

    :raises UserError: if there is none.
    """
    from companion.store import StoreError
    from companion.store.photos import named_deck
    from companion.vision.teach.learn import DeckError, deck_from_bytes, relearn_deck

    name = tidy_name(name)
    try:
        store = where.open(make=True)
        found: TaughtDeck | None = store.examples.find_deck(named_deck(name))
        store.close()
        if found is None:
            raise UserError(f"no deck named {name} was taught; companion teach {name} PHOTO… teaches one")
        return relearn_deck(deck_from_bytes(found.deck))
    except (StoreError, DeckError) as fault:
        raise UserError(str(fault)) from fault


def keep_deck(name: str, deck: Deck, report: Mapping[str, Any], where: Where) -> None:
    """Keep what was learnt under this name, in place of what was learnt before."""
    from companion.store import StoreError
    from companion.store.photos import TaughtDeck, named_deck

    at = datetime.now(timezone.utc).isoformat(timespec="seconds")
    try:
        store = where.open(make=True)
        store.examples.keep_deck(named_deck(name), TaughtDeck(deck.to_bytes(), dict(report), at))
        store.close()
    except StoreError as fault:
        raise UserError(str(fault)) from fault
