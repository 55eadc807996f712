"""What a browser would send of a form as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urlsplit

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


@dataclass(frozen=True)
class PageForm:
    """A form of a page: where it is sent, and what a browser would send of it; buttons are left to the test."""

    action: str
    fields: MultiDict[str, str]


class _Forms(HTMLParser):
    """Collects every form with its fields, those outside that name their form among them."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, str, list[tuple[str, str]]]] = []
        self.strays: list[tuple[str, tuple[str, str]]] = []
        """Fields by the form that they name; it may stand further down."""
        self._inside = False

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append((given.get("id") or "", given.get("action") or "", []))
            self._inside = True
        name, kind, owner = given.get("name"), given.get("type"), given.get("form")
        if tag != "input" or not name or (kind in {"radio", "checkbox"} and "checked" not in given):
            return
        if owner:
            self.strays.append((owner, (name, given.get("value") or "")))
        elif self._inside:
            self.forms[-1][2].append((name, given.get("value") or ""))

    @override
    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "form"


def forms_of(page: str, path: str) -> list[PageForm]:
    """The forms of a page that are sent to an address with this end."""
    reader = _Forms()
    reader.feed(page)
    for owner, field in reader.strays:
        next(fields for key, _, fields in reader.forms if key == owner).append(field)
    return [PageForm(to, MultiDict(fields)) for _, to, fields in reader.forms if urlsplit(to).path.endswith(path)]
