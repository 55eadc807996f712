"""Hatch's hooks: put htmx and icons into static/vendor, sample photos and pages into the wheel, links into its README.

Scripts and icons are taken out of build requirements, whose wheels carry them unchanged, so that neither the repository
nor the finished package depends on npm, a CDN or Django (docs/adr/0003): htmx out of django-htmx, Lucide's icons out of
lucide.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

VENDOR = "static/vendor"
# What a wheel carries inside the package, and a checkout beside it (companion/shipped.py).
SHIPPED = ("templates", "static", "sample_images")

# Where a script lies inside django-htmx, and the versioned name under which pages ask for it.
SCRIPTS = {
    "htmx-2.min.js": "htmx-2.0.10.min.js",
    "ext/hx-sse-2.min.js": "htmx-ext-sse-2.2.4.min.js",
}
HTMX_STAMP = 'version:"2.0.10"'
# The pictures on buttons and links, by Lucide's names: templates ask for one with ui.page.icon.
ICONS = (
    *("arrow-left-right", "camera", "check", "circle-question-mark", "crown", "download"),
    *("ellipsis", "menu", "redo-2", "undo-2", "volume-2", "x"),
)
# The wrapper, lucide 1.1.4, holds the icons of Lucide 1.23.0.
ICONS_FILE = "lucide-1.23.0.svg"


class CompanionBuildHook(BuildHookInterface[Any]):
    """Runs before every build: editable, wheel and source archive alike."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill the vendor folder and name what git ignores, or keeps elsewhere, as part of the wheel."""
        root = Path(self.root)
        # A source archive brings them along, and so builds without the requirements' wheels.
        made = [root / VENDOR / name for name in (*SCRIPTS.values(), ICONS_FILE)]
        if not all(file.is_file() for file in made) or find_spec("lucide"):
            copy_scripts(folder_of("django_htmx") / "static" / "django_htmx", root / VENDOR)
            draw_icons(folder_of("lucide") / "lucide.zip", root / VENDOR)
        build_data["artifacts"].append(f"/{VENDOR}/*")
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"].update({str(root / name): f"companion/{name}" for name in SHIPPED})


class CompanionMetadataHook(MetadataHookInterface):
    """Gives a package index the README and the project's links; built on GitHub, all lead there."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set ``readme`` and ``urls``."""
        home = home_of(os.environ)
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": lead_home(readme, home)}
        if home:
            metadata["urls"] = {"Source": home, "Documentation": lead_to(home, "docs/README.md")}
            metadata["urls"]["Changelog"] = lead_to(home, "CHANGELOG.md")


def home_of(environ: Mapping[str, str]) -> str | None:
    """The address of this revision in the repository whose workflow builds it; None elsewhere."""
    if "GITHUB_REPOSITORY" not in environ:
        return None
    return f"{environ['GITHUB_SERVER_URL']}/{environ['GITHUB_REPOSITORY']}/tree/{environ['GITHUB_REF_NAME']}"


def lead_to(home: str, path: str, kind: str = "blob") -> str:
    """The address of a file of the repository: as a page, or ``raw``."""
    return f"{home.replace('/tree/', f'/{kind}/')}/{path}"


def lead_home(text: str, home: str | None) -> str:
    """Make the links and pictures of a text in Markdown absolute; without a home, keep only their words."""

    def write(link: re.Match[str]) -> str:
        sign, words, path = link.groups()
        if home:
            return f"{sign}[{words}]({lead_to(home, path, 'raw' if sign else 'blob')})"
        return "" if sign else words

    return re.sub(r"(!?)\[([^\]]+)\]\((?!https?:|#)([^)]+)\)", write, text)


def folder_of(package: str) -> Path:
    """The folder of a build requirement, found without importing it.

    :raises RuntimeError: if it is not installed.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"the build requirement {package} is missing; build with `python -m build` or `pip`")
    return Path(spec.origin).parent


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


def draw_icons(pictures: Path, target: Path) -> None:
    """Write ``ICONS`` out of Lucide's archive as one file of symbols into ``target``, in place of an older one.

    :raises KeyError: if Lucide has no icon of such a name.
    """
    with ZipFile(pictures) as archive:
        drawn = {name: archive.read(f"{name}.svg").decode("utf-8") for name in ICONS}
    lines = {name: "".join(re.findall(r"<(?!/?svg)[^>]+>", svg)) for name, svg in drawn.items()}
    symbols = (f'<symbol id="{name}" viewBox="0 0 24 24">{each}</symbol>' for name, each in lines.items())
    for stale in target.glob("lucide-*.svg"):
        stale.unlink()
    (target / ICONS_FILE).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>\n', encoding="utf-8"
    )
