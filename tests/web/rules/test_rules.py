"""The rulebook and the rule cards."""

from __future__ import annotations

import re
from html import escape, unescape
from urllib.parse import quote

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient

from companion.rules.card import rule_card
from companion.rules.clauses import CLAUSES
from companion.rules.known import KNOWN_TABLES, parent_of
from companion.rules.options import with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from companion.web.rules import clause_address
from tests.web import new_game
from tests.web.table_player import Player, begin, words


def clauses_on(page: str) -> list[str]:
    return [unescape(clause) for clause in re.findall(r'<article class="clause[^"]*" id="([^"]+)"', page)]


def test_the_rulebook_shows_every_clause_once_under_its_own_anchor(client: FlaskClient) -> None:
    page = client.get("/rules/").text
    assert clauses_on(page) == list(CLAUSES)
    for section in {clause.section for clause in CLAUSES.values()}:
        assert re.search(rf'<h2 class="section" id="section-\d+">{section}</h2>', page)


def test_a_question_is_answered_best_clause_first(client: FlaskClient) -> None:
    page = client.get("/rules/?q=last+trick").text
    assert "count.last-trick" in clauses_on(page)[:2]
    assert "card.rank" not in clauses_on(page)
    assert clauses_on(client.get("/rules/?q=partner+already+winning").text)[0] == "play.head"


def test_a_question_from_a_game_is_answered_by_that_table_s_rules(app: Flask, client: FlaskClient) -> None:
    house = with_options(find_variant("site"), {"pass.count": 2})
    game = begin(app, house)
    page = client.get(f"/rules/?back=/game/{game}/&q=how+many+cards+do+we+swap")
    assert "partners pass each other two cards" in words(page)
    assert clauses_on(page.text)[0] == "pass.count"
    assert 'name="variant"' not in page.text
    asked_from_settling = client.get(f"/rules/?back=/game/{game}/settle&q=how+many+cards+do+we+swap")
    assert "partners pass each other two cards" in words(asked_from_settling)


def test_what_the_table_is_doing_is_asked_about_first(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, find_variant("site")))

    def first(question: str) -> str:
        page = client.get(f"/rules/?back=/game/{player.game}/&q={quote(question)}")
        return clauses_on(page.text)[0]

    assert first("whose turn is it") == "deal.rotate"
    player.do("bid", seat=1, amount=250)
    assert first("whose turn is it") == "bid.order"
    player.do("take", seat=1, amount=400)
    player.do("trump", trump="H")
    player.do("meld/close")
    assert first("whose turn is it") == "play.winner"
    assert first("who deals next") == "deal.rotate"
    player.do("count", points_A="100")
    player.do("confirm")
    assert first("what does it cost") == "score.set"


def test_where_nobody_chose_the_game_played_last_asks(client: FlaskClient) -> None:
    new_game.begin(client, variant="joedog")
    asked = "/rules/?q=how+many+cards+do+we+swap"
    assert "partners pass each other three cards" in words(client.get(asked))
    assert "partners pass each other four cards" in words(client.get(f"{asked}&variant=site"))
    assert "partners pass each other" not in words(client.get(f"{asked}&variant="))
    assert "By the rules of Two-handed" in words(client.get("/rules/?q=who+leads+in+two-handed"))


def test_the_page_has_each_way_to_look_through_it_once(client: FlaskClient) -> None:
    nav = client.get("/rules/").text.partition('aria-label="Which clauses"')[2].partition("</nav>")[0]
    assert [nav.count(f">{way}</a>") for way in ("All", "Resolutions", "Other tables")] == [1, 1, 1]


def test_without_a_game_the_variant_is_chosen_or_named_in_the_question(client: FlaskClient) -> None:
    chosen = client.get("/rules/?variant=joedog&q=how+many+cards+do+we+swap")
    assert "partners pass each other three cards" in words(chosen)
    assert '<option value="joedog" selected>' in chosen.text
    assert "first player to reach 50 wins" in words(client.get("/rules/?q=how+do+you+win+five+card"))
    assert "Here:" not in words(client.get("/rules/?q=how+many+cards+do+we+swap"))


