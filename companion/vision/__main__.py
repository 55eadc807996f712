"""``python -m companion.vision photo.jpg --trace out/``: read one photograph and show every stage."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.vision import read_photo
from companion.vision.stages.decode import PhotoError, decode_photo
from companion.vision.trace import Trace


def main() -> int:
    """Print the reading as JSON; with ``--trace``, write the stages' pictures."""
    parser = argparse.ArgumentParser(prog="python -m companion.vision", description="Read the cards in a photograph.")
    parser.add_argument("photo", type=Path)
    parser.add_argument("--trace", type=Path, metavar="DIR", help="write a numbered picture of each stage here")
    arguments = parser.parse_args()
    try:
        image = decode_photo(arguments.photo.read_bytes())
    except (OSError, PhotoError) as error:
        print(f"{arguments.photo}: {error}", file=sys.stderr)
        return 2
    trace = Trace() if arguments.trace else None
    reading = read_photo(image, trace=trace)
    print(json.dumps({"file": str(arguments.photo), **reading.to_dict()}))
    if trace is not None:
        try:
            paths = trace.write(arguments.trace)
        except OSError as error:
            print(f"{arguments.trace}: {error}", file=sys.stderr)
            return 2
        print(*paths, sep="\n", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
