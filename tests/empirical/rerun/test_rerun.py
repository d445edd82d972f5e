"""The reduced re-run tells agreement from difference; its exit codes."""

from dataclasses import replace

import pytest

from empirical.experiments.mechanism import synthetic
from empirical.experiments.mechanism.ablation import records as heads
from empirical.models.recipes import Recipe
from empirical.rerun import command as rerun


def test_means_and_counts_that_differ_are_told_from_those_that_agree():
    assert not rerun.differs((0.50, 0.02), (0.55, 0.02), 0.0)
    assert rerun.differs((0.50, 0.01), (0.60, 0.01), 0.0)
    assert not rerun.counts_differ([60, 64], [190, 200])
    assert rerun.counts_differ([20, 64], [190, 200])


def test_a_layer_off_its_record_is_named():
    stored = [
        replace(one, s_pos=0.5, s_pos_error=0.01)
        for one in synthetic.record("number", 0, 1).layers[:2]
    ]
    new = list(stored)
    assert rerun.compare_layers("number", "s_pos", stored, new)[0]
    new[1] = replace(new[1], s_pos=0.9)
    agrees, line = rerun.compare_layers("number", "s_pos", stored, new)
    assert not agrees
    assert "layer 1 0.900, recorded 0.500" in line


def test_the_start_is_held_on_a_model_in_training(monkeypatch):
    from empirical.models import training
    from empirical.protocol import settings

    monkeypatch.setattr(rerun, "SMALL", Recipe("number", layers=1, width=16, total=30_000))
    monkeypatch.setattr(rerun, "SEQUENCES", 8)
    monkeypatch.setattr(settings, "RUN_STEPS", 100)
    monkeypatch.setattr(settings, "START_UNTIL", 2)
    assert [agrees for agrees, _ in rerun.starting_levels("letter")][:3] == [True] * 3

    def peaked(run):
        for block in run.model.transformer["h"]:
            block.attn.q_proj.weight.data *= 1e4
        return advance(run)

    advance = training.Run.advance
    monkeypatch.setattr(training.Run, "advance", peaked)
    assert [agrees for agrees, _ in rerun.starting_levels("letter")][:3] == [True, False, False]


def test_lengths_are_predicted_again_and_a_wrong_prediction_is_told(monkeypatch):
    monkeypatch.setattr(rerun, "LENGTHS", {"number": (17, 34, 300)})
    monkeypatch.setattr(rerun, "SEQUENCES", 32)
    lines = rerun.rerun_lengths("number")
    assert [agrees for agrees, _ in lines] == [True] * 6
    wrong = {17: [32, 32], 34: [12, 32], 300: [31, 32]}
    monkeypatch.setattr(rerun, "predictions", lambda model: wrong)
    told = [line for agrees, line in rerun.rerun_lengths("number") if not agrees]
    assert [line.split()[5:9] for line in told] == [
        ["right", "at", "34", "tokens,"],
        ["right", "at", "300", "tokens,"],
    ]
    assert all("predicted" in line for line in told)


def test_jumps_are_counted_again_and_a_record_that_walks_is_told():
    model, name = rerun.subject("letter")
    stored = heads.read(rerun.RELEASED / "ablation" / f"{name}.json").jump
    assert [agrees for agrees, _ in rerun.rerun_jumps(model, stored)] == [True, True]
    walks = replace(stored, none=stored.hop_2)
    assert [agrees for agrees, _ in rerun.rerun_jumps(model, walks)] == [False, True]


def test_each_shipped_model_is_held_to_the_record_of_its_own_seed():
    for task in ("number", "letter"):
        model, name = rerun.subject(task)
        assert name == f"{task}-{model.manifest['recipe']['seed']}"
        assert model.manifest["recipe"]["name"] == "released"
        record = heads.read(rerun.RELEASED / "ablation" / f"{name}.json")
        assert record.manifest.recipe.name == "released"


def test_heads_that_differ_from_the_record_are_told(monkeypatch):
    monkeypatch.setattr(rerun, "SEQUENCES", 16)
    read = heads.read
    lines = rerun.mechanism("number")
    assert [agrees for agrees, _ in lines] == [True] * 4

    def other(path):
        record = read(path)
        layers = tuple(replace(one, s_pos=one.s_sym, s_sym=one.s_pos) for one in record.layers)
        first = ((0, 0, 0, 0), *record.first[1:])
        return replace(record, layers=layers, first=first)

    monkeypatch.setattr(heads, "read", other)
    assert [agrees for agrees, _ in rerun.mechanism("number")] == [False, False, True, False]


@pytest.mark.parametrize(("agrees", "code"), [(True, 0), (False, 1)])
def test_exit_codes(monkeypatch, capsys, agrees, code):
    def part(task):
        return [(agrees, task)]

    monkeypatch.setattr(rerun, "rerun_parts", lambda: [(part, ("index",))])
    assert rerun.main(["--reduced"]) == code
    assert ("DIFFERS" in capsys.readouterr().out) is not agrees


def test_new_seeds_of_paper_as_tasks_are_held_to_the_record(monkeypatch):
    from empirical.experiments.canonical import reduced as canonical_reduced

    def differ(task, records, console):
        return [f"{task}, ID 2: 0.1, recorded 0.9"]

    monkeypatch.setattr(canonical_reduced, "compare_reduced", differ)
    assert rerun.canonical("index") == [(False, "index, ID 2: 0.1, recorded 0.9")]
    assert rerun.canonical in [part for part, _ in rerun.rerun_parts()]


def test_interrupted_the_reduced_re_run_promises_to_keep_nothing(monkeypatch, capsys):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr(rerun, "reduced", interrupt)
    assert rerun.main(["--reduced"]) == 130
    told = "rope-claims: interrupted; the same command begins again\n"
    assert capsys.readouterr().err == told
