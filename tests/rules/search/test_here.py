"""Each clause says what it comes to at a table, in that table's own figures."""

from __future__ import annotations

import pytest

from companion.rules.clauses import CLAUSES
from companion.rules.options import OPTIONS, with_options
from companion.rules.search.here import LEFT_OPEN, NOT_HERE, says_here
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant


@pytest.mark.parametrize(
    ("variant", "clause", "says"),
    [
        ("site", "pass.count", "Once trump is named, partners pass each other four cards."),
        ("site", "meld.run", "A run pays 150."),
        ("joedog", "meld.run", "A run pays 15."),
        ("joedog", "meld.double-run", "Two runs pay 150."),
        ("site", "meld.dix", "Each nine of trump pays 10."),
        ("doubles", "meld.around", "One of each suit: aces 10, kings 8, queens 6 and jacks 4."),
        ("triple-deck", "meld.over-four", "Five times: pinochle 75, aces 250, kings 200, queens 150 and jacks 100."),
        ("site", "bid.forced", "When all pass, the dealer must take the bid. That bid is 250."),
        ("three-handed", "bid.min", "The lowest bid is 20. The dealer may bid 1 below the lowest bid."),
        ("doubles", "count.total", "All the tricks of a deal come to 50, the last trick included."),
        ("site", "kitty.size", "There is no kitty."),
        ("site", "kitty.shown", "There is no kitty."),
        ("two-handed", "bid.min", "There is no bidding: a card turned up after the deal makes trump."),
        ("bruce-5", "pass.order", "Everybody plays and scores alone."),
        ("site", "play.head.never", "This table plays otherwise. Beat the best card whenever you can"),
        ("doubles", "play.head.never", "Nobody ever has to beat a card."),
        ("cutthroat", "end.target", "Only a player who bid and made it can win"),
        ("three-handed", "score.renege", "A bidder who breaks the rules of play loses twice the bid."),
        ("site", "conduct.bid-words", LEFT_OPEN),
        ("bruce-5", "conduct.pass-silent", "Everybody plays and scores alone."),
        ("bruce-5", "meld.double-run", NOT_HERE),
        ("doubles", "score.misdeal.technical", "A bad hand must be played like any other."),
    ],
)
def test_a_clause_tells_this_table_s_value(variant: str, clause: str, says: str) -> None:
    assert says in (says_here(find_variant(variant), clause) or "")


def test_where_a_clause_says_all_there_is_to_say_nothing_is_added() -> None:
    assert says_here(find_variant("site"), "card.identical") is None


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_option_is_told_at_every_table(variant: Variant) -> None:
    assert [key for key in OPTIONS if not says_here(variant, key)] == []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_what_is_told_reads_as_whole_sentences(variant: Variant) -> None:
    told = {clause: says for clause in CLAUSES if (says := says_here(variant, clause))}
    assert {clause: says for clause, says in told.items() if not says.endswith(".") or "  " in says} == {}
    assert not [says for says in told.values() if not says[0].isupper()]


def test_a_changed_option_changes_what_is_told() -> None:
    house = with_options(find_variant("site"), {"kitty.size": 3, "pass.count": 0, "hand.size": 11, "end.target": 2000})
    assert (says_here(house, "kitty.size") or "").startswith("A kitty of three cards waits for the bidder.")
    assert says_here(house, "end.target") == "The first side to reach 2000 wins."
