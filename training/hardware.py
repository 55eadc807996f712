"""Hardware that trains the networks: a graphics card if there is one, else the processor."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import torch
from torch import nn

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

B = TypeVar("B", bound="DataclassInstance")


def best_device() -> torch.device:
    """A graphics card that torch can use (``CUDA_VISIBLE_DEVICES=`` hides all), else the processor."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def device_of(network: nn.Module) -> torch.device:
    """Return the device of the network."""
    return next(network.parameters()).device


def moved(batch: B, device: torch.device) -> B:
    """The batch with all its tensors there."""
    return replace(batch, **{field.name: getattr(batch, field.name).to(device) for field in fields(batch)})


def quickly(device: torch.device) -> torch.autocast:
    """Within it networks count in bfloat16, where the device has instructions for that.

    A processor that has none takes two and a half times as long so as in single precision.
    """
    return torch.autocast(device.type, torch.bfloat16, enabled=_counts_in_bfloat16(device))


@lru_cache
def _counts_in_bfloat16(device: torch.device) -> bool:
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    able = torch.cpu.get_capabilities()
    return any(able.get(name, False) for name in ("avx512_bf16", "amx_bf16"))
