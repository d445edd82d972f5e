"""The checker in JavaScript, run by Node."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

CHECKER = Path(__file__).parents[3] / "theory/site/checker/check.js"
NODE = shutil.which("node")
REQUIRED = os.environ.get("REQUIRE_NODE") == "1"
"""Set where a skipped test must not count as passed."""
needs_node = pytest.mark.skipif(
    NODE is None and not REQUIRED, reason="no Node: apt-get install -y nodejs"
)


def node(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    """One run of check.js."""
    assert NODE is not None, "REQUIRE_NODE is set and there is no Node"
    command = [NODE, str(CHECKER), *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)


def batch(asked: list[tuple[str, Any]]) -> list[tuple[bool, str]]:
    """Whether each (claim, witness) is verified, and what is said of it; one process for all."""
    done = node("--batch", text="".join(f"{json.dumps(pair)}\n" for pair in asked))
    assert done.stderr == ""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(asked)
    assert not any(said.startswith("BROKEN") for _, said in answers)
    return [(verified, said) for verified, said in answers]
