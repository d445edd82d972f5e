"""How many cases each check goes through: ``python -m tests.counts`` records them.

A list of cases that an edit shortens (N = 1 … 4 to N = 2 … 4) proves less than its claim's
sentence, and every mutant is still rejected. ``counts.json`` holds the counts. Whoever lets one
fall compares the list with the claim's quantifiers first.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from theory.gate.registry import load
from theory.ledger import Claim, Evidence, Outcome

STORED = Path(__file__).with_suffix(".json")
METHODS = {"enclosed", "exhaustive", "inductive", "symbolic", "written"}
"""Of evidence that reads no records."""


@cache
def stored() -> dict[str, dict[str, int]]:
    """What is recorded: by claim and evidence, how many cases there are."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def counted(claim: Claim) -> list[Evidence]:
    """The evidence whose cases are counted."""
    return [one for one in claim.evidence if one.method.value in METHODS]


def hold_to_counts(claim: Claim, outcomes: Sequence[Outcome]) -> None:
    """No check of a judged claim goes through fewer cases than are recorded."""
    cases = {e.name: one.cases for e, one in zip(claim.evidence, outcomes, strict=True)}
    recorded = stored().get(claim.id, {})
    names = {one.name for one in counted(claim)}
    assert names == recorded.keys(), "python -m tests.counts records how many cases there are"
    lost = {name: (many, cases[name]) for name, many in recorded.items() if cases[name] < many}
    assert lost == {}, "a check covers less than it did; compare it with its claim's quantifiers"


def judged() -> list[Claim]:
    """The claims of the packages whose tests count."""
    return [*load(only=["theory", "constructions"]).claims.values()]


def main() -> None:
    """Record the counts, and name the claims whose counts changed."""
    before = stored() if STORED.is_file() else {}
    made = {}
    for claim in judged():
        if evidence := counted(claim):
            made[claim.id] = {one.name: one.check(claim.subject()).cases for one in evidence}
    STORED.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    changed = [one for one in before | made if before.get(one) != made.get(one)]
    print(f"{STORED.name}: {len(made)} claims, {len(changed)} changed", *changed)


if __name__ == "__main__":
    main()
