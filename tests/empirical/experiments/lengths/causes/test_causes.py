"""Records of what long inputs cost: made from a run, read, and refused where they cannot be."""

import json

import pytest

from empirical.experiments.lengths.causes import command, measure, records
from empirical.experiments.lengths.causes.window import ALL, NONE, layer_changes
from empirical.protocol.reading import Misread
from tests.empirical.trained import trained


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A run's folder and its record's."""
    folder = tmp_path_factory.mktemp("causes")
    run = folder / "letter-3"
    trained(run, "letter", seed=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measure, "SEQUENCES", 8)
        patch.setattr(measure, "LENGTHS", {"letter": (25, 60)})
        assert command.main([str(run), f"--out={folder / 'out'}"]) == 0
    return run, folder / "out"


def test_a_run_is_recorded_under_every_change_and_left_alone(made, capsys):
    run, out = made
    target = out / "letter-3.json"
    record = records.read(target)
    assert (record.task, record.seed, record.lengths, record.of) == ("letter", 3, (25, 60), 8)
    assert set(record.right) == {change.name for change in layer_changes(2)}
    assert record.manifest.command.startswith("rope-claims run causes")
    stamp = target.stat().st_mtime_ns
    assert command.main([str(run), f"--out={out}"]) == 0
    assert target.stat().st_mtime_ns == stamp
    assert "there already" in capsys.readouterr().out
    assert list(records.stored_causes(out)) == ["letter-3"]


def test_no_run_is_one_line_and_exit_code_2(tmp_path, error_line):
    assert error_line(command.main, tmp_path / "none", f"--out={tmp_path / 'out'}")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda right: right.pop(ALL), "has not both"),
        (lambda right: right.update({NONE: [1]}), "a count for each"),
        (lambda right: right.update({NONE: [1, 9]}), "a count for each"),
    ],
)
def test_a_record_that_does_not_hold_together_is_refused(made, tmp_path, change, message):
    text = json.loads((made[1] / "letter-3.json").read_text())
    change(text["right"])
    (tmp_path / "x.json").write_text(json.dumps(text))
    with pytest.raises(Misread, match=message):
        records.read(tmp_path / "x.json")


def test_the_share_given_back(made):
    record = records.read(made[1] / "letter-3.json")
    right = {NONE: (2, 8), ALL: (6, 8), "half": (4, 8), "worse": (1, 8)}
    changed = records.CausesRecord(**{**vars(record), "right": right})
    shares = [changed.returned(name, 0) for name in right]
    assert shares == [0.0, 1.0, 0.5, -0.25]
    assert changed.returned("half", 1) is None
