"""How many cases each check goes through: ``python tests/theory/counts.py``.

A list of cases that an edit shortens (N = 1 … 4 to N = 2 … 4) proves less than its claim's
sentence, and every mutant is still rejected. ``counts.json`` holds the counts. Whoever lets one
fall compares the list with the claim's quantifiers first.
"""

import json
from pathlib import Path

from theory.gate.registry import load

STORED = Path(__file__).with_suffix(".json")
METHODS = {"enclosed", "exhaustive", "inductive", "symbolic", "written"}
SLOW = {"DU-both"}
"""Claims whose checks take minutes."""


def counts(claim):
    """The cases of each check that does not read records, by its evidence."""
    checks = {e.name: e.check for e in claim.evidence if e.method.value in METHODS}
    return {name: check(claim.subject()).cases for name, check in checks.items()}


def counted():
    """The claims whose cases are counted."""
    return {name: one for name, one in load().claims.items() if name not in SLOW}


def main():
    """Record the counts."""
    now = {name: cases for name, one in counted().items() if (cases := counts(one))}
    STORED.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
