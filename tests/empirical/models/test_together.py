"""Several runs as one program: what each would be alone, but for the order of sums."""

from dataclasses import replace

import pytest
import torch
from rich.console import Console

from empirical.models import training
from empirical.models.recipes import NAMED
from empirical.models.together import advance

STEPS = 6
pytestmark = pytest.mark.usefixtures("few")


def runs(folder, seeds=(0, 1, 2), dropout=0.0, **other):
    sizes = {"steps": STEPS, "layers": 2, "width": 16, "total": 1600, "batch": 16}
    told = {"task": "letter", "device": "cpu", "precision": "float32", "check_every": 2}
    recipes = [replace(NAMED["released"], **sizes, **told | other, seed=seed) for seed in seeds]
    made = [training.Run(one, folder / str(one.seed)) for one in recipes]
    for run in made:
        run.folder.mkdir(parents=True, exist_ok=True)
        for part in run.model.modules():
            if hasattr(part, "dropout"):
                part.dropout = dropout
    return made


def weights(run):
    return torch.cat([x.detach().flatten() for x in run.model.parameters()])


@pytest.mark.parametrize(("precision", "off"), [("float32", 1e-5), ("bf16", 2e-2)])
def test_without_dropout_each_is_what_it_is_alone(tmp_path, precision, off):
    together = runs(tmp_path / "a", precision=precision)
    alone = runs(tmp_path / "b", precision=precision)
    for _ in range(4):
        losses = advance(together)
        assert losses == pytest.approx([run.advance() for run in alone], abs=off)
    for one, other in zip(together, alone, strict=True):
        assert one.step == other.step == 4
        assert torch.allclose(weights(one), weights(other), atol=off)
    assert not torch.allclose(weights(together[0]), weights(together[1]), atol=1e-2)


def test_each_models_dropout_is_its_own(tmp_path):
    members = runs(tmp_path, (0, 0, 1), dropout=0.5)
    one, other, _ = advance(members)
    assert one != other
    again = runs(tmp_path, (0, 0, 1), dropout=0.5)
    assert advance(again)[:2] == [one, other]


def test_a_killed_program_goes_on_to_the_same_weights_from_different_steps(tmp_path):
    quiet = Console(quiet=True)
    whole = runs(tmp_path / "whole", dropout=0.0)
    training.train_together(whole, 2, 2, quiet)
    cut = runs(tmp_path / "cut", dropout=0.0)
    for _ in range(2):
        advance(cut)
    for run in cut:
        run.save()
    for _ in range(2):
        advance(cut)
    cut[0].save()  # killed before the others were saved
    again = runs(tmp_path / "cut", dropout=0.0)
    training.train_together(again, 2, 2, quiet)
    for one, other in zip(whole, again, strict=True):
        assert torch.allclose(weights(one), weights(other), atol=1e-5)
        assert (other.folder / "final").is_dir()
        assert (other.folder / "best").is_dir()


def test_runs_that_differ_in_more_than_seeds_are_refused(tmp_path):
    pair = [*runs(tmp_path, (0,)), *runs(tmp_path, (1,), rate=1e-3)]
    with pytest.raises(training.TrainError, match="differ in their seeds alone"):
        training.train_together(pair, 2, 2, Console(quiet=True))
