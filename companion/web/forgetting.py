"""What is kept for a time only is thrown away while the server runs, whether or not anybody asks for a page."""

from __future__ import annotations

from contextlib import suppress
from threading import Event

from companion.store import Store
from companion.store.errors import StoreError
from companion.web.photo.keeping import forget_old
from companion.web.shelf.bin import forget_deleted

LOOKED_AFTER_SECONDS = 600.0


def keep_forgetting(store: Store, stopped: Event) -> None:
    """Forget old photos and deleted games now and every ten minutes until ``stopped``; a full disk only delays it."""
    while True:
        with suppress(StoreError):
            forget_old(store.photos)
            forget_deleted(store.journal)
            if store.waiting is not None:
                store.waiting.forget_old()
        if stopped.wait(LOOKED_AFTER_SECONDS):
            return
