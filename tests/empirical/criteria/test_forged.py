"""Stored records with one thing forged are refused, for that thing."""

import shutil

import pytest

from empirical.criteria import claims, seeds
from empirical.criteria.breaks import carried
from empirical.experiments.lengths import records as lengths
from empirical.protocol.reading import Misread
from empirical.protocol.vocabulary import TASKS
from tests.empirical.forged import edited
from theory.ledger import Undecided, Verdict
from theory.ledger.judging import judge

READERS = {
    "dynamics": seeds.released(seeds.trained),
    "lengths": seeds.released(seeds.measured),
    "held-out": seeds.held_out_models,
    "ablation": seeds.released(seeds.ablated),
    "following": seeds.released(seeds.followed),
}


@pytest.fixture
def copies(tmp_path):
    """A copy of a kind's stored records."""

    def copied(kind):
        shutil.copytree(seeds.RELEASED / kind, tmp_path / kind)
        return tmp_path / kind

    return copied


def shorter(rows):
    return rows[:4]


def all_of(value):
    """Every entry of every row replaced by a value."""
    return lambda rows: [[value] * len(row) for row in rows]


def seen_often(rows):
    return [{**rows[0], "seen": [9**9] * 2, "dealt": [0, 9**9]}, *rows[1:]]


BASE, RATE, NAME = (f"manifest__recipe__{name}" for name in ("base", "rate", "name"))
OTHER = "is of a model trained by another recipe"
ONE_OF_TWELVE = dict.fromkeys(("heads", "looks"), lambda rows: rows[:1])
FEWER = {"manifest__sequences": 200, "solved": [200, 200]}
FORGERIES = {
    "another seed than trained": (
        *("dynamics", "number-1", {"seed": 9}),
        "it is of number, seed 9, and manifest.recipe is of another",
    ),
    "another task than trained": (
        *("ablation", "letter-1", {"manifest__recipe__task": "number"}),
        "manifest.recipe is of another",
    ),
    "another recipe": ("dynamics", "letter-2", {RATE: 3e-4}, OTHER),
    "another recipe's name": ("lengths", "letter-2", {NAME: "earlier"}, OTHER),
    "no recipe's name": ("dynamics", "letter-2", {NAME: "x"}, "is of no recipe 'x'"),
    "a held-out model of the recipe as it is": ("held-out", "letter-base-300", {BASE: 1e4}, OTHER),
    "one hop count tested": (
        *("dynamics", "number-0", {"tested": [[11400, 11400]]}),
        "tested is no \\(right, of\\) for each hop count",
    ),
    "more right than tested": (
        *("ablation", "number-0", {"tested": [[11401, 11400]] * 4}),
        "tested\\[0\\] is no \\(right, of\\)",
    ),
    "scores beyond 1": (
        *("dynamics", "number-3", {"s_pos": all_of(9.0)}),
        "s_pos\\[0\\]\\[0\\] is no share from 0 to 1",
    ),
    "errors below 0": (
        *("dynamics", "number-3", {"s_sym_error": all_of(-5.0)}),
        "s_sym_error\\[0\\]\\[0\\] is no number from 0 on",
    ),
    "steps backwards": (
        *("dynamics", "letter-4", {"steps": lambda steps: steps[::-1]}),
        "steps do not rise",
    ),
    "gaps below 0": (
        *("lengths", "letter-3", {"gaps": all_of(-1.0)}),
        "gaps\\[0\\]\\[0\\] is no number from 0 on",
    ),
    "looks on fewer inputs": ("following", "number-2", FEWER, "is of 200 inputs, not 256"),
    "one head of twelve": (
        *("following", "letter-1", ONE_OF_TWELVE),
        "heads are not one for each layer of the model, in order",
    ),
    "a layer's looks many times": (
        *("following", "letter-1", {"looks": seen_often}),
        "looks are not as many in each layer",
    ),
    "right of fewer": ("dynamics", "letter-4", {"of": 3}, "right is not of that many"),
    "right of fewer at a length": (
        *("lengths", "letter-4", {"of": lambda row: [1] * len(row)}),
        "right is not of that many",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_what_is_forged_is_named(what, copies):
    kind, name, changes, message = FORGERIES[what]
    assert seeds.seeds(seeds.RELEASED, READERS[kind])  # as stored, it is read
    folder = copies(kind)
    edited(folder / f"{name}.json", **changes)
    with pytest.raises(Misread, match=message) as error:
        seeds.seeds(folder.parent, READERS[kind])
    assert name in str(error.value)


def test_lengths_that_were_not_measured_are_not_read_off_the_last_one(copies):
    folder = copies("lengths")

    def cut(curves):
        return {
            name: {key: rows and rows[:4] for key, rows in curve.items()}
            for name, curve in curves.items()
        }

    rows = dict.fromkeys(("lengths", "right", "of", "gaps"), shorter)
    edited(folder / "letter-0.json", predicted=cut, **rows)
    with pytest.raises(Misread, match="letter, seed 0 is not at 17, 34, 68, 136, 300, 550, 850"):
        seeds.seeds(folder.parent, seeds.measured)


@pytest.mark.parametrize(
    ("kind", "reader"),
    [
        *((kind, READERS[kind]) for kind in ("dynamics", "lengths", "ablation", "following")),
        ("lengths", seeds.released(seeds.decayed)),
    ],
)
def test_one_run_is_not_two_seeds(kind, reader, copies):
    folder = copies(kind)
    seed = {"seed": 3, "manifest__recipe__seed": 3}
    edited(folder / "number-0.json", folder / "number-3.json", **seed)
    message = "number, seeds 0 and 3, hold the same numbers or weights: one run stands twice"
    with pytest.raises(Misread, match=message):
        seeds.seeds(folder.parent, reader)


def test_one_held_out_model_is_not_two(copies):
    folder = copies("held-out")
    base = {"manifest__recipe__base": 300.0}
    edited(folder / "number-base-100.json", folder / "number-base-300.json", **base)
    with pytest.raises(Misread, match="hold the same numbers or weights: one run stands twice"):
        seeds.seeds(folder.parent, seeds.held_out_models)


def test_a_model_that_was_not_asked_for_is_not_held_out(copies):
    folder = copies("held-out")
    shutil.copy(folder / "number-base-100.json", folder / "number-base-101.json")
    with pytest.raises(Misread, match="number-base-101 is none of the models number-base-30,"):
        seeds.seeds(folder.parent, seeds.held_out_models)


@pytest.mark.parametrize("commit", ["no such commit", "01AA880", "01aa88", ""])
def test_a_commit_is_one(commit, copies, monkeypatch):
    folder = copies("dynamics")
    edited(folder / "number-0.json", manifest__commit=commit)
    monkeypatch.setattr(seeds, "RELEASED", folder.parent)
    record = judge(claims.MIX)
    assert record.verdict is Verdict.UNDECIDED
    assert "a record was made at no commit: make it again from a clean commit" in record.reason


def test_the_gate_is_red_on_a_forged_record(copies, monkeypatch):
    folder = copies("dynamics")
    edited(folder / "number-0.json", folder / "number-1.json", seed=1)
    monkeypatch.setattr(seeds, "RELEASED", folder.parent)
    record = judge(claims.MIX)
    assert record.verdict is Verdict.UNDECIDED
    assert "manifest.recipe is of another" in f"{record.reason}{record.fault}"


def test_training_is_judged_at_every_step_that_is_kept(copies):
    folder = copies("dynamics")
    tables = ("steps", "right", "s_pos", "s_pos_error", "s_sym", "s_sym_error")
    tables = (*tables, "entropy", "entropy_error")
    edited(folder / "number-2.json", **dict.fromkeys(tables, lambda rows: [*rows[:8], rows[-1]]))
    with pytest.raises(Misread, match="the record number-2 is not at each of the 142 steps"):
        seeds.seeds(folder.parent, seeds.trained)


def test_seeds_are_not_chosen(copies, monkeypatch):
    folder = copies("dynamics")
    for task in ("number", "letter"):
        path = folder / f"{task}-3.json"
        edited(path, folder / f"{task}-7.json", seed=7, manifest__recipe__seed=7)
        path.unlink()
    monkeypatch.setattr(seeds, "RELEASED", folder.parent)
    record = judge(claims.MIX)
    assert record.verdict is Verdict.UNDECIDED
    assert "records of number are of seeds 0, 1, 2, 4, 7, not 0 and on" in record.fault


def test_the_gaps_that_are_judged_are_the_measured_ones():
    for task in TASKS:
        records = lengths.of_task(task, seeds.RELEASED / "lengths")
        decays = [one.found for one in seeds.decayed(seeds.RELEASED, task)]
        assert [one.gaps for one in decays] == [carried(one, one.gaps) for one in records]
        assert [one.lengths for one in decays] == [one.lengths for one in records]


@pytest.mark.parametrize("task", TASKS)
def test_held_out_models_are_of_their_task(task):
    models = seeds.held_out_models(seeds.RELEASED, task)
    names = {path.stem for path in (seeds.RELEASED / "held-out").glob(f"{task}-*.json")}
    assert {one.manifest.recipe.task for one in models} == {task}
    assert [one.seed for one in models] == [*range(len(names))]


def test_a_record_of_another_recipe_and_chosen_seeds_are_read_by_no_reader(copies, monkeypatch):
    """As ``stored`` makes it, for any least number."""
    folder = copies("following")
    monkeypatch.setattr(seeds, "RELEASED", folder.parent)
    read = seeds.stored(seeds.released(seeds.followed), dict.fromkeys(TASKS, 5), "it")
    assert {task: len(rows) for task, rows in read().tasks.items()} == dict.fromkeys(TASKS, 5)
    with pytest.raises(Undecided, match="number: 5 of 6, letter: 5 of 6"):
        seeds.stored(seeds.released(seeds.followed), dict.fromkeys(TASKS, 6), "it")()
    edited(folder / "letter-2.json", manifest__recipe__rate=3e-4)
    with pytest.raises(Misread, match="letter-2 is of a model trained by another recipe"):
        seeds.stored(seeds.released(seeds.followed), dict.fromkeys(TASKS, 5), "it")()
    edited(folder / "letter-2.json", folder / "letter-7.json", seed=7, manifest__recipe__seed=7)
    (folder / "letter-2.json").unlink()
    with pytest.raises(Misread, match="letter are of seeds 0, 1, 3, 4, 7, not 0 and on"):
        seeds.stored(seeds.followed, dict.fromkeys(TASKS, 5), "it")()
