"""A person's name as part of an address, whatever it holds: ``Ann/Bob`` is one part, and so is ``..``."""

from __future__ import annotations

from typing_extensions import override
from werkzeug.routing import BaseConverter

_SPELLED = (("~", "~0"), ("/", "~1"))
_DOT = "~2"


class PersonConverter(BaseConverter):
    """Spells what would end a part of an address, or lead up, as JSON pointers do."""

    @override
    def to_url(self, value: str) -> str:
        for sign, spelled in _SPELLED:
            value = value.replace(sign, spelled)
        return super().to_url(value if value.strip(".") else value.replace(".", _DOT))

    @override
    def to_python(self, value: str) -> str:
        value = value.replace(_DOT, ".")
        for sign, spelled in reversed(_SPELLED):
            value = value.replace(spelled, sign)
        return value
