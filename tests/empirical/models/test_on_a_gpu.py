"""What a GPU changes: when losses are read, where a model lies. What needs a card runs where there
is one."""

from dataclasses import replace

import pytest
import torch

from empirical.experiments.canonical import command as canonical
from empirical.experiments.canonical.models import Sweep
from empirical.models import model as ours
from empirical.models import training
from empirical.models.recipes import NAMED
from empirical.models.together import advance

CUDA = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
SHAPE = ours.Shape(20, layers=2, width=16)


def test_tables_and_masks_are_made_once_and_are_what_they_were():
    ours.tables_of.cache_clear()
    net, tokens = ours.GPTJ(SHAPE).eval(), torch.arange(9)[None]
    with torch.inference_mode():
        first = net(tokens)
        assert torch.equal(net(tokens), first)
    assert ours.tables_of.cache_info().misses == 1
    table, _ = ours.tables_of(SHAPE, 9, torch.device("cpu"))
    assert all(map(torch.equal, table, ours.rotary_table(SHAPE, 9, torch.device("cpu"))))
    assert not table[0].is_inference()
    mask = ours.future(4, 9, torch.device("cpu"))
    assert torch.equal(mask, torch.ones(9, 9, dtype=torch.bool).triu(1)[-4:])


def run(folder, device="cpu", steps=4):
    recipe = replace(
        NAMED["released"], task="letter", steps=steps, layers=2, width=16, total=1600, device=device
    )
    return training.Run(recipe, folder)


@pytest.mark.usefixtures("few")
def test_losses_of_several_steps_are_looked_at_together(tmp_path):
    one = run(tmp_path)
    one.losses[:3] = torch.tensor([1.0, float("nan"), 2.0])
    one.step = 3
    with pytest.raises(training.TrainError, match="the loss became nan at step 1: lower --rate"):
        one.settle()


@CUDA
@pytest.mark.usefixtures("few")
def test_a_run_on_cuda_is_resumed(tmp_path):
    first = run(tmp_path, "cuda")
    first.advance(), first.advance(), first.save()
    second = run(tmp_path, "cuda")
    second.resume()
    first.advance(), second.advance()
    assert second.settle() == pytest.approx(first.settle(), rel=1e-3)


@CUDA
def test_canonical_models_on_cuda_are_those_of_the_cpu():
    here, there = (Sweep("index", [0], [2, 9], 100, device=name) for name in ("cpu", "cuda"))
    for sweep in (here, there):
        sweep.train(lambda loss: None)
    restored = Sweep("index", [0], [2, 9], 100, device="cuda")
    restored.restore(there.state())
    assert torch.equal(restored.right(1000)[0], there.right(1000)[0])
    shares = [(right.sum(-1) / of.sum(-1)) for right, of in (here.right(2000), there.right(2000))]
    assert torch.allclose(*shares, atol=0.02)


def test_canonical_tasks_ask_for_a_card_that_is_there(tmp_path, error_line, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    out = [f"--out={tmp_path / 'out'}", f"--folder={tmp_path / 'runs'}"]
    assert "no CUDA device" in error_line(canonical.main, "--task=index", "--device=cuda", *out)
    assert not (tmp_path / "out").exists()


def test_a_canonical_record_says_where_it_was_made():
    given = canonical.parser().parse_args(["--task=index", "--device=cpu"])
    (job,) = canonical.sweep_jobs(given)
    assert "--device" not in job.command
    assert replace(job, device="cuda").command.endswith("--start random --device cuda")


@CUDA
@pytest.mark.usefixtures("few")
def test_seeds_train_as_one_program_on_cuda(tmp_path):
    first = run(tmp_path / "0", "cuda")
    second = training.Run(replace(first.recipe, seed=1), tmp_path / "1")
    for one in (first, second):
        for part in one.model.modules():
            if hasattr(part, "dropout"):
                part.dropout = 0.0
    alone = run(tmp_path / "2", "cuda")
    for part in alone.model.modules():
        if hasattr(part, "dropout"):
            part.dropout = 0.0
    for _ in range(2):
        advance([first, second]), alone.advance()
    assert first.settle() == pytest.approx(alone.settle(), rel=1e-2)
