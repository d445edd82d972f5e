"""The checker in JavaScript, run by Node."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests import tools
from tests.processes import completed
from theory.reports.site.pages import PARTS

CHECKER = Path(__file__).parents[4] / "theory/reports/site/checker/check.js"
NODE = tools.NODE.located()
needs_node = tools.needs(tools.NODE)


def node(
    *arguments: str, text: str | None = None, script: Path = CHECKER
) -> subprocess.CompletedProcess[str]:
    """One run of check.js."""
    assert NODE is not None
    return completed(NODE, script, *arguments, input=text, timeout=300)


def batch(asked: list[tuple[str, Any]], script: Path = CHECKER) -> list[tuple[bool, str]]:
    """Whether each (claim, witness) is verified, and what is said of it; one process for all."""
    text = "".join(f"{json.dumps(pair)}\n" for pair in asked)
    done = node("--batch", text=text, script=script)
    assert done.stderr == ""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(asked)
    assert not any(message.startswith("BROKEN") for _, message in answers)
    return [(verified, message) for verified, message in answers]


EDITED = """
const [parts, asked] = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const load = (code) => {
  delete globalThis.ropeClaims;
  (0, eval)(Object.values(code).join('\\n'));
  const lib = globalThis.ropeClaims;
  return (id, text) => {
    try { return lib.check(id, text)[0]; } catch { return null; }
  };
};
const check = load(parts);
let [last, changed] = [null, null];
for (const [edit, id, text] of asked) {
  if (JSON.stringify(edit) !== last) {
    const [file, old, now] = edit;
    changed = load({ ...parts, [file]: parts[file].split(old).join(now) });
    last = JSON.stringify(edit);
  }
  console.log(JSON.stringify([check(id, text), changed(id, text)]));
}
"""
CERTIFIES = ("sha256", "weights", "constructions", "inputs", "margins", "certificate")
"""What certificates alone need."""


def edited(
    asked: list[tuple[tuple[str, str, str], str, str]], folder: Path = CHECKER.parent
) -> list[tuple[bool, bool]]:
    """Whether (the folder's checker, the one with an edit) verifies each (edit, claim, text).

    An edit is (file, old text, new); the old text stands once in the file.
    """
    assert NODE is not None
    certified = any(claim == "certificate" for _, claim, _ in asked)
    names = [one for one in PARTS if certified or one not in CERTIFIES]
    parts = {f"{one}.js": (folder / f"{one}.js").read_text("utf-8") for one in names}
    for (file, old, _), *_ in asked:
        assert parts[file].count(old) == 1, (file, old)
    given = json.dumps([parts, asked])
    done = completed(NODE, "-e", EDITED, input=given, timeout=300)
    assert done.stderr == ""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [(before is True, after is True) for before, after in answers]
