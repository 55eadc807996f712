"""Keeps what was used last, for several threads at once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The values used last, by their keys; when there are more than ``most``, the one unused for longest goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Key) -> Value | None:
        """The value of a key, which now counts as used; None where there is none any more."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Key, value: Value) -> None:
        """Keep a value in place of the one that its key had."""
        with self._lock:
            self._add(key, value)

    def find_or_keep(self, key: Key, value: Value) -> Value:
        """The value of a key; ``value`` where it had none, which is kept."""
        with self._lock:
            found = self._kept.get(key, value)
            self._add(key, found)
            return found

    def _add(self, key: Key, value: Value) -> None:
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