@pytest.mark.parametrize("key", KNOWN_TABLES)
def test_the_rulebook_answers_by_a_known_table_too(client: FlaskClient, key: str) -> None:
    page = client.get("/rules/", query_string={"q": "what is the lowest bid", "variant": key}).text
    assert f'<option value="{key}" selected>' in page


def test_a_table_that_is_gone_does_not_keep_the_rulebook_from_answering(client: FlaskClient) -> None:
    for address in ("/rules/?back=/game/gone/&q=last+trick", "/rules/?variant=nosuch&q=last+trick"):
        assert clauses_on(client.get(address).text)[0] == "count.last-trick"


def test_settling_by_a_variant_asks_the_rulebook_by_it(client: FlaskClient) -> None:
    assert client.get("/settle/doubles?q=sluff").location == "/rules/?q=sluff&variant=doubles"


def test_our_resolutions_are_marked_and_can_be_read_alone(client: FlaskClient) -> None:
    page = client.get("/rules/?only=ours").text
    assert clauses_on(page) == [clause.id for clause in CLAUSES.values() if clause.resolution]
    assert page.count('<span class="tag">Our resolution</span>') == len(clauses_on(page))
    every = client.get("/rules/").text
    assert every.count('<article class="clause ours"') == len(clauses_on(page))


def test_readings_at_other_tables_can_be_read_alone(client: FlaskClient) -> None:
    readings = clauses_on(client.get("/rules/?only=other-tables").text)
    assert {"score.set.twice", "pack.64", "floor"} <= set(readings)
    assert not {"play.head.always", "count.total", "meld.table"} & set(readings)


def test_a_clause_says_where_it_comes_from_and_who_plays_by_it(client: FlaskClient) -> None:
    assert "In every variant." in words(client.get("/rules/?q=card.rank"))
    page = client.get("/rules/?q=play.head.trump-led").text
    assert escape(CLAUSES["play.head.trump-led"].source.name) in page
    assert 'href="/rules/card/joedog"' in page
    assert "every variant but" in words(client.get("/rules/?q=play.follow"))


def test_rules_looked_up_at_a_table_lead_back_to_it(client: FlaskClient) -> None:
    page = client.get("/rules/?back=/game/abc/&q=throw").text
    assert page.count('href="/game/abc/"') == 1
    assert '<input type="hidden" name="back" value="/game/abc/">' in page


def test_rules_lead_back_to_no_other_server(client: FlaskClient) -> None:
    assert "elsewhere.example" not in client.get("/rules/?back=//elsewhere.example/").text


def test_searching_for_nonsense_says_so_and_offers_everything(client: FlaskClient) -> None:
    page = client.get("/rules/?q=%3Cb%3Exyzzy").text
    assert "No clause answers this" in page
    assert "<b>xyzzy" not in page


def test_the_link_to_a_clause_is_quoted_like_every_other_address(app: Flask) -> None:
    with app.test_request_context("/rules/"):
        assert clause_address("bid+meld").endswith("/rules/#bid+meld")
        assert clause_address("shortfall>pool").endswith("/rules/#shortfall%3Epool")
        for clause in CLAUSES:
            assert clause_address(clause) == url_for("rulebook.rulebook_page", _anchor=clause)


def test_the_link_to_a_clause_leads_back_to_the_game_that_cites_it(app: Flask) -> None:
    with app.app_context():
        for game in ("one", "two"):
            with app.test_request_context(f"/game/{game}/"):
                back = url_for("table.show", game=game)
                assert clause_address("count.total") == url_for(
                    "rulebook.rulebook_page", _anchor="count.total", back=back
                )


