"""The commands of a full re-run: each once, after what it needs, as its module takes it."""

import importlib
import json
from dataclasses import replace

from empirical import train
from empirical.experiments.canonical.command import sweep_jobs
from empirical.models.recipes import NAMED, chosen
from empirical.released.command import jobs as models_of
from empirical.released.command import parser
from empirical.rerun import command as rerun
from empirical.rerun.commands import FRESH, KINDS, RELEASED, rerun_steps, trainings
from rope_claims.commands import EXPERIMENTS, FURTHER


def test_full_prints_what_makes_every_record_once(capsys, tmp_path):
    assert rerun.main(["--full", "--into", str(tmp_path / "new")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(set(lines)) > 20
    assert not (tmp_path / "new").exists()


def typed(words):
    """The module that a command line runs, and its options."""
    assert words[0] == "rope-claims"
    if words[1] == "run":
        return EXPERIMENTS[words[2]][0], words[3:]
    return FURTHER[words[1]][0], words[2:]


def test_every_command_is_one_its_module_takes_and_stays_in_the_folder(tmp_path):
    commands = [step.words for step in rerun_steps(rerun.RESULTS, tmp_path)]
    for words in commands:
        module, options = typed(words)
        given = vars(importlib.import_module(module).parser().parse_args(options))
        written = {name: given[name] for name in ("results", "folder", "out") if name in given}
        assert written
        assert all(tmp_path in path.parents for path in written.values()), module
    names = [words[1] if words[1] == "train" else words[2] for words in commands]
    # The six models of each task that the records of mechanism name.
    assert names.count("train") == 12
    trained = {words[-1] for words in commands if words[1] == "train"}
    for words in (words for words in commands if words[2] == "mechanism"):
        models = words[words.index("--models") + 1 : words.index("--out")]
        assert len(models) == 6
        assert {one.removesuffix("/final") for one in models} <= trained
    settled = [words for words in commands if "--settle" in words]
    assert len(settled) == len(list((rerun.RESULTS / "canonical").glob("*-heads.json")))
    for words in settled:
        sweep = tuple(word for word in words if word != "--settle")
        assert commands.index(sweep) < commands.index(words)


def test_a_seed_of_the_released_recipe_is_made_by_one_command(tmp_path):
    told = "python -m empirical.released --task letter --seeds 0 --device cpu"
    for kind in ("dynamics", "lengths", "ablation"):
        (tmp_path / "released" / kind).mkdir(parents=True)
        path = tmp_path / "released" / kind / "letter-0.json"
        path.write_text(json.dumps({"manifest": {"command": told}}))
    (step,) = rerun_steps(tmp_path, tmp_path / "anew")
    words = step.words
    kinds = ("ablation", "dynamics", "lengths")
    assert step.records == tuple(f"released/{kind}/letter-0" for kind in kinds)
    given = parser().parse_args(words[3:])
    assert (given.task, given.seeds) == (["letter"], [0])
    assert given.results == tmp_path / "anew" / "released"
    assert given.folder == tmp_path / "anew" / "runs" / "released"


def test_each_model_in_addition_to_the_seeds_has_a_command_of_its_own(tmp_path, monkeypatch):
    command = "python -m empirical.released"
    for kind, name, told in (
        ("sensitivity", "letter-rate-0", f"{command} --sensitivity"),
        ("sensitivity", "letter-rate-1", f"{command} --sensitivity"),
        ("sensitivity", "letter-3", f"{command} --task letter --seeds 3"),
        ("held-out", "number-base-30", f"{command} --held-out --measure"),
    ):
        folder = tmp_path / "released" / kind
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.json").write_text(json.dumps({"manifest": {"command": told}}))
    by_records = {step.records: step for step in rerun_steps(tmp_path, tmp_path / "anew")}
    models = {
        records[0]: [one.name for one in models_of(parser().parse_args(step.words[3:]))]
        for records, step in by_records.items()
    }
    assert models == {name: [name.split("/")[-1]] for name in models}
    assert len(models) == 4
    for records, step in by_records.items():
        assert step.makes[0].parent.name == records[0].split("/")[-1]
        assert step.needs == ()


def test_models_of_mechanism_are_trained_as_they_were(tmp_path):
    """Their commands name no recipe: they are older than the one that is the default now."""
    record = json.loads((rerun.RESULTS / "mechanism" / "letter.json").read_text())
    for step, one in zip(trainings(record, tmp_path), record["models"], strict=True):
        given = train.parser().parse_args(step.words[2:])
        assert (given.task, given.seed, given.steps) == (one["task"], one["seed"], one["steps"])
        assert chosen(given) == replace(NAMED["earlier"], rate=3e-4)


def test_a_null_is_run_without_the_steps_that_its_command_refuses(tmp_path):
    untrained = [
        step.words for step in rerun_steps(rerun.RESULTS, tmp_path) if "untrained" in step.words
    ]
    parser = importlib.import_module("empirical.experiments.canonical.command").parser()
    for words in untrained:
        (sweep,) = sweep_jobs(parser.parse_args(words[3:]))
        assert (sweep.null, sweep.steps) == ("untrained", 0)
    assert untrained


def test_nothing_is_needed_before_it_is_made(tmp_path):
    made = set()
    plan = rerun_steps(rerun.RESULTS, tmp_path)
    for step in plan:
        assert made.issuperset(step.needs), step.words
        made |= set(step.makes)
    needs = {step.words[2]: step.needs for step in plan}
    assert all(needs[kind] for kind in ("mechanism", "canonical"))
    records = [name for step in plan for name in step.records]
    assert len(set(records)) == len(records)
    folders = (rerun.RESULTS / kind for kind in (*KINDS, RELEASED, FRESH))
    # A certificate is no record: its checkers hold it to itself, and to the head's digest.
    stored = (path for folder in folders for path in folder.rglob("*.json"))
    names = {str(path.relative_to(rerun.RESULTS).with_suffix("")) for path in stored}
    assert {name for name in names if "/certificates/" not in name} == {*records}


def test_no_records_is_one_line(monkeypatch, tmp_path, error_line):
    monkeypatch.setattr(rerun, "RESULTS", tmp_path)
    assert error_line(rerun.main, "--full")
