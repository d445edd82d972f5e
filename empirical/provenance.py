"""Where a record comes from: the commit that is checked out, and the versions that ran."""

from __future__ import annotations

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path


def commit() -> str:
    """The commit that is checked out, with '+' where files differ from it; '' outside a clone."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty=+"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def versions(*packages: str) -> dict[str, str]:
    """Python's version, and each installed package's."""
    return {"python": platform.python_version()} | {name: version(name) for name in packages}
