"""Work for other processes: scenes are rendered on all cores, and batches made while the network learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

import cv2
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info

Item = TypeVar("Item")
Make = Callable[[int], Iterator[Item]]
"""Makes items without end from a seed."""

SEEDS_APART = 1_000_003
"""So far apart are the seeds of two processes; a training that goes on begins as many further as it has steps."""


class _Endless(IterableDataset[Item], Generic[Item]):
    def __init__(self, make: Make[Item], seed: int) -> None:
        self.make, self.seed = make, seed

    def __iter__(self) -> Iterator[Item]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        return self.make(self.seed + SEEDS_APART * (worker.id if worker else 0))


class _Tasks(Dataset[int]):
    """To fetch a number is to do its task."""

    def __init__(self, do: Callable[[int], object], numbers: Sequence[int]) -> None:
        self.do, self.numbers = do, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, at: int) -> int:
        cv2.setNumThreads(1)
        self.do(self.numbers[at])
        return self.numbers[at]


def made(make: Make[Item], seed: int, cores: int) -> Iterator[Item]:
    """Yield from ``make``, by ``cores`` processes in turn; the same seed and number of processes give the same."""
    yield from DataLoader(_Endless(make, seed), batch_size=None, num_workers=cores)


def done(do: Callable[[int], object], numbers: Sequence[int], cores: int) -> Iterator[int]:
    """The numbers, in order, each once one of ``cores`` processes has done ``do`` with it."""
    yield from DataLoader(_Tasks(do, numbers), batch_size=None, num_workers=cores)
