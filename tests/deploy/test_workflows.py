"""What GitHub runs: pinned, with no more rights than needed, and each command as far as it can be tried here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from boot.install import BUILD, ROOT
from boot.postgres import in_ci
from companion import __version__

WORKFLOWS = {path.stem: path for path in (ROOT / ".github" / "workflows").glob("*.yml")}
READ = {name: yaml.safe_load(path.read_text(encoding="utf-8")) for name, path in WORKFLOWS.items()}
RELEASE: dict[str, Any] = READ["release"]["jobs"]
JOBS: dict[str, dict[str, Any]] = {
    f"{name} {job}": found for name, read in READ.items() for job, found in read["jobs"].items()
}
SCRIPTS = {
    f"{name} {number}": step["run"]
    for name, job in JOBS.items()
    for number, step in enumerate(job.get("steps", ()))
    if "run" in step
}
IN_JOBS_WITH_A_TOKEN = {
    "actions/checkout",
    "actions/download-artifact",
    "actions/deploy-pages",
    "pypa/gh-action-pypi-publish",
}
"""Actions that build nothing."""
BASH = shutil.which("bash")
needs_bash = pytest.mark.skipif(BASH is None or os.name == "nt", reason="bash is what GitHub's machines run")


def holds_token(job: dict[str, Any]) -> bool:
    return "write" in job["permissions"].values()


def needed(job: str) -> set[str]:
    """The jobs that have to end well before this one begins."""
    direct = RELEASE[job].get("needs", [])
    direct = [direct] if isinstance(direct, str) else direct
    return {*direct, *(each for before in direct for each in needed(before))}


def test_nothing_in_them_is_a_known_risk() -> None:
    zizmor = shutil.which("zizmor", path=str(Path(sys.executable).parent))
    if zizmor is None:
        assert not in_ci(os.environ) or sys.version_info < (3, 11), "zizmor is in requirements/dev.txt"
        pytest.skip("zizmor is not installed: `python3 bootstrap.py test` does it")
    looked = subprocess.run(
        [zizmor, "--offline", "--no-progress", "--strict-collection", *WORKFLOWS.values()],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert looked.returncode == 0, looked.stdout + looked.stderr


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_action_is_pinned_by_its_commit_and_says_its_version(name: str) -> None:
    used = re.findall(r"uses: (.+)", WORKFLOWS[name].read_text(encoding="utf-8"))

    assert used
    assert all(
        re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/\S+\.yml( #.+)?", each) for each in used
    )
    assert all(Path(ROOT, each.split()[0]).is_file() for each in used if each.startswith("./"))


def test_one_action_has_one_version_everywhere() -> None:
    used = {
        line for path in WORKFLOWS.values() for line in re.findall(r"uses: (\w.+)", path.read_text(encoding="utf-8"))
    }

    assert len(used) == len({each.partition("@")[0] for each in used})


def test_a_release_is_checked_and_tested_before_anything_is_built_and_built_before_anything_is_published() -> None:
    assert needed("build") == {"check", "test"}
    assert {name for name, job in RELEASE.items() if holds_token(job)} == {"package", "image", "phone"}
    assert all(needed(name) >= {"check", "test", "build"} for name in ("package", "image", "phone"))
    assert RELEASE["test"]["uses"] == f"./{WORKFLOWS['test'].relative_to(ROOT).as_posix()}"
    assert [step["run"].split()[-1] for step in READ["test"]["jobs"]["test"]["steps"] if "run" in step] == [".ci/run"]
    # What runs on a tag comes from one workflow: another could publish past the checks.
    triggers = {name: read[True] for name, read in READ.items()}  # YAML's word “on” is true
    assert {name for name, when in triggers.items() if "tags" in (when.get("push") or {})} == {"release"}


@pytest.mark.parametrize("name", JOBS)
def test_what_holds_a_token_builds_nothing(name: str) -> None:
    job = JOBS[name]
    assert all(read["permissions"] == {} for read in READ.values()), "each job says what it may do"
    if not holds_token(job):
        assert set(job["permissions"]) <= {"contents"}
        assert "secrets" not in str(job)
        return
    assert {step["uses"].partition("@")[0] for step in job["steps"] if "uses" in step} <= IN_JOBS_WITH_A_TOKEN
    runs = " ".join(step["run"] for step in job["steps"] if "run" in step)
    assert not re.search(r"\b(pip|pipx|npm|npx|uv|bootstrap|hatchling|docker build|companion (static|serve))\b", runs)


@needs_bash
@pytest.mark.parametrize("name", SCRIPTS)
def test_every_command_can_be_read_and_names_what_is_here(name: str) -> None:
    script = SCRIPTS[name]
    read = subprocess.run([str(BASH), "-n"], input=script, text=True, capture_output=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")
    for file in re.findall(r"(?<!\S)((?:requirements|deploy|\.ci)/[\w./]+|bootstrap\.py)", script):
        assert (ROOT / file).is_file(), file
    for module in re.findall(r"python3 -m (boot\.\w+)", script):
        assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file()


def test_what_builds_the_package_is_locked() -> None:
    (script,) = (step["run"] for step in RELEASE["build"]["steps"] if step.get("name") == "Package")

    assert f'--require-hashes --only-binary :all: --target "$RUNNER_TEMP/tools" -r requirements/{BUILD.name}' in script
    assert "hatchling==" in BUILD.read_text(encoding="utf-8")
    assert not re.search(r"pipx|\buv\b|pip install (?!--no-deps --require-hashes)", " ".join(SCRIPTS.values()))


@needs_bash
@pytest.mark.parametrize(("highest", "pushed"), [("true", ["1.2.3", "latest"]), ("false", ["1.2.3"])])
def test_latest_moves_with_the_highest_version_alone(tmp_path: Path, highest: str, pushed: list[str]) -> None:
    (script,) = (step["run"] for step in RELEASE["image"]["steps"] if step.get("name") == "Push")
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\necho "$@" >> "$CALLS"\n', encoding="utf-8")
    docker.chmod(0o755)
    env = {"IMAGE": "ghcr.io/Owner/Cards", "VERSION": "1.2.3", "HIGHEST": highest, "CALLS": str(tmp_path / "calls")}
    env["PATH"] = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([str(BASH), "-eo", "pipefail", "-c", script], env=env, check=True)

    calls = (tmp_path / "calls").read_text(encoding="utf-8").splitlines()
    assert [call for call in calls if call.startswith("push")] == [f"push ghcr.io/owner/cards:{tag}" for tag in pushed]
    (step,) = (step for step in RELEASE["phone"]["steps"] if "deploy-pages" in step.get("uses", ""))
    assert step["if"] == "steps.release.outputs.highest == 'true'"


def test_the_check_reads_this_checkout(tmp_path: Path) -> None:
    """As the workflow calls it: without any library, in a copy whose changelog is that of a release."""
    for name in ("boot/__init__.py", "boot/release.py", "companion/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## [{__version__}] – 2026-12-01\n", encoding="utf-8")
    if shutil.which("git") is None:
        pytest.skip("git, which lists the tags, is not here")
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)

    def check(tag: str) -> tuple[int, str]:
        argv = [sys.executable, "-S", "-m", "boot.release", tag]
        ran = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=False)
        return ran.returncode, ran.stdout

    assert check(f"v{__version__}") == (0, f"version={__version__}\nhighest=true\n")
    assert check("v99.0.0") == (1, "")
