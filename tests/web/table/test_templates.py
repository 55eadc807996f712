"""What the templates of the table ask for: the picture that the game room has worked out, and no record behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from jinja2 import meta

from companion.shipped import shipped

TEMPLATES = sorted((shipped("templates") / "table").glob("*.html"))
RECORDS = {"state", "deal", "variant"}


def test_there_are_templates_to_look_at() -> None:
    assert {"_auction.html", "_play.html", "_wrong.html"} <= {path.name for path in TEMPLATES}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_template_of_the_table_reads_the_view_alone(app: Flask, template: Path) -> None:
    names = meta.find_undeclared_variables(app.jinja_env.parse(template.read_text(encoding="utf-8")))
    assert not names & RECORDS
    assert "view.state" not in template.read_text(encoding="utf-8")
