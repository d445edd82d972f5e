"""constraints.txt: an exact version of every package that the tests install."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ASKED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]]
LINES = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def test_each_line_is_one_public_version():
    """A build's own label, as in 2.13.0+cpu, is one index's alone."""
    assert [line for line in LINES if not re.fullmatch(r"[\w.-]+==\w+(\.\w+)*", line)] == []


def test_every_package_asked_for_is_held_within_its_bounds():
    held = {canonicalize_name(name): version for name, version in (x.split("==") for x in LINES)}
    for requirement in map(Requirement, ASKED):
        version = held[canonicalize_name(requirement.name)]
        assert Version(version) in requirement.specifier, requirement
    assert {"mpmath", "huggingface-hub", "execnet"} <= held.keys(), "what these need is held too"


def test_every_dependency_has_an_upper_bound():
    """Else a new major version, which no test has seen, breaks an installation."""
    extras = [one for extra in PROJECT["optional-dependencies"].values() for one in extra]
    for requirement in map(Requirement, [*ASKED, *extras]):
        assert any(bound.operator == "<" for bound in requirement.specifier), requirement
