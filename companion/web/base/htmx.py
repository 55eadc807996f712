"""The one module that knows htmx: whole page or fragment, and how each is redirected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Flask, redirect, render_template, request
from werkzeug.wrappers import Response

CONFIG = {
    "allowEval": False,
    "includeIndicatorStyles": False,
    "historyCacheSize": 0,
    "selfRequestsOnly": True,
    "timeout": 8000,  # milliseconds; what gets no answer by then is lost, and outbox.js sends it again
    "photoTimeout": 60000,  # of a photo, which is larger; shrink.js gives it up then
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        # Refusals and error pages are answers too: they say what would be right.
        {"code": "(400|403|404|405|409|411|413|422|429|500|503)", "swap": True},
        {"code": "[45]..", "swap": False, "error": True},
    ],
}


def init_app(app: Flask) -> None:
    """Give the templates htmx's settings and the names of its scripts."""
    vendor = Path(app.static_folder or "") / "vendor"
    app.jinja_env.globals.update(
        htmx_config=json.dumps(CONFIG, separators=(",", ":")),
        htmx_scripts=[f"vendor/{script.name}" for script in sorted(vendor.glob("htmx-*.js"), key=_core_first)],
        wants_fragment=wants_fragment,
    )


def _core_first(script: Path) -> tuple[bool, str]:
    return script.name.startswith("htmx-ext-"), script.name


def wants_fragment() -> bool:
    """Whether htmx asked for a part of the page: not for a boosted link, nor to restore history."""
    asked = request.headers
    return "HX-Request" in asked and "HX-Boosted" not in asked and "HX-History-Restore-Request" not in asked


def respond(page: str, *partials: str, status: int = 200, **context: Any) -> Response:
    """Render ``page``, or for htmx only ``partials``, from the same context."""
    names = partials if partials and wants_fragment() else (page,)
    response = Response("\n".join(render_template(name, **context) for name in names), status, mimetype="text/html")
    response.vary.add("HX-Request")
    return response


def see_other(url: str) -> Response:
    """Send the reader on to ``url`` after a write, so that reloading repeats nothing.

    htmx would follow a 303 and swap the next page into a corner of this one: it gets ``HX-Redirect`` instead.
    """
    if wants_fragment():
        return Response(status=204, headers={"HX-Redirect": url, "Vary": "HX-Request"})
    response = redirect(url, code=303)
    response.vary.add("HX-Request")
    return response
