"""Mutation testing: ``python -m tests.mutate FILE LOG TEST… [--edits JSON] [--seed N]``.

The tests (what else is given goes to pytest) are collected and run once on FILE as it is; all must
pass. Then each mutant of ``tests.mutants`` (or each hand-made edit: JSON of [name, old text, new
text]) stands in FILE's place in a process of its own, until a test fails: those that have killed
most come first, then the quick ones; none that takes longer than ``--seconds``. LOG holds a line a
mutant; what is in it is not run again. Mutants come in an order drawn by the seed, so that a run
that is stopped has seen a random sample.
"""

import argparse
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

from tests.edited import installed, replaced
from tests.mutants import mutants

LIMIT, MEMORY = 300, 6 << 30
"""Seconds and bytes that a mutant may take; beyond them it is killed."""


class Loop:
    """In pytest's place: runs what it collected once on every mutant."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.log, self.module = Path(given.log), module_of(given.file)
        if given.edits:
            edits = json.loads(Path(given.edits).read_text("utf-8"))
            every = [(what, old, new) for what, old, new, *_ in edits]
            self.mutants = [(what, replaced(self.module, old, new)) for what, old, new in every]
        else:
            source = Path(given.file).read_text("utf-8")
            self.mutants = [(x.name, x.tree) for x in mutants(source)]
        random.Random(given.seed).shuffle(self.mutants)
        self.most = given.seconds

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
            start, by = time.time(), self.killer(source, kills)
            kills[by] += 1
            line = {"name": name, "by": by, "seconds": round(time.time() - start, 2)}
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        return True

    def passes(self, item: pytest.Item) -> float | None:
        """Seconds that a test takes; None where it fails."""
        start = time.time()
        reports = runtestprotocol(item, log=False, nextitem=None)
        return None if any(x.failed for x in reports) else time.time() - start

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
            found = pipe.read()
        os.waitpid(child, 0)
        return found.removeprefix("+") if found else "time or memory"

    def inside(self, source: object, order: list[str]) -> str:
        """``killer`` in the mutant's own process; "+" goes before, as silence is death."""
        signal.alarm(LIMIT)
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
    parser.add_argument("--edits")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=LIMIT)
    given, tests = parser.parse_known_args()
    options = ["-q", "-s", "--disable-warnings", "-p", "no:cacheprovider"]
    code = pytest.main([*options, *tests], plugins=[Loop(given)])
    lines = [*map(json.loads, Path(given.log).read_text("utf-8").splitlines())]
    alive = [x["name"] for x in lines if not x["by"]]
    print(*alive, f"{len(lines)} mutants, {len(lines) - len(alive)} killed", sep="\n")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
