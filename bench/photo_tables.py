"""Scores of many photographs as Markdown tables."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from bench.photo_score import Result

HEAD = "photos | cards | precision | recall | F1 | exact | ms p50 | ms p95"
Group = tuple[str, Sequence[Result]]


def all_tables(results: Sequence[Result], worst: int) -> Iterator[str]:
    """Everything, by what is known of the photographs, line by line."""
    yield from sets_table(results)
    yield from table("difficulty", grouped(results, lambda one: str(one.row.get("difficulty", "–"))))
    yield from table("scene", grouped(results, scene))
    yield from table("cards in photo", grouped(results, cards_in_photo))
    yield from table("source", grouped(results, lambda one: str(one.row.get("source_repo", "–")).split("/")[0]))
    yield from ("", *sure_line(results), twins_line(results), "", *maybe_line(results), "", *reliability(results))
    yield from ("", *stage_lines(results), "")
    yield from (*confusions(results), "")
    yield from worst_of(results, worst)


def document_row(name: str, results: Sequence[Result]) -> str:
    """A row of a document: photographs, cards, F1, exact share, marked sure, wrong of these, and milliseconds."""
    photos, cards, _, _, f1, exact, middle, most = summary(results)
    sure, wrong = sum(one.sure for one in results), sum(one.sure_wrong for one in results)
    seen = sum(one.right + one.invented.total() for one in results)
    cells = (name, photos, cards, f1, exact, f"{100 * sure / max(seen, 1):.1f} %", wrong, middle, most)
    return f"| {' | '.join(map(str, cells))} |"


def sets_table(results: Sequence[Result]) -> Iterator[str]:
    """All photographs, and the sets that are measured apart."""
    only = [one for one in results if one.row.get("pinochle_ranks_only")]
    phone = [one for one in results if not one.row["file"].startswith("edje-")]
    lettered = [one for one in results if one.row.get("index_letters")]
    english = [one for one in results if not one.row.get("index_letters")]
    sets = [("all, 9–A cards", results), ("files of 9–A only", only), ("full phone size (not `edje-*`)", phone)]
    sets += [("decks with A K Q J", english), ("decks with other letters", lettered)]
    yield from table("set", [each for each in sets if each[1] and (each[1] is results or len(each[1]) < len(results))])


def scene(result: Result) -> str:
    """The arrangement of the cards."""
    return str(result.row.get("scene", "–"))


def summary(results: Sequence[Result]) -> list[str]:
    """Photographs, cards, precision, recall, F1, exact share, middle time and the time that 95 in 100 keep."""
    right = sum(one.right for one in results)
    missed = sum(one.missed.total() for one in results)
    invented = sum(one.invented.total() for one in results)
    precision, recall = right / max(right + invented, 1), right / max(right + missed, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    exact = sum(one.exact for one in results) / len(results)
    figures = (f"{value:.3f}" for value in (precision, recall, f1, exact))
    times = percentiles([one.ms for one in results])
    return [str(len(results)), str(right + missed), *figures, *(f"{value:.0f}" for value in times)]


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """The middle one, and the one that 95 in 100 do not exceed."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)]


def table(title: str, groups: Iterable[Group]) -> Iterator[str]:
    """A Markdown table with a row for each group."""
    yield from ("", f"| {title} | {HEAD} |", "|---|" + "--:|" * 8)
    yield from (f"| {name} | {' | '.join(summary(results))} |" for name, results in groups)


def grouped(results: Sequence[Result], key: Callable[[Result], str]) -> list[Group]:
    """Results by a key, in the order of the key."""
    names = sorted({key(one) for one in results})
    return [(name, [one for one in results if key(one) == name]) for name in names]


def cards_in_photo(result: Result) -> str:
    """The class of a photograph by its number of cards."""
    count = len(result.row["cards"])
    classes = ((1, "1"), (4, "2–4"), (9, "5–9"), (19, "10–19"))
    return next((name for most, name in classes if count <= most), "20 or more")


