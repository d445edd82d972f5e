"""Where a record comes from: the commit that is checked out, the versions that ran, and where."""

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

from theory import __version__

OURS = "rope-claims"
RECORDS = "empirical/results"
"""Where the stored records lie, below the clone's top."""


def commit() -> str:
    """The commit that is checked out, with '+' where files differ from it; '' outside a clone.

    Installed below somebody else's clone, this package is not of that clone's commit. Stored
    records do not count: a command that writes several would else spoil its own next one.
    """
    here = Path(__file__).parent
    if _git(here, "ls-files", "--", Path(__file__).name) == "":
        return ""
    code = (":(top)", f":(top,exclude){RECORDS}")
    changed = _git(here, "status", "--porcelain", "--untracked-files=no", "--", *code)
    return _git(here, "describe", "--always") + ("+" if changed else "")


def _git(folder: Path, *words: str) -> str:
    """What git prints in a folder; '' where it fails or is not there."""
    command = ["git", "-C", str(folder), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def processor() -> str:
    """The machine's architecture, and the extensions of its instructions that numpy finds. Sums are
    rounded by them: where they differ the same seed ends in other weights."""
    import numpy

    extensions = numpy.show_config(mode="dicts").get("SIMD Extensions", {})
    return " ".join((platform.machine(), *extensions.get("found", ())))


def versions(*packages: str) -> dict[str, str]:
    """Python's version, and each installed package's; this package's own as its source says it."""
    installed = {name: __version__ if name == OURS else version(name) for name in packages}
    return {"python": platform.python_version()} | installed
