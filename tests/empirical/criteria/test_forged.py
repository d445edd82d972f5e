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


def looks_repeated(rows):
    return [{**rows[0], "seen": [9**9] * 2, "dealt": [0, 9**9]}, *rows[1:]]


def forged(kind, name, message, **changes):
    """A record of a kind, what is changed in it, and how it is then refused."""
    return kind, name, changes, message


OTHER = "is of a model trained by another recipe"
NO_RUN = "manifest.recipe is of another"
FORGERIES = {
    "another seed than trained": forged(
        "dynamics", "number-1", f"it is of number, seed 9, and {NO_RUN}", seed=9
    ),
    "another task than trained": forged(
        "ablation", "letter-1", NO_RUN, manifest__recipe__task="number"
    ),
    "another recipe": forged("dynamics", "letter-2", OTHER, manifest__recipe__rate=3e-4),
    "another recipe's name": forged("lengths", "letter-2", OTHER, manifest__recipe__name="earlier"),
    "no recipe's name": forged(
        "dynamics", "letter-2", "is of no recipe 'x'", manifest__recipe__name="x"
    ),
    "a held-out model of the recipe as it is": forged(
        "held-out", "letter-base-300", OTHER, manifest__recipe__base=1e4
    ),
    "one hop count tested": forged(
        "dynamics", "number-0", r"tested is no \(right, of\) for each hop", tested=[[11400, 11400]]
    ),
    "more right than tested": forged(
        "ablation", "number-0", r"tested\[0\] is no \(right, of\)", tested=[[11401, 11400]] * 4
    ),
    "scores beyond 1": forged(
        "dynamics", "number-3", r"s_pos\[0\]\[0\] is no share from 0 to 1", s_pos=all_of(9.0)
    ),
    "errors below 0": forged(
        "dynamics", "number-3", r"s_sym_error\[0\]\[0\] is no number", s_sym_error=all_of(-5.0)
    ),
    "steps backwards": forged(
        "dynamics", "letter-4", "steps do not rise", steps=lambda steps: steps[::-1]
    ),
    "gaps below 0": forged(
        "lengths", "letter-3", r"gaps\[0\]\[0\] is no number from 0 on", gaps=all_of(-1.0)
    ),
    "looks on fewer inputs": forged(
        "following",
        "number-2",
        "the record number-2 is of 200 inputs, not 256",
        manifest__sequences=200,
        solved=[200, 200],
    ),
    "one head of twelve": forged(
        "following",
        "letter-1",
        "heads are not one for each layer of the model, in order",
        heads=lambda rows: rows[:1],
        looks=lambda rows: rows[:1],
    ),
    "a layer's looks many times": forged(
        "following", "letter-1", "looks are not as many in each layer", looks=looks_repeated
    ),
    "right of fewer": forged("dynamics", "letter-4", "right is not of that many", of=3),
    "right of fewer at a length": forged(
        "lengths", "letter-4", "right is not of that many", of=lambda row: [1] * len(row)
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
