"""A new name keeps the hash of a registered criterion, and nothing else does."""

import importlib

import pytest

from empirical.criteria.command import BY_KIND, criteria
from empirical.experiments.beyond.claims import BOUNDS, PUBLIC
from empirical.protocol import renamed
from empirical.protocol.criteria import gather
from empirical.protocol.registration import hashes as hashes_of
from rope_claims.commands import EXPERIMENTS, FURTHER

BEFORE = """
import sys
class Rows:
    def most(self):
        return Rows.__name__
def helper(x):
    return x > 1
def check(measurement):
    here = sys.modules[__name__]
    return helper(measurement["most"]) or Rows().most()
"""
AFTER = BEFORE.replace("Rows", "Records").replace("helper", "exceeds").replace("check", "decides")
MESSAGES = """
COMMAND = "python -m empirical.lengths"
def check(x):
    return COMMAND + f"{x}: python -m empirical.canonical --settle"
"""
TABLE = {"Records": "Rows", "exceeds": "helper", "decides": "check"}


@pytest.fixture
def of(tmp_path, monkeypatch):
    """The shapes found from a function of a module with the given source, under a table."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "made.py").touch()
    monkeypatch.setattr("empirical.protocol.criteria.ours", lambda module: module == "made")

    def build(source, name, table):
        (tmp_path / "made.py").write_text(source + f"# {len(source)} {len(table)}\n")
        monkeypatch.setattr(
            renamed, "REGISTERED", {f"made.{new}": old for new, old in table.items()}
        )
        monkeypatch.delitem(importlib.sys.modules, "made", raising=False)
        importlib.invalidate_caches()
        importlib.import_module("linecache").clearcache()
        shapes = {}
        gather(getattr(importlib.import_module("made"), name), shapes, set())
        return shapes

    return build


def test_a_table_of_all_that_was_renamed_keeps_the_shapes(of):
    assert of(AFTER, "decides", TABLE) == of(BEFORE, "check", {})


@pytest.mark.parametrize("left_out", TABLE)
def test_each_name_that_is_left_out_counts(of, left_out):
    table = {new: old for new, old in TABLE.items() if new != left_out}
    assert of(AFTER, "decides", table) != of(BEFORE, "check", {})


@pytest.mark.parametrize(("old", "new"), [("x > 1", "x > 2"), ("or Records", "and Records")])
def test_a_change_of_code_counts_whatever_the_table_says(of, old, new):
    assert old in AFTER
    assert of(AFTER.replace(old, new), "decides", TABLE) != of(BEFORE, "check", {})


class Watched(dict):
    """A table that knows which of its rows were read."""

    def __init__(self, rows):
        super().__init__(rows)
        self.read = set()

    def get(self, key, default=None):
        self.read |= {key} & self.keys()
        return super().get(key, default)


@pytest.fixture(scope="module")
def hashes():
    """The hashes by kind, and the rows of the table that are read for all registered criteria."""
    with pytest.MonkeyPatch.context() as patch:
        table = Watched(renamed.REGISTERED)
        patch.setattr(renamed, "REGISTERED", table)
        registered = {kind: criteria(kind) for kind in BY_KIND}
        hashes_of([PUBLIC], BOUNDS)
        return registered, table.read


@pytest.mark.parametrize("name", renamed.REGISTERED)
def test_a_row_of_the_table_names_what_a_criterion_reads(hashes, name):
    module, _, own = name.rpartition(".")
    assert hasattr(importlib.import_module(module), own)
    assert renamed.REGISTERED[name] != own
    assert name in hashes[1]


def test_without_the_table_registered_hashes_move(monkeypatch, hashes):
    monkeypatch.setattr(renamed, "REGISTERED", {})
    assert {kind: criteria(kind) for kind in BY_KIND} != hashes[0]


@pytest.mark.parametrize(("before", "now"), renamed.COMMANDS.items())
def test_a_command_of_an_older_manifest_is_one_that_is_typed_now(before, now):
    _, *words = now.split()
    table = EXPERIMENTS if words[0] == "run" else FURTHER
    module, _ = table[words[-1]]
    today = module.removesuffix(".command").replace(".experiments", "")
    assert today == before.removeprefix("python -m ")
    assert renamed.present(f"{before} --seeds 0") == f"{now} --seeds 0"
    assert renamed.registered_text(f"run {now}.") == f"run {before}."


def test_a_message_is_hashed_with_the_command_that_was_registered(of):
    before = MESSAGES
    after = before.replace("python -m empirical.lengths", "rope-claims run lengths")
    after = after.replace("python -m empirical.canonical", "rope-claims run canonical")
    assert after != before
    assert of(after, "check", {}) == of(before, "check", {})
    for other in ("rope-claims run dynamics", "rope-claims run lengthy"):
        changed = after.replace("rope-claims run lengths", other)
        assert of(changed, "check", {}) != of(before, "check", {})
