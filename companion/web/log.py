"""The log as lines of JSON: one for each request, and one for each other event. None holds a token or a name.

A request is named by its route, its game by a hash; of a fault the kind and the lines of the program, for its message
may quote what somebody typed.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import datetime, timezone
from typing import Any

from flask import Flask, g, has_request_context
from typing_extensions import override

from companion.web.core.request import answered, route

UNLOGGED = ("/healthz", "/readyz")
"""Routes that are asked every few seconds and say nothing."""

_log = logging.getLogger("companion.request")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, timezone.utc).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line |= {"fault": record.exc_info[0].__name__, "lines": _lines(record)}
        return json.dumps(line, ensure_ascii=False)


def write_json() -> None:
    """Write all that this process logs as lines of JSON on standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)


def init_app(app: Flask) -> None:
    """Log each request of ``app``, and faults without the address that was asked for."""
    answered.connect(_log_request, app)
    app.log_exception = _log_fault  # type: ignore[method-assign]  # Flask's own names the path, and so a link's token


def _log_request(_: Flask, **fields: Any) -> None:
    if fields["route"] not in UNLOGGED:
        ms = round(1000 * fields.pop("seconds"), 1)
        _log.info("request", extra={"fields": {**fields, "ms": ms}})


def _log_fault(exc_info: Any) -> None:
    fields = {"request_id": g.get("request_id", ""), "route": route()} if has_request_context() else {}
    _log.error("fault", exc_info=exc_info, extra={"fields": fields})


def _lines(record: logging.LogRecord) -> list[str]:
    frames = traceback.extract_tb(record.exc_info[2]) if record.exc_info else []
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
