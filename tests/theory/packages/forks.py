"""Synthetic packages whose checks know that they may run in a fork."""

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
    replace(with_check(to_server(signal.SIGSTOP))[0], seconds=4),
    replace(SOUND, id="P-beside", seconds=4),
)

NAMES = (
    *("EXITS", "SURVIVOR", "SEGFAULTS", "EXITS_SILENTLY", "OUT_OF_MEMORY"),
    *("KILLED_IN_WRITE", "EXITS_IN_WRITE"),
)
ENDS = tuple(
    replace(getattr(synthetic, name)[0], id=f"P-{name.lower().replace('_', '-')}") for name in NAMES
)
"""How a fork ends: each of these synthetic claims once, in one package."""