def sure_line(results: Sequence[Result]) -> list[str]:
    """The cards marked sure, the wrong ones (one in a thousand is allowed), and the right share of the others."""
    sure, wrong = sum(one.sure for one in results), sum(one.sure_wrong for one in results)
    seen = sum(one.right + one.invented.total() for one in results)
    asked = [lies for one in results for lies in one.asked]
    return [
        f"Marked sure: {sure} of {seen} cards ({100 * sure / max(seen, 1):.1f} %), {wrong} of them wrong. "
        f"Asked about: {len(asked)} cards, {sum(asked)} of them right."
    ]


def twins_line(results: Sequence[Result]) -> str:
    """The further copies of a card that is there: those that are sure, and those that are not there."""
    there, sure, surplus, surplus_sure = (sum(counts) for counts in zip(*(one.twins for one in results), strict=True))
    return (
        f"Second and further copies: {there}, {sure} of them sure. Cards counted once too often: {surplus}, "
        f"{surplus_sure} of them sure."
    )


def maybe_line(results: Sequence[Result]) -> list[str]:
    """The targets of "maybe one more here", the photographs with false ones, and those that miss a card silently."""
    asked, pointing = sum(one.asks.asked for one in results), sum(one.asks.pointing for one in results)
    missing, false = sum(one.missed.total() for one in results), sum(one.asks.false > 0 for one in results)
    silent = [one.row["file"] for one in results if one.silent]
    return [
        f"Maybe one more: asked {asked} times, which points at {pointing} of {missing} missing cards; for nothing in "
        f"{false} of {len(results)} photos ({100 * false / len(results):.1f} %).",
        "",
        f"Short with nothing doubtful or maybe: {len(silent)} photos{': ' if silent else ''}{', '.join(silent)}.",
    ]


def reliability(results: Sequence[Result]) -> Iterator[str]:
    """The number of right cards among those with a chance, by tenths of it."""
    told = [each for one in results for each in one.told]
    yield from ("| chance given | cards | mean chance | right |", "|---|--:|--:|--:|")
    for tenth in range(10):
        inside = [(chance, right) for chance, right in told if min(int(chance * 10), 9) == tenth]
        if inside:
            mean = sum(chance for chance, _ in inside) / len(inside)
            share = sum(right for _, right in inside) / len(inside)
            yield f"| {tenth / 10:.1f}–{(tenth + 1) / 10:.1f} | {len(inside)} | {mean:.3f} | {share:.3f} |"


def stage_lines(results: Sequence[Result]) -> list[str]:
    """The middle processor time of each stage, and what 95 in 100 do not exceed."""
    names = list(dict.fromkeys(name for one in results for name in one.stages))
    times = [(name, percentiles([one.stages.get(name, 0.0) for one in results])) for name in names]
    return ["Processor milliseconds, p50 / p95: " + ", ".join(f"{n} {a:.0f} / {b:.0f}" for n, (a, b) in times) + "."]


def confusions(results: Sequence[Result]) -> list[str]:
    """The confused cards, in photographs with exactly one missed and one invented."""
    pairs = Counter(
        f"{next(iter(one.missed))} as {next(iter(one.invented))}"
        for one in results
        if one.missed.total() == one.invented.total() == 1
    )
    causes = Counter(part.split(" × ")[-1] for one in results for part in one.cause.split(", ") if part)
    lines = ["Taken for another: " + (", ".join(f"{pair} ({n})" for pair, n in pairs.most_common(15)) or "none") + "."]
    named = ", ".join(f"{c} ({n})" for c, n in causes.most_common()) or "no mistakes"
    return [*lines, f"Causes, by photographs: {named}."]


def worst_of(results: Sequence[Result], most: int) -> Iterator[str]:
    """The photographs with the most mistakes, what was mistaken, and why."""
    bad = sorted((one for one in results if not one.exact), key=lambda one: -one.missed.total() - one.invented.total())
    yield from ("| worst readings | missed | invented | cause |", "|---|---|---|---|")
    for one in bad[:most]:
        missed, invented = " ".join(one.missed.elements()), " ".join(one.invented.elements())
        yield f"| {one.row['file']} | {missed} | {invented} | {one.cause} |"
