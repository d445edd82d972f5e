"""How many cases each check goes through, and with how many calls: ``python -m tests.counts``
records them.

A list of cases that an edit shortens (N = 1 … 4 to N = 2 … 4) proves less than its claim's
sentence, and every mutant is still rejected. What is shortened inside a case (inputs of a size,
fillings of an input) is not seen in the cases, but in the calls of functions of the packages.
``counts.json`` holds both. Whoever lets one fall compares the list with the claim's quantifiers
first. Of a witness each condition is a case.
"""

import hashlib
import json
import sys
from collections.abc import Sequence
from functools import cache
from inspect import CO_GENERATOR
from pathlib import Path
from types import FrameType
from typing import Any

from tests.repository.test_floors import MODULES, all_arrows
from theory.gate.registry import load
from theory.ledger import Claim, Evidence, Outcome
from theory.reports.files import record_text

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
def stored() -> dict[str, Any]:
    """What is recorded: by claim a digest of the code that it was recorded with, and by evidence
    how many cases and how many calls there are."""
    rows: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8"))
    return rows


def recorded(claim: Claim) -> dict[str, list[int]]:
    """By evidence, how many cases and how many calls are recorded."""
    checks: dict[str, list[int]] = stored().get(claim.id, {}).get("checks", {})
    return checks


@cache
def code(modules: frozenset[str]) -> str:
    """A digest of modules and of all of ours that they import, directly or not."""
    used: set[str] = set()
    new = set(modules)
    while new:
        used |= new
        new = {to for one in new for to in all_arrows()[one]} - used
    files = [MODULES[one] for one in sorted(used) if not one.startswith(KEPT)]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def code_of(claim: Claim) -> str:
    """A digest of the code of a claim's checks and of what they are run on."""
    modules = {one.check.__module__ for one in counted(claim)} | {type(claim.subject()).__module__}
    return code(frozenset(modules & MODULES.keys()))


def changed(claim: Claim) -> bool:
    """Whether the code of its checks is not that with which their calls were recorded."""
    before: str = stored().get(claim.id, {}).get("code", "")
    return before != code_of(claim)


def counted(claim: Claim) -> list[Evidence]:
    """The evidence whose cases are counted."""
    return [one for one in claim.evidence if one.method.value in METHODS]


def hold_to_counts(claim: Claim, outcomes: Sequence[Outcome]) -> None:
    """No check of a judged claim goes through fewer cases than are recorded."""
    cases = {e.name: one.cases for e, one in zip(claim.evidence, outcomes, strict=True)}
    before, names = recorded(claim), {one.name for one in counted(claim)}
    assert names == before.keys(), "python -m tests.counts records how many cases there are"
    lost = {name: (many, cases[name]) for name, (many, _) in before.items() if cases[name] < many}
    assert lost == {}, "a check covers less than it did; compare it with its claim's quantifiers"


def work(evidence: Evidence, subject: Any) -> tuple[int, int]:
    """Cases and calls of a check that remembers nothing from before."""
    roots = tuple(str(STORED.parents[1] / package) for package in PACKAGES)
    codes: dict[Any, bool] = {}
    calls = 0

    def called(frame: FrameType, event: str, argument: Any) -> Any:
        """Count a call, also of a generator that goes on, but not of one that is closed: Python
        3.11 calls it, and 3.13 does not."""
        nonlocal calls
        code = frame.f_code
        if event == "call":
            if code not in codes:
                codes[code] = code.co_filename.startswith(roots) and code.co_name not in INLINED
            calls += codes[code]
            if not (codes[code] and code.co_flags & CO_GENERATOR):
                return None
            frame.f_trace_lines = False
        calls -= event == "exception" and argument[0] is GeneratorExit
        return called

    forget()
    before = sys.gettrace()
    sys.settrace(called)
    try:
        outcome = evidence.check(subject)
    finally:
        sys.settrace(before)
    return outcome.cases, calls


def forget() -> None:
    """Empty the caches of the modules that checks call."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in PACKAGES and not name.startswith(KEPT):
            for one in list(vars(module).values()):
                if hasattr(one, "cache_clear"):
                    one.cache_clear()


def less_work(claim: Claim) -> dict[str, tuple[int, int]]:
    """The checks that call less than is recorded: how often they did and how often they do."""
    subject, before = claim.subject(), recorded(claim)
    calls = {one.name: (before[one.name][1], work(one, subject)[1]) for one in counted(claim)}
    return {name: (did, does) for name, (did, does) in calls.items() if does < SLACK * did}


def judged() -> list[Claim]:
    """The claims of the packages whose tests count."""
    return [*load(only=PACKAGES).claims.values()]


def main() -> None:
    """Record the counts of claims whose code changed, and name those whose counts did."""
    before = stored()
    made = {}
    for claim in judged():
        if evidence := counted(claim):
            made[claim.id] = before.get(claim.id, {})
            if changed(claim) or {one.name for one in evidence} != recorded(claim).keys():
                subject = claim.subject()
                checks = {one.name: [*work(one, subject)] for one in evidence}
                made[claim.id] = {"code": code_of(claim), "checks": checks}
    STORED.write_text(record_text(made, escaped=False), encoding="utf-8")
    others = [x for x in before | made if _counts(before.get(x)) != _counts(made.get(x))]
    print(f"{STORED.name}: {len(made)} claims, {len(others)} changed", *others)


def _counts(row: dict[str, Any] | None) -> Any:
    return (row or {}).get("checks")


if __name__ == "__main__":
    main()
