"""Synthetic packages, and the command line in this process or in one of its own."""

import contextlib
import importlib.util
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import jsonschema
import pytest

from theory import paths
from theory.commands import cli
from theory.gate.packages import Package
from theory.gate.registry import fetch

FORKS = (
    *("COUNTS", "DOUBTS", "ENDS", "ENDS_SERVER", "FAULTS", "STOPS_SERVER"),
    *("WRONG_CHECKS", "WRONG_MUTANTS"),
)
PACKAGES = Path(__file__).parent / "packages"
ELSEWHERE = {"broken": "broken.py"} | dict.fromkeys(FORKS, "forks.py")
ROOT = Path(__file__).resolve().parents[2]
SCHEMA = jsonschema.Draft202012Validator(json.loads(paths.SCHEMA.read_text(encoding="utf-8")))


@dataclass(frozen=True)
class Run:
    """What one run of the command line left behind."""

    code: int
    out: str
    err: str


@dataclass
class CommandLine:
    """``rope-claims`` on synthetic packages."""

    folder: Path
    root: Path = ROOT

    def packages(self, *names, listed=None):
        """A file of synthetic packages: attributes of files in ``packages``, or 'broken'.

        Unless a list is given, it lists every id that is there.
        """
        sources, ids = {}, {}
        for name in names:
            package = name.lower()
            file = ELSEWHERE.get(name, "synthetic.py")
            sources[package] = f"{PACKAGES / file}:{name}"
            with contextlib.suppress(Exception):
                ids[package] = [claim.id for claim in fetch(Package(package, sources[package]))]
        path = self.folder / "packages.json"
        path.write_text(
            json.dumps({"packages": sources, "claims": ids if listed is None else listed})
        )
        return str(path)

    def synthetic(self, *names, listed=None):
        """The option that names them."""
        return ["--synthetic", self.packages(*names, listed=listed)]

    def here(self, *arguments):
        """Run in this process (workers still are processes of their own)."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.main([str(a) for a in arguments])
        return Run(code, out.getvalue(), err.getvalue())

    def check(self, *names, listed=None, extra=()):
        """Check synthetic packages; the run, and the results by id from its JSON, which is as its
        schema says."""
        report = self.folder / "report.json"
        synthetic = self.packages(*names, listed=listed)
        run = self.here("check", "--synthetic", synthetic, "--json", report, *extra)
        if not report.exists():
            return run, {}
        data = json.loads(report.read_text())
        SCHEMA.validate(data)
        assert (data["version"], len(data["claims"]) > 0) == (3, True)
        assert data["synthetic"] == synthetic
        assert data["exit_code"] == run.code
        return run, {entry["id"]: entry["result"] for entry in data["claims"]}

    def start(self, *arguments, python=(), **environment):
        """Start the command line in a process of its own."""
        return subprocess.Popen(
            [sys.executable, *python, "-m", "rope_claims", *map(str, arguments)],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def outside(self, *arguments, python=()):
        """Run the command line in a process of its own."""
        process = self.start(*arguments, python=python)
        out, err = process.communicate(timeout=120)
        return Run(process.returncode, out, err)


@pytest.fixture(scope="session")
def synthetic():
    """The module of synthetic claims."""
    spec = importlib.util.spec_from_file_location("synthetic", PACKAGES / "synthetic.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def sound(synthetic):
    return synthetic.SOUND


@pytest.fixture
def make(sound):
    """The sound claim with its one piece of evidence changed."""

    def make(claim=sound, /, **changes):
        return replace(claim, evidence=(replace(claim.evidence[0], **changes),))

    return make


@pytest.fixture(scope="session")
def schema():
    """Of the JSON that ``check``, ``list`` and ``show`` write."""
    SCHEMA.check_schema(SCHEMA.schema)
    return SCHEMA


@pytest.fixture
def command_line(tmp_path):
    return CommandLine(tmp_path)
