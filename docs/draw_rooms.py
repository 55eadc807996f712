"""Draws the rooms of the companion and which imports from which, from the imports as they are.

`python -m docs.draw_rooms` writes `docs/images/rooms.svg`; a test holds the picture to the code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "rooms.svg"
FLOORS = (
    ("cli", "the terminal"),
    ("web", "requests and pages"),
    ("store", "rows, files, JSON"),
    ("figures", "what the evenings were: facts of deals, figures, who is who (pure)"),
    ("night", "several tables: seats drawn, totals ranked, money counted (pure)"),
    ("game", "what happened here, and what follows (pure)"),
    ("rules", "what a rulebook says (pure)"),
    ("vision", "what a photo shows; neither it nor rules knows the other"),
    ("cards", "spells a card (pure)"),
    ("settings", "what whoever runs it says of it"),
)
WIDTH, LEFT, TOP, ROW, GAP = 1060, 20, 20, 84, 26
ROOM_WIDTH = 730
USED, USES = 14, 32
"""How far down in a room the arrow into it ends, and the first line out of it begins."""
COLORS = ("#8a6d1d", "#14432f", "#8c2f2f", "#2f5d8c")


def modules(room: str) -> Iterator[Path]:
    """The Python files of a room."""
    file, folder = ROOT / "companion" / f"{room}.py", ROOT / "companion" / room
    return iter([file]) if file.exists() else folder.rglob("*.py")


def rooms_imported(path: Path) -> Iterator[str]:
    """The room of everything that a module imports from the companion."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("companion."):
            yield str(node.module).split(".")[1]


def arrows() -> list[tuple[str, str]]:
    """The pairs of rooms of which the one imports from the other, the shortest arrows first."""
    rooms = [room for room, _ in FLOORS]
    found = {(room, to) for room in rooms for path in modules(room) for to in rooms_imported(path)}
    between = [(a, b) for a, b in found if a != b and b in rooms]
    return sorted(between, key=lambda arrow: (rooms.index(arrow[1]) - rooms.index(arrow[0]), rooms.index(arrow[0])))


def parts(room: str) -> list[str]:
    """The packages inside a room, by name."""
    folder = ROOT / "companion" / room
    return sorted(path.parent.name for path in folder.glob("*/__init__.py"))


def draw() -> str:
    """The picture as SVG: a room a row with its packages, and a line a room: dots join those above that use it."""
    tops = {room: TOP + place * (ROW + GAP) for place, (room, _) in enumerate(FLOORS)}
    height = TOP + len(FLOORS) * (ROW + GAP)
    between = arrows()
    used = [room for room, _ in FLOORS if any(to == room for _, to in between)]
    shapes = [_line(tops, [above for above, to in between if to == room], room, at) for at, room in enumerate(used)]
    shapes += [_room(room, says, tops[room]) for room, says in FLOORS]
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        ' font-family="sans-serif" font-size="14">\n'
        f"<title>The rooms of the companion, and which uses which</title>\n"
        f'<rect width="{WIDTH}" height="{height}" fill="#f4efe2"/>\n{body}\n</svg>\n'
    )


def _room(room: str, says: str, top: int) -> str:
    inside = " · ".join(parts(room))
    return (
        f'<rect x="{LEFT}" y="{top}" width="{ROOM_WIDTH}" height="{ROW}" rx="8" fill="#fffdf6" stroke="#14432f"/>\n'
        f'<text x="{LEFT + 14}" y="{top + 28}" font-size="18" font-weight="bold" fill="#14432f">{room}</text>'
        f'<text x="{LEFT + 100}" y="{top + 28}" fill="#10231a">{escape(says)}</text>\n'
        f'<text x="{LEFT + 14}" y="{top + 60}" font-size="13" fill="#5a4a1f">{escape(inside)}</text>'
    )


def _line(tops: dict[str, int], using: list[str], room: str, place: int) -> str:
    """The line that leads into a room, down from the first of those that use it."""
    users = [tops[above] + USES for above in using]
    edge, column, end = LEFT + ROOM_WIDTH, LEFT + ROOM_WIDTH + 40 + place * 44, tops[room] + USED
    color = COLORS[place % len(COLORS)]
    stubs = "".join(f"M{edge} {y + place * 7} H{column} " for y in users)
    dots = "".join(f'<circle cx="{column}" cy="{y + place * 7}" r="4" fill="{color}"/>' for y in users)
    return (
        f'<path d="{stubs}M{column} {min(users) + place * 7} V{end} H{edge + 8}"'
        f' fill="none" stroke="{color}" stroke-width="1.5"/>{dots}'
        f'<path d="M{edge} {end} l11 -6 v12 z" fill="{color}"/>'
        f'<text x="{column + 6}" y="{end - 6}" font-size="13" fill="{color}">{room}</text>'
    )


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
