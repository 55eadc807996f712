"""``python -m tests.one_evening FOLDER``: a deal, a night, a photo and the notices, by whichever Python runs it.

It needs the libraries of an installation and no others.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from flask.testing import FlaskClient

from companion.browser.build import LIBRARIES
from companion.notices import notice_of, of_modules
from companion.vision import read_photo
from companion.vision.samples import find_sample
from companion.vision.stages.decode import decode_photo
from companion.web import create_app
from tests.web.form_reader import submitted
from tests.web.table_player import Player

PEOPLE = ("Ann", "Bob", "Cy", "Dee")
SAMPLE = "aces-around"


def play(client: FlaskClient) -> dict[str, int]:
    """The scores after the first deal of a game that is begun and entered on its pages."""
    names = {f"name-{seat}": name for seat, name in enumerate(PEOPLE)}
    begun = submitted(client, "/new/site", "/new/site", **names, dealer="0", start="1")
    player = Player(client.application, client, begun.headers["Location"].split("/")[2])
    player.do("pad", seat="0", amount="300", trump="S", meld_A="120", meld_B="80", points_A="180")
    return player.state.scores()


def direct(client: FlaskClient) -> int:
    """The tables of the first round of a night that is opened, filled and drawn on its pages."""
    opened = submitted(client, "/nights/", "/nights/", name="Thursday")
    night = opened.headers["Location"].removesuffix("/here")
    submitted(client, f"{night}/here", f"{night}/here", names="\n".join((*PEOPLE, "Eve", "Flo", "Gus", "Hal")))
    drawn = submitted(client, night, f"{night}/draw")
    return client.get(drawn.headers["Location"]).text.count("<strong>Table ")


def photographed() -> list[str]:
    """The cards that the reader finds in a sample photo."""
    reading = read_photo(decode_photo(find_sample(SAMPLE).picture.read_bytes()))
    return sorted(str(seen.card) for seen in reading.cards)


def main(folder: Path) -> None:
    """Print what came of all three."""
    app = create_app(folder, TESTING=True, SIMULATED_DEALS=0)
    client = app.test_client()
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    carried = sorted({notice_of(each).name for each in of_modules(LIBRARIES)})
    came = {"scores": play(client), "tables": direct(client), "cards": photographed(), "carried": carried}
    print(json.dumps(came))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
