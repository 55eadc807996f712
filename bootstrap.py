"""Sets the companion up beside itself, then runs or tests it; needs nothing but Python 3.10 or newer.

    python3 bootstrap.py serve    set up, then start the companion
    python3 bootstrap.py test     set up, then check the code and run its tests
    python3 bootstrap.py setup    set up only
    python3 bootstrap.py renew    lock the newest libraries, and test with them
    python3 bootstrap.py audit    look for holes in the code and in the locked libraries

This file holds no syntax newer than Python 2.7's, so that an old Python reads far enough to be told what is wrong.
"""

import sys

OLDEST = (3, 10)
HOW_TO_GET_PYTHON = {
    "darwin": "brew install python",
    "win32": "winget install Python.Python.3.13",
}
ELSEWHERE = "your system's package python3.10 or newer, or https://www.python.org/downloads/"


def version_message(version, platform):
    """Return the advice about a Python that is too old; None for a new enough one."""
    if tuple(version[:2]) >= OLDEST:
        return None
    have = "{}.{}".format(version[0], version[1])
    get = HOW_TO_GET_PYTHON.get(platform, ELSEWHERE)
    return "The companion needs Python 3.10 or newer, and this is Python {}. Get it with: {}".format(have, get)


if __name__ == "__main__":
    message = version_message(sys.version_info, sys.platform)
    if message:
        sys.exit(message)
    from boot.commands import main

    sys.exit(main(sys.argv[1:]))
