"""The command: bad input, resuming, whole files; and models that learnt nothing pass no claim."""

from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from empirical.experiments.mechanism import command as mechanism
from empirical.experiments.mechanism import record as mechanism_record
from empirical.experiments.mechanism import settings as mechanism_settings
from empirical.experiments.mechanism.bounds import bounds
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.experiments.mechanism.reading import read
from empirical.models.checkpoint import save_model
from empirical.models.data import sequences
from empirical.models.model import GPTJ, Shape
from empirical.protocol import settings
from empirical.protocol.family import Measurement
from empirical.protocol.vocabulary import TASKS, vocabulary
from theory.ledger import Status

STEPS = mechanism_settings.RUN_STEPS
LAYERS = 4


def untrained(task, layers, width, seed=0):
    torch.manual_seed(seed)
    return GPTJ(Shape(len(vocabulary(task)), layers=layers, width=width))


def saved(folder, model, task, seed=0, steps=STEPS):
    about = {"recipe": {"seed": seed, "steps": steps}, "command": "as a test"}
    save_model(model, vocabulary(task), folder, about)
    return folder


@pytest.fixture
def small(monkeypatch):
    sizes = {"SCORED": 32, "CAUSAL_SEQUENCES": 8, "LAYER_SEQUENCES": 4, "RESAMPLES": 50}
    for name, size in (sizes | {"DECIDING_SEQUENCES": 16, "JUMP_SEQUENCES": 40}).items():
        monkeypatch.setattr(mechanism_settings, name, size)


@pytest.mark.usefixtures("small")
def test_a_second_run_goes_on_and_the_file_is_always_whole(tmp_path, monkeypatch, capsys):
    one = saved(tmp_path / "one", untrained("number", 2, 32), "number")
    two = saved(tmp_path / "two", untrained("number", 2, 32, 1), "number", seed=1)
    out = tmp_path / "results" / "number.json"
    assert mechanism.main(["--models", str(one), "--out", str(out)]) == 0
    before = read(out)

    def killed(*_):
        raise KeyboardInterrupt

    both = ["--models", str(one), str(two), "--out", str(out)]
    with monkeypatch.context() as patch:
        patch.setattr(mechanism_record, "interventions", killed)
        assert mechanism.main(both) == 130
        assert "goes on" in capsys.readouterr().err
    assert read(out) == before
    assert mechanism.main(both) == 0
    after = read(out)
    assert after[0] == before[0]
    assert [record.seed for record in after] == [0, 1]
    assert "there already" in capsys.readouterr().err
    assert sorted(path.name for path in out.parent.iterdir()) == ["number.json"]
    manifest = after[1].manifest
    assert manifest.command.startswith("rope-claims run mechanism --models")
    assert manifest.trained == "as a test"


def test_bad_input_is_one_line_and_writes_nothing(tmp_path, error_line):
    number = saved(tmp_path / "number", untrained("number", 1, 8), "number")
    letter = saved(tmp_path / "letter", untrained("letter", 1, 8), "letter")
    other = tmp_path / "other.json"
    other.write_text("[]")
    bare = saved(tmp_path / "bare", untrained("number", 1, 8), "number")
    (bare / "manifest.json").unlink()
    out = tmp_path / "out.json"
    for models, to, message in (
        ([tmp_path / "none"], out, "is no folder"),
        ([number, letter], out, "another task"),
        ([number, number], out, "two models"),
        ([bare], out, "manifest"),
        ([number], other, "holds no results"),
    ):
        assert message in error_line(mechanism.main, "--models", *models, "--out", to)
    assert not out.exists()
    assert other.read_text() == "[]"


def shuffled(task):
    """A small model trained for a little on answers dealt out at random."""
    model = untrained(task, LAYERS, 32).train()
    data = sequences(task, 2048, 0)
    answers = torch.from_numpy(np.random.default_rng(0).permutation(data.answers))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for rows in torch.arange(2048).split(64):
        loss = F.cross_entropy(model(torch.from_numpy(data.tokens[rows.numpy()])), answers[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


def records(tmp_path, task, make):
    """A null model's record, standing for every seed and for the full run."""
    out = tmp_path / f"{task}.json"
    folder = saved(tmp_path / task, make(task), task)
    assert mechanism.main(["--models", str(folder), "--out", str(out)]) == 0
    (record,) = read(out)
    runs = [(seed, STEPS) for seed in range(mechanism_settings.SEEDS)]
    runs.append((0, settings.FULL_STEPS))
    return tuple(
        replace(record, seed=seed, steps=steps, layers=with_marks(record.layers, n))
        for n, (seed, steps) in enumerate(runs)
    )


def with_marks(layers, n):
    """Of records with the same layers one run stands twice, and nothing else is judged."""
    return tuple(replace(layer, s_pos=layer.s_pos + 1e-9 * n) for layer in layers)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "make", [lambda task: untrained(task, LAYERS, 32), shuffled], ids=["untrained", "shuffled"]
)
def test_null_models_pass_no_claim(tmp_path, make):
    tasks = {task: records(tmp_path, task, make) for task in TASKS}
    for claim in MECHANISM_CLAIMS:
        asked = Measurement(tasks, replace(bounds(), layers=LAYERS))
        outcome = claim.evidence[0].check(asked)
        assert outcome.status is Status.UNKNOWN
        assert "number-0-3750 has not learnt its task" in outcome.note
