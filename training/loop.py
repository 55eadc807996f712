"""Parts shared by both trainings: learning rate, running average of the weights, checkpoints that can be resumed."""

from __future__ import annotations

import copy
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

import torch
from torch import Tensor, nn

from training.hardware import B, best_device, moved
from training.workers import Make, made

AVERAGE_DECAY = 0.998
SAVE_EVERY = 250

N = TypeVar("N", bound=nn.Module)


@dataclass(frozen=True)
class Plan:
    """How a network is trained: the file of its checkpoint, steps, seed, and how many processes make its batches."""

    path: Path
    steps: int
    seed: int
    cores: int


class Training(Generic[N]):
    """One network on its way: steps taken, optimiser and the running average, which is the result."""

    def __init__(self, network: N, plan: Plan, rate: float) -> None:
        self.device = best_device()
        self.network = network.to(self.device, memory_format=torch.channels_last)
        self.plan, self.rate, self.step = plan, rate, 0
        self.average: N = copy.deepcopy(network).eval()
        self.optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
        if plan.path.exists():
            self._resume()

    def _resume(self) -> None:
        saved = torch.load(self.plan.path, map_location="cpu", weights_only=True)
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.step = saved["step"]

    def save(self) -> None:
        """Write the checkpoint beside the old one, then put it in its place."""
        partial = self.plan.path.with_suffix(".part")
        state = {"network": self.network.state_dict(), "average": self.average.state_dict()}
        torch.save(state | {"optimiser": self.optimiser.state_dict(), "step": self.step}, partial)
        os.replace(partial, self.plan.path)

    @property
    def left(self) -> int:
        """How many steps are still to be taken."""
        return max(0, self.plan.steps - self.step)

    def run(self, make: Make[B], loss_of: Callable[[nn.Module, B], Tensor]) -> None:
        """Train to the last step on the batches from ``make``, printing the loss and the time left."""
        started, first, running = time.monotonic(), self.step, 0.0
        for batch in islice(made(make, self.plan.seed + self.step, self.plan.cores), self.left):
            loss = self._take_step(batch, loss_of)
            running = loss if self.step == first + 1 else running * 0.98 + loss * 0.02
            if self.step % 50 == 0:
                rate = (self.step - first) / (time.monotonic() - started)
                left = f"{self.left / rate / 60:.0f} min left"
                print(
                    f"  step {self.step}/{self.plan.steps}  loss {running:.4f}  {rate:.2f} steps/s  {left}", flush=True
                )
            if self.step % SAVE_EVERY == 0:
                self.save()
        self.save()

    def _take_step(self, batch: B, loss_of: Callable[[nn.Module, B], Tensor]) -> float:
        self._set_rate()
        self.network.train()
        loss = loss_of(self.network, moved(batch, self.device))
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self._average()
        return loss.item()

    def _set_rate(self) -> None:
        warm = min(1.0, (self.step + 1) / 100)
        falling = 0.5 * (1 + math.cos(math.pi * self.step / self.plan.steps))
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * warm * max(falling, 0.01)

    @torch.no_grad()
    def _average(self) -> None:
        decay = min(AVERAGE_DECAY, (1 + self.step) / (10 + self.step))
        for kept, new in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - decay)
            else:
                kept.copy_(new)
