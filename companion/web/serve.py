"""What waitress lacks here: it collects a body in chunks, however long, and refuses a large one with a bare line."""

from __future__ import annotations

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, MultiSocketServer
from waitress.utilities import BadRequest, RequestEntityTooLarge

from companion.web.errors import SENTENCES, TITLES

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<h1>{title}</h1>
<p>{says}</p>
<p>Go back to the page before, or <a href="/">to the first page</a>.</p>
</html>
"""


class LengthRequired(BadRequest):
    """Answered to a body sent in chunks."""

    code = 411
    reason = "Length Required"


class TooLarge(RequestEntityTooLarge):
    """Answered, with the application's words, to a body so large that the application is not even asked."""

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:  # type: ignore[override]  # the stubs say text; waitress sends bytes
        """The status line, the headers and the page."""
        page = PAGE.format(title=TITLES[self.code], says=SENTENCES[self.code])
        return f"{self.code} {self.reason}", [("Content-Type", "text/html; charset=utf-8")], page.encode()


class Parser(HTTPRequestParser):
    """Refuses a body in chunks, which waitress would otherwise pass on as if it had had a length."""

    def received(self, data: bytes) -> int:
        """Take what came in, and say in plain words where it announces too much; the count of bytes taken."""
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = TooLarge(self.error.body)
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header; stop there if the body's length is not in it."""
        super().parse_header(header_plus)
        if self.chunked:
            self.error = LengthRequired("Send the body with a Content-Length.")
            self.completed = True


class Channel(HTTPChannel):
    """One connection."""

    parser_class = Parser


def bound_bodies(server: BaseWSGIServer | MultiSocketServer) -> None:
    """Make ``server`` answer 411 to a body in chunks, and 413 with a page to one past its limit, on each socket."""
    for each in [server] if isinstance(server, BaseWSGIServer) else list((server.map or {}).values()):
        if isinstance(each, BaseWSGIServer):
            each.channel_class = Channel
