"""No template asks for a name that nobody gives it, and no page fails to which the application itself leads."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import meta, nodes

import companion
from tests.web.conftest import browser
from tests.web.fuzz_world import World

ROOT = Path(companion.__file__).parents[1]
ROOMS = [ROOT / "companion" / "web", ROOT / "companion" / "browser"]
OF_FLASK = frozenset(("request", "session", "g", "config", "url_for", "get_flashed_messages"))
VALUES = ("1", "0", "open", "bin", "x", "")


def trees() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for room in ROOMS for path in sorted(room.rglob("*.py"))]


def given_names() -> frozenset[str]:
    """What the code may pass to templates: the names of arguments, and every text, since some are keys."""
    nodes = [node for tree in trees() for node in ast.walk(tree)]
    arguments = {word.arg for node in nodes if isinstance(node, ast.Call) for word in node.keywords if word.arg}
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(arguments | texts)


def parsed(app: Flask) -> dict[str, nodes.Template]:
    loader = app.jinja_env.loader
    assert loader is not None
    names = app.jinja_env.list_templates()
    return {name: app.jinja_env.parse(loader.get_source(app.jinja_env, name)[0]) for name in names}


def set_names(trees: Iterable[nodes.Template]) -> set[str]:
    """What templates set, loop over, define and import: a page shares it with the parts that it includes."""
    found: set[str] = set()
    for tree in trees:
        found |= {each.name for each in tree.find_all(nodes.Name) if each.ctx == "store"}
        found |= {each.target for each in tree.find_all(nodes.Import)}
        found |= {each.name for each in tree.find_all(nodes.Macro)}
        imported = [name for each in tree.find_all(nodes.FromImport) for name in each.names]
        found |= {name if isinstance(name, str) else name[1] for name in imported}
    return found


def test_every_name_in_a_template_is_one_that_it_is_given(app: Flask) -> None:
    templates = parsed(app)
    known = given_names() | OF_FLASK | app.jinja_env.globals.keys() | set_names(templates.values())
    unknown = {name: meta.find_undeclared_variables(tree) - known for name, tree in templates.items()}
    assert {name: names for name, names in unknown.items() if names} == {}


def test_a_button_outside_its_form_is_one_that_htmx_listens_to() -> None:
    """It adds the name of the button that was tapped only inside the form, or with ``type="submit"``."""
    buttons = [
        (path.name, button)
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for button in re.findall(r"<button[^>]*>", path.read_text(encoding="utf-8"))
    ]
    assert len(buttons) > 100
    # Those of the form "back" lie in the pad, whose form hears them.
    outside = [each for each in buttons if ' form="' in each[1] and 'form="back"' not in each[1]]
    assert [each for each in outside if 'type="submit"' not in each[1]] == []


def redirects() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each page to which the application itself sends somebody, with the names in its query."""
    for tree in trees():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "url_for"):
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value), tuple(word.arg for word in node.keywords if word.arg)


def led_to(world: World) -> set[str]:
    """The addresses of these pages, with each name of the query in all that it may be."""
    found, rules = set(), [rule for rule in world.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    with world.app.test_request_context():
        for endpoint, names in redirects():
            for rule in rules:
                if rule.endpoint == endpoint and rule.arguments <= world.known.keys():
                    parts: dict[str, Any] = {part: world.known[part][0] for part in rule.arguments}
                    asked = [name for name in names if name not in parts]
                    for value in VALUES:
                        query: dict[str, Any] = {name: world.known.get(name, [value])[0] for name in asked}
                        found.add(world.app.url_for(endpoint, **parts, **query))
    return found


def test_every_page_that_the_application_leads_to_is_shown_with_whatever_is_in_its_query(world: World) -> None:
    client, addresses = browser(world.app), led_to(world)
    client.get("/")
    assert len(addresses) > 50
    broken = {each: code for each in sorted(addresses) if (code := client.get(each).status_code) >= 500}
    assert broken == {}


def test_no_page_needs_a_sign_that_a_font_may_lack() -> None:
    """Pictures are Lucide's (``ui.page.icon``) or drawn; signs are those of Windows-1252, suits and a minus."""
    files = [each for root in ("templates", "static/css", "static/js") for each in (ROOT / root).rglob("*.*")]
    rare = {each.name: {sign for sign in each.read_text(encoding="utf-8") if not is_common(sign)} for each in files}
    assert len(files) > 200
    assert {name: signs for name, signs in rare.items() if signs} == {}


def is_common(sign: str) -> bool:
    return sign in "♠♥♦♣\ufe0e−" or bool(sign.encode("cp1252", "ignore"))
