"""Descriptions of a variant's options: a sentence for each value in force, and the differences from a parent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion.rules.choices import (
    Aim,
    Count,
    Draw,
    MeldTable,
    Moon,
    PoorHand,
    Renege,
    SaveBy,
    SetCosts,
    ThrowIn,
    TrumpNeeds,
    UnitPrices,
)
from companion.rules.conditions import has_bids, ties_at_target
from companion.rules.options import OPTIONS, find_option
from companion.rules.pack import pack_name
from companion.rules.phrases import as_sentence, at_table, count_word, minus, series, too_little
from companion.rules.values import THROW_IN_PAYS, TIE_RULE, OneOf
from companion.rules.variant import Variant
from companion.rules.words import WORDS, OptionWords, groups


@dataclass(frozen=True)
class OptionText:
    """One option of a variant, described to a player."""

    key: str
    label: str
    says: str
    """A sentence for the value in force, amounts in the variant's unit."""
    clauses: tuple[str, ...]
    """Ids of the clauses behind it."""
    asked: bool
    """True if it matters in this variant; a card for the table can leave the others out."""


@dataclass(frozen=True)
class OptionGroup:
    """The options that a player looks for under one heading."""

    title: str
    options: tuple[OptionText, ...]


@dataclass(frozen=True)
class OptionChange:
    """One option in which a variant differs from its parent."""

    key: str
    label: str
    before: str
    """The parent's sentence; empty where ``says`` includes what it was."""
    says: str
    """The rule that holds now."""
    clauses: tuple[str, ...]
    asked: bool
    """True if it matters in the variant."""


def describe(variant: Variant) -> tuple[OptionGroup, ...]:
    """Every option of a variant in sentences, grouped as a player thinks."""
    options = [describe_option(variant, key) for key in WORDS]
    return tuple(OptionGroup(title, tuple(t for t in options if WORDS[t.key].group == title)) for title in groups())


def describe_option(variant: Variant, key: str) -> OptionText:
    """One option of a variant in a sentence.

    :raises OptionError: if there is no option of this key.
    """
    option, words = find_option(key), WORDS[key]
    says = at_table(variant, sentence(variant, key))
    return OptionText(key, words.label, says, option.clauses_for(variant), words.asked(variant))


def describe_change(parent: Variant, variant: Variant) -> tuple[OptionChange, ...]:
    """Return the options of a variant that differ from a parent, with their meaning, in the order of ``describe``.

    A value that is spelled otherwise and means the same is left out: the height from which the first step counts.
    """
    differing = (key for key in WORDS if OPTIONS[key].differs(variant, parent))
    changes = (_change(parent, variant, key) for key in differing)
    return tuple(change for change in changes if change.before != change.says)


def _change(parent: Variant, variant: Variant, key: str) -> OptionChange:
    now = describe_option(variant, key)
    if key == "meld.table":
        return OptionChange(key, now.label, "", _table_changed(parent, variant), now.clauses, now.asked)
    before = describe_option(parent, key).says
    return OptionChange(key, now.label, before, now.says, now.clauses, now.asked)


def sentence(variant: Variant, key: str, parent: Variant | None = None) -> str:
    """The sentence for the value that a variant gives an option; of the price list, what is new against a parent."""
    if key == "meld.table" and parent is not None:
        return _table_changed(parent, variant)
    words, form, value = WORDS[key], OPTIONS[key].form, OPTIONS[key].read(variant)
    if key in _OWN:
        return _OWN[key](variant, words)
    if isinstance(form, OneOf):
        return _of_word(words, form, value, variant.scale if form.in_ones else 1)
    return _of_record(words, value) if isinstance(value, dict) else _of_number(words, value)


def _of_word(words: OptionWords, form: OneOf, value: Any, scale: int = 1) -> str:
    """The sentence for one of a few words, or for a number under a name."""
    word, number = form.word(value)
    says = words.says.get(f"{word} at 0") if number == 0 else None
    template = says or words.says.get(word) or words.choices[word].says
    return template if number is None else template.format(number * scale)


def _of_record(words: OptionWords, value: Mapping[str, Any]) -> str:
    """The sentence for what a record says yes to, else the one for any."""
    case = next((name for name, each in value.items() if each is True), "some")
    return words.says[case].format_map(value)


