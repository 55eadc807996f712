"""What a form carries beside its fields, and what a refused one hands back."""

from __future__ import annotations

import pytest
from flask import Flask, render_template_string
from werkzeug.datastructures import MultiDict

from companion.web.core.forms import LONGEST_KEY, MOST_BEFORE, Form, read_form_key

FORM = '{% import "_macros.html" as ui with context %}'


def test_every_form_rendered_has_a_key_of_its_own(app: Flask) -> None:
    with app.test_request_context():
        pages = {render_template_string(FORM + "{{ ui.form.form_key(7) }}") for _ in range(2)}
    assert len(pages) == 2
    assert all('name="seen" value="7"' in page for page in pages)


SEEN = [("7", 7), ("", None), ("-1", None), ("seven", None), ("9" * 30, None)]


@pytest.mark.parametrize(("sent", "seen"), SEEN)
def test_the_version_that_a_writer_saw_is_a_number_or_unknown(app: Flask, sent: str, seen: int | None) -> None:
    with app.test_request_context("/", method="POST", data={"key": "k", "seen": sent}):
        assert (read_form_key().key, read_form_key().seen) == ("k", seen)


def test_a_form_waits_behind_a_few_others_with_keys_of_their_length_and_behind_no_more(app: Flask) -> None:
    keys = [str(place) + "x" * LONGEST_KEY for place in range(MOST_BEFORE + 1)]
    with app.test_request_context("/", method="POST", data=MultiDict([("after", key) for key in keys])):
        assert read_form_key().after == tuple(key[:LONGEST_KEY] for key in keys[:MOST_BEFORE])


def test_a_form_without_a_key_is_a_write_of_its_own(app: Flask) -> None:
    with app.test_request_context("/", method="POST", data={"a": "b"}):
        assert read_form_key().key != read_form_key().key


def test_a_refused_field_keeps_its_text_and_names_its_sentence(app: Flask) -> None:
    form = Form({"bid": "<abc>"})
    form.refuse("bid", "A bid is a number.")
    form.refuse("bid", "A second sentence is one too many.")
    with app.test_request_context():
        page = render_template_string(
            FORM + '{{ ui.form.amount(form, "bid", "Bid") }}{{ ui.form.summary(form) }}', form=form
        )
    assert form.status == 422
    assert 'value="&lt;abc&gt;"' in page
    assert 'aria-invalid="true" aria-describedby="bid-wrong"' in " ".join(page.split())
    assert '<a href="#bid">A bid is a number.</a>' in page
    assert "one too many" not in page
