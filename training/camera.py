"""Light, lens and file, as they change a scene: lamp, glare, colour cast, blur, noise."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from training.faces import Pixels
from training.table import noise


@dataclass(frozen=True)
class Light:
    """How bright a scene is, from ``darkest`` to ``brightest`` (1 is as drawn), and how often glare is on it."""

    darkest: float
    brightest: float
    glare: float = 0.0
    shallow: float = 0.0
    """How often only a strip of the scene is in focus."""
    hard: float = 0.0
    """How often a window or a lamp is mirrored in it, with hard edges."""
    at: tuple[float, float] | None = None
    """The place where such a thing is mirrored; anywhere by default."""
    sheen: float = 0.0
    """How often a band of dull light crosses it, as on cards in plastic."""
    grain: float = 0.0
    """How often a sensor at its limit adds its noise, in blotches of color too."""


ANY_LIGHT = Light(0.75, 1.1, glare=0.3, shallow=0.2)
DUSK = Light(0.12, 0.8, glare=0.3, shallow=0.2)


def photograph(image: Pixels, rng: np.random.Generator, lit: Light) -> Pixels:
    """The scene as a camera would bring it home."""
    light = image.astype(np.float32)
    light = _lamp(light, lit, rng)
    if rng.random() < lit.glare:
        light = _glare(light, rng)
    if lit.hard and rng.random() < lit.hard:
        light = _mirrored_lamp(light, lit.at, rng)
    if lit.sheen and rng.random() < lit.sheen:
        light = _sheen(light, rng)
    light = _cast(light, rng)
    if lit.shallow and rng.random() < lit.shallow:
        light = _focus_on_a_strip(light, rng)
    light = _blur(light, rng)
    if lit.grain and rng.random() < lit.grain:
        light = _sensor_noise(light, rng)
    light += rng.normal(0, abs(rng.normal(0, 5)), light.shape).astype(np.float32)
    return np.clip(light, 0, 255).astype(np.uint8)


def _lamp(light: np.ndarray, lit: Light, rng: np.random.Generator) -> np.ndarray:
    """Brighter on one side, and dimmer or brighter as a whole."""
    size = light.shape[:2]
    falloff = 1 + noise(size, (2, 2), rng) * rng.uniform(0, 0.45)
    if rng.random() < 0.3:
        falloff *= 1 + noise(size, (6, 6), rng) * rng.uniform(0, 0.35)
    level = float(np.exp(rng.uniform(np.log(lit.darkest), np.log(lit.brightest))))
    return np.asarray(light * (falloff * level)[..., None])


def _glare(light: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Soft white patches as of a lamp on glossy card."""
    patch = np.zeros(light.shape[:2], np.float32)
    for _ in range(rng.integers(1, 4)):
        middle = tuple(int(v) for v in rng.integers(0, light.shape[0], 2))
        axes = tuple(int(v) for v in rng.integers(8, 70, 2))
        cv2.ellipse(patch, middle, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(40, 170)), -1)
    patch = cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(6, 25)))
    return np.asarray(light + patch[..., None])


def _mirrored_lamp(light: np.ndarray, at: tuple[float, float] | None, rng: np.random.Generator) -> np.ndarray:
    """One to three bright shapes with hard edges: a window's panes, a tube, a lamp, mirrored in glossy cards."""
    height, width = light.shape[:2]
    patch = np.zeros((height, width), np.float32)
    turn, strength = float(rng.uniform(0, 180)), float(rng.uniform(90, 255))
    middle = rng.uniform(0, (width, height)) if at is None else np.array(at)
    size = rng.uniform(0.02, 0.18, 2) * width
    for number in range(int(rng.integers(1, 4))):
        beside = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]) * size[0] * 1.15 * number
        box = (tuple((middle + beside).tolist()), tuple(size.tolist()), turn)
        if rng.random() < 0.3:
            cv2.ellipse(patch, box, strength, -1, cv2.LINE_AA)
        else:
            cv2.fillConvexPoly(patch, cv2.boxPoints(box).astype(np.int32), strength, cv2.LINE_AA)
    patch = cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.5, 2.0)))
    return np.asarray(light + patch[..., None])


