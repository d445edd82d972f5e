"""How many cases each check goes through, and with how many calls: ``python -m tests.counts``
records them.

A list of cases that an edit shortens (N = 1 … 4 to N = 2 … 4) proves less than its claim's
sentence, and every mutant is still rejected. What is shortened inside a case (inputs of a size,
fillings of an input) is not seen in the cases, but in the calls of functions of the packages.
``counts.json`` holds both. Whoever lets one fall compares the list with the claim's quantifiers
first. Of a witness each condition is a case.
"""

import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from theory.gate.registry import load
from theory.ledger import Claim, Evidence, Outcome

STORED = Path(__file__).with_suffix(".json")
METHODS = {"enclosed", "exhaustive", "inductive", "property", "symbolic", "witness", "written"}
"""Of evidence that reads no records."""
PACKAGES = ("theory", "constructions")
KEPT = ("theory.gate", "theory.ledger")
"""Modules whose caches hold no work of a check."""
INLINED = {"<listcomp>", "<setcomp>", "<dictcomp>"}
"""Frames that Python 3.12 and later do not make."""
SLACK = 0.98
"""The share of the recorded calls that is asked for: the order of a set decides where any() ends,
by less than a hundredth."""


@cache
def stored() -> dict[str, dict[str, list[int]]]:
    """What is recorded: by claim and evidence, how many cases and how many calls there are."""
    rows: dict[str, dict[str, list[int]]] = json.loads(STORED.read_text(encoding="utf-8"))
    return rows


def counted(claim: Claim) -> list[Evidence]:
    """The evidence whose cases are counted."""
    return [one for one in claim.evidence if one.method.value in METHODS]


def hold_to_counts(claim: Claim, outcomes: Sequence[Outcome]) -> None:
    """No check of a judged claim goes through fewer cases than are recorded."""
    cases = {e.name: one.cases for e, one in zip(claim.evidence, outcomes, strict=True)}
    recorded = stored().get(claim.id, {})
    names = {one.name for one in counted(claim)}
    assert names == recorded.keys(), "python -m tests.counts records how many cases there are"
    lost = {name: (many, cases[name]) for name, (many, _) in recorded.items() if cases[name] < many}
    assert lost == {}, "a check covers less than it did; compare it with its claim's quantifiers"


def work(evidence: Evidence, subject: Any) -> tuple[int, int]:
    """Cases and calls of a check that remembers nothing from before."""
    roots = tuple(str(STORED.parents[1] / package) for package in PACKAGES)
    codes: dict[Any, bool] = {}
    calls = 0

    def called(frame: FrameType, _event: str, _argument: Any) -> None:
        nonlocal calls
        code = frame.f_code
        if code not in codes:
            codes[code] = code.co_filename.startswith(roots) and code.co_name not in INLINED
        calls += codes[code]

    _forget()
    before = sys.gettrace()
    sys.settrace(called)
    try:
        outcome = evidence.check(subject)
    finally:
        sys.settrace(before)
    return outcome.cases, calls


def _forget() -> None:
    """Empty the caches of the modules that checks call."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in PACKAGES and not name.startswith(KEPT):
            for one in list(vars(module).values()):
                if hasattr(one, "cache_clear"):
                    one.cache_clear()


def less_work(claim: Claim) -> dict[str, tuple[int, int]]:
    """The checks that call less than is recorded: how often they did and how often they do."""
    subject, recorded = claim.subject(), stored()[claim.id]
    calls = {one.name: (recorded[one.name][1], work(one, subject)[1]) for one in counted(claim)}
    return {name: (did, does) for name, (did, does) in calls.items() if does < SLACK * did}


def judged() -> list[Claim]:
    """The claims of the packages whose tests count."""
    return [*load(only=PACKAGES).claims.values()]


def main() -> None:
    """Record the counts, and name the claims whose counts changed."""
    before = stored() if STORED.is_file() else {}
    made = {}
    for claim in judged():
        if evidence := counted(claim):
            subject = claim.subject()
            made[claim.id] = {one.name: [*work(one, subject)] for one in evidence}
    rows = (f" {json.dumps(x)}: {json.dumps(y, ensure_ascii=False)}" for x, y in made.items())
    STORED.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    changed = [one for one in before | made if before.get(one) != made.get(one)]
    print(f"{STORED.name}: {len(made)} claims, {len(changed)} changed", *changed)


if __name__ == "__main__":
    main()
