"""Two fonts that the tests bring along, so that no machine's own decide whether a page fits.

Bitstream Vera, which comes with reportlab, is as wide as DejaVu, the widest that phones and computers use for a page;
drawn at four fifths of its size it is as narrow as the condensed ones. Suits, which it lacks, are the machine's own.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from flask import Flask, Response, request, send_from_directory

from companion.web.core.access import ANYBODY, allow

Font = Literal["wide", "narrow"]
FONTS: tuple[Font, ...] = ("narrow", "wide")
ADDRESS = "/test-fonts/"
STYLE = "".join(
    f"""
    @font-face {{
        font-family: {font}; font-weight: {weight}; font-display: block; size-adjust: {size};
        src: url(../..{ADDRESS}{name});
    }}"""
    for font, size in (("wide", "100%"), ("narrow", "80%"))
    for weight, name in (("normal", "Vera.ttf"), ("bold", "VeraBd.ttf"))
)
STYLE += """
    *, ::before, ::after { font-family: wide, sans-serif !important }
    .in-narrow-font :is(*, ::before, ::after), .in-narrow-font { font-family: narrow, sans-serif !important }
"""


def font_folder() -> Path:
    """Where reportlab keeps its fonts, found without importing it."""
    spec = find_spec("reportlab")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "fonts"


LIVE_AT_ONCE = ":root { --just-came: 0s }"
SECONDS_OLD = """
    main :is(button, a, summary), .bar :is(a, summary) {{
        animation-delay: -{}s !important; animation-play-state: paused !important
    }}
"""
"""What has appeared stays as it is after so many seconds, however slow the machine is, until its animation is ended."""


def bring_styles(app: Flask, hasty: bool, stays_at: float | None = None) -> None:
    """Have every page of ``app`` drawn in the wide font, or in the narrow one where its root is ``in-narrow-font``.

    :param hasty: whether what has only just appeared takes no tap for a moment, as it is for people.
    :param stays_at: how many seconds ago all of it appeared, however often that is asked.
    """
    style = STYLE + ("" if hasty else LIVE_AT_ONCE) + ("" if stays_at is None else SECONDS_OLD.format(stays_at))
    app.add_url_rule(
        f"{ADDRESS}<name>", "test_fonts", allow(ANYBODY)(lambda name: send_from_directory(font_folder(), name))
    )

    @app.after_request
    def ask_for_them(response: Response) -> Response:
        if request.path.endswith("/companion.css") and response.status_code == 200:
            response.direct_passthrough = False
            response.set_data(response.get_data(as_text=True) + style)
        return response
