"""Reading a run's folder: recipe, kept steps, weights; and what cannot be read."""

import pytest
import torch

from empirical.models import training
from empirical.models.trajectory import TrajectoryError, trajectory
from tests.empirical.trained import trained


@pytest.fixture
def run(tmp_path):
    return trained(tmp_path, "letter", steps=4)


def test_a_run_is_read_with_and_without_its_resume_point(run):
    kept = trajectory(run.folder)
    assert (kept.recipe, kept.steps, kept.finished) == (run.recipe, (0, 1, 2, 4), True)
    (run.folder / training.STATE).unlink()
    assert trajectory(run.folder) == kept


def test_our_model_and_the_reader_hold_the_weights_kept(run):
    kept, tokens = trajectory(run.folder), run.inputs[:3]
    run.model.eval()
    with torch.inference_mode():
        torch.testing.assert_close(kept.model()(tokens), run.model(tokens))
        torch.testing.assert_close(kept.model(4)(tokens), run.model(tokens))
        reader = kept.fill(kept.reader(), 1)
        read = reader.model(tokens).logits[:, -1]
        torch.testing.assert_close(kept.model(1)(tokens), read, rtol=1e-4, atol=1e-5)
        assert not torch.allclose(kept.model(0)(tokens), run.model(tokens))


def test_what_cannot_be_read_is_refused_in_a_line(run, tmp_path):
    with pytest.raises(TrajectoryError, match="train it first"):
        trajectory(tmp_path / "nowhere")
    kept = trajectory(run.folder)
    with pytest.raises(TrajectoryError, match="choose a kept step"):
        kept.model(3)
    path = run.folder / "steps/00002.safetensors"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(TrajectoryError, match="is damaged"):
        kept.model(2)


def test_a_controls_heads_are_not_read_as_a_gptj(tmp_path):
    trained(tmp_path, "letter", steps=4, nope_from=1)
    assert trajectory(tmp_path).model().shape.nope_from == 1
    with pytest.raises(TrajectoryError, match="control"):
        trajectory(tmp_path).reader()
