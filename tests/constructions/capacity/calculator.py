"""The calculator of the site, asked by Node, and the configurations that it is asked about."""

import json

from tests.processes import completed
from tests.theory.reports.site.node import NODE
from theory import paths
from theory.reports.site.pages import CALCULATOR

FOLDER = paths.CHECKOUT / "theory/reports/site/calculator"
LONGEST = 131_072
"""Positions for which the page computes."""
LLAMA = {"head_dim": 64, "rope_theta": 10_000.0, "max_position_embeddings": 2048}
SCALED = [
    ({"rope_type": "linear", "factor": 4.0}, 4096),
    ({"rope_type": "dynamic", "factor": 2.0}, 1024),
    ({"rope_type": "dynamic", "factor": 2.0}, 8192),
    ({"rope_type": "dynamic", "factor": 2.0, "original_max_position_embeddings": 512}, 8192),
    ({"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 2048}, 4096),
]
AS_IT_IS = ("", "", "")
ASK = """
const answers = ([code, asked]) => {
  delete globalThis.ropeCapacity;
  try { (0, eval)(code); } catch { return null; }
  const lib = globalThis.ropeCapacity;
  let last = null;
  return asked.map(([what, ...given]) => {
    const all = given.map((one) => one === 'the last answer' ? last : one);
    try { return last = lib[what](...all); } catch (error) { return `refused: ${error.message}`; }
  });
};
const all = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(all.map(answers)));
"""


def code(edit):
    """The page's own functions with one text of a file replaced."""
    parts = {name: (FOLDER / f"{name}.js").read_text("utf-8") for name in CALCULATOR[:-1]}
    name, old, new = edit
    if name:
        assert parts[name].count(old) == 1, old
        parts[name] = parts[name].replace(old, new)
    return "\n".join(parts.values())


def all_asked(pairs):
    """What the functions answer to each (edit, questions); None where the code fails. One process
    for all, or where it fails one for each."""
    given = json.dumps([(code(edit), questions) for edit, questions in pairs])
    # A limit of CPU time, so that a busy machine is no endless loop.
    limited = ["sh", "-c", 'ulimit -t 500; exec "$0" "$@"', NODE, "-e", ASK]
    done = completed(*limited, input=given)
    if done.returncode == 0:
        return json.loads(done.stdout)
    return [None] if len(pairs) == 1 else [all_asked([pair])[0] for pair in pairs]


def asked(questions, edit=AS_IT_IS):
    """What the functions answer to questions; None if the code fails."""
    return all_asked([(edit, questions)])[0]
