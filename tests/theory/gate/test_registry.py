"""The registry finds the packages, installed or not, and knows what must be there."""

import importlib.metadata
import json
import tomllib
from importlib.metadata import EntryPoint

import pytest

from theory import paths
from theory.gate import registry
from theory.gate.packages import GROUP, BadPackages, Package, installed_packages
from theory.gate.reading import Unreadable
from theory.gate.registry import closure, load


def test_packages_of_a_plain_checkout(monkeypatch):
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [])
    table = tomllib.loads(paths.PYPROJECT.read_text())["project"]["entry-points"]
    packages = installed_packages()
    assert {package.name: package.source for package in packages} == table[GROUP]


def test_packages_of_installed_distributions(monkeypatch):
    """A distribution seen twice on the path is one; two packages of one name are two."""
    points = [EntryPoint("a", "x:Y", ""), EntryPoint("a", "x:Y", ""), EntryPoint("a", "z:Y", "")]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    assert installed_packages() == (Package("a", "x:Y"), Package("a", "z:Y"))


def test_no_packages_at_all_is_red(monkeypatch):
    monkeypatch.setattr(registry, "installed_packages", lambda: ())
    loaded = load()
    assert not loaded.claims
    assert set(loaded.broken) == set(loaded.ids) == set(listed())


def listed():
    """The list, which names every claim that must be there."""
    return json.loads(registry.PINNED.read_text(encoding="utf-8"))


def test_the_list_names_the_claims_of_this_suite():
    theory = "A-thm1 A-def-nope A-def-both A-swaps A-score S-slack S-fast S-two-sided S-swap"
    assert {*theory.split(), "S-score-sum", "B-e-acc", "B-e-mix", "B-e-len"} <= set(listed())


def without(*ids):
    """What gets packages' claims, as if these had been taken out of the code."""
    return lambda package: tuple(claim for claim in registry.fetch(package) if claim.id not in ids)


def test_a_claim_that_is_listed_and_no_more_in_the_code_is_broken():
    loaded = load(get=without("B-keys-wide"))
    assert "missing" in loaded.broken["B-keys-wide"]
    assert set(loaded.broken) == {"B-keys-wide"}


def test_a_claim_of_the_code_that_is_not_listed_is_broken():
    pins = listed()
    del pins["B-keys-wide"]
    assert set(load(pinned=pins).broken) == {"B-keys-wide"}


def test_a_claim_that_is_gone_from_the_code_and_from_the_list_is_broken():
    """Its rows in the table of statements are what remembers it."""
    pins = listed()
    del pins["B-keys-wide"]
    loaded = load(get=without("B-keys-wide"), pinned=pins)
    assert set(loaded.broken) == {"B-keys-wide"}
    assert "is gone, and statements.json has no row" in loaded.broken["B-keys-wide"]


def test_an_empty_list_leaves_no_claim_whole(monkeypatch, tmp_path):
    monkeypatch.setattr(registry, "PINNED", tmp_path / "pinned.json")
    registry.PINNED.write_text("{}")
    loaded = load(only=["theory"])
    assert loaded.claims
    assert set(loaded.claims) <= set(loaded.broken)


@pytest.mark.parametrize("text", ["[]", '{"A-thm1": 1}', '{"A-thm1": {}}', "{"])
def test_a_list_of_another_form_is_unreadable(monkeypatch, tmp_path, text):
    monkeypatch.setattr(registry, "PINNED", tmp_path / "pinned.json")
    registry.PINNED.write_text(text)
    with pytest.raises(Unreadable, match="pinned.json"):
        load()


def test_two_packages_of_one_name_are_red(monkeypatch):
    packages = (Package("theory", "theory.claims:CLAIMS"), Package("theory", "older.claims:CLAIMS"))
    monkeypatch.setattr(registry, "installed_packages", lambda: packages)
    assert "two packages" in load(only=["theory"]).broken["A-thm1"]


def test_only_some_packages_are_imported():
    assert {package.name for package in load(only=["theory"]).packages} == {"theory"}


def test_closure_takes_what_is_leant_on(command_line):
    loaded = load(synthetic=command_line.packages("REFUTED"))
    assert closure(loaded, ["P-false"]) == ["P-false", "P-square"]
    assert closure(loaded, ["P-square"]) == ["P-square"]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"packages": {}}', '{"packages": [], "claims": {}}', '{"packages": {"a"'],
)
def test_bad_file_of_synthetic_packages(tmp_path, text):
    path = tmp_path / "packages.json"
    path.write_text(text)
    with pytest.raises(BadPackages, match="packages.json"):
        load(synthetic=str(path))
    with pytest.raises(BadPackages, match="nowhere"):
        load(synthetic=str(tmp_path / "nowhere"))
