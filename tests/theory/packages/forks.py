"""Synthetic packages of several claims, of which some know that they may run in a fork."""

import importlib.util
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

SPEC = importlib.util.spec_from_file_location("synthetic", Path(__file__).with_name("synthetic.py"))
synthetic = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(synthetic)
SOUND, check, with_check = synthetic.SOUND, synthetic.check, synthetic.with_check


def count(subject):
    """The sound check, saying how often this process has run it."""
    os.environ["TIMES"] = times = str(int(os.environ.get("TIMES", 0)) + 1)
    return replace(check(subject), found=f"run {times} times")


def to_server(number):
    """A check that sends a signal to the process whose fork it runs in, and does not come back."""

    def send(subject):
        parent = os.getppid()
        if b"theory.gate.worker" in Path(f"/proc/{parent}/cmdline").read_bytes():
            os.kill(parent, number)
            time.sleep(600)
        return check(subject)

    return send


COUNTS = tuple(replace(with_check(count)[0], id=f"P-{n}") for n in ("one", "two", "three"))
ENDS_SERVER = (with_check(to_server(signal.SIGKILL))[0], replace(SOUND, id="P-beside"))
STOPS_SERVER = (
    replace(with_check(to_server(signal.SIGSTOP))[0], seconds=3),
    replace(SOUND, id="P-beside", seconds=3),
)


def alone(*names):
    """The claims of these synthetic packages in one, with ids of their own: P-no-case of NO_CASE,
    and P-circle-leaning of a second claim."""
    claims = []
    for name in names:
        new = f"P-{name.lower().replace('_', '-')}"
        ids = {"P-square": new, "P-leaning": f"{new}-leaning"}
        claims += [
            replace(one, id=ids[one.id], rests_on=tuple(ids.get(r, r) for r in one.rests_on))
            for one in getattr(synthetic, name)
        ]
    return tuple(claims)


ENDS = alone(
    *("EXITS", "SURVIVOR", "SEGFAULTS", "EXITS_SILENTLY", "OUT_OF_MEMORY"),
    *("KILLED_IN_WRITE", "EXITS_IN_WRITE"),
)
"""How a fork ends."""
FAULTS = alone(
    *("EXITS", "RETURNS_NONE", "RETURNS_TRUE", "NO_CASE", "UNSATISFIABLE", "NO_MUTANTS"),
    *("SURVIVOR", "NO_EVIDENCE", "LEANS_ON_NOTHING", "CIRCLE"),
)
DOUBTS = alone(
    *("UNKNOWN", "UNKNOWN_ON_MUTANTS", "SEGFAULTS", "EXITS_SILENTLY", "OUT_OF_MEMORY"),
    *("CHATTERS", "NO_TOOL", "NO_WEIGHTS", "KILLED_IN_WRITE", "EXITS_IN_WRITE"),
)
WRONG_CHECKS, WRONG_MUTANTS = alone("RAISES", "NO_CASE"), alone("NO_MUTANTS", "SURVIVOR")