def _of_number(words: OptionWords, value: int | str | None) -> str:
    """The sentence for a number, for 0 or for none at all, or for a text of the table's own."""
    if value is None or value is False or (value == 0 and "zero" not in words.says):
        return words.says["none"]
    case = {0: "zero", 1: "one"}.get(value, "some") if isinstance(value, int) else "some"
    template = words.says.get(case, words.says["some"])
    figure = count_word(value) if words.in_words and isinstance(value, int) else minus(str(value))
    return template.format(figure)


def _players(variant: Variant, words: OptionWords) -> str:
    least, most = variant.players
    count = count_word(least) if least == most else f"{count_word(least)} to {count_word(most)}"
    return words.says["people"].format(count.capitalize())


def _pack(variant: Variant, words: OptionWords) -> str:
    pack, name = variant.pack, pack_name(variant.pack)
    if name:
        return words.choices[name].says
    ranks, copies = series(variant.card_names.of(rank).word for rank in pack.ranks), count_word(pack.copies)
    says = words.says["own"].format(size=pack.size, copies=copies, ranks=ranks)
    if pack.add:
        says += words.says["added"].format(series(card.words for card in pack.add))
    if pack.without:
        says += words.says["without"].format(series((card.words for card in pack.without), "and a"))
    return f"{says}."


def _hand_size(variant: Variant, words: OptionWords) -> str:
    case = "built" if variant.draw is Draw.KEEP_OR_REJECT else "dealt"
    return words.says[case].format(count_word(variant.hand_size))


def _steps(variant: Variant, words: OptionWords) -> str:
    (_, first), *later = variant.bid_step
    climbs = [words.says["step"].format(first), *(words.says["later"].format(start, step) for start, step in later)]
    return words.says["steps"].format(series(climbs))


def _table(variant: Variant, words: OptionWords) -> str:
    return as_sentence(series(f"{words.says[name]} {_figures(variant, name)}" for name in _paid(variant)))


def _paid(variant: Variant) -> Iterator[str]:
    """Return the melds that this pack can hold, in the order of the table: without nines there is no dix."""
    table = variant.meld_table
    there = {"dix": variant.pack.dix is not None, "family": any(table.family), "tens": any(table.tens)}
    for figure in fields(MeldTable):
        if there.get(figure.name, True):
            yield figure.name


def _figures(variant: Variant, name: str) -> str:
    figures = getattr(variant.meld_table, name)
    listed = figures if isinstance(figures, tuple) else (figures,)
    return " / ".join(str(figure * variant.scale) for figure in listed)


def _table_changed(parent: Variant, variant: Variant) -> str:
    words = WORDS["meld.table"]
    changed = [
        words.says["changed"].format(words.says[name], _figures(variant, name), _figures(parent, name))
        for name in (figure.name for figure in fields(MeldTable))
        if getattr(parent.meld_table, name) != getattr(variant.meld_table, name)
    ]
    return as_sentence(series(changed)) if changed else _table(variant, words)


def _barred(variant: Variant, words: OptionWords) -> str:
    if not variant.bid_barred:
        return words.says["none"]
    return words.says["some"].format(series(map(str, variant.bid_barred), "or"))


def _poor_hands(variant: Variant, words: OptionWords) -> str:
    hands = [poor_hand_says(words, hand) for hand in variant.misdeal_hands]
    return words.says["some"].format(series(hands, "or")) if hands else words.says["none"]


def poor_hand_says(words: OptionWords, hand: PoorHand) -> str:
    """A hand for which a table deals again, in a few words of this option."""
    ranks = series((rank.plural for rank in hand.ranks), "or")
    case = "least" if hand.at_least else "none_of"
    says = words.says[case].format(count=count_word(hand.at_least), ranks=ranks)
    says = words.says["no_meld"].format(says) if hand.no_meld else says
    return words.says["partner"].format(says) if hand.partner_agrees else says


def _bid_prices(prices: UnitPrices | None, words: OptionWords, none: str = "none") -> str:
    if prices is None:
        return words.says[none]
    return words.says["prices"].format(
        series(words.says["from"].format(start=start, units=units) for start, units in prices)
    )


