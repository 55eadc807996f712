"""Hatch's build hook: puts htmx into static/vendor, and pages, scripts and sample photos into the wheel.

htmx is taken out of the build requirement django-htmx, whose wheel carries it byte for byte, so that neither
the repository nor the finished package depends on npm, a CDN or Django (docs/adr/0003).
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = "static/vendor"
# What a wheel carries inside the package, and a checkout beside it (companion/shipped.py).
SHIPPED = ("templates", "static", "sample_images")

# Where a script lies inside django-htmx, and the versioned name under which pages ask for it.
SCRIPTS = {
    "htmx-2.min.js": "htmx-2.0.10.min.js",
    "ext/hx-sse-2.min.js": "htmx-ext-sse-2.2.4.min.js",
}
HTMX_STAMP = 'version:"2.0.10"'


class CompanionBuildHook(BuildHookInterface[Any]):
    """Runs before every build: editable, wheel and source archive alike."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill the vendor folder and name what git ignores, or keeps elsewhere, as part of the wheel."""
        root = Path(self.root)
        # A source archive brings the scripts along, and so builds without the requirement's wheel.
        if not all((root / VENDOR / name).is_file() for name in SCRIPTS.values()):
            copy_scripts(django_htmx_static(), root / VENDOR)
        build_data["artifacts"].append(f"/{VENDOR}/*.js")
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"].update({str(root / name): f"companion/{name}" for name in SHIPPED})


def django_htmx_static() -> Path:
    """The folder of scripts inside django-htmx, found without importing Django."""
    spec = find_spec("django_htmx")
    if spec is None or spec.origin is None:
        raise RuntimeError("the build requirement django-htmx is missing; build with `python -m build` or `pip`")
    return Path(spec.origin).parent / "static" / "django_htmx"


def copy_scripts(source: Path, target: Path) -> None:
    """Copy the scripts into ``target`` under their versioned names, and remove those of other versions.

    :raises RuntimeError: if htmx is not of the version that its name here promises.
    """
    if HTMX_STAMP not in (source / "htmx-2.min.js").read_text(encoding="utf-8"):
        raise RuntimeError(f"django-htmx no longer holds htmx with {HTMX_STAMP}; correct SCRIPTS in hatch_build.py")
    target.mkdir(parents=True, exist_ok=True)
    for stale in set(target.glob("*.js")) - {target / name for name in SCRIPTS.values()}:
        stale.unlink()
    for inside, name in SCRIPTS.items():
        # Written as bytes: a copy would carry the archive's 1980 time stamp into the browser's cache check.
        (target / name).write_bytes((source / inside).read_bytes())
