"""Programs that run to their end, with what they print."""

import subprocess
import sys
from typing import Any


def completed(*command: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """A program's exit code and output."""
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)


def python(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """The same of this Python."""
    return completed(sys.executable, *arguments, **options)
