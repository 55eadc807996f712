"""What waitress lacks for this application: by itself it collects a body sent in chunks, however long."""

from __future__ import annotations

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, MultiSocketServer
from waitress.utilities import BadRequest


class LengthRequired(BadRequest):
    """Answered to a body sent in chunks."""

    code = 411
    reason = "Length Required"


class Parser(HTTPRequestParser):
    """Refuses a body in chunks, which waitress would otherwise pass on as if it had had a length."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header; stop there if the body's length is not in it."""
        super().parse_header(header_plus)
        if self.chunked:
            self.error = LengthRequired("Send the body with a Content-Length.")
            self.completed = True


class Channel(HTTPChannel):
    """One connection."""

    parser_class = Parser


def demand_length(server: BaseWSGIServer | MultiSocketServer) -> None:
    """Make ``server`` answer 411 to a body in chunks, on each of its sockets."""
    for each in [server] if isinstance(server, BaseWSGIServer) else list((server.map or {}).values()):
        if isinstance(each, BaseWSGIServer):
            each.channel_class = Channel
