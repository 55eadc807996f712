"""The pages of practice: a round of questions, answers with their clauses, and a streak that the phone keeps."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.web.practice import QUIZZES, ROUND
from tests.web.new_game import begin
from tests.web.table_player import words

WORTH, PLAY = "/practice/worth/site/a", "/practice/play/site/a"


def further(page: str) -> str:
    found = re.search(r'href="(/practice/[^"]+)">(?:Next question|Another round)', page)
    assert found
    return unescape(found[1])


def right_answer(client: FlaskClient, address: str) -> str:
    """The address that answers a question rightly, as its own answer page says."""
    path, _, query = address.partition("?")
    wrong = client.get(f"{path}?answer=1&card=ZZ").text
    if "/worth/" in path:
        total = re.search(r"<output>(\d+)</output>", wrong)
        assert total
        return f"{path}?answer=1&{query}&said={total[1]}"
    if "/bid/" in path:
        wanted = re.search(r"Go up to (\d+)\.", wrong)
        return f"{path}?answer=1&{query}&said={wanted[1] if wanted else 'pass'}"
    client.delete_cookie("streak", path="/practice/")
    hand = client.get(path).text
    cards = re.findall(r'name="card" value="(\w+)"', hand)
    may = re.findall(r"<span>(may be played|may not)", wrong)
    legal = "".join(f"&card={card}" for card, says in zip(cards, may, strict=True) if says == "may be played")
    return f"{path}?answer=1&{query}{legal}"


@pytest.mark.parametrize("quiz", QUIZZES)
def test_an_answer_says_whether_it_is_right_and_names_its_clauses(client: FlaskClient, quiz: str) -> None:
    address = f"/practice/{quiz}/site/seed-1"
    wrong, right = client.get(f"{address}?answer=1&card=ZZ"), client.get(right_answer(client, address))
    assert "Not quite" in words(wrong)
    assert "Right" in words(right)
    assert "Not quite" not in words(right)
    for page in (wrong, right):
        assert "Which rule says so?" in page.text
        assert 'class="clause"' in page.text


def test_the_same_address_asks_the_same_question(client: FlaskClient) -> None:
    assert client.get(PLAY).text == client.get(PLAY).text
    assert client.get(PLAY).text != client.get("/practice/play/site/b").text


def test_a_round_counts_to_ten_and_offers_another(client: FlaskClient) -> None:
    address = client.get("/practice/?quiz=worth&variant=double-deck").location
    for number in range(1, ROUND):
        assert f"Question {number} of {ROUND}" in words(client.get(address))
        address = further(client.get(f"{address}{'&' if '?' in address else '?'}answer=1").text)
    last = client.get(f"{address}&answer=1")
    assert f"of {ROUND} right: the round is over." in words(last)
    assert "Another round" in words(last)
    assert "asked" not in further(last.text)


def test_the_phone_keeps_a_streak_and_an_answer_counts_once(client: FlaskClient) -> None:
    answers = [right_answer(client, f"/practice/play/site/{seed}") for seed in "abc"]
    client.delete_cookie("streak", path="/practice/")
    for count, answer in enumerate(answers, 1):
        for _ in range(2):
            page = words(client.get(answer))
            assert (f"{count} in a row" in page) == (count > 1)
    assert "3 right in a row" in words(client.get("/practice/"))
    client.get("/practice/play/site/d?answer=1&card=ZZ")
    assert "in a row" not in words(client.get("/practice/"))


def test_the_rules_of_one_s_own_table_are_chosen_first(client: FlaskClient) -> None:
    assert '<option value="site" selected>' in client.get("/practice/").text
    begin(client, variant="double-deck")
    assert '<option value="double-deck" selected>' in client.get("/practice/").text


@pytest.mark.parametrize(
    "address", ["/practice/bet/site/a", "/practice/worth/nothing/a", "/practice/?quiz=worth&variant=nothing"]
)
def test_what_is_not_asked_or_played_here_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("query", ["said=abc", "said=", "card=AS", "asked=x&right=-4", "asked=999&right=999"])
@pytest.mark.parametrize("quiz", QUIZZES)
def test_nonsense_is_a_wrong_answer(client: FlaskClient, quiz: str, query: str) -> None:
    client.set_cookie("streak", "many.a", path="/practice/")
    answer = client.get(f"/practice/{quiz}/site/a?answer=1&card=ZZ&{query}")
    assert answer.status_code == 200
    assert "Not quite" in words(answer)


def test_no_card_chosen_asks_again(client: FlaskClient) -> None:
    again = client.get(f"{PLAY}?answer=1&asked=3&right=2")
    assert again.status_code == 422
    assert "Tap at least one card" in words(again)
    assert f"Question 4 of {ROUND}, 2 right so far" in words(again)


def test_an_adviser_s_answer_tells_each_suit_and_what_each_bid_is_worth(client: FlaskClient) -> None:
    page = client.get("/practice/bid/site/a").text
    offered = re.findall(r'name="said" value="(\d+)"', page)
    answer = words(client.get("/practice/bid/site/a?answer=1&said=pass"))
    assert all(bid in answer for bid in offered)
    assert "roughly" in answer
    assert "You hold" in answer
    assert "Partner, with the cards passed, brings" in answer
    assert "Which rule says so?" in answer


def test_an_adviser_s_answer_repeats_what_was_said_and_no_chance(client: FlaskClient) -> None:
    for seed in "abcdef":
        page = client.get(f"/practice/bid/site/{seed}?answer=1&said=pass").text
        assert "<li>You <strong>pass</strong></li>" in page
        chances = re.findall(r"<td[^>]*>(\d+) %</td>", page)
        assert chances
        assert len(chances) == len({*chances})


def test_a_game_that_the_adviser_does_not_know_is_named_so(client: FlaskClient) -> None:
    page = words(client.get("/practice/bid/two-handed/a"))
    assert "How high to bid is not known for Two-handed" in page
    assert "Auction pinochle, and games played alike" in page


HAND = "AS 10S KS QS JS AS AH KH QD 9D JC 9C"


def test_a_hand_of_one_s_own_is_tapped_and_judged(client: FlaskClient) -> None:
    address = client.get("/practice/?quiz=hand&variant=four-handed").location
    for card in HAND.split():
        address = client.get(f"{address.partition('?')[0]}?{address.partition('?')[2]}&add={card}").location
    assert "12 of 12 cards" in words(client.get(address))
    assert 'name="add"' not in client.get(address).text
    assert "11 of 12 cards" in words(client.get(client.get(f"{address}&back=1").location))
    alone = words(client.get(f"{address}&ask=1"))
    passed = words(client.get(f"{address}&ask=1&said-2=pass&said-3=high&high=250"))
    assert "Spades as trump" in alone
    assert "Roughly up to" in alone
    assert "Partner pass" in passed
    assert "Right 250" in passed


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("said-3=high", "Write the highest bid, 150 or more"),
        ("said-3=high&high=140", "Write the highest bid, 150 or more"),
        ("said-3=high&high=255", "Nobody can bid 255 here. Did you mean 260?"),
        ("high=300", "Choose the one player"),
        ("said-1=high&said-3=high&high=300", "Choose the one player"),
        ("said-3=high&high=3oo", "is not a whole number"),
    ],
)
def test_an_auction_that_cannot_be_is_asked_about_again_with_all_that_was_entered(
    client: FlaskClient, said: str, says: str
) -> None:
    asked = client.get(f"/practice/hand/four-handed?cards={HAND}&ask=1&said-2=pass&{said}")
    assert asked.status_code == 422 and says in words(asked)
    assert 'value="pass" selected' in asked.text


def test_an_answer_close_to_the_best_says_which_would_be_better(client: FlaskClient) -> None:
    for seed in range(40):
        page = client.get(f"/practice/bid/site/{seed}?answer=1&said=pass")
        if "is close enough" in words(page):
            assert "A pass is close enough. Up to" in words(page)
            return
    pytest.fail("no hand to bid on cautiously")


def test_a_hand_holds_no_card_that_the_pack_lacks_or_has_no_more_of(client: FlaskClient) -> None:
    for cards, count in (("AS AS AS", 2), ("8S 7H AS", 1), ("ZZ", 0), (f"{HAND} KD", 12)):
        assert f"{count} of 12 cards" in words(
            client.get(f"/practice/hand/four-handed?cards={cards}&high=x&said-9=pass")
        )
    assert client.get("/practice/hand/nothing").status_code == 404
    assert "is not known for Two-handed" in words(client.get("/practice/hand/two-handed"))


def test_what_an_address_says_beside_the_cards_breaks_nothing(client: FlaskClient) -> None:
    assert client.get("/practice/hand/hoyle?variant=0&_scheme=gopher&cards=AS").status_code == 200
