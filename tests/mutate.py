"""Mutation testing: ``python -m tests.mutate FILE LOG [TEST…] [--edits] [--seed N]``.

The tests (what else is given goes to pytest; FILE's own, if nothing is) are collected and run once
on FILE as it is; all must pass. Then each mutant of ``tests.mutants``, or each edit made by hand in
``tests/edits``, takes FILE's place in a process of its own, until a test fails: those that have
killed most come first, then the quick ones; none that takes longer than ``--seconds``. LOG holds a
line a mutant; what is in it is not run again. Mutants come in an order drawn by the seed, so that a
run that is stopped has seen a random sample.
"""

import argparse
import json
import os
import random
import resource
import sys
import time
from collections import Counter
from math import ceil, inf
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

from tests.edited import installed, listed, replaced
from tests.mutants import mutants

MEMORY = 6 << 30
"""Bytes that a mutant may take; beyond them, as beyond ``--limit``, it counts as killed."""


class Loop:
    """In pytest's place: runs what it collected once on every mutant."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.log, self.module = Path(given.log), module_of(given.file)
        if given.edits:
            every = listed(given.file)
            self.mutants = [(what, replaced(self.module, old, new)) for what, old, new, *_ in every]
        else:
            source = Path(given.file).read_text("utf-8")
            self.mutants = [(x.name, x.tree) for x in mutants(source)]
        random.Random(given.seed).shuffle(self.mutants)
        self.most, self.limit = given.seconds, given.limit

    def pytest_collection(self) -> None:
        """The same random examples for every mutant, and none kept."""
        settings.register_profile("mutants", deadline=None, database=None, derandomize=True)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Once as it is, then the mutants."""
        self.items = {item.nodeid: item for item in session.items}
        self.seconds = {name: self.passes(item) for name, item in self.items.items()}
        red = [name for name, seconds in self.seconds.items() if seconds is None]
        if red:
            raise SystemExit(f"red on the file as it is: {', '.join(red)}")
        for name in [x for x, seconds in self.seconds.items() if seconds > self.most]:
            self.seconds[name] = self.passes(self.items[name])  # what is kept has been made
        self.items = {x: item for x, item in self.items.items() if self.seconds[x] <= self.most}
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        known = {x["name"]: x["by"] for x in map(json.loads, lines)}
        kills = Counter(known.values())
        for name, source in self.mutants:
            if name in known:
                continue
            by = self.killer(source, kills)
            kills[by] += 1
            line = {"name": name, "by": by}
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        return True

    def passes(self, item: pytest.Item) -> float | None:
        """Seconds that a test takes; None where it fails."""
        start = time.process_time()
        reports = runtestprotocol(item, log=False, nextitem=None)
        return None if any(x.failed for x in reports) else time.process_time() - start

    def killer(self, source: object, kills: Counter) -> str:
        """The test that fails first; "" where all pass."""
        order = sorted(self.items, key=lambda name: (-kills[name], self.seconds[name]))
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(read)
            os.write(write, self.inside(source, order).encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            output = pipe.read()
        os.waitpid(child, 0)
        return output.removeprefix("+") if output else "time or memory"

    def inside(self, source: object, order: list[str]) -> str:
        """``killer`` in the mutant's own process; "+" goes before, as silence is death."""
        used = ceil(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        resource.setrlimit(resource.RLIMIT_CPU, (used + self.limit,) * 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1), os.dup2(null, 2)
        try:
            with installed(self.module, source() if callable(source) else source):
                red = (name for name in order if self.passes(self.items[name]) is None)
                return "+" + next(red, "")
        except Exception as error:
            return f"+does not load: {type(error).__name__}"


def module_of(file: str) -> str:
    """A file's module, loaded."""
    name = ".".join(Path(file).with_suffix("").parts)
    __import__(name)
    return name


def main() -> int:
    """Run, then say what survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("file")
    parser.add_argument("log")
    parser.add_argument("--edits", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=inf)
    parser.add_argument("--limit", type=int, default=300, help="seconds of CPU a mutant")
    given, tests = parser.parse_known_args()
    own = Path("tests", given.file).parent.glob(f"test_{Path(given.file).stem}*.py")
    options = ["-q", "-s", "--disable-warnings", "-p", "no:cacheprovider"]
    code = pytest.main([*options, *(tests or map(str, own))], plugins=[Loop(given)])
    lines = [*map(json.loads, Path(given.log).read_text("utf-8").splitlines())]
    alive = [x["name"] for x in lines if not x["by"]]
    print(*alive, f"{len(lines)} mutants, {len(lines) - len(alive)} killed", sep="\n")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
