"""The floors inside each package: no circle of imports, no arrow upward, tests in folders that
mirror what they test."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.repository.test_architecture import parse

ROOT = Path(__file__).resolve().parents[2]
FLOORS = {
    "theory": (
        {"paths", "papers"},
        {"ledger"},
        {"mathematics", "gate"},
        {"witnesses", "reports"},
        {"paper_a", "commands"},
        {"paper_b"},
        {"claims"},
    ),
    "constructions": (
        {"check_certificate", "heads"},
        {"stacks", "certificate", "capacity", "public_heads"},
        {"claims", "other_papers"},
    ),
    "empirical": (
        {"protocol"},
        {"models"},
        {"instrument", "train"},
        {"experiments", "architectures"},
        {"criteria"},
        {"claims", "rerun", "released"},
        {"reports"},
        {"several"},
        {"validate", "heads"},
    ),
    "empirical.experiments": (
        {"canonical"},
        {"dynamics", "shipped", "language", "capacity"},
        {"lengths", "mechanism"},
        {"law", "beyond"},
    ),
    "rope_claims": (
        {"commands", "drawing", "inputs", "verdicts"},
        {"configurations", "passes"},
        {"scored"},
        {"diagnosis", "new_paper", "recheck"},
        {"cli"},
        {"reference"},
        {"generate"},
        {"__main__"},
    ),
}
"""From the ground up. What is on one floor does not import its neighbours."""
PACKAGES = {folder.partition(".")[0] for folder in FLOORS}
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
}


def imported(path):
    """Our own modules that a file imports anywhere, inside functions and for types alone too."""
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else node.module


@cache
def all_arrows():
    """Each module's own modules that it imports; made when a test first asks, not in every process
    that collects this file."""
    return {name: {to for to in imported(path) if to in MODULES} for name, path in MODULES.items()}


def box(folder, module):
    """The part of a folder in which a module is; '' if it is not in the folder."""
    return (
        module.removeprefix(f"{folder}.").split(".")[0] if module.startswith(f"{folder}.") else ""
    )


def floor(folder, module):
    """The floor of a module in a folder."""
    own = box(folder, module)
    for number, boxes in enumerate(FLOORS[folder]):
        if own in boxes:
            return number
    raise AssertionError(
        f"{module}: {own} is on no floor of {folder}; say in FLOORS where it belongs"
    )


def upward(name, arrows):
    """The imports that stay on a floor or go up, within a folder."""
    return [
        to
        for folder in FLOORS
        for to in arrows
        if box(folder, name)
        and box(folder, to) not in ("", box(folder, name))
        and floor(folder, to) >= floor(folder, name)
    ]


def circle(arrows):
    """Modules in a circle of imports; empty if there is none."""
    left = dict(arrows)
    while True:
        free = [name for name, to in left.items() if not (to & left.keys()) - {name}]
        if not free:
            return sorted(left)
        for name in free:
            del left[name]


def test_imports_run_downward_inside_a_package():
    upward_imports = {name: upward(name, all_arrows()[name]) for name in MODULES.keys() - PACKAGES}
    assert {name: wrong for name, wrong in upward_imports.items() if wrong} == {}


def test_no_circle_of_imports():
    assert circle(all_arrows()) == []


def test_every_floor_is_there():
    for folder, floors in FLOORS.items():
        assert {box(folder, name) for name in MODULES} - {""} == set().union(*floors)


def test_tests_mirror_the_tree():
    tests = ROOT / "tests"
    files = [path for package in PACKAGES for path in (tests / package).rglob("test_*.py")]
    assert len(files) > 100
    for path in files:
        assert (ROOT / path.relative_to(tests)).parent.is_dir(), path


def test_the_rules_can_fail():
    climbing = {"theory.claims", "theory.commands.cli", "theory.ledger.judging", "theory.paths"}
    assert set(upward("theory.ledger.terms", climbing)) == {"theory.claims", "theory.commands.cli"}
    climbing = {"empirical.experiments.law.forms", "empirical.criteria", "empirical.protocol.paths"}
    assert set(upward("empirical.experiments.dynamics.records", climbing)) == climbing - {
        "empirical.protocol.paths"
    }
    assert upward("theory.claims", {"theory.ledger.terms", "theory.paper_a.behaviour"}) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == ["a", "b", "c", "d"]
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    with pytest.raises(AssertionError, match="on no floor"):
        floor("theory", "theory.nowhere.new")
