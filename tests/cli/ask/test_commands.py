"""The rules commands answer people and scripts, and nothing they are given makes them fall over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.rules.card import rule_card
from companion.rules.clauses import CLAUSES
from companion.rules.known import games, parent_of
from companion.rules.options import OPTIONS
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from companion.store import open_store

MELD = {"variant": "site", "options": {}, "trump": "S", "cards": ["KS", "QS"]}
LEGAL = {"variant": "site", "trump": "D", "trick": ["QH", "10H"], "hand": ["AH", "10H", "9H"]}
TRICK = {"variant": "site", "trump": "H", "trick": ["AS", "9H", "KH", "10S"]}
DEAL = {"bidder": "A", "bid": 52, "meld": {"A": 22, "B": 18}, "points": {"A": 31, "B": 19}}
SCORE = {"variant": "doubles", "scores": {"A": 0, "B": 0}, "deal": DEAL}


def _run(words: Sequence[str], given: str | bytes = "") -> Result:
    return CliRunner().invoke(main, list(words), input=given)


def _ask(command: str, request: object) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(_run([command, "--json", "--request", json.dumps(request)]).output)
    return said


@pytest.mark.parametrize(
    "way",
    [
        lambda text: _run(["trick", "--json", text]),
        lambda text: _run(["trick", "--json", "--request", text]),
        lambda text: _run(["trick", "--json"], text),
        lambda _: _run(["trick", "--json", "--trump", "H", "AS", "9H", "KH", "10S"]),
        lambda _: _run(["trick", "--json", "--trump", "hearts", "as 9h", "k♥,10♠"]),
    ],
    ids=["argument", "--request", "standard input", "flags", "flags as people type them"],
)
def test_a_request_may_come_in_several_ways(way: Any) -> None:
    run = way(json.dumps(TRICK))
    assert (run.exit_code, json.loads(run.output)) == (0, {"winner": 2, "points": {"cards": 30, "last": 10}})


def test_every_key_of_the_documented_score_request_is_understood() -> None:
    deal = DEAL | {
        "trump": "S",
        "dix": {"A": 0},
        "tricks": {"A": 12, "B": 8},
        "end": "played",
        "offender": None,
        "partner": None,
        "bids": None,
        "misdeal": None,
        "claimant": None,
        "quad_pinochle": [],
        "kitty_seen": True,
        "check_melds": {"A": ["flush"]},
    }
    history = {"risen": ["A"], "failed_bids": {"B": 2}}
    said = _ask("score", SCORE | {"history": history, "deal": deal})
    assert (said["outcome"], said["change"], said["winner"]) == ("made", {"A": 53, "B": 0}, None)


def test_lines_are_answered_in_order_whatever_they_hold() -> None:
    lines = [
        json.dumps(MELD).encode(),
        b"",
        b"\xff\xfe",
        b"[" * 5000,
        b"null",
        "\u2028".encode(),
        json.dumps(MELD).encode(),
    ]
    run = _run(["meld", "--jsonl"], b"\n".join(lines))
    said = [json.loads(line) for line in run.output.splitlines()]
    assert [next(iter(each)) for each in said] == ["total", *["error"] * 5, "total"]
    assert run.exit_code == 0


WRONG = [
    ("meld", {"variant": "pinocle"}, "no such variant: 'pinocle'"),
    ("meld", MELD | {"variant": 5}, "'variant' must be a text, not 5"),
    ("meld", MELD | {"options": {"play.haed": "never"}}, "no such option: 'play.haed'"),
    ("meld", MELD | {"options": {"play.head": "sometimes"}}, "it takes always, always-in-suit"),
    ("meld", MELD | {"options": [1]}, "'options' must be a JSON object"),
    ("meld", MELD | {"cards": ["AS"] * 3}, "This pack has 2 of the ace of spades, not 3. (pack.48)"),
    ("meld", MELD | {"cards": ["8S"]}, "This pack has no eight of spades."),
    ("meld", MELD | {"cards": ["1S"]}, "no such card: '1S'; write rank then suit"),
    ("meld", MELD | {"cards": [1]}, "'cards' must be a list of cards"),
    ("meld", MELD | {"trump": "X"}, "'trump' must be one of S, H, C, D"),
    ("meld", MELD | {"hand": []}, 'unknown key "hand"; these would do: variant, options, trump, cards'),
    ("meld", [MELD], "the request must be a JSON object"),
    ("legal", LEGAL | {"trump": None}, "lacks 'trump'"),
    ("legal", LEGAL | {"trick": ["AS", "9H", "KH", "10S"]}, "a trick of 4 cards leaves nobody to play"),
    ("legal", LEGAL | {"trick": ["AS"], "hand": ["AS", "AS"]}, "This pack has 2 of the ace of spades, not 3."),
    ("legal", LEGAL | {"broken": "yes"}, "'broken' must be true or false"),
    ("legal", LEGAL | {"bid": -1}, "'bid' must be 0 or more, not -1"),
    ("trick", TRICK | {"trick": []}, "'trick' must hold at least the card that was led"),
    ("trick", TRICK | {"trick": ["AS", "9H", "KH", "10S", "QD"]}, "a trick of 5 cards is longer than the table"),
    ("score", SCORE | {"deal": None}, "the request lacks 'deal'"),
    ("score", SCORE | {"deal": DEAL | {"bid": 52.5}}, "'bid' must be a whole number, not 52.5"),
    ("score", SCORE | {"deal": DEAL | {"bid": True}}, "'bid' must be a whole number, not true"),
    ("score", SCORE | {"deal": DEAL | {"bid": 10**7}}, "'bid' must not be beyond 1000000"),
    ("score", SCORE | {"deal": DEAL | {"bidder": "C"}}, "'bidder' must be one of A, B"),
    ("score", SCORE | {"deal": DEAL | {"meld": {"C": 4}}}, "'meld' has an unknown key \"C\"; these would do: A, B"),
    ("score", SCORE | {"deal": DEAL | {"meld": {"A": -4}}}, "meld.A must be 0 or more"),
    ("score", SCORE | {"deal": DEAL | {"dix": {"A": 23}}}, "'dix' is a part of 'meld'"),
    ("score", SCORE | {"deal": DEAL | {"end": "over"}}, "'end' must be one of played, thrown-in"),
    ("score", SCORE | {"deal": DEAL | {"end": "renege"}}, "'deal' lacks 'offender'"),
    ("score", SCORE | {"deal": DEAL | {"end": "misdeal"}}, "'deal' lacks 'misdeal'"),
    ("score", SCORE | {"deal": {"points": {}}}, "'deal' lacks 'bidder'"),
    ("score", SCORE | {"history": []}, "'history' must be a JSON object"),
    ("score", SCORE | {"history": {"risen": "A"}}, "'risen' must be a list of sides out of A, B"),
]


@pytest.mark.parametrize(("command", "request_", "says"), WRONG, ids=[says for _, _, says in WRONG])
def test_what_cannot_be_read_is_said_with_what_would_do(command: str, request_: object, says: str) -> None:
    run = _run([command, "--json", "--request", json.dumps(request_)])
    assert run.exit_code == 2
    said = json.loads(run.output)
    assert list(said) == ["error"]
    assert says in said["error"]


UNREADABLE = [
    ("", "the request is empty"),
    ("{", "not JSON"),
    ('{"variant": NaN}', "NaN is no number"),
    ('{"a": 1, "a": 2}', 'the key "a" is given twice'),
    ('{"a": ' + "9" * 5000 + "}", "a number of 5000 digits is too long"),
    ("[" * 50 + "]" * 50, "nested too deeply"),
    ("[" * 993 + "]" * 993, "nested too deeply"),
    ("[" * 100_000, "nested too deeply"),
]


@pytest.mark.parametrize(("text", "says"), UNREADABLE, ids=[text[:20] for text, _ in UNREADABLE])
def test_what_is_no_json_is_said(text: str, says: str) -> None:
    run = _run(["score", "--json"], text)
    assert run.exit_code == 2
    assert says in json.loads(run.output)["error"]


def test_an_error_without_json_goes_to_standard_error() -> None:
    run = _run(["meld", "--variant", "pinocle", "AS"])
    assert (run.exit_code, run.stdout) == (2, "")
    assert run.stderr.startswith("Error: no such variant")


@pytest.mark.parametrize(
    "words",
    [
        ["meld", "--json", "--trump", "S", json.dumps(MELD)],
        ["score", "--json", "--request", json.dumps(SCORE), json.dumps(SCORE)],
    ],
)
def test_a_request_given_twice_is_not_guessed_at(words: list[str]) -> None:
    run = _run(words)
    assert run.exit_code == 2
    assert "give the request once" in json.loads(run.output)["error"]


@pytest.mark.parametrize("change", ["play.head", "=", "play.head=sometimes", "floor=5"])
def test_a_change_of_option_that_does_not_fit_is_an_error(change: str) -> None:
    run = _run(["meld", "--json", "--set", change, "AS"])
    assert (run.exit_code, list(json.loads(run.output))) == (2, ["error"])


def test_a_refusal_is_an_answer_and_cites_its_clause() -> None:
    thrown = {"variant": "site", "deal": {"bidder": "A", "bid": 310, "meld": {"A": 60}, "end": "thrown-in"}}
    run = _run(["score", "--json"], json.dumps(thrown))
    assert run.exit_code == 0
    assert json.loads(run.output)["refused"]["clauses"] == ["score.throw-in"]


def test_every_variant_of_the_list_is_shown_with_all_options_and_their_clauses() -> None:
    listed = json.loads(_run(["variants", "--json"]).output)["variants"]
    assert [each["key"] for each in listed] == [variant.key for variant in VARIANTS]
    for each in listed:
        shown = json.loads(_run(["variants", each["key"], "--json"]).output)
        assert shown["options"].keys() == OPTIONS.keys()
        assert shown["clauses"].keys() <= CLAUSES.keys()
        assert each["key"] in _run(["variants", each["key"]]).output


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_the_card_of_a_variant_tells_its_rules_and_marks_its_differences(variant: Variant) -> None:
    run = _run(["variants", variant.key, "--card"])
    card, said = rule_card(variant, parent_of(variant)), " ".join(run.output.split())
    assert run.exit_code == 0
    sentences = [sentence for part in card.parts for line in part.lines for sentence in line]
    assert all(("◆ " if sentence.before else "") + sentence.says in said for sentence in sentences)
    rows = [(f"{row.name} ({row.cards})".replace("\ufe0e", ""), " ".join(map(str, row.pays))) for row in card.melds]
    assert all(f"{name} {pays}{' each' if ' ' not in pays else ''}" in said for name, pays in rows)
    assert max(map(len, run.output.splitlines())) <= 100


@pytest.mark.parametrize("asked", [["--card"], ["site", "--card", "--json"]])
def test_a_card_is_of_one_variant_and_for_people(asked: list[str]) -> None:
    run = _run(["variants", *asked])
    assert run.exit_code == 2
    assert "--card takes the KEY of one variant" in run.output


def test_a_variant_s_own_options_given_back_change_nothing() -> None:
    options = json.loads(_run(["variants", "doubles", "--json"]).output)["options"]
    assert _ask("score", SCORE | {"options": options}) == _ask("score", SCORE)


def test_a_variant_s_clauses_say_which_text_they_are_from_and_where_it_is() -> None:
    clauses = json.loads(_run(["variants", "site", "--json"]).output)["clauses"]
    assert clauses["bid.rounds"]["source"].keys() == {"name", "address", "instead", "read"}
    assert all(each["source"]["address"] or each["source"]["instead"] for each in clauses.values())
    assert "https://en.wikipedia.org/wiki/Pinochle, read 2026-11-22" in _run(["variants", "site"]).output


def test_an_unknown_variant_is_answered_with_those_there_are() -> None:
    run = _run(["variants", "doubels", "--json"])
    assert run.exit_code == 2
    assert "did you mean doubles?" in json.loads(run.output)["error"]


def test_a_won_game_and_a_refused_deal_are_told_in_words() -> None:
    won = _run(["score", "--scores", "A=1400,B=0", "--bidder", "A", "--bid", "250", "--points", "A=250,B=0"])
    assert "Side A wins the game." in won.output
    refused = _run(["score", "--bidder", "A", "--bid", "250", "--points", "A=260,B=0"])
    assert (refused.exit_code, "count.total: " in refused.output) == (0, True)


def test_an_empty_hand_has_nothing_to_play() -> None:
    assert _run(["legal", "--request", json.dumps(LEGAL | {"hand": []})]).output == "The hand is empty.\n"


NOTHING_DROPPED = [
    ("score --bidder A --bid 250 --points A=200,A=50", 'A is given twice, as "200" and as "50"'),
    ("score --bidder A --bid 250 --scores A=200,B", "amounts are written SIDE=AMOUNT, as in A=60,B=100"),
    ("score --set bid.min=200 --set bid.min=100", "bid.min is given twice, as 200 and as 100"),
    ("meld --json --jsonl AS", "leave out everything else"),
    ("trick --jsonl --variant doubles", "leave out everything else"),
    ("legal --jsonl --bid 300", "leave out everything else"),
    ("score --jsonl --end played", "leave out everything else"),
    ("referee --jsonl {}", "leave out everything else"),
    ("rules --jsonl how many cards do we pass", "leave out everything else"),
]


@pytest.mark.parametrize(("words", "says"), NOTHING_DROPPED, ids=[words for words, _ in NOTHING_DROPPED])
def test_what_would_not_be_looked_at_is_refused(words: str, says: str) -> None:
    run = _run(words.split(), "{}\n")
    assert run.exit_code == 2
    assert says in run.output


def test_a_value_that_is_refused_is_not_among_those_that_would_do() -> None:
    listed = _run(["score", "--bidder", "A", "--bid", "250", "--end", "nonsense"]).output
    assert "one of played, thrown-in, no-marriage, renege, misdeal, claim, not" in listed


@pytest.mark.parametrize(("value", "quoted"), [("null", "null"), ("true", "true"), ("ten", "'ten'"), ("[1]", "[1]")])
def test_a_value_that_does_not_fit_is_quoted_as_it_was_written(value: str, quoted: str) -> None:
    said = _run(["meld", "--set", f"bid.min={value}", "AS"]).output
    assert said == f"Error: bid.min: {quoted} does not fit; it takes a whole number from 0 to 100000\n"


@pytest.mark.parametrize("command", ["score", "rules"])
def test_options_that_house_rules_refuse_are_refused_with_the_same_reason(command: str) -> None:
    options = ["--variant", "three-handed", "--set", "hand.size=12", "--set", "kitty.size=0"]
    words = ["who", "deals"] if command == "rules" else ["--bidder", "A", "--bid", "25"]
    run = _run([command, *options, *words])
    assert (run.exit_code, run.output) == (2, "Error: 3 hands of 12 are 36 cards, but the pack has 48.\n")


def test_a_hand_is_no_larger_than_it_is_dealt() -> None:
    run = _run(["meld", *["AS", "AS", "10S", "10S", "KS", "KS", "QS", "QS", "JS", "JS", "9S", "9S", "AH"]])
    assert (run.exit_code, run.output) == (2, "Error: A hand has 12 cards at most; these are 13. (hand.size)\n")


@pytest.mark.parametrize("key", games())
def test_every_game_has_one_key_in_lists_answers_and_requests(key: str) -> None:
    listed = json.loads(_run(["variants", "--json"]).output)
    assert [each["key"] for each in (*listed["variants"], *listed["tables"])].count(key) == 1
    shown = json.loads(_run(["variants", key, "--json"]).output)
    assert (shown["key"], shown["name"]) == (key, games()[key].name)
    assert "melds" in _ask("meld", {"variant": key, "cards": ["AS"]})


@pytest.mark.parametrize(("typed", "near"), [("dubbles", "doubles"), ("spokan", "spokane")])
def test_a_misspelled_key_is_answered_with_the_nearest_of_all_games(typed: str, near: str) -> None:
    says = f"no such variant: '{typed}'; did you mean {near}?"
    assert _run(["variants", typed]).output == f"Error: {says}\n"
    assert _ask("meld", {"variant": typed, "cards": ["AS"]}) == {"error": says}


COMMANDS_PAGE = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [[], ["site"]])
def test_every_key_of_an_answer_about_variants_is_documented(words: list[str], tmp_path: Path) -> None:
    open_store(tmp_path).close()
    said = json.loads(_run(["variants", *words, "--json", "--data", str(tmp_path)]).output)
    part = COMMANDS_PAGE.partition("### What comes back")[2]
    asked = "`variants KEY --json` holds" if words else "`variants --json` holds"
    sentence = part.partition(asked)[2].partition("\n\n")[0]
    parts = [said, *(each[0] for each in said.values() if isinstance(each, list) and each and not words)]
    assert [key for each in parts for key in each if f"`{key}`" not in sentence] == []
