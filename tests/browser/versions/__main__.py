"""``python -m tests.browser.versions`` prints which features decide from which versions on the companion works."""

from __future__ import annotations

from tests.browser.versions.promised import table_of, walk

if __name__ == "__main__":
    print(*table_of(walk()), sep="\n")