def _check_melds(variant: Variant, words: OptionWords) -> str:
    paid = {part: words.fields[part].title.lower() for part, checks in vars(variant.check_melds).items() if checks}
    if not paid:
        return words.says["none"]
    return words.says["some"].format(
        series(f"{name} {getattr(variant.check_melds, part)}" for part, name in paid.items())
    )


def _count(variant: Variant, words: OptionWords) -> str:
    if variant.count is Count.SIMPLE:
        return words.says["simple"].format(variant.scale)
    return words.choices[variant.count].says


def _save(variant: Variant, words: OptionWords) -> str:
    save = variant.score_save
    if save.by is SaveBy.NOTHING:
        return words.choices["nothing"].says
    lost = words.says["meld and tricks" if save.loses_tricks else "meld"]
    says = words.says[save.by].format(lost=lost, little=too_little(variant))
    return f"{says} {words.says['dix']}" if save.dix_safe else says


def _no_marriage(variant: Variant, words: OptionWords) -> str:
    if variant.score_no_marriage and variant.trump_needs is TrumpNeeds.MARRIAGE:
        return words.says["always"]
    return words.choices[str(variant.score_no_marriage).lower()].says


def _renege(variant: Variant, words: OptionWords) -> str:
    if variant.score_renege is Renege.SIDE and not has_bids(variant):
        return words.says["no bids"]
    return words.choices[variant.score_renege].says


def _tie(variant: Variant, words: OptionWords) -> str:
    first, *later = (_of_word(words, TIE_RULE, TIE_RULE.dump(rule)) for rule in variant.end_tie)
    case = "tie" if ties_at_target(variant) else "last"
    return words.says[case].format("".join([first, *(words.says["later"].format(rule) for rule in later)]))


def _target(variant: Variant, words: OptionWords) -> str:
    if variant.end_bid_out and variant.end_target is not None:
        return words.says["bid-out"].format(variant.end_target)
    return _of_number(words, variant.end_target)


def _throw_in_pays(variant: Variant, words: OptionWords) -> str:
    """Say the gain of the others from a bid that ends without play; the bidder loses it once, however dear a set is."""
    may_throw_in = variant.score_throw_in is not ThrowIn.NEVER
    case = "set" if not may_throw_in else "either" if variant.score_unplayed else "thrown-in"
    others = _of_word(words, THROW_IN_PAYS, THROW_IN_PAYS.dump(variant.score_throw_in_opponents))
    bidder = words.says["keeps" if variant.score_set is SetCosts.NOTHING else "loses"]
    says = words.says[case].format(bidder=bidder, others=others)
    aims = Aim if variant.score_throw_in is ThrowIn.ALWAYS else ()
    moons = ((variant.meld_names.called(aim), variant.moon_for(aim)) for aim in aims)
    return " ".join([says, *(words.says["moon"].format(name=name, failed=moon.failed) for name, moon in moons if moon)])


def _moon(moon: Moon | None, name: str, words: OptionWords) -> str:
    if moon is None:
        return words.says["none"].format(name=name)
    says = words.says["others_score" if moon.others_score else "some"].format(name=name, **vars(moon))
    return f"{says} {words.says['untrumped']}" if moon.untrumped else says


_OWN: Mapping[str, Callable[[Variant, OptionWords], str]] = {
    "players": _players,
    "pack": _pack,
    "hand.size": _hand_size,
    "bid.step": _steps,
    "bid.barred": _barred,
    "bid.moon": lambda variant, words: _moon(variant.bid_moon, variant.meld_names.moon, words),
    "bid.no-trick": lambda variant, words: _moon(variant.bid_no_trick, variant.meld_names.called(Aim.NO_TRICK), words),
    "meld.table": _table,
    "count": _count,
    "score.save": _save,
    "score.no-marriage": _no_marriage,
    "score.renege": _renege,
    "misdeal.hands": _poor_hands,
    "units.prices": lambda variant, words: _bid_prices(variant.units_prices, words),
    "check.melds": _check_melds,
    "check.contract": lambda variant, words: _bid_prices(
        variant.check_contract, words, "none" if variant.kitty_size else "no-kitty"
    ),
    "score.throw-in.opponents": _throw_in_pays,
    "end.target": _target,
    "end.tie": _tie,
}
"""Sentences that depend on more than one value, or put several together."""
