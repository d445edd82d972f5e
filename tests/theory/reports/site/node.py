"""The checker in JavaScript, run by Node."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from theory.reports.site.pages import PARTS

CHECKER = Path(__file__).parents[4] / "theory/reports/site/checker/check.js"
NODE = shutil.which("node")
REQUIRED = os.environ.get("REQUIRE_NODE") == "1"
"""Set where a skipped test must not count as passed."""
needs_node = pytest.mark.skipif(
    NODE is None and not REQUIRED, reason="no Node: apt-get install -y nodejs"
)


def node(
    *arguments: str, text: str | None = None, script: Path = CHECKER
) -> subprocess.CompletedProcess[str]:
    """One run of check.js."""
    assert NODE is not None, "REQUIRE_NODE is set and there is no Node"
    command = [NODE, str(script), *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)


def batch(asked: list[tuple[str, Any]]) -> list[tuple[bool, str]]:
    """Whether each (claim, witness) is verified, and what is said of it; one process for all."""
    done = node("--batch", text="".join(f"{json.dumps(pair)}\n" for pair in asked))
    assert done.stderr == ""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(asked)
    assert not any(said.startswith("BROKEN") for _, said in answers)
    return [(verified, said) for verified, said in answers]


EDITED = """
const vm = require('node:vm');
for (const line of require('node:fs').readFileSync(0, 'utf8').trim().split('\\n')) {
  const [code, id, text] = JSON.parse(line);
  const room = vm.createContext({});
  vm.runInContext(code, room);
  let found;
  try { [found] = room.ropeClaims.check(id, text); } catch { found = null; }
  console.log(JSON.stringify(found));
}
"""


def edited(asked: list[tuple[tuple[str, str, str], str, str]]) -> list[tuple[bool, bool]]:
    """Whether (the checker, the checker with an edit) verifies each (edit, claim, text).

    An edit is (file, old text, new); the old text stands once in the file.
    """
    assert NODE is not None, "REQUIRE_NODE is set and there is no Node"
    parts = {f"{one}.js": (CHECKER.parent / f"{one}.js").read_text("utf-8") for one in PARTS}
    lines = []
    for (file, old, new), claim, text in asked:
        assert parts[file].count(old) == 1, (file, old)
        changed = parts | {file: parts[file].replace(old, new)}
        lines += [["\n".join(made.values()), claim, text] for made in (parts, changed)]
    given = "\n".join(map(json.dumps, lines))
    done = subprocess.run(
        [NODE, "-e", EDITED], input=given, capture_output=True, text=True, timeout=300
    )
    assert done.stderr == ""
    found = [json.loads(line) is True for line in done.stdout.splitlines()]
    return list(zip(found[::2], found[1::2], strict=True))
