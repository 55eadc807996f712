"""What a browser would send of a form as the page shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from typing_extensions import override
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse


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


@dataclass
class PageForm:
    """A form of a page: where it goes, what it would send untouched, and what else each of its fields could say."""

    method: str
    action: str
    id: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    """What it would send without a tap: hidden and typed fields, what is checked, what is selected."""
    offers: list[tuple[str, str]] = field(default_factory=list)
    """Its buttons, and the choices that are not made."""
    files: list[str] = field(default_factory=list)

    @property
    def sent(self) -> MultiDict[str, str]:
        """What is sent without a tap, as the server reads it."""
        return MultiDict(self.fields)

    @property
    def names(self) -> set[str]:
        """The names of all its fields and buttons."""
        return {name for name, _ in (*self.fields, *self.offers)} | set(self.files)


class _Forms(HTMLParser):
    """Collects every form of a page, with the buttons outside that belong to one."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[PageForm] = []
        self._inside: PageForm | None = None
        self._select: list[tuple[str, bool]] = []
        self._select_name = self._text = self._typed = ""
        self._owed: list[tuple[str, str, str, bool]] = []
        self._unvalued = False

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = PageForm(given.get("method", "get").lower(), given.get("action", ""), given.get("id", ""))
            self.found.append(self._inside)
        elif tag == "select":
            self._select_name, self._select = given.get("name", ""), []
        elif tag == "option" and self._select_name:
            self._select.append((given.get("value", ""), "selected" in given))
            self._unvalued = "value" not in given
        elif tag in {"input", "button", "textarea"} and given.get("name"):
            self._take(tag, given)

    def _take(self, tag: str, given: dict[str, str]) -> None:
        name, value, kind = given["name"], given.get("value", ""), given.get("type", "")
        if form := given.get("form"):
            waits = tag == "button" or (kind in {"radio", "checkbox"} and "checked" not in given)
            self._owed.append((form, name, value, waits))
        elif self._inside is None:
            return
        elif kind == "file":
            self._inside.files.append(name)
        elif tag == "textarea":
            self._text, self._typed = name, ""
        elif tag == "button" or (kind in {"radio", "checkbox"} and "checked" not in given):
            self._inside.offers.append((name, value or "on" if kind == "checkbox" else value))
        else:
            self._inside.fields.append((name, value))

    @override
    def handle_data(self, data: str) -> None:
        self._typed += data
        if self._unvalued and self._select:
            self._select[-1] = (self._select[-1][0] + data.strip(), self._select[-1][1])

    @override
    def handle_endtag(self, tag: str) -> None:
        self._unvalued = False
        if tag == "form":
            self._inside = None
        elif tag == "textarea" and self._text and self._inside:
            self._inside.fields.append((self._text, self._typed))
            self._text = ""
        elif tag == "select" and self._select_name and self._inside:
            chosen = next((value for value, selected in self._select if selected), None)
            chosen = self._select[0][0] if chosen is None and self._select else chosen or ""
            self._inside.fields.append((self._select_name, chosen))
            self._inside.offers += [(self._select_name, value) for value, _ in self._select if value != chosen]
            self._select_name = ""

    def settle(self) -> list[PageForm]:
        """The forms, once the page has been read to its end."""
        for form, name, value, waits in self._owed:
            for each in self.found:
                if each.id == form:
                    (each.offers if waits else each.fields).append((name, value))
        return self.found


def forms_of(page: str, path: str = "") -> list[PageForm]:
    """Every form of a page that is sent to an address with this end."""
    reader = _Forms()
    reader.feed(page)
    return [form for form in reader.settle() if urlsplit(form.action).path.endswith(path)]


def submitted(client: FlaskClient, address: str, path: str, **changed: str) -> TestResponse:
    """Open a page, send its form that goes to ``path`` as it stands but for what is ``changed``; the answer."""
    form = next(
        each for each in forms_of(client.get(address).text) if urlsplit(each.action).path == urlsplit(path).path
    )
    fields = MultiDict(form.fields)
    for name, value in changed.items():
        fields[name] = value
    if form.method == "get":
        return client.get(urlsplit(form.action).path, query_string=fields)
    return client.post(form.action, data=fields)


def without_keys(page: str) -> str:
    """A page without the keys of its forms, which differ each time."""
    return re.sub('name="key" value="[^"]+"', "", page)
