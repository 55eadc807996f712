"""What a browser would send of a form as the page shows it."""

from __future__ import annotations

from html.parser import HTMLParser

from typing_extensions import override
from werkzeug.datastructures import MultiDict


class _Fields(HTMLParser):
    """Collects the fields of the form with one id."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self._form, self._inside, self._select = form, False, ""
        self._chosen: str | None = None
        self.found: list[tuple[str, str]] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self._inside = given.get("id") == self._form
        name, value = given.get("name"), given.get("value") or ""
        if not self._inside:
            return
        if tag == "input" and name and (given.get("type") not in {"radio", "checkbox"} or "checked" in given):
            self.found.append((name, value))
        if tag == "select" and name:
            self._select, self._chosen = name, None
        if tag == "option" and ("selected" in given or self._chosen is None):
            self._chosen = value

    @override
    def handle_endtag(self, tag: str) -> None:
        if self._inside and tag == "select":
            self.found.append((self._select, self._chosen or ""))
        self._inside = self._inside and tag != "form"


def fields_of(page: str, form: str) -> MultiDict[str, str]:
    """The fields of the form with this id, as they stand on the page; buttons are left to the test."""
    reader = _Fields(form)
    reader.feed(page)
    assert reader.found, f"the page has no form {form}"
    return MultiDict(reader.found)
