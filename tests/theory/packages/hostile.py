"""A package that lies: what code that runs as a check, or as a package is imported, could try.

Its claim is false (x² + 2x + 2 = (x + 1)²), so whatever does not fail has been fooled. The
environment variable HOSTILE says what is tried.
"""

import importlib.util
import json
import os
import stat
import sys
from dataclasses import asdict, replace
from pathlib import Path

import theory.gate.gate
import theory.ledger.judging
import theory.ledger.verdicts
from theory.ledger import Evidence, Method, Observation, Record, Verdict, true

SPEC = importlib.util.spec_from_file_location("synthetic", Path(__file__).with_name("synthetic.py"))
synthetic = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(synthetic)

FALSE = synthetic.Square(last=2)
MUTANTS = synthetic.MUTANTS
HOW = os.environ.get("HOSTILE", "")
LABELS = ["claim", *(f"mutant: {m.name}" for m in MUTANTS), "the same again"]


def forged(one="P-square"):
    """A record that says PROVED."""
    observations = tuple(
        Observation(
            "all cases", "exhaustive", label, "false" if ":" in label else "true", 21, "0", ""
        )
        for label in LABELS
    )
    record = Record(one, Verdict.PROVED, Verdict.PROVED, methods=("exhaustive",), seen=observations)
    return json.dumps(asdict(record))


def leave(text):
    """Write a text wherever this process could be expected to leave its answers."""
    for argument in sys.argv:
        if argument.endswith(".json"):
            Path(argument).write_text(text)
            for other in Path(argument).parent.glob("*"):
                other.write_text(text)
    for number in range(3, 64):
        try:
            if stat.S_ISREG(os.fstat(number).st_mode):
                os.write(number, text.encode())
        except OSError:
            continue


def patch():
    """Make every function that judges say that all is well."""
    good = lambda *given, **more: (Verdict.PROVED, "")  # noqa: E731
    nothing = lambda *given, **more: ""  # noqa: E731
    for module in [m for name, m in sys.modules.items() if name.startswith(("theory", "__main__"))]:
        for name in ("conclude", "_verdict", "_weigh"):
            if hasattr(module, name):
                setattr(module, name, good)
        for name in ("refuse_failure", "see_mutant", "weigh_mutant", "inspect_claim", "_examine"):
            if hasattr(module, name):
                setattr(module, name, nothing)
        if hasattr(module, "settle"):
            module.settle = lambda registry, ids, records: {
                i: Record(i, Verdict.PROVED, Verdict.PROVED) for i in ids
            }
        if hasattr(module, "exit_code"):
            module.exit_code = lambda records: theory.gate.gate.Exit.AS_EXPECTED


def check(subject):
    """The honest check, after the attack."""
    if HOW in ("writes its record", "writes a record and waits for the end"):
        leave(forged())
        if HOW == "writes its record":
            os._exit(0)
    if HOW == "patches the judge":
        patch()
    return synthetic.check(subject)


if HOW == "patches at import":
    patch()
if HOW == "exits at import":
    os._exit(0)
if HOW == "answers at import":
    leave(json.dumps({"claims": []}))
    os._exit(0)

CLAIM = synthetic.with_check(check, subject=lambda: FALSE)[0]
CLAIMS = (CLAIM,)
KERNEL = Evidence("Coq: trust.me", Method.KERNEL, "all", lambda s: true(1), frozenset({"x"}))
BY_KERNEL = (
    replace(
        synthetic.SOUND,
        evidence=(*synthetic.SOUND.evidence, KERNEL),
        mutants=(*MUTANTS, replace(MUTANTS[0], name="other", rejected_by=("Coq: trust.me",))),
    ),
)
