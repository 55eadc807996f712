"""What a phone fetches when it first opens a game: every file, compressed as the server sends it.

Run it as ``python -m bench.first_load``.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from bench.bounds import Bounds
from bench.scoring_page import BASE_URL, new_game
from companion.web import create_app

BOUNDS = Bounds({"in all": 60_000}, unit="bytes")
FETCHED = re.compile(r'<(?:link|script|img)[^>]+(?:href|src)="([^"]+)"')


def main() -> int:
    """Print the bytes of the page and of all that it names, and their sum; 1 if it is beyond its bound.

    :raises SystemExit: if any is from elsewhere.
    """
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        phone, path = app.test_client(), f"/game/{new_game(app)}/"
        page = phone.get(path, base_url=BASE_URL).text
        addresses = [path, *dict.fromkeys(FETCHED.findall(page))]
        total = 0
        for address in addresses:
            if not address.startswith("/"):
                raise SystemExit(f"{address} is not on this server")
            size = len(phone.get(address, base_url=BASE_URL, headers={"Accept-Encoding": "gzip"}).data)
            total += size
            print(f"{size:7,} bytes  {address}")
    print(f"in all {BOUNDS.said('in all', total)}")
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