def test_every_clause_says_who_plays_by_it_or_that_a_house_may_choose_it(client: FlaskClient) -> None:
    articles = client.get("/rules/").text.split('<article class="clause')[1:]
    assert len(articles) == len(CLAUSES)
    whose = re.compile(r"In every variant|In <a |In every variant but <a |house rules may choose it")
    assert [re.findall(r'id="([^"]+)"', each)[0] for each in articles if not whose.search(each)] == []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_variant_has_its_card_with_what_differs_marked(client: FlaskClient, variant: Variant) -> None:
    answer = client.get(f"/rules/card/{variant.key}")
    card, says = rule_card(variant, parent_of(variant)), words(answer)
    assert answer.status_code == 200
    for part in card.parts:
        for line in part.lines:
            for sentence in line:
                assert sentence.says in says
                assert all(f'href="/rules/#{quote(clause, safe="=")}"' in answer.text for clause in sentence.clauses)
    assert all(change.before in says for change in card.changes)
    assert answer.text.count('<span class="mark"') == (
        len(card.changes) - any(row.differs for row in card.melds) + 2 * sum(row.differs for row in card.melds)
    ) + 2 * bool(card.changes) + sum(bool(sentence.before) for line in card.short for sentence in line)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_a_card_begins_with_at_most_ten_lines_and_the_table_of_melds(client: FlaskClient, variant: Variant) -> None:
    first, every = client.get(f"/rules/card/{variant.key}").text.split("<summary>")
    assert 8 <= first.count("<li>") <= 10
    assert "What each meld pays" in first
    assert 'class="cite"' in every


def test_a_card_that_does_not_exist_leads_home(client: FlaskClient) -> None:
    answer = client.get("/rules/card/nosuch")
    assert answer.status_code == 404
    assert "There is no variant of that name here" in answer.text


def test_before_anybody_chooses_each_variant_shows_its_card(client: FlaskClient) -> None:
    page = client.get("/new").text
    for variant in VARIANTS:
        assert f'href="/rules/card/{variant.key}"' in page
    assert 'href="/rules/card/site"' in client.get("/new/site").text


@pytest.mark.parametrize("key", ["site", "binokel-palast"])
def test_the_card_of_a_variant_leads_to_a_new_game_of_it(key: str, client: FlaskClient) -> None:
    assert f'href="/new/{key}">Play this<' in client.get(f"/rules/card/{key}").text


def test_the_card_of_a_game_tells_its_own_options(app: Flask, client: FlaskClient) -> None:
    house = with_options(find_variant("site"), {"end.target": 2000, "pass.count": 2})
    game = begin(app, house)
    says = words(client.get(f"/game/{game}/rules"))
    assert "The first side to reach 2000 wins." in says
    assert "Target The first side to reach 1500 wins. Here: The first side to reach 2000 wins." in says
    assert f'href="/rules/?back=/game/{game}/#end.target"' in client.get(f"/game/{game}/rules").text
    assert client.get("/game/nosuchgame99/rules").status_code == 404


def test_the_table_leads_to_its_card_while_the_first_deal_waits_and_by_its_menu_always(
    app: Flask, client: FlaskClient
) -> None:
    player = Player(app, client, begin(app, find_variant("site")))
    assert "Rule card of this table" in player.see()
    player.do("take", seat=1, amount=400)
    player.do("trump", trump="H")
    player.do("meld/close")
    player.do("end", end="thrown-in")
    player.do("confirm")
    assert "Rule card of this table" not in player.see()
    assert f'href="/game/{player.game}/rules"' in client.get(f"/game/{player.game}/").text


@pytest.mark.parametrize(
    "path", ["/new", "/rules/", "/house/new/bruce-5", *(f"/rules/card/{variant.key}" for variant in VARIANTS)]
)
def test_an_apostrophe_is_a_curved_one(client: FlaskClient, path: str) -> None:
    assert re.findall(r"\S*\w'\w*|\w*s' \w*", words(client.get(path))) == []


@pytest.mark.parametrize("address", sorted({c.source.address for c in CLAUSES.values() if c.source.address}))
def test_a_source_that_is_public_is_one_tap_away_and_is_not_told_who_asked(client: FlaskClient, address: str) -> None:
    links = re.findall(r'<a href="(https?://[^"]+)"([^>]*)>', client.get("/rules/").text)
    assert {attributes for link, attributes in links if link == escape(address)} == {' rel="noreferrer noopener"'}


def test_a_source_without_an_address_says_so(client: FlaskClient) -> None:
    page = client.get("/rules/?q=follow+suit").text
    assert escape(f"({CLAUSES['play.follow'].source.instead})") in page
    assert "read 22 November 2026" in client.get("/rules/").text


def test_a_clause_that_only_known_tables_play_by_names_them(client: FlaskClient) -> None:
    page = client.get("/rules/").text
    names = page.split('id="card.names"')[1].split("</article>")[0]
    assert '<a href="/rules/card/binokel-palast">Binokel for three</a>' in names
    assert "No variant here" not in names