def _sheen(light: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A band across the scene in which everything is paler, in streaks."""
    height, width = light.shape[:2]
    turn, wide = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 0.25)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    far = (x / width - 0.5) * np.cos(turn) + (y / height - 0.5) * np.sin(turn) - rng.uniform(-0.4, 0.4)
    streaks = 0.75 + 0.25 * np.sin(far * rng.uniform(20, 120) + rng.uniform(0, 6))
    share = (np.exp(-((far / wide) ** 2)) * streaks * rng.uniform(0.25, 0.7))[..., None].astype(np.float32)
    return np.asarray(light * (1 - share) + share * rng.uniform(190, 255))


def _sensor_noise(light: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Grain in every pixel, and blotches of color two or three pixels wide as a phone's own smoothing leaves them."""
    height, width = light.shape[:2]
    cell = int(rng.integers(2, 4))
    blotches = rng.normal(0, rng.uniform(2, 9), (height // cell + 1, width // cell + 1, 3)).astype(np.float32)
    blotches = cv2.resize(blotches, (width, height), interpolation=cv2.INTER_LINEAR)
    grain = rng.normal(0, rng.uniform(3, 12), (height, width, 1)).astype(np.float32)
    return np.asarray(light + blotches + grain, np.float32)


def _cast(light: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Colour of the lamp, contrast and saturation."""
    strength = 0.06 if rng.random() < 0.7 else 0.22
    light = light * np.clip(1 + rng.normal(0, strength, 3), 0.4, 1.5).astype(np.float32)
    grey = light.mean(axis=2, keepdims=True)
    light = grey + (light - grey) * rng.uniform(0.55, 1.35)
    if rng.random() < 0.5:
        gamma = rng.uniform(0.65, 1.5)
        light = 255 * (np.clip(light, 0, 255) / 255) ** gamma
    black = abs(rng.normal(0, 12))
    return np.asarray(black + light * (1 - black / 255), np.float32)


def _focus_on_a_strip(light: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Sharp along a line across the scene, the softer the farther from it, as a lens near the cards sees them."""
    height, width = light.shape[:2]
    turn, off = rng.uniform(0, 2 * np.pi), rng.uniform(-0.35, 0.35)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    far = np.abs((x / width - 0.5) * np.cos(turn) + (y / height - 0.5) * np.sin(turn) - off)
    share = np.clip(far * rng.uniform(1.5, 4.0) - 0.1, 0, 1)[..., None]
    most = rng.uniform(1.2, 3.5)
    half, whole = (cv2.GaussianBlur(light, (0, 0), float(sigma)) for sigma in (most / 2, most))
    near = np.clip(share * 2, 0, 1)
    soft = light * (1 - near) + half * near
    beyond = np.clip(share * 2 - 1, 0, 1)
    return np.asarray(soft * (1 - beyond) + whole * beyond)


def _blur(light: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Out of focus, moved, made small and large again, or sharpened by the phone."""
    kind = rng.random()
    if kind < 0.35:
        return np.asarray(
            cv2.GaussianBlur(light, (0, 0), float(rng.choice([rng.uniform(0.4, 1.5), 2.3], p=[0.8, 0.2])))
        )
    if kind < 0.45:
        length = int(rng.integers(3, 7))
        kernel = np.zeros((7, 7), np.float32)
        angle = rng.uniform(0, np.pi)
        offset = (np.array([np.cos(angle), np.sin(angle)]) * length / 2).round().astype(int)
        cv2.line(kernel, (3 - offset[0], 3 - offset[1]), (3 + offset[0], 3 + offset[1]), 1.0)
        return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()))
    if kind < 0.6:
        share = rng.uniform(0.5, 0.85)
        small = cv2.resize(light, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, light.shape[1::-1], interpolation=cv2.INTER_CUBIC))
    if kind < 0.8:
        return np.asarray(light + (light - cv2.GaussianBlur(light, (0, 0), 1.2)) * rng.uniform(0.3, 1.2))
    return light
