"""Golden games, from the first deal to the end: ``python -m tests.playthroughs --write`` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules.card import clauses_played
from companion.rules.clauses import CLAUSES
from companion.rules.known import KNOWN_TABLES
from tests.playthroughs.language import TranscriptError, parse_command
from tests.playthroughs.transcript import rerun, transcripts

_NAMES = [path.stem for path in transcripts()]
_TIED_PARTNERS = (
    *("partnership", "hoyle", "joedog", "four-handed", "kitty-partnership"),
    *("double-deck", "triple-deck", "racehorse", "eight-handed"),
)
_WON_BY = {
    "auction-stop": "end.stop",
    "table-deck-and-a-half": "end.tie-bidder",
    "table-senior-games": "end.deals",
    "table-six-card-racehorse": "end.bid-out",
    "table-spokane": "end.deals",
    "bruce-5-tie-bidder": "end.tie-bidder",
    "bruce-7-tie-high": "end.tie-high",
    "cutthroat-bid-out": "end.bid-out",
    "cutthroat-slide-out": "end.slide-out",
    "five-handed-tie-bidder": "end.tie-bidder",
    "five-handed-tie-high": "end.tie-high",
    "doubles-all-tricks": "end.all-tricks",
    "doubles-no-progress": "end.no-progress",
    "doubles-quadruple-pinochle": "end.quad-pinochle",
    "double-deck-quadruple-run": "end.quad-pinochle.run",
    "doubles-tie-bidder": "end.tie-bidder",
    "summed-tie-bidder": "end.tie-bidder",
    "site-deals": "end.deals-level.shared",
    "site-tie-to-bidder": "end.tie-bidder",
    "two-handed-claim-right": "end.declare-out",
    "two-handed-claim-wrong": "end.declare-out",
    "two-handed-deal": "end.deal",
    "two-handed-draw-tie-bidder": "end.tie-bidder",
    "two-handed-reopened": "end.declare-out",
    "three-handed-tie-bidder": "end.tie-bidder",
    **{f"{key}-tie-bidder": "end.tie-bidder" for key in _TIED_PARTNERS},
    "eight-handed-tie-high": "end.tie-high",
}
"""Every other game is won at the target."""


@pytest.mark.parametrize("path", transcripts(), ids=_NAMES)
def test_a_golden_game_comes_out_as_it_was_written_down_is_won_and_cites_only_what_its_rules_hold(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    again, table = rerun(text)
    assert again == text
    assert table.state.won is not None
    assert table.state.won.clause == _WON_BY.get(path.stem, "end.target")
    told = [line for line in text.splitlines() if not line.startswith(">") and "refused" not in line]
    cited = {word for line in told for word in re.findall(r"[a-z]+(?:[.-][a-z0-9+>=]+)+", line) if word in CLAUSES}
    assert sorted(cited - clauses_played(table.state.variant)) == []


_SITE = ("agreed", "made", "set", "throw-in", "target", "tie-to-bidder", "deals", "reopened", "undo")
_DOUBLES = (
    *("target", "tie-bidder", "all-tricks", "no-progress", "quadruple-pinochle"),
    *("no-marriage", "fold", "meld-under-20", "renege", "automatic-50"),
)
_OTHERS = (
    *("partnership", "hoyle", "joedog", "four-handed", "kitty-partnership", "three-handed"),
    *("double-deck", "triple-deck", "racehorse", "eight-handed", "two-handed", "two-handed-draw"),
)
_CUTTHROAT = ("bid-out", "slide-out")
_TWO_HANDED = ("tie-extend", "claim-right", "claim-wrong", "deal", "pack-64", "reopened", "draw-tie-bidder")
_SUMMED = ("target", "tie-bidder", "renege")
_BRUCE = ("5-target", "5-tie-bidder", "5-renege", "7-target", "7-tie-high", "7-level")
_THREE_HANDED = ("tie-another", "tie-extend", "tie-bidder", "conceded", "misdeal")


def test_there_is_a_golden_game_for_every_kind_of_ending() -> None:
    wanted = {f"site-{name}" for name in _SITE} | {f"doubles-{name}" for name in _DOUBLES}
    wanted |= {f"{key}-target" for key in _OTHERS} | {f"cutthroat-{name}" for name in _CUTTHROAT}
    wanted |= {f"two-handed-{name}" for name in _TWO_HANDED}
    wanted |= {f"summed-{name}" for name in _SUMMED} | {f"bruce-{name}" for name in _BRUCE}
    wanted |= {f"three-handed-{name}" for name in _THREE_HANDED} | {"check-target", "four-handed-deal-out"}
    wanted |= {"partnership-late-misdeal", "auction-stop", "double-deck-quadruple-run"}
    wanted |= {f"table-{key}" for key in KNOWN_TABLES}
    wanted |= {f"five-handed-{name}" for name in ("target", "tie-bidder", "tie-high", "level", "sitting-out")}
    wanted |= {f"{key}-tie-bidder" for key in _TIED_PARTNERS} | {"eight-handed-tie-high", "check-tie-another"}
    assert set(_NAMES) == wanted


def test_a_line_that_is_no_command_is_named() -> None:
    with pytest.raises(TranscriptError, match=re.escape("no such command: 'bet 250'")):
        parse_command("bet 250")
