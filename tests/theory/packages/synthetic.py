"""Synthetic packages: one sound claim, and what a careless or hostile hand could make of it.

The claim: x² + 2x + 1 = (x + 1)² for x = 0 … 20. Each capital name below is the tuple of a package.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from theory.ledger import (
    Claim,
    Evidence,
    Kind,
    Method,
    Mutant,
    Undecided,
    Verdict,
    false,
    true,
    unknown,
)


@dataclass(frozen=True)
class Square:
    """x² + middle·x + last = (x + shift)² for x = 0 … top."""

    middle: int = 2
    last: int = 1
    shift: int = 1
    top: int = 20


def check(subject):
    for x in range(subject.top + 1):
        if x * x + subject.middle * x + subject.last != (x + subject.shift) ** 2:
            return false(x)
    return true(subject.top + 1)


EVIDENCE = Evidence(
    name="all cases",
    method=Method.EXHAUSTIVE,
    covers="x = 0 … 20",
    check=check,
    decides=frozenset({"x"}),
)
MUTANTS = (
    Mutant("last 2", Kind.CONSTANT, lambda s: replace(s, last=2)),
    Mutant("minus", Kind.SIGN, lambda s: replace(s, middle=-2)),
    Mutant("shift 2", Kind.INDEX, lambda s: replace(s, shift=2)),
    Mutant("no middle", Kind.TERM, lambda s: replace(s, middle=0)),
)
SOUND = Claim(
    id="P-square",
    paper="P",
    place="p. 1 | left, [1]",
    statement="x² + 2x + 1 = (x + 1)² for x = 0 … 20",
    expected=Verdict.PROVED,
    subject=Square,
    evidence=(EVIDENCE,),
    mutants=MUTANTS,
    parts={"shift": Kind.INDEX, "top": Kind.DATA},
    not_covered="x above 20",
    quantifiers={"x": "0..20"},
    seconds=120,
)


def with_check(check, **changes):
    """The sound claim under another check."""
    return (replace(SOUND, evidence=(replace(EVIDENCE, check=check),), **changes),)


def with_method(method, check=check, decides=frozenset(), **changes):
    """The sound claim under evidence of another method, called 'light'."""
    evidence = Evidence("light", method, "some x", check, decides)
    return (replace(SOUND, evidence=(evidence,), **changes),)


# ---- packages that are as they should be -----------------------------------------------------

GREEN = (SOUND, replace(SOUND, id="P-leaning", rests_on=("P-square",)))


def refutes(case):
    """Is (x, claimed, more) a counterexample to 'x² = claimed + more'?"""
    x, claimed, more = case
    right = claimed + more
    return true(1, f"x = {x}: {x * x} ≠ {right}") if x * x != right else false(case)


REFUTED = (
    Claim(
        id="P-false",
        paper="P",
        place="p. 2",
        statement="x² = 2x for all x",
        expected=Verdict.REFUTED,
        subject=lambda: (3, 6, 0),
        evidence=(Evidence("x = 3", Method.WITNESS, "one case", refutes),),
        mutants=(
            Mutant("x = 2", Kind.INDEX, lambda s: (2, 4, 0)),
            Mutant("9", Kind.CONSTANT, lambda s: (3, 9, 0)),
            Mutant("3 more", Kind.TERM, lambda s: (3, 6, 3)),
            Mutant("minus", Kind.SIGN, lambda s: (-3, 9, 0)),
        ),
        parts={"0": Kind.INDEX},
        not_covered="nothing",
        quantifiers={"x": "all reals"},
        repairs=("P-square",),
    ),
    SOUND,
)
LOUD = "\x1b[2J\x1b]0;owned\x07\r\u202e\n| {}"
SHOUTS = (
    replace(
        REFUTED[0],
        id="P-loud",
        subject=lambda: {"x": LOUD, LOUD: [LOUD, "7"]},
        evidence=(
            Evidence(
                "x = 3",
                Method.WITNESS,
                "one case",
                lambda case: true(1, LOUD, working=(f"x = {LOUD}",)),
                command=f"true {LOUD}",
            ),
        ),
    ),
    SOUND,
)
ON_PAPER = Evidence(
    "paper", Method.WRITTEN, "every x", check, frozenset({"x"}), proof="proofs.md#p-square"
)
WRITTEN = (replace(SOUND, evidence=(ON_PAPER,), quantifiers={"x": "every integer"}),)


def at_least(subject):
    accuracy, threshold = subject
    answer = true if accuracy >= threshold else false
    return answer(cases=100, found=f"accuracy {accuracy:.2f}")


def measured(accuracy, **changes):
    """A measured claim: accuracy ≥ 0.9."""
    claim = Claim(
        id="P-accuracy",
        paper="P",
        place="fig. 1",
        statement="accuracy ≥ 0.9",
        expected=Verdict.SUPPORTED,
        subject=lambda: (accuracy, 0.9),
        evidence=(Evidence("accuracy", Method.MEASURED, "1 seed", at_least),),
        mutants=(
            Mutant("below", Kind.CONSTANT, lambda s: (0.89, s[1])),
            Mutant("above 1", Kind.HYPOTHESIS, lambda s: (s[0], 1.01)),
            Mutant("chance", Kind.DATA, lambda s: (0.1, s[1])),
            Mutant("minus", Kind.SIGN, lambda s: (-s[0], s[1])),
        ),
        parts={"0": Kind.DATA, "1": Kind.HYPOTHESIS},
        not_covered="other seeds",
        published="0.99",
        synthetic=lambda s: (0.95, s[1]),
    )
    return (replace(claim, **changes),)


SUPPORTED = measured(0.97)
NOT_REPRODUCED = measured(0.5, expected=Verdict.NOT_REPRODUCED)

# ---- evidence that must not pass ----------------------------------------------------------


def raising(error):
    """A check that raises."""

    def check(subject):
        raise error

    return check


RAISES = with_check(raising(ValueError("no\nsuch luck")))
EXITS = with_check(raising(SystemExit(0)))
RETURNS_NONE = with_check(lambda s: None)
RETURNS_TRUE = with_check(lambda s: True)
NAN = measured(float("nan"))
NAN_BELOW = with_method(
    Method.MEASURED,
    lambda s: true(5, {"mean": [0.5, float("nan")]}),
    synthetic=lambda s: s,
    expected=Verdict.SUPPORTED,
)
UNKNOWN = with_check(lambda s: unknown("the solver says 'unknown'"))
UNKNOWN_ON_MUTANTS = with_check(lambda s: check(s) if s == Square() else unknown("timeout"))
NO_CASE = with_check(lambda s: true(0))
DIFFERS = with_method(Method.PROPERTY)
OUT_OF_MEMORY = with_check(raising(MemoryError()))
NO_TOOL = with_check(raising(ModuleNotFoundError("No module named 'cvc5'", name="cvc5")))


def no_weights():
    raise Undecided("weights are missing")


NO_WEIGHTS = with_check(check, subject=no_weights)


def unsatisfiable(subject):
    """Anything follows from x < 0 < x."""
    from theory.mathematics.solvers import prove

    return prove(lambda x: ([x < 0, x > 0], [x * x == subject.last]), "x")


def ask(subject):
    """The same for all reals, put to a solver."""
    from theory.mathematics.solvers import prove

    middle, last, shift = subject.middle, subject.last, subject.shift
    return prove(lambda x: ([], [x * x + middle * x + last == (x + shift) * (x + shift)]), "x")


ASKS = with_method(Method.SYMBOLIC, ask, frozenset({"x"}))
UNSATISFIABLE = with_method(Method.SYMBOLIC, unsatisfiable, frozenset({"x"}))


def hang(subject):
    """Start a grandchild that names itself in a file, and never come back."""
    place = os.environ.get("SYNTHETIC_CHILD")
    if place:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        partial = Path(place + ".partial")
        partial.write_text(str(child.pid))
        partial.replace(place)
    time.sleep(600)
    return true(1)


HANGS = with_check(hang)


def tell_threads(subject):
    """The sound check, saying how many threads this worker was told to use."""
    outcome = check(subject)
    return replace(outcome, found=f"threads {os.environ['OMP_NUM_THREADS']}")


THREADS = with_check(tell_threads)


def tell_optimize(subject):
    """The sound check, saying at which level this worker was optimized."""
    return replace(check(subject), found=f"optimize {sys.flags.optimize}")


OPTIMIZED = with_check(tell_optimize)
HANGS_WITH_GREEN = (replace(HANGS[0], seconds=1), replace(SOUND, id="P-beside"))


def crash(subject):
    ctypes.string_at(0)
    return true(1)


def silent_exit(subject):
    os._exit(0)


def loud_exit(subject):
    print("last words", file=sys.stderr, flush=True)
    os._exit(3)


def half_written(end):
    """A check whose worker comes to its ``end`` when half of its answers are written."""

    def half(answer, *given, **how):
        os.write(answer, b'{"seen": [')
        end()

    def spoil(subject):
        sys.modules["__main__"].open = half
        return check(subject)

    return spoil


def chatter(subject):
    """Prints what looks like a record; the check itself does not know."""
    print('{"id": "P-square", "verdict": "PROVED", "expected": "PROVED", "seen": [1]}', flush=True)
    return unknown("really")


SEGFAULTS = with_check(crash)
EXITS_SILENTLY = with_check(silent_exit)
EXITS_LOUDLY = with_check(loud_exit)
KILLED_IN_WRITE = with_check(half_written(lambda: os.kill(os.getpid(), signal.SIGKILL)))
EXITS_IN_WRITE = with_check(half_written(lambda: os._exit(0)))
CHATTERS = with_check(chatter)


# ---- claims that must not pass ------------------------------------------------------------

NO_EVIDENCE = (replace(SOUND, evidence=()),)
NO_MUTANTS = (replace(SOUND, mutants=()),)
SHORTER = Mutant("x ≤ 19", Kind.DATA, lambda s: replace(s, top=19))
SURVIVOR = (replace(SOUND, mutants=(*MUTANTS, SHORTER)),)
DUPLICATE = (SOUND, replace(SOUND, statement="something else"))
EXPECTED_EDITED = (replace(REFUTED[0], expected=Verdict.PROVED), SOUND)
LEANS_ON_RED = (*RAISES, replace(SOUND, id="P-leaning", rests_on=("P-square",)))
LEANS_ON_OPEN = (*UNKNOWN, replace(SOUND, id="P-leaning", rests_on=("P-square",)))
REPAIR_RED = (REFUTED[0], *RAISES)
REPAIR_REFUTED = (
    REFUTED[0],
    replace(REFUTED[0], id="P-square", repairs=("P-third",)),
    replace(SOUND, id="P-third"),
)
LEANS_ON_NOTHING = (replace(SOUND, rests_on=("P-nowhere",)),)
CIRCLE = (
    replace(SOUND, rests_on=("P-leaning",)),
    replace(SOUND, id="P-leaning", rests_on=("P-square",)),
)
NOT_A_TUPLE = [SOUND]
NOT_CLAIMS = (SOUND, "P-square")
NOTHING = ()
